"""Clocks that tests give to the bot, and a bot that goes by one.

A module of tests that imports ``bot`` and ``clock`` has one that shows the current time, shifted;
with ``bot`` alone, the clock stands still until it is set.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Final

import pytest

from bot.images import ImageRenderer
from tests.e2e.running_bot import RunningBot, running_patience

NOON: Final = datetime(2026, 11, 16, 12, tzinfo=UTC)
"""A Monday, seven in the morning in New York."""


class Clock:
    """A clock that moves only when it is set."""

    def __init__(self, now: datetime = NOON) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def advance(self, time: timedelta) -> None:
        """Let time pass."""
        self.now += time

    def set(self, day: date, hour: int, minute: int = 0) -> None:
        """Set it to a time of a day, in UTC."""
        self.now = datetime.combine(day, time(hour, minute), UTC)


class ShiftedClock:
    """The current time, shifted by ``later``, so that deadlines can pass."""

    def __init__(self) -> None:
        self.later = timedelta()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.later

    def advance(self, time: timedelta) -> None:
        """Let time pass."""
        self.later += time


@pytest.fixture
def clock() -> ShiftedClock:
    return ShiftedClock()


@pytest.fixture
async def bot(
    images: ImageRenderer, migrated_file: Path, clock: Callable[[], datetime]
) -> AsyncIterator[RunningBot]:
    async with running_patience(images, migrated_file, clock=clock) as bot:
        yield bot
