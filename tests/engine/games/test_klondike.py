"""Klondike and its family: every sentence of their rules."""

from __future__ import annotations

import pytest

import engine
from engine import Status
from engine.shuffle import shuffled
from tests.engine.positions import cards, moves, play, position

SEVEN = ["klondike", "klondike-3", "trigon", "thumb-and-pouch", "chinaman"]
GIVING_BACK = [*SEVEN, "whitehead", "easthaven"]


@pytest.mark.parametrize("game", SEVEN)
def test_seven_piles_of_one_to_seven_cards_with_only_the_top_cards_face_up(game: str) -> None:
    board = engine.deal(game, 7).board
    assert [len(board.piles[str(pile)]) for pile in range(1, 8)] == [1, 2, 3, 4, 5, 6, 7]
    assert [board.hidden[board.compiled.index_of[str(pile)]] for pile in range(1, 8)] == list(
        range(7)
    )
    assert len(board.piles["s"]) == 24
    assert str(board).splitlines()[2].startswith("3: ?? ?? ")


def test_the_deal_goes_row_by_row_each_row_one_pile_further_right() -> None:
    order, board = shuffled(7), engine.deal("klondike", 7).board.piles
    assert [board[str(pile)][0] for pile in range(1, 8)] == list(order[:7])
    assert board["7"][1:] == tuple(order[at] for at in (12, 17, 21, 24, 26, 27))
    assert board["s"][::-1] == order[28:]


@pytest.mark.parametrize("game", ["easthaven", "westcliff"])
def test_piles_of_three_with_only_the_top_cards_face_up(game: str) -> None:
    board = engine.deal(game, 7).board
    piles = board.compiled.tableau
    assert len(piles) == (7 if game == "easthaven" else 10)
    assert all(len(board.stacks[pile.index]) == 3 for pile in piles)
    assert all(board.hidden[pile.index] == 2 for pile in piles)
    assert len(board.piles["s"]) == (31 if game == "easthaven" else 22)


def test_whitehead_is_dealt_face_up() -> None:
    board = engine.deal("whitehead", 7).board
    assert not board.hidden
    assert "??" not in str(board)


def test_an_uncovered_face_down_card_is_turned_up() -> None:
    for number in range(1, 30):
        game = engine.deal("klondike", number)
        leaving = [move for move in game.legal_moves() if move.source in "234567"]
        if leaving:
            pile = game.board.compiled.index_of[leaving[0].source]
            before = game.board.hidden[pile]
            game.play(leaving[0])
            assert game.board.hidden[pile] == before - 1
            game.undo()
            assert game.board.hidden[pile] == before
            return
    pytest.fail("No deal began with such a move.")


@pytest.mark.parametrize("game", ["klondike", "klondike-3", "easthaven", "westcliff"])
def test_the_tableau_builds_down_in_alternating_colours(game: str) -> None:
    board = position(game, "1: 9S", "2: 8H", "3: 8C", "4: TH", "5: 7S", foundations="")
    assert moves(board, target="1") == {"2-1"}
    assert moves(board, "1") >= {"1-4"}


def test_trigon_builds_down_in_suit() -> None:
    board = position("trigon", "1: 9S", "2: 8S", "3: 8H", "4: TH")
    assert moves(board, target="1") == {"2-1"}


@pytest.mark.parametrize("game", ["thumb-and-pouch", "chinaman"])
def test_the_tableau_builds_down_on_any_other_suit(game: str) -> None:
    board = position(game, "1: 9S", "2: 8S", "3: 8H", "4: 8C")
    assert moves(board, target="1") == {"3-1", "4-1"}


def test_whitehead_builds_in_one_colour_and_moves_runs_in_suit() -> None:
    board = position("whitehead", "1: 9S", "2: TH 8C", "3: 8H", "4: 8S 7S", "5: 7C 6S")
    assert moves(board, target="1") == {"2-1", "4-1*2"}
    assert "5-2*2" not in moves(board, "5", "2")


