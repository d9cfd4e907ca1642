"""Opening direct messages, which Discord lets a bot do with few at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord

from bot.chat.requests.failures import TAKEN_FOR_SPAM
from bot.chat.requests.pace import within
from bot.chat.responding.loop import AllWait
from bot.chat.responding.surface import SECONDS_TO_SHOW
from bot.service.players.reminders import Reminders

if TYPE_CHECKING:
    from bot.chat.responding.context import PatienceBot

REFUSALS: Final = frozenset(
    {
        10003,  # the channel of the direct messages is gone
        10013,  # the user is gone
        50007,  # the user's direct messages are closed
        50033,  # the user cannot receive any
        50278,  # the bot and the user share no server
    }
)
"""Discord's codes for direct messages that it does not deliver."""


class Unreachable(Exception):
    """Discord delivers no direct messages to a player."""


async def open_direct_messages(bot: PatienceBot, player: int) -> int | None:
    """A player's channel, opened; None if many were. Else Unreachable, AllWait or FAILURES."""
    if not bot.pace.may_open_direct_messages():
        return None
    await bot.pace.turn()
    try:
        opened = await within(SECONDS_TO_SHOW, bot.create_dm(discord.Object(player)))
    except discord.HTTPException as error:
        if error.code in REFUSALS:
            raise Unreachable from error
        if error.code in TAKEN_FOR_SPAM:
            bot.pace.open_none_for_a_while()
            raise AllWait(str(error)) from error
        raise
    await bot.services[Reminders].opened(player, opened.id)
    return opened.id
