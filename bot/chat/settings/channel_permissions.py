"""What the bot may do in a channel, asked of Discord: the bot remembers no roles or channels."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

import discord

from bot.chat.requests.failures import FAILURES, is_passing, reason

if TYPE_CHECKING:
    from bot.chat.context import PatienceBot

_NEEDED: Final = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
}
"""The permissions needed to post in a channel, by Discord's names; each needs those before it."""
_MISSING_ACCESS: Final = 50001

_log = logging.getLogger(__name__)


async def missing_permission(bot: PatienceBot, guild_id: int, channel_id: int) -> str | None:
    """Which permission the bot lacks to post in a channel, by Discord's name.

    Returns:
        The first that it lacks, as the others cannot be told before it has that one; empty if it
        lacks none or Discord does not say; None if it is not in the guild or the channel is gone.
    """
    if bot.user is None:
        return ""
    try:
        granted = await _permissions(bot, bot.user.id, guild_id, channel_id)
    except FAILURES as error:
        if not isinstance(error, discord.HTTPException) or is_passing(error):
            _log.warning("The permissions in a channel could not be asked: %s", reason(error))
            return ""
        return None
    return next((title for name, title in _NEEDED.items() if not getattr(granted, name)), "")


async def _permissions(
    bot: PatienceBot, me: int, guild_id: int, channel_id: int
) -> discord.Permissions:
    """The bot's permissions in a channel of a guild; none in one that it cannot see."""
    guild = await bot.fetch_guild(guild_id, with_counts=False)
    try:
        channel = await guild.fetch_channel(channel_id)
    except discord.Forbidden as error:
        if error.code == _MISSING_ACCESS:
            return discord.Permissions.none()
        raise
    return channel.permissions_for(await guild.fetch_member(me))