@pytest.mark.parametrize("game", ["klondike", "klondike-3", "trigon", "chinaman"])
def test_an_empty_pile_takes_only_a_king_or_a_run_headed_by_one(game: str) -> None:
    run = "KS QS" if game == "trigon" else "KS QH"
    board = position(game, f"1: 2C {run}", "2: 9D", "3: 4C", "4: 6H", "5: JD", "6: 3H")
    assert moves(board, target="7") == {"1-7*2"}


@pytest.mark.parametrize("game", ["thumb-and-pouch", "easthaven"])
def test_an_empty_pile_takes_any_card_or_run(game: str) -> None:
    board = position(game, "1: KS 9S 8H", "2: 9D", "3: 4C", "4: 6H", "5: JD", "6: 3H")
    assert {"1-7", "1-7*2"} <= moves(board, "1")


@pytest.mark.parametrize("game", GIVING_BACK)
def test_foundations_give_their_top_cards_back(game: str) -> None:
    onto = {"trigon": "5H", "whitehead": "5D"}.get(game, "5S")
    assert "f2-1" in moves(position(game, f"1: {onto}", foundations="4H"), "f2")


def test_in_westcliff_foundation_cards_stay() -> None:
    assert not moves(position("westcliff", "1: 5S", foundations="4H"), "f2")


@pytest.mark.parametrize(
    ("game", "turn", "redeals"),
    [
        ("klondike", 1, None),
        ("klondike-3", 3, None),
        ("trigon", 1, None),
        ("thumb-and-pouch", 1, 0),
        ("chinaman", 3, 1),
        ("whitehead", 1, 0),
        ("westcliff", 1, 0),
    ],
)
def test_each_game_turns_its_number_of_cards_in_its_number_of_passes(
    game: str, turn: int, redeals: int | None
) -> None:
    board = engine.deal(game, 7).board
    before = board.piles["s"]
    assert board.apply(board.stock_move).piles["w"] == before[::-1][:turn]
    passes = 0
    while board.can_play_stock and passes < 4:
        while board.piles["s"]:
            board = board.apply(board.stock_move)
        passes += 1
        if board.can_play_stock:
            board = board.apply(board.stock_move)
            assert board.piles["s"] == before
    assert passes == (4 if redeals is None else redeals + 1)


def test_easthavens_stock_deals_a_card_to_each_pile_empty_or_not() -> None:
    board = engine.deal("easthaven", 7).board
    order = board.piles["s"][::-1]
    for _ in range(4):
        board = board.apply(board.stock_move)
    assert [board.piles[str(pile)][3] for pile in range(1, 8)] == list(order[:7])
    board = board.apply(board.stock_move)
    assert [len(board.piles[str(pile)]) for pile in range(1, 8)] == [8, 8, 8, 7, 7, 7, 7]
    assert not board.can_play_stock
    empty = position("easthaven", "1: KS", rest="s")
    assert len(empty.apply(empty.stock_move).piles["7"]) == 1


def test_the_game_is_won_with_every_card_on_the_foundations() -> None:
    board = position("klondike", "1: KC", foundations="KS KH KD QC", rest="1")
    assert play(board, "1-f4").status is Status.WON
    assert play(board, "1-f4").piles["f4"][-1:] == cards("KC")


def test_thirty_six_is_dealt_in_six_piles_of_six_face_up() -> None:
    order, board = shuffled(7), engine.deal("thirty-six", 7).board
    assert [board.piles[str(pile)] for pile in range(1, 7)] == [order[at:36:6] for at in range(6)]
    assert board.piles["s"][::-1] == order[36:]
    assert not board.hidden


def test_thirty_six_builds_regardless_of_suit_in_runs_and_any_card_fills_an_empty_pile() -> None:
    board = position("thirty-six", "1: 2D 9S 8S 7H", "2: TS", "3: 9D", foundations="AD")
    assert moves(board, "1", "2") == {"1-2*3"}
    assert moves(board, "1", "3") == {"1-3*2"}
    assert moves(board, "1", "4") == {"1-4", "1-4*2", "1-4*3"}
    assert not moves(board, "f3")


def test_thirty_six_turns_its_stock_card_by_card_and_once() -> None:
    board = engine.deal("thirty-six", 7).board
    for turned in range(1, 17):
        board = play(board, "s")
        assert len(board.piles["w"]) == turned
    assert not board.can_play_stock
