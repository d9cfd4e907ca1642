"""The variants of Saratoga: what each changes, and what it keeps."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove, Status
from tests.engine.positions import cards, moves, play, position

VARIANTS = pytest.mark.parametrize("game", ["saratoga-draw1", "saratoga-takeback"])
BLOCKED = ["1: 2S", "2: 2C", "3: 4S", "4: 4C", "5: 6S", "6: 6C", "7: 8S"]


@VARIANTS
def test_a_variant_is_dealt_as_saratoga_is(game: str) -> None:
    assert engine.deal(game, 9).board.stacks == engine.deal("saratoga", 9).board.stacks
    assert not engine.deal(game, 9).board.hidden


# The stock


def test_one_card_is_turned_in_the_single_card_variant() -> None:
    board = position("saratoga-draw1", "s: 2C 9H 5D 7S", rest="1")
    assert play(board, "s").piles["w"] == cards("7S")
    assert play(board, "s", "s").piles["w"] == cards("7S 5D")


def test_three_cards_are_turned_where_cards_are_only_taken_back() -> None:
    board = position("saratoga-takeback", "s: 2C 9H 5D 7S", rest="1")
    assert play(board, "s").piles["w"] == cards("7S 5D 9H")
    assert play(board, "s", "s").piles["w"] == cards("7S 5D 9H 2C")


@VARIANTS
def test_the_waste_is_turned_over_in_its_order_without_limit(game: str) -> None:
    playing = engine.deal(game, 9)
    before = playing.board
    turns = 24 // (1 if game == "saratoga-draw1" else 3)
    for _ in range(10):
        for _ in range(turns):
            playing.play("s")
        assert not playing.board.piles["s"]
        playing.play("s")
        assert playing.board == before
    assert "redeals" not in str(playing.board)


def test_single_cards_bring_up_every_card_of_the_stock() -> None:
    """Turning three always skips the ace, so one variant is stuck where the other is not.

    What covers the ace has no place on the tableau.
    """
    stock = "s: 8C AH TS"
    single = position("saratoga-draw1", *BLOCKED, stock, rest="7")
    assert moves(single) == {"s"}
    assert single.status is Status.PLAYING
    assert "w-f2" in moves(play(single, "s", "s"))
    threes = position("saratoga-takeback", *BLOCKED, stock, rest="7")
    assert moves(threes) == {"s"}
    assert threes.status is Status.STUCK


# What comes back from the foundations


@VARIANTS
def test_the_top_card_of_a_foundation_goes_back_onto_the_tableau(game: str) -> None:
    board = position(game, "1: 6H", "2: 6S", "3: 7H", foundations="5S")
    assert moves(board, "f1") == {"f1-1"}
    after = play(board, "f1-1")
    assert after.piles["1"] == cards("6H 5S")
    assert after.piles["f1"] == cards("AS 2S 3S 4S")


def test_saratoga_itself_gives_nothing_back() -> None:
    board = position("saratoga", "1: 6H", foundations="5S KD")
    assert moves(board, "f1") | moves(board, "f3") == set()
    with pytest.raises(IllegalMove, match="stay there"):
        play(board, "f1-1")


@VARIANTS
def test_a_king_goes_back_into_an_empty_pile_and_no_other_card_does(game: str) -> None:
    board = position(game, "1: 2C", "2: 3C", foundations="KS QH", rest="s")
    assert moves(board, "f1") == {f"f1-{pile}" for pile in range(3, 8)}
    assert moves(board, "f2") == set()
    assert play(board, "f1-5").piles["5"] == cards("KS")
    with pytest.raises(IllegalMove, match="only a king"):
        play(board, "f2-5")


@VARIANTS
def test_a_card_does_not_go_back_onto_its_own_colour(game: str) -> None:
    board = position(game, "1: 6C", "2: 6D", "3: 7D", foundations="5S")
    assert moves(board, "f1") == {"f1-2"}


@VARIANTS
def test_a_foundation_gives_single_cards_to_the_tableau_alone(game: str) -> None:
    board = position(game, "1: 6H", "w: 6D", foundations="5S 4H")
    assert moves(board, "f1") == {"f1-1"}
    with pytest.raises(IllegalMove):
        play(board, "f1-1*2")
    with pytest.raises(IllegalMove, match="You cannot play cards onto the waste"):
        play(board, "f1-w")


@VARIANTS
def test_a_card_from_a_foundation_takes_a_run_and_loses_its_point(game: str) -> None:
    playing = engine.Game(position(game, "1: 6H", "2: 4D", foundations="5S"))
    assert playing.score == 5
    playing.play("f1-1")
    assert playing.score == 4
    playing.play("2-1")
    assert playing.board.piles["1"] == cards("6H 5S 4D")


@VARIANTS
def test_a_card_that_could_come_back_keeps_the_game_going(game: str) -> None:
    columns = ["1: 6H", "2: 2C", "3: 4C", "4: 6C", "5: 8C", "6: 8S", "7: TC"]
    board = position(game, *columns, foundations="5S", rest="7")
    assert moves(board) == {"f1-1"}
    assert board.status is Status.PLAYING
    without = position("saratoga", *columns, foundations="5S", rest="7")
    assert without.status is Status.STUCK


# What stays as it is


@VARIANTS
def test_the_tableau_still_builds_runs_in_alternating_colours_on_kings(game: str) -> None:
    board = position(
        game, "1: 5D KS QH", "2: 9C JS", "3: 3C QD", "4: QC", "5: JH", "6: 9S", rest="s"
    )
    assert moves(board, "1") == {"1-7*2"}
    assert moves(board, "2") == {"2-1", "2-3"}
    assert moves(board, "5") == {"5-4"}
