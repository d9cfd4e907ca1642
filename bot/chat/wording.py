"""Numbers and times as people say them."""

from __future__ import annotations

from datetime import date, timedelta


def count_of(number: int, thing: str) -> str:
    """A number and what it counts: ``1 move``, ``12 moves``.

    >>> count_of(1, "move"), count_of(12, "move")
    ('1 move', '12 moves')
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def duration(time: timedelta) -> str:
    """A length of time, to two units.

    >>> duration(timedelta(seconds=42)), duration(timedelta(seconds=372))
    ('42 s', '6 min 12 s')
    >>> duration(timedelta(hours=2, minutes=5, seconds=9))
    '2 h 5 min'
    """
    minutes, seconds = divmod(int(time.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {seconds} s" if minutes else f"{seconds} s"


def day_in_words(day: date) -> str:
    """A day as people read it.

    >>> day_in_words(date(2026, 11, 1))
    '1 November 2026'
    """
    return f"{day.day} {day:%B %Y}"
