"""Cards that leave together: moves, their texts, and why some are refused."""

from __future__ import annotations

import pytest

from engine import Board, Game, IllegalMove, InvalidMove, Move, Rules, Status
from engine.dealing import opening
from engine.games.golf import TRI_PEAKS
from engine.games.pyramid import ELEVENS, GIZA, MONTE_CARLO, NESTOR, PYRAMID, PYRAMID_RELAXED
from tests.engine.positions import cards, moves, play, position

DISCARDING = pytest.mark.parametrize(
    "rules", [PYRAMID, GIZA, MONTE_CARLO, NESTOR, ELEVENS], ids=lambda rules: rules.id
)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("3+7", Move("3", "f1", 1, ("7",))),
        ("7 + 3", Move("3", "f1", 1, ("7",))),
        ("9+10+2", Move("2", "f1", 1, ("9", "10"))),
        ("w+28", Move("28", "f1", 1, ("w",))),
        ("R8+R10", Move("r8", "f1", 1, ("r10",))),
        ("w+w", Move("w", "f1", 1, ("w",))),
    ],
)
def test_the_piles_of_a_discard_are_read_in_any_order_and_written_in_one(
    text: str, move: Move
) -> None:
    assert Move.parse(text) == move
    assert Move.parse(str(move)) == move
    assert move.sources == (move.source, *move.others)
    assert "others=" in repr(move)


@pytest.mark.parametrize("text", ["3+", "3+s", "3+f1", "1+2+3+4", "+3", "3+7*2"])
def test_other_sums_of_piles_are_no_moves(text: str) -> None:
    with pytest.raises(InvalidMove):
        Move.parse(text)


def test_discards_of_other_piles_are_other_moves() -> None:
    moves = {Move.discarding("3", "7"), Move.discarding("3", "8"), Move("3", "f1")}

    assert len(moves) == 3
    assert Move.discarding("7", "3") in moves


def free_pyramid(*lines: str) -> Board:
    """A pyramid of which only the given piles are left."""
    return position(PYRAMID, *lines, rest="s")


def test_two_free_cards_of_thirteen_leave_and_a_king_leaves_alone() -> None:
    board = free_pyramid("22: 6S", "23: 7H", "24: KD", "25: 9C", "w: 4D")

    assert moves(board) == {"22+23", "24-f1", "25+w", "s"}
    assert play(board, "22+23").piles["f1"] == cards("6S 7H")


def test_a_card_leaves_only_when_nothing_lies_on_it() -> None:
    board = free_pyramid("16: 6S", "22: 7H", "24: KD", "25: 6C")

    assert "16+25" not in moves(board)
    with pytest.raises(IllegalMove, match="Other cards lie on pile 16"):
        play(board, "16+22")
    board = free_pyramid("16: 6S", "22: KS", "28: 7H")
    assert "16+28" not in moves(board)
    assert "16+28" in moves(play(board, "22-f1"))


def test_the_top_two_cards_of_the_waste_leave_together_but_the_second_not_alone() -> None:
    board = free_pyramid("22: 2H", "w: JD 9S 4S")

    assert moves(board) - {"s"} == {"w+w"}
    assert play(board, "w w").piles["w"] == cards("JD")


@pytest.mark.parametrize(
    "text", ["22+23", "22 23", "23-22", "6s 7h", "7h+6s", "6♠ and 7♥", "22 7h"]
)
def test_a_discard_may_be_typed_by_piles_or_by_cards(text: str) -> None:
    board = free_pyramid("22: 6S", "23: 7H", "25: 9C")

    assert board.parse_move(text) == Move.discarding("22", "23")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("22+25", r"6♠ and 9♣ cannot be discarded together\."),
        ("22-f1", r"6♠ cannot be discarded alone\."),
        ("22 f", r"6♠ cannot be discarded alone\."),
        ("26+22", r"Pile 26 is empty; there is nothing to move from it\."),
        ("22+22", r"Each card must come from another pile\."),
        ("22+99", r"Pyramid has no pile “99”"),
        ("6s ks", r"K♠ is still in the stock\."),
    ],
)
def test_a_wrong_discard_is_refused_with_the_reason(text: str, reason: str) -> None:
    board = free_pyramid("22: 6S", "23: 7H", "25: 9C")

    with pytest.raises(IllegalMove, match=reason):
        board.parse_move(text)


def test_half_a_discard_is_answered_with_its_partners() -> None:
    board = free_pyramid("22: 6S", "23: 7H", "24: 7C")

    with pytest.raises(InvalidMove, match=r"with 6♠ you can play 22\+23 or 22\+24"):
        board.parse_move("6s")
    with pytest.raises(InvalidMove, match=r"from 23 you can play 22\+23"):
        board.parse_move("23")


@pytest.mark.parametrize("text", ["24", "kd", "K♦", "discard kd"])
def test_a_king_is_discarded_by_its_name_alone(text: str) -> None:
    board = free_pyramid("22: 6S", "23: 7H", "24: KD")

    assert board.parse_move(text) == Move("24", "f1", 1)


