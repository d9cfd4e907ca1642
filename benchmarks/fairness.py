"""What one player's flood costs another: pictures, replays and hints, with it and without."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import time
from collections.abc import Awaitable, Callable
from typing import Final

import engine
from benchmarks.boards import foundation_first_games
from benchmarks.timing import Figures, table
from bot.fair import asker
from bot.images import DrawingFailed, ImageRenderer
from bot.service import SolverBusy, SolverPool
from bot.service.solver.hidden_cards import sample_deals
from bot.service.solver.trials import begin_trials, search_trials
from bot.service.stopping import cancel_and_wait
from rendering import Style, scene_of

_FLOOD: Final = 40
"""How many things the one player asks for at once, again and again."""
_AGAIN: Final = 0.25
"""Seconds after which it asks for each again."""
_TIMES: Final = 60
_HINTS: Final = 15
_SECONDS: Final = 3.0
ONE, OTHER = 1, 2

Wish = Callable[[int], Awaitable[object]]
"""Asks for something on behalf of a player."""


def report() -> str:
    """A table with a row for each thing that is asked for."""
    headings = ["asked for by another, during a flood of", "p50 ms", "p99 ms", "× its own p99"]
    return table(headings, asyncio.run(_measure()))


async def _measure() -> list[list[str]]:
    rows = []
    async with ImageRenderer(2) as renderer:
        await renderer.warm()
        scene = scene_of(foundation_first_games("saratoga", 1)[0])
        record = foundation_first_games("spider", 1)[0].record()

        async def board(player: int) -> None:
            asker.set(player)
            await renderer.draw(scene, Style())

        async def replay(player: int) -> None:
            asker.set(player)
            await renderer.replay(record, "Spider", Style())

        own = await _times(board, _TIMES)
        rows.append(_row("boards, nothing", own, own))
        rows += [
            _row("boards, boards", await _times(board, _TIMES, flood=board), own),
            _row("boards, replays", await _times(board, _TIMES, flood=replay), own),
        ]
        own = await _times(replay, _TIMES)
        rows.append(_row("replays, nothing", own, own))
        rows.append(_row("replays, replays", await _times(replay, _TIMES, flood=replay), own))
    async with SolverPool(1) as solvers:
        await solvers.wait_until_ready()
        asked = itertools.cycle(
            [[*sample_deals(engine.deal("klondike", number), 8, "")] for number in range(1, 31)]
        )

        async def hint(player: int) -> None:
            trials = begin_trials(next(asked), ())
            await solvers.run_for_player(player, search_trials, trials, seconds=_SECONDS)

        own = await _times(hint, _HINTS)
        rows.append(_row("hints, nothing", own, own))
        rows.append(_row("hints, hints", await _times(hint, _HINTS, flood=hint), own))
    return rows


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


def _row(name: str, figures: Figures, own: Figures) -> list[str]:
    milliseconds = (f"{one * 1e3:.0f}" for one in (figures.median, figures.percentile(99)))
    return [name, *milliseconds, f"{figures.percentile(99) / own.percentile(99):.1f}"]
