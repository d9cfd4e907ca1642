"""What one player's flood costs another: pictures, replays and hints, with it and without."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Final

import engine
from benchmarks.boards import foundation_first_games
from benchmarks.timing import Figures, table
from bot.fair_queue import current_player
from bot.images import DrawingFailed, ImageRenderer
from bot.service.solver.pool import SolverBusy, SolverPool
from bot.service.solver.trials import begin_trials, search_trials
from bot.tasks import cancel_and_wait
from engine.hidden_cards import sample_deals
from rendering import Style, scene_of

_FLOOD: Final = 40
"""How many things the one player asks for at once, again and again."""
_AGAIN: Final = 0.25
"""Seconds after which it asks for each again."""
_BOARDS: Final = 500
"""So many that the 99th percentile is not the slowest of them."""
_REPLAYS: Final = 60
_HINTS: Final = 15
_ROUNDS: Final = 10
_SECONDS: Final = 3.0
ONE, OTHER = 1, 2

Wish = Callable[[int], Awaitable[object]]
"""Asks for something on behalf of a player."""


def report() -> str:
    """A table with a row for each thing that is asked for."""
    headings = [
        "asked for by another, during a flood of",
        "alone p50 ms",
        "p99 ms",
        "beside it p50 ms",
        "p99 ms",
        "× p99",
    ]
    return table(headings, asyncio.run(_measure()))


async def _measure() -> list[list[str]]:
    rows = []
    async with ImageRenderer(2) as renderer:
        await renderer.warm()
        scene = scene_of(foundation_first_games("saratoga", 1)[0])
        record = foundation_first_games("spider", 1)[0].record()

        async def board(player: int) -> None:
            current_player.set(player)
            await renderer.draw(scene, Style())

        async def replay(player: int) -> None:
            current_player.set(player)
            await renderer.replay(record, "Spider", Style())

        # The first ones start the workers for replays.
        await asyncio.gather(replay(ONE), replay(OTHER))
        rows += [
            await _row("boards, boards", board, _BOARDS, flood=board),
            await _row("boards, replays", board, _BOARDS, flood=replay),
            await _row("replays, replays", replay, _REPLAYS, flood=replay),
        ]
    async with SolverPool(1) as solvers:
        await solvers.wait_until_ready()
        # Deals differ in what they take, so the other player asks for the same ones each time.
        asked = {OTHER: _deals(1), ONE: _deals(1 + _HINTS)}

        async def hint(player: int) -> None:
            trials = begin_trials(next(asked[player]), ())
            await solvers.run_for_player(player, search_trials, trials, seconds=_SECONDS)

        # Each time the same hints, so all of them in a round.
        rows.append(await _row("hints, hints", hint, _HINTS, flood=hint, rounds=1))
    return rows


def _deals(first: int) -> Iterator[list[engine.Board]]:
    """As many deals as hints are asked for, again and again, each as it may lie."""
    numbers = range(first, first + _HINTS)
    return itertools.cycle(
        [[*sample_deals(engine.deal("klondike", number), 8, "")] for number in numbers]
    )


async def _times(wish: Wish, count: int, *, flood: Wish | None = None) -> Figures:
    """How long one player waits for each wish while another floods the bot."""
    flooding = [asyncio.create_task(_keep_asking(flood)) for _ in range(_FLOOD if flood else 0)]
    await asyncio.sleep(0.5)
    times = []
    for _ in range(count):
        begin = time.perf_counter()
        with contextlib.suppress(DrawingFailed, SolverBusy):
            await wish(OTHER)
        times.append(time.perf_counter() - begin)
    await cancel_and_wait(flooding)
    return Figures(tuple(times))


async def _keep_asking(wish: Wish | None) -> None:
    while wish is not None:
        with contextlib.suppress(DrawingFailed, SolverBusy):
            await wish(ONE)
        await asyncio.sleep(_AGAIN)


async def _row(
    name: str, wish: Wish, count: int, *, flood: Wish, rounds: int = _ROUNDS
) -> list[str]:
    """What a player waits without a flood and with it, by turns: other work comes and goes."""
    own, beside = list[float](), list[float]()
    for _ in range(rounds):
        own += (await _times(wish, count // rounds)).times
        beside += (await _times(wish, count // rounds, flood=flood)).times
    alone, flooded = Figures(tuple(own)), Figures(tuple(beside))
    both = (f"{one * 1e3:.0f}" for each in (alone, flooded) for one in _figures_of(each))
    return [name, *both, f"{flooded.percentile(99) / alone.percentile(99):.1f}"]


def _figures_of(figures: Figures) -> tuple[float, float]:
    return figures.median, figures.percentile(99)
