"""Times and days in words."""

from __future__ import annotations

import datetime as dt

import pytest

from rendering.wording import clock, long_day


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (0, "0:00"),
        (7, "0:07"),
        (754, "12:34"),
        (3599, "59:59"),
        (3600, "1:00:00"),
        (3723, "1:02:03"),
        (172_799, "47:59:59"),
        (172_800, "2 days"),
        (10**9, "11574 days"),
    ],
)
def test_times_are_shown_as_a_clock_shows_them(seconds: int, shown: str) -> None:
    assert clock(seconds) == shown


def test_a_day_is_written_without_leading_zeros() -> None:
    assert long_day(dt.date(2026, 3, 1)) == "1 March 2026"
    assert long_day(dt.date(2026, 12, 31)) == "31 December 2026"
