"""Long-running work beside what players ask for: started in one place, and watched.

A piece of work that raises is logged, counted, and begun again after a pause; none ends another.
One that returns is done. Whatever goes on for ever says with :func:`succeeded` that all is well
after each round, so that ``/health`` can tell when that was last.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from bot import metrics
from bot.tasks import cancel_and_wait, keep

Work = Callable[[], Coroutine[None, None, None]]

_FIRST_PAUSE: Final = 1.0
_LONGEST_PAUSE: Final = 60.0
_MANY: Final = 3
"""After how many failures in a row the process counts as unhealthy."""

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Watched:
    """A piece of work, as it goes.

    Attributes:
        succeeded_at: when it began, or did well last.
        failures: how often in a row it has failed since.
        error: its last failure since; empty without any.
    """

    name: str
    succeeded_at: datetime | None = None
    is_done: bool = False
    failures: int = 0
    error: str = ""

    def succeed(self) -> None:
        """Note that all is well."""
        self.succeeded_at, self.failures, self.error = datetime.now(UTC), 0, ""

    def fail(self, error: Exception) -> None:
        """Log and count a failure."""
        self.failures, self.error = self.failures + 1, type(error).__name__
        metrics.BACKGROUND_FAILURES.labels(self.name).inc()
        # The 1st, 2nd, 4th, 8th and so on in a row.
        if self.failures.bit_count() == 1:
            _log.error("The background work “%s” failed", self.name, exc_info=error)


_current: ContextVar[Watched | None] = ContextVar("background_work", default=None)


def succeeded() -> None:
    """Note that a round of the background work that this is part of went well."""
    if watched := _current.get():
        watched.succeed()


def failed(error: Exception) -> None:
    """Note that a round failed of background work that goes on by itself."""
    if watched := _current.get():
        watched.fail(error)


class Background:
    """The background work of a process."""

    def __init__(self, *, pause: float = _FIRST_PAUSE) -> None:
        """Start nothing yet; ``pause`` is what follows a failure, twice as long each time."""
        self._pause = pause
        self._work: dict[str, Watched] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def tasks(self) -> frozenset[asyncio.Task[None]]:
        """The tasks that are running."""
        return frozenset(self._tasks)

    def start(self, name: str, work: Work) -> None:
        """Do some work until it returns, however often it fails."""
        watched = self._work[name] = Watched(name)
        keep(asyncio.create_task(self._keep(watched, work), name=name), self._tasks)

    async def stop(self) -> None:
        """Cancel everything and wait until it has ended."""
        await cancel_and_wait(self._tasks.copy())

    def report(self) -> dict[str, dict[str, object]]:
        """How each piece of work goes, by its name."""
        return {
            one.name: {
                "last_success": one.succeeded_at and one.succeeded_at.isoformat(timespec="seconds"),
                "done": one.is_done,
                "failures": one.failures,
                "error": one.error,
            }
            for one in self._work.values()
        }

    def why_failing(self) -> str:
        """Which work fails again and again, in a few words; empty if none does."""
        names = [one.name for one in self._work.values() if one.failures >= _MANY]
        return f"failing: {', '.join(names)}" if names else ""

    async def _keep(self, watched: Watched, work: Work) -> None:
        _current.set(watched)
        watched.succeeded_at = datetime.now(UTC)
        while True:
            try:
                await work()
            except Exception as error:  # nothing is to end it
                watched.fail(error)
            else:
                watched.succeed()
                watched.is_done = True
                return
            await asyncio.sleep(min(self._pause * 2 ** (watched.failures - 1), _LONGEST_PAUSE))
