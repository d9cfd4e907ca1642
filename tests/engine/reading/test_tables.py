"""Boards drawn as tables: each card in the pile whose column it is in, or refused."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

import engine
from engine import Board, InvalidBoard, parse_board

UNCLEAR = "it is not clear which pile each card is in"


def in_play(game: str, number: int, steps: int) -> Board:
    """A board after some moves, with piles of all heights."""
    played = engine.deal(game, number)
    rng = random.Random(number)
    for _step in range(steps):
        played.play(rng.choice(played.legal_moves()))
    return played.board


BOARDS = [in_play("freecell", 7, 30), in_play("klondike", 12, 40), in_play("spider", 7, 12)]


def table(board: Board, down: str = "({})") -> list[list[str]]:
    """The rows of cards across the piles, those of short ones empty."""
    piles = [
        [
            down.format(card) if at < board.face_down(pile) else str(card)
            for at, card in enumerate(board.stacks[pile.index])
        ]
        for pile in board.compiled.tableau
    ]
    return [
        [pile[at] if at < len(pile) else "" for pile in piles] for at in range(max(map(len, piles)))
    ]


def others(board: Board) -> str:
    """The lines of a board that are not about its tableau."""
    tableau = {pile.name for pile in board.compiled.tableau}
    lines = board.text(reveal=True).splitlines()
    return "\n".join(line for line in lines if line.partition(":")[0] not in tableau)


def aligned(sign: str, width: int, head: str = "") -> Callable[[list[list[str]]], list[str]]:
    """How a table of fixed width is written."""

    def written(rows: list[list[str]]) -> list[str]:
        names = [[head.format(at + 1) for at in range(len(rows[0]))]] if head else []
        lines = ("".join(f"{cell:{sign}{width}}" for cell in row) for row in names + rows)
        return [line.rstrip() for line in lines]

    return written


def between(mark: str, head: str = "") -> Callable[[list[list[str]]], list[str]]:
    """How a table with marks between its cells is written."""

    def written(rows: list[list[str]]) -> list[str]:
        names = [[head.format(at + 1) for at in range(len(rows[0]))]] if head else []
        return [mark.join(row) for row in names + rows]

    return written


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.rules.id)
@pytest.mark.parametrize(
    "written",
    [
        aligned("<", 5),
        aligned("<", 8),
        aligned(">", 6),
        aligned("^", 8),
        aligned("<", 6, "{}"),
        aligned("<", 6, "T{}"),
        aligned(">", 6, "[{}]"),
        between(","),
        between(";"),
        between("\t"),
        between("|"),
        between(" | ", "T{}"),
        between("|", "Pile {}"),
        between("│"),
    ],
)
def test_a_column_is_a_pile_though_shorter_ones_beside_it_are_blank(
    board: Board, written: Callable[[list[list[str]]], list[str]]
) -> None:
    text = "\n".join([others(board), "", *written(table(board))])
    assert parse_board(board.rules, text) == board


@pytest.mark.parametrize("sign", ["♠", "♥\ufe0f"])
def test_cards_with_spaces_or_signs_of_no_width_are_below_each_other(sign: str) -> None:
    board = BOARDS[0]
    suit = "SH"["♠♥".index(sign[0])]
    rows = [
        "".join(
            f"{cell.replace('T', '10').replace(suit, ' ' + sign)}"
            + " " * (6 - len(cell.replace("T", "10").replace(suit, " " + sign[0])))
            for cell in row
        )
        for row in table(board)
    ]
    assert parse_board("freecell", "\n".join([others(board), "", *rows])) == board


def test_a_table_drawn_in_lines_is_read() -> None:
    board = BOARDS[1]
    rows = ["│" + "│".join(f"{cell:^6}" for cell in row) + "│" for row in table(board)]
    text = "\n".join([others(board), "", "┌──────┬──────┐", *rows, "└──────┴──────┘"])
    assert parse_board("klondike", text) == board


@pytest.mark.parametrize("between", [" ", ""])
def test_bars_around_a_single_card_are_read_as_brackets_are(between: str) -> None:
    board = BOARDS[1]
    piles = zip(*table(board, "|{}|"), strict=True)
    lines = [f"{at}: {' '.join(filter(None, pile))}" for at, pile in enumerate(piles, 1)]
    text = "\n".join(lines).replace("| |", f"|{between}|")
    assert parse_board("klondike", f"{others(board)}\n{text}") == board


def castle(between: str, label: str = "") -> str:
    """Piles left and right of the foundations."""
    board = engine.deal("beleaguered-castle", 3).board
    piles = [" ".join(map(str, board.piles[str(number)])) for number in range(1, 9)]
    return "\n".join(
        f"{label.format(at + 1)}{piles[at]}{between.format(str(board.piles[f'f{at + 1}'][0]))}"
        f"{piles[at + 4]}"
        for at in range(4)
    )


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("beleaguered-castle", castle(" | {} | ")),
        ("beleaguered-castle", castle("   {}   ")),
        ("beleaguered-castle", castle(" [{}] ")),
        ("beleaguered-castle", castle(" | {} | ", "Row {}: ")),
        ("klondike", "1: 9S 7D | 6H"),
        ("penguin", "\n".join(aligned("<", 6)([["9S"] * 7] * 7))),
        ("freecell", "9S 7D 6H\n5C 4D"),
        ("freecell", "9S 7D 6H 5C 4D 3S 2H AS\n" * 2 + "9S 7D 6H\n" * 6),
        ("freecell", "9S 7D -- 5C 4D 3S 2H AS\n9S 7D 6H 5C"),
        ("freecell", "    9S   7D     6H 5C\n9S      7D  6H"),
        ("freecell", "          9S 7D\n          6H    2D\n          5C    3D"),
    ],
)
def test_what_may_be_of_several_piles_is_refused(game: str, text: str) -> None:
    with pytest.raises(InvalidBoard, match=UNCLEAR):
        parse_board(game, text)


@pytest.mark.parametrize("game", ["black-hole", "golf"])
def test_the_card_that_begins_the_only_foundation_goes_without_saying(game: str) -> None:
    board = engine.deal(game, 3).board
    assert parse_board(game, re.sub(r"f1:.*\n?", "", board.text(reveal=True))) == board


@pytest.mark.parametrize("left", ["redeals - 0", "redeals: 0,", "Redeals left 0"])
def test_redeals_left_are_read_without_a_colon_or_with_a_comma(left: str) -> None:
    text = re.sub("redeals: .*", left, engine.deal("acme", 3).board.text(reveal=True))
    assert "redeals: 0" in str(parse_board("acme", text))


@pytest.mark.parametrize(("game", "length"), [("gaps", 13), ("monte-carlo", 5)])
def test_a_place_in_a_row_that_is_blank_is_an_empty_pile(game: str, length: int) -> None:
    board = in_play(game, 7, 6)
    places = [str(*board.stacks[pile.index]) for pile in board.compiled.tableau]
    rows = [places[at : at + length] for at in range(0, len(places), length)]
    text = "\n".join([others(board), "", *aligned("<", 4)(rows)])
    assert parse_board(game, text) == board


@pytest.mark.parametrize("game", ["pyramid", "tri-peaks"])
def test_a_row_of_a_pyramid_that_lacks_cards_is_refused(game: str) -> None:
    full = [["9S"] * size for size in ((1, 2, 3, 4) if game == "pyramid" else (3, 6, 9))]
    full[-1].pop()
    with pytest.raises(InvalidBoard, match=UNCLEAR):
        parse_board(game, "\n".join(" ".join(row).center(40) for row in full))
