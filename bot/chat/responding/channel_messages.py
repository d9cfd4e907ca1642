"""Messages that the bot posts in a channel as a member of it, and brings up to date there.

An edit pings nobody. A message that is to ping players therefore takes the place of the one before,
which is deleted; any other edits it, unless that is old and others like it were edited just now.
"""

from __future__ import annotations

import functools
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.chat.requests.failures import ARCHIVED, FAILURES, is_passing, reason
from bot.chat.responding.live_boards import message_url
from bot.chat.responding.mentions import allow_named, mentions_of, name_absent
from bot.chat.responding.replies import message
from bot.errors import StoreError
from bot.i18n import _
from bot.models.places import BoardMessage

if TYPE_CHECKING:
    from bot.chat.responding.context import Interaction, PatienceBot
    from bot.chat.responding.replies import Reply
    from bot.models.places import Place

_log = logging.getLogger(__name__)

SaveMessage = Callable[[int], Awaitable[bool]]
"""Saves the id of a new message; False if it is superfluous, as another one was faster."""


async def post(
    bot: PatienceBot,
    place: Place,
    reply: Reply,
    *,
    before: int | None,
    save: SaveMessage,
    nonce: str = "",
    stays: bool = False,
) -> None:
    """Show something in a channel in one message, which replaces or edits the one before."""
    channel = bot.get_partial_messageable(place.channel_id)
    edits = before is not None and not reply.pings
    if before is not None and (stays or (edits and bot.pace.may_edit(place.channel_id, before))):
        old = channel.get_partial_message(before)
        try:
            edited = await old.edit(
                view=reply.view,
                attachments=reply.files(),
                allowed_mentions=await allow_named(bot, reply.view),
            )
        except discord.HTTPException as error:
            # A new message makes an archived thread active again.
            if stays or error.code != ARCHIVED:
                raise
        else:
            await name_absent(bot, edited, reply.view)
            return
    mentions = await mentions_of(bot, reply.view, pings=reply.pings, spares=reply.spares)
    sent = await channel.send(
        view=reply.view,
        files=reply.files(),
        allowed_mentions=mentions.allowed,
        silent=mentions.silent or edits,
        nonce=nonce or secrets.token_hex(12),
    )
    await name_absent(bot, sent, reply.view)
    if sent.id == before:
        return
    remove = functools.partial(_remove, channel, before, BoardMessage(place, sent.id))
    if nonce:
        # First: a process that dies before it saves the new one finds that by its nonce.
        await remove()
    try:
        is_wanted = await save(sent.id)
    except StoreError:
        _log.exception("The id of a message in channel %d could not be saved", place.channel_id)
        is_wanted = True
    if not is_wanted:
        await sent.delete()
    elif not nonce:
        await remove()


async def _remove(
    channel: discord.PartialMessageable, message_id: int | None, new: BoardMessage
) -> None:
    """Delete a message, if there is one; one that stays leads to the new one."""
    if message_id is None:
        return
    old = channel.get_partial_message(message_id)
    try:
        await old.delete()
    except discord.NotFound:
        return
    except FAILURES as error:
        _log.info("A message in channel %d cannot be deleted: %s", new.place.channel_id, error)
    else:
        return
    link = f"-# {_('Goes on [here]({url}).', url=message_url(new))}"
    try:
        await old.edit(view=message(ui.TextDisplay(link)))
    except FAILURES as error:
        _log.warning("A message in channel %d is out of date: %s", new.place.channel_id, error)


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
