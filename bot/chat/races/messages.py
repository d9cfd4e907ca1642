"""The one message in which a channel sees a race: by presses, and by the loop over what is due.

It is edited, except where it pings somebody, which an edit does not: then a new one takes its
place. The bot does that as a member of the channel. Where it is none, the token of a press on the
message does, and what nobody presses for stays out of date until somebody does.
"""

from __future__ import annotations

import functools
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from discord import ui

from bot.chat.races.boards import forget_lobby, next_second, tell_last_minute
from bot.chat.races.pictures import draw_finish, draw_strip
from bot.chat.races.texts import NO_CHANGES
from bot.chat.races.views import counting_view, present_players, race_view
from bot.chat.requests.failures import FAILURES
from bot.chat.responding.audience import is_private_press, place_for_others, why_hidden
from bot.chat.responding.context import channel_language
from bot.chat.responding.loop import Again
from bot.chat.responding.permissions import can_post
from bot.chat.responding.shown_boards import Token
from bot.chat.responding.surface import Post, digest, edit_message, remember, show
from bot.errors import StoreError
from bot.i18n import N_, _, use_locale
from bot.models.contests import (
    DELETED_PLAYER,
    TOLD,
    RacerOutcome,
    RaceState,
    race_subject,
)
from bot.models.due import Shown
from bot.models.places import BoardMessage
from bot.service.contests.races import FIRST_PAUSE, LAST_MINUTE, POST_PAUSE, Races
from bot.service.contests.ratings import Ratings
from bot.service.errors import ServiceError

if TYPE_CHECKING:
    from datetime import datetime

    from bot.chat.races.texts import Progress
    from bot.chat.responding.context import Context, PatienceBot
    from bot.chat.responding.replies import Reply
    from bot.models.contests import Race
    from bot.models.due import Due
    from bot.models.places import Place


_log = logging.getLogger(__name__)


_NOT_STARTED: Final = N_("No race was started. {why}")
_LEFT_ALONE: Final = N_(
    "Patience cannot post here on its own. Press a button to update this message."
)


def place_for_races(context: Context) -> Place:
    """Where a race is opened."""
    return place_for_others(context, _NOT_STARTED)


async def shown(
    context: Context,
    race: Race,
    *,
    pings: tuple[int, ...] = (),
    rematch_of: Race | None = None,
) -> Reply:
    """A race as its channel is to see it, with players to ping."""
    with use_locale(await channel_language(context)):
        reply = await _view(context.interaction.client, race, rematch_of=rematch_of)
        if race.state is RaceState.RUNNING:
            _add_note_if_left_alone(context, race.place, reply.view)
    return replace(reply, pings=pings)


async def _view(
    bot: PatienceBot,
    race: Race,
    progress: Progress | None = None,
    *,
    rematch_of: Race | None = None,
) -> Reply:
    """A race as everybody is to see it now, with its picture.

    Args:
        progress: how far its players are, if that was read just now.
    """
    races = bot.services[Races]
    seconds = race.seconds_to_start(races.now())
    if race.state is RaceState.RUNNING and seconds:
        return counting_view(race, seconds)
    if progress is None:
        progress = await races.progress(race)
    if race.state is RaceState.FINISHED:
        changes = await bot.services[Ratings].of_race(race.id, race.guild_id)
        picture, caption = await draw_finish(bot, race)
    else:
        changes, caption = NO_CHANGES, _caption(race, races.now())
        picture = await draw_strip(bot, race, progress)
    return race_view(
        race,
        progress,
        ratings=changes,
        picture=picture,
        caption=caption,
        rematch_of=rematch_of,
    )


def _caption(race: Race, at: datetime) -> str:
    """What stands below the strip of a running race in its last minute; else empty."""
    is_last = (
        race.state is RaceState.RUNNING and race.starts_at and race.deadline - LAST_MINUTE <= at
    )
    return _("⏳ **The last minute!**") if is_last else ""


async def new_message(context: Context, race: Race, *, rematch_of: Race | None = None) -> Reply:
    """The response that is the first message of a race, which may ping who was challenged."""
    races = context.services[Races]
    pings = race.by_invitation and await races.may_ping(race)
    challenged = (race.other(context.player),) if pings else ()
    reply = await shown(context, race, pings=challenged, rematch_of=rematch_of)

    async def retract(why: str) -> str:
        await races.discard(context.player, race)
        return _(_NOT_STARTED, why=_(why))

    delivered = functools.partial(_save, context, race)
    return replace(reply, new_message=True, delivered=delivered, retract=retract)


async def show_in_channel(context: Context, race: Race, reply: Reply) -> bool:
    """Show a race in its channel; False where the bot may not write, so that the press does."""
    place = race.place
    if place is None:
        return is_private_press(context)
    if not is_private_press(context) and not can_post(context.interaction, place):
        return False
    try:
        await show(context.interaction.client, race_subject(race.id), _post(race, reply))
    except (StoreError, *FAILURES) as error:
        # The players see it where they ask for it.
        _log.warning("Channel %d was not shown a race: %s", place.channel_id, error)
        return is_private_press(context)
    return True


