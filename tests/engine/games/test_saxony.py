"""Saxony: the rules of its source beyond those in ``test_every_*.py``."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove, Status
from engine.shuffle import shuffled
from tests.engine.positions import cards, moves, play, position

COLUMNS = [str(number) for number in range(1, 9)]
FULL_CELLS = ["a: 9S", "b: 9H", "c: 9D", "d: 9C"]
FULL_RESERVE = ["r1: 2S", "r2: 2H", "r3: 2D", "r4: 2C"]


# Goal and deal


def test_cells_then_reserve_then_tableau_are_dealt_one_card_each() -> None:
    """Settled layout and dealing order, card by card against the shuffled deck."""
    piles = engine.deal("saxony", 8).board.piles
    order = [*"abcd", "r1", "r2", "r3", "r4", *COLUMNS]
    assert [piles[name] for name in order] == [(card,) for card in shuffled(8, 2)[:16]]


def test_the_other_88_cards_are_the_stock() -> None:
    """Settled layout: the next card is on top."""
    piles = engine.deal("saxony", 8).board.piles
    assert piles["s"][::-1] == shuffled(8, 2)[16:]
    assert "w" not in piles


def test_everything_but_the_stock_is_dealt_face_up() -> None:
    """Face-up/Face-down: tableau, cells and reserve are seen."""
    assert not engine.deal("saxony", 8).board.hidden


def test_stock_cards_are_out_of_play_until_they_are_dealt() -> None:
    """Face-up/Face-down: the stock is face down."""
    board = position("saxony", "s: AS", *FULL_CELLS, rest="1")
    assert moves(board, "s") == {"s"}
    assert not moves(board, target="f1")


def test_the_eight_foundations_start_empty() -> None:
    """Settled: no ace lies there from the start."""
    piles = engine.deal("saxony", 8).board.piles
    assert [name for name in piles if name.startswith("f")] == [f"f{n}" for n in range(1, 9)]
    assert not any(piles[f"f{number}"] for number in range(1, 9))


# Foundations


@pytest.mark.parametrize("source", ["3", "b", "r2"])
def test_foundations_take_the_top_card_of_tableau_cell_and_reserve_piles(source: str) -> None:
    """On each turn: from all three, when it continues the suit."""
    assert moves(position("saxony", f"{source}: 3H", foundations="AS 2H"), source, "f2") == {
        f"{source}-f2"
    }


def test_an_ace_goes_to_the_lower_numbered_of_two_empty_foundations() -> None:
    """Settled: one move, not two."""
    assert moves(position("saxony", "1: AH", "a: 9H"), "1", "f2") == {"1-f2"}
    assert moves(position("saxony", "1: AH"), "1", "f6") == set()


def test_the_second_ace_begins_the_second_foundation_of_its_suit() -> None:
    """Foundations: eight of them, two for each suit."""
    assert moves(position("saxony", "1: AH", foundations="AH"), "1") >= {"1-f6"}


def test_a_card_goes_to_the_foundation_of_its_suit_that_waits_for_it() -> None:
    """Foundations: whichever of the two is one lower."""
    board = position("saxony", "1: 3H", "2: 6H", foundations="5H 2H")
    assert moves(board, "1", "f6") == {"1-f6"}
    assert moves(board, "2", "f2") == {"2-f2"}
    assert moves(board, "1", "f2") == moves(board, "2", "f6") == set()


# Tableau


def test_nothing_moves_onto_the_tableau() -> None:
    """Tableau, Play, Filling and Recap: from nowhere, neither onto cards nor into empty piles."""
    board = position(
        "saxony", "1: 9H", "2: 8S", "3: 8H", "a: 8C", "r1: 8S", "5: KS", foundations="8D 7D"
    )
    assert not [move for move in board.legal_moves() if move.target in COLUMNS]
    with pytest.raises(IllegalMove, match="You cannot build on pile 1"):
        play(board, "2-1")
    with pytest.raises(IllegalMove, match="You cannot play cards into pile 8"):
        play(board, "5-8")


def test_only_the_top_card_of_a_tableau_pile_is_available() -> None:
    """Tableau, and Restriction on Movement."""
    board = position("saxony", "1: AS 9C", *FULL_CELLS, *FULL_RESERVE)
    assert moves(board, "1") == set()
    with pytest.raises(IllegalMove, match="Only the top card of pile 1"):
        play(board, "1-f1*2")


def test_an_empty_tableau_pile_stays_empty_until_the_next_deal() -> None:
    """Tableau, and Filling Empty Spaces."""
    board = position("saxony", "1: AS", "s: KD")
    after = play(board, "1-f1")
    assert after.piles["1"] == ()
    assert moves(after, target="1") == set()
    assert play(after, "s").piles["1"] == cards("KD")


def test_tableau_cards_leave_for_foundation_cell_or_reserve() -> None:
    """Stock Use, last sentence; settled: into cells too, as the turn's list says."""
    board = position("saxony", "1: AS", "r1: 2S", "r2: 9C", "r3: 9C", "a: 9D", "b: 9D", "c: 9H")
    assert moves(board, "1") == {"1-f1", "1-d", "1-r1", "1-r4"}


