"""How many taps a move takes: won games played by the buttons below the board.

Each move of a winning line is tapped as a player would: the pile, and where it asks, the target; a
menu takes two taps. Where a tap plays another move than the line has, the player goes on from there
if that wins in no more moves; otherwise the player takes it back and chooses.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

import discord

import engine
from benchmarks.timing import table
from benchmarks.winning_lines import winning_games
from bot.chat.play.buttons import board_rows
from bot.chat.play.custom_ids import BoardAction
from bot.chat.responding.components import Component
from bot.models.play import GameSnapshot, GameState
from bot.service.play.moves import distinct_moves, tapped_name
from bot.service.play.taps import tapped_move
from bot.service.preferences import Tap
from bot.service.solver.tasks import without_detours
from engine import Board, Game, Move, Outcome

_BEGAN: Final = datetime(2026, 1, 1, tzinfo=UTC)
_DEALS: Final = 3
_MAX_STATES: Final = 200_000
_GOALS: Final = {
    "klondike": (1.08, 1.05),
    "saratoga": (1.18, 1.08),
    "saxony": (1.21, 1.08),
    "cassim": (1.31, 1.08),
    "freecell": (1.41, 1.15),
    "phoenix": (1.42, 1.20),
    "spider-1": (1.73, 1.25),
    "yukon": (1.63, 1.25),
}
"""Taps a move when all but the only move was asked for, and the goal."""


@dataclass
class Count:
    """The moves of won games, and the taps they took.

    Attributes:
        moves: the moves.
        taps: all taps.
        asked: the moves for which a pile asked where to go.
        taken_back: the moves that a tap made and the player took back.
    """

    moves: int = 0
    taps: int = 0
    asked: int = 0
    taken_back: int = 0

    @property
    def taps_per_move(self) -> float:
        """The taps a move took on average."""
        return self.taps / self.moves


def report() -> str:
    """A table with a row for each game: taps a move, asked always and by default."""
    rows = []
    for rules_id, (before, goal) in _GOALS.items():
        games = winning_games(rules_id, _DEALS)
        asking, clear = count_taps(games, Tap.ONLY), count_taps(games, Tap.CLEAR)
        rows.append(
            [
                *(rules_id, str(clear.moves), f"{asking.taps_per_move:.2f}"),
                *(f"{clear.taps_per_move:.2f}", str(clear.asked), str(clear.taken_back)),
                *(f"{before:.2f}", f"{goal:.2f}"),
            ]
        )
    headings = ["taps a move", "moves", "always asked", "by default", "asked", "taken back"]
    return table([*headings, "before", "goal"], rows)


def count_taps(games: Iterable[Game], tap: Tap) -> Count:
    """Play won games again by tapping.

    Args:
        games: the games.
        tap: what the player wants a tap to do.
    """
    count = Count()
    for won in games:
        board = won.boards[0]
        line = won.moves
        game = Game(board, won.number)
        while line:
            line = _tap(game, line, tap, count)
    return count


def _tap(game: Game, line: tuple[Move, ...], tap: Tap, count: Count) -> tuple[Move, ...]:
    """Make the first move of a line by tapping, and return the moves left to make."""
    wanted = line[0]
    pile = tapped_name(wanted.source)
    moves = distinct_moves(game)[pile]
    offered = next(move for move in moves if _is_equivalent(game.board, move, wanted))
    played = tapped_move(game, moves, tap)
    count.moves += 1
    count.taps += _taps(board_rows(_snapshot_of(game)), BoardAction.TAP, pile)
    if played is not None and played != offered:
        other = _as_short(game.board.apply(played), len(line) - 1)
        if other is not None:
            game.play(played)
            return other
        count.taken_back += 1
        game.play(played)
        game.undo()
        # The tap on Undo, and the one on the pile, which asks now.
        count.taps += 1 + _taps(board_rows(_snapshot_of(game)), BoardAction.TAP, pile)
    if played != offered:
        count.asked += 1
        asking = board_rows(_snapshot_of(game), pile)
        count.taps += _taps(asking, BoardAction.PLAY, str(offered))
    game.play(wanted)
    return line[1:]


def _as_short(board: Board, moves: int) -> tuple[Move, ...] | None:
    """A line that wins a board in so many moves at most, if one is found."""
    verdict = engine.solve(board, max_states=_MAX_STATES)
    line = without_detours(board, verdict.moves)
    return line if verdict.outcome is Outcome.WON and len(line) <= moves else None


def _is_equivalent(board: Board, move: Move, other: Move) -> bool:
    """Whether two moves of a pile differ in nothing but which empty pile they fill."""
    if move.count != other.count or move.target == other.target:
        return move == other
    compiled = board.compiled
    one, two = compiled.index_of[move.target], compiled.index_of[other.target]
    is_filling = not board.stacks[one] and not board.stacks[two]
    return is_filling and compiled.piles[one].kind is compiled.piles[two].kind


def _taps(rows: Iterable[Iterable[Component]], action: BoardAction, argument: str) -> int:
    """The taps that an action takes: one on a button, two in a menu."""
    for component in (one for row in rows for one in row):
        match component:
            case discord.ui.Select() as menu:
                is_asked = menu.custom_id.split(":")[4] == action.value
                if is_asked and any(option.value == argument for option in menu.options):
                    return 2
            case discord.ui.Button(disabled=False) as button:
                if str(button.custom_id).split(":")[3:] == [action.value, argument]:
                    return 1
            case _:
                pass
    raise LookupError(f"nothing below the board asks for {action.value} {argument}")


if __name__ == "__main__":
    print(report())


def _snapshot_of(game: Game) -> GameSnapshot:
    """An unfinished game of the first player."""
    return GameSnapshot(
        game_id=game.number or 0,
        player=1,
        version=len(game.moves),
        game=game,
        deal_number=game.number or 0,
        state=GameState.PLAYING,
        undos=0,
        elapsed=timedelta(),
        place=None,
        started_at=_BEGAN,
        updated_at=_BEGAN,
        finished_at=None,
    )
