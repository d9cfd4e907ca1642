"""The places of a finished race follow from how it went for each of its players."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.models.contests import RaceProgress, Racer, RacerOutcome, places

NOON: Final = datetime(2026, 5, 1, 12, tzinfo=UTC)
SECOND: Final = timedelta(seconds=1)


def racer(
    outcome: RacerOutcome, cards: int = 0, moves: int = 0, *, after: int | None = None
) -> Racer:
    """A racer who finished some seconds after noon, if at all."""
    ended_at = None if after is None else NOON + after * SECOND
    progress = RaceProgress(cards, moves)
    return Racer(1, NOON, 1, started_at=NOON, outcome=outcome, result=progress, ended_at=ended_at)


def won(after: int) -> Racer:
    return racer(RacerOutcome.WON, 52, 100, after=after)


def unfinished(cards: int, moves: int) -> Racer:
    return racer(RacerOutcome.UNFINISHED, cards, moves)


RACERS: Final = st.builds(
    racer,
    st.sampled_from(RacerOutcome),
    st.integers(0, 3),
    st.integers(0, 3),
    after=st.integers(0, 3),
)
MANY: Final = st.lists(RACERS, min_size=1, max_size=20)


def in_race(*racers: Racer) -> tuple[int | None, ...]:
    return places(racers, by_invitation=False)


def in_challenge(*racers: Racer) -> tuple[int | None, ...]:
    return places(racers, by_invitation=True)


def test_winners_come_by_the_time_that_they_took_and_nobody_else_has_a_place() -> None:
    assert in_race(won(9), unfinished(51, 1), won(3)) == (2, None, 1)
    late = replace(won(3600), started_at=NOON + 3598 * SECOND)
    assert in_race(won(9), late, won(3)) == (3, 1, 2)


def test_a_race_that_nobody_won_has_no_winner() -> None:
    further, absent = unfinished(51, 9), replace(unfinished(0, 0), game_id=None, started_at=None)
    assert in_race(further, absent, racer(RacerOutcome.LEFT)) == (None, None, None)
    assert in_challenge(further, absent) == (None, None)


def test_a_tie_shares_its_place_and_leaves_out_the_next() -> None:
    assert in_race(unfinished(1, 1), won(3), won(3), won(1), won(5)) == (None, 2, 2, 1, 4)


@pytest.mark.parametrize("outcome", [RacerOutcome.GIVEN_UP, RacerOutcome.LEFT])
def test_a_challenge_is_won_by_whoever_stays_when_the_other_gives_up_or_leaves(
    outcome: RacerOutcome,
) -> None:
    assert in_challenge(racer(outcome), unfinished(0, 0)) == (None, 1)
    assert in_challenge(racer(outcome), racer(outcome)) == (None, None)
    assert in_challenge(racer(outcome), won(3)) == (None, 1)


@given(MANY)
def test_only_winners_have_a_place_which_counts_those_ahead(racers: list[Racer]) -> None:
    found = in_race(*racers)
    placed = [place for place in found if place is not None]
    assert all(place == 1 + sum(other < place for other in placed) for place in placed)
    assert [one.outcome is RacerOutcome.WON for one in racers] == [
        place is not None for place in found
    ]


@given(st.data(), MANY)
def test_places_do_not_depend_on_the_order_of_the_players(
    data: st.DataObject, racers: list[Racer]
) -> None:
    order = data.draw(st.permutations(range(len(racers))))
    assert in_race(*(racers[n] for n in order)) == tuple(in_race(*racers)[n] for n in order)
