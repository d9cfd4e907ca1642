"""How long hints take: ``python -m benchmarks.hints [game ...]``, or some games in ``make bench``.

Hints are asked for one after the other on positions as players leave them, of one worker that has
nothing else to do.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from typing import Final

import click

import engine
from benchmarks.snapshots import snapshot_of
from benchmarks.timing import Figures, table
from bot.service.play.moves import heuristic_move
from bot.service.solver.advice import Advisor
from bot.service.solver.pool import SolverPool
from engine import CATALOGUE, Game, Outcome, Status

GAMES: Final = (
    *("klondike", "klondike-3", "saratoga", "cassim", "phoenix", "saxony", "freecell", "canfield"),
    *("yukon", "spider", "forty-thieves", "golf", "la-belle-lucie", "beleaguered-castle"),
)
_HINTS: Final = 12
_FIRST_DEAL: Final = 700_001
"""Deals that neither tests nor other benchmarks use."""
_MOST_MOVES: Final = 60
_STRAYS: Final = 0.15
"""How often a player plays just any move."""
_HEADINGS: Final = [
    *("game", "won", "lost", "open"),
    *("first answer ms p50", "p90", "longest"),
    *("search over ms p50", "p90", "longest"),
    *("CPU in the worker ms p50", "p90", "elsewhere p50"),
]


def report() -> str:
    """A table with a row for each of some games."""
    return asyncio.run(_measure(GAMES, _HINTS))


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(list(CATALOGUE)))
@click.option("--hints", default=_HINTS, show_default=True, help="Hints in each game.")
def main(games: Sequence[str], hints: int) -> None:
    """Print how long hints take in some games, by default in all."""
    click.echo(asyncio.run(_measure(games or tuple(CATALOGUE), hints)))


def plausible_game(rules_id: str, number: int) -> Game:
    """A game in which sensible moves were played, and now and then just any."""
    rng = random.Random(f"{rules_id} {number}")
    game = engine.deal(rules_id, number)
    for _ in range(rng.randrange(_MOST_MOVES)):
        move = heuristic_move(game)
        if move is not None and rng.random() < _STRAYS:
            move = rng.choice(game.legal_moves())
        if move is None or game.board.apply(move).is_won:
            break
        game.play(move)
    return game


def worker_time(_seconds: float) -> float:
    """The processor time that a worker has taken so far; runs in the worker."""
    return time.process_time()


async def _measure(games: Sequence[str], hints: int) -> str:
    async with SolverPool(1) as solvers:
        await solvers.wait_until_ready()
        return table(_HEADINGS, [await _row(solvers, game, hints) for game in games])


async def _row(solvers: SolverPool, rules_id: str, hints: int) -> list[str]:
    outcomes: list[Outcome] = []
    first, final, worker, own = (list[float]() for _ in range(4))
    for number in range(hints):
        game = plausible_game(rules_id, _FIRST_DEAL + number)
        if game.status is not Status.PLAYING:
            continue
        advisor, snapshot = Advisor(solvers), snapshot_of(game)
        worker_began, own_began = await _worker_time(solvers), time.process_time()
        began = time.perf_counter()
        answers = [(hint, time.perf_counter() - began) async for hint in advisor.hints(snapshot)]
        ended = time.perf_counter() - began
        own.append(time.process_time() - own_began)
        worker.append(await _worker_time(solvers) - worker_began)
        first.append(answers[0][1])
        final.append(ended)
        outcomes.append(answers[-1][0].verdict)
    counts = [str(outcomes.count(one)) for one in (Outcome.WON, Outcome.LOST, Outcome.UNKNOWN)]
    return [
        rules_id,
        *counts,
        *_three(first),
        *_three(final),
        *_three(worker)[:2],
        *_three(own)[:1],
    ]


async def _worker_time(solvers: SolverPool) -> float:
    return await solvers.run(worker_time, seconds=1.0) or 0.0


def _three(times: list[float]) -> list[str]:
    """The median, the 90th percentile and the longest of some times, in ms."""
    figures = Figures(tuple(times))
    return [f"{one * 1e3:.0f}" for one in (figures.median, figures.percentile(90), max(times))]


if __name__ == "__main__":
    main()
