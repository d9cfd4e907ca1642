"""The variants of Cassim: seven piles, and PySolFC's full game."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove, Status
from engine.cards import Rank
from engine.shuffle import shuffled
from tests.engine.positions import cards, moves, play, position

SEVEN = "cassim-seven"
CLASSIC = "cassim-classic"


# Seven piles: the deal


def test_seven_piles_of_four_are_dealt_row_by_row() -> None:
    order = shuffled(21)
    piles = engine.deal(SEVEN, 21).board.piles
    assert [name for name in piles if name.isdigit()] == list("1234567")
    assert [piles[str(pile + 1)] for pile in range(7)] == [order[pile:28:7] for pile in range(7)]


def test_with_seven_piles_24_cards_are_left_for_the_stock() -> None:
    piles = engine.deal(SEVEN, 21).board.piles
    assert piles["s"][::-1] == shuffled(21)[28:]
    assert len(piles["s"]) == 24
    assert piles["w"] == ()


def test_with_seven_piles_cells_and_foundations_start_empty_too() -> None:
    piles = engine.deal(SEVEN, 21).board.piles
    assert [piles[name] for name in ["a", "b", "c", "d", "f1", "f2", "f3", "f4"]] == [()] * 8


# Seven piles: all else as in Cassim


def test_with_seven_piles_runs_still_build_in_alternating_colours_and_kings_fill() -> None:
    board = position(SEVEN, "1: 5D KS QH", "2: 9C JS", "3: 3S", "4: 3C", "5: 3H", "6: 9D")
    assert moves(board, "1", "7") == {"1-7*2"}
    assert moves(board, "2", "7") == set()
    assert moves(board, "2", "1") == {"2-1"}


def test_with_seven_piles_cells_take_single_cards_from_tableau_and_waste() -> None:
    board = position(SEVEN, "1: 9S 6H 5S", "7: 2C", "w: KD", "b: 4H", "c: 4C", "d: 4D")
    assert moves(board, target="a") == {"1-a", "7-a", "w-a"}
    with pytest.raises(IllegalMove, match="A cell holds only one card"):
        play(board, "1-a*2")


def test_with_seven_piles_there_is_one_pass_and_nothing_comes_back() -> None:
    game = engine.deal(SEVEN, 21)
    for _ in range(24):
        game.play("s")
    with pytest.raises(IllegalMove, match="no redeals left"):
        game.play("s")
    with pytest.raises(IllegalMove, match="stay there"):
        play(position(SEVEN, "1: 6H", foundations="5S"), "f1-1")


# The uncut game: the deal


def test_in_cassim_classic_the_aces_start_on_the_foundations() -> None:
    game = engine.deal(CLASSIC, 21)
    assert [game.board.piles[f"f{number}"] for number in range(1, 5)] == [
        cards("AS"),
        cards("AH"),
        cards("AD"),
        cards("AC"),
    ]
    assert game.score == 4


def test_in_cassim_classic_the_aces_are_taken_out_before_dealing() -> None:
    order = [card for card in shuffled(21) if card.rank is not Rank.ACE]
    piles = engine.deal(CLASSIC, 21).board.piles
    assert [piles[str(pile + 1)] for pile in range(7)] == [
        tuple(order[pile:28:7]) for pile in range(7)
    ]
    assert piles["s"][::-1] == tuple(order[28:])
    assert len(piles["s"]) == 20


def test_cassim_classic_has_no_cells() -> None:
    board = engine.deal(CLASSIC, 21).board
    assert list(board.piles) == [*"1234567", "f1", "f2", "f3", "f4", "s", "w"]
    with pytest.raises(IllegalMove, match="no pile “a”"):
        play(board, "1-a")


def test_in_cassim_classic_all_dealt_cards_lie_face_up() -> None:
    assert not engine.deal(CLASSIC, 21).board.hidden


# The uncut game: building


@pytest.mark.parametrize(
    ("card", "onto", "fits"),
    [
        ("9H", "TH", True),
        ("9H", "TC", False),
        ("9H", "TD", False),
        ("JH", "TH", False),
        ("8H", "TH", False),
        ("KH", "AH", False),
    ],
)
def test_cassim_classic_builds_down_in_suit(card: str, onto: str, *, fits: bool) -> None:
    columns = ["3: 2C", "4: 2D", "5: 4C", "6: 4D", "7: 6C"]
    board = position(CLASSIC, f"1: {card}", f"2: {onto}", *columns)
    assert (moves(board, "1", "2") == {"1-2"}) is fits


def test_cassim_classic_moves_runs_in_suit_whole_or_in_part() -> None:
    board = position(
        CLASSIC, "1: 9C 6S 5S 4S", "2: 7S", "3: 2D", "4: 2C", "5: 2H", "6: 4D", "7: 4H"
    )
    assert moves(board, "1") == {"1-2*3"}
    after = play(board, "1-2*3")
    assert after.piles["2"] == cards("7S 6S 5S 4S")
    apart = position(CLASSIC, "1: 9C 4S 3S", "2: 4D", "3: 5S", foundations="2S 2H 2D 2C", rest="s")
    assert {"1-f1", "1-3*2", "1-4", "1-4*2"} <= moves(apart)


def test_cassim_classic_does_not_move_alternating_runs() -> None:
    columns = ["3: 2D", "4: 2C", "5: 2H", "6: 4D", "7: 4H"]
    board = position(CLASSIC, "1: 9C 6H 5S", "2: 7H", *columns)
    assert moves(board, "1") == set()
    with pytest.raises(IllegalMove, match="not a run"):
        play(board, "1-2*2")


@pytest.mark.parametrize("card", ["2S", "8D", "QH", "KC"])
def test_in_cassim_classic_any_card_fills_an_empty_pile(card: str) -> None:
    columns = [f"{number}: {low}" for number, low in enumerate(["3H", "3S", "5D", "5C"], start=2)]
    board = position(CLASSIC, f"1: 9S {card}", *columns, "6: 7D", "w: TD")
    assert moves(board, "1", "7") == {"1-7"}
    assert moves(board, "w", "7") == {"w-7"}


def test_in_cassim_classic_a_run_of_any_length_fills_an_empty_pile() -> None:
    board = position(CLASSIC, "1: KC 9S 8S 7S", "2: 3H", "3: 3S", "4: 5D", "5: 5C", "6: 7D")
    assert moves(board, "1", "7") == {"1-7", "1-7*2", "1-7*3"}


# The uncut game: foundations and stock


def test_in_cassim_classic_foundation_cards_go_back_onto_their_suit() -> None:
    columns = ["1: 6S", "2: 6H", "3: 7C", "4: 9D", "5: 9C", "6: JC", "7: JD"]
    board = position(CLASSIC, *columns, foundations="5S 4H")
    assert moves(board, "f1") == {"f1-1"}
    assert moves(board, "f2") == set()
    assert play(board, "f1-1").piles["1"] == cards("6S 5S")


def test_in_cassim_classic_any_foundation_card_goes_back_into_an_empty_pile() -> None:
    columns = ["1: 6C", "2: 8H", "3: 7C", "4: 9D", "5: 9C", "6: JC"]
    board = position(CLASSIC, *columns, foundations="5S AH")
    assert moves(board, target="7") >= {"f1-7", "f2-7"}
    after = play(board, "f2-7")
    assert after.piles["7"] == cards("AH")
    assert after.piles["f2"] == ()


def test_in_cassim_classic_the_stock_turns_single_cards_without_limit() -> None:
    game = engine.deal(CLASSIC, 21)
    before = game.board
    for _ in range(5):
        for turned in range(1, 21):
            game.play("s")
            assert len(game.board.piles["w"]) == turned
        game.play("s")
        assert game.board == before


def test_cassim_classic_is_stuck_when_no_pass_brings_up_a_card_that_fits() -> None:
    columns = ["1: 3S", "2: 3H", "3: 3D", "4: 5S", "5: 5H", "6: 5D", "7: 7S"]
    stuck = position(CLASSIC, *columns, "w: 9C 9D", foundations="AS AH AD AC", rest="7")
    assert moves(stuck) == {"s"}
    assert stuck.status is Status.STUCK
    alive = position(CLASSIC, *columns, "w: 2C 9D", foundations="AS AH AD AC", rest="7")
    assert moves(alive) == {"s"}
    assert alive.status is Status.PLAYING


def test_cassim_classic_is_won_with_every_card_on_the_foundations() -> None:
    board = position(CLASSIC, "1: QC", "w: KC", foundations="KS KH KD JC", rest="1")
    assert board.status is Status.PLAYING
    assert play(board, "1-f4", "w-f4").status is Status.WON
