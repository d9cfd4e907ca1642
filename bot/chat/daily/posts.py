"""What channels are sent of the days: their results, and how daily games are going."""

from __future__ import annotations

import functools
import logging
from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING, Final

import discord

from bot.chat.daily.refusals import tell_chooser
from bot.chat.daily.views import digest_view, progress_view
from bot.chat.responding.announcements import (
    Announcement,
    announce,
    announce_all,
    do_all,
    served_shards,
)
from bot.chat.responding.replies import Reply
from bot.models.places import Place
from bot.service.daily.daily import Daily, NotReady
from bot.service.daily.posts import DailyProgress, Digests
from bot.service.errors import ServiceError
from bot.service.play.games import Games
from bot.service.preferences import PreferenceService

if TYPE_CHECKING:
    from bot.chat.responding.context import PatienceBot
    from bot.models.daily import ProgressPost
    from bot.service.daily.daily import Post

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
    """Post the results of days that are over in the next servers to be told."""
    served = await served_shards(bot)
    due = [one for one in await bot.services[Daily].due_posts() if served.serves(one.guild)]
    # However many fail again and again, the others get their turn.
    due.sort(key=lambda post: bot.announcements.failure_counts[_name(post)] > 0)
    return await announce_all(bot, map(functools.partial(_announcement, bot), due[:MAX_POSTS]))


def _announcement(bot: PatienceBot, post: Post) -> Announcement:
    return Announcement(
        _name(post),
        Place(post.channel, post.guild),
        functools.partial(_results, bot, post),
        functools.partial(bot.services[Daily].posted, post),
        due=datetime.combine(post.day + timedelta(days=1), time(), UTC),
        until=datetime.combine(post.day + timedelta(days=3), time(), UTC),
        refused=functools.partial(_refused, bot, post),
    )


def _name(post: Post) -> str:
    return f"day:{post.day}:{post.guild}"


async def _refused(bot: PatienceBot, post: Post, error: discord.HTTPException) -> None:
    """Turn a server's posts off whose channel takes none; /setup says so."""
    if error.code in _NO_CHANNEL and bot.get_guild(post.guild) is not None:
        await tell_chooser(bot, post)
        await bot.services[PreferenceService].turn_off_posts(post.guild, post.channel)


async def _results(bot: PatienceBot, post: Post) -> Reply | None:
    try:
        deal = await bot.services[Daily].deal(post.day)
    except NotReady:
        # There was no deal on the day before the bot's first.
        return None
    digest = await bot.services[Digests].for_day(post.guild, deal)
    return digest_view(digest) if digest.lines else None


PROGRESS_SECONDS: Final = 15.0
"""Seconds between two edits of a message: far from Discord's limit of five in five seconds."""

_log = logging.getLogger(__name__)


async def post_progress(bot: PatienceBot) -> bool:
    """Post about the daily games that have gone on."""
    served = await served_shards(bot)
    due = await bot.services[DailyProgress].due()
    mine = (one for one in due if served.serves(one.place.guild_id))
    return await do_all(
        bot, {_progress_name(one): functools.partial(_post_progress_of, bot, one) for one in mine}
    )


def _progress_name(due: ProgressPost) -> str:
    return f"progress:{due.game_id}"


async def _post_progress_of(bot: PatienceBot, due: ProgressPost) -> bool:
    """Send or edit the message about a game.

    Returns:
        False if it is to be tried again later.
    """
    progress = bot.services[DailyProgress]
    try:
        snapshot = await bot.services[Games].get(due.game_id)
    except ServiceError as error:
        _log.info("A daily game cannot be posted about: %s", error)
        await progress.stop(due)
        return True
    is_over = snapshot.state.is_final or not snapshot.is_secret
    shown = due.message_id

    async def reply() -> Reply:
        return Reply(progress_view(snapshot))

    async def save(message_id: int) -> bool:
        nonlocal shown
        shown = message_id
        await progress.posted(due, message_id, is_last=False)
        return True

    async def note() -> None:
        if shown is not None:
            await progress.posted(due, shown, is_last=is_over)

    async def refused(_error: discord.HTTPException) -> None:
        # It was deleted, or the bot may not post there.
        await progress.stop(due)

    return await announce(
        bot,
        Announcement(
            # The same until the channel was told, however the game goes on.
            f"{_progress_name(due)}:{due.told}",
            due.place,
            reply,
            note,
            before=due.message_id,
            save=save,
            refused=refused,
        ),
    )
