"""How many taps lose a won game: ``python -m benchmarks.tap_losses [--positions 1000] [game ...]``.

Counted are the taps that play a move unasked although the pile has several, on boards along winning
lines. The solver, which sees every card, says whether each can still be won, and if not, whether
that was the choice: whether another move of the pile wins. ``make bench`` does so on a few boards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import click

import engine
from benchmarks.timing import table
from benchmarks.winning_lines import winning_games
from bot.service.play.moves import distinct_moves
from bot.service.play.taps import tapped_move
from bot.service.preferences import Tap
from engine import CATALOGUE, Board, Game, Move, Outcome

GAMES: Final = (
    *("phoenix", "saratoga", "cassim", "saxony", "klondike", "klondike-3", "yukon", "canfield"),
    *("freecell", "spider-1", "spider-2", "simple-simon", "scorpion", "westcliff", "easthaven"),
    *("thirty-six", "whitehead", "bakers-game", "eight-off", "seahaven", "penguin", "alaska"),
    *("gypsy", "forty-thieves", "king-albert", "raglan", "fortress", "la-belle-lucie", "bisley"),
    "beleaguered-castle",
)
_POSITIONS: Final = 20
_PER_GAME: Final = 40
"""How many boards to take from each won game."""
_MAX_STATES: Final = 50_000
_HEADINGS: Final = [
    *("taps that lose", "boards", "asked", "unasked", "lost", "by the choice", "open", "lost %")
]


@dataclass
class Losses:
    """Taps on piles with several moves.

    Attributes:
        boards: the boards they were made on.
        asked: those that asked.
        unasked: those that played a move.
        lost: those of them after which the game could not be won.
        chosen: those of these instead of which another move of the pile wins.
        unknown: those of which the search found out nothing.
    """

    boards: int = 0
    asked: int = 0
    unasked: int = 0
    lost: int = 0
    chosen: int = 0
    unknown: int = 0

    @property
    def percent(self) -> float:
        """The share of taps that lost, of those that played a move."""
        return 100 * self.lost / max(1, self.unasked)


def report() -> str:
    """A table with a row for each of thirty games, on few boards."""
    return _table(GAMES, _POSITIONS)


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(list(CATALOGUE)))
@click.option("--positions", default=_POSITIONS, show_default=True, help="Boards of each game.")
def main(games: Sequence[str], positions: int) -> None:
    """Print how many taps lose won boards of some games, by default of thirty."""
    click.echo(_table(games or GAMES, positions))


def count_losses(rules_id: str, positions: int) -> Losses:
    """Tap every pile with several moves on won boards of a game."""
    losses = Losses()
    for game, following in _won_boards(rules_id, positions):
        losses.boards += 1
        for moves in distinct_moves(game).values():
            if len(moves) > 1:
                _tap(game, moves, following, losses)
    return losses


def _tap(game: Game, moves: Sequence[Move], following: Board, losses: Losses) -> None:
    """Tap a pile, and count what comes of it.

    Args:
        following: a board that can be won, after one of the moves.
    """
    played = tapped_move(game, moves, Tap.CLEAR)
    if played is None:
        losses.asked += 1
        return
    losses.unasked += 1
    match _outcome(game.board.apply(played), following):
        case Outcome.LOST:
            losses.lost += 1
            others = (game.board.apply(move) for move in moves if move != played)
            losses.chosen += any(_outcome(other, following) is Outcome.WON for other in others)
        case Outcome.UNKNOWN:
            losses.unknown += 1
        case Outcome.WON:
            pass


def _won_boards(rules_id: str, positions: int) -> Iterator[tuple[Game, Board]]:
    """Games on the way to a win, so many at most, and the board that follows in each."""
    won = winning_games(rules_id, -(-positions // _PER_GAME))
    boards = sum(len(game.moves) for game in won)
    number = 0
    for line in won:
        game = Game(line.boards[0], line.number)
        for move, following in zip(line.moves, line.boards[1:], strict=True):
            if number * positions // boards != (number + 1) * positions // boards or (
                boards <= positions
            ):
                yield game, following
            number += 1
            game.play(move)


def _outcome(board: Board, following: Board) -> Outcome:
    """Whether a board can be won."""
    if board == following:
        return Outcome.WON
    return engine.solve(board, max_states=_MAX_STATES).outcome


def _table(games: Sequence[str], positions: int) -> str:
    counted = {rules_id: count_losses(rules_id, positions) for rules_id in games}
    rows = []
    for rules_id, one in counted.items():
        counts = (one.boards, one.asked, one.unasked, one.lost, one.chosen, one.unknown)
        rows.append([rules_id, *map(str, counts), f"{one.percent:.2f}"])
    return table(_HEADINGS, rows)


if __name__ == "__main__":
    main()
