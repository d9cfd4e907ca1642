"""The tree above the playouts: what each move of each node was worth so far. Compiled.

Bounds: a path ends after ``LONGEST`` nodes. A playout adds a node and an edge at most, and the
search ends before the table is half full, so that there are free rows.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.solver.fair_play.playouts import Unseen, arrange, play_out, weight
from engine.solver.free_runs import layout
from engine.solver.free_runs.encode import Ints
from engine.solver.free_runs.layout import Position
from engine.solver.free_runs.move_generation import generate_moves
from engine.solver.free_runs.states import (
    ALL_ON_FOUNDATIONS,
    MOST_MOVES,
    apply_move,
    hash_words,
)
from engine.solver.jit import inlined, jit, lowest_bit

Floats = npt.NDArray[np.float64]

LONGEST: Final = 200
"""The most nodes of a path."""
_DEEPEST: Final = 250
"""The most moves of a path, forced ones too."""
_EXPLORATION: Final = 1.0
"""How much a move counts that looks likely and was hardly tried, beside what the others are
worth."""
_EVEN: Final = 0.05
"""The part of the prior that all moves of a node share evenly."""
_PROGRESS: Final = 0.1
"""What the cards on the foundations are worth in a lost playout, if all were there."""
_FULL: Final = 52


class Tree(NamedTuple):
    """What the playouts so far were worth, and arrays to work with.

    Attributes:
        keys: a hash table of nodes, and of edges from nodes by moves; 0 marks a free row.
        visits: how many playouts came through each.
        wins: how many of them were won.
        values: the sum of what they were worth.
        taken: how many rows are.
        path: the rows of the nodes and edges of a playout, and the nodes' keys.
        moves: a list of moves.
    """

    keys: Ints
    visits: Ints
    wins: Ints
    values: Floats
    taken: Ints
    path: Ints
    moves: Ints


def empty_tree(playouts: int) -> Tree:
    """A tree with room for so many playouts."""
    rows = 1 << (4 * playouts + 64).bit_length()
    return Tree(
        np.zeros(rows, np.int64),
        np.zeros(rows, np.int64),
        np.zeros(rows, np.int64),
        np.zeros(rows, np.float64),
        np.zeros(1, np.int64),
        np.zeros((LONGEST + 1, 3), np.int64),
        np.zeros(2 * MOST_MOVES, np.int64),
    )


@inlined
def _key_of(tables: Ints, position: Position) -> int:
    """The key of what a player knows in a position: which cards are where, of those seen.

    Cards that can be moved freely count wherever they lie. With those and the cells, what is left
    of the stock or of the reserve is known.
    """
    key = hash_words(position.movable, position.foundations | position.waste << 16)
    if position.cells != 0:
        key ^= hash_words(position.cells, 2)
    rest = position.anchors
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        column = tables[layout.COLUMN_OF + card]
        left = (
            position.columns >> tables[layout.COLUMN_AT + column]
            & tables[layout.COLUMN_MASK + column]
        )
        key ^= hash_words(card | column << 6 | left << 12, 1)
    return key + 1


@inlined
def _edge_of(key: int, move: int) -> int:
    """The key of a move from a node."""
    return hash_words(key, move + 2) + 1


@inlined
def _row_of(keys: Ints, key: int) -> int:
    """The row of a key, or the free one where it belongs."""
    mask = len(keys) - 1
    row = key & mask
    while keys[row] != 0 and keys[row] != key:
        row = (row + 1) & mask
    return row


@inlined
def _value(position: Position) -> float:
    """What the end of a playout is worth."""
    if position.foundations == ALL_ON_FOUNDATIONS:
        return 1.0
    cards, rest = 0, position.foundations
    while rest:
        cards += rest & 15
        rest >>= 4
    return _PROGRESS * cards / _FULL


@inlined
def _best(tree: Tree, weights: Ints, position: Position, count: int, node: int) -> int:
    """The place of the move to try next, by its upper confidence bound."""
    total = 0
    for at in range(count):
        total += weight(weights, position, tree.moves[at])
    visits = tree.visits[node]
    mean = tree.values[node] / visits if visits > 0 else 0.0
    factor = _EXPLORATION * math.sqrt(visits + 1.0) / (1.0 + _EVEN)
    best, highest = 0, -1.0
    for at in range(count):
        row = _row_of(tree.keys, _edge_of(tree.keys[node], tree.moves[at]))
        tried = tree.visits[row]
        prior = _EVEN / count
        if total > 0:
            prior += weight(weights, position, tree.moves[at]) / total
        bound = tree.values[row] / tried if tried > 0 else mean
        bound += factor * prior / (1.0 + tried)
        if bound > highest:
            best, highest = at, bound
    return best


@inlined
def _take(tree: Tree, row: int, key: int) -> None:
    """Take a free row for a key."""
    tree.keys[row] = key
    tree.taken[0] += 1


@inlined
def _was_passed(tree: Tree, length: int, key: int) -> bool:
    """Whether a path already has a node."""
    for at in range(length):  # noqa: SIM110  # compiled
        if tree.path[at, 2] == key:
            return True
    return False


@inlined
def _walk(
    tables: Ints, root: Position, weights: Ints, random: Ints, tree: Tree
) -> tuple[int, Position, bool]:
    """Walk down the tree, and from its end play out.

    Returns:
        The length of the path, where the playout ended, and whether it went in a circle.
    """
    position, length = root, 0
    for _ in range(_DEEPEST):
        count = generate_moves(tables, position, tree.moves, 0)
        if count == 0 or position.foundations == ALL_ON_FOUNDATIONS:
            return length, position, False
        if count == 1:
            if tree.moves[0] & 15 == layout.FOUNDATION_TO_TABLEAU:
                return length, position, False
            position = apply_move(tables, position, tree.moves[0])
            continue
        key = _key_of(tables, position)
        if length == LONGEST or _was_passed(tree, length, key):
            return length, position, True
        row = _row_of(tree.keys, key)
        is_new = tree.keys[row] == 0
        if is_new:
            _take(tree, row, key)
        tree.path[length, 0], tree.path[length, 1], tree.path[length, 2] = row, -1, key
        length += 1
        if is_new and length > 1:
            return length, play_out(tables, position, weights, random, tree.moves), False
        move = tree.moves[_best(tree, weights, position, count, row)]
        edge = _edge_of(key, move)
        at = _row_of(tree.keys, edge)
        if tree.keys[at] == 0:
            _take(tree, at, edge)
        tree.path[length - 1, 1] = at
        position = apply_move(tables, position, move)
    return length, position, True


@jit
def search(
    tables: Ints,
    root: Position,
    unseen: Unseen,
    weights: Ints,
    random: Ints,
    tree: Tree,
    playouts: int,
) -> None:
    """Add playouts to a tree, each with the unseen cards arranged anew.

    Args:
        tables: the constants of the search; where unseen cards lie is written.
        root: the position to play from.
        unseen: what the player has not seen; its order is written.
        weights: the weights of the kinds of moves.
        random: the state of the random numbers.
        tree: what is known so far.
        playouts: how many more.
    """
    for _ in range(playouts):
        if 2 * (tree.taken[0] + LONGEST) > len(tree.keys):
            break
        arrange(tables, unseen, random)
        length, end, is_circle = _walk(tables, root, weights, random, tree)
        is_won = end.foundations == ALL_ON_FOUNDATIONS
        value = 0.0 if is_circle else _value(end)
        for at in range(length):
            for part in range(2):
                row = tree.path[at, part]
                if row >= 0:
                    tree.visits[row] += 1
                    tree.wins[row] += is_won
                    tree.values[row] += value


@jit
def rate_moves(tables: Ints, root: Position, tree: Tree, found: Ints) -> int:
    """Write the moves of the root with their playouts and wins; returns how many there are."""
    count = generate_moves(tables, root, tree.moves, 0)
    key = _key_of(tables, root)
    for at in range(count):
        row = _row_of(tree.keys, _edge_of(key, tree.moves[at]))
        found[at, 0] = tree.moves[at]
        found[at, 1], found[at, 2] = tree.visits[row], tree.wins[row]
    return count
