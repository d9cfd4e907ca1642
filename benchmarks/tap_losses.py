"""How many taps lose a won game: ``python -m benchmarks.tap_losses [game ...]``.

Counted are the taps that play a move unasked although the pile has several, on boards along winning
lines. The solver, which sees every card, says whether each can still be won, and if not, whether
that was the choice: whether another move of the pile wins. The taps a move stand beside it, for who
always asks loses nothing.

What is counted is kept in ``build/tap-losses``: a run goes on where the last one ended, and begins
anew when what a tap plays has changed.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Final

import click

import engine
import engine.automatic
import engine.open_moves
from benchmarks.taps import count_taps
from benchmarks.timing import table
from benchmarks.winning_lines import winning_game
from bot.service.play import moves as choices
from bot.service.play import taps
from bot.service.play.moves import distinct_moves
from bot.service.play.taps import tapped_move
from bot.service.preferences import Tap
from engine import CATALOGUE, Board, Game, Outcome
from engine.compiled import compile_rules
from rendering.board.keys import offers_moves

GAMES: Final = (
    *("klondike", "easthaven", "double-klondike", "thumb-and-pouch", "whitehead", "thirty-six"),
    *("saratoga", "cassim", "phoenix", "saxony", "canfield", "agnes-bernauer", "freecell"),
    *("eight-off", "penguin", "yukon", "alaska", "scorpion", "spider-1", "simple-simon", "gypsy"),
    *("forty-thieves", "king-albert", "flower-garden", "fortress", "la-belle-lucie"),
    *("beleaguered-castle", "bisley", "duchess", "seahaven"),
)
"""Games of every family: each way to build, cards hidden and seen, cells, reserves, redeals."""
_CHOICES: Final = [
    rules.id for rules in CATALOGUE.values() if not offers_moves(compile_rules(rules))
]
"""The games whose piles are tapped."""
_POSITIONS: Final = 1000
_SECONDS: Final = 60.0
_PER_GAME: Final = 40
"""How many boards to take from each won game."""
_PLAYED: Final = 3
"""How many won games to play by taps alone."""
_DEALS: Final = 400
_MAX_STATES: Final = 50_000
_FOLDER: Final = Path("build", "tap-losses")
_SOURCES: Final = (taps, choices, engine.automatic, engine.open_moves)
"""The modules that decide what a tap plays."""
_HEADINGS: Final = [
    *("taps that lose", "boards", "asked", "unasked", "lost", "by the choice", "open"),
    *("lost %", "goal", "taps a move"),
]


@dataclass
class Losses:
    """Taps on piles with several moves, in some deals of a game.

    Attributes:
        deals: the deals, won or not.
        won: those of them that were won.
        boards: the boards the taps were made on.
        asked: those that asked.
        unasked: those that played a move.
        lost: those of them after which the game could not be won.
        chosen: those of these instead of which another move of the pile wins.
        unknown: those of which the search found out nothing.
        moves: the moves of the games played by taps alone.
        taps: the taps that these took.
        seconds: the processor time of all this.
    """

    deals: int = 0
    won: int = 0
    boards: int = 0
    asked: int = 0
    unasked: int = 0
    lost: int = 0
    chosen: int = 0
    unknown: int = 0
    moves: int = 0
    taps: int = 0
    seconds: float = 0.0

    def add(self, other: Losses) -> None:
        """Count what others have counted."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))

    def row(self, rules_id: str) -> list[str]:
        """The cells of a table that tell it."""
        counts = (self.boards, self.asked, self.unasked, self.lost, self.chosen, self.unknown)
        rules = CATALOGUE[rules_id]
        hides = rules.hides_cards or rules.stock is not None
        percent, a_move = 100 * self.lost / max(1, self.unasked), self.taps / max(1, self.moves)
        return [
            *(rules_id, *map(str, counts), f"{percent:.2f}"),
            *("0.50" if hides else "none", f"{a_move:.2f}"),
        ]


