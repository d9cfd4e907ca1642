"""A bot and two people at it, for trials of Discord's faults."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from bot.images import ImageRenderer
from tests.e2e.clocks import NOON, ShiftedClock
from tests.e2e.daily.daily_deals import days_of, prove_at_once
from tests.e2e.player import Player
from tests.e2e.running_bot import RunningBot, running_patience


@dataclass(frozen=True, slots=True)
class Stage:
    """A bot and two people at it.

    Attributes:
        player: who acts; manages no server.
        other: somebody else.
    """

    bot: RunningBot
    player: Player
    other: Player


@asynccontextmanager
async def staged(images: ImageRenderer, database: Path) -> AsyncIterator[Stage]:
    """A bot that is ready, and people who see it."""
    clock = ShiftedClock()
    # Late in a day, the results of the day before are no longer posted.
    clock.set(datetime.combine(clock().date(), NOON.timetz()))

    async with (
        running_patience(images, database, days=days_of(prove_at_once, clock), clock=clock) as bot,
        Player.connect(bot.discord.page_url, "Ben") as player,
        Player.connect(bot.discord.page_url, "Chiyo") as other,
    ):
        await player.until_online()
        await bot.client.wait_until_ready()
        yield Stage(bot, player, other)
