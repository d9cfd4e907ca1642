"""Drawing away from the event loop: worker processes that keep their card sprites warm.

What is on pictures, and what is said of them, is in the language spoken where they are asked for.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, TypeVar, TypeVarTuple

from bot.i18n import _
from bot.i18n.pictures import picture_strings
from bot.service.solver.process import end_with_parent
from engine import Game
from rendering import draw_scene, warm_up
from rendering.chart import bars, calendar
from rendering.replay import replay
from rendering.share_card import Win, share_card

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from rendering import Picture, Scene
    from rendering.replay import Replay
    from rendering.strings import Strings

_Arguments = TypeVarTuple("_Arguments")
_Made = TypeVar("_Made")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class WinCard:
    """A game that was won, small enough to travel to a worker.

    Attributes:
        record: its record.
        seconds: how long it took.
        undos: how many moves were taken back.
        hints: how many hints were given.
        player: who won it.
        title: what the game is called.
    """

    record: str
    seconds: int
    undos: int
    hints: int
    player: str
    title: str


@dataclass(frozen=True, slots=True)
class BarChart:
    """A chart with a bar for each of some things.

    Attributes:
        title: what it is of.
        values: the things and their numbers.
        theme: the name of the theme.
    """

    title: str
    values: tuple[tuple[str, float], ...]
    theme: str


@dataclass(frozen=True, slots=True)
class CalendarChart:
    """A calendar of days.

    Attributes:
        title: what it is of.
        won: for each day that was played, whether it was won.
        first: the first day to show.
        last: the last.
        theme: the name of the theme.
    """

    title: str
    won: dict[date, bool]
    first: date
    last: date
    theme: str


Chart = BarChart | CalendarChart


class DrawingFailed(Exception):
    """A picture could not be drawn."""


class ImageRenderer:
    """Draws boards in worker processes; an asynchronous context manager.

    A worker that dies (for want of memory, say) is replaced, and its picture drawn again once.
    """

    def __init__(self, workers: int | None = None) -> None:
        """Prepare to draw with as many workers; by default one for each processor, at most 4."""
        self._workers = workers or min(4, os.cpu_count() or 1)
        self._pool = self._new_pool()
        self._slow = asyncio.Semaphore(1)

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self._workers,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_begin_worker,
        )

    async def draw(self, scene: Scene) -> Picture:
        """Draw a scene.

        Raises:
            DrawingFailed: when two workers in a row died over it.
        """
        current_locale = replace(scene, title=_(scene.board.rules.title), strings=picture_strings())
        return await self._call(draw_scene, current_locale)

    async def replay(
        self, record: str, title: str, *, theme: str = "felt", suits: int = 2
    ) -> Replay:
        """Draw a whole game as an animated picture; one at a time.

        Args:
            record: the record of the game.
            title: what the game is called.
            theme: the name of the theme.
            suits: 2 or 4, the number of colours the suits have.

        Raises:
            DrawingFailed: when two workers in a row died over it.
        """
        # Boards that players wait for are not to wait for replays.
        async with self._slow:
            return await self._call(_replay_of, record, title, theme, suits, picture_strings())

    async def share(self, won: WinCard, *, theme: str = "felt", suits: int = 2) -> Picture:
        """Draw the card of a win.

        Raises:
            DrawingFailed: when two workers in a row died over it.
        """
        return await self._call(_card_of, won, theme, suits, picture_strings())

    async def chart(self, chart: Chart) -> Picture:
        """Draw a chart; one at a time, and not while a replay is drawn.

        Raises:
            DrawingFailed: when two workers in a row died over it.
        """
        async with self._slow:
            return await self._call(_charted, chart, picture_strings())

    async def _call(
        self, function: Callable[[*_Arguments], _Made], *arguments: *_Arguments
    ) -> _Made:
        """Call a function in a worker; a second time where the worker died."""
        loop = asyncio.get_running_loop()
        pool = self._pool
        try:
            return await loop.run_in_executor(pool, function, *arguments)
        except BrokenProcessPool:
            _log.warning("A drawing worker died; starting new ones.")
            if self._pool is pool:
                self._pool = self._new_pool()
        try:
            return await loop.run_in_executor(self._pool, function, *arguments)
        except BrokenProcessPool as error:
            raise DrawingFailed from error

    async def warm(self) -> None:
        """Start every worker, so that the first board is drawn as fast as the next."""
        loop = asyncio.get_running_loop()
        calls = [loop.run_in_executor(self._pool, os.getpid) for _ in range(self._workers)]
        await asyncio.gather(*calls)

    async def spent(self) -> float:
        """The processor time that the workers have spent so far, in seconds."""
        loop = asyncio.get_running_loop()
        found: dict[int, float] = {}
        while len(found) < self._workers:
            calls = [loop.run_in_executor(self._pool, _spent) for _ in range(self._workers)]
            found.update(await asyncio.gather(*calls))
        return sum(found.values())

    async def __aenter__(self) -> ImageRenderer:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await asyncio.to_thread(self.close)

    def close(self) -> None:
        """End the workers; pictures not yet begun are not drawn."""
        self._pool.shutdown(wait=True, cancel_futures=True)


def _replay_of(record: str, title: str, theme: str, suits: int, strings: Strings) -> Replay:
    game = Game.from_record(record)
    return replay(game, theme=theme, suits=suits, title=title, strings=strings)


def _card_of(won: WinCard, theme: str, suits: int, strings: Strings) -> Picture:
    game = Game.from_record(won.record)
    win = Win(
        game.board,
        game.number,
        len(game.moves),
        won.seconds,
        won.undos,
        won.hints,
        won.player,
        title=won.title,
    )
    return share_card(win, theme=theme, suits=suits, strings=strings)


def _charted(chart: Chart, strings: Strings) -> Picture:
    match chart:
        case BarChart(title, values, theme):
            return bars(title, values, theme=theme, strings=strings)
        case CalendarChart(title, won, first, last, theme):
            return calendar(title, won, first=first, last=last, theme=theme, strings=strings)


def _spent() -> tuple[int, float]:
    """A worker and its processor time; long enough for the next one to be asked, too."""
    time.sleep(0.01)
    return os.getpid(), time.process_time()


def _begin_worker() -> None:
    """Make a worker ready: it ends with its parent, and has sprites drawn."""
    end_with_parent()
    warm_up()