def in_place_of_pressed(context: Context, race: Race, reply: Reply) -> Reply:
    """The response in place of the pressed message, which pings; where hidden it edits that."""
    if why_hidden(context.interaction):
        return reply
    return replace(
        reply,
        new_message=True,
        delivered=functools.partial(_delete_pressed, context, race),
        retract=functools.partial(_edit_instead, context, reply),
    )


async def edit_pressed(context: Context, reply: Reply) -> None:
    """Show something else in the pressed message, which pings nobody."""
    bot, pressed = context.interaction.client, context.interaction.message
    if pressed is not None and context.place is not None:
        shown, token = BoardMessage(context.place, pressed.id), Token.of(context.interaction)
        await edit_message(bot, shown, reply, token=token, as_member=False)


async def _edit_instead(context: Context, reply: Reply, _why: str) -> str:
    """Show by the pressed message what others do not see in a new one."""
    await edit_pressed(context, reply)
    return _("The race has begun: press **My board** under its message.")


async def _delete_pressed(context: Context, race: Race, message_id: int | None) -> None:
    await _save(context, race, message_id)
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


async def _save(context: Context, race: Race, message_id: int | None) -> None:
    """Save a message that the bot can bring up to date by itself."""
    if message_id is None or race.place is None or not can_post(context.interaction, race.place):
        return
    now = context.services[Races].now()
    saved = Shown(race_subject(race.id), race.place, message_id, race.state, now)
    await remember(context.interaction.client, saved, before=race.message_id)


async def race_message(bot: PatienceBot, due: Due) -> Post | Again | None:
    """A race as its channel is to see it now: over, so far if the others are silent, or running."""
    races = bot.services[Races]
    try:
        race = await races.get(due.subject.id)
    except ServiceError:
        return None
    if race.is_over:
        forget_lobby(bot, race.id)
        await bot.services[Ratings].rate_finished()
        is_announced = race.place is None or race.shown.startswith(race.state)
        return None if is_announced else _post(race, await _result(bot, race))
    seconds = race.seconds_to_start(races.now())
    if race.state is RaceState.RUNNING and race.starts_at is not None and seconds:
        again_at = next_second(race.starts_at, seconds)
        if race.message_id is None:
            return Again(again_at)
        return _post(race, counting_view(race, seconds), again_at)
    ends_at, silent_at = races.next_end(race), await races.silent_at(race)
    if silent_at is not None and silent_at <= races.now() and not race.overdue(races.now()):
        race = replace(race, shown=TOLD)
        return _post(race, await _result_so_far(bot, race), again_at=ends_at)
    again_at = ends_at if silent_at is None else min(ends_at, silent_at)
    if race.by_invitation or race.state is RaceState.OPEN:
        return Again(again_at)
    if last_minute := _caption(race, races.now()):
        await tell_last_minute(bot, race)
    elif race.starts_at is not None:
        again_at = min(again_at, race.deadline - LAST_MINUTE)
    if race.message_id is None:
        return Again(again_at)
    progress = await races.progress(race)
    post = _post(race, race_view(race, progress, caption=last_minute), again_at=again_at)
    if post.state == race.shown:
        return Again(again_at)
    may_show_at = _may_show_at(race, race.shown_at or races.now())
    if races.now() < may_show_at:
        return Again(min(again_at, may_show_at))
    return replace(post, reply=await _view(bot, race, progress))


def _may_show_at(race: Race, shown_at: datetime) -> datetime:
    """When the message of a running race may change that was shown some time ago."""
    if race.starts_at is None or shown_at >= race.starts_at + FIRST_PAUSE:
        return shown_at + POST_PAUSE
    return shown_at + FIRST_PAUSE if shown_at >= race.starts_at else race.starts_at


def _post(race: Race, reply: Reply, again_at: datetime | None = None) -> Post:
    """A race in its channel, by its state and what is told of it."""
    if race.place is None:
        raise LookupError(f"Race {race.id} has no channel.")
    state = TOLD if race.is_told and not race.is_over else race.state
    return Post(
        race.place,
        reply,
        state=f"{state} {digest(reply)}",
        again_at=again_at,
        comes_back=race.state is RaceState.FINISHED,
    )


async def _result_so_far(bot: PatienceBot, race: Race) -> Reply:
    """The table of a race that goes on, which pings those who wait for it."""
    waiting = tuple(
        one.player_id
        for one in race.racers
        if one.outcome in (RacerOutcome.WON, RacerOutcome.UNFINISHED)
        and one.result
        and one.player_id != DELETED_PLAYER
    )
    return replace(await _view(bot, race), pings=waiting)


async def _result(bot: PatienceBot, ended: Race) -> Reply:
    if ended.state is not RaceState.FINISHED:
        return race_view(ended, ())
    # Where the results so far were posted, this edits them, which pings nobody.
    pings = () if ended.is_told else present_players(ended)
    return replace(await _view(bot, ended), pings=pings)
