"""Relaxed games: a position is lost if it is lost in an easier game. Compiled.

In a relaxed game any card of the stock can be played at any time, and some of them, those *at
hand*, are as good as on the tableau already: other cards go onto them and they go to their
foundations, but they need no place themselves. Whatever can be done in the game can be done there,
where a card at hand that is played to the tableau or a cell changes nothing. Many positions of the
game are one in the relaxed game, so few of these have to be searched, and each once: their
verdicts are remembered.

Two such games are tried: runs of alternating colours, of one suit or of one colour never mix cards
of two classes, and in each of the two games the stock's cards of one class are at hand.

Bounds: ``_is_lost`` gives up before a frame, a list of moves or the trail is full, and makes sure
beforehand that the table of verdicts has room for as many positions as the trail.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.cards import CARDS
from engine.compiled import ALL_CARDS
from engine.solver.free_runs import layout
from engine.solver.free_runs.encode import Ints
from engine.solver.free_runs.layout import Position
from engine.solver.free_runs.move_generation import ACES, BLACK, RED, SUIT, generate_moves
from engine.solver.free_runs.states import (
    ALL_ON_FOUNDATIONS,
    MOST_MOVES,
    apply_move,
    hash_words,
    key,
    on_foundations,
    read_position,
    write_position,
)
from engine.solver.jit import free_memory_for, inlined

_ROWS: Final = 1 << 18
"""The rows of a table of verdicts, of which three eighths stay free."""
_MOST_VISITS: Final = 1 << 11
"""A search in a relaxed game gives up after so many positions."""
_VISITS_A_FIND: Final = 40
"""So many more positions of relaxed games may be visited for each state found to be lost there."""
_MOVES: Final = 1 << 16
"""It gives up, too, when all positions of the line have so many moves together."""
_ROW_AT, _PLACE_AT, _LEAST_AT, _FRAME_FIELDS = range(layout.FRAME_FIELDS, layout.FRAME_FIELDS + 4)
"""In a frame, after what others have: the row of its verdict, its place on the trail, and the least
place there that is known to be reached from it."""
_VERDICT, _VERDICT_FIELDS = range(2, 4)
"""In a row of verdicts, after the two words of a key."""
_NONE, _LOST, _WON, _GIVEN_UP, _ON_TRAIL = range(5)
"""The verdicts; from ``_ON_TRAIL`` on that is added to a position's place there."""
_VISITS, _FINDS, COUNTS = range(2, 5)
"""The places of counts after those of two games."""
_ODD: Final = 0b1010101010101
"""The ranks ace, three, five and so on."""


class Relaxed(NamedTuple):
    """The relaxed games of a search, and what is remembered of them.

    Attributes:
        tables: the constants of each, a row each.
        verdicts: for each, a hash table of positions and their verdicts.
        counts: how many positions each of these has, how many were visited in all, and how many
            positions of the game were found lost.
        frames: the line of play that is searched.
        moves: its moves.
        trail: the rows of the positions that were visited.
    """

    tables: Ints
    verdicts: npt.NDArray[np.int64]
    counts: Ints
    frames: Ints
    moves: Ints
    trail: Ints


def no_games() -> Relaxed:
    """No relaxed games."""
    nothing = np.zeros((0, layout.TABLE_FIELDS), np.int64)
    return Relaxed(
        tables=nothing,
        verdicts=np.zeros((0, 0, _VERDICT_FIELDS), np.int64),
        counts=np.zeros(COUNTS, np.int64),
        frames=np.zeros((0, _FRAME_FIELDS), np.int64),
        moves=np.zeros(0, np.int64),
        trail=np.zeros(0, np.int64),
    )


def relaxed_games(tables: Ints) -> Relaxed:
    """The relaxed games of one with a stock; none if they do not pay, or are not easier.

    They do not pay where cards come back from foundations and any card of the stock can be played
    at any time as it is, as in Klondike. With cards from foundations into cells they are not easier
    in every way: a card at hand that is taken back needs a place first.
    """
    stock = int(tables[layout.STOCK_CARDS])
    is_turned_freely = tables[layout.TURN] == 1 and tables[layout.UNLIMITED_REDEALS]
    if (
        not stock
        or tables[layout.BACK_INTO_CELLS]
        or (is_turned_freely and tables[layout.TAKES_BACK])
    ):
        return no_games()
    games = []
    for at_hand in _classes(int(tables[layout.BUILDS])):
        game = tables.copy()
        game[layout.AT_HAND] = stock & at_hand
        game[layout.AT_HAND_PLACES] = sum(
            1 << int(tables[layout.PLACE + card]) for card in CARDS if (stock & at_hand) >> card & 1
        )
        game[layout.STOCK_CARDS] = stock & ~at_hand
        game[layout.TURN], game[layout.UNLIMITED_REDEALS] = 1, True
        game[layout.TURNS_DOMINATE] = False
        game[layout.TURN_PHASE : layout.TURN_PHASE + layout.ROW] = 0
        games.append(game)
    free_memory_for(len(games) * _ROWS * _VERDICT_FIELDS * 8)
    return Relaxed(
        tables=np.array(games),
        verdicts=np.zeros((len(games), _ROWS, _VERDICT_FIELDS), np.int64),
        counts=np.zeros(COUNTS, np.int64),
        frames=np.zeros((_MOST_VISITS + 1, _FRAME_FIELDS), np.int64),
        moves=np.zeros(_MOVES, np.int64),
        trail=np.zeros(_MOST_VISITS, np.int64),
    )


