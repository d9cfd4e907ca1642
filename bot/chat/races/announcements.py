"""Announcing how challenges ended, in the channels where they were made."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from bot.chat.channels.background import Announcement, announce_all
from bot.chat.races.views import result_view
from bot.models import ChallengeState

if TYPE_CHECKING:
    from bot.chat.context import PatienceBot
    from bot.chat.messages.replies import Reply
    from bot.models import Challenge

CHECK_SECONDS: Final = 5.0
"""Seconds between two checks for races that are over."""


async def announce_results(bot: PatienceBot) -> bool:
    """Announce every challenge that is over where that has not been done.

    Returns:
        Whether nothing is left to be tried again.

    Raises:
        StoreError: if the database cannot be reached.
    """
    await bot.services.ratings.rate_finished()
    challenges = bot.services.challenges
    announcements = [
        Announcement(
            f"challenge:{ended.id}",
            ended.place,
            functools.partial(_result, bot, ended),
            functools.partial(challenges.announced, ended),
            before=ended.message_id,
            due=ended.ended_at,
            save=functools.partial(challenges.save_message, ended),
        )
        for ended in await challenges.unannounced()
        if ended.place is not None
    ]
    return await announce_all(bot, announcements)


async def _result(bot: PatienceBot, ended: Challenge) -> Reply:
    if ended.state is not ChallengeState.FINISHED:
        return result_view(ended, None, {})
    progress = await bot.services.challenges.progress(ended)
    return result_view(ended, progress, await bot.services.ratings.of_challenge(ended))