def report() -> str:
    """A table with a row for each of thirty games."""
    return _table(GAMES, _POSITIONS, _SECONDS)


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(_CHOICES))
@click.option("--positions", default=_POSITIONS, show_default=True, help="Boards of each game.")
@click.option(
    "--seconds", default=_SECONDS, show_default=True, help="Processor time for each game."
)
def main(games: Sequence[str], positions: int, seconds: float) -> None:
    """Print how many taps lose won boards of some games, by default of thirty."""
    click.echo(_table(games or GAMES, positions, seconds))


def count_losses(rules_id: str, positions: int, seconds: float, folder: Path) -> Losses:
    """Tap every pile with several moves on won boards of a game.

    Args:
        positions: on how many boards, about.
        seconds: how much processor time to take at most, about.
        folder: where what was counted before is kept, deal by deal.
    """
    kept = folder / f"{rules_id}-{_fingerprint()}.jsonl"
    counted = Losses()
    if kept.exists():
        for line in kept.read_text().splitlines():
            counted.add(Losses(**json.loads(line)))
    folder.mkdir(parents=True, exist_ok=True)
    while counted.boards < positions and counted.seconds < seconds and counted.deals < _DEALS:
        one = _of_deal(rules_id, counted.deals + 1, is_played=counted.won < _PLAYED)
        with kept.open("a") as file:
            file.write(f"{json.dumps(asdict(one))}\n")
        counted.add(one)
    return counted


def _fingerprint() -> str:
    """A digest of the source that decides what a tap plays."""
    digest = hashlib.sha256()
    for module in _SOURCES:
        digest.update(inspect.getsource(module).encode())
    return digest.hexdigest()[:16]


def _of_deal(rules_id: str, deal_number: int, *, is_played: bool) -> Losses:
    """The taps on boards of a deal that is won, and of playing it by taps alone if asked for."""
    began, losses = time.process_time(), Losses(deals=1)
    line = winning_game(rules_id, deal_number)
    if line is not None:
        losses.won = 1
        won, game = set(line.boards), Game(line.boards[0], line.number)
        every = max(1.0, len(line.moves) / _PER_GAME)
        chosen = {int(number * every) for number in range(_PER_GAME)}
        for number, move in enumerate(line.moves):
            if number in chosen:
                _tap_all(game, won, losses)
            game.play(move)
        if is_played:
            count = count_taps([line], Tap.CLEAR)
            losses.moves, losses.taps = count.moves, count.taps
    losses.seconds = time.process_time() - began
    return losses


def _tap_all(game: Game, won: set[Board], losses: Losses) -> None:
    """Tap every pile with several moves, and count what comes of it."""
    losses.boards += 1
    for moves in distinct_moves(game).values():
        if len(moves) < 2:
            continue
        played = tapped_move(game, moves, Tap.CLEAR)
        if played is None:
            losses.asked += 1
            continue
        losses.unasked += 1
        outcome = _outcome(game.board.apply(played), won)
        losses.unknown += outcome is Outcome.UNKNOWN
        if outcome is Outcome.LOST:
            losses.lost += 1
            others = (game.board.apply(move) for move in moves if move != played)
            losses.chosen += any(_outcome(other, won) is Outcome.WON for other in others)


def _outcome(board: Board, won: set[Board]) -> Outcome:
    """Whether a board can be won.

    Args:
        won: boards that can, to which those of a line that is found are added.
    """
    if board in won or any(board.apply(move) in won for move in board.legal_moves()):
        return Outcome.WON
    verdict = engine.solve(board, max_states=_MAX_STATES)
    if verdict.outcome is Outcome.WON:
        won.add(board)
        for move in verdict.moves:
            board = board.apply(move)
            won.add(board)
    return verdict.outcome


def _table(games: Sequence[str], positions: int, seconds: float) -> str:
    rows = [count_losses(each, positions, seconds, _FOLDER).row(each) for each in games]
    return table(_HEADINGS, rows)


if __name__ == "__main__":
    main()