def _classes(builds: int) -> tuple[int, int]:
    """The two classes of cards, as masks."""
    even = _ODD ^ SUIT
    if builds == layout.ALTERNATING:
        one = _ODD * RED | even * BLACK
    elif builds == layout.ANY:
        one = _ODD * ACES
    else:
        one = SUIT * RED
    return one, ALL_CARDS & ~one


@inlined
def is_lost_relaxed(
    games: Ints,
    verdicts: npt.NDArray[np.int64],
    counts: Ints,
    frames: Ints,
    moves: Ints,
    trail: Ints,
    position: Position,
) -> bool:
    """Whether a position is certainly lost, as it is in a relaxed game; False says nothing."""
    for game in range(len(games)):
        if _is_lost(games[game], verdicts[game], counts, game, frames, moves, trail, position):
            counts[_FINDS] += 1
            return True
    return False


@inlined
def is_worth_while(counts: Ints, states: int) -> bool:
    """Whether searches in relaxed games have taken little, compared with what they saved.

    Args:
        counts: what they took and found.
        states: how many states the game's own search has visited.
    """
    return bool(counts[_VISITS] <= states // 4 + _VISITS_A_FIND * counts[_FINDS])


@inlined
def _is_lost(
    tables: Ints,
    verdicts: Ints,
    counts: Ints,
    game: int,
    frames: Ints,
    moves: Ints,
    trail: Ints,
    position: Position,
) -> bool:
    """Whether a position is lost in a relaxed game, by depth-first search."""
    start = _relaxed(tables, position)
    if start.foundations == ALL_ON_FOUNDATIONS:
        return False
    if (counts[game] + len(trail)) * 8 > len(verdicts) * 5:
        verdicts[:] = 0
        counts[game] = 0
    row = _row_of(tables, verdicts, counts, game, start)
    if verdicts[row, _VERDICT] != _NONE:
        return bool(verdicts[row, _VERDICT] == _LOST)
    verdicts[row, _VERDICT] = _ON_TRAIL
    write_position(frames, 0, start)
    frames[0, layout.NEXT], frames[0, layout.END] = 0, generate_moves(tables, start, moves, 0)
    frames[0, _ROW_AT], frames[0, _PLACE_AT], frames[0, _LEAST_AT] = row, 0, 0
    trail[0], visited, length, depth, ended = row, 1, 1, 0, _LOST
    while depth >= 0:
        place, end = frames[depth, layout.NEXT], frames[depth, layout.END]
        if place == end:
            least = frames[depth, _LEAST_AT]
            if least == frames[depth, _PLACE_AT]:
                # Nothing before it is reached from here, so all that follows is lost.
                while length > least:
                    length -= 1
                    verdicts[trail[length], _VERDICT] = _LOST
            else:
                frames[depth - 1, _LEAST_AT] = min(frames[depth - 1, _LEAST_AT], least)
            depth -= 1
            continue
        frames[depth, layout.NEXT] = place + 1
        child = apply_move(tables, read_position(frames, depth), moves[place])
        if child.foundations == ALL_ON_FOUNDATIONS:
            ended = _WON
            break
        if visited == len(trail) or end + MOST_MOVES > len(moves):
            ended = _GIVEN_UP
            break
        row = _row_of(tables, verdicts, counts, game, child)
        known = verdicts[row, _VERDICT]
        if known in (_WON, _GIVEN_UP):
            ended = known
            break
        if known >= _ON_TRAIL:
            frames[depth, _LEAST_AT] = min(frames[depth, _LEAST_AT], known - _ON_TRAIL)
        elif known == _NONE:
            verdicts[row, _VERDICT] = _ON_TRAIL + length
            depth += 1
            write_position(frames, depth, child)
            frames[depth, layout.NEXT] = end
            frames[depth, layout.END] = generate_moves(tables, child, moves, end)
            frames[depth, _ROW_AT] = row
            frames[depth, _PLACE_AT] = frames[depth, _LEAST_AT] = length
            trail[length] = row
            length += 1
            visited += 1
    for at in range(length):
        verdicts[trail[at], _VERDICT] = _NONE
    for at in range(depth + 1):
        verdicts[frames[at, _ROW_AT], _VERDICT] = ended
    counts[_VISITS] += visited
    return bool(ended == _LOST)


@inlined
def _relaxed(tables: Ints, position: Position) -> Position:
    """A position in a relaxed game."""
    at_hand = tables[layout.AT_HAND]
    return Position(
        position.movable | (at_hand & ~on_foundations(position.foundations)),
        position.anchors,
        position.foundations,
        position.columns,
        position.stock & ~tables[layout.AT_HAND_PLACES],
        0,
        0,
        position.reserve,
        position.cells & ~at_hand,
        position.open_columns,
    )


@inlined
def _row_of(tables: Ints, verdicts: Ints, counts: Ints, game: int, position: Position) -> int:
    """The row of a position's verdict, which it is given if it has none."""
    low, high = key(tables, position)
    mask = len(verdicts) - 1
    at = hash_words(low, high) & mask
    # First words are stored plus 1, so that 0 marks a free row.
    while verdicts[at, 0] != 0:
        if verdicts[at, 0] == low + 1 and verdicts[at, 1] == high:
            return at
        at = (at + 1) & mask
    verdicts[at, 0], verdicts[at, 1], verdicts[at, _VERDICT] = low + 1, high, _NONE
    counts[game] += 1
    return at
