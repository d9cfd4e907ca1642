"""Double Klondike, Gargantua and Harp: every sentence of their rules."""

from __future__ import annotations

import pytest

import engine
from engine import Status
from engine.shuffle import shuffled
from tests.engine.games.face_down import hiding
from tests.engine.positions import cards, moves, play, position

NINE = ["double-klondike", "gargantua"]
ALL = [*NINE, "harp"]
PASSES = {"double-klondike": 9, "gargantua": 2, "harp": 1}
"""Passes through each game's stock; nine stands for unlimited."""


def dealt(game: str) -> tuple[list[int], list[int], int]:
    """Cards in each pile, face-down cards in each, and cards left for the stock."""
    board = engine.deal(game, 7).board
    tableau = [pile.index for pile in board.compiled.tableau]
    return (
        [len(board.stacks[pile]) for pile in tableau],
        [board.hidden[pile] for pile in tableau],
        len(board.piles["s"]),
    )


@pytest.mark.parametrize("game", NINE)
def test_nine_piles_of_one_to_nine_cards_with_only_the_top_cards_face_up(game: str) -> None:
    assert dealt(game) == ([1, 2, 3, 4, 5, 6, 7, 8, 9], [0, 1, 2, 3, 4, 5, 6, 7, 8], 59)


def test_harps_ten_piles_go_from_ten_cards_down_to_one() -> None:
    assert dealt("harp") == (
        [10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
        [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
        49,
    )


def test_the_deal_goes_row_by_row_to_the_piles_that_still_get_a_card() -> None:
    order, board = shuffled(7, 2), engine.deal("double-klondike", 7).board.piles
    assert [board[str(pile)][0] for pile in range(1, 10)] == list(order[:9])
    assert board["9"][8] == order[44]
    harp = engine.deal("harp", 7).board.piles
    assert [harp[str(pile)][0] for pile in range(1, 11)] == list(order[:10])
    assert harp["1"][9] == order[54]


@pytest.mark.parametrize("game", ALL)
def test_eight_foundations_are_built_up_in_suit_from_ace_to_king(game: str) -> None:
    board = position(game, "1: AS", "2: AS", "3: 2H", "4: 2C", foundations="AH")
    assert moves(board, target="f2") == {"3-f2"}
    board = play(board, "1-f1", "2-f5")
    assert (board.piles["f1"], board.piles["f5"]) == (cards("AS"), cards("AS"))
    last = position(game, "1: KC", foundations="KS KH KD KC KS KH KD QC", rest="1")
    assert play(last, "1-f8").status is Status.WON


@pytest.mark.parametrize("game", ALL)
def test_foundations_give_their_top_cards_back(game: str) -> None:
    board = position(game, "1: 5S", "f6: AH 2H 3H 4H")
    assert "f6-1" in moves(board)


@pytest.mark.parametrize("game", ALL)
def test_the_tableau_builds_down_in_alternating_colours(game: str) -> None:
    board = position(game, "1: 9S", "2: 8H", "3: 8C", "4: TH", "5: 7H", "6: 8S", "w: 8D")
    assert moves(board, target="1") == {"2-1", "w-1"}
    assert "1-4" in moves(board, "1")
    assert not moves(position(game, "1: AS", "2: KH"), "2", "1")


@pytest.mark.parametrize("game", ALL)
def test_any_part_of_a_built_run_moves_as_a_unit(game: str) -> None:
    board = position(game, "1: 3C TH 9S 8H", "2: JC", "3: TD", "4: 9C")
    assert [moves(board, "1", pile) for pile in "234"] == [{"1-2*3"}, {"1-3*2"}, {"1-4"}]
    unbuilt = position(game, "1: 9S 8C", "2: TH")
    assert not moves(unbuilt, "1", "2")


@pytest.mark.parametrize("game", NINE)
def test_an_empty_pile_takes_only_a_king_or_a_run_headed_by_one(game: str) -> None:
    board = position(game, "1: 2C KS QH", "2: JH", "w: KD", foundations="2S KH")
    assert moves(board, target="9") == {"1-9*2", "w-9", "f2-9"}


def test_in_harp_an_empty_pile_takes_any_card_or_run() -> None:
    board = position("harp", "1: 2C 9S 8H", "2: JH 4D", "w: 3D", "f1: AS 2S")
    assert moves(board, target="9") == {"1-9", "1-9*2", "2-9", "w-9", "f1-9"}


@pytest.mark.parametrize("game", ALL)
def test_an_uncovered_face_down_card_is_turned_up(game: str) -> None:
    board = hiding(game, "1: (9S) 4H", "2: 5S")
    assert str(board).splitlines()[0] == "1: ?? 4H"
    assert str(play(board, "1-2")).splitlines()[0] == "1: 9S"


@pytest.mark.parametrize("game", ALL)
def test_the_stock_turns_single_cards_in_each_games_number_of_passes(game: str) -> None:
    board = engine.deal(game, 7).board
    before = board.piles["s"]
    passes = 0
    while board.can_play_stock and passes < 9:
        for turned in range(1, len(before) + 1):
            board = board.apply(board.stock_move)
            assert board.piles["w"] == before[::-1][:turned]
        passes += 1
        if board.can_play_stock:
            board = board.apply(board.stock_move)
            assert board.piles["s"] == before
    assert passes == PASSES[game]
