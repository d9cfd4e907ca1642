"""Keeping the processes running that share a bot's shards out on one machine."""

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
from bot.chat.connection.shards import share_out
from bot.chat.requests.backoff import Backoff
from bot.ending import IN_USE, MUST_BE_CHANGED
from bot.models import ShardPlan

SUPERVISED: Final = "--supervised"
"""The option with which a process of the bot ends when its supervisor does: one of so many."""
_BACKOFF: Final = Backoff(first=1.0, longest=60.0)
_STABLE: Final = 60.0
"""Seconds that a process runs which makes up for those before it."""

_T = TypeVar("_T")
_log = logging.getLogger(__name__)


class ProcessRefused(Exception):
    """A process of the bot said why it cannot start, and would again.

    Attributes:
        code: its exit code.
    """

    def __init__(self, code: int) -> None:
        super().__init__(f"A process of the bot ended with the exit code {code}.")
        self.code = code


@dataclass
class _Process:
    """One of the processes, which is started again whenever it ends.

    Attributes:
        number: which one, from 1.
        plan: its shards.
        running: what runs just now; None in between.
    """

    number: int
    plan: ShardPlan
    running: asyncio.subprocess.Process | None = None

    def tell(self, number: signal.Signals) -> None:
        """Send it a signal."""
        if self.running is not None:
            with suppress(ProcessLookupError):
                self.running.send_signal(number)


class Supervisor:
    """The processes of one bot on this machine.

    Each is started again when it dies, after growing pauses; the others play on. None outlives the
    supervisor: their standard input ends with it.
    """

    def __init__(
        self,
        plans: Sequence[ShardPlan],
        *,
        metrics_port: int | None = None,
        backoff: Backoff = _BACKOFF,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        """Prepare.

        Args:
            plans: the shards of each process.
            metrics_port: the first one's port of metrics; the others have the next ones.
            backoff: the pauses after which a process is started again.
            environment: what the processes are started with, besides their shares.
        """
        self._processes = [_Process(number, plan) for number, plan in enumerate(plans, 1)]
        self._metrics_port = metrics_port
        self._backoff = backoff
        self._environment = environment
        self._stopping = asyncio.Event()

    async def run(self) -> None:
        """Keep the processes running until told to stop and all have ended.

        Raises:
            ProcessRefused: if one of them cannot start; the others are stopped.
        """
        try:
            async with asyncio.TaskGroup() as group:
                for process in self._processes:
                    group.create_task(self._keep(process))
        except* ProcessRefused as refused:
            raise refused.exceptions[0] from None

    def stop(self) -> None:
        """Let the processes stop; told twice, they end at once."""
        self._stopping.set()
        for process in self._processes:
            process.tell(signal.SIGTERM)

    async def _keep(self, process: _Process) -> None:
        failures, is_first = 0, True
        while not self._stopping.is_set():
            started = time.monotonic()
            try:
                code = await self._run(process)
            except OSError as error:  # no memory for another process, say
                why = f"could not be started ({error.strerror})"
            else:
                if self._stopping.is_set():
                    return
                if code == MUST_BE_CHANGED or (code == IN_USE and is_first):
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
            # Ctrl-C is for the supervisor, which tells its processes once.
            start_new_session=True,
        )
        if self._stopping.is_set():
            process.tell(signal.SIGTERM)
        try:
            return await process.running.wait()
        except asyncio.CancelledError:
            process.tell(signal.SIGTERM)
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


async def supervise(
    token: str, shards: ShardPlan | None, processes: int, metrics_port: int | None
) -> None:
    """Serve shards in several processes until told to stop by a signal.

    Args:
        token: the bot's token.
        shards: the shards; None for as many as Discord recommends.
        processes: how many processes there are at most: each has a shard.
        metrics_port: the first one's port of metrics.

    Raises:
        DiscordRefused: if Discord will not let the bot in.
        ProcessRefused: if a process cannot start.
    """
    plan = shards or await _unless_stopped(_recommended(token))
    while plan is not None:
        shares = [share_out(plan, processes, index) for index in range(processes)]
        supervisor = Supervisor([share for share in shares if share.ids], metrics_port=metrics_port)
        try:
            with _told_to_stop(supervisor.stop):
                await supervisor.run()
        except ProcessRefused as refused:
            # The bot may be in more servers by now than so many shards may serve.
            if shards is not None or refused.code != MUST_BE_CHANGED:
                raise
            grown = await _unless_stopped(_recommended(token))
            if grown is not None and grown.count <= plan.count:
                raise
            plan = grown
        else:
            return


async def _unless_stopped(work: Coroutine[None, None, _T]) -> _T | None:
    """Do some work while no process runs; None if a signal stops it."""
    task = asyncio.create_task(work)
    with _told_to_stop(task.cancel):
        await asyncio.wait([task])
    return None if task.cancelled() else task.result()


@contextmanager
def _told_to_stop(stop: Callable[[], object]) -> Iterator[None]:
    """Call a function when a signal tells the program to stop, during the block."""
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
    """As many shards as Discord recommends."""
    async with discord.Client(intents=discord.Intents(guilds=True)) as client:
        count = await log_in(client, token, Backoff())
    return ShardPlan(tuple(range(count)), count)
