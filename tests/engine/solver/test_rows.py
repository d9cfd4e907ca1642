"""The search for games of rows agrees with brute force on small boards."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from engine import CATALOGUE, Rules
from engine.board import Board
from engine.cards import Cards, Rank
from engine.compiled import compile_rules
from engine.dealing import opening
from engine.games.rows import ACCORDION, GAPS, GAPS_BASIC
from engine.rules import EmptyPileRule, Foundations, Piles, Stock, StockAction, Win
from engine.solver.limits import Limits
from engine.solver.rows import driver, fits, search
from engine.solver.rows.encode import encode
from engine.solver.verdict import Outcome, SearchResult
from tests.declared import declare
from tests.engine.brute_force import is_winnable
from tests.engine.positions import play
from tests.support.every_game import each_of

GAMES = [rules for rules in CATALOGUE.values() if fits(rules)]
"""The games of the catalogue that the search fits."""

_SHORT_ROW = replace(
    ACCORDION, id="short-row", tableau=replace(ACCORDION.tableau, deal=(1,) * 13), cards_in_play=13
)
_SHORT_GAPS = replace(
    GAPS,
    id="short-gaps",
    tableau=replace(GAPS.tableau, deal=(1,) * 16, row_length=4),
    last_rank=Rank.FOUR,
)
_FIVES = replace(
    GAPS,
    id="fives",
    tableau=replace(GAPS.tableau, deal=(1,) * 24, row_length=6),
    last_rank=Rank.SIX,
)
_SHORT_GAPS_IN_SUIT = replace(
    _SHORT_GAPS, id="suits", tableau=replace(_SHORT_GAPS.tableau, row_suits=True)
)
_SMALL_SQUARE = declare(
    "small-square",
    Piles(deal=(1,) * 9, row_length=3, fill=EmptyPileRule.NOTHING),
    foundations=Foundations(groups=tuple((rank, rank) for rank in Rank), touching=True),
    stock=Stock(action=StockAction.CLOSE_UP),
)


def run_search(board: Board, most: int = 100_000) -> SearchResult:
    """Search with ample time."""
    return search(board, Limits(max_states=most, max_seconds=60))


def _late_square(rng: random.Random) -> Board:
    """Few pairs of cards at random places of a square, and in the stock."""
    board = opening(_SMALL_SQUARE, 1)
    cards = [card for stack in board.stacks for card in stack]
    ranks = rng.sample(list(Rank), rng.randint(5, 8))
    left = [card for card in cards if card.rank in ranks and card.suit < 2]
    rng.shuffle(left)
    compiled = compile_rules(_SMALL_SQUARE)
    stacks: list[Cards] = [()] * len(board.stacks)
    for pile, card in zip(compiled.tableau, left, strict=False):
        stacks[pile.index] = (card,)
    stacks[compiled.stock] = tuple(left[9:])
    stacks[compiled.foundations[0]] = tuple(card for card in cards if card not in left)
    return Board(compiled, tuple(stacks), 0, (), 0)


def small_boards(rules: Rules) -> list[Board]:
    """Boards of a game that brute force decides."""
    if rules is _SMALL_SQUARE:
        return [_late_square(random.Random(seed)) for seed in range(60)]
    return [opening(rules, number) for number in range(1, 61)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules",
    [_SHORT_ROW, _SHORT_GAPS, _SHORT_GAPS_IN_SUIT, _SMALL_SQUARE],
    ids=lambda rules: rules.id,
)
def test_it_agrees_with_brute_force(rules: Rules) -> None:
    assert fits(rules)
    check_against_brute_force(rules)


def check_against_brute_force(rules: Rules) -> None:
    """Assert that search and brute force agree on small boards of a game."""
    outcomes: Counter[Outcome] = Counter()
    for board in small_boards(rules):
        can = is_winnable(board, 500)
        if can is not None:
            found = run_search(board)
            assert found.outcome is (Outcome.WON if can else Outcome.LOST), str(board)
            assert play(board, *found.moves).is_won == can
            outcomes[found.outcome] += 1
    assert min(outcomes[Outcome.WON], outcomes[Outcome.LOST]) >= 3, outcomes


def test_leaving_out_moves_loses_no_win() -> None:
    """Depth-first search tries all moves of games with gaps."""
    outcomes: Counter[Outcome] = Counter()
    for rules in (_FIVES, replace(_FIVES, tableau=replace(_FIVES.tableau, row_suits=True))):
        for number in range(1, 41):
            board = opening(rules, number)
            encoded = encode(board)
            assert encoded is not None
            outcome = driver._DepthFirst(*encoded).run(200_000, Limits(max_seconds=60))
            outcomes[outcome] += 1
            if outcome is not Outcome.UNKNOWN:
                found = run_search(board)
                assert found.outcome is outcome, str(board)
                assert play(board, *found.moves).is_won == (outcome is Outcome.WON)
    assert min(outcomes[Outcome.WON], outcomes[Outcome.LOST]) >= 10, outcomes


@pytest.mark.slow
@each_of((GAPS, GAPS_BASIC))
def test_no_position_on_the_way_to_a_win_is_taken_for_lost(rules: Rules) -> None:
    ways = 0
    for number in range(1, 41):
        board = opening(rules, number)
        for move in run_search(board, 10_000).moves:
            board = board.apply(move)
            found = run_search(board, 500)
            assert board.is_won or found.outcome is not Outcome.LOST, f"{number}:\n{board}"
        ways += board.is_won
    assert ways >= 5


@pytest.mark.slow
@each_of(GAMES)
def test_its_solutions_of_deals_win(rules: Rules) -> None:
    won = 0
    for number in range(1, 6):
        board = opening(rules, number)
        found = run_search(board, 200_000)
        assert play(board, *found.moves).is_won == (found.outcome is Outcome.WON)
        won += found.outcome is Outcome.WON
    assert won or rules.win is Win.ROWS


def test_it_fits_games_of_rows() -> None:
    assert {rules.id for rules in GAMES} >= {"accordion", "gaps", "monte-carlo"}
    assert {rules.win for rules in GAMES} == {Win.FOUNDATIONS, Win.ROWS, Win.ONE_PILE}
    assert not any(fits(rules) for rules in CATALOGUE.values() if not rules.tableau.row_length)


def test_a_search_that_reaches_a_limit_is_undecided() -> None:
    board = opening(GAPS, 1)
    assert run_search(board, 50).outcome is Outcome.UNKNOWN
    assert search(board, Limits(max_states=10**9, max_seconds=0)).outcome is Outcome.UNKNOWN