# Cells


@pytest.mark.parametrize("source", ["3", "r2", "f1"])
def test_any_single_card_of_tableau_reserve_and_foundation_fills_an_empty_cell(
    source: str,
) -> None:
    """Cells, On each turn, and Filling Empty Spaces: from these three."""
    board = position(
        "saxony", "3: 7D", "r1: KC", "r2: 4H", "r3: KC", "r4: KD", "f1: AS 2S", "a: 9S"
    )
    assert moves(board, source, "b") == {f"{source}-b"}
    assert play(board, f"{source}-b").piles["b"] == board.piles[source][-1:]


def test_a_cell_holds_only_one_card() -> None:
    """Cells: a taken one takes nothing."""
    board = position("saxony", "1: 8S", *FULL_CELLS)
    assert not [move for move in board.legal_moves() if move.target in "abcd" and move.target]
    with pytest.raises(IllegalMove, match="Cell a is taken"):
        play(board, "1-a")


def test_a_cell_card_is_always_available() -> None:
    """Cells: to a foundation, onto the reserve, into an empty reserve pile."""
    board = position("saxony", "a: AS", "r1: 2S", "r2: 9C", "r3: 9C")
    assert moves(board, "a") == {"a-f1", "a-r1", "a-r4"}


def test_a_cell_card_does_not_move_to_another_cell() -> None:
    """Settled: cells are filled from tableau, reserve and foundation."""
    board = position("saxony", "a: 9S")
    assert moves(board, "a", "b") == set()
    with pytest.raises(IllegalMove):
        play(board, "a-b")


# Reserve


@pytest.mark.parametrize("source", ["3", "b", "r2"])
def test_the_reserve_builds_down_in_suit_from_tableau_cells_and_reserve(source: str) -> None:
    """Reserves, On each turn, and Recap: queen, jack, ten, nine of one suit."""
    board = position("saxony", "r1: QS", f"{source}: JS")
    assert moves(board, source, "r1") == {f"{source}-r1"}
    assert play(board, f"{source}-r1").piles["r1"] == cards("QS JS")


@pytest.mark.parametrize("card", ["JC", "JH", "KS", "TS", "QS"])
def test_the_reserve_takes_no_other_card_onto_one(card: str) -> None:
    """Reserves: another suit, upwards, over a gap."""
    assert moves(position("saxony", "r1: QS", f"3: {card}"), "3", "r1") == set()


def test_an_ace_ends_a_reserve_pile() -> None:
    """Reserves: building does not wrap from ace to king."""
    assert moves(position("saxony", "r1: AS", "3: KS"), "3", "r1") == set()


def test_only_the_top_card_of_a_reserve_pile_is_available() -> None:
    """Reserves, and Restriction on Movement: one card at a time, whatever is built."""
    board = position("saxony", "r1: 9S 8S 7S", "r2: 9S", "r3: TS", *FULL_CELLS[1:], "a: KD")
    assert moves(board, "r1") == {"r1-r4"}
    with pytest.raises(IllegalMove, match="Only the top card of reserve r1"):
        play(board, "r1-r3*3")


@pytest.mark.parametrize("source", ["3", "b", "f1"])
def test_any_single_card_of_tableau_cell_and_foundation_fills_an_empty_reserve_pile(
    source: str,
) -> None:
    """Reserves, On each turn, and Filling Empty Spaces: from these three."""
    board = position("saxony", "3: 7D", "b: 4H", "f1: AS 2S", "r1: KC", "r2: KC", "r3: KD")
    assert moves(board, source, "r4") == {f"{source}-r4"}


