"""Snowflakes: Discord's ids, which contain the time of their creation."""

from __future__ import annotations

import time
from datetime import UTC, datetime

EPOCH_MS = 1_420_070_400_000
"""Discord's epoch, the first second of 2015, in Unix milliseconds."""


class SnowflakeSource:
    """Generates increasing ids, even within one millisecond."""

    def __init__(self) -> None:
        self._last = 0

    def next(self) -> int:
        """A new id, larger than all before."""
        fresh = (int(time.time() * 1000) - EPOCH_MS) << 22
        self._last = max(fresh, self._last + 1)
        return self._last


def snowflake_time(snowflake: int) -> str:
    """The time an id was created, in ISO 8601 with offset, as Discord writes timestamps."""
    seconds = ((snowflake >> 22) + EPOCH_MS) / 1000
    return datetime.fromtimestamp(seconds, UTC).isoformat()