@pytest.mark.parametrize("text", ["3+", "king", "+"])
def test_what_names_no_cards_is_answered_with_how_to_discard_some(text: str) -> None:
    board = free_pyramid("22: 6S", "23: 7H")

    with pytest.raises(InvalidMove, match=r"to discard together, such as 3\+7 or 7h 6s"):
        board.parse_move(text)


def test_the_pile_of_discarded_cards_is_not_among_those_to_name() -> None:
    with pytest.raises(IllegalMove, match="its piles are 1–28, s, w"):
        free_pyramid("22: 6S").parse_move("99")


def test_a_discard_in_words() -> None:
    board = free_pyramid("22: 6S", "23: 7H", "w: 4D 9C")

    assert str(board.describe(Move.discarding("22", "23"))) == "6♠ from 22 with 7♥ from 23"
    assert str(board.describe(Move.discarding("w", "w"))) == (
        "9♣ from the waste with 4♦ from the waste"
    )


@DISCARDING
def test_a_game_of_discards_is_written_down_and_read_back(rules: Rules) -> None:
    game = Game(opening(rules, 5))
    while game.legal_moves() and len(game.moves) < 20:
        game.play(str(game.legal_moves()[0]))
    again = Game(game.boards[0])
    for move in game.moves:
        again.play(Move.parse(str(move)))

    assert again.board == game.board
    assert game.board.foundation_count == game.score
    while game.moves:
        game.undo()
    assert game.board == opening(rules, 5)


def test_a_pyramid_is_won_without_its_cards_and_the_stock_or_only_without_its_cards() -> None:
    board = position(PYRAMID, "1: KS", "w: KH", rest="f1")
    assert play(board, "1-f1").status is Status.PLAYING
    assert play(board, "1-f1", "w-f1").status is Status.WON
    board = position(PYRAMID_RELAXED, "1: KS", "w: KH", rest="f1")
    assert board.status is Status.PLAYING
    assert play(board, "1-f1").status is Status.WON


def test_a_board_is_stuck_when_no_pass_brings_a_pair() -> None:
    board = position(PYRAMID, "1: 3S", "s: 4H 5H", "redeals: 2", rest="f1")

    assert board.status is Status.STUCK


def test_three_cards_may_leave_together() -> None:
    board = position(
        ELEVENS, "1: JS", "2: QH", "3: KD", "4: JC", "5: 9S", "6: 9D", "7: 8S", "8: 8D", "9: 8H"
    )

    assert moves(board) == {"1+2+3", "2+3+4"}
    assert play(board, "3+1+2").piles["f1"] == cards("JS QH KD")
    with pytest.raises(InvalidMove, match=r"1\+2\+3 or 2\+3\+4"):
        board.parse_move("qh")


def test_empty_piles_are_filled_from_a_stock_that_is_not_turned() -> None:
    board = opening(ELEVENS, 1)
    stock = board.piles["s"]
    move = next(move for move in board.legal_moves() if len(move.sources) == 2)
    after = board.apply(move)

    assert [after.piles[name][0] for name in move.sources] == list(stock[:-3:-1])
    assert not board.can_play_stock
    with pytest.raises(IllegalMove, match="fills empty piles by itself"):
        play(board, "s")


def test_touching_cards_lie_side_by_side_or_corner_to_corner() -> None:
    lines = ["1: 5S", "2: 5H", "5: 5D", "6: 5C", "7: 9S", "11: 9H", "25: 9D"]
    board = position(MONTE_CARLO, *lines, rest="s")

    assert moves(board) - {"s"} == {"1+2", "1+6", "2+6", "7+11"}
    with pytest.raises(IllegalMove, match=r"5♦ and 5♣ do not lie next to each other\."):
        play(board, "5+6")


def test_cards_close_up_before_the_stock_fills_what_is_left() -> None:
    board = position(MONTE_CARLO, "2: 5H", "24: 9S", "s: 2D 3D", rest="f1")
    after = play(board, "s")

    assert {name: pile for name, pile in after.piles.items() if pile and name != "f1"} == {
        "1": cards("5H"),
        "2": cards("9S"),
        "3": cards("3D"),
        "4": cards("2D"),
    }
    assert not after.can_play_stock
    with pytest.raises(IllegalMove, match="There is no gap to close"):
        play(after, "s")
    assert after.status is Status.STUCK


@pytest.mark.parametrize("number", range(1, 40))
def test_no_pile_is_dealt_two_cards_of_a_rank(number: int) -> None:
    board = opening(NESTOR, number)
    ranks = [[card.rank for card in board.piles[str(pile)]] for pile in range(1, 9)]

    assert sum(len(each) - len(set(each)) for each in ranks) <= 1
    assert all(map(len, ranks))


def test_a_card_on_the_peaks_shows_when_both_cards_on_it_have_gone() -> None:
    board = position(TRI_PEAKS, "10: (9S)", "19: 5H", "20: 6H", "f1: 4S", rest="s")
    board = play(board, "19-f1")
    assert "10: ??" in str(board)
    with pytest.raises(IllegalMove, match="Other cards lie on pile 10"):
        play(board, "10-f1")

    board = play(board, "20-f1")

    assert not board.hidden
    assert "10: 9S" in str(board)
