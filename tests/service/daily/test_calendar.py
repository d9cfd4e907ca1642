"""The calendar of the daily deals."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest

from bot.service.daily.calendar import (
    CURIOUS_BANDS,
    FOUNDING,
    HEADLINES,
    curious_games,
    game_of,
    grade_of,
    week_of,
)
from engine import CATALOGUE
from engine.rules import Difficulty

MONDAY = date(2026, 11, 23)


def days(first: date, count: int) -> list[date]:
    return [first + timedelta(days=later) for later in range(count)]


def curious_of(day: date) -> str:
    return curious_games(day)[0]


def days_of(band: Difficulty | None, count: int) -> list[date]:
    return [day for day in days(MONDAY, count) if CURIOUS_BANDS[day.weekday()] is band]


def test_the_headline_is_one_of_ten_games_that_people_know_each_once_before_any_returns() -> None:
    games = [game_of(day) for day in days(MONDAY, 40)]
    assert len(set(HEADLINES)) == 10
    for first in range(0, 40, 10):
        assert set(games[first : first + 10]) == set(HEADLINES)
    assert games[:10] == games[10:20]


def test_each_headline_comes_on_every_weekday() -> None:
    klondikes = [day for day in days(MONDAY, 70) if game_of(day) == "klondike"]
    assert sorted(day.weekday() for day in klondikes) == [*range(7)]


def test_the_deal_of_the_headline_goes_from_easy_on_monday_to_expert_on_sunday() -> None:
    hardness = list(Difficulty)
    grades = [hardness.index(grade_of(day)) for day in days(MONDAY, 7)]
    assert grades == sorted(grades)
    assert (grades[0], grades[-1]) == (0, len(hardness) - 1)


def test_the_calendar_goes_on_across_years_and_leap_days() -> None:
    for first in (date(2027, 12, 27), date(2028, 2, 28)):
        start = HEADLINES.index(game_of(first))
        games = [HEADLINES[(start + later) % 10] for later in range(5)]
        assert [game_of(day) for day in days(first, 5)] == games


def test_the_founding_games_take_turns_on_wednesdays_and_saturdays() -> None:
    games = [curious_of(day) for day in days_of(None, 70)]
    assert games[:5] == games[5:10]
    assert set(games) == set(FOUNDING)
    assert {day.weekday() for day in days_of(None, 70)} == {2, 5}


def test_curious_games_of_other_days_go_from_easy_to_expert_and_nobody_knows_them() -> None:
    for day in days(MONDAY, 400):
        band = CURIOUS_BANDS[day.weekday()]
        assert not set(curious_games(day)) & set(HEADLINES)
        if band is not None:
            assert CATALOGUE[curious_of(day)].difficulty is band
            assert curious_of(day) not in FOUNDING


@pytest.mark.parametrize("band", Difficulty)
def test_each_curious_game_comes_once_before_any_returns(band: Difficulty) -> None:
    games = [curious_of(day) for day in days_of(band, 900)]
    size = len(curious_games(days_of(band, 14)[0]))
    assert len(set(games[:size])) == size
    assert games[size : 2 * size] == games[: len(games[size : 2 * size])]


def test_related_curious_games_do_not_follow_one_another() -> None:
    order = list(CATALOGUE)
    for band in (Difficulty.EASY, Difficulty.MEDIUM, Difficulty.HARD):
        places = [order.index(curious_of(day)) for day in days_of(band, 300)]
        assert all(abs(one - other) > 2 for one, other in pairwise(places))


def test_the_calendar_does_not_change() -> None:
    assert [game_of(day) for day in days(MONDAY, 3)] == ["golf", "spider-1", "yukon"]
    three = {game: CATALOGUE[game] for game in ("penguin", "sultan", "la-belle-lucie")}
    easy = [one for one in three if CATALOGUE[one].difficulty is Difficulty.EASY]
    assert set(curious_games(MONDAY, three)) == set(easy)


def test_a_week_starts_on_monday_whatever_its_month() -> None:
    assert week_of(date(2028, 1, 1))[0] == date(2027, 12, 27)
    assert week_of(date(2028, 1, 1))[-1] == date(2028, 1, 2)
    assert week_of(MONDAY)[0] == MONDAY
