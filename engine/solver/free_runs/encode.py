"""How a board is encoded for the search."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from engine.board import Board
from engine.cards import CARDS, Cards, Rank
from engine.compiled import ALL_CARDS, build_masks
from engine.rules import Build, EmptyPileRule, PileKind, Rules, SuitRule
from engine.solver.free_runs import layout
from engine.solver.free_runs.layout import Position

Ints = npt.NDArray[np.int64]

_KINGS: Final = sum(1 << card for card in CARDS if card.rank is Rank.KING)
_WORD: Final = 62
_FILL: Final = {
    EmptyPileRule.NOTHING: layout.FILL_NOTHING,
    EmptyPileRule.KING: layout.FILL_KINGS,
    EmptyPileRule.ANY: layout.FILL_ANY,
}
_BUILDS: Final = {
    SuitRule.ALTERNATING: layout.ALTERNATING,
    SuitRule.SAME: layout.SUIT,
    SuitRule.SAME_COLOUR: layout.COLOUR,
    SuitRule.ANY: layout.ANY,
}


def encode(board: Board) -> tuple[Ints, Position] | None:
    """The tables and the initial position of a search from a board.

    None if its positions do not fit into keys, or if it has too many columns.
    """
    rules, compiled = board.rules, board.compiled
    build = rules.tableau.build
    if build is None or len(compiled.tableau) > layout.MOST_COLUMNS:
        return None
    fill = _FILL[rules.tableau.fill]
    tables = _template(rules).copy()
    columns = _write_columns(tables, board, build_masks(build), fill)
    turn_order: Cards = ()
    if rules.has_waste:
        turn_order = board.stacks[compiled.waste] + board.stacks[compiled.stock][::-1]
    reserve = tuple(
        card for pile in compiled.piles_of(PileKind.RESERVE) for card in board.stacks[pile.index]
    )
    cells = [card for pile in compiled.piles_of(PileKind.CELL) for card in board.stacks[pile.index]]
    unlimited = rules.stock is not None and board.redeals is None
    turns_dominate = rules.stock is not None and rules.stock.turn == 1 and not unlimited
    redeals = board.redeals or 0
    places = _key_layout(
        columns.bits,
        {
            layout.STOCK_AT: len(turn_order),
            layout.WASTE_AT: 0 if turns_dominate else len(turn_order).bit_length(),
            layout.REDEALS_AT: 0 if turns_dominate else redeals.bit_length(),
            layout.RESERVE_AT: len(reserve),
            layout.CELLS_AT: 6 * len(rules.cells.deal),
        },
    )
    if places is None:
        return None
    for at, where in places.items():
        tables[at] = where
    if tables[layout.TURN] > 1:
        waste = (1 << len(turn_order).bit_length()) - 1
        word, shift = divmod(places[layout.WASTE_AT], 64)
        tables[(layout.LOW_REST, layout.HIGH_REST)[word]] = ~(waste << shift)
    tables[layout.TWO_WORDS] = max(places.values()) >= 64
    tables[layout.UNLIMITED_REDEALS], tables[layout.TURNS_DOMINATE] = unlimited, turns_dominate
    tables[layout.STOCK_CARDS] = sum(1 << card for card in turn_order)
    _write_order(tables, layout.TURN_ORDER, layout.PLACE, turn_order)
    _write_order(tables, layout.RESERVE_CARDS, layout.RESERVE_PLACE, reserve)
    return tables, Position(
        movable=columns.movable,
        anchors=columns.anchors,
        foundations=sum(
            len(board.stacks[compiled.foundations_by_suit[s][0]]) << 4 * s for s in range(4)
        ),
        columns=columns.packed,
        stock=(1 << len(turn_order)) - 1,
        waste=len(board.stacks[compiled.waste]) if rules.has_waste else 0,
        redeals=redeals,
        reserve=(1 << len(reserve)) - 1,
        cells=sum(1 << card for card in cells),
        open_columns=columns.open_columns,
    )


@lru_cache(maxsize=1024)
def _template(rules: Rules) -> Ints:
    """The tables of a game, without what depends on the board. Copy before writing."""
    tables = np.zeros(layout.TABLE_FIELDS, np.int64)
    tables[layout.LOW_REST] = tables[layout.HIGH_REST] = -1
    tables[layout.COLUMN_COUNT] = len(rules.tableau.deal)
    if rules.tableau.build is not None:
        _write_rules(tables, rules, rules.tableau.build, _FILL[rules.tableau.fill])
        _write_groups(tables, rules.tableau.build)
    return tables


@dataclass(frozen=True, slots=True)
class _Columns:
    """The columns of a position, and how many bits they take when packed."""

    bits: int
    packed: int
    movable: int
    anchors: int
    open_columns: int


def _write_columns(tables: Ints, board: Board, takes: tuple[int, ...], fill: int) -> _Columns:
    bits = packed = movable = anchors = open_columns = 0
    for column, pile in enumerate(board.compiled.tableau):
        stack, row = board.stacks[pile.index], column * layout.ROW
        down = board.hidden[pile.index] if board.hidden else 0
        left = shown = 0
        for card in stack:
            tables[layout.COLUMN_OF + card] = column
        for count in range(1, len(stack) + 1):
            left, shown = _fixed_cards(stack, count, down, takes, fill)
            tables[layout.ANCHOR + row + count] = stack[count - 1]
            tables[layout.FIXED + row + count] = left
            tables[layout.FREED + row + count] = shown
        movable |= shown
        if left:
            anchors |= 1 << stack[left - 1]
        else:
            open_columns += 1
        tables[layout.COLUMN_AT + column] = bits
        tables[layout.COLUMN_MASK + column] = (1 << left.bit_length()) - 1
        packed |= left << bits
        bits += left.bit_length()
    return _Columns(bits, packed, movable, anchors, open_columns)


def _fixed_cards(
    stack: Cards, count: int, down: int, takes: tuple[int, ...], fill: int
) -> tuple[int, int]:
    """How many original cards of a column are fixed, with the anchor, and which cards are movable.

    Args:
        stack: the original cards of the column.
        count: how many of them are left.
        down: how many were face down; of these only a top card is turned up.
        takes: for each card, the mask of the cards that go onto it.
        fill: what may fill an empty column.

    Returns:
        The number of fixed cards and the mask of movable ones. Cards in sequence are loose; so is
        the lowest card of the column if it could as well head any other empty column.
    """
    left, shown = count, 1 << stack[count - 1]
    while left > max(down + 1, 1) and takes[stack[left - 2]] >> stack[left - 1] & 1:
        left -= 1
        shown |= 1 << stack[left - 1]
    if left == 1 and (
        fill == layout.FILL_ANY or (fill == layout.FILL_KINGS and _KINGS >> stack[0] & 1)
    ):
        left = 0
    return left, shown


def _write_groups(tables: Ints, build: Build) -> None:
    takes = build_masks(build)
    onto = [sum(1 << card for card in CARDS if takes[card] >> child & 1) for child in CARDS]
    takers = list(dict.fromkeys(onto))
    for number, mask in enumerate(takers):
        tables[layout.TAKERS + number] = mask
        tables[layout.GROUP + number] = sum(1 << c for c in CARDS if onto[c] == mask)
    tables[layout.GROUPS] = len(takers)
    for card in CARDS:
        tables[layout.GROUP_OF + card] = takers.index(onto[card])


def _write_order(tables: Ints, cards_at: int, place_at: int, cards: Cards) -> None:
    tables[place_at : place_at + len(CARDS)] = -1
    for place, card in enumerate(cards):
        tables[cards_at + place] = card
        tables[place_at + card] = place


def _write_rules(tables: Ints, rules: Rules, build: Build, fill: int) -> None:
    tableau, cells = rules.tableau, rules.cells
    into_cells = cells.fill_from if cells.deal else frozenset[PileKind]()
    back = PileKind.FOUNDATION in tableau.build_from | tableau.fill_from | into_cells
    tables[layout.FILL], tables[layout.FILLERS] = fill, (0, _KINGS, ALL_CARDS)[fill]
    tables[layout.BACK_ONTO_CARDS] = PileKind.FOUNDATION in tableau.build_from
    tables[layout.BACK_INTO_COLUMNS] = PileKind.FOUNDATION in tableau.fill_from
    tables[layout.BACK_INTO_CELLS] = PileKind.FOUNDATION in into_cells
    tables[layout.CELLS_FROM_TABLEAU] = PileKind.TABLEAU in into_cells
    tables[layout.CELLS_FROM_WASTE] = PileKind.WASTE in into_cells
    tables[layout.CELL_COUNT] = len(cells.deal)
    tables[layout.TURN] = min(rules.stock.turn, rules.card_count) if rules.stock is not None else 1
    tables[layout.BUILDS], tables[layout.TAKES_BACK] = _BUILDS[build.suits], back
    tables[layout.TURN_PHASE : layout.TURN_PHASE + layout.ROW] = (
        np.arange(layout.ROW) % tables[layout.TURN]
    )


def _key_layout(columns: int, widths: dict[int, int]) -> dict[int, int] | None:
    """The offset of each field in a key of two words; None if they do not fit.

    The foundations take the lowest 16 bits of the first word, and the columns those above.
    """
    used = [16 + columns, 0]
    places = {}
    for at, width in sorted(widths.items(), key=lambda pair: -pair[1]):
        word = 0 if used[0] + width <= _WORD else 1
        places[at] = 64 * word + used[word]
        used[word] += width
    return places if max(used) <= _WORD else None
