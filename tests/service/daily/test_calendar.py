"""The calendar of the daily deals."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest

from bot.service.daily.calendar import BANDS, game_of, rotation, week_of
from engine import CATALOGUE
from engine.rules import Difficulty

MONDAY = date(2026, 11, 23)


def days(first: date, count: int) -> list[date]:
    return [first + timedelta(days=later) for later in range(count)]


def test_a_week_goes_from_easy_to_expert() -> None:
    hardness = list(Difficulty)
    levels = [hardness.index(CATALOGUE[game_of(day)].difficulty) for day in days(MONDAY, 7)]
    assert levels == sorted(levels)
    assert (levels[0], levels[-1]) == (0, len(hardness) - 1)


def test_every_game_comes_up_within_eight_months() -> None:
    assert {game_of(day) for day in days(MONDAY, 240)} == set(CATALOGUE)


@pytest.mark.parametrize("band", Difficulty)
def test_each_game_of_a_band_comes_once_before_any_returns(band: Difficulty) -> None:
    own_days = [day for day in days(MONDAY, 400) if BANDS[day.weekday()] is band]
    games = [game_of(day) for day in own_days]
    size = sum(rules.difficulty is band for rules in CATALOGUE.values())
    assert len(set(games[:size])) == size
    assert games[size : 2 * size] == games[: len(games[size : 2 * size])]


def test_the_rotation_continues_across_years_and_leap_days() -> None:
    for first in (date(2027, 12, 27), date(2028, 2, 28)):
        expected = rotation(first)
        following = [day for day in days(first, 29) if BANDS[day.weekday()] is BANDS[0]]
        assert [game_of(day) for day in following] == list(expected[: len(following)])


def test_related_games_do_not_follow_one_another() -> None:
    order = list(CATALOGUE)
    for band in (Difficulty.EASY, Difficulty.MEDIUM, Difficulty.HARD):
        own_days = [day for day in days(MONDAY, 200) if BANDS[day.weekday()] is band]
        places = [order.index(game_of(day)) for day in own_days]
        assert all(abs(one - other) > 3 for one, other in pairwise(places))


def test_the_calendar_does_not_change() -> None:
    three = {game: CATALOGUE[game] for game in ("freecell", "penguin", "eight-off")}
    easy = (MONDAY, MONDAY + timedelta(days=1), MONDAY + timedelta(days=7))
    assert [game_of(day, three) for day in easy] == ["penguin", "eight-off", "freecell"]


def test_a_week_starts_on_monday_whatever_its_month() -> None:
    assert week_of(date(2028, 1, 1))[0] == date(2027, 12, 27)
    assert week_of(date(2028, 1, 1))[-1] == date(2028, 1, 2)
    assert week_of(MONDAY)[0] == MONDAY
