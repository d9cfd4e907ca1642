"""Metrics for Prometheus and the health of a process, over HTTP.

``/metrics`` has every metric of :mod:`bot.metrics`. ``/health`` responds with 200 while all checks
succeed, else with 503, and in both cases with the reasons as JSON.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
import sys
import threading
import time
import traceback
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Final

from aiohttp import web
from prometheus_client.aiohttp import make_aiohttp_handler

from bot import __version__, metrics

_TICK: Final = 0.5
"""Seconds between two looks at the event loop."""
_STALLED: Final = 5.0
"""Seconds without a turn after which the log shows what blocks the event loop."""
_LATE: Final = 2.0
"""Seconds that the event loop may be late before the process counts as unhealthy."""
_RETRY: Final = 5.0
"""Seconds until a port that is in use is tried again."""

_log = logging.getLogger(__name__)

Check = Callable[[], str]
"""Returns why the bot cannot play, in a few words; "" if it can."""


class MonitoringError(Exception):
    """Metrics and health cannot be offered; the text says what to change."""


class Health:
    """Whether this process, one of so many under a supervisor, can play, by a list of checks."""

    def __init__(self, processes: int = 0) -> None:
        self.processes = processes
        self._checks: dict[str, Check] = {}
        self._updates: list[Callable[[], None]] = []
        self._reports: dict[str, Callable[[], object]] = {}

    def add(self, name: str, check: Check) -> None:
        """Add a check, or replace the one of that name. It must not block."""
        self._checks[name] = check

    def report(self, name: str, report: Callable[[], object]) -> None:
        """Add something that is told whether all is well or not, as JSON. It must not block."""
        self._reports[name] = report

    def reports(self) -> dict[str, object]:
        """What is told besides the checks."""
        return {name: report() for name, report in self._reports.items()}

    def before_metrics(self, update: Callable[[], None]) -> None:
        """Add a function that updates metrics before they are read. It must not block."""
        self._updates.append(update)

    def update_metrics(self) -> None:
        """Update the metrics that are not counted where things happen."""
        self.reasons()
        for update in self._updates:
            update()

    def reasons(self) -> dict[str, str]:
        """Why the bot cannot play, by the names of the checks that fail."""
        found = {name: check() for name, check in self._checks.items()}
        for name, reason in found.items():
            metrics.HEALTH.labels(name).set(not reason)
        return {name: reason for name, reason in found.items() if reason}


@asynccontextmanager
async def serve(health: Health, host: str, port: int) -> AsyncIterator[None]:
    """Offer metrics and health while the block runs, once the port is free."""
    metrics.INFO.labels(__version__).set(1)
    runner = web.AppRunner(_application(health), access_log=None)
    await runner.setup()
    waiting: asyncio.Task[None] | None = None
    try:
        if not await _listen(runner, host, port):
            _log.warning(
                "Port %d of %s is in use; metrics and health are offered there once it is free.",
                port,
                host,
            )
            waiting = asyncio.create_task(_listen_later(runner, host, port))
        yield
    finally:
        if waiting is not None:
            waiting.cancel()
            await asyncio.wait([waiting])
        await runner.cleanup()


def _application(health: Health) -> web.Application:
    async def respond_health(_request: web.Request) -> web.Response:
        reasons = health.reasons()
        body: dict[str, object] = {"ok": not reasons, "reasons": reasons}
        if health.processes:
            body["processes"] = health.processes
        body |= health.reports()
        return web.json_response(body, status=503 if reasons else 200)

    show_metrics = make_aiohttp_handler(metrics.REGISTRY)

    async def respond_metrics(request: web.Request) -> web.StreamResponse:
        health.update_metrics()
        return await show_metrics(request)

    application = web.Application()
    application.router.add_get("/health", respond_health)
    application.router.add_get("/metrics", respond_metrics)
    return application


async def _listen(runner: web.AppRunner, host: str, port: int) -> bool:
    """Listen at an address; False if it is in use."""
    site = web.TCPSite(runner, host, port, reuse_address=True)
    try:
        await site.start()
    except OSError as error:
        await site.stop()
        if error.errno == errno.EADDRINUSE:
            return False
        reason = error.strerror
        if error.errno is not None and not isinstance(error, socket.gaierror):
            reason = os.strerror(error.errno)  # asyncio's own text repeats the address
        raise MonitoringError(
            f"Metrics cannot be offered at {host}, port {port} ({reason}); check "
            "PATIENCE_METRICS_HOST and PATIENCE_METRICS_PORT."
        ) from None
    return True


async def _listen_later(runner: web.AppRunner, host: str, port: int) -> None:
    while True:
        await asyncio.sleep(_RETRY)
        if await _listen(runner, host, port):
            _log.info("Metrics and health are offered at %s, port %d.", host, port)
            return


class LoopWatch:
    """Measures how late the event loop is, and logs what blocks it."""

    def __init__(self, *, tick: float = _TICK, stalled: float = _STALLED) -> None:
        self._tick = tick
        self._stalled = stalled
        self._turn = time.monotonic()
        self._lag = 0.0
        self._ended = threading.Event()

    def why_late(self) -> str:
        """The check for :class:`Health`."""
        return f"the event loop is {self._lag:.1f} s late" if self._lag > _LATE else ""

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """Watch the running event loop during the block."""
        ticking = asyncio.create_task(self._keep_ticking())
        try:
            with self._watching_from_outside(threading.get_ident()):
                yield
        finally:
            ticking.cancel()
            await asyncio.wait([ticking])

    async def _keep_ticking(self) -> None:
        while True:
            start = self._turn = time.monotonic()
            await asyncio.sleep(self._tick)
            self._lag = max(0.0, time.monotonic() - start - self._tick)
            metrics.LOOP_LAG.observe(self._lag)

    @contextmanager
    def _watching_from_outside(self, thread_id: int) -> Iterator[None]:
        self._turn = time.monotonic()
        watcher = threading.Thread(target=self._watch, args=(thread_id,), daemon=True)
        watcher.start()
        try:
            yield
        finally:
            self._ended.set()
            watcher.join()

    def _watch(self, thread_id: int) -> None:
        logged = 0.0
        while not self._ended.wait(self._tick):
            turn = self._turn
            if turn == logged or time.monotonic() - turn < self._stalled:
                continue
            logged = turn
            frame = sys._current_frames().get(thread_id)  # noqa: SLF001  # it is documented
            stack = "".join(traceback.format_stack(frame)) if frame is not None else ""
            _log.error("The event loop has stood still for %.0f s:\n%s", self._stalled, stack)
