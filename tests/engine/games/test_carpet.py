"""Carpet: its rules beyond those in ``test_every_*.py``, with and without the aces founded."""

from __future__ import annotations

import pytest

from engine import IllegalMove
from tests.engine.positions import moves, play, position

CARPETS = ["carpet", "carpet-founded"]


@pytest.mark.parametrize("game", CARPETS)
def test_nothing_is_built_on_the_carpet(game: str) -> None:
    board = position(game, "1: 9S", "2: 8S", "3: 8H", "w: 8D", foundations="2S")

    assert not {move for pile in "123" for move in moves(board, target=pile)}
    with pytest.raises(IllegalMove, match="You cannot build on pile 1"):
        play(board, "w-1")


@pytest.mark.parametrize("game", CARPETS)
def test_no_card_of_the_tableau_fills_an_empty_pile_the_waste_does_if_one_wants(game: str) -> None:
    board = position(game, "1: 3S", "2: 9H", "w: 8D", foundations="2S")
    board = play(board, "1-f1")

    assert board.piles["1"] == ()
    assert "w-1" in moves(board)
    with pytest.raises(IllegalMove, match="Cards cannot go from pile 2 into pile 1"):
        play(board, "2-1")


@pytest.mark.parametrize(("game", "returns"), [("carpet", False), ("carpet-founded", True)])
def test_only_with_aces_founded_a_foundation_card_may_fill_an_empty_pile(
    game: str, *, returns: bool
) -> None:
    board = position(game, "1: 6H", foundations="5H")

    assert moves(board, source="f2", target="2") == ({"f2-2"} if returns else set())
    assert not moves(board, source="f2", target="1")
