"""Baker's Dozen, Grandfather's Clock and Cruel: their rules beyond those in ``test_every_*.py``."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove
from engine.shuffle import shuffled
from tests.engine.positions import cards, moves, play, position

HOURS = "2H 3S 4D 5C 6H 7S 8D 9C TH JS QD KC"


def test_thirteen_piles_of_four_are_dealt_with_the_kings_beneath_the_others() -> None:
    board = engine.deal("bakers-dozen", 7).board
    for pile in range(13):
        dealt = shuffled(7)[pile::13]
        kings = tuple(card for card in dealt if card.rank == 13)
        others = tuple(card for card in dealt if card.rank < 13)

        assert board.piles[str(pile + 1)] == kings + others


def test_twelve_cards_start_the_clock_and_the_others_lie_in_eight_piles_of_five() -> None:
    board = engine.deal("grandfathers-clock", 7).board

    assert tuple(board.piles[f"f{hour}"][0] for hour in range(1, 13)) == cards(HOURS)
    assert [len(board.piles[str(pile)]) for pile in range(1, 9)] == [5] * 8


def test_a_foundation_of_the_clock_is_built_up_to_its_hour() -> None:
    board = position(
        "grandfathers-clock", "1: KH", "2: AH", "3: 6H", "f1: 2H 3H 4H 5H", "f9: TH JH QH", rest="8"
    )

    assert "1-f9" in moves(board)
    assert "2-f9" in moves(play(board, "1-f9"))
    assert moves(board, source="3", target="f1") == set()
    assert not moves(board, source="f1")


def test_cruel_is_gathered_and_dealt_again_in_order_as_often_as_one_likes() -> None:
    board = position(
        "cruel",
        "1: KS",
        "3: KH QH JH KD QD",
        "4: JD KC QC JC",
        foundations="QS TH TD TC",
        rest="12",
    )
    board = play(board, "s")

    assert board.piles["1"] == cards("KS KH QH JH")
    assert board.piles["2"] == cards("KD QD JD KC")
    assert board.piles["3"] == cards("QC JC")
    assert board.redeals is None


def test_a_redeal_of_cruel_that_would_change_nothing_is_not_legal() -> None:
    with pytest.raises(IllegalMove, match="A redeal would change nothing"):
        play(engine.deal("cruel", 7).board, "s")


def test_moves_to_the_last_foundations_of_the_clock_are_read_from_text() -> None:
    board = position("grandfathers-clock", "1: AC", "f12: KC", rest="8")

    assert str(play(board, "1-f12").piles["f12"][-1]) == "AC"
