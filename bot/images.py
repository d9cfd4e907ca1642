"""Drawing pictures in worker processes, which cache their card sprites.

Pictures and their alt texts are in the current locale. Players get the workers in turn, so that one
who asks for many pictures does not delay the others. Replays, which take the time of many boards,
have workers of their own, which leave the processors to the others.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeVar, TypeVarTuple

from bot import metrics
from bot.drawing import (
    WinCard,
    cpu_seconds,
    draw_card,
    draw_first_board,
    draw_lost,
    draw_moment,
    draw_record,
    prepare_for_replays,
)
from bot.fair_queue import FairQueue, QueueFull, current_player
from bot.i18n import translate
from bot.i18n.texts import picture_strings
from bot.tasks import Shared
from bot.workers import TaskFailed, WorkerDied, WorkerPool
from rendering import Picture, Scene, Style, draw_scene
from rendering.animation.cascade import WIDTH as CASCADE_WIDTH
from rendering.animation.cascade import draw_cascade
from rendering.animation.replay import WIDTH as REPLAY_WIDTH
from rendering.board.legend import Part, draw_legend
from rendering.board.samples import Sample, draw_samples
from rendering.board.thumbnail import draw_thumbnails
from rendering.cards.sheet import draw_deck
from rendering.charts.chart import draw_chart
from rendering.charts.collection import Collection, Family, draw_collection, draw_family
from rendering.charts.day_board import draw_day_board
from rendering.charts.day_card import DayCard, draw_day_card
from rendering.charts.profile import Profile, draw_profile
from rendering.charts.race_finish import Decision, Finisher, draw_race_finish
from rendering.charts.race_strip import Lane, draw_race_strip

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from engine import Board, Move
    from rendering.charts.chart import Chart
    from rendering.charts.faces import Face
    from rendering.encoding.gif import Animation
    from rendering.metrics import Index

_Arguments = TypeVarTuple("_Arguments")
_Result = TypeVar("_Result")

_log = logging.getLogger(__name__)

_REPLAY_FACTOR: Final = 6
"""How long a replay may take, as a multiple of another picture's limit."""
_REPLAY_WAIT: Final = 60.0
"""How many seconds a replay may wait for its turn; players can do other things meanwhile."""
_MOST_WAITING: Final = 50
"""How many pictures may wait for each worker, and how many replays for all of them."""
_MOST_OF_ONE: Final = 16
"""How many pictures of one player may wait."""
_REPLAYS_OF_ONE: Final = 3
REPLAY_WORKERS: Final = 2
"""A player has one of them at most, so that another player's replay finds the other one free."""
_STARTUP: Final = 60.0
"""How many seconds the workers may take to start."""
_LEAST_SECONDS: Final = 0.1
_CASCADE_FACTOR: Final = 0.25
"""How long the cascade of a win may take, as a multiple of another picture's limit; the player
waits for the board meanwhile."""
_DECK_FACTOR: Final = 10
"""How long a deck may take, as a multiple of another picture's limit: it is as much work as many
boards, and no table shows a card before it is there."""


@dataclass(frozen=True, slots=True)
class _Limits:
    """What a picture may take."""

    seconds: float
    wait: float
    is_replay: bool = False


_ROOM: Final = 400_000_000
"""Bytes of the bot's memory for each process that draws, unless somebody chooses."""


