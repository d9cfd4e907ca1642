"""Pickled boards: small, equal, and sharing the compiled rules of the catalogue."""

from __future__ import annotations

import pickle
import random

import pytest

from engine import CATALOGUE, Board, Game, Rules, deal
from engine.dealing import opening
from tests.declared import CANFIELD, CLASSICS
from tests.engine.positions import wander
from tests.support.every_game import every_game


def sent(board: Board) -> Board:
    """A board after pickling and unpickling."""
    return pickle.loads(pickle.dumps(board))  # type: ignore[no-any-return]  # noqa: S301


@every_game
def test_a_pickled_board_is_equal_and_shares_the_compiled_rules(rules: Rules) -> None:
    board = wander(deal(rules.id, 3), 20, random.Random(3)).board
    copy = sent(board)
    assert copy == board
    assert hash(copy) == hash(board)
    assert copy.compiled is board.compiled
    assert copy.legal_moves() == board.legal_moves()


@pytest.mark.parametrize("rules", CLASSICS, ids=lambda rules: rules.id)
def test_rules_outside_the_catalogue_are_pickled_with_their_board(rules: Rules) -> None:
    board = wander(Game(opening(rules, 7)), 20, random.Random(7)).board
    copy = sent(board)
    assert copy.rules == rules
    assert copy == board


def test_other_rules_with_an_id_of_the_catalogue_are_not_mistaken_for_it() -> None:
    assert CANFIELD.id in CATALOGUE
    assert sent(opening(CANFIELD, 1)).rules == CANFIELD != CATALOGUE[CANFIELD.id]


def test_a_pickled_card_is_a_card() -> None:
    (card, *_) = sent(deal("saratoga", 42).board).piles["7"]
    assert card.label == deal("saratoga", 42).board.piles["7"][0].label


@pytest.mark.parametrize("name", ["saratoga", "spider"])
def test_a_pickled_board_is_small(name: str) -> None:
    assert len(pickle.dumps(deal(name, 1).board)) < 400
