"""Pictures drawn in worker processes, which cache their card sprites.

Pictures and their alt texts are in the current locale.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Final, TypeVar, TypeVarTuple

from bot import metrics
from bot.i18n import _
from bot.i18n.pictures import picture_strings
from bot.workers import TaskFailed, WorkerDied, WorkerPool
from engine import Game
from rendering import Picture, Style, draw_scene, warm_up
from rendering.cascade import WIDTH as CASCADE_WIDTH
from rendering.cascade import draw_cascade
from rendering.chart import draw_chart
from rendering.profile import Profile, draw_profile
from rendering.replay import WIDTH as REPLAY_WIDTH
from rendering.replay import draw_replay
from rendering.samples import Sample, draw_samples
from rendering.share_card import Win, draw_share_card

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import TracebackType

    from rendering import Scene
    from rendering.chart import Chart
    from rendering.gif import Animation

_Arguments = TypeVarTuple("_Arguments")
_Result = TypeVar("_Result")

_log = logging.getLogger(__name__)

_REPLAY_FACTOR: Final = 6
"""How many times longer than another picture a replay may take."""
_CASCADE_SECONDS: Final = 1.5
"""How long the cascade of a win may take; the player waits for the board in the meantime."""


@dataclass(frozen=True, slots=True)
class WinCard:
    """The card of a won game.

    Attributes:
        record: the game's record.
        seconds: how long it took.
        undos: how many moves were taken back.
        hints: how many hints were given and how often the odds were asked.
        player: the winner's name.
        title: the game's name.
        day: the day whose daily deal it was; None for any other.
    """

    record: str
    seconds: int
    undos: int
    hints: int
    player: str
    title: str
    day: date | None = None


class DrawingFailed(Exception):
    """A picture could not be drawn."""


class ImageRenderer:
    """Draws pictures in worker processes; an asynchronous context manager.

    All methods that draw raise :class:`DrawingFailed` when a picture cannot be drawn or takes too
    long. One whose worker dies, for want of memory say, is drawn once more.
    """

    def __init__(self, workers: int | None = None, *, seconds: float = 20.0) -> None:
        """Prepare.

        Args:
            workers: how many processes draw; by default one for each processor, at most 4.
            seconds: how long a picture may take before its worker is killed.
        """
        self._seconds = seconds
        self._pool = WorkerPool(workers or min(4, os.cpu_count() or 1), warm_up)
        self._slow = asyncio.Semaphore(1)

    async def draw(self, scene: Scene, style: Style) -> Picture:
        """Draw a scene."""
        scene = replace(scene, title=_(scene.board.rules.title))
        return await self._draw("board", draw_scene, scene, _translated(style))

    async def samples(self, samples: Sequence[Sample], style: Style) -> Picture:
        """Draw samples of decks or backs."""
        return await self._draw("samples", draw_samples, samples, _translated(style))

    async def replay(self, record: str, title: str, style: Style) -> Animation:
        """Draw a whole game as an animated picture; one at a time.

        Args:
            record: the record of the game.
            title: what the game is called.
            style: how its boards look.
        """
        style = replace(_translated(style), width=REPLAY_WIDTH)
        seconds = self._seconds * _REPLAY_FACTOR
        # Boards, which players wait for, must not queue behind replays.
        async with self._slow:
            return await self._draw("replay", _draw_replay, record, title, style, seconds=seconds)

    async def cascade(self, scene: Scene, style: Style) -> Animation:
        """Draw the cascade of a won board, within a second or two."""
        scene = replace(scene, title=_(scene.board.rules.title))
        style = replace(_translated(style), width=CASCADE_WIDTH)
        return await self._draw("cascade", draw_cascade, scene, style, seconds=_CASCADE_SECONDS)

    async def share(self, won: WinCard, style: Style) -> Picture:
        """Draw the card of a win."""
        return await self._draw("card", _draw_card, won, _translated(style))

    async def profile(self, profile: Profile, style: Style) -> Picture:
        """Draw a player's profile."""
        return await self._draw("profile", draw_profile, profile, _translated(style))

    async def chart(self, chart: Chart, style: Style) -> Picture:
        """Draw a chart; one at a time, and not while a replay is drawn."""
        async with self._slow:
            return await self._draw("chart", draw_chart, chart, _translated(style))

    async def _draw(
        self,
        kind: str,
        function: Callable[[*_Arguments], _Result],
        *arguments: *_Arguments,
        seconds: float | None = None,
    ) -> _Result:
        """Have a picture of some kind drawn, and measure that."""
        outcome = "failed"
        with metrics.DRAWINGS_WAITING.track_inprogress():
            start = time.perf_counter()
            try:
                drawn = await self._run(function, *arguments, seconds=seconds)
                outcome = "drawn"
            finally:
                metrics.DRAWING_SECONDS.labels(kind).observe(time.perf_counter() - start)
                metrics.DRAWINGS.labels(kind, outcome).inc()
        if isinstance(drawn, Picture):
            metrics.ENCODING_SECONDS.observe(drawn.encoding_seconds)
        return drawn

    async def _run(
        self,
        function: Callable[[*_Arguments], _Result],
        *arguments: *_Arguments,
        seconds: float | None = None,
    ) -> _Result:
        """Call a function in a worker; once more if the worker dies."""
        seconds = seconds or self._seconds
        try:
            try:
                return await self._pool.run(function, *arguments, seconds=seconds)
            except WorkerDied:
                _log.warning("A drawing worker died; drawing again.")
                return await self._pool.run(function, *arguments, seconds=seconds)
        except TaskFailed as error:
            _log.error("A picture could not be drawn: %s", error, exc_info=error.__cause__)
            raise DrawingFailed(str(error)) from error

    async def warm(self) -> None:
        """Start every worker, so that the first board is drawn as fast as the next."""
        await asyncio.gather(*(self._run(os.getpid) for _ in range(self._pool.workers)))

    async def cpu_seconds(self) -> float:
        """The processor time that the workers have used."""
        found: dict[int, float] = {}
        while len(found) < self._pool.workers:
            calls = (self._run(_cpu_seconds) for _ in range(self._pool.workers))
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
        """Kill the workers; pictures still being drawn fail."""
        self._pool.close()


def _translated(style: Style) -> Style:
    """The style with its strings in the current language."""
    return replace(style, strings=picture_strings())


def _draw_replay(record: str, title: str, style: Style) -> Animation:
    return draw_replay(Game.from_record(record), style, title=title)


def _draw_card(won: WinCard, style: Style) -> Picture:
    game = Game.from_record(won.record)
    win = Win(
        game.board,
        game.number,
        len(game.moves),
        won.seconds,
        won.undos,
        won.hints,
        won.player,
        day=won.day,
        title=won.title,
    )
    return draw_share_card(win, style)


def _cpu_seconds() -> tuple[int, float]:
    """A worker's process id and processor time."""
    # Long enough that the next call goes to another worker.
    time.sleep(0.01)
    return os.getpid(), time.process_time()
