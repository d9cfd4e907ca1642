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
from engine.solver.general.fields import Bytes, Facts, Ints, Position
from engine.solver.general.moves import add_moves
from engine.solver.general.packing import pack, unpack
from engine.solver.general.position import key, play, undo
from engine.solver.general.safe import safe_move
from engine.solver.general.value import BUCKETS, WEIGHTS, write_values

Links = npt.NDArray[np.int32]

LONGEST: Final = 512
"""More bytes than a packed position takes."""
AHEAD: Final = 1024
"""For how many more positions there is room whenever one is looked at."""

STATES, USED, QUEUE, AT, CONTROL = range(5)
"""A search's own numbers: how many positions it has met; how many bytes of the arena are used; the
queue whose turn it is; the position looked at last."""


class Memory(NamedTuple):
    """What a search remembers.

    Attributes:
        nodes: for each position met, where it came from: ``parent << 31 | move``; and where it is
            packed, -1 once it was looked at.
        links: for each queue and position the next one of the same value.
        heads: for each queue and value the position that is next; -1 for none.
        bests: for each queue a value below which there is none.
        arena: the packed positions.
        table: the keys of the positions met; its length is a power of two.
        moves: where the moves of a position are written.
        counts: where its counts are written.
        values: where its values are written.
        control: the search's own numbers.
    """

    nodes: Ints
    links: Links
    heads: Links
    bests: Ints
    arena: Bytes
    table: Ints
    moves: Ints
    counts: Ints
    values: Ints
    control: Ints


def new_memory(queues: int) -> Memory:
    """The memory of a search that has not begun."""
    return Memory(
        nodes=np.zeros((1 << 12, 2), np.int64),
        links=np.zeros((queues, 1 << 12), np.int32),
        heads=np.full((queues, BUCKETS), -1, np.int32),
        bests=np.full(queues, BUCKETS, np.int64),
        arena=np.zeros(1 << 20, np.uint8),
        table=np.zeros((1 << 12, 2), np.int64),
        moves=np.zeros(field.MOST_MOVES, np.int64),
        counts=np.zeros(WEIGHTS, np.int64),
        values=np.zeros(queues, np.int64),
        control=np.zeros(CONTROL, np.int64),
    )


@compiled
def is_won(facts: Facts, position: Position) -> bool:
    """Whether all cards are home, or in a stock that deals only there."""
    numbers = facts.numbers
    left = numbers[field.CARDS]
    for pile in range(numbers[field.RESERVE_END], numbers[field.HOMES_END]):
        left -= position.heights[pile]
    if numbers[field.DEALING] == field.TO_FOUNDATION:
        return bool(left == position.numbers[field.LEFT])
    return bool(left == 0)


@compiled
def admit(facts: Facts, position: Position, memory: Memory, origin: int) -> bool:
    """Play what is safe, and keep the position if it is new; whether it is won."""
    move = safe_move(facts, position)
    while move >= 0:
        play(facts, position, move)
        move = safe_move(facts, position)
    won = is_won(facts, position)
    low, high = key(facts, position)
    if not _is_new(memory.table, low, high) and not won:
        return False
    _keep(facts, position, memory, origin)
    return won


@compiled
def _keep(facts: Facts, position: Position, memory: Memory, origin: int) -> None:
    """Keep a position that waits."""
    control = memory.control
    state, at = control[STATES], control[USED]
    control[STATES] += 1
    memory.nodes[state, 0], memory.nodes[state, 1] = origin, at
    control[USED] = pack(facts, position, memory.arena, at)
    write_values(facts, position, memory.counts, memory.values)
    for queue in range(len(memory.values)):
        _push(memory, queue, memory.values[queue], state)


@compiled
def _push(memory: Memory, queue: int, value: int, state: int) -> None:
    memory.links[queue, state] = memory.heads[queue, value]
    memory.heads[queue, value] = state
    memory.bests[queue] = min(memory.bests[queue], value)


@compiled
def _next(memory: Memory) -> int:
    """The position to look at next, taken from the queues in turn; -1 if none is left."""
    for _ in range(len(memory.values)):
        queue = memory.control[QUEUE]
        memory.control[QUEUE] = (queue + 1) % len(memory.values)
        value = memory.bests[queue]
        while value < BUCKETS:
            state = int(memory.heads[queue, value])
            if state < 0:
                value += 1
                continue
            memory.heads[queue, value] = memory.links[queue, state]
            if memory.nodes[state, 1] >= 0:
                memory.bests[queue] = value
                return state
        memory.bests[queue] = value
    return -1


@compiled
def search_slice(
    facts: Facts, position: Position, memory: Memory, pause: int, most_states: int
) -> int:
    """Search until so many positions were met, and say how that ended."""
    nodes, control, moves = memory.nodes, memory.control, memory.moves
    gathers = facts.numbers[field.DEALING] == field.GATHERED
    while True:
        states = control[STATES]
        if states >= most_states:
            return field.CUT
        if states >= pause:
            return field.PAUSED
        if (
            states + AHEAD > len(nodes)
            or control[USED] + AHEAD * LONGEST > len(memory.arena)
            or (states + AHEAD) * 8 > len(memory.table) * 5
        ):
            return field.FULL
        state = _next(memory)
        if state < 0:
            return field.LOST
        unpack(facts, position, memory.arena, nodes[state, 1])
        nodes[state, 1] = -1
        control[AT] = state
        many = add_moves(facts, position, moves, True)
        for which in range(many):
            move = moves[which]
            if gathers and move == facts.numbers[field.STOCK_PILE]:
                return field.GATHER
            play(facts, position, move)
            won = admit(facts, position, memory, state << field.MOVE_BITS | move)
            if won:
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
