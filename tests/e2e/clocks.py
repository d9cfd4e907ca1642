"""Clocks that tests give to the bot; :class:`tests.e2e.running_bot.RunningBot` moves them."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Final

NOON: Final = datetime(2026, 11, 16, 12, tzinfo=UTC)
"""A Monday, seven in the morning in New York."""


def time_of(day: date, hour: int, minute: int = 0) -> datetime:
    """A time of a day, in UTC."""
    return datetime.combine(day, time(hour, minute), UTC)


class Clock:
    """A clock that moves only when it is set."""

    def __init__(self, now: datetime = NOON) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def advance(self, time: timedelta) -> None:
        """Let time pass."""
        self.now += time

    def set(self, now: datetime) -> None:
        """Show another time from now on."""
        self.now = now


class ShiftedClock:
    """The current time, shifted by ``later``, so that deadlines can pass."""

    def __init__(self) -> None:
        self.later = timedelta()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.later

    def advance(self, time: timedelta) -> None:
        """Let time pass."""
        self.later += time

    def set(self, now: datetime) -> None:
        """Show another time, and go on from there."""
        self.later = now - datetime.now(UTC)
