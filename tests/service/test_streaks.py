"""Streaks: days won in a row."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bot.service.streaks import Streak, daily_streak

TODAY = date(2028, 3, 1)
DAY = timedelta(days=1)
some_days = st.frozensets(st.dates(date(2028, 2, 1), date(2028, 3, 20)))


def ago(*days: int) -> list[date]:
    return [TODAY - many * DAY for many in days]


def test_without_days_won_there_is_no_streak() -> None:
    assert daily_streak([], TODAY) == Streak(0, 0)


def test_consecutive_days_up_to_today_count() -> None:
    assert daily_streak(ago(0, 1, 2), TODAY) == Streak(3, 3)


def test_a_streak_lasts_until_a_day_is_over() -> None:
    assert daily_streak(ago(1, 2), TODAY) == Streak(2, 2)
    assert daily_streak(ago(1, 2), TODAY + DAY) == Streak(0, 2)


def test_a_missed_day_keeps_the_longest_streak() -> None:
    assert daily_streak(ago(0, 2, 3, 4, 6), TODAY) == Streak(1, 3)


def test_streaks_continue_across_leap_days_months_and_years() -> None:
    assert daily_streak([date(2028, 2, 28), date(2028, 2, 29), TODAY], TODAY).current == 3
    assert daily_streak([date(2027, 2, 28), date(2027, 3, 1)], date(2027, 3, 1)).current == 2
    assert daily_streak([date(2027, 12, 31), date(2028, 1, 1)], date(2028, 1, 1)).current == 2


def test_a_missed_leap_day_breaks_a_streak() -> None:
    assert daily_streak([date(2028, 2, 28), TODAY], TODAY).current == 1


def test_a_clock_set_back_costs_nothing() -> None:
    assert daily_streak(ago(0, 1, 2), TODAY - 2 * DAY) == Streak(3, 3)
    assert daily_streak(ago(0, 1, 2), TODAY - 30 * DAY) == Streak(3, 3)


def test_a_day_won_late_repairs_the_streak() -> None:
    assert daily_streak(ago(0, 2), TODAY).current == 1
    assert daily_streak(ago(0, 1, 2), TODAY).current == 3


@given(some_days, st.dates(date(2028, 2, 1), date(2028, 3, 20)))
def test_streaks_agree_with_a_count_day_by_day(won: frozenset[date], today: date) -> None:
    longest = length = 0
    for one, following in pairwise([date(2028, 1, 1), *sorted(won)]):
        length = length + 1 if following - one == DAY else 1
        longest = max(longest, length)
    assert daily_streak(won, today).longest == (longest if won else 0)
    assert 0 <= daily_streak(won, today).current <= daily_streak(won, today).longest


@given(some_days, st.dates(date(2028, 2, 1), date(2028, 3, 20)))
def test_another_day_won_never_shortens_a_streak(won: frozenset[date], today: date) -> None:
    before, after = daily_streak(won, today), daily_streak(won | {today}, today)
    assert after.longest >= before.longest
    assert after.current >= before.current
