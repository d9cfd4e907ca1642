"""Golf and Black Hole: every sentence of their rules."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove, Status
from engine.shuffle import shuffled
from tests.engine.positions import cards, moves, play, position

GOLF = ["golf", "relaxed-golf"]
HOLES = ["black-hole", "worm-hole"]
ALL = [*GOLF, *HOLES]


@pytest.mark.parametrize("game", GOLF)
def test_seven_piles_of_five_a_card_that_starts_the_foundation_and_sixteen_in_the_stock(
    game: str,
) -> None:
    board, order = engine.deal(game, 7).board.piles, shuffled(7)
    assert [len(board[str(pile)]) for pile in range(1, 8)] == [5] * 7
    assert board["1"] == order[0:35:7]
    assert board["f1"] == (order[35],)
    assert board["s"][::-1] == order[36:]
    assert "w" not in board
    assert "f2" not in board


@pytest.mark.parametrize("game", HOLES)
def test_the_ace_of_spades_is_the_hole_and_seventeen_fans_of_three_lie_around_it(game: str) -> None:
    board = engine.deal(game, 19).board.piles
    assert board["f1"] == cards("AS")
    assert [len(board[str(pile)]) for pile in range(1, 18)] == [3] * 17
    order = [card for card in shuffled(19) if card != cards("AS")[0]]
    assert board["17"] == tuple(order[16::17])


@pytest.mark.parametrize("game", ALL)
def test_the_foundation_takes_a_rank_higher_or_lower_regardless_of_suit(game: str) -> None:
    board = position(
        game, "f1: AS 8H", "1: 9S", "2: 9H", "3: 7D", "4: 7C", "5: 8S", "6: 6H", "7: TD", rest="5"
    )
    assert moves(board, target="f1") - {"s"} == {"1-f1", "2-f1", "3-f1", "4-f1"}


@pytest.mark.parametrize("game", ALL)
def test_king_and_ace_are_neighbours_except_in_golf(game: str) -> None:
    board = position(game, "f1: AS KH", "1: AD", "2: QC", "3: 3D", rest="3")
    assert ("1-f1" in moves(board)) == (game != "golf")
    assert "2-f1" in moves(board)
    board = position(game, "f1: AS", "1: KD", "2: 2C", "3: 3D", rest="3")
    assert ("1-f1" in moves(board)) == (game != "golf")


@pytest.mark.parametrize("game", ALL)
def test_nothing_is_built_on_the_tableau_and_an_empty_pile_stays_empty(game: str) -> None:
    board = position(game, "f1: AS", "1: 9S", "2: 8H", "3: 2H", rest="3")
    assert {move for move in moves(board) if "-a" not in move} - {"s"} == {"3-f1"}
    with pytest.raises(IllegalMove, match="You cannot build on pile 1"):
        play(board, "2-1")
    with pytest.raises(IllegalMove, match="You cannot play cards into pile 4"):
        play(board, "2-4")


def test_the_worm_hole_has_a_cell_for_one_card_that_leaves_it_for_the_foundation_only() -> None:
    board = position("worm-hole", "f1: AS", "1: 9S", "2: 2H", rest="2")
    assert moves(board, target="a") == {"1-a", "2-a"}
    taken = play(board, "2-a")
    assert moves(taken, target="a") == set()
    assert moves(taken, "a") == {"a-f1"}
    with pytest.raises(IllegalMove, match="a cell holds only one card"):
        play(taken, "1-a")
    assert moves(play(board, "1-a"), "a") == set()


def test_a_card_of_another_rank_is_rejected_with_the_reason() -> None:
    board = position("golf", "f1: AS", "1: KD", "2: 2C", rest="2")
    with pytest.raises(IllegalMove, match="K♦ does not go onto A♠: the foundation builds up or"):
        play(board, "1 f")


@pytest.mark.parametrize("game", GOLF)
def test_the_stock_deals_one_card_onto_any_card_of_the_foundation(game: str) -> None:
    playing = engine.deal(game, 3)
    stock = playing.board.piles["s"]
    for dealt in range(1, 17):
        playing.play("s")
        assert playing.board.piles["f1"][-dealt:] == stock[: -dealt - 1 : -1]
    with pytest.raises(IllegalMove, match="stock is empty"):
        playing.play("s")


@pytest.mark.parametrize("game", GOLF)
def test_the_game_is_won_when_the_tableau_is_cleared_though_the_stock_is_not(game: str) -> None:
    board = position(game, "f1: 8H", "1: 9S", rest="s")
    assert board.status is Status.PLAYING
    assert play(board, "1-f1").status is Status.WON


@pytest.mark.parametrize("game", HOLES)
def test_a_hole_is_won_with_every_card_on_the_foundation(game: str) -> None:
    board = position(game, "f1: KC", "1: QS", rest="f1")
    assert board.status is Status.PLAYING
    assert play(board, "1-f1").status is Status.WON


@pytest.mark.parametrize("game", GOLF)
def test_golf_is_stuck_when_no_card_of_the_stock_would_help(game: str) -> None:
    board = position(game, "f1: 8H", "1: 3S", "s: JC 8C", rest="f1")
    assert board.status is Status.STUCK


def test_autoplay_moves_nothing_where_no_move_is_safe() -> None:
    game = engine.Game(position("black-hole", "f1: KC", "1: QS", rest="f1"))
    assert game.safe_moves() == ()
    assert not game.can_finish()
