"""Races, which begin at an open table or with a challenge."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from bot.chat.races.posts import CHECK_SECONDS, announce_races, post_race_progress
from bot.chat.responding.announcements import repeat

if TYPE_CHECKING:
    from bot.chat.responding.context import PatienceBot

__all__ = ["CHECK_SECONDS", "announce_races", "post_race_progress", "setup"]


def setup(bot: PatienceBot) -> None:
    """Add the background work of the feature."""
    for work, name in ((announce_races, "Ending races"), (post_race_progress, "Showing races")):
        loop = functools.partial(work, bot)
        bot.background.append(
            functools.partial(repeat, bot, loop, name=name, seconds=CHECK_SECONDS)
        )
