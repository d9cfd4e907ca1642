"""Moves as players type them."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine import IllegalMove, InvalidMove, Move, PatienceError
from engine.board import Board
from tests.engine.positions import position
from tests.engine.random_positions import FIRST_GAMES, random_board

BOARD = position(
    "saratoga",
    "1: 9C 6H 5S",
    "2: 7S",
    "3: TS",
    "4: 9D",
    "5: 2C KH",
    "w: AH 8S",
    foundations="AC",
    rest="s",
)
CASSIM = position("cassim", "1: 9C 6H 5S", "2: 7S", "3: 7C", "4: 9D", "a: 4H", "w: 8S")
PHOENIX = position("phoenix", "1: 9C 6H 5S 4D", "r1: 5H", rest="6")
AISLERIOT = position("saratoga-aisleriot", "1: 6H", "2: 4D", "3: 6D", "w: 3C", foundations="5S AH")

boards = st.builds(
    random_board,
    st.sampled_from(FIRST_GAMES),
    st.integers(0, 2**32).map(random.Random),
)


def parsed(board: Board, text: str) -> Move | PatienceError:
    """The move that a text means, or the error if it means none."""
    try:
        return board.parse_move(text)
    except PatienceError as error:
        return error


@pytest.mark.parametrize(
    "text",
    [
        "1-2*2",
        "1 2 2",
        "1-2 * 2",
        "1-2x2",
        "1 to 2 x 2",
        "1>2*2",
        "1->2*2",
        "1 → 2×2",
        "1–2*2",
        "1=>2 *2",
        "1,2*2",
        "1/2*2",
        "1:2*2",
        "  1  -  2 *2 ",
        "1-2*02",
        "1-2",
        "1 2",
        "1 onto 2",
        "1 into 2",
        "move 1 to 2",
        "Move 6H onto 7S",
        "put 6h on 7s",
        "from 1 to 2",
        "von 1 nach 2",
        "1 nach 2",
        "6h auf 7s",
        "6h 7s",
        "6H-7S",
        "6♥ 7♠",
        "6♥\ufe0f 7♠\ufe0f",
        "6 h to 7 s",
        "6h 2",
        "1 7s",
        "6h-2*2",
    ],
)
def test_a_move_of_a_run_can_be_typed_in_many_ways(text: str) -> None:
    assert BOARD.parse_move(text) == Move("1", "2", 2)


@pytest.mark.parametrize("text", ["w-4", "W 4", "waste 4", "waste to 4", "8s 9d", "8♠ 4", "w 9D"])
def test_the_waste_can_be_named_by_itself_or_its_top_card(text: str) -> None:
    assert BOARD.parse_move(text) == Move("w", "4")


@pytest.mark.parametrize("text", ["9d 10s", "9d 10♠", "9d ts", "4 10S", "9D T♠", "9d-10 s"])
def test_a_ten_can_be_typed_in_many_ways(text: str) -> None:
    assert BOARD.parse_move(text) == Move("4", "3")


@pytest.mark.parametrize(
    "text",
    ["s", "S", "stock", "deal", "Turn", "draw", "s w", "s-w", " s ", "play s", "turn stock"],
)
def test_several_words_mean_the_stock(text: str) -> None:
    assert BOARD.parse_move(text) == Move("s", "w")


@pytest.mark.parametrize("text", ["w f", "w-f", "w-f1", "w home", "w to foundation", "as f"])
def test_f_means_the_foundation_that_takes_the_card(text: str) -> None:
    board = position("saratoga", "w: AS")
    assert board.parse_move(text) == Move("w", "f1")


@pytest.mark.parametrize("text", ["f 1", "f1 1", "f1-1", "5s 6h", "5♠ 1"])
def test_a_foundation_card_can_be_named_by_its_pile_or_itself(text: str) -> None:
    board = position("saratoga-aisleriot", "1: 6H", "2: 6C", foundations="5S 2H")
    assert board.parse_move(text) == Move("f1", "1")


@pytest.mark.parametrize("text", ["1 c", "1-c", "1 C", "1 to c", "5s c"])
def test_a_cell_can_be_a_target(text: str) -> None:
    assert CASSIM.parse_move(text) == Move("1", "c")


@pytest.mark.parametrize(("text", "move"), [("2 c", "2-c"), ("3 d", "3-d"), ("4 b", "4-b")])
def test_a_pile_and_a_cell_win_over_a_card_of_the_same_text(text: str, move: str) -> None:
    assert str(CASSIM.parse_move(text)) == move


def test_a_pile_and_an_occupied_cell_win_over_a_card_too() -> None:
    board = position("cassim", "2: 7S", "c: 4H")
    with pytest.raises(IllegalMove, match="Cell c is taken"):
        board.parse_move("2 c")


def test_a_card_is_meant_where_the_game_has_no_such_cell() -> None:
    with pytest.raises(InvalidMove, match=r"with 9♦ you can play 4-3\."):
        BOARD.parse_move("9 d")


def test_a_card_is_meant_rather_than_a_move_into_the_stock() -> None:
    with pytest.raises(InvalidMove, match="3♠ has nowhere to go now"):
        BOARD.parse_move("3 s")


def test_the_first_foundation_is_meant_while_all_are_empty() -> None:
    board = position("saratoga", "w: AH 8S")
    with pytest.raises(IllegalMove, match="Foundation f1 is empty"):
        board.parse_move("f 5")


def test_one_card_is_meant_if_no_count_is_given() -> None:
    assert PHOENIX.parse_move("1 2") == Move("1", "2")
    assert PHOENIX.parse_move("1 2 3") == Move("1", "2", 3)


def test_a_named_card_moves_with_the_cards_on_top_of_it() -> None:
    assert PHOENIX.parse_move("5s 2") == Move("1", "2", 2)
    assert PHOENIX.parse_move("6h 2") == Move("1", "2", 3)
    assert PHOENIX.parse_move("4d 2") == Move("1", "2")


def test_an_ambiguous_move_is_rejected_with_the_choices() -> None:
    board = position("saxony", "1: AS", "2: AS", "a: KD")
    with pytest.raises(InvalidMove, match=r"could be several moves; type 1-f1 or 2-f1\.") as caught:
        board.parse_move("as f")
    assert "“as f”" in str(caught.value)


def test_at_most_six_choices_are_listed() -> None:
    board = position("saxony", *(f"{pile}: KH" for pile in (1, 2)), "3: KD", rest="s")
    with pytest.raises(InvalidMove, match="or …") as caught:
        board.parse_move("1")
    assert str(caught.value).count("1-") == 6


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1", "That is half a move; from 1 you can play 1-2*2."),
        ("1 -", "That is half a move; from 1 you can play 1-2*2."),
        ("1 to", "That is half a move; from 1 you can play 1-2*2."),
        ("1->", "That is half a move; from 1 you can play 1-2*2."),
        ("w", "That is half a move; from w you can play w-4."),
        ("9d", "That is half a move; with 9♦ you can play 4-3."),
        ("7s", "7♠ has nowhere to go now."),
        ("2", "Nothing can move from 2 right now."),
        ("7", "Nothing can move from 7 right now."),
    ],
)
def test_half_a_move_is_rejected_with_ways_to_complete_it(text: str, message: str) -> None:
    with pytest.raises(InvalidMove) as caught:
        BOARD.parse_move(text)
    assert str(caught.value) == message


@pytest.mark.parametrize("text", ["8 1", "1 8", "0 1", "99-1", "a 3", "r1 2", "f5 1", "z9-1"])
def test_an_unknown_pile_is_rejected_with_the_known_ones(text: str) -> None:
    with pytest.raises(
        IllegalMove, match=r"Saratoga has no pile “.*”; its piles are 1–7, f1–f4, s, w\."
    ):
        BOARD.parse_move(text)


NO_MOVES = """
hello|1 2 3 4|1-2-3|1-2*|1-2*100|1**2|1-2 please|-|*2|ä|🂡 🂢|to|1 2 and 3 4|{0}|%s|1\0-2| |
"""


@pytest.mark.parametrize("text", [*NO_MOVES.strip("\n").split("|"), "1" * 61, "7" * 4000])
def test_other_text_is_rejected_with_how_to_type_a_move(text: str) -> None:
    with pytest.raises(InvalidMove, match="is not a move; type where from and where to"):
        BOARD.parse_move(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3 4", "10♠ does not go onto 9♦"),
        ("1 2 0", "A move takes at least one card"),
        ("1 2 5", "has only 3 cards, not 5"),
        ("5h f", "is still in the stock"),
        ("9d 9c", "9♣ is covered or out of play"),
        ("9c 2", "not a run"),
        ("6h f", "one at a time"),
        ("8s f", "Foundation f1 takes A♠ next, not 8♠"),
        ("s 3", "Cards cannot be moved off the stock; type s to turn it"),
        ("1 s", "You cannot play cards onto the stock"),
        ("1 w", "You cannot play cards onto the waste"),
        ("9c 2 2", "would move other cards than you named"),
    ],
)
def test_an_illegal_move_is_rejected_with_the_rule(text: str, message: str) -> None:
    with pytest.raises(IllegalMove, match=message):
        BOARD.parse_move(text)


def test_the_upper_of_two_equal_cards_in_a_pile_is_meant() -> None:
    board = position("saxony", "1: 7H 9C 7H", "a: KC", "r1: 9H", rest="s")
    with pytest.raises(IllegalMove, match="7♥ does not go onto 9♥"):
        board.parse_move("7h 9h")


def test_the_error_for_a_card_in_the_stock_does_not_reveal_its_place() -> None:
    board = position("saratoga", "1: 5H", "s: 2H 6S", rest="2")
    sentences = set()
    for card in ("6s", "2h"):
        with pytest.raises(IllegalMove) as caught:
            board.parse_move(f"5h {card}")
        sentences.add(caught.value.template)
    assert len(sentences) == 1


@given(boards)
def test_the_text_of_a_legal_move_parses_back(board: Board) -> None:
    for move in board.legal_moves():
        assert board.parse_move(str(move)) == move
        assert Move.parse(str(move)) == move


@given(boards)
def test_a_legal_move_can_be_named_by_its_card_or_is_listed_if_ambiguous(board: Board) -> None:
    for move in board.legal_moves():
        if move.is_stock:
            continue
        card = board.piles[move.source][-move.count]
        target = "f" if move.target[0] == "f" else move.target
        found = parsed(board, f"{card.label} {target}")
        if isinstance(found, Move):
            assert board.piles[found.source][-found.count] == card
            assert found.target == move.target or target == "f"
        else:
            assert str(move) in str(found) or "…" in str(found)


@given(boards, st.text(max_size=70) | st.text("0123456789abcdfrstw -*>♠♥10thjqk", max_size=14))
def test_any_text_is_a_legal_move_or_rejected(board: Board, text: str) -> None:
    found = parsed(board, text)
    if isinstance(found, Move):
        assert found in board.legal_moves()
    else:
        assert isinstance(found, (InvalidMove, IllegalMove))
        assert "\n" not in str(found)
        assert len(str(found)) < 300


@given(st.text(min_size=61, max_size=300).map(lambda text: (text * 70)[:4000]))
def test_long_text_is_rejected_with_a_short_message(text: str) -> None:
    with pytest.raises(PatienceError) as caught:
        BOARD.parse_move(text)
    assert len(str(caught.value)) < 300


@given(st.sampled_from(FIRST_GAMES), st.integers(1, 10**6), st.integers(0, 40))
def test_a_rejected_move_changes_nothing(game: str, number: int, junk: int) -> None:
    playing = engine.deal(game, number)
    board = playing.board
    with pytest.raises(PatienceError):
        playing.play(f"{junk}-{junk}")
    assert playing.board is board
    assert playing.moves == ()


@pytest.mark.parametrize(
    "text",
    [
        "１-2",
        "1−2.",
        "1 ➡ 2",
        "**1-2**",
        "“1-2”",
        "||1-2||",
        "(1-2)",
        "> 1-2",
        "• 1 → 2",
        "12. 1-2",
        "6:hearts: from 1 onto 7:spades: in 2",
        "6<:hearts:42> 7<:spades:43>",
        "Pile 1 to pile 2",
        "Stapel 1 auf Stapel 2",
    ],
)
def test_a_move_is_read_in_any_spelling(text: str) -> None:
    board = position("saratoga", "1: 6H", "2: 7S", rest="s")
    assert board.parse_move(text) == Move("1", "2")


@pytest.mark.parametrize(
    "text", ["Talon", "Turn 3 cards from the stock.", "3 Karten vom Talon umdrehen"]
)
def test_the_stock_is_turned_as_it_is_told(text: str) -> None:
    assert BOARD.parse_move(text).is_stock


@given(boards)
def test_a_move_is_read_as_it_is_described(board: Board) -> None:
    for move in board.legal_moves():
        told = str(board.describe(move))
        assert board.parse_move(told) == move
        assert board.parse_move(f"💡 **{told}** · won in 6 of 8 tries") == move
