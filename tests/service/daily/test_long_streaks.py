"""Streaks over years, compared with a plain count."""

from __future__ import annotations

import random
from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from bot.service.daily.streaks import FREEZE_DAYS, Streak, daily_streak

DAY = timedelta(days=1)
FIRST = date(2026, 12, 1)
YEARS = 3 * 366


@st.composite
def histories(draw: st.DrawFn) -> list[bool]:
    """Whether each of many days was won, in alternating runs."""
    runs = draw(st.lists(st.just(1) | st.integers(1, 150), max_size=20))
    won = draw(st.booleans())
    days: list[bool] = []
    for length in runs:
        days += [won] * length
        won = not won
    return days[:YEARS]


def count_streaks(history: list[bool]) -> tuple[int, int]:
    """The streaks on the last day, which is not over yet, counted day by day.

    Returns:
        The current and the longest.
    """
    longest = before = run = yesterdays = 0
    frozen: date | None = None
    for number, won in enumerate(history):
        day = FIRST + number * DAY
        yesterdays = before + run
        if won:
            run += 1
        elif run >= FREEZE_DAYS:
            is_second = frozen is not None and frozen.replace(day=1) == day.replace(day=1)
            before = run if is_second else before + run
            run, frozen = 0, day
        else:
            before, run, frozen = 0, 0, None
        longest = max(longest, before + run)
    return before + run if history and history[-1] else yesterdays, longest


def days_of(history: list[bool]) -> list[date]:
    return [FIRST + number * DAY for number, won in enumerate(history) if won]


@given(histories())
def test_years_of_days_agree_with_a_count_day_by_day(history: list[bool]) -> None:
    today = FIRST + (len(history) - 1) * DAY
    streak = daily_streak(days_of(history), today)
    assert (streak.current, streak.longest) == count_streaks(history)


@given(histories(), st.randoms(use_true_random=False))
def test_the_order_of_results_does_not_matter(history: list[bool], rng: random.Random) -> None:
    today, days = FIRST + len(history) * DAY, days_of(history)
    shuffled = rng.sample(days, len(days))
    assert daily_streak(shuffled, today) == daily_streak(days, today)


@given(histories(), st.integers(0, 200))
def test_a_clock_set_back_shortens_no_streak(history: list[bool], back: int) -> None:
    days, today = days_of(history), FIRST + (len(history) - 1) * DAY
    then = today - back * DAY
    before = daily_streak([day for day in days if day <= then], then)
    assert daily_streak(days, then).current >= before.current
    assert daily_streak(days, then).longest == daily_streak(days, today).longest


def test_a_day_won_with_a_clock_far_ahead_does_not_hide_the_streak() -> None:
    days = [FIRST, FIRST + DAY, FIRST + 2 * DAY, FIRST + 400 * DAY]
    assert daily_streak(days, FIRST + 2 * DAY) == Streak(3, 3)
    assert daily_streak(days, FIRST + 3 * DAY) == Streak(3, 3)
    assert daily_streak(days, FIRST + 4 * DAY) == Streak(1, 3)
