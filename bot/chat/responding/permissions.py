"""What the bot may do in a channel: to write there as a member of it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

import discord

from bot.chat.requests.failures import FAILURES, is_passing, reason

if TYPE_CHECKING:
    from bot.chat.responding.context import Interaction, PatienceBot
    from bot.models.places import Place

_log = logging.getLogger(__name__)


def can_post(interaction: Interaction, place: Place) -> bool:
    """Whether an interaction happened in a channel in which the bot may write as a member."""
    return (
        interaction.channel_id == place.channel_id
        and interaction.is_guild_integration()
        and may_post(interaction)
    )


def may_post(interaction: Interaction) -> bool:
    """Whether the bot has the permissions to write where an interaction happened."""
    permissions = interaction.app_permissions
    is_thread = isinstance(interaction.channel, discord.Thread)
    may_send = permissions.send_messages_in_threads if is_thread else permissions.send_messages
    return permissions.view_channel and may_send


_NEEDED: Final = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
}
"""The permissions needed to post in a channel, by Discord's names; each needs those before it."""
_MISSING_ACCESS: Final = 50001


async def missing_permission(bot: PatienceBot, guild_id: int, channel_id: int) -> str | None:
    """The first permission the bot lacks to post; "" for none known, None if it is not there."""
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
