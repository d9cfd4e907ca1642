"""Times as they are stored."""

from __future__ import annotations

from datetime import UTC, datetime


def to_milliseconds(at: datetime) -> datetime:
    """A time in UTC and whole milliseconds, as stored."""
    at = at.astimezone(UTC)
    return at.replace(microsecond=at.microsecond // 1000 * 1000)
