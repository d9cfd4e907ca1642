"""Snowflakes: Discord's ids, which carry the time they were made."""

from __future__ import annotations

import time
from datetime import UTC, datetime

EPOCH_MS = 1_420_070_400_000
"""Milliseconds between the Unix epoch and Discord's, the first second of 2015."""


class SnowflakeSource:
    """Gives ids that grow: later ids are larger, even within one millisecond."""

    def __init__(self) -> None:
        self._last = 0

    def next(self) -> int:
        """A new id, larger than every id given before."""
        fresh = (int(time.time() * 1000) - EPOCH_MS) << 22
        self._last = max(fresh, self._last + 1)
        return self._last


def snowflake_time(snowflake: int) -> str:
    """The moment an id was made, as Discord writes timestamps (ISO 8601 with offset)."""
    seconds = ((snowflake >> 22) + EPOCH_MS) / 1000
    return datetime.fromtimestamp(seconds, UTC).isoformat()
