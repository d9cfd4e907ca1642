"""Translate the moves of a search into moves on the board, which also rearrange movable cards.

A solution has about a hundred moves. Compiled, translating it takes some 0.05 ms; with boards of
:mod:`engine.board` it took 0.6 ms, several times as long as most searches.

Bounds: a pile has at most the 52 cards of one deck, fewer than ``ROW``. A move of a search moves at
most two cards, and for each there is room for ``_MOST_MOVES``: the stock is turned at most
``_MOST_TURNS`` times; what lies on the card and the card itself are played once each, and before
each of the two at most ``MOST_COLUMNS`` columns are joined, as each time one more of them is empty.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from engine.board import Board
from engine.cards import CARDS
from engine.compiled import CompiledRules
from engine.errors import PatienceError
from engine.moves import Move
from engine.rules import PileKind
from engine.solver.free_runs import layout
from engine.solver.free_runs.encode import Ints
from engine.solver.jit import inlined, jit

_MOST_TURNS: Final = 2 * len(CARDS)
"""Two rounds of turning single cards are more than enough."""
_MOST_MOVES: Final = _MOST_TURNS + 2 * (layout.MOST_COLUMNS + 1)

CELLS, CELLS_END, FOUNDATIONS, STOCK, WASTE, REDEALS, COUNT, SCALARS = range(8)
"""Where the first cell is, where the cells end, where the foundations, the stock and the waste are
among the piles; the redeals left, -1 if unlimited; and how many moves are written."""


class UnplayableLine(PatienceError):
    """A line that the board does not allow: a bug in the search, never a fault of the board."""


class Table(NamedTuple):
    """A board on which a line is played, and the moves played so far.

    Attributes:
        stacks: the cards of each pile, in rows; the columns of the tableau come first.
        heights: how many they are.
        face_down: how many of them are face down.
        pile_of: the pile of each card.
        played: the moves: ``source | target << 8 | count << 16``; the stock's is the stock alone.
        scalars: what stands where, and how many moves were played.
    """

    stacks: Ints
    heights: Ints
    face_down: Ints
    pile_of: Ints
    played: Ints
    scalars: Ints


def board_moves(board: Board, tables: Ints, line: Sequence[int]) -> tuple[Move, ...]:
    """The moves on the board that play a line of the search.

    Args:
        board: the board.
        tables: the constants of its search.
        line: the moves of the search.

    Raises:
        UnplayableLine: if the line cannot be played.
    """
    table = _table(board, len(line))
    done = play_line(tables, table, np.array(line, np.int64))
    if done < len(line):
        card = CARDS[line[done] >> 4 & 63]
        raise UnplayableLine("The line moves {card} where it cannot go.", card=card.label)
    moves = _moves(board.compiled)
    played = table.played[: table.scalars[COUNT]].tolist()
    return tuple([moves.get(code) or _add_move(board.compiled, code) for code in played])


def _table(board: Board, moves: int) -> Table:
    compiled = board.compiled
    stacks = bytearray().join(bytes(stack).ljust(layout.ROW, b"\0") for stack in board.stacks)
    heights = [len(stack) for stack in board.stacks]
    pile_of = [0] * len(CARDS)
    for pile, stack in enumerate(board.stacks):
        for card in stack:
            pile_of[card] = pile
    cells = compiled.piles_of(PileKind.CELL)
    scalars = [
        *((cells[0].index, cells[-1].index + 1) if cells else (0, 0)),
        *(compiled.foundations[0], compiled.stock, compiled.waste),
        *(-1 if board.redeals is None else board.redeals, 0),
    ]
    return Table(
        np.frombuffer(stacks, np.uint8).reshape(-1, layout.ROW).astype(np.int64),
        np.array(heights, np.int64),
        np.array(board.hidden or (0,) * len(heights), np.int64),
        np.array(pile_of, np.int64),
        np.empty(_MOST_MOVES * 2 * moves, np.int64),
        np.array(scalars, np.int64),
    )


@lru_cache(maxsize=1024)
def _moves(_compiled: CompiledRules) -> dict[int, Move]:
    """The moves made so far for a game, by their codes: making one takes longer than finding it."""
    return {}


def _add_move(compiled: CompiledRules, code: int) -> Move:
    source, target, count = code & 255, code >> 8 & 255, code >> 16
    move = compiled.stock_move
    if source != compiled.stock:
        move = Move(compiled.piles[source].name, compiled.piles[target].name, count)
    return _moves(compiled).setdefault(code, move)


@jit
def play_line(tables: Ints, table: Table, line: Ints) -> int:
    """Play a line as far as possible, and return how many of its moves that were."""
    for number in range(len(line)):
        kind, card, filling = line[number] & 15, line[number] >> 4 & 63, 0
        if kind == layout.RELEASE_AND_FILL:
            kind, filling = layout.RELEASE_ANCHOR, line[number] >> layout.FILLING_AT
        # In one place, as it is compiled into each.
        for _ in range(2 if filling else 1):
            if not _follow(tables, table, kind, card):
                return number
            kind, card = filling & 15, filling >> 4 & 63
    return len(line)


@inlined
def _follow(tables: Ints, table: Table, kind: int, card: int) -> bool:
    """Play one move of a line; False if that is not possible."""
    if kind in (layout.STOCK_TO_FOUNDATION, layout.STOCK_TO_TABLEAU, layout.STOCK_TO_CELL):
        if not _turn_up(tables, table, card):
            return False
    elif kind != layout.RELEASE_ANCHOR and not _uncover(tables, table, card):
        return False
    if kind in (layout.TABLEAU_TO_CELL, layout.STOCK_TO_CELL, layout.FOUNDATION_TO_CELL):
        return _to_cell(table, card)
    if kind in (
        layout.RELEASE_ANCHOR,
        layout.FOUNDATION_TO_TABLEAU,
        layout.STOCK_TO_TABLEAU,
        layout.CELL_TO_TABLEAU,
        layout.RESERVE_TO_TABLEAU,
    ):
        return _to_tableau(tables, table, card)
    foundation = table.scalars[FOUNDATIONS] + card // 13
    if table.heights[foundation] != card % 13:
        return False
    _play(table, card, foundation)
    return True


@inlined
def _place_of(table: Table, card: int) -> int:
    """How many cards lie beneath a card in its pile."""
    pile = table.pile_of[card]
    place = table.heights[pile] - 1
    while place > 0 and table.stacks[pile, place] != card:
        place -= 1
    return int(place)


@inlined
def _play(table: Table, card: int, target: int) -> None:
    """Move a card, with everything on it, to a pile."""
    source, place, height = table.pile_of[card], _place_of(table, card), table.heights[target]
    count = table.heights[source] - place
    for at in range(count):
        moved = table.stacks[source, place + at]
        table.stacks[target, height + at] = moved
        table.pile_of[moved] = target
    table.heights[source] = place
    table.heights[target] = height + count
    if place > 0 and table.face_down[source] == place:
        table.face_down[source] = place - 1
    _note(table, source | target << 8 | count << 16)


@inlined
def _note(table: Table, move: int) -> None:
    table.played[table.scalars[COUNT]] = move
    table.scalars[COUNT] += 1


@inlined
def _turn_up(tables: Ints, table: Table, card: int) -> bool:
    """Turn the stock until a card lies on top of the waste; False if it never does."""
    stock, waste = table.scalars[STOCK], table.scalars[WASTE]
    for turns in range(_MOST_TURNS + 1):
        height = table.heights[waste]
        if height > 0 and table.stacks[waste, height - 1] == card:
            return True
        left = table.heights[stock]
        if turns == _MOST_TURNS or (left == 0 and (height == 0 or table.scalars[REDEALS] == 0)):
            break
        source, target = (stock, waste) if left > 0 else (waste, stock)
        for _ in range(min(tables[layout.TURN], left) if left > 0 else height):
            turned = table.stacks[source, table.heights[source] - 1]
            table.stacks[target, table.heights[target]] = turned
            table.pile_of[turned] = target
            table.heights[source] -= 1
            table.heights[target] += 1
        if left == 0 and table.scalars[REDEALS] > 0:
            table.scalars[REDEALS] -= 1
        _note(table, stock)
    return False


@inlined
def _uncover(tables: Ints, table: Table, card: int) -> bool:
    """Move the cards on top of a card elsewhere; False if that is not possible."""
    pile, above = table.pile_of[card], _place_of(table, card) + 1
    return above == table.heights[pile] or _to_tableau(tables, table, table.stacks[pile, above])


@inlined
def _to_cell(table: Table, card: int) -> bool:
    """Move a card into the first empty cell; False if there is none."""
    for cell in range(table.scalars[CELLS], table.scalars[CELLS_END]):
        if table.heights[cell] == 0:
            _play(table, card, cell)
            return True
    return False


@inlined
def _to_tableau(tables: Ints, table: Table, card: int) -> bool:
    """Move a card, with everything on it, onto another card or into an empty column.

    If need be, columns that can lie on others are moved there until one is empty. False if there is
    no place then either.
    """
    while True:
        target = _place_for(tables, table, card)
        if target >= 0:
            _play(table, card, target)
            return True
        if not _join_columns(tables, table):
            return False


@inlined
def _place_for(tables: Ints, table: Table, card: int) -> int:
    """A column whose top card takes a card with everything on it, or else an empty one; or -1."""
    source, place = table.pile_of[card], _place_of(table, card)
    if not _is_run(tables, table, source, place):
        return -1
    columns = tables[layout.COLUMN_COUNT]
    takers, fillers = tables[layout.TAKERS + tables[layout.GROUP_OF + card]], tables[layout.FILLERS]
    if table.scalars[FOUNDATIONS] <= source < table.scalars[FOUNDATIONS] + 4:
        takers = takers if tables[layout.BACK_ONTO_CARDS] else 0
        fillers = fillers if tables[layout.BACK_INTO_COLUMNS] else 0
    elif source < columns and place == 0:
        # A whole column gains nothing from an empty one.
        fillers = 0
    empty = -1
    for target in range(columns):
        height = table.heights[target]
        if height > 0:
            if takers >> table.stacks[target, height - 1] & 1 and target != source:
                return target
        elif empty < 0 and fillers >> card & 1:
            empty = target
    return empty


@inlined
def _is_run(tables: Ints, table: Table, pile: int, place: int) -> bool:
    """Whether the cards of a pile from a place on move together."""
    if place < table.face_down[pile] or pile == table.scalars[STOCK]:
        return False
    for at in range(place + 1, table.heights[pile]):
        takers = tables[layout.TAKERS + tables[layout.GROUP_OF + table.stacks[pile, at]]]
        if not takers >> table.stacks[pile, at - 1] & 1:
            return False
    return True


@inlined
def _join_columns(tables: Ints, table: Table) -> bool:
    """Move one column that is a single run onto another; False if there is none."""
    for column in range(tables[layout.COLUMN_COUNT]):
        if table.heights[column] > 0:
            card = table.stacks[column, 0]
            target = _place_for(tables, table, card)
            if target >= 0 and table.heights[target] > 0:
                _play(table, card, target)
                return True
    return False
