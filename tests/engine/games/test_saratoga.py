"""Saratoga: the rules of its source beyond those in ``test_every_*.py``."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove, Status
from tests.engine.positions import cards, moves, play, position

LADDER = "KS QH JS TH 9S 8H 7S 6H 5S 4H 3S 2H"


# Objective, setup and layout


def test_the_waste_is_one_pile_and_empty_at_the_start() -> None:
    """Setup, Waste: it gets cards from the stock during play only."""
    board = engine.deal("saratoga", 3).board
    assert board.piles["w"] == ()
    assert {move.target for move in board.legal_moves() if move.is_stock} == {"w"}
    assert not moves(board, target="w") - {"s"}


# Tableau building


def test_a_run_of_any_length_moves_at_once() -> None:
    """Settled: there is no limit, all twelve cards move together."""
    board = position("saratoga", f"1: 5D {LADDER}", rest="s")
    assert "1-2*12" in moves(board)
    assert play(board, "1-2*12").piles["2"] == cards(LADDER)


def test_runs_that_the_deal_happened_to_form_count_as_built() -> None:
    """Settled: it does not matter how the run was formed."""
    number = next(
        number
        for number in range(1, 200)
        if any(move.count > 1 for move in engine.deal("saratoga", number).legal_moves())
    )
    game = engine.deal("saratoga", number)
    move = next(move for move in game.legal_moves() if move.count > 1)
    run = game.board.piles[move.source][-move.count :]
    game.play(move)
    assert game.board.piles[move.target][-move.count :] == run


# Empty tableau piles


def test_a_king_alone_in_its_pile_does_not_move_to_an_empty_one() -> None:
    """Settled: moving a whole pile into an empty one changes nothing and is left out."""
    board = position("saratoga", "1: KS", "2: KH QS")
    assert moves(board) == {"s"}


# Stock and waste


@pytest.mark.parametrize(("left", "turned"), [("2C", "2C"), ("2C 9H", "9H 2C")])
def test_a_last_short_turn_shows_what_is_left(left: str, turned: str) -> None:
    """Settled: with fewer than three cards left, those are turned."""
    board = play(position("saratoga", f"s: {left}", "w: 8S", rest="1"), "s")
    assert board.piles["w"] == cards(f"8S {turned}")
    assert board.piles["s"] == ()


def test_cycling_costs_no_points() -> None:
    """Stock and Waste: passes are without penalty."""
    game = engine.deal("saratoga", 5)
    for _ in range(20):
        game.play("s")
    assert game.score == 0


def test_only_the_top_card_of_the_waste_moves_to_tableau_or_foundation() -> None:
    """Stock and Waste: the cards beneath it wait."""
    board = position("saratoga", "w: 6S AH 4S", "1: 7D", "2: 5D")
    assert moves(board, "w") == {"w-2"}
    assert moves(position("saratoga", "w: 4S AH", "1: 7D", "2: 5D"), "w") == {"w-f2"}


def test_two_waste_cards_never_move_together() -> None:
    """Stock and Waste: a run in the waste is no run."""
    with pytest.raises(IllegalMove, match="Only the top card of the waste"):
        play(position("saratoga", "w: 6S 5H", "1: 7D"), "w-1*2")


def test_the_stock_may_be_turned_while_other_moves_are_open() -> None:
    """Deal from the stock, settled: having no other move is advice, not a condition."""
    board = position("saratoga", "1: AS")
    assert moves(board) == {"1-f1", "s"}


def test_turning_makes_the_new_top_of_the_waste_available() -> None:
    """Deal from the stock: the card turned last is available."""
    board = position("saratoga", "s: AH 9C 9D", rest="1")
    assert "w-f2" in moves(play(board, "s"))


def test_nothing_is_turned_when_stock_and_waste_are_both_empty() -> None:
    """Stock and Waste: without cards there is nothing to turn or redeal."""
    assert "s" not in moves(position("saratoga", rest="1"))


# A turn


def test_stock_cards_do_not_move_before_they_are_turned() -> None:
    """Setup, Stock: its cards are face down."""
    board = position("saratoga", "s: AH")
    assert moves(board, "s") == {"s"}
    with pytest.raises(IllegalMove, match="stock"):
        play(board, "ah f")


# The end


def test_the_game_goes_on_while_a_move_other_than_the_stock_is_open() -> None:
    """Gameplay: until all cards are up or nothing can be done."""
    assert position("saratoga", "1: 6S", "2: 7D", rest="w").status is Status.PLAYING


def test_it_is_lost_when_neither_board_nor_stock_offers_a_move() -> None:
    """Losing: cards that go nowhere, and cycling brings up nothing that does."""
    stuck = position(
        "saratoga", "1: 2S", "2: 2C", "3: 4S", "4: 4C", "5: 6S", "6: 6C", "7: 8S", rest="7"
    )
    assert stuck.status is Status.STUCK
    assert moves(stuck) == set()


def test_a_playable_card_under_two_others_in_each_turn_of_three_is_out_of_reach() -> None:
    """Losing: what counts is what cycling can bring to the top."""
    columns = ["1: 2S", "2: 2C", "3: 4S", "4: 4C", "5: 6S", "6: 6C", "7: 8S"]
    unreachable = position("saratoga", *columns, "s: 9C AH 8C", rest="7")
    assert moves(unreachable) == {"s"}
    assert unreachable.status is Status.STUCK
    reachable = position("saratoga", *columns, "s: AH 9C 8C", rest="7")
    assert moves(reachable) == {"s"}
    assert reachable.status is Status.PLAYING
