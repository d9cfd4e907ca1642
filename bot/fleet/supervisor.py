"""Runs the processes that divide a bot's shards on one machine, and restarts those that die."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Final, TypeVar

import discord

from bot.chat.connection.gateway import log_in
from bot.chat.connection.library import quiet_library
from bot.chat.requests.failures import Backoff
from bot.models.shards import ShardPlan
from bot.process import EX_CONFIG, EX_TEMPFAIL, SUPERVISED

_BACKOFF: Final = Backoff(first=1.0, longest=60.0)
_STABLE: Final = 60.0
"""Seconds that a process has to run for earlier failures to be forgotten."""

_T = TypeVar("_T")
_log = logging.getLogger(__name__)


class ProcessRefused(Exception):
    """A process of the bot cannot start, and a restart would not help."""

    def __init__(self, code: int) -> None:
        super().__init__(f"A process of the bot ended with the exit code {code}.")
        self.code = code


@dataclass
class _Process:
    """One of the processes, which is restarted whenever it ends."""

    number: int
    plan: ShardPlan
    running: asyncio.subprocess.Process | None = None

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal to the process, if it runs."""
        if self.running is not None:
            with suppress(ProcessLookupError):
                self.running.send_signal(number)


class Supervisor:
    """The processes of one bot on this machine, restarted as they die; none outlives it."""

    def __init__(
        self,
        plans: Sequence[ShardPlan],
        *,
        metrics_port: int | None = None,
        backoff: Backoff = _BACKOFF,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        """Plan the processes; each takes the next port of metrics."""
        self._processes = [_Process(number, plan) for number, plan in enumerate(plans, 1)]
        self._metrics_port = metrics_port
        self._backoff = backoff
        self._environment = environment
        self._stopping = asyncio.Event()

    async def run(self) -> None:
        """Keep the processes running until :meth:`stop` is called and all have ended."""
        try:
            async with asyncio.TaskGroup() as group:
                for process in self._processes:
                    group.create_task(self._keep(process))
        except* ProcessRefused as refused:
            raise refused.exceptions[0] from None

    def stop(self) -> None:
        """Stop the processes; a second call ends them at once."""
        self._stopping.set()
        for process in self._processes:
            process.send_signal(signal.SIGTERM)

    async def _keep(self, process: _Process) -> None:
        failures, is_first = 0, True
        while not self._stopping.is_set():
            started = time.monotonic()
            try:
                code = await self._run(process)
            except OSError as error:  # such as a lack of memory
                why = f"could not be started ({error.strerror})"
            else:
                if self._stopping.is_set():
                    return
                if code == EX_CONFIG or (code == EX_TEMPFAIL and is_first):
                    raise ProcessRefused(code)
                is_first = False
                why = f"ended with the exit code {code}"
            failures = 1 if time.monotonic() - started >= _STABLE else failures + 1
            pause = self._backoff.after(failures)
            _log.warning(
                "Process %d of %d %s; starting it again in %.0f s.",
                process.number,
                len(self._processes),
                why,
                pause,
            )
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._stopping.wait()

    async def _run(self, process: _Process) -> int:
        """Run a process until it ends; its exit code."""
        process.running = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot",
            "run",
            f"{SUPERVISED}={len(self._processes)}",
            stdin=asyncio.subprocess.PIPE,
            env=self._environment_of(process),
            # Ctrl-C reaches the supervisor only, which stops its processes once.
            start_new_session=True,
        )
        if self._stopping.is_set():
            process.send_signal(signal.SIGTERM)
        try:
            return await process.running.wait()
        except asyncio.CancelledError:
            process.send_signal(signal.SIGTERM)
            await process.running.wait()
            raise
        finally:
            process.running = None

    def _environment_of(self, process: _Process) -> dict[str, str]:
        ids = process.plan.ids
        changed = {
            "PATIENCE_PROCESSES": "1",
            "PATIENCE_SHARDS": f"{ids[0]}-{ids[-1]}/{process.plan.count}",
        }
        if self._metrics_port is not None:
            changed["PATIENCE_METRICS_PORT"] = str(self._metrics_port + process.number - 1)
        return {**self._environment, **changed}


def share_out(plan: ShardPlan, processes: int, index: int) -> ShardPlan:
    """The shards of one of several processes: neighbours, and as many as others have, or one more.

    Neighbours start beside each other: Discord lets shards start at the same time whose ids differ
    by its concurrency's remainder (discord-api-docs, `events/gateway`, "Max Concurrency").

    >>> [share_out(ShardPlan((0, 1, 2, 3, 4), 5), 2, index).ids for index in range(2)]
    [(0, 1), (2, 3, 4)]

    Args:
        processes: how many there are. Where there are more than shards, some get none.
    """
    shards = len(plan.ids)
    start, end = index * shards // processes, (index + 1) * shards // processes
    return ShardPlan(plan.ids[start:end], plan.count)


async def supervise(
    token: str, shards: ShardPlan | None, processes: int, metrics_port: int | None
) -> None:
    """Serve shards in at most so many processes until a signal stops them."""
    plan = shards or await _unless_stopped(_recommended(token))
    while plan is not None:
        shares = [share_out(plan, processes, index) for index in range(processes)]
        supervisor = Supervisor([share for share in shares if share.ids], metrics_port=metrics_port)
        try:
            with _stopped_by_signal(supervisor.stop):
                await supervisor.run()
        except ProcessRefused as refused:
            # The bot may be in more servers by now than this number of shards may serve.
            if shards is not None or refused.code != EX_CONFIG:
                raise
            grown = await _unless_stopped(_recommended(token))
            if grown is not None and grown.count <= plan.count:
                raise
            plan = grown
        else:
            return


async def _unless_stopped(work: Coroutine[None, None, _T]) -> _T | None:
    """Do some work before the processes start; None if a signal cancels it."""
    task = asyncio.create_task(work)
    with _stopped_by_signal(task.cancel):
        await asyncio.wait([task])
    return None if task.cancelled() else task.result()


@contextmanager
def _stopped_by_signal(stop: Callable[[], object]) -> Iterator[None]:
    """Call a function on SIGINT or SIGTERM during the block."""
    loop = asyncio.get_running_loop()
    signals = (signal.SIGINT, signal.SIGTERM)
    for number in signals:
        loop.add_signal_handler(number, stop)
    try:
        yield
    finally:
        for number in signals:
            loop.remove_signal_handler(number)


async def _recommended(token: str) -> ShardPlan:
    """The shards that Discord recommends."""
    quiet_library()
    async with discord.Client(intents=discord.Intents(guilds=True)) as client:
        count = await log_in(client, token, Backoff())
    return ShardPlan(tuple(range(count)), count)
