"""Bisley and its family: their rules beyond those in ``test_every_*.py``."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove, Status
from tests.engine.positions import moves, play, position

BISLEYS = ["bisley", "bisley-13"]
REALMS = ["realm", "mancunian"]
ALL = [*BISLEYS, *REALMS]


@pytest.mark.parametrize("game", ALL)
def test_all_cards_lie_face_up_and_there_is_no_stock(game: str) -> None:
    board = engine.deal(game, 7).board
    assert not board.hidden
    assert not {"s", "w", "a", "r1"} & board.piles.keys()


@pytest.mark.parametrize("game", ALL)
def test_each_suit_has_a_foundation_built_up_from_the_ace_and_one_down_from_the_king(
    game: str,
) -> None:
    board = position(game, "1: KS 2S", "2: KH", "3: QH", "4: 2H", foundations="AS AH", rest="8")
    assert moves(board, target="f1") == {"1-f1"}
    assert moves(board, target="f6") == {"2-f6"}
    assert moves(board, "3", "f6") == set()
    after = play(board, "1-f1", "1-f5", "2-f6")
    assert moves(after, "3", "f6") == {"3-f6"}
    assert moves(after, "4", "f2") == {"4-f2"}
    with pytest.raises(IllegalMove, match="Foundation f6 takes"):
        play(board, "3-f6")


@pytest.mark.parametrize("game", ALL)
@pytest.mark.parametrize("height", [1, 6, 12])
def test_the_two_foundations_of_a_suit_may_meet_anywhere(game: str, height: int) -> None:
    ranks = "A23456789TJQK"
    up = " ".join(f"{rank}C" for rank in ranks[:height])
    down = " ".join(f"{rank}C" for rank in ranks[:height:-1])
    last = f"{ranks[height]}C"
    board = position(
        game, f"f4: {up}", f"f8: {down}", f"1: {last}", foundations="KS KH KD", rest="1"
    )
    assert moves(board) == {"1-f4"}
    assert play(board, "1-f4").status is Status.WON


@pytest.mark.parametrize("game", ALL)
def test_foundation_cards_stay(game: str) -> None:
    board = position(
        game, "f1: AS 2S 3S", "f5: KS QS", "1: 4S", "2: JS", "3: 4H", "4: JH", rest="8"
    )
    assert not {move for move in moves(board) if move.startswith("f")}
    with pytest.raises(IllegalMove, match="Cards on a foundation stay there"):
        play(board, "f1-1" if game in BISLEYS else "f1-3")
