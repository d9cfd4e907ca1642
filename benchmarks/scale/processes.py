"""Processes: the bot's, and what they and others take of memory and processor time."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

ROOT: Final = Path(__file__).parents[2]
_PROC: Final = Path("/proc")
_TICK: Final = 1 / os.sysconf("SC_CLK_TCK")
_PSS: Final = re.compile(rb"^Pss:\s+(\d+) kB", re.MULTILINE)


def family(pid: int) -> list[int]:
    """A process and all that descend from it."""
    found = [pid]
    for one in found:
        found += _children(one)
    return found


def _children(pid: int) -> list[int]:
    """A process's children, whichever of its threads started them."""
    lines = []
    for thread in (_PROC / str(pid) / "task").glob("*/children"):
        with suppress(OSError):
            lines.append(thread.read_text())
    return [int(child) for line in lines for child in line.split()]


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
    """The bot's processes under their supervisor; an asynchronous context manager.

    Args:
        environment: their settings.
        folder: where they run, and log to a file.
    """

    def __init__(self, environment: Mapping[str, str], folder: Path) -> None:
        self._environment = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
        self._folder = folder
        self._supervisor: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> Self:
        """Start them."""
        with self.log.open("wb") as log:
            self._supervisor = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bot", "run"),
                cwd=self._folder,
                env=self._environment,
                stdout=log,
                stderr=log,
            )
        return self

    async def __aexit__(self, *_error: object) -> None:
        """Ask them to stop, and wait until they have."""
        if self._supervisor is not None and self._supervisor.returncode is None:
            self._supervisor.terminate()
            await self._supervisor.wait()

    def require_running(self) -> None:
        """Raise ChildProcessError, with what was logged last, if the supervisor has ended."""
        if self._supervisor is None or self._supervisor.returncode is not None:
            raise ChildProcessError("\n".join(self.log.read_text().splitlines()[-5:]))

    @property
    def log(self) -> Path:
        """The file with what they log."""
        return self._folder / "bot.log"

    def warnings(self) -> list[str]:
        """What the processes warned of."""
        lines = self.log.read_text(encoding="utf-8", errors="replace").splitlines()
        return [line for line in lines if "[WARNING" in line or "[ERROR" in line]

    @property
    def processes(self) -> dict[str, int]:
        """The id of each process by its shards, such as ``0-15/64``, in their order."""
        if self._supervisor is None:
            return {}
        found = [(_shards(pid), pid) for pid in _children(self._supervisor.pid)]
        return dict(sorted(found, key=lambda one: int(one[0].partition("-")[0] or 0)))


def _shards(pid: int) -> str:
    """What PATIENCE_SHARDS says in a process; empty if it has ended."""
    try:
        environment = (_PROC / str(pid) / "environ").read_bytes()
    except OSError:
        return ""
    found = re.search(rb"(?:^|\0)PATIENCE_SHARDS=([^\0]*)", environment)
    return found[1].decode() if found else ""
