"""The search itself: the position that seems nearest to won first, every position once. Compiled.

It is cut into slices, after each of which Python looks at the clock and enlarges what is full.
Positions that wait are packed; of all that were met it is kept where they came from, and a key.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.solver.general import layout
from engine.solver.general.evaluation import (
    BUCKETS,
    MOST_STAGES,
    WEIGHTS,
    count,
    evaluate,
    stage_of,
)
from engine.solver.general.layout import Bytes, Ints
from engine.solver.general.move_generation import generate_moves
from engine.solver.general.packing import pack, unpack
from engine.solver.general.position import key, play, undo
from engine.solver.general.safe_plays import safe_move
from engine.solver.jit import jit

Links = npt.NDArray[np.int32]

LONGEST: Final = 512
"""More bytes than a packed position takes."""
AHEAD: Final = 1024
"""For how many more positions there is room whenever one is looked at."""

(
    STATES,
    USED,
    CURRENT,
    QUEUES,
    TURN,
    STAGE,
    STAGES,
) = range(7)
"""The control's first places: how many positions were met; how many bytes of the arena are used;
the position looked at last; how many queues there are; the queue whose turn it is, the stages after
them; the stage that was served last; how many stages there are."""
FEATURES_AT: Final = 8
"""Where the counts of a position are written."""
BEST_VALUES: Final = FEATURES_AT + layout.WEIGHT_ROW
"""For each queue, those of the stages last, one value below which there is none."""
MOVES_AT: Final = BEST_VALUES + layout.MOST_QUEUES + MOST_STAGES
"""Where the moves of a position are written."""
HEADS_AT: Final = MOVES_AT + layout.MOST_MOVES
"""For each queue and value the position that is next, counted from 1; 0 for none."""


class Memory(NamedTuple):
    """What a search remembers.

    Attributes:
        nodes: for each position met, where it came from: ``parent << 31 | move``; and where it is
            packed, -1 once it was looked at.
        links: for each position the next one of the same value in each queue, that of its stage
            last.
        arena: the packed positions.
        table: the keys of the positions met; its length is a power of two.
        control: the search's own numbers, as named above.
    """

    nodes: Ints
    links: Links
    arena: Bytes
    table: Ints
    control: Ints


def new_memory(queues: int, stages: int) -> Memory:
    """The memory of a search that has not begun, with so many queues and stages."""
    control = np.zeros(HEADS_AT + (layout.MOST_QUEUES + stages) * BUCKETS, np.int64)
    control[QUEUES], control[STAGES] = queues, stages
    control[BEST_VALUES:MOVES_AT] = BUCKETS
    return Memory(
        nodes=np.zeros((1 << 12, 2), np.int64),
        links=np.zeros((1 << 12, queues + 1), np.int32),
        arena=np.zeros(1 << 20, np.uint8),
        table=np.zeros((1 << 12, 2), np.int64),
        control=control,
    )


@jit
def is_won(tables: Ints, position: Ints) -> bool:
    """Whether all cards are home, or in a stock that deals only there."""
    left = tables[layout.CARDS]
    for pile in range(tables[layout.RESERVE_END], tables[layout.FOUNDATIONS_END]):
        left -= position[layout.HEIGHTS + pile]
    if tables[layout.STOCK_ACTION] == layout.TO_FOUNDATION:
        return bool(left == position[layout.REMAINING])
    return bool(left == 0)


@jit
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
    """Play what is safe, and keep the position if it is new; whether it is won."""
    move = safe_move(tables, position)
    while move >= 0:
        play(tables, position, move)
        move = safe_move(tables, position)
    won = is_won(tables, position)
    low, high = key(tables, position)
    if not _insert_key(table, low, high) and not won:
        return False
    state, at = control[STATES], control[USED]
    control[STATES] += 1
    nodes[state, 0], nodes[state, 1] = origin, at
    control[USED] = pack(tables, position, arena, at)
    features = control[FEATURES_AT : FEATURES_AT + WEIGHTS]
    count(tables, position, features)
    for queue in range(control[QUEUES]):
        value = evaluate(tables, features, queue)
        _enqueue(links, control, queue, queue, value, state)
        if queue == 0:
            stage = layout.MOST_QUEUES + min(stage_of(features), control[STAGES] - 1)
            _enqueue(links, control, stage, control[QUEUES], value, state)
    return won


@jit
def _enqueue(links: Links, control: Ints, queue: int, column: int, value: int, state: int) -> None:
    """Put a position into a queue, in whose column its link is kept."""
    head = HEADS_AT + BUCKETS * queue + value
    links[state, column] = control[head]
    control[head] = state + 1
    control[BEST_VALUES + queue] = min(control[BEST_VALUES + queue], value)


@jit
def _dequeue(nodes: Ints, links: Links, control: Ints, queue: int, column: int) -> int:
    """Take the best position that was not looked at yet from a queue; -1 if there is none."""
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
            return int(state)
    control[BEST_VALUES + queue] = value
    return -1


@jit
def _next_state(nodes: Ints, links: Links, control: Ints) -> int:
    """The position to look at next, taken from the queues in turn; -1 if none is left."""
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
) -> int:
    """Search until so many positions were met, and say how that ended."""
    gathers = tables[layout.STOCK_ACTION] == layout.RESHUFFLE
    moves = control[MOVES_AT:]
    while True:
        states = control[STATES]
        if states >= most_states:
            return layout.STATE_LIMIT
        if states >= pause:
            return layout.PAUSED
        if (
            states + AHEAD > len(nodes)
            or control[USED] + AHEAD * LONGEST > len(arena)
            or (states + AHEAD) * 8 > len(table) * 5
        ):
            return layout.FULL
        state = _next_state(nodes, links, control)
        if state < 0:
            return layout.LOST
        unpack(tables, position, arena, nodes[state, 1])
        nodes[state, 1] = -1
        control[CURRENT] = state
        end = generate_moves(tables, position, moves, True)
        for which in range(end):
            move = moves[which]
            if gathers and move == tables[layout.STOCK_PILE]:
                return layout.NEEDS_RESHUFFLE
            play(tables, position, move)
            origin = state << layout.MOVE_BITS | move
            if admit(tables, position, nodes, links, arena, table, control, origin):
                return layout.WON
            undo(tables, position, 0)
            if control[STATES] >= most_states:
                return layout.STATE_LIMIT


@jit
def _insert_key(table: Ints, low: int, high: int) -> bool:
    """Whether a position is met for the first time; it is then kept."""
    mask = len(table) - 1
    at = low & mask
    # No first half is 0 once 1 is added, so 0 is a free place.
    while table[at, 0] != 0:
        if table[at, 0] == low + 1 and table[at, 1] == high:
            return False
        at = (at + 1) & mask
    table[at, 0], table[at, 1] = low + 1, high
    return True


@jit
def rehash(old: Ints, new: Ints) -> None:
    """Put the keys of one table into a larger empty one."""
    mask = len(new) - 1
    for row in range(len(old)):
        if old[row, 0] != 0:
            at = (old[row, 0] - 1) & mask
            while new[at, 0] != 0:
                at = (at + 1) & mask
            new[at, 0], new[at, 1] = old[row, 0], old[row, 1]


@jit
def compact(tables: Ints, position: Ints, nodes: Ints, arena: Bytes, control: Ints) -> None:
    """Move the positions that still wait together; the others are never read again."""
    used = 0
    for state in range(control[STATES]):
        if nodes[state, 1] >= 0:
            unpack(tables, position, arena, nodes[state, 1])
            nodes[state, 1] = used
            used = pack(tables, position, arena, used)
    control[USED] = used
