"""What weights by family and moves put off change, and what they don't."""

from __future__ import annotations

from statistics import fmean

import numpy as np
import pytest

import engine
from engine import CATALOGUE
from engine.solver.general import evaluation, layout, search
from engine.solver.general.encode import encode
from engine.solver.general.weights import Family, Weights, family_of, restarts_of, weights_of
from engine.solver.limits import Limits
from engine.solver.verdict import Outcome, SearchResult
from tests.engine.positions import play


def without(feature: int, weights: Weights) -> Weights:
    """The weights, but 0 for a feature."""
    return tuple(
        tuple(0 if at == feature else weight for at, weight in enumerate(row)) for row in weights
    )


def without_putting_off(weights: Weights) -> Weights:
    """The weights with which a state's moves are all made at once."""
    return without(evaluation.PUT_OFF, weights)


def searched(game: str, number: int, weights: Weights) -> SearchResult:
    """The result for a deal, with ample time."""
    board = engine.deal(game, number).board
    return search(board, Limits(max_states=50_000, max_seconds=100), weights)


def won(game: str, numbers: range, weights: Weights) -> int:
    """How many of the deals are won."""
    return sum(searched(game, number, weights).outcome is Outcome.WON for number in numbers)


def test_putting_off_moves_that_take_room_saves_states_in_freecell() -> None:
    weights = weights_of(CATALOGUE["freecell"])
    put_off, at_once = (
        fmean(searched("freecell", number, each).states for number in range(1, 101))
        for each in (weights, without_putting_off(weights))
    )
    assert put_off < 1000
    assert put_off < at_once * 0.7


@pytest.mark.slow
def test_preferring_new_pairs_of_cards_wins_more_deals() -> None:
    weights = weights_of(CATALOGUE["indian"])
    deals = range(1, 41)
    assert won("indian", deals, weights) > won("indian", deals, without(evaluation.STALE, weights))


@pytest.mark.slow
def test_weights_for_two_decks_built_up_or_down_win_more_deals() -> None:
    game, deals = "house-in-the-wood", range(1, 21)
    own, of_one_deck = weights_of(CATALOGUE[game]), weights_of(CATALOGUE["bisley"])
    assert won(game, deals, own) > won(game, deals, of_one_deck)


def test_a_position_is_stale_if_its_pairs_of_cards_are_known() -> None:
    board = engine.deal("alaska", 1).board
    tables, position = encode(board)
    pairs = np.zeros(layout.CARD_ROW, np.int64)
    assert evaluation.staleness(tables, position, pairs) == 0
    assert evaluation.staleness(tables, position, pairs) == evaluation.NEW_PAIRS
    move = next(move for move in board.legal_moves() if move.target.isdigit())
    moved = encode(board.apply(move))[1]
    assert evaluation.staleness(tables, moved, pairs) == evaluation.NEW_PAIRS - 1


def test_weights_for_stages_help_with_hard_deals() -> None:
    weights = weights_of(CATALOGUE["freecell"])
    assert searched("freecell", 36, weights).states < 5_000
    assert searched("freecell", 36, weights[:1]).outcome is Outcome.UNKNOWN


@pytest.mark.parametrize("game", ["bakers-game", "seahaven", "forecell", "ten-by-one"])
def test_neither_changes_what_can_be_won(game: str) -> None:
    weights = weights_of(CATALOGUE[game])
    outcomes = set()
    for number in range(1, 11):
        outcome = searched(game, number, weights).outcome
        assert outcome is searched(game, number, without_putting_off(weights)[:1]).outcome
        outcomes.add(outcome)
    assert outcomes == {Outcome.WON, Outcome.LOST}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "number"),
    [
        ("forty-thieves", 45),
        pytest.param("rainbow", 20, marks=pytest.mark.slow),
        pytest.param("house-in-the-wood", 53, marks=pytest.mark.slow),
    ],
)
def test_a_short_search_with_other_weights_wins_a_hard_deal(game: str, number: int) -> None:
    board, limits = engine.deal(game, number).board, Limits(max_states=300_000, max_seconds=100)
    result = search(board, limits)
    assert result.outcome is Outcome.WON
    assert play(board, *result.moves).is_won
    limits = Limits(max_states=300_000, max_seconds=100)
    assert search(board, limits, weights_of(board.rules)).outcome is Outcome.UNKNOWN


def test_short_searches_visit_no_more_states_than_allowed() -> None:
    board = engine.deal("forty-thieves", 4).board
    for most in (80_001, 95_000, 150_000):
        assert search(board, Limits(max_states=most, max_seconds=100)).states == most


def test_no_short_searches_delay_proofs_where_most_deals_are_lost() -> None:
    assert restarts_of(CATALOGUE["rainbow"])
    assert not restarts_of(CATALOGUE["chameleon"])
    assert not restarts_of(CATALOGUE["freecell"])


@pytest.mark.parametrize(
    ("game", "family"),
    [
        ("freecell", Family.CELLS),
        ("beleaguered-castle", Family.CASTLE),
        ("house-in-the-wood", Family.EITHER),
        ("fan", Family.OPEN),
        ("spider", Family.SPIDER),
        ("canfield", Family.CANFIELD),
        ("forty-thieves", Family.BUILDERS),
    ],
)
def test_a_family_follows_from_the_declaration(game: str, family: Family) -> None:
    assert family_of(CATALOGUE[game]) is family
