"""The search itself: the position that seems nearest to won first, every position once. Compiled.

It is cut into slices, after each of which Python looks at the clock and enlarges what is full.
Positions that wait are packed; of all that were met it is kept where they came from, and a key.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.solver.compiled import compiled
from engine.solver.general import fields as field
from engine.solver.general.fields import Bytes, Ints
from engine.solver.general.moves import add_moves
from engine.solver.general.packing import pack, unpack
from engine.solver.general.position import key, play, undo
from engine.solver.general.safe import safe_move
from engine.solver.general.value import BUCKETS, MOST_STAGES, WEIGHTS, count, stage_of, value_of

Links = npt.NDArray[np.int32]

LONGEST: Final = 512
"""More bytes than a packed position takes."""
AHEAD: Final = 1024
"""For how many more positions there is room whenever one is looked at."""

(
    STATES,
    USED,
    AT,
    QUEUES,
    TURN,
    STAGE,
    STAGES,
) = range(7)
"""The control's first places: how many positions were met; how many bytes of the arena are used;
the position looked at last; how many queues there are; the queue whose turn it is, the stages after
them; the stage that was served last; how many stages there are."""
COUNTS: Final = 8
"""Where the counts of a position are written."""
BESTS: Final = COUNTS + field.ROW_OF_WEIGHTS
"""For each queue, those of the stages last, one value below which there is none."""
MOVES: Final = BESTS + field.MOST_QUEUES + MOST_STAGES
"""Where the moves of a position are written."""
HEADS: Final = MOVES + field.MOST_MOVES
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
    control = np.zeros(HEADS + (field.MOST_QUEUES + stages) * BUCKETS, np.int64)
    control[QUEUES], control[STAGES] = queues, stages
    control[BESTS:MOVES] = BUCKETS
    return Memory(
        nodes=np.zeros((1 << 12, 2), np.int64),
        links=np.zeros((1 << 12, queues + 1), np.int32),
        arena=np.zeros(1 << 20, np.uint8),
        table=np.zeros((1 << 12, 2), np.int64),
        control=control,
    )


@compiled
def is_won(facts: Ints, position: Ints) -> bool:
    """Whether all cards are home, or in a stock that deals only there."""
    left = facts[field.CARDS]
    for pile in range(facts[field.RESERVE_END], facts[field.HOMES_END]):
        left -= position[field.HEIGHTS + pile]
    if facts[field.DEALING] == field.TO_FOUNDATION:
        return bool(left == position[field.LEFT])
    return bool(left == 0)


@compiled
def admit(
    facts: Ints,
    position: Ints,
    nodes: Ints,
    links: Links,
    arena: Bytes,
    table: Ints,
    control: Ints,
    origin: int,
) -> bool:
    """Play what is safe, and keep the position if it is new; whether it is won."""
    move = safe_move(facts, position)
    while move >= 0:
        play(facts, position, move)
        move = safe_move(facts, position)
    won = is_won(facts, position)
    low, high = key(facts, position)
    if not _is_new(table, low, high) and not won:
        return False
    state, at = control[STATES], control[USED]
    control[STATES] += 1
    nodes[state, 0], nodes[state, 1] = origin, at
    control[USED] = pack(facts, position, arena, at)
    counts = control[COUNTS : COUNTS + WEIGHTS]
    count(facts, position, counts)
    for queue in range(control[QUEUES]):
        value = value_of(facts, counts, queue)
        _put_into(links, control, queue, queue, value, state)
        if queue == 0:
            stage = field.MOST_QUEUES + min(stage_of(counts), control[STAGES] - 1)
            _put_into(links, control, stage, control[QUEUES], value, state)
    return won


@compiled
def _put_into(links: Links, control: Ints, queue: int, column: int, value: int, state: int) -> None:
    """Put a position into a queue, in whose column its link is kept."""
    head = HEADS + BUCKETS * queue + value
    links[state, column] = control[head]
    control[head] = state + 1
    control[BESTS + queue] = min(control[BESTS + queue], value)


@compiled
def _take_from(nodes: Ints, links: Links, control: Ints, queue: int, column: int) -> int:
    """Take the best position that was not looked at yet from a queue; -1 if there is none."""
    value = control[BESTS + queue]
    while value < BUCKETS:
        head = HEADS + BUCKETS * queue + value
        state = control[head] - 1
        if state < 0:
            value += 1
            continue
        control[head] = int(links[state, column])
        if nodes[state, 1] >= 0:
            control[BESTS + queue] = value
            return int(state)
    control[BESTS + queue] = value
    return -1


@compiled
def _next(nodes: Ints, links: Links, control: Ints) -> int:
    """The position to look at next, taken from the queues in turn; -1 if none is left."""
    queues = control[QUEUES]
    turn = control[TURN]
    control[TURN] = (turn + 1) % (queues + 1)
    if turn < queues:
        return _take_from(nodes, links, control, turn, turn)
    for _ in range(control[STAGES]):
        control[STAGE] = (control[STAGE] - 1) % control[STAGES]
        stage = field.MOST_QUEUES + control[STAGE]
        if control[BESTS + stage] < BUCKETS:
            state = _take_from(nodes, links, control, stage, queues)
            if state >= 0:
                return state
    return -1


@compiled
def search_slice(
    facts: Ints,
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
    gathers = facts[field.DEALING] == field.GATHERED
    moves = control[MOVES:]
    while True:
        states = control[STATES]
        if states >= most_states:
            return field.CUT
        if states >= pause:
            return field.PAUSED
        if (
            states + AHEAD > len(nodes)
            or control[USED] + AHEAD * LONGEST > len(arena)
            or (states + AHEAD) * 8 > len(table) * 5
        ):
            return field.FULL
        state = _next(nodes, links, control)
        if state < 0:
            return field.LOST
        unpack(facts, position, arena, nodes[state, 1])
        nodes[state, 1] = -1
        control[AT] = state
        many = add_moves(facts, position, moves, True)
        for which in range(many):
            move = moves[which]
            if gathers and move == facts[field.STOCK_PILE]:
                return field.GATHER
            play(facts, position, move)
            origin = state << field.MOVE_BITS | move
            if admit(facts, position, nodes, links, arena, table, control, origin):
                return field.WON
            undo(facts, position, 0)
            if control[STATES] >= most_states:
                return field.CUT


@compiled
def _is_new(table: Ints, low: int, high: int) -> bool:
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


@compiled
def move_over(old: Ints, new: Ints) -> None:
    """Put the keys of one table into a larger empty one."""
    mask = len(new) - 1
    for row in range(len(old)):
        if old[row, 0] != 0:
            at = (old[row, 0] - 1) & mask
            while new[at, 0] != 0:
                at = (at + 1) & mask
            new[at, 0], new[at, 1] = old[row, 0], old[row, 1]


@compiled
def compact(facts: Ints, position: Ints, nodes: Ints, arena: Bytes, control: Ints) -> None:
    """Move the positions that still wait together; the others are never read again."""
    used = 0
    for state in range(control[STATES]):
        if nodes[state, 1] >= 0:
            unpack(facts, position, arena, nodes[state, 1])
            nodes[state, 1] = used
            used = pack(facts, position, arena, used)
    control[USED] = used
