"""The calendar of the daily deals."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest

from bot.service.calendar import BANDS, game_of, rotation, week_of
from engine import CATALOGUE
from engine.rules import Difficulty

MONDAY = date(2026, 11, 23)


def days(first: date, many: int) -> list[date]:
    return [first + timedelta(days=later) for later in range(many)]


def test_the_week_goes_from_easy_to_hard() -> None:
    hardness = list(Difficulty)
    levels = [hardness.index(CATALOGUE[game_of(day)].difficulty) for day in days(MONDAY, 7)]
    assert levels == sorted(levels)
    assert (levels[0], levels[-1]) == (0, len(hardness) - 1)


def test_every_game_of_the_catalogue_has_its_turn_within_half_a_year() -> None:
    assert {game_of(day) for day in days(MONDAY, 182)} == set(CATALOGUE)


@pytest.mark.parametrize("band", Difficulty)
def test_the_games_of_a_band_come_once_each_before_any_comes_again(band: Difficulty) -> None:
    own = [day for day in days(MONDAY, 400) if BANDS[day.weekday()] is band]
    games = [game_of(day) for day in own]
    size = sum(rules.difficulty is band for rules in CATALOGUE.values())
    assert len(set(games[:size])) == size
    assert games[size : 2 * size] == games[: len(games[size : 2 * size])]


def test_turns_go_on_over_the_ends_of_years_and_leap_days() -> None:
    for first in (date(2027, 12, 27), date(2028, 2, 28)):
        expected = rotation(first)
        following = [day for day in days(first, 29) if BANDS[day.weekday()] is BANDS[0]]
        assert [game_of(day) for day in following] == list(expected[: len(following)])


def test_games_that_are_akin_do_not_follow_one_another() -> None:
    order = list(CATALOGUE)
    for band in (Difficulty.EASY, Difficulty.MEDIUM, Difficulty.HARD):
        own = [day for day in days(MONDAY, 200) if BANDS[day.weekday()] is band]
        places = [order.index(game_of(day)) for day in own]
        assert all(abs(one - other) > 3 for one, other in pairwise(places))


def test_the_calendar_is_the_one_that_was_published() -> None:
    three = {game: CATALOGUE[game] for game in ("freecell", "penguin", "eight-off")}
    easy = (MONDAY, MONDAY + timedelta(days=1), MONDAY + timedelta(days=7))
    assert [game_of(day, three) for day in easy] == ["penguin", "eight-off", "freecell"]


def test_a_week_begins_on_monday_whatever_its_month() -> None:
    assert week_of(date(2028, 1, 1))[0] == date(2027, 12, 27)
    assert week_of(date(2028, 1, 1))[-1] == date(2028, 1, 2)
    assert week_of(MONDAY)[0] == MONDAY
