"""The buttons of piles lie as the piles lie in the picture, and stay there."""

from __future__ import annotations

import dataclasses
from functools import reduce
from itertools import pairwise, permutations

import pytest
from discord import ButtonStyle

import engine
from bot.chat.play.custom_ids import BoardAction
from bot.chat.play.pile_rows import PileRow, pile_rows
from bot.chat.play.rows import offers_moves
from bot.service.play.moves import tapped_name
from engine import CATALOGUE, Board, Rules, Status
from engine.compiled import CompiledRules, compile_rules
from engine.dealing import opening
from rendering.board.layout import layout_of
from rendering.metrics import Box
from tests.chat.play.board_presses import buttons_of, press_of, rows_of, shown
from tests.support.boards import boards
from tests.support.every_game import each_of

OF_PILES = [rules for rules in CATALOGUE.values() if not offers_moves(compile_rules(rules))]
"""Games whose boards offer their piles rather than their moves."""
WITH_MENUS = {"house-in-the-wood"}
"""Games that have more piles than a message has room for buttons."""
SHARING = {"pyramid", "pyramid-relaxed", "giza", "tri-peaks"}
"""Games in which piles that are never free at once share a button."""
LOWER_THAN_LOWER_PILES = {("tri-peaks", "3"), ("crescent", "f")}
"""Piles with a button below that of a pile below them; foundations may lie beside several rows."""

Place = tuple[int, int]
"""A row of buttons, from above, and the place in it."""


def places(board: Board) -> dict[str, Place]:
    """Where the message has the button of each pile; all of a menu are at one place."""
    return {
        press.argument: (number, place)
        for number, row in enumerate(rows_of(shown(board)))
        for place, press in enumerate(row)
        if press.action is BoardAction.TAP
    }


def picture(board: Board) -> dict[str, Box]:
    """Where the picture has the first card of each pile; all foundations are one."""
    layout = layout_of(board, 1100)
    boxes: dict[str, Box] = {}
    for place in layout.piles:
        name = tapped_name(place.pile.name)
        boxes[name] = reduce(Box.union, filter(None, [boxes.get(name)]), place.box)
    return boxes


def is_above(one: Box, other: Box) -> bool:
    """Whether a pile begins higher than another one by half a card or more."""
    return one.y + one.height // 2 <= other.y


def misplaced(board: Board) -> set[str]:
    """The piles with a button further to the right in a row, or lower, than they lie."""
    boxes, found = picture(board), set[str]()
    for (one, (row, place)), (other, (other_row, other_place)) in permutations(
        places(board).items(), 2
    ):
        is_left = row == other_row and boxes[one].right <= boxes[other].x
        if (is_left and place > other_place) or (
            is_above(boxes[one], boxes[other]) and row > other_row
        ):
            found.add(one)
    return found


def played(rules: Rules) -> list[Board]:
    """Boards of a game that is played at random, not stuck."""
    some = boards(rules, deals=1, moves=80)[::8]
    return [board for board in some if board.status is Status.PLAYING]


@each_of(rules for rules in OF_PILES if rules.id not in WITH_MENUS)
def test_buttons_lie_as_the_piles_lie_in_the_picture(rules: Rules) -> None:
    for board in played(rules):
        assert {(rules.id, name) for name in misplaced(board)} <= LOWER_THAN_LOWER_PILES


@each_of(OF_PILES)
def test_no_button_changes_its_place_or_its_width_during_a_game(rules: Rules) -> None:
    known = places(opening(rules, 1))
    widths = widths_of(opening(rules, 1))
    for board in played(rules):
        current = places(board)
        assert current.items() <= {**current, **known}.items()
        assert widths_of(board) == widths
        known |= current


@each_of(OF_PILES)
def test_no_button_of_a_board_is_blue(rules: Rules) -> None:
    # Green goes home; what blue would mean nobody could tell.
    for board in played(rules):
        styles = {one.style for one in buttons_of(shown(board))}
        assert styles <= {ButtonStyle.secondary, ButtonStyle.success}


def widths_of(board: Board) -> list[int]:
    """The number of characters on each pile's button, in order."""
    buttons = buttons_of(shown(board))
    return [len(str(one.label)) for one in buttons if press_of(one).action is BoardAction.TAP]


def test_only_games_with_too_many_piles_have_menus_or_shared_buttons() -> None:
    rows = {rules.id: pile_rows(compile_rules(rules)) for rules in OF_PILES}
    assert {name for name, some in rows.items() if any(row.is_menu for row in some)} == WITH_MENUS
    assert {name for name, some in rows.items() if any(map(shares, some))} == SHARING


def shares(row: PileRow) -> bool:
    """Whether piles other than foundations share a button of a row."""
    return any(len(names) > 1 and not names[0].startswith("f") for names in row.slots)


@pytest.mark.parametrize("game", sorted(SHARING))
def test_a_card_that_gets_free_has_the_button_of_one_that_lay_on_it(game: str) -> None:
    compiled = compile_rules(CATALOGUE[game])
    for names in (names for row in pile_rows(compiled) for names in row.slots):
        for one, other in pairwise(names if names[0] in tableau(compiled) else ()):
            under = compiled.piles[compiled.index_of[other]]
            assert compiled.index_of[one] in under.covered_by


def tableau(compiled: CompiledRules) -> set[str]:
    """The names of the tableau's piles."""
    return {pile.name for pile in compiled.tableau}


@pytest.mark.parametrize(
    ("game", "rows"),
    [
        ("klondike", "s w f1–f4 | 1 2 3 4 | 5 6 7"),
        ("freecell", "a b c d f1–f4 | 1 2 3 4 | 5 6 7 8"),
        ("cassim", "1 2 3 4 | s w | a b c d"),
        ("saxony", "s f1–f8 | a b c d | r1 r2 r3 r4 | 1 2 3 4 | 5 6 7 8"),
        (
            "phoenix",
            "r1 r2 r3 r4 | r5 r6 r7 r8 | r9 r10 r11 r12 | r13 r14 r15 r16 | 1 2 3 | 4 5 6",
        ),
        ("raglan", "r1 r2 r3 | r4 r5 r6 f1–f4 | 1 2 3 4 5 | 6 7 8 9"),
        ("pyramid", "s w | 11 12 13 14 15 | 16 17 18 | 19 20 21 | 22 23 24 25 | 26 27 28"),
        (
            "tri-peaks",
            "s 4 5 6 | 7 8 9 | 10 11 12 13 14 | 15 16 17 18 | 19 20 21 22 23 | 24 25 26 27 28",
        ),
    ],
)
def test_rows_of_the_picture_are_cut_between_kinds_or_evenly(game: str, rows: str) -> None:
    view = shown(opening(CATALOGUE[game], 1))
    names = {press_of(one): str(one.label).removesuffix(" · turn") for one in buttons_of(view)}
    found = [[names[press].removesuffix(" · deal") for press in row] for row in rows_of(view)]
    assert " | ".join(map(" ".join, found[:-1])) == rows


def test_spent_piles_keep_their_buttons() -> None:
    board = engine.deal("phoenix", 1).board
    spent = {"r1", "r6", "r9", "r10", "r11", "r12", "4"}
    emptied = dataclasses.replace(
        board,
        stacks=tuple(
            () if pile.name in spent else stack
            for pile, stack in zip(board.compiled.piles, board.stacks, strict=True)
        ),
    )
    assert places(emptied) == places(board)
    assert all(one.disabled for one in buttons_of(shown(emptied)) if one.label in spent)
