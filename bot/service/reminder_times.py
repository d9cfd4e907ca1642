"""When reminders are due, by the clock of a time zone. Pure."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

LATEST: Final = timedelta(hours=1)
"""How long a reminder may be sent after it was due; later, its moment has passed."""

_DAY: Final = timedelta(days=1)


def next_due(hour: int, time_zone: str, after: datetime) -> datetime:
    """When the clock of a time zone shows an hour next.

    Once a day: of an hour that the clock shows twice, the first is meant; instead of one that it
    skips, the moment at which it jumps.

    Args:
        hour: the hour, 0 to 23.
        time_zone: the IANA name of the time zone; UTC is taken for one that is not known.
        after: a moment before, with its zone.

    Returns:
        The moment, in UTC.

    >>> spring = datetime(2026, 3, 28, 12, tzinfo=UTC)
    >>> next_due(18, "Europe/Berlin", spring).isoformat()
    '2026-03-28T17:00:00+00:00'
    >>> next_due(2, "Europe/Berlin", spring).isoformat()
    '2026-03-29T01:00:00+00:00'
    """
    zone = _zone(time_zone)
    today = after.astimezone(zone).date()
    days = (today + number * _DAY for number in range(-1, 3))
    moments = (datetime.combine(day, time(hour), zone).astimezone(UTC) for day in days)
    return next(moment for moment in moments if moment > after)


def is_timely(due_at: datetime, now: datetime) -> bool:
    """Whether a reminder that was due may still be sent: soon after, and on the same day in UTC.

    >>> due_at = datetime(2026, 3, 28, 23, 30, tzinfo=UTC)
    >>> is_timely(due_at, due_at), is_timely(due_at, due_at + timedelta(minutes=30))
    (True, False)
    """
    is_same_day = due_at.astimezone(UTC).date() == now.astimezone(UTC).date()
    return is_same_day and due_at <= now < due_at + LATEST


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ValueError, ZoneInfoNotFoundError):
        return ZoneInfo("UTC")
