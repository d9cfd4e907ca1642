"""The places of a finished race follow from how it went for each of its players."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

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


def test_winners_come_first_by_the_time_that_they_took() -> None:
    assert places([won(9), unfinished(51, 1), won(3)]) == (2, 3, 1)
    late = replace(won(3600), started_at=NOON + 3598 * SECOND)
    assert places([won(9), late, won(3)]) == (3, 1, 2)


def test_whoever_never_began_comes_after_those_who_moved() -> None:
    absent = replace(unfinished(0, 0), game_id=None, started_at=None, result=None)
    assert places([absent, unfinished(0, 7), racer(RacerOutcome.LEFT)]) == (2, 1, 3)


def test_those_who_played_on_come_by_cards_then_by_fewer_moves() -> None:
    assert places([unfinished(5, 9), unfinished(6, 99), unfinished(5, 8)]) == (3, 1, 2)


def test_whoever_has_moved_comes_before_whoever_has_not() -> None:
    assert places([unfinished(0, 0), unfinished(0, 7)]) == (2, 1)


def test_those_who_left_or_gave_up_come_last() -> None:
    left = racer(RacerOutcome.LEFT, 50, 60, after=1)
    given_up = racer(RacerOutcome.GIVEN_UP, 51, 60, after=2)
    assert places([left, given_up, unfinished(0, 0)]) == (3, 2, 1)


def test_a_tie_shares_its_place_and_leaves_out_the_next() -> None:
    assert places([unfinished(1, 1), won(3), won(3), won(1)]) == (4, 2, 2, 1)


def test_hints_undos_and_odds_weigh_nothing() -> None:
    plain, helped = unfinished(5, 9), unfinished(5, 9)
    helped = replace(helped, result=RaceProgress(5, 9, undos=3, hints=2, odds=1))
    assert places([plain, helped]) == (1, 1)


@given(MANY)
def test_a_place_counts_those_ahead(racers: list[Racer]) -> None:
    found = places(racers)
    assert all(place == 1 + sum(other < place for other in found) for place in found)


@given(st.data(), MANY)
def test_places_do_not_depend_on_the_order_of_the_players(
    data: st.DataObject, racers: list[Racer]
) -> None:
    order = data.draw(st.permutations(range(len(racers))))
    assert places([racers[n] for n in order]) == tuple(places(racers)[n] for n in order)


@given(MANY, RACERS)
def test_another_player_does_not_change_the_order_of_the_others(
    racers: list[Racer], another: Racer
) -> None:
    before, after = places(racers), places([*racers, another])
    for one in range(len(racers)):
        for other in range(len(racers)):
            assert (before[one] < before[other]) == (after[one] < after[other])
