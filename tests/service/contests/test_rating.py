"""Rating a race: properties that hold whoever raced."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.models.contests import FinishedRace, Rating
from bot.service.contests.ratings import (
    _MODEL,
    _POINTS,
    MIN_RACES,
    NEWCOMER,
    deviation_at,
    rate,
    shown,
)

NOON: Final = datetime(2026, 5, 1, 12, tzinfo=UTC)
TINY: Final = 1e-9
MAX_PLAYERS: Final = 20

ratings = st.builds(
    Rating,
    mu=st.floats(0, 50),
    sigma=st.floats(0.5, NEWCOMER.sigma),
    races=st.integers(1, 500),
    at=st.one_of(st.none(), st.integers(0, 3000).map(lambda days: NOON - timedelta(days=days))),
)
fields = st.lists(st.tuples(st.integers(1, MAX_PLAYERS), ratings), min_size=2, max_size=MAX_PLAYERS)
"""The places and earlier ratings of a race's players."""


def gains(places: dict[int, int], before: dict[int, Rating]) -> dict[int, float]:
    after = rate(FinishedRace(1, None, NOON, places), before)
    return {player: after[player].mu - before.get(player, NEWCOMER).mu for player in places}


@given(fields)
def test_a_sole_winner_never_loses_and_a_sole_last_never_gains(
    field: list[tuple[int, Rating]],
) -> None:
    places = {player: place for player, (place, _rating) in enumerate(field)}
    gained = gains(places, {player: rating for player, (_place, rating) in enumerate(field)})
    for extreme, sign in ((min(places.values()), 1), (max(places.values()), -1)):
        holders = [player for player, place in places.items() if place == extreme]
        if len(holders) == 1:
            assert sign * gained[holders[0]] >= -TINY


@given(fields, st.randoms())
def test_ratings_do_not_depend_on_ids_nor_on_the_order_of_players(
    field: list[tuple[int, Rating]], random: Random
) -> None:
    ids = list(range(len(field)))
    random.shuffle(ids)
    one = gains(
        {player: place for player, (place, _rating) in enumerate(field)},
        {player: rating for player, (_place, rating) in enumerate(field)},
    )
    other = gains(
        {player: place for player, (place, _rating) in zip(ids, field, strict=True)},
        {player: rating for player, (_place, rating) in zip(ids, field, strict=True)},
    )
    for index, player in enumerate(ids):
        assert other[player] == pytest.approx(one[index], abs=1e-6)


@given(st.lists(st.integers(1, 5), min_size=2, max_size=MAX_PLAYERS))
def test_newcomers_who_tie_gain_the_same(places: list[int]) -> None:
    of_players = dict(enumerate(places))
    gained = gains(of_players, {})
    for place in set(places):
        same = [gained[player] for player in of_players if of_players[player] == place]
        assert same == pytest.approx([same[0]] * len(same))


@given(st.lists(st.integers(1, MAX_PLAYERS), min_size=2, max_size=MAX_PLAYERS, unique=True))
def test_newcomers_gain_more_for_better_places(places: list[int]) -> None:
    gained = gains(dict(enumerate(places)), {})
    in_order = [gained[player] for player in sorted(gained, key=lambda player: places[player])]
    assert in_order == sorted(in_order, reverse=True)
    assert len({round(gain, 6) for gain in in_order}) == len(places)


def test_a_draw_brings_two_players_closer() -> None:
    gained = gains({1: 1, 2: 1}, {1: Rating(30, 4), 2: Rating(20, 4)})
    assert gained[1] < 0 < gained[2]


@given(fields)
def test_a_race_counts_once_for_each_of_its_players(field: list[tuple[int, Rating]]) -> None:
    before = {player: rating for player, (_place, rating) in enumerate(field)}
    places = {player: place for player, (place, _rating) in enumerate(field)}
    after = rate(FinishedRace(1, None, NOON, places), before)
    assert {player: rating.races for player, rating in after.items()} == {
        player: rating.races + 1 for player, rating in before.items()
    }
    assert {rating.at for rating in after.values()} == {NOON}


@given(ratings, st.integers(0, 5000), st.integers(0, 5000))
def test_time_without_races_adds_deviation_and_takes_no_points(
    rating: Rating, days: int, more: int
) -> None:
    soon = (rating.at or NOON) + timedelta(days=days)
    late = soon + timedelta(days=more)
    assert (
        rating.sigma <= deviation_at(rating, soon) <= deviation_at(rating, late) <= NEWCOMER.sigma
    )
    first, second = shown(rating, soon), shown(rating, late)
    assert (first is None) == (rating.races < MIN_RACES)
    if first is not None and second is not None:
        assert (first.points, first.races) == (second.points, second.races)


def test_after_years_away_a_race_moves_a_rating_as_it_would_a_newcomers() -> None:
    sure = {1: Rating(25, 1, races=99, at=NOON), 2: Rating(25, 1, races=99, at=NOON)}
    away = {player: Rating(25, 1, 99, NOON - timedelta(days=5 * 365)) for player in sure}
    places = {1: 1, 2: 2}
    assert gains(places, away)[1] == pytest.approx(gains(places, {})[1])
    assert gains(places, sure)[1] < 0.1 * gains(places, away)[1]


def test_four_hundred_points_are_odds_of_ten_to_one() -> None:
    """Between two players whose ratings are sure, as in chess."""
    strong, weak = _MODEL.rating(25 + 400 / _POINTS, 1e-3), _MODEL.rating(25, 1e-3)
    ((after,), _loser) = _MODEL.rate([[strong], [weak]], tau=1e-9)
    # The gain is the chance of losing, times the variance over the model's scale.
    scale = (2 * _MODEL.beta**2 + 2e-6) ** 0.5
    assert (after.mu - strong.mu) * scale / 1e-6 == pytest.approx(1 / 11, rel=1e-3)
