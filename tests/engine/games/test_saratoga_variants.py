"""The variants of Saratoga, AisleRiot's among them: what each changes, and what it keeps."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove, Status
from tests.engine.positions import cards, moves, play, position

VARIANTS = pytest.mark.parametrize(
    "game", ["saratoga-draw1", "saratoga-takeback", "saratoga-aisleriot"]
)
BLOCKED = ["1: 2S", "2: 2C", "3: 4S", "4: 4C", "5: 6S", "6: 6C", "7: 8S"]


# The stock


def test_single_cards_bring_up_every_card_of_the_stock() -> None:
    """Turning three always skips the ace, so one variant is stuck where the other is not.

    What covers the ace has no place on the tableau.
    """
    stock = "s: 8C AH TS"
    single = position("saratoga-draw1", *BLOCKED, stock, rest="7")
    assert moves(single) == {"s"}
    assert single.status is Status.PLAYING
    assert "w-f2" in moves(play(single, "s", "s"))
    threes = position("saratoga-takeback", *BLOCKED, stock, rest="7")
    assert moves(threes) == {"s"}
    assert threes.status is Status.STUCK


def test_undoing_a_redeal_restores_it() -> None:
    game = engine.Game(position("saratoga-aisleriot", "w: 5D 9H 2C", "redeals: 1", rest="1"))
    game.play("s")
    assert game.board.redeals == 0
    game.undo()
    assert game.board.redeals == 1


def test_it_is_stuck_only_when_the_redeals_left_bring_up_nothing() -> None:
    """A card that a next pass would bring up counts only while there is a next pass."""
    waste = (*BLOCKED, "w: AH 9C")
    alive = position("saratoga-aisleriot", *waste, "redeals: 1", rest="7")
    assert moves(alive) == {"s"}
    assert alive.status is Status.PLAYING
    stuck = position("saratoga-aisleriot", *waste, "redeals: 0", rest="7")
    assert moves(stuck) == set()
    assert stuck.status is Status.STUCK


# What comes back from the foundations


@VARIANTS
def test_a_foundation_gives_single_cards_to_the_tableau_alone(game: str) -> None:
    board = position(game, "1: 6H", "w: 6D", foundations="5S 4H")
    assert moves(board, "f1") == {"f1-1"}
    with pytest.raises(IllegalMove, match="Only the top card of foundation f1"):
        play(board, "f1-1*2")
    with pytest.raises(IllegalMove, match="You cannot play cards onto the waste"):
        play(board, "f1-w")


@VARIANTS
def test_a_card_from_a_foundation_takes_a_run_and_loses_its_point(game: str) -> None:
    playing = engine.Game(position(game, "1: 6H", "2: 4D", foundations="5S"))
    assert playing.score == 5
    playing.play("f1-1")
    assert playing.score == 4
    playing.play("2-1")
    assert playing.board.piles["1"] == cards("6H 5S 4D")


@VARIANTS
def test_a_card_that_could_come_back_keeps_the_game_going(game: str) -> None:
    columns = ["1: 6H", "2: 2C", "3: 4C", "4: 6C", "5: 8C", "6: 8S", "7: TC"]
    board = position(game, *columns, foundations="5S", rest="7")
    assert moves(board) == {"f1-1"}
    assert board.status is Status.PLAYING
    without = position("saratoga", *columns, foundations="5S", rest="7")
    assert without.status is Status.STUCK
