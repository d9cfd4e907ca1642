"""Posting a day's results in the channels that guilds have chosen."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from bot.chat.background import Announcement, announce_all
from bot.chat.daily.digest_views import digest_view
from bot.models import Place
from bot.service import NotReady

if TYPE_CHECKING:
    from bot.chat.context import PatienceBot
    from bot.chat.responses import Reply
    from bot.service import Digest, Post

CHECK_SECONDS: Final = 60.0
"""Seconds between two checks for a day that is over and not posted everywhere."""


async def post_results(bot: PatienceBot) -> bool:
    """Post yesterday's results where that has not been done, and somebody has played.

    Returns:
        Whether nothing is left to be tried again.

    Raises:
        StoreError: if the database cannot be reached.
    """
    return all([await _post(bot, post) for post in await bot.services.daily.due_posts()])


async def _post(bot: PatienceBot, post: Post) -> bool:
    """Post a day's results in a guild.

    Returns:
        False if it is to be tried again later.
    """
    daily = bot.services.daily
    try:
        deal = await daily.deal(post.day)
    except NotReady:
        # There was no deal on the bot's first day.
        return True
    digest = await bot.services.digests.of_day(post.guild, deal)
    if not digest.lines:
        await daily.posted(post)
        return True
    announcement = Announcement(
        f"day:{post.day}:{post.guild}",
        Place(post.channel, post.guild),
        functools.partial(_results, digest),
        functools.partial(daily.posted, post),
    )
    return await announce_all(bot, [announcement])


async def _results(digest: Digest) -> Reply:
    return digest_view(digest)