def test_a_reserve_card_may_go_into_an_empty_reserve_pile() -> None:
    """Settled: allowed, unless it was alone in its pile, which would be idle."""
    board = position("saxony", "r1: QS JS", "r2: 9H")
    assert moves(board, "r1", "r3") == {"r1-r3"}
    assert moves(board, "r2", "r3") == set()


# Foundation cards that come back


def test_a_foundation_card_comes_back_only_into_empty_cells_and_reserve_piles() -> None:
    """On each turn: not onto a reserve card that it would fit, nor onto the tableau."""
    board = position("saxony", "f1: AS 2S", "r1: 3S", "1: 3H", "a: 9C", "b: 9C")
    assert moves(board, "f1") == {"f1-c", "f1-d", "f1-r2", "f1-r3", "f1-r4"}
    with pytest.raises(IllegalMove, match="only to an empty"):
        play(board, "f1-r1")


def test_foundation_cards_do_not_move_between_foundations() -> None:
    """On each turn: no such move is listed."""
    board = position("saxony", foundations="2S AS", rest="s")
    assert not [m for m in board.legal_moves() if m.source[0] == "f" and m.target[:1] == "f"]


def test_a_card_that_leaves_its_foundation_loses_its_point() -> None:
    """The score is a point for each card on the foundations."""
    game = engine.Game(position("saxony", foundations="2S AS"))
    assert game.score == 3
    game.play("f1-a")
    assert game.score == 2


# Stock


def test_the_stock_deals_a_card_to_each_pile_empty_or_not() -> None:
    """Stock: one each, in the order of the piles."""
    board = position("saxony", "1: KD", "5: KH", "s: 8S 7H 6D 5C 4S 3H 2D AC", rest="r1")
    after = play(board, "s")
    assert [after.piles[name] for name in COLUMNS] == [
        cards(text) for text in ("KD AC", "2D", "3H", "4S", "KH 5C", "6D", "7H", "8S")
    ]
    assert after.piles["s"] == ()


def test_a_last_short_deal_goes_to_the_first_piles() -> None:
    """Settled: a short deal shows what is left."""
    after = play(position("saxony", "s: 6D 5C 4S", rest="r1"), "s")
    assert [len(after.piles[name]) for name in COLUMNS] == [1, 1, 1, 0, 0, 0, 0, 0]
    assert after.piles["1"] == cards("4S")


def test_the_stock_may_be_dealt_at_any_time() -> None:
    """When no further moves are possible: advice, settled."""
    assert {"s", "1-f1"} <= moves(position("saxony", "1: AS"))


def test_the_stock_is_dealt_eleven_times_and_never_again() -> None:
    """Stock, Stock Use and No Redeals: one pass."""
    game = engine.deal("saxony", 8)
    for _ in range(11):
        game.play("s")
    assert "s" not in moves(game.board)
    with pytest.raises(IllegalMove, match="nothing left to deal"):
        game.play("s")


# The end


STILL = [
    "1: 3S",
    "2: 5S",
    "3: 7S",
    "4: 9S",
    "5: JS",
    "6: KS",
    "7: 3H",
    "8: 5H",
    "a: 7H",
    "b: 9H",
    "c: JH",
    "d: KH",
    "r1: 2D",
    "r2: 4D",
    "r3: 6D",
    "r4: 8D",
]


def test_it_is_stuck_when_nothing_moves_and_no_deal_would_help() -> None:
    """Play continues with available cards; with none, and an empty stock, it is over."""
    board = position("saxony", *STILL, rest="1")
    assert moves(board) == set()
    assert board.status is Status.STUCK


def test_it_goes_on_when_a_later_deal_brings_a_card_that_can_be_played() -> None:
    """When no further moves are possible the player deals."""
    far = "AS 2C 2C 4C 4C 6C 6C 8C 8C TC TC QC QC 3C 3C 5C"
    board = position("saxony", *STILL, f"s: {far}", rest="1")
    assert moves(board) == {"s"}
    assert moves(play(board, "s")) == {"s"}
    assert board.status is Status.PLAYING
    barren = position("saxony", *STILL, f"s: {far.replace('AS', '7C')}", rest="1")
    assert moves(barren) == {"s"}
    assert barren.status is Status.STUCK
