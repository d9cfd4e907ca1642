"""Processes: the bot's, and what they and others take of memory and processor time."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, Self

ROOT: Final = Path(__file__).parents[2]
_PROC: Final = Path("/proc")
_TICK: Final = 1 / os.sysconf("SC_CLK_TCK")
_PSS: Final = re.compile(rb"^Pss:\s+(\d+) kB", re.MULTILINE)


def family(pid: int) -> list[int]:
    """A process and all that descend from it."""
    children: dict[int, list[int]] = {}
    for entry in _PROC.iterdir():
        if entry.name.isdigit() and (fields := _stat(int(entry.name))):
            children.setdefault(int(fields[1]), []).append(int(entry.name))
    found = [pid]
    for one in found:
        found += children.get(one, [])
    return found


def memory(pids: Iterable[int]) -> float:
    """The memory of processes in MiB, with their shares of what they have in common (PSS)."""
    total = 0
    for pid in pids:
        try:
            [kilobytes] = _PSS.findall((_PROC / str(pid) / "smaps_rollup").read_bytes())
        except (OSError, ValueError):
            continue
        total += int(kilobytes)
    return total / 1024


def processor_seconds(pids: Iterable[int]) -> float:
    """The processor time of processes, and of their children that have ended."""
    ticks = 0
    for pid in pids:
        fields = _stat(pid)
        ticks += sum(map(int, fields[11:15])) if fields else 0
    return ticks * _TICK


def running(pids: Iterable[int]) -> list[int]:
    """Those processes that have not ended."""
    return [pid for pid in pids if _stat(pid)]


def _stat(pid: int) -> list[str]:
    """A process's fields in /proc after its name; none if there is no such process."""
    try:
        return (_PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


class Fleet:
    """The bot's processes, each started again when it ends; an asynchronous context manager.

    Args:
        environment: the settings that they share.
        shards: what each of them serves, as PATIENCE_SHARDS says it.
        folder: where they run, and log to a file each.
    """

    def __init__(self, environment: Mapping[str, str], shards: Sequence[str], folder: Path) -> None:
        self._environment = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
        self._shards = shards
        self._folder = folder
        self._pids: dict[int, int] = {}
        self._keeping: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        """Start them."""
        self._keeping = [asyncio.create_task(self._keep(one)) for one in range(len(self._shards))]
        return self

    async def __aexit__(self, *_error: object) -> None:
        """Ask them to stop, and wait until they have."""
        for task in self._keeping:
            task.cancel()
        await asyncio.gather(*self._keeping, return_exceptions=True)

    @property
    def pids(self) -> list[int]:
        """The processes, in the order of their shards."""
        return [self._pids[number] for number in sorted(self._pids)]

    async def _keep(self, number: int) -> None:
        environment = {**self._environment, "PATIENCE_SHARDS": self._shards[number]}
        while True:
            with (self._folder / f"bot-{number}.log").open("ab") as log:
                process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "bot", "run"),
                    cwd=self._folder,
                    env=environment,
                    stdout=log,
                    stderr=log,
                )
            self._pids[number] = process.pid
            try:
                await process.wait()
            except asyncio.CancelledError:
                process.terminate()
                await process.wait()
                raise
