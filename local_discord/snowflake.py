"""Snowflakes: Discord's ids, which contain the time of their creation."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime

EPOCH_MS = 1_420_070_400_000
"""Discord's epoch, the first second of 2015, in Unix milliseconds."""


class SnowflakeSource:
    """Generates increasing ids, even within one millisecond.

    Args:
        clock: seconds since 1970.
    """

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._last = 0

    def next(self) -> int:
        """A new id, larger than all before."""
        fresh = (int(self._clock() * 1000) - EPOCH_MS) << 22
        self._last = max(fresh, self._last + 1)
        return self._last


def snowflake_seconds(snowflake: int) -> float:
    """The time an id was created, in seconds since 1970."""
    return ((snowflake >> 22) + EPOCH_MS) / 1000


def snowflake_time(snowflake: int) -> str:
    """The time an id was created, in ISO 8601 with offset, as Discord writes timestamps."""
    return datetime.fromtimestamp(snowflake_seconds(snowflake), UTC).isoformat()
