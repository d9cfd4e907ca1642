"""Posting a day's results in the channels that guilds have chosen."""

from __future__ import annotations

import functools
from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING, Final

from bot.chat.channels.background import Announcement, announce_all, on_duty
from bot.chat.daily.digest_views import digest_view
from bot.models import Place
from bot.service import NotReady

if TYPE_CHECKING:
    import discord

    from bot.chat.context import PatienceBot
    from bot.chat.messages.replies import Reply
    from bot.service import Post

CHECK_SECONDS: Final = 20.0
"""Seconds between two checks for a day that is over and not posted everywhere."""
MAX_POSTS: Final = 500
"""How many servers one pass tells results."""

_NO_CHANNEL: Final = frozenset(
    {
        10003,  # it is gone
        50001,  # the bot may not see it
        50008,  # it has no messages
        50013,  # the bot may not write there
        160005,  # it is a thread that is locked
    }
)
"""Discord's codes for a channel that takes no message until somebody changes that
(discord/discord-api-docs, topics/opcodes-and-status-codes)."""


async def post_results(bot: PatienceBot) -> bool:
    """Post the results of days that are over in the next servers to be told.

    Returns:
        Whether nothing is left to be tried again.

    Raises:
        StoreError: if the database cannot be reached.
    """
    duty = await on_duty(bot)
    due = [one for one in await bot.services.daily.due_posts() if duty.serves(one.guild)]
    # However many fail again and again, the others get their turn.
    due.sort(key=lambda post: bot.failing[_name(post)] > 0)
    return await announce_all(bot, map(functools.partial(_announcement, bot), due[:MAX_POSTS]))


def _announcement(bot: PatienceBot, post: Post) -> Announcement:
    return Announcement(
        _name(post),
        Place(post.channel, post.guild),
        functools.partial(_results, bot, post),
        functools.partial(bot.services.daily.posted, post),
        due=datetime.combine(post.day + timedelta(days=1), time(), UTC),
        refused=functools.partial(_refused, bot, post),
    )


def _name(post: Post) -> str:
    return f"day:{post.day}:{post.guild}"


async def _refused(bot: PatienceBot, post: Post, error: discord.HTTPException) -> None:
    """Turn a server's posts off whose channel takes none; /setup says so."""
    if error.code in _NO_CHANNEL and bot.get_guild(post.guild) is not None:
        await bot.services.preferences.turn_off_posts(post.guild, post.channel)


async def _results(bot: PatienceBot, post: Post) -> Reply | None:
    try:
        deal = await bot.services.daily.deal(post.day)
    except NotReady:
        # There was no deal on the day before the bot's first.
        return None
    digest = await bot.services.digests.of_day(post.guild, deal)
    return digest_view(digest) if digest.lines else None