def default_workers(memory: int | None = None) -> int:
    """How many processes draw boards in so much memory, unless somebody chooses."""
    most = min(4, os.cpu_count() or 1)
    return most if memory is None else max(1, min(most, memory // _ROOM))


class DrawingFailed(Exception):
    """A picture could not be drawn."""


class DrawingCrowded(DrawingFailed):
    """Too many pictures are waiting to be drawn."""

    def __init__(self, *, own: bool) -> None:
        super().__init__("too many pictures are to be drawn")
        self.own = own


class ImageRenderer:
    """Draws pictures in worker processes; an asynchronous context manager.

    All methods that draw raise :class:`DrawingFailed` when a picture cannot be drawn or takes too
    long, and :class:`DrawingCrowded` when too many are waiting. If a worker dies, for instance from
    lack of memory, its picture is tried once more.

    Args:
        workers: how many processes draw; by default one for each processor, at most 4. The first
            replay starts two more.
        seconds: how long a picture may take before its worker is killed.
        wait: how much longer a player waits, for a turn and for a worker.
    """

    def __init__(
        self, workers: int | None = None, *, seconds: float = 6.0, wait: float = 2.0
    ) -> None:
        workers = workers or default_workers()
        self._seconds = seconds
        self._wait = wait
        self._pool = WorkerPool(workers, draw_first_board)
        self._can_draw = asyncio.Event()
        self._can_draw.set()
        self._turns = FairQueue(workers, _MOST_OF_ONE, _MOST_WAITING * workers)
        self._replay_pool = WorkerPool(REPLAY_WORKERS, prepare_for_replays)
        self._replay_turns = FairQueue(REPLAY_WORKERS, _REPLAYS_OF_ONE, _MOST_WAITING)
        self._failures = 0
        self._boards = Shared[tuple[Scene, Style], Picture]()

    async def draw(self, scene: Scene, style: Style) -> Picture:
        """Draw a scene: once for all who wait for the same one, as racers do at a start."""
        scene = replace(scene, title=translate(scene.board.rules.name))
        key = scene, _translated(style)
        return await self._boards.do(key, lambda: self._draw("board", draw_scene, *key))

    async def thumbnails(self, scenes: Sequence[Scene], style: Style) -> tuple[Picture, ...]:
        """Draw scenes as small squares."""
        titled = [replace(one, title=translate(one.board.rules.name)) for one in scenes]
        return await self._draw("thumbnails", draw_thumbnails, titled, _translated(style))

    async def samples(self, samples: Sequence[Sample], style: Style) -> Picture:
        """Draw samples of decks or backs."""
        return await self._draw("samples", draw_samples, samples, _translated(style))

    async def legend(self, board: Board, parts: Sequence[Part], alt: str, style: Style) -> Picture:
        """Draw a board with numbers on some parts."""
        return await self._draw("legend", draw_legend, board, parts, alt, _translated(style))

    async def replay(self, record: str, title: str, style: Style) -> Animation:
        """Draw a whole game as an animated picture."""
        style = replace(_translated(style), width=REPLAY_WIDTH)
        limits = _Limits(self._seconds * _REPLAY_FACTOR, _REPLAY_WAIT, is_replay=True)
        return await self._draw("replay", draw_record, record, title, style, limits=limits)

    async def clip(self, record: str, title: str, style: Style) -> Animation:
        """Draw the moves that decided a won game."""
        style = replace(_translated(style), width=REPLAY_WIDTH)
        limits = _Limits(self._seconds * _REPLAY_FACTOR, _REPLAY_WAIT, is_replay=True)
        return await self._draw("clip", draw_moment, record, title, style, limits=limits)

    async def turning_point(self, record: str, better: Move, alt: str, style: Style) -> Animation:
        """Draw the last move of a record, which lost its game, and a better one."""
        style = replace(_translated(style), width=REPLAY_WIDTH)
        return await self._draw("turning point", draw_lost, record, better, alt, style)

    async def cascade(self, scene: Scene, style: Style) -> Animation:
        """Draw the cascade of a won board, within a second or two."""
        scene = replace(scene, title=translate(scene.board.rules.name))
        style = replace(_translated(style), width=CASCADE_WIDTH)
        limits = _Limits(self._seconds * _CASCADE_FACTOR, self._wait)
        return await self._draw("cascade", draw_cascade, scene, style, limits=limits)

    async def deck(self, style: Style, card: int, index: Index, small: Index) -> bytes:
        """Draw a deck for cards so many pixels wide, as a WebP file."""
        style = _translated(style)
        look = (style.theme, style.suits, style.design)
        limits = _Limits(self._seconds * _DECK_FACTOR, self._wait)
        return await self._draw("deck", draw_deck, *look, card, index, small, limits=limits)

    async def share(self, won: WinCard, style: Style) -> Picture:
        """Draw the card of a win."""
        return await self._draw("card", draw_card, won, _translated(style))

    async def profile(self, profile: Profile, style: Style) -> Picture:
        """Draw a player's profile."""
        return await self._draw("profile", draw_profile, profile, _translated(style))

    async def day_board(
        self,
        scene: Scene,
        faces: Sequence[tuple[Face, float]],
        others: int,
        style: Style,
        alt: str,
    ) -> Picture:
        """Draw a day's game, and the faces of those who play it."""
        return await self._draw("day", draw_day_board, scene, faces, others, style, alt)

    async def day_card(self, card: DayCard, style: Style) -> Picture:
        """Draw how a day went."""
        return await self._draw("results", draw_day_card, card, _translated(style))

    async def collection(self, collection: Collection | Family, style: Style) -> Picture:
        """Draw a player's collection, or a family of it."""
        style = _translated(style)
        if isinstance(collection, Family):
            return await self._draw("family", draw_family, collection, style)
        return await self._draw("collection", draw_collection, collection, style)

    async def race_strip(
        self, rules_id: str, lanes: tuple[Lane, ...], style: Style, alt: str
    ) -> Picture:
        """Draw how far the racers of a race are."""
        return await self._draw("race", draw_race_strip, rules_id, lanes, style, alt)

    async def race_finish(
        self, finishers: tuple[Finisher, ...], decision: Decision | None, style: Style, alt: str
    ) -> Picture:
        """Draw a race that is over."""
        style = _translated(style)
        return await self._draw("race", draw_race_finish, finishers, decision, style, alt)

    async def chart(self, chart: Chart, style: Style) -> Picture:
        """Draw a chart."""
        return await self._draw("chart", draw_chart, chart, _translated(style))

    async def _draw(
        self,
        kind: str,
        function: Callable[[*_Arguments], _Result],
        *arguments: *_Arguments,
        limits: _Limits | None = None,
    ) -> _Result:
        """Have a picture of some kind drawn, and measure that."""
        limits = limits or _Limits(self._seconds, self._wait)
        outcome = "failed"
        with metrics.DRAWINGS_WAITING.track_inprogress():
            start = time.perf_counter()
            try:
                drawn = await self._in_turn(limits, function, *arguments)
                outcome = "drawn"
            finally:
                metrics.DRAWING_SECONDS.labels(kind).observe(time.perf_counter() - start)
                metrics.DRAWINGS.labels(kind, outcome).inc()
        if isinstance(drawn, Picture):
            metrics.ENCODING_SECONDS.observe(drawn.encoding_seconds)
        return drawn

    async def _in_turn(
        self,
        limits: _Limits,
        function: Callable[[*_Arguments], _Result],
        *arguments: *_Arguments,
    ) -> _Result:
        """Call a function in a worker, once it is the turn of the player who waits for it."""
        await self._can_draw.wait()
        pool, queue = self._pool, self._turns
        if limits.is_replay:
            pool, queue = self._replay_pool, self._replay_turns
        until = time.monotonic() + limits.seconds + limits.wait
        async with AsyncExitStack() as turns:
            try:
                async with asyncio.timeout(limits.seconds + limits.wait):
                    await turns.enter_async_context(queue.turn(current_player.get()))
            except QueueFull as error:
                raise DrawingCrowded(own=error.own) from error
            except TimeoutError as error:
                raise DrawingCrowded(own=False) from error
            return await self._run(pool, until, limits.seconds, function, *arguments)

    async def _run(
        self,
        pool: WorkerPool,
        until: float,
        seconds: float,
        function: Callable[[*_Arguments], _Result],
        *arguments: *_Arguments,
    ) -> _Result:
        """Call a function in a worker; once more if the worker dies."""

        def call() -> Awaitable[_Result]:
            left = max(_LEAST_SECONDS, until - time.monotonic())
            most = min(seconds, left)
            return pool.run(function, *arguments, seconds=most, wait=left - most)

        try:
            try:
                result = await call()
            except WorkerDied:
                result = await call()
        except TaskFailed as error:
            self._failures += 1
            if self._failures.bit_count() == 1:  # the 1st, 2nd, 4th and so on in a row
                _log.error("A picture could not be drawn: %s", error, exc_info=error.__cause__)
            raise DrawingFailed(str(error)) from error
        self._failures = 0
        return result

    async def warm(self) -> None:
        """Start every worker; until one can start, boards are text."""
        # An event belongs to the first event loop that waits for it.
        can_draw = self._can_draw = asyncio.Event()
        with suppress(DrawingFailed):
            await asyncio.gather(*(self._start(can_draw) for _ in range(self._pool.workers)))

    async def _start(self, can_draw: asyncio.Event) -> None:
        try:
            await self._ask(os.getpid)
        finally:
            can_draw.set()

    async def _ask(self, function: Callable[[], _Result]) -> _Result:
        """Call a function in any worker, waiting until one has started."""
        return await self._run(self._pool, time.monotonic() + _STARTUP, _STARTUP, function)

    async def cpu_seconds(self) -> float:
        """The processor time that the workers have used, without those for replays."""
        found: dict[int, float] = {}
        while len(found) < self._pool.workers:
            calls = (self._ask(cpu_seconds) for _ in range(self._pool.workers))
            found.update(await asyncio.gather(*calls))
        return sum(found.values())

    async def __aenter__(self) -> ImageRenderer:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await asyncio.to_thread(self.close)

    def close(self) -> None:
        """Kill the workers; pictures still being drawn fail."""
        self._pool.close()
        self._replay_pool.close()


def _translated(style: Style) -> Style:
    """The style with its strings in the current language."""
    return replace(style, strings=picture_strings())
