"""Clocks that tests give to the bot."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

NOON: Final = datetime(2026, 11, 16, 12, tzinfo=UTC)
"""A Monday, seven in the morning in New York."""


class Clock:
    """A clock that moves only when it is set."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


class ShiftedClock:
    """The current time, shifted by ``later``, so that deadlines can pass."""

    def __init__(self) -> None:
        self.later = timedelta()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.later
