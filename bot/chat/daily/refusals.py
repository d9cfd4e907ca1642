"""Telling whoever chose a channel that it takes no more results."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

import discord

from bot.chat.requests.failures import reason
from bot.chat.responding.announcements import nonce
from bot.chat.responding.context import guild_language
from bot.chat.responding.replies import text_reply
from bot.i18n import _, use_locale
from bot.service.guilds.guilds import Guilds
from bot.service.preferences import PreferenceService

if TYPE_CHECKING:
    from bot.chat.responding.context import PatienceBot
    from bot.chat.responding.replies import Reply
    from bot.service.daily.daily import Post

_FINAL: Final = frozenset({400, 403, 404})
_TOO_FAST: Final = frozenset({20026, 40003})
"""Discord's codes for a bot that opens direct messages with many at a time."""
_PAUSE: Final = 60.0
"""Seconds until direct messages may be opened again."""

_log = logging.getLogger(__name__)


async def tell_chooser(bot: PatienceBot, post: Post) -> None:
    """Tell whoever chose a server's channel, by direct message and once, that it refuses results.

    Raises:
        discord.HTTPException: if Discord may take the message later.
        discord.RateLimited: if too many direct messages were opened just now.
    """
    guilds = bot.services[Guilds]
    chooser = await guilds.who_chose_channel(post.guild)
    if chooser is None:
        return
    if not bot.pace.may_open_direct_messages():
        raise discord.RateLimited(_PAUSE)
    preferences = await bot.services[PreferenceService].get(chooser)
    with use_locale(preferences.language or await guild_language(bot, post.guild)):
        reply = _refused_view(post)
    try:
        channel = await bot.create_dm(discord.Object(chooser))
        # Should the process die before it is noted, the next message is known to be this one.
        key = nonce(f"refused:{post.guild}:{post.day}")
        await bot.get_partial_messageable(channel.id).send(view=reply.view, nonce=key)
    except discord.HTTPException as error:
        if error.status not in _FINAL or error.code in _TOO_FAST:
            raise
        _log.info("Nobody is told that a channel takes no results: %s", reason(error))
    await guilds.note_channel_choice(post.guild, None)


def _refused_view(post: Post) -> Reply:
    return text_reply(
        _(
            "Daily results can no longer be posted in {channel}, which you chose, so they are off. "
            "The permissions of the channel or its category may have changed, or Patience may be "
            "in a time-out. Choose the channel again with /setup once that is put right.",
            channel=f"<#{post.channel}>",
        )
    )
