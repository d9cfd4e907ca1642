"""Sultan: its rules beyond those in ``test_every_*.py``, and its search."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

import engine
from engine import IllegalMove, Outcome, Status
from engine.cards import Rank
from engine.dealing import opening
from engine.rules import Foundations, PileKind, Piles, Stock
from engine.solver import divan
from tests.declared import declare
from tests.engine.brute_force import is_winnable
from tests.engine.positions import cards, moves, play, position


def test_kings_and_an_ace_start_the_foundations_and_six_cards_the_divan() -> None:
    board = engine.deal("sultan", 7).board
    first = "KS KH KD KC KS AH KD KC KH"

    assert tuple(board.piles[f"f{pile}"][0] for pile in range(1, 10)) == cards(first)
    assert [len(board.piles[str(pile)]) for pile in range(1, 7)] == [1] * 6
    assert len(board.piles["s"]) == 89


def test_foundations_are_built_to_the_queen_and_the_sultan_stays() -> None:
    board = position(
        "sultan", "f2: KH", "f6: AH 2H", "f9: KH", "1: AH", "2: 3H", "3: 9S", foundations=""
    )

    assert moves(board, source="1") == {"1-f2"}
    assert moves(board, source="2") == {"2-f6"}
    assert not moves(board, target="f9")
    assert not moves(play(board, "1-f2"), source="f2")


def test_nothing_is_built_in_the_divan_and_only_the_waste_fills_it() -> None:
    board = position("sultan", "1: 9S", "2: 8S", "w: 7S")

    assert moves(board, source="1") == set()
    assert moves(board, source="w") == {"w-3", "w-4", "w-5", "w-6"}
    with pytest.raises(IllegalMove, match="Cards cannot go from pile 1 into pile 3"):
        play(board, "1-3")


def test_the_search_wins_deals_and_says_nothing_of_what_it_has_no_time_for() -> None:
    board = engine.deal("sultan", 1).board
    verdict = engine.solve(board, max_states=100_000, max_seconds=600)
    assert play(board, *verdict.moves).status is Status.WON
    assert engine.solve(board, max_states=10).outcome is Outcome.UNKNOWN


def test_the_search_goes_on_when_neither_stock_nor_waste_has_a_card_left() -> None:
    board = engine.deal("sultan", 1).board
    moves = engine.solve(board, max_states=100_000, max_seconds=600).moves
    near = play(board, *moves[:-1])

    assert not near.piles["s"] + near.piles["w"]
    assert engine.solve(near).moves == moves[-1:]


def test_the_search_agrees_with_brute_force_in_small_games_alike() -> None:
    outcomes = Counter[bool]()
    small = product((Rank.FOUR, Rank.FIVE), (0, 1), range(1, 9))
    for last_rank, redeals, deal in small:
        rules = declare(
            "kept",
            Piles(deal=(1,), fill_from=frozenset({PileKind.WASTE})),
            last_rank=last_rank,
            foundations=Foundations(start=1),
            stock=Stock(turn=1, redeals=redeals),
        )
        assert divan.fits(rules)
        board = opening(rules, deal)
        can = is_winnable(board)
        if can is not None:
            verdict = engine.solve(board, max_seconds=600)
            assert verdict.outcome is (Outcome.WON if can else Outcome.LOST)
            assert play(board, *verdict.moves).is_won == can
            outcomes[can] += 1
    assert outcomes[True] > 5
    assert outcomes[False] > 1
