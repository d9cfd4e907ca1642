"""Flower Garden and its family: every sentence of their rules."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove, Status
from engine.cards import Rank
from engine.shuffle import shuffled
from tests.engine.positions import moves, play, position

GARDENS = ["flower-garden", "wildflower"]
ALL = [*GARDENS, "brigade"]
SINGLES = ["flower-garden", "brigade"]


@pytest.mark.parametrize("game", GARDENS)
def test_six_flower_beds_of_six_and_a_bouquet_of_sixteen(game: str) -> None:
    order, board = shuffled(7), engine.deal(game, 7).board.piles
    assert [board[str(pile)] for pile in range(1, 7)] == [order[at:36:6] for at in range(6)]
    assert [board[f"r{pile}"] for pile in range(1, 17)] == [(card,) for card in order[36:]]
    assert not any(board[f"f{pile}"] for pile in range(1, 5))
    assert not {"7", "r17", "a", "s", "w"} & board.keys()


def test_brigade_has_its_aces_out_seven_piles_of_five_and_a_reserve_of_thirteen() -> None:
    board = engine.deal("brigade", 7).board.piles
    dealt = tuple(card for card in shuffled(7) if card.rank is not Rank.ACE)
    assert [str(board[f"f{pile}"][0]) for pile in range(1, 5)] == ["AS", "AH", "AD", "AC"]
    assert [board[str(pile)] for pile in range(1, 8)] == [dealt[at:35:7] for at in range(7)]
    assert [board[f"r{pile}"] for pile in range(1, 14)] == [(card,) for card in dealt[35:]]
    assert not {"8", "r14", "a", "s", "w"} & board.keys()


@pytest.mark.parametrize("game", ALL)
def test_all_cards_lie_face_up(game: str) -> None:
    assert not engine.deal(game, 7).board.hidden


@pytest.mark.parametrize("game", ALL)
def test_the_tableau_builds_down_regardless_of_suit(game: str) -> None:
    board = position(game, "1: 9S", "2: 8S", "3: 8H", "4: TH", "5: 8C", "r1: 8D", rest="6")
    assert moves(board, target="1") == {"2-1", "3-1", "5-1", "r1-1"}
    assert moves(board, "1") & {f"1-{pile}" for pile in range(1, 7)} == {"1-4"}


@pytest.mark.parametrize("game", SINGLES)
def test_cards_move_one_at_a_time_and_an_empty_pile_takes_any(game: str) -> None:
    board = position(game, "1: KD 9S 8S", "2: TD", "3: 9C", foundations="4H", rest="6")
    assert moves(board, "1", "2") == set()
    assert moves(board, "1", "3") == {"1-3"}
    assert {"1-4", "6-4", "f2-4"} <= moves(board, target="4")
    with pytest.raises(IllegalMove, match="Only the top card of pile 1 can move"):
        play(board, "1-4*2")


def test_in_wildflower_any_part_of_a_run_in_suit_moves_as_a_unit() -> None:
    board = position(
        "wildflower", "1: KD TS 9H 8H 7H", "2: TD", "3: 9C", "4: 8D", "5: JC", rest="6"
    )
    assert moves(board, "1", "2") == {"1-2*3"}
    assert moves(board, "1", "3") == {"1-3*2"}
    assert moves(board, "1", "4") == {"1-4"}
    assert moves(board, "1", "5") == set()
    with pytest.raises(IllegalMove, match="are not a run"):
        play(board, "1-5*4")


def test_in_wildflower_an_empty_pile_takes_any_card_or_run_in_suit() -> None:
    board = position("wildflower", "1: KD TS 9H 8H 7H", "2: 3C", foundations="2S", rest="6")
    assert moves(board, "1", "3") == {"1-3", "1-3*2", "1-3*3"}
    assert {"6-3", "f1-3"} <= moves(board, target="3")


@pytest.mark.parametrize("game", ALL)
def test_foundations_give_their_top_cards_back(game: str) -> None:
    assert "f2-1" in moves(position(game, "1: 5H", foundations="4H", rest="6"), "f2")


@pytest.mark.parametrize("game", ALL)
def test_every_card_of_the_reserve_is_available(game: str) -> None:
    board = position(game, "1: 9S", "r1: 8H", "r5: 3H", "r13: JC", foundations="2H", rest="6")
    assert {"r1-1", "r5-f2", "r13-2"} <= moves(board)


@pytest.mark.parametrize("game", ALL)
def test_no_card_moves_to_the_reserve(game: str) -> None:
    board = position(game, "1: 9S", "2: KD", "r2: TD", foundations="2H", rest="6")
    assert not {move for move in moves(board) if "-r" in move}
    with pytest.raises(IllegalMove, match="You cannot play cards into reserve r3"):
        play(board, "2-r3")
    with pytest.raises(IllegalMove, match="You cannot build on reserve r2"):
        play(board, "1-r2")


@pytest.mark.parametrize("game", ALL)
def test_the_game_is_won_with_every_card_on_the_foundations(game: str) -> None:
    board = play(position(game, "r2: KC", foundations="KS KH KD QC", rest="1"), "r2-f4")
    assert board.status is Status.WON
