"""The variants of Phoenix: one that gives foundation cards back, and Arizona."""

from __future__ import annotations

import pytest

import engine
from engine import Status
from tests.engine.positions import moves, position

VARIANTS = pytest.mark.parametrize("game", ["phoenix-takeback", "arizona"])


@VARIANTS
def test_a_variant_is_dealt_as_phoenix_is(game: str) -> None:
    assert engine.deal(game, 4).board.stacks == engine.deal("phoenix", 4).board.stacks
    assert not engine.deal(game, 4).board.hidden


def test_a_card_that_could_come_back_keeps_the_game_going() -> None:
    columns = ["1: 6H", "2: 8C", "3: 8H", "4: TC", "5: TH", "6: QH"]
    reserve = [f"r{n}: {card}" for n, card in enumerate(["4H", "4D", "6D", "8D", "TD"], start=1)]
    board = position("phoenix-takeback", *columns, *reserve, foundations="5S", rest="5")
    assert moves(board) == {"f1-1"}
    assert board.status is Status.PLAYING
    assert (
        position("phoenix", *columns, *reserve, foundations="5S", rest="5").status is Status.STUCK
    )
