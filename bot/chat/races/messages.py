"""The one message in which a channel sees a race.

It is edited, except where it pings somebody, which an edit does not: then a new one takes its
place. The bot does that as a member of the channel. Where it is none, the token of a press on the
message does, and what nobody presses for stays out of date until somebody does.
"""

from __future__ import annotations

import functools
import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from discord import ui

from bot.chat.races.texts import NO_CHANGES
from bot.chat.races.views import race_view
from bot.chat.requests.failures import FAILURES
from bot.chat.responding.audience import is_private_press, place_for_others, why_hidden
from bot.chat.responding.channel_messages import can_post, post
from bot.chat.responding.context import channel_language
from bot.chat.responding.mentions import allow_named
from bot.errors import StoreError
from bot.i18n import N_, _, use_locale
from bot.models.contests import RaceState
from bot.service.contests.races import Races
from bot.service.contests.ratings import Ratings

if TYPE_CHECKING:
    from bot.chat.responding.channel_messages import SaveMessage
    from bot.chat.responding.context import Context
    from bot.chat.responding.replies import Reply
    from bot.models.contests import Race
    from bot.models.places import Place

_log = logging.getLogger(__name__)


_NOT_STARTED: Final = N_("No race was started. {why}")
_LEFT_ALONE: Final = N_(
    "Patience cannot post here on its own. Press a button to update this message."
)


@dataclass(frozen=True, slots=True)
class ChannelMessage:
    """What the channel is to see, with players to ping, and how to save the message for it."""

    place: Place | None
    before: int | None
    reply: Reply
    save: SaveMessage


def place_for_races(context: Context) -> Place:
    """Where a race is opened."""
    return place_for_others(context, _NOT_STARTED)


async def shown(
    context: Context,
    race: Race,
    *,
    pings: tuple[int, ...] = (),
    rematch_of: Race | None = None,
) -> ChannelMessage:
    """A race as its channel is to see it."""
    races, ratings = context.services[Races], context.services[Ratings]
    progress = await races.progress(race)
    is_finished = race.state is RaceState.FINISHED
    changes = await ratings.of_race(race.id, race.guild_id) if is_finished else NO_CHANGES
    with use_locale(await channel_language(context)):
        reply = race_view(race, progress, ratings=changes, rematch_of=rematch_of)
        if race.state is RaceState.RUNNING:
            _add_note_if_left_alone(context, race.place, reply.view)
    return ChannelMessage(
        race.place,
        race.message_id,
        replace(reply, pings=pings),
        functools.partial(races.save_message, race),
    )


async def new_message(context: Context, race: Race, *, rematch_of: Race | None = None) -> Reply:
    """The response that is the first message of a race, which may ping who was challenged."""
    races = context.services[Races]
    pings = race.by_invitation and await races.may_ping(race)
    challenged = (race.other(context.player),) if pings else ()
    message = await shown(context, race, pings=challenged, rematch_of=rematch_of)

    async def delivered(message_id: int | None) -> None:
        await _save(context, message, message_id)
        if pings:
            await races.mark_pinged(race)

    async def retract(why: str) -> str:
        # Nobody else sees it, so no announcement follows.
        await races.mark_announced(race)
        take_back = races.withdraw if race.by_invitation else races.leave
        await take_back(context.player, race.id)
        return _(_NOT_STARTED, why=_(why))

    return replace(
        message.reply,
        new_message=True,
        delivered=delivered,
        retract=retract,
    )


async def show_in_channel(context: Context, message: ChannelMessage) -> bool:
    """Show a race in its channel; False where the bot may not write, so that the press does."""
    place = message.place
    if place is None:
        return is_private_press(context)
    if not is_private_press(context) and not can_post(context.interaction, place):
        return False
    bot = context.interaction.client
    try:
        await post(bot, place, message.reply, before=message.before, save=message.save)
    except FAILURES as error:
        # The players see it where they ask for it.
        _log.warning("Channel %d was not shown a race: %s", place.channel_id, error)
        return is_private_press(context)
    return True


def in_place_of_pressed(context: Context, message: ChannelMessage) -> Reply:
    """The response in place of the pressed message, which pings; where hidden it edits that."""
    if why_hidden(context.interaction):
        return message.reply
    return replace(
        message.reply,
        new_message=True,
        delivered=functools.partial(_delete_pressed, context, message),
        retract=functools.partial(_edit_instead, context, message),
    )


async def edit_pressed(context: Context, view: ui.LayoutView) -> None:
    """Show something else in the pressed message, which pings nobody."""
    interaction = context.interaction
    if interaction.message is not None:
        allowed = await allow_named(interaction.client, view)
        await interaction.followup.edit_message(
            interaction.message.id, view=view, allowed_mentions=allowed
        )


async def _edit_instead(context: Context, message: ChannelMessage, _why: str) -> str:
    """Show by the pressed message what others do not see in a new one."""
    await edit_pressed(context, message.reply.view)
    return _("The race has begun: press **My board** under its message.")


async def _delete_pressed(
    context: Context, message: ChannelMessage, message_id: int | None
) -> None:
    await _save(context, message, message_id)
    pressed = context.interaction.message
    if pressed is None:
        return
    try:
        await context.interaction.followup.delete_message(pressed.id)
    except FAILURES as error:
        _log.info("The message of a race stays: %s", error)


def _add_note_if_left_alone(context: Context, place: Place | None, view: ui.LayoutView) -> None:
    """Say in the message of a race that goes on if the bot cannot bring it up to date by itself."""
    is_here = place is not None and place.channel_id == context.interaction.channel_id
    if place is not None and is_here and not can_post(context.interaction, place):
        view.add_item(ui.TextDisplay(f"-# {_(_LEFT_ALONE)}"))


async def _save(context: Context, message: ChannelMessage, message_id: int | None) -> None:
    """Save a message that the bot can bring up to date by itself."""
    place = message.place
    if message_id is None or place is None or not can_post(context.interaction, place):
        return
    try:
        await message.save(message_id)
    except StoreError:
        _log.exception("The message of a race could not be saved")
