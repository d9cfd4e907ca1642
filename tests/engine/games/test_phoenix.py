"""Phoenix: every rule of its source, sentence by sentence."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove, Status
from engine.board import Board
from engine.shuffle import shuffled
from tests.engine.positions import RANKS, cards, moves, play, position

RESERVE = [f"r{number}" for number in range(1, 17)]


def board_of(*lines: str, foundations: str = "") -> Board:
    """A position with all other cards at the bottom of pile 6."""
    return position("phoenix", *lines, foundations=foundations, rest="6")


# Goal and setup


def test_the_game_is_won_when_all_52_cards_are_on_the_foundations() -> None:
    """Goal, and Win Condition: from tableau and reserve, ace to king in each suit."""
    board = position("phoenix", "6: QC", "r9: KC", foundations="KS KH KD JC", rest="6")
    assert board.status is Status.PLAYING
    won = play(board, "6-f4", "r9-f4")
    assert won.status is Status.WON
    assert won.piles["f4"] == cards(" ".join(rank + "C" for rank in RANKS))


def test_a_standard_deck_is_played_with_and_all_of_it_is_dealt() -> None:
    """Setup, Deck and Stock: 52 cards, all there from the beginning."""
    piles = engine.deal("phoenix", 4).board.piles
    assert sorted(card for pile in piles.values() for card in pile) == list(range(52))
    assert "s" not in piles
    assert "w" not in piles


def test_six_piles_of_six_are_dealt_row_by_row() -> None:
    """Setup, Tableau, card by card against the shuffled deck."""
    order = shuffled(4)
    piles = engine.deal("phoenix", 4).board.piles
    assert [piles[str(pile + 1)] for pile in range(6)] == [order[pile:36:6] for pile in range(6)]
    assert "7" not in piles


def test_the_remaining_sixteen_cards_are_the_reserve() -> None:
    """Setup, Reserve: one by one after the tableau."""
    piles = engine.deal("phoenix", 4).board.piles
    assert [piles[name] for name in RESERVE] == [(card,) for card in shuffled(4)[36:]]
    assert "r17" not in piles


def test_all_cards_lie_face_up() -> None:
    """Rules, first sentence, and both of the layout: nothing is hidden."""
    board = engine.deal("phoenix", 4).board
    assert not board.hidden
    assert "?" not in str(board)


def test_the_four_foundations_are_empty_at_the_start() -> None:
    """Setup and Key Play Areas, Foundations."""
    piles = engine.deal("phoenix", 4).board.piles
    assert [piles[name] for name in piles if name.startswith("f")] == [()] * 4


def test_there_is_no_stock_and_no_redeal() -> None:
    """Setup, No Stock, and No Redeal."""
    board = engine.deal("phoenix", 4).board
    assert "s" not in moves(board)
    with pytest.raises(IllegalMove, match="Phoenix has no stock"):
        play(board, "s")


# Building


def test_foundations_go_up_in_suit_from_ace_to_king() -> None:
    """Rules, Foundations."""
    board = board_of("1: KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS")
    after = play(board, *["1-f1"] * 13)
    assert after.piles["f1"] == cards(" ".join(rank + "S" for rank in RANKS))


@pytest.mark.parametrize("card", ["4H", "AS", "3S", "3D", "5H"])
def test_a_foundation_takes_neither_another_rank_nor_another_suit(card: str) -> None:
    """Rules, Foundations: on 2♥ only 3♥."""
    assert moves(board_of(f"1: {card}", "f2: AH 2H"), "1", "f2") == set()
    assert moves(board_of("1: 3H", "f2: AH 2H"), "1", "f2") == {"1-f2"}


@pytest.mark.parametrize(
    ("card", "onto", "fits"),
    [
        ("8S", "9H", True),
        ("8D", "9C", True),
        ("8S", "9C", False),
        ("8H", "9D", False),
        ("TS", "9H", False),
        ("7S", "9H", False),
        ("KS", "AH", False),
    ],
)
def test_the_tableau_builds_down_in_alternating_colours(
    card: str, onto: str, *, fits: bool
) -> None:
    """Key Play Areas and Rules, Tableau: one rank at a time."""
    assert (moves(board_of(f"1: {card}", f"2: {onto}"), "1", "2") == {"1-2"}) is fits


def test_a_run_moves_between_piles_whole_or_in_part() -> None:
    """Moving Cards, and Special Rules: single cards and sequences, as a group."""
    board = board_of("1: 9C 6H 5S 4D", "2: 7S", "3: 6D", "4: 5C", "5: 2C")
    assert moves(board, "1") == {"1-2*3", "1-3*2", "1-4"}
    assert play(board, "1-2*3").piles["2"] == cards("7S 6H 5S 4D")


def test_cards_out_of_order_do_not_move_together() -> None:
    """Moving Cards: correctly ordered, alternating colours."""
    board = board_of("1: 6H 5D", "2: 7S", "3: 2C", "4: 2S", "5: 9S")
    assert moves(board, "1") == set()
    with pytest.raises(IllegalMove, match="not a run"):
        play(board, "1-2*2")


# The reserve


@pytest.mark.parametrize("name", RESERVE)
def test_every_reserve_card_goes_to_tableau_and_foundations(name: str) -> None:
    """Moving Cards, Gameplay, and Reserve: all sixteen are available, to both."""
    board = board_of("1: 2S", f"{name}: AH")
    assert moves(board, name, "1") == {f"{name}-1"}
    assert moves(board, name, "f2") == {f"{name}-f2"}


def test_reserve_cards_move_one_at_a_time() -> None:
    """Reserve Usage: each is a pile of one."""
    board = board_of("1: 7S", "r1: 6H", "r2: 5S")
    with pytest.raises(IllegalMove, match="only 1 card"):
        play(board, "r1-1*2")
    assert play(board, "r1-1", "r2-1").piles["1"] == cards("7S 6H 5S")


def test_the_reserve_is_never_refilled() -> None:
    """Settled: nothing goes there, neither onto a card nor into an empty place."""
    board = board_of("1: 6H 5S", "r1: 6D")
    assert not [move for move in board.legal_moves() if move.target.startswith("r")]
    with pytest.raises(IllegalMove, match="You cannot play cards into reserve r2"):
        play(board, "1-r2")
    with pytest.raises(IllegalMove, match="You cannot build on reserve r1"):
        play(board, "1-r1")
    assert play(board_of("1: 7S", "r1: 6D"), "r1-1").piles["r1"] == ()


# Empty tableau piles


@pytest.mark.parametrize("card", ["AS", "7H", "QD", "KC"])
def test_an_empty_pile_takes_any_card_from_tableau_and_reserve(card: str) -> None:
    """Empty Tableau Spaces, Gameplay, and Filling: not just kings, any available card."""
    assert moves(board_of(f"1: 9S {card}"), "1", "2") == {"1-2"}
    assert moves(board_of(f"r3: {card}"), "r3", "2") == {"r3-2"}


def test_an_empty_pile_takes_any_part_of_a_run() -> None:
    """Filling Empty Tableau Spaces: card or valid sequence, each length a move of its own."""
    board = board_of("1: 9C 6H 5S 4D")
    assert moves(board, "1", "2") == {"1-2", "1-2*2", "1-2*3"}


def test_moving_a_whole_pile_to_an_empty_one_is_not_listed() -> None:
    """Settled: idle moves are no moves."""
    board = board_of("1: 6H 5S 4D")
    assert moves(board, "1", "2") == {"1-2", "1-2*2"}
    with pytest.raises(IllegalMove, match="only move all of pile 1"):
        play(board, "1-2*3")


def test_moving_a_single_reserve_card_is_not_idle() -> None:
    """Settled: idle is only what goes to a pile of the same kind."""
    assert moves(board_of("r1: 9D"), "r1") == {f"r1-{pile}" for pile in range(1, 6)}


def test_with_an_empty_tableau_the_game_goes_on_from_the_reserve() -> None:
    """Edge Cases: foundations and reserve are enough to continue."""
    board = position("phoenix", "r1: KS", "r2: QH", foundations="QS JH KD KC", rest="r3")
    assert board.piles["r3"] == cards("KH")
    assert board.status is Status.PLAYING
    assert play(board, "r1-f1", "r2-f2", "r3-f2").status is Status.WON


# The end


def test_the_game_goes_on_while_a_move_is_open() -> None:
    """Gameplay: as long as at least one is legal."""
    assert engine.deal("phoenix", 1).status is Status.PLAYING


def test_it_is_lost_when_no_move_is_left() -> None:
    """Lose Condition, and Edge Cases: cards outside the foundations and nothing to do."""
    board = board_of("1: 2S", "2: 4S", "3: 6S", "4: 8S", "5: TS", "6: QS", "r1: 2C", "r2: 4C")
    assert moves(board) == set()
    assert board.status is Status.STUCK


def test_foundation_cards_stay() -> None:
    """Settled: nothing comes back from the foundations."""
    board = board_of("1: 6H", foundations="5S")
    assert moves(board, "f1") == set()
    with pytest.raises(IllegalMove, match="stay there"):
        play(board, "f1-1")
