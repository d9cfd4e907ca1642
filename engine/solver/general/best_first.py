"""Best-first search: the state with the best evaluation first, each state once. Compiled.

The search runs in slices, after which Python checks the clock and grows whatever is full. States in
the frontier are packed; of every state the search keeps its parent and its key.

A state may be expanded in two parts: if a game has a weight for that, moves that take up room (to
cells, and back from foundations) wait in the frontier at a higher value than the others. Nothing is
left out; but they are two thirds of all moves in FreeCell, and one in seven of its solutions. Its
first hundred deals take 802 states each on average instead of 1,358.

Where redeals are limited, a state is stored again for what turning the stock brings up: each time
it is expanded, the moves of one card are tried, and ``FIRST_TURNS`` says which.

States from which no win is possible, as :mod:`engine.solver.general.dead_ends` finds, are not
stored. Where hardly any are found, only some states are checked.

Bounds: before a state is expanded, ``search_slice`` makes sure that there is room for as many more
states as a position has moves, ``MAX_MOVES``; each move admits at most one. A state is stored again
only where turns of the stock are part of other moves, so in place of the move of the stock itself.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.solver.general import layout
from engine.solver.general.dead_ends import MOST_CHECKS, checks_after, is_dead_end, is_due
from engine.solver.general.evaluation import (
    BUCKETS,
    FEATURES,
    MOST_STAGES,
    PUT_OFF,
    STALE,
    evaluate,
    extract_features,
    stage_of,
    staleness,
)
from engine.solver.general.layout import Bytes, Ints
from engine.solver.general.move_generation import generate_moves, takes_room
from engine.solver.general.packing import pack, unpack
from engine.solver.general.position import key, play, turn_stock, undo
from engine.solver.general.safe_plays import leaves_others_in_order, safe_cards, safe_move
from engine.solver.jit import free_memory_for, inlined, jit, within

Links = npt.NDArray[np.int32]

PACKED_SIZE: Final = 4 + (layout.ROW + 7) // 8 + 3 * layout.MOST_PILES + layout.MOST_CARDS
"""The most bytes of a packed state: four scalars, a bit for each card of stock and waste, up to
three bytes for each pile, and each card at most once."""
MAX_LOAD: Final = 5
"""How many eighths of the transposition table are used before it grows."""

(
    STATES,
    USED,
    CURRENT,
    QUEUES,
    TURN,
    STAGE,
    STAGES,
    ROWS,
    SERVED,
    COLUMN,
    VALUE,
    UNSTORED,
    CHECKS,
) = range(13)
"""The scalars at the start of the control array: how many states are stored; how many bytes of
the arena are used; the state expanded last; the number of queues; the queue to serve next, the
stages after all queues; the stage served last; the number of stages, and of rows of weights; the
queue or stage that the state expanded last came from, the column of its links there, and its value
there; how many states were visited that are not stored, dead ends and those of depth-first search;
how many states are still to be checked in a row for being dead ends."""
FEATURES_AT: Final = 13
"""The features of a state."""
BEST_VALUES: Final = FEATURES_AT + layout.WEIGHT_ROW
"""For each queue, then each stage, a lower bound of the values in it."""
MOVES_AT: Final = BEST_VALUES + layout.MOST_QUEUES + MOST_STAGES
"""The moves of the current state."""
HEADS_AT: Final = MOVES_AT + layout.MOST_MOVES
"""For each queue and value, the next state, counted from 1; 0 if there is none. For each stage, the
pairs of :func:`engine.solver.general.evaluation.staleness` follow."""


NOTHING, NEW, WIN = range(3)
"""What visiting a position finds: a known state or a dead end, a new state, or a win."""

NO_ROOT: Final = -2
"""In place of an origin, which is -1 for the first position of all."""


class Memory(NamedTuple):
    """The arrays of a search.

    Attributes:
        nodes: for each state, its parent and move as ``parent << 31 | move``; and ``at << 1`` if it
            is packed there, plus 1 once only moves that take up room are left, -1 once it is
            expanded.
        links: for each state, the next one of the same value in each queue, then in its stage.
        arena: the packed states.
        table: the transposition table, whose length is a power of two.
        control: scalars and queues, as named above.
    """

    nodes: Ints
    links: Links
    arena: Bytes
    table: Ints
    control: Ints


def new_memory(rows: int, stages: int) -> Memory:
    """The memory of a new search.

    Args:
        rows: how many rows of weights there are: one for each queue, and one for the stages; a
            single row is for both.
        stages: how many stages there are.
    """
    queues = max(rows - 1, 1)
    heads, pairs = (layout.MOST_QUEUES + stages) * BUCKETS, stages * layout.CARD_ROW
    control = np.zeros(HEADS_AT + heads + pairs, np.int64)
    control[ROWS], control[QUEUES], control[STAGES] = rows, queues, stages
    control[BEST_VALUES:MOVES_AT] = BUCKETS
    control[CHECKS] = MOST_CHECKS
    return Memory(
        nodes=np.zeros((1 << 12, 2), np.int64),
        links=np.zeros((1 << 12, queues + 1), np.int32),
        arena=np.zeros(1 << 20, np.uint8),
        table=np.zeros((1 << 12, 2), np.int64),
        control=control,
    )


@inlined
def is_won(tables: Ints, position: Ints) -> bool:
    """Whether all cards are on foundations, or in a stock that deals only there."""
    left = tables[layout.CARDS]
    for pile in range(tables[layout.RESERVE_END], tables[layout.FOUNDATIONS_END]):
        left -= position[layout.HEIGHTS + pile]
    if tables[layout.STOCK_ACTION] == layout.TO_FOUNDATION:
        return bool(left == position[layout.REMAINING])
    return bool(left == 0)


@inlined
def admit(
    tables: Ints,
    position: Ints,
    nodes: Ints,
    links: Links,
    arena: Bytes,
    table: Ints,
    control: Ints,
    origin: int,
) -> bool:
    """Make all safe plays, store the state if it is new and no dead end; whether it is won."""
    found = visit(tables, position, table, control)
    if found == NOTHING:
        return False
    _store(tables, position, nodes, arena, control, origin)
    _enqueue_newest(tables, position, links, control)
    return bool(found == WIN)


@inlined
def visit(tables: Ints, position: Ints, table: Ints, control: Ints) -> int:
    """Make all safe plays: ``WIN``, ``NEW``, or ``NOTHING`` if that is known or a dead end."""
    while True:
        move = safe_move(tables, position)
        if move < 0:
            break
        play(tables, position, move)
    won = is_won(tables, position)
    low, high = key(tables, position)
    if not insert_key(table, low, high) and not won:
        return NOTHING
    visited = control[STATES] + control[UNSTORED]
    if tables[layout.FINDS_DEAD_ENDS] and is_due(control[CHECKS], visited):
        is_dead = is_dead_end(tables, position)
        control[CHECKS] = checks_after(control[CHECKS], is_dead)
        if is_dead:
            control[UNSTORED] += 1
            return NOTHING
    return WIN if won else NEW


@inlined
def expand(tables: Ints, position: Ints, moves: Ints) -> int:
    """Write the moves of a state that are worth trying, and return how many there are."""
    position[layout.SAFE_CARDS] = 0
    if tables[layout.FOLDS_TURNS] and leaves_others_in_order(tables, position):
        position[layout.SAFE_CARDS] = safe_cards(tables, position)
    end = generate_moves(tables, position, moves, True)
    position[layout.FIRST_TURNS] = 0
    return end


@inlined
def postpone(
    tables: Ints, position: Ints, nodes: Ints, links: Links, arena: Bytes, control: Ints, turns: int
) -> None:
    """Store the current state again, for those of its moves that turn the stock so often or more.

    It is as good as it will be when the stock is turned so often.
    """
    position[layout.FIRST_TURNS] = turns
    _store(tables, position, nodes, arena, control, nodes[control[CURRENT], 0])
    position[layout.FIRST_TURNS] = 0
    turn_stock(tables, position, turns)
    _enqueue_newest(tables, position, links, control)
    undo(tables, position)


@inlined
def _store(
    tables: Ints, position: Ints, nodes: Ints, arena: Bytes, control: Ints, origin: int
) -> None:
    """Make a position the newest state."""
    state, at = control[STATES], control[USED]
    control[STATES] += 1
    nodes[state, 0], nodes[state, 1] = origin, at << 1
    control[USED] = at + within(pack(tables, position, arena, at) - at, PACKED_SIZE + 1)


@inlined
def _enqueue_newest(tables: Ints, position: Ints, links: Links, control: Ints) -> None:
    """Add the newest state to all queues and to its stage, by how good a position is."""
    state = control[STATES] - 1
    features = control[FEATURES_AT : FEATURES_AT + FEATURES]
    extract_features(tables, position, features)
    queues, stages, value = control[QUEUES], control[STAGES], 0
    stage = min(stage_of(features), stages - 1)
    if tables[layout.WEIGHTS + STALE]:
        pairs = HEADS_AT + (layout.MOST_QUEUES + stages) * BUCKETS + stage * layout.CARD_ROW
        features[STALE] = staleness(tables, position, control[pairs : pairs + layout.CARD_ROW])
    for queue in range(queues):
        value = evaluate(tables, features, queue)
        _enqueue(links, control, queue, queue, value, state)
    if control[ROWS] > queues:
        value = evaluate(tables, features, queues)
    _enqueue(links, control, layout.MOST_QUEUES + stage, queues, value, state)


@inlined
def _enqueue(links: Links, control: Ints, queue: int, column: int, value: int, state: int) -> None:
    """Add a state to a queue, whose links are in a column of their own."""
    head = HEADS_AT + BUCKETS * queue + value
    links[state, column] = control[head]
    control[head] = state + 1
    control[BEST_VALUES + queue] = min(control[BEST_VALUES + queue], value)


@inlined
def _dequeue(nodes: Ints, links: Links, control: Ints, queue: int, column: int) -> int:
    """Remove the best state that is not expanded yet from a queue; -1 if there is none."""
    value = control[BEST_VALUES + queue]
    while value < BUCKETS:
        head = HEADS_AT + BUCKETS * queue + value
        state = control[head] - 1
        if state < 0:
            value += 1
            continue
        control[head] = int(links[state, column])
        if nodes[state, 1] >= 0:
            control[BEST_VALUES + queue] = value
            control[SERVED], control[COLUMN], control[VALUE] = queue, column, value
            return int(state)
    control[BEST_VALUES + queue] = value
    return -1


@inlined
def _next_state(nodes: Ints, links: Links, control: Ints) -> int:
    """The state to expand next, from each queue in turn; -1 if the frontier is empty."""
    queues = control[QUEUES]
    turn = control[TURN]
    control[TURN] = (turn + 1) % (queues + 1)
    if turn < queues:
        return _dequeue(nodes, links, control, turn, turn)
    for _ in range(control[STAGES]):
        control[STAGE] = (control[STAGE] - 1) % control[STAGES]
        stage = layout.MOST_QUEUES + control[STAGE]
        if control[BEST_VALUES + stage] < BUCKETS:
            state = _dequeue(nodes, links, control, stage, queues)
            if state >= 0:
                return state
    return -1


@jit
def search_slice(
    tables: Ints,
    position: Ints,
    nodes: Ints,
    links: Links,
    arena: Bytes,
    table: Ints,
    control: Ints,
    pause: int,
    most_states: int,
    root: int,
) -> int:
    """Search until ``pause`` states were visited, and return how that ended.

    Args:
        root: the origin of the position, if that is to be admitted, and nothing searched yet; else
            ``NO_ROOT``. A function of its own would compile what admits a state once more.
    """
    reshuffles = tables[layout.STOCK_ACTION] == layout.RESHUFFLE
    moves = control[MOVES_AT:HEADS_AT]
    ahead = tables[layout.MAX_MOVES]
    # A reshuffle ends the slice before the rest of a state's moves could be put off.
    put_off = 0 if reshuffles else tables[layout.WEIGHTS + PUT_OFF]
    state, at, waits, end, more = 0, 0, 0, 1, False
    while True:
        if root == NO_ROOT:
            visited = control[STATES] + control[UNSTORED]
            if visited >= most_states:
                return layout.STATE_LIMIT
            if visited >= pause:
                return layout.PAUSED
            if (
                control[STATES] + ahead > len(nodes)
                or control[USED] + ahead * PACKED_SIZE > len(arena)
                or (visited + ahead) * 8 > len(table) * MAX_LOAD
            ):
                return layout.FULL
            state = _next_state(nodes, links, control)
            if state < 0:
                return layout.LOST
            at, waits = nodes[state, 1] >> 1, nodes[state, 1] & 1
            unpack(tables, position, arena, at)
            nodes[state, 1] = -1
            control[CURRENT] = state
            more = False
            end = expand(tables, position, moves)
            later = position[layout.NEXT_TURNS]
            if later and not waits:
                postpone(tables, position, nodes, links, arena, control, later)
        for which in range(end):
            origin = root
            if root == NO_ROOT:
                move = moves[which]
                if put_off and takes_room(tables, move) != waits:
                    more = True
                    continue
                if reshuffles and move == tables[layout.STOCK_PILE]:
                    return layout.NEEDS_RESHUFFLE
                play(tables, position, move)
                origin = state << layout.MOVE_BITS | move
            if admit(tables, position, nodes, links, arena, table, control, origin):
                return layout.WON
            if root != NO_ROOT:
                return layout.PAUSED
            undo(tables, position)
            if control[STATES] + control[UNSTORED] >= most_states:
                return layout.STATE_LIMIT
        if more and not waits:
            nodes[state, 1] = at << 1 | 1
            value = min(control[VALUE] + put_off, BUCKETS - 1)
            _enqueue(links, control, control[SERVED], control[COLUMN], value, state)


@inlined
def insert_key(table: Ints, low: int, high: int) -> bool:
    """Add a key to the transposition table; False if it is already there."""
    mask = len(table) - 1
    at = low & mask
    # Low halves are stored plus 1, so that 0 marks a free row.
    while table[at, 0] != 0:
        if table[at, 0] == low + 1 and table[at, 1] == high:
            return False
        at = (at + 1) & mask
    table[at, 0], table[at, 1] = low + 1, high
    return True


@jit
def rehash(old: Ints, new: Ints) -> None:
    """Copy the keys of a transposition table into a larger, empty one."""
    mask = len(new) - 1
    for row in range(len(old)):
        if old[row, 0] != 0:
            at = (old[row, 0] - 1) & mask
            while new[at, 0] != 0:
                at = (at + 1) & mask
            new[at, 0], new[at, 1] = old[row, 0], old[row, 1]


def grown(table: Ints) -> Ints:
    """A transposition table twice as large, with the same keys."""
    free_memory_for(2 * table.nbytes)
    larger = np.zeros((2 * len(table), 2), np.int64)
    rehash(table, larger)
    return larger


@jit
def compact(tables: Ints, position: Ints, nodes: Ints, arena: Bytes, control: Ints) -> None:
    """Close the gaps in the arena that expanded states leave."""
    used = 0
    for state in range(control[STATES]):
        if nodes[state, 1] >= 0:
            waits = nodes[state, 1] & 1
            unpack(tables, position, arena, nodes[state, 1] >> 1)
            nodes[state, 1] = used << 1 | waits
            used = pack(tables, position, arena, used)
    control[USED] = used
