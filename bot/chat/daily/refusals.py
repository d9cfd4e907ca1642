"""Telling whoever chose a channel that it takes no more results."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

import discord

from bot.chat.responding.announcements import Announcement, announce
from bot.chat.responding.context import guild_language
from bot.chat.responding.direct_messages import Unreachable, open_direct_messages
from bot.chat.responding.replies import text_reply
from bot.i18n import _, use_locale
from bot.models.places import Place
from bot.service.guilds.guilds import Guilds
from bot.service.preferences import PreferenceService

if TYPE_CHECKING:
    from bot.chat.responding.context import PatienceBot
    from bot.chat.responding.replies import Reply
    from bot.models.daily import DayMessage

_PAUSE: Final = 60.0
"""Seconds until direct messages may be opened again."""


async def tell_chooser(bot: PatienceBot, post: DayMessage) -> None:
    """Tell whoever chose a server's channel, by direct message and once, that it refuses results.

    Raises:
        discord.HTTPException: if Discord may open direct messages later.
        discord.RateLimited: if the message is to be sent later.
    """
    guilds = bot.services[Guilds]
    chooser = await guilds.who_chose_channel(post.guild)
    if chooser is None:
        return
    forget = functools.partial(guilds.note_channel_choice, post.guild, None)
    try:
        channel_id = await open_direct_messages(bot, chooser)
    except Unreachable:
        await forget()
        return
    if channel_id is None:
        raise discord.RateLimited(_PAUSE)

    async def reply() -> Reply:
        preferences = await bot.services[PreferenceService].get(chooser)
        with use_locale(preferences.language or await guild_language(bot, post.guild)):
            return _refused_view(post)

    name = f"refused:{post.guild}:{post.day}@{chooser}"
    if not await announce(
        bot, Announcement(name, Place(channel_id), reply, forget, player=chooser)
    ):
        raise discord.RateLimited(_PAUSE)


def _refused_view(post: DayMessage) -> Reply:
    return text_reply(
        _(
            "The day can no longer be shown in {channel}, which you chose, so that is off. The "
            "permissions of the channel or its category may have changed, or Patience may be "
            "in a time-out. Choose the channel again with /setup once that is put right.",
            channel=f"<#{post.channel}>",
        )
    )
