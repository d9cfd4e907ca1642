"""Streaks: days won in a row, and the missed days that they outlast."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.service.daily.streaks import FREEZE_DAYS, Streak, daily_streak

TODAY = date(2028, 3, 1)
DAY = timedelta(days=1)
some_days = st.frozensets(st.dates(date(2028, 2, 1), date(2028, 3, 20)))


@st.composite
def long_runs(draw: st.DrawFn) -> frozenset[date]:
    """Days won in runs of about a week, mostly a day apart."""
    day, won = date(2028, 1, 1), set[date]()
    for run, pause in draw(st.lists(st.tuples(st.integers(6, 10), st.integers(1, 2)), max_size=9)):
        won.update(day + number * DAY for number in range(run))
        day += (run + pause) * DAY
    return frozenset(won)


@st.composite
def histories(draw: st.DrawFn) -> tuple[frozenset[date], date]:
    """Days won and the day on which that is so."""
    won = draw(some_days | long_runs())
    return won, max([TODAY, *won]) + draw(st.integers(0, 3)) * DAY


def plain(won: frozenset[date], today: date) -> Streak:
    """The streaks of somebody without freezes."""
    longest = length = 0
    lengths = dict.fromkeys(won, 0)
    for one, following in pairwise([date(2027, 1, 1), *sorted(won)]):
        length = length + 1 if following - one == DAY else 1
        lengths[following] = length
        longest = max(longest, length)
    return Streak(lengths.get(today) or lengths.get(today - DAY, 0), longest)


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


# Days on which nobody could play


def test_days_that_are_passed_over_end_no_streak_and_do_not_count() -> None:
    assert daily_streak(ago(0, 3, 4), TODAY, ago(1, 2)) == Streak(3, 3)
    assert daily_streak(ago(3, 4), TODAY, ago(1, 2)) == Streak(2, 2)
    assert daily_streak(ago(3, 4), TODAY + DAY, ago(1, 2)) == Streak(0, 2)


def test_a_day_won_counts_even_if_it_would_be_passed_over() -> None:
    assert daily_streak(ago(0, 1, 2), TODAY, ago(1)) == Streak(3, 3)


def test_a_freeze_is_kept_for_a_day_that_could_be_played() -> None:
    won = week_until(TODAY - 3 * DAY)
    assert daily_streak(won, TODAY, ago(1, 2)).has_freeze
    after = daily_streak(won, TODAY + DAY, ago(1, 2))
    assert after == Streak(7, 7, frozen=(TODAY,))


@given(histories(), st.integers(0, 40), st.integers(1, 5))
def test_days_that_are_passed_over_count_as_if_the_days_before_came_later(
    history: tuple[frozenset[date], date], ago: int, length: int
) -> None:
    won, today = history
    first = today - ago * DAY
    gap = {first - number * DAY for number in range(1, length + 1)}
    earlier = {day if day >= first else day - length * DAY for day in won}
    streak, moved = daily_streak(won, today), daily_streak(earlier, today, gap)
    # A freeze may fall into another month.
    if not (streak.frozen or moved.frozen):
        assert moved.current == streak.current


# Freezes


def week_until(last: date) -> list[date]:
    return [last - number * DAY for number in range(FREEZE_DAYS)]


def test_a_streak_of_a_week_outlasts_one_missed_day_which_does_not_count() -> None:
    won = week_until(TODAY)
    assert daily_streak(won, TODAY).has_freeze
    after = daily_streak(won, TODAY + 2 * DAY)
    assert after == Streak(7, 7, frozen=(TODAY + DAY,))
    assert daily_streak([*won, TODAY + 2 * DAY], TODAY + 2 * DAY).current == 8


def test_a_streak_of_six_days_does_not() -> None:
    won = week_until(TODAY)[:-1]
    assert not daily_streak(won, TODAY).has_freeze
    assert daily_streak(won, TODAY + 2 * DAY) == Streak(0, 6)


def test_a_second_missed_day_ends_the_streak() -> None:
    assert daily_streak(week_until(TODAY), TODAY + 3 * DAY) == Streak(0, 7)
    # Not even when the next month has begun.
    assert daily_streak(week_until(date(2028, 3, 30)), date(2028, 4, 2)) == Streak(0, 7)


def test_one_day_a_month_is_frozen_even_if_another_week_is_won() -> None:
    won = [*week_until(date(2028, 3, 7)), *week_until(date(2028, 3, 15))]
    before = daily_streak(won, date(2028, 3, 15))
    assert before == Streak(14, 14, frozen=(date(2028, 3, 8),))
    # The later of the two is the frozen one: the streak counts from after the earlier.
    assert daily_streak(won, date(2028, 3, 17)).current == 7


@pytest.mark.parametrize(
    ("frozen", "missed", "current"),
    [(date(2028, 3, 23), date(2028, 3, 31), 7), (date(2028, 3, 24), date(2028, 4, 1), 14)],
)
def test_a_new_month_has_a_freeze_of_its_own(frozen: date, missed: date, current: int) -> None:
    won = [*week_until(frozen - DAY), *week_until(missed - DAY)]
    assert daily_streak(won, missed + DAY).current == current


def test_the_day_that_is_not_over_needs_no_freeze() -> None:
    streak = daily_streak(week_until(TODAY - DAY), TODAY)
    assert (streak.current, streak.frozen, streak.has_freeze) == (7, (), True)


@given(histories())
def test_no_streak_is_shorter_than_without_freezes(history: tuple[frozenset[date], date]) -> None:
    streak, without = daily_streak(*history), plain(*history)
    assert streak.longest >= without.longest
    assert streak.longest >= streak.current >= without.current


@given(histories())
def test_at_most_one_day_a_month_is_frozen_each_after_a_week_won(
    history: tuple[frozenset[date], date],
) -> None:
    won, today = history
    frozen = daily_streak(won, today).frozen
    assert len({day.replace(day=1) for day in frozen}) == len(frozen)
    for day in frozen:
        assert day not in won
        assert won.issuperset(week_until(day - DAY))


@given(histories())
def test_a_freeze_decides_whether_the_next_missed_day_costs_anything(
    history: tuple[frozenset[date], date],
) -> None:
    won, today = history
    streak = daily_streak(won, today)
    following = today + DAY if today in won else today
    later = daily_streak(won, following + DAY)
    if streak.has_freeze:
        assert (later.current, later.frozen) == (streak.current, (following, *streak.frozen))
    else:
        assert later.current < streak.current or not streak.current
    assert later.longest == streak.longest


@given(histories(), st.integers(0, 60))
def test_another_day_won_never_shortens_a_streak(
    history: tuple[frozenset[date], date], ago: int
) -> None:
    won, today = history
    before, after = daily_streak(won, today), daily_streak(won | {today - ago * DAY}, today)
    assert after.longest >= before.longest
    assert after.current >= before.current


@given(histories())
def test_a_streak_only_grows_or_ends_as_days_pass(
    history: tuple[frozenset[date], date],
) -> None:
    won, last = history
    longest = 0
    for number in range(120):
        today = last - (119 - number) * DAY
        streak = daily_streak({day for day in won if day <= today}, today)
        assert streak.longest >= longest
        longest = streak.longest
