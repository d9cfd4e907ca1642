"""Rows: gaps that take what follows on their left, and piles that move to the left."""

from __future__ import annotations

import pytest

from engine import Board, IllegalMove, InvalidBoard, Rules, Status, parse_board
from engine.dealing import opening
from engine.games.rows import ACCORDION, GAPS, GAPS_BASIC, LATE_BINDING
from engine.shuffle import shuffled
from tests.engine.positions import cards, moves, play


def rows(rules: Rules, *given: str) -> Board:
    """A board of four rows; ``--`` is a gap."""
    words = " ".join(given).split()
    assert len(words) == 52
    lines = [f"{number}: {word}" for number, word in enumerate(words, 1) if word != "--"]
    return parse_board(rules, "\n".join(lines))


ORDER = [" ".join(rank + suit for rank in "23456789TJQK") for suit in "SHDC"]


def test_the_aces_are_taken_away_where_they_were_dealt() -> None:
    board, order = opening(GAPS, 7), shuffled(7)

    assert [board.piles[str(n + 1)] for n in range(52)] == [
        () if card.rank == 1 else (card,) for card in order
    ]
    assert set(board.piles) == {str(n) for n in range(1, 53)}


def test_a_gap_takes_the_card_that_follows_its_left_neighbour() -> None:
    board = rows(
        GAPS, f"{ORDER[0][:-3]} -- KS", f"{ORDER[1]} --", f"{ORDER[2]} --", f"{ORDER[3]} --"
    )

    assert moves(board) == {"13-12"}
    with pytest.raises(IllegalMove, match="Only K♠ goes to the right of Q♠, not 2♥"):
        play(board, "14-12")
    with pytest.raises(IllegalMove, match="Nothing goes to the right of K♥"):
        play(board, "13-26")
    assert play(board, "13-12").status is Status.WON


def test_a_row_begins_with_any_two_or_with_that_of_its_suit() -> None:
    given = [f"-- {ORDER[1]}", f"-- {ORDER[0]}", f"{ORDER[2]} --", f"{ORDER[3]} --"]

    twos = ("2", "15", "27", "40")
    assert moves(rows(GAPS, *given)) == {f"{two}-{gap}" for two in twos for gap in (1, 14)}
    assert moves(rows(GAPS_BASIC, *given)) == {"2-14", "15-1"}
    with pytest.raises(IllegalMove, match="A row begins with a two, not 3♥"):
        play(rows(GAPS, *given), "3-1")
    with pytest.raises(IllegalMove, match="This row begins with 2♠, not 2♥"):
        play(rows(GAPS_BASIC, *given), "2-1")


def test_nothing_goes_behind_a_gap_and_a_row_of_gaps_is_stuck() -> None:
    board = rows(
        GAPS, f"{ORDER[0][3:]} -- --", f"{ORDER[1]} --", f"{ORDER[2]} 2S", f"{ORDER[3]} --"
    )

    with pytest.raises(IllegalMove, match="Nothing goes to the right of a gap"):
        play(board, "39-13")
    assert board.status is Status.STUCK


def test_cards_in_place_are_progress() -> None:
    board = rows(
        GAPS,
        f"{ORDER[0]} --",
        f"{ORDER[1][:8]} -- {ORDER[1][9:]}",
        f"-- {ORDER[2]}",
        f"{ORDER[3]} --",
    )

    assert board.progress == 12 + 3 + 0 + 12


def test_a_pile_goes_one_or_three_places_to_the_left_onto_its_suit_or_rank() -> None:
    board = small("9S", "2H", "9D", "4C", "9C", "5C")

    assert moves(board) == {"6-5", "5-4"}
    with pytest.raises(IllegalMove, match="A pile goes only 1 or 3 places to the left"):
        play(board, "5-3")
    with pytest.raises(
        IllegalMove, match="2♥ does not go onto 9♠: the tableau builds in suit or in rank"
    ):
        play(board, "2-1")


def test_the_row_closes_up_behind_a_pile_that_moves() -> None:
    board = play(small("9S", "2H", "9D", "9C", "5C"), "4-1")

    assert [pile[-2:] for pile in board.piles.values()][:5] == [
        cards("9S 9C"),
        cards("2H"),
        cards("9D"),
        cards("5C"),
        (),
    ]
    board = small("9S 9C", "2H", "9D", "3C")
    assert play(board, "4-1").piles["1"][-3:] == cards("9S 9C 3C")


def small(*piles: str) -> Board:
    """A row of these piles, and the other cards at the bottom of the first one."""
    given = cards(" ".join(piles))
    rest = [card for card in shuffled(1) if card not in given]
    lines = [f"{number}: {pile}" for number, pile in enumerate(piles, 1)]
    lines[0] = f"1: {' '.join(map(str, rest))} {piles[0]}"
    return parse_board(ACCORDION, "\n".join(lines))


def test_one_pile_wins() -> None:
    board = small("9S", "9H")
    assert (board.status, board.progress) == (Status.PLAYING, 50)

    board = play(board, "2-1")

    assert (board.status, board.progress) == (Status.WON, 52)


def test_a_game_may_be_played_with_the_first_cards_of_the_pack() -> None:
    board = opening(LATE_BINDING, 7)

    assert [board.piles[str(n + 1)][0] for n in range(18)] == list(shuffled(7)[:18])
    assert parse_board(LATE_BINDING, str(board)) == board
    with pytest.raises(InvalidBoard, match="played with 18"):
        parse_board(LATE_BINDING, str(board).replace(f"18: {board.piles['18'][0]}", ""))


def test_piles_go_one_or_three_places_to_the_left_across_the_ends_of_rows() -> None:
    board = opening(LATE_BINDING, 7)

    assert {"10-7", "10-9"} <= moves(board)
    assert all(int(move.source) - int(move.target) in (1, 3) for move in board.legal_moves())
