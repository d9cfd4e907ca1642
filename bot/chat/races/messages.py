"""The one message in which a channel sees a challenge and the race it becomes.

It is edited, except where it pings somebody, which an edit does not: then a new one takes its
place. The bot does that as a member of the channel. Where it is none, the token of a press on the
message does, and what nobody presses for stays out of date until somebody does.
"""

from __future__ import annotations

import functools
import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.chat.channel_messages import FAILURES, can_post, post
from bot.chat.races.views import challenge_view
from bot.errors import StoreError
from bot.service import CannotChallenge

if TYPE_CHECKING:
    from bot.chat.context import Context
    from bot.chat.responses import Reply
    from bot.models import Challenge

_log = logging.getLogger(__name__)


def refuse_direct_message(context: Context) -> None:
    """Refuse a challenge in a direct message with the bot, where nobody else would see it.

    Raises:
        CannotChallenge: if that is where the interaction happens.
    """
    if context.interaction.context.dm_channel:
        raise CannotChallenge(
            "The other player would not see a challenge from here. Send it in a server or in a "
            "chat that both of you are in."
        )


def new_message(context: Context, challenge: Challenge) -> Reply:
    """A new challenge: a message of its own that pings the opponent."""
    return replace(
        challenge_view(challenge),
        new_message=True,
        mentions=(challenge.opponent_id,),
        posted=functools.partial(_save, context, challenge),
    )


def is_private_press(context: Context) -> bool:
    """Whether a button was pressed that only the player sees, so not on the channel's message."""
    pressed = context.interaction.message
    return pressed is not None and pressed.flags.ephemeral


async def show_in_channel(
    context: Context, challenge: Challenge, *, mentions: tuple[int, ...] = ()
) -> bool:
    """Show in its channel how a challenge stands now.

    Args:
        context: who changed it.
        challenge: the challenge.
        mentions: the players to ping.

    Returns:
        False if the press itself has to show it: the bot may not write where its button is.
    """
    place = challenge.place
    if place is None:
        return is_private_press(context)
    if not is_private_press(context) and not can_post(context.interaction, place):
        return False
    reply = replace(challenge_view(challenge), mentions=mentions)
    save = functools.partial(context.services.challenges.save_message, challenge)
    try:
        await post(context.interaction.client, place, reply, before=challenge.message_id, save=save)
    except FAILURES as error:
        # Both players see it all the same where they ask for it.
        _log.warning("Channel %d was not told of a race: %s", place.channel_id, error)
        return is_private_press(context)
    return True


def take_place(context: Context, challenge: Challenge, *, mentions: tuple[int, ...]) -> Reply:
    """The response to a press that takes the place of the pressed message, and pings."""
    return replace(
        challenge_view(challenge),
        new_message=True,
        mentions=mentions,
        posted=functools.partial(_delete_pressed, context, challenge),
    )


async def _delete_pressed(context: Context, challenge: Challenge, message_id: int) -> None:
    await _save(context, challenge, message_id)
    pressed = context.interaction.message
    if pressed is None:
        return
    try:
        await context.interaction.followup.delete_message(pressed.id)
    except FAILURES as error:
        _log.info("The message of a challenge stays: %s", error)


async def _save(context: Context, challenge: Challenge, message_id: int) -> None:
    try:
        await context.services.challenges.save_message(challenge, message_id)
    except StoreError:
        _log.exception("The message of a challenge could not be saved")
