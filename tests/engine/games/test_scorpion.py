"""Scorpion and its family: their rules beyond those in ``test_every_*.py``."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove, Move, Status
from engine.shuffle import shuffled
from tests.engine.positions import cards, moves, play, position

ALL = ["scorpion", "wasp", "wasp-ii", "three-blind-mice", "double-scorpion"]
WASPS = ["wasp", "wasp-ii"]
KINGS_ONLY = ["scorpion", "three-blind-mice", "double-scorpion"]
LAST = {"scorpion": "7", "wasp": "7", "wasp-ii": "7"}
SPADES = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS"


def last(game: str) -> str:
    """A game's last pile, at whose bottom tests put all other cards."""
    return LAST.get(game, "10")


@pytest.mark.parametrize("game", ALL)
def test_any_face_up_card_moves_with_all_the_cards_on_top_of_it_in_order_or_not(game: str) -> None:
    board = position(game, "1: 8H 8S KD 3C", "2: 9S", "3: 4C", "4: 9H", rest=last(game))
    assert moves(board, "1", "2") == {"1-2*3"}
    assert moves(board, "1", "3") == {"1-3"}
    assert moves(board, "1", "4") == {"1-4*4"}


@pytest.mark.parametrize("game", ALL)
def test_a_face_down_card_does_not_move_and_is_turned_up_at_the_top(game: str) -> None:
    """Checked on the first deal in which a move uncovers a face-down card."""
    for number in range(1, 200):
        playing = engine.deal(game, number)
        board = playing.board
        for move in board.legal_moves():
            if not move.is_stock and move.source[0] != "r":
                pile = board.compiled.index_of[move.source]
                face_up = len(board.stacks[pile]) - board.hidden[pile]
                assert move.count <= face_up
                if move.count == face_up and board.hidden[pile]:
                    playing.play(move)
                    assert playing.board.hidden[pile] == board.hidden[pile] - 1
                    return
    pytest.fail("No deal began with such a move.")


@pytest.mark.parametrize("game", KINGS_ONLY)
def test_an_empty_pile_takes_only_a_king_with_the_cards_on_top_of_it(game: str) -> None:
    board = position(game, "1: 2H KD 3C 9S", "2: 4C", "3: 6H KC", rest=last(game))
    assert moves(board, "1", "4") == {"1-4*3"}
    assert moves(board, "2", "4") == set()
    assert moves(board, "3", "4") == {"3-4"}
    with pytest.raises(IllegalMove, match="only a king"):
        play(board, "2-4")


@pytest.mark.parametrize("game", WASPS)
def test_an_empty_pile_in_wasp_takes_any_card_with_the_cards_on_top_of_it(game: str) -> None:
    board = position(game, "1: 2H KD 3C 9S", "2: 6H 4C", rest="7")
    assert moves(board, "1", "4") == {"1-4", "1-4*2", "1-4*3"}
    assert moves(board, "2", "4") == {"2-4"}


@pytest.mark.parametrize("game", ALL)
def test_only_a_whole_suit_in_one_run_goes_to_a_foundation_and_stays_there(game: str) -> None:
    board = position(game, f"1: 8H {SPADES}", "2: 9H", "3: AC", rest=last(game))
    assert moves(board, target="f1") == {"1-f1*13"}
    after = play(board, "1-f1*13")
    assert after.piles["f1"] == cards(SPADES)[::-1]
    assert after.piles["1"] == cards("8H")
    assert not any(move.startswith("f") for move in moves(after))
    assert not any("-f" in move for move in moves(after))
    with pytest.raises(IllegalMove, match="Only a complete run of one suit"):
        play(after, "3-f4")


@pytest.mark.parametrize("game", ALL)
@pytest.mark.parametrize(
    "pile",
    [
        SPADES.removeprefix("KS "),
        SPADES.replace("7S 6S", "6S 7S"),
        SPADES.replace("7S", "7C"),
        f"{SPADES} 2D",
    ],
)
def test_thirteen_cards_that_move_together_need_not_be_a_whole_suit(game: str, pile: str) -> None:
    board = position(game, f"1: 2H KC {pile}", "2: 9H", rest=last(game))
    assert "1-3*" in " ".join(moves(board, "1"))
    assert not any("-f" in move for move in moves(board))
    assert not board.is_legal(Move("1", "f1", 13))


@pytest.mark.parametrize("game", ALL)
def test_a_suit_whose_king_lies_face_down_is_not_whole(game: str) -> None:
    others = [str(card) for card in shuffled(7, 2 if game == "double-scorpion" else 1)]
    for card in SPADES.split():
        others.remove(card)
    hidden = SPADES.replace("KS", "(KS)")
    for pile, whole in ((SPADES, True), (hidden, False)):
        text = f"1: {pile}\n{last(game)}: {' '.join(others)}"
        board = engine.parse_board(game, text)
        assert ("1-f1*13" in moves(board)) == whole


def test_double_scorpion_has_two_foundations_for_each_suit() -> None:
    board = position("double-scorpion", f"1: {SPADES}", f"2: {SPADES}", rest="10")
    assert "2-f5*13" in moves(play(board, "1-f1*13"))


@pytest.mark.parametrize("game", ALL)
def test_a_game_is_won_when_every_suit_is_complete(game: str) -> None:
    foundation_count = 8 if game == "double-scorpion" else 4
    suits = [SPADES.replace("S", "SHDC"[number % 4]) for number in range(foundation_count)]
    lines = [f"{number + 1}: {suit}" for number, suit in enumerate(suits)]
    board = engine.parse_board(game, "\n".join(lines))
    for number in range(foundation_count):
        assert board.status is Status.PLAYING
        board = play(board, f"{number + 1}-f{number + 1}*13")
    assert board.status is Status.WON


@pytest.mark.parametrize(
    ("game", "count"), [("scorpion", 3), ("wasp", 3), ("wasp-ii", 3), ("double-scorpion", 4)]
)
def test_the_stock_is_dealt_once_a_card_to_each_of_the_first_piles_empty_or_not(
    game: str, count: int
) -> None:
    board = engine.deal(game, 7).board
    after = play(board, "s")
    first = [str(pile) for pile in range(1, count + 1)]
    grown = {name for name, pile in after.piles.items() if len(pile) > len(board.piles[name])}
    assert grown == set(first)
    assert [after.piles[pile][-1] for pile in first] == list(board.piles["s"][::-1])
    assert not after.can_play_stock
    stock = ["4S", "3S", "2S"] if count == 3 else ["5H", "4S", "3S", "2S"]
    empty = position(game, "2: KS", f"s: {' '.join(stock)}", rest=last(game))
    assert [play(empty, "s").piles[pile] for pile in "123"] == [
        cards("2S"),
        cards("KS 3S"),
        cards("4S"),
    ]


def test_a_reserve_card_is_played_to_the_tableau_and_never_replaced() -> None:
    board = position("three-blind-mice", "r1: 8S", "r2: KD", "1: 9S", "2: 7S 4C", rest="10")
    assert moves(board, "r1") == {"r1-1"}
    assert moves(board, "r2") == {f"r2-{pile}" for pile in range(3, 10)}
    after = play(board, "r1-1")
    assert after.piles["1"] == cards("9S 8S")
    assert moves(after, target="r1") == set()
    with pytest.raises(IllegalMove, match="You cannot play cards into"):
        play(after, "2-r1")
