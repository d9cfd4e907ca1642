"""The keys below a board: columns keep their places, of small piles what can be played has one."""

from __future__ import annotations

import dataclasses
from collections import Counter
from functools import reduce
from itertools import permutations

import pytest
from discord import ButtonStyle, ui

import engine
from bot.chat.play.custom_ids import BoardAction
from bot.chat.play.pile_rows import CardRows, PileRow, pile_rows
from bot.i18n import card_label
from bot.service.play.moves import distinct_moves, heuristic_move, tapped_name
from engine import CATALOGUE, Board, Game, Rules, Status
from engine.compiled import compile_rules
from engine.dealing import opening
from rendering.board.arrangement_search import PHONE_WIDTH, arrangement_of
from rendering.board.keys import offers_moves
from rendering.board.layout import layout_of
from rendering.metrics import Box
from tests.chat.play.board_presses import buttons_of, press_of, rows_of, shown
from tests.support.boards import boards, with_the_rest
from tests.support.every_game import each_of, every_game

OF_PILES = [rules for rules in CATALOGUE.values() if not offers_moves(compile_rules(rules))]
"""Games whose boards offer their piles rather than their moves."""
MOST_DEAD = 8
"""How many keys may do nothing."""
WIDTH = 1100
ROW = 52
"""The height of a row of keys with the gap above it on a phone, in CSS pixels."""
ROOM = 518
"""What a screen of 680 CSS pixels leaves below the title of a board and the line under it."""
CONTROLS = {BoardAction.UNDO, BoardAction.REDO, BoardAction.HINT}

Place = tuple[int, int]
"""A row of keys, from above, and the place in it."""


def fixed(rules: Rules) -> set[str]:
    """The piles of a game whose keys stay."""
    rows = pile_rows(compile_rules(rules))
    return {name for row in rows if isinstance(row, PileRow) for name in row.names}


def loose(rules: Rules) -> list[str]:
    """The other piles, in the order of their keys."""
    rows = pile_rows(compile_rules(rules))
    return [name for row in rows if isinstance(row, CardRows) for name in row.names]


def places(board: Board) -> dict[str, Place]:
    """Where the message has the key of each pile that has a move."""
    live = {press_of(one).argument for one in buttons_of(shown(board)) if not one.disabled}
    return {
        press.argument: (number, place)
        for number, row in enumerate(rows_of(shown(board)))
        for place, press in enumerate(row)
        if press.action is BoardAction.TAP and press.argument in live
    }


def picture(board: Board) -> dict[str, Box]:
    """Where the picture has the first card of each pile; all foundations are one.

    A long column that has gone up to where piles are spent still belongs to its row.
    """
    arranged = arrangement_of(board.rules, WIDTH).piles
    boxes: dict[str, Box] = {}
    for place, usual in zip(layout_of(board, WIDTH).piles, arranged, strict=True):
        name = tapped_name(place.pile.name)
        box = dataclasses.replace(place.box, y=max(place.box.y, usual.box.y))
        boxes[name] = reduce(Box.union, filter(None, [boxes.get(name)]), box)
    return boxes


def is_above(one: Box, other: Box) -> bool:
    """Whether a pile begins higher than another one by half a card or more."""
    return one.y + one.height // 2 <= other.y


def misplaced(board: Board, names: set[str]) -> set[str]:
    """The piles with a key further to the right in a row, or lower, than they lie."""
    boxes, found = picture(board), set[str]()
    kept = {name: place for name, place in places(board).items() if name in names}
    for (one, (row, place)), (other, (other_row, other_place)) in permutations(kept.items(), 2):
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


@each_of(OF_PILES)
def test_keys_that_stay_lie_as_the_piles_lie_in_the_picture(rules: Rules) -> None:
    # All foundations together, and a pile alone beside the columns, may be in another row.
    alone = {"f", "r1"}
    for board in played(rules):
        assert misplaced(board, fixed(rules) - alone) == set()


@each_of(OF_PILES)
def test_no_key_of_a_column_changes_its_place_during_a_game(rules: Rules) -> None:
    known: dict[str, Place] = {}
    for board in played(rules):
        current = {name: at for name, at in places(board).items() if name in fixed(rules)}
        assert current.items() <= {**current, **known}.items()
        known |= current


@each_of(rules for rules in OF_PILES if loose(rules))
def test_of_small_piles_what_can_be_played_has_a_key_with_its_card_in_reading_order(
    rules: Rules,
) -> None:
    order = loose(rules)
    for board in played(rules):
        keys = [one for one in buttons_of(shown(board)) if is_tap(one, order)]
        names = [press_of(one).argument for one in keys]
        assert names == [name for name in order if name in names]
        cards = [(name, str(one.label)) for name, one in zip(names, keys, strict=True)]
        labels = Counter(label for _, label in cards)
        for name, label in cards:
            if name not in ("s", "f"):
                card = card_label(board.piles[name][-1])
                assert label in (card, f"{card} · {name}")
            assert labels[label] == 1


def is_tap(key: ui.Button[ui.LayoutView], names: list[str]) -> bool:
    """Whether a key is that of one of some piles."""
    press = press_of(key)
    return press.action is BoardAction.TAP and press.argument in names


@every_game
def test_what_can_be_played_is_blue_or_green_and_nothing_else_is(rules: Rules) -> None:
    bright = {ButtonStyle.primary, ButtonStyle.success}
    for board in played(rules):
        for one in buttons_of(shown(board)):
            if press_of(one).action in (BoardAction.TAP, BoardAction.PLAY):
                assert (one.style in bright) is not one.disabled
            else:
                assert one.style not in bright or str(one.label) == "Finish"


def dead(board: Board) -> int:
    """How many keys of a board's piles and moves do nothing."""
    keys = [one for one in buttons_of(shown(board)) if press_of(one).action not in CONTROLS]
    return sum(one.disabled for one in keys)


@every_game
def test_few_keys_do_nothing_at_a_deal_and_throughout_a_game(rules: Rules) -> None:
    for number in range(1, 5):
        assert dead(opening(rules, number)) <= MOST_DEAD
    game, counts = engine.deal(rules.id, 1), list[int]()
    while len(counts) < 60 and game.board.status is Status.PLAYING:
        counts.append(dead(game.board))
        move = heuristic_move(game)
        if move is None:
            break
        game.play(move)
    assert sum(counts) <= MOST_DEAD * len(counts)


@every_game
def test_picture_and_keys_fit_a_phone_and_keep_their_height_throughout_a_game(
    rules: Rules,
) -> None:
    height = arrangement_of(rules, WIDTH).height * PHONE_WIDTH / WIDTH
    [rows] = {len(rows_of(shown(board))) for board in [opening(rules, 1), *played(rules)]}
    assert height + ROW * rows <= ROOM + 1


@pytest.mark.parametrize(
    ("game", "rows"),
    [
        ("klondike", "s · turn w Home | 1 2 3 4 | 5 6 7"),
        ("freecell", "a b c d Home | 1 2 3 4 | 5 6 7 8"),
        ("somerset", "1 2 3 4 | 5 6 7 8 | 9 10 Home"),
        ("gypsy", "s · deal Home | 1 2 3 4 | 5 6 7 8"),
        ("american-toad", "1 2 3 4 | 5 6 7 8 | s · turn w r1"),
    ],
)
def test_rows_of_the_picture_are_cut_between_kinds_or_evenly(game: str, rows: str) -> None:
    found: dict[int, dict[int, str]] = {}
    for board in boards(CATALOGUE[game], deals=12, moves=100)[::17]:
        view = shown(board)
        names = {press_of(one): str(one.label) for one in buttons_of(view)}
        for name, (row, place) in places(board).items():
            [label] = [label for press, label in names.items() if press.argument == name]
            found.setdefault(row, {})[place] = label
    ordered = [[label for _, label in sorted(row.items())] for _, row in sorted(found.items())]
    assert " | ".join(map(" ".join, ordered)) == rows


def test_a_row_without_a_move_is_one_key() -> None:
    board = with_the_rest("klondike", "1: KS\n2: QH\n3: 2C\n4: 4C", "s")
    rows = [
        [str(one.label) for one in row.children if isinstance(one, ui.Button)]
        for row in shown(board).walk_children()
        if isinstance(row, ui.ActionRow)
    ]
    assert rows[1:3] == [["1", "2", "3", "4"], ["5–7"]]


def test_equal_cards_are_told_apart_by_their_piles() -> None:
    board = with_the_rest("crescent", "1: 5S\n2: 5S\n3: 4S\n4: 6S", "16", decks=2)
    labels = [str(one.label) for one in buttons_of(shown(board)) if press_of(one).argument]
    assert {"5♠ · 1", "5♠ · 2", "4♠"} <= set(labels)


def test_cards_without_room_for_a_key_are_in_a_menu() -> None:
    board = opening(CATALOGUE["house-in-the-wood"], 2)
    game = Game(board)
    live = set(distinct_moves(game))
    view = shown(board)
    taps = {press_of(one).argument for one in buttons_of(view)} & live
    [menu] = [one for one in view.walk_children() if isinstance(one, ui.Select)]
    assert taps | {option.value for option in menu.options} == live
    for option in menu.options:
        assert option.label == f"{card_label(board.piles[option.value][-1])} · {option.value}"


def test_a_spent_pile_has_no_key() -> None:
    board = engine.deal("phoenix", 1).board
    spent = {"r3", "r12", "4"}
    emptied = dataclasses.replace(
        board,
        stacks=tuple(
            () if pile.name in spent else stack
            for pile, stack in zip(board.compiled.piles, board.stacks, strict=True)
        ),
    )
    assert places(emptied).keys() & spent == set()
