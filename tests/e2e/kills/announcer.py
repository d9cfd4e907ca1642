"""A bot that tells what is due, in a process that kills itself where its code waits."""

from __future__ import annotations

import asyncio
import dis
import functools
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import CodeType, FrameType
from typing import Final

import bot
from bot.chat.client import PatienceClient
from bot.chat.connection.library import point_at
from bot.chat.responding.context import PatienceBot
from bot.service.solver.pool import SolverPool
from bot.start import build_services
from bot.store.database.open import open_database
from tests.e2e.kills.bot import Address, Blank
from tests.e2e.running_bot import do_due
from tests.sampling import is_drawn

_WAITING: Final = frozenset({"GET_AWAITABLE", "GET_ANEXT"})
"""The instructions of ``await``, ``async with`` and ``async for``."""
_ROOT: Final = Path(bot.__file__).parent
_ALWAYS: Final = (
    "chat/responding/loop.py",
    "chat/responding/surface.py",
    "service/due.py",
    "store/due/due.py",
    "store/due/posts.py",
)


@dataclass(frozen=True)
class Subject:
    """What is told.

    Attributes:
        passes: the passes that tell it.
        files: the files that its messages pass on their way, and no others.
    """

    passes: tuple[Callable[[PatienceBot], Awaitable[bool]], ...]
    files: tuple[str, ...]

    @property
    def watched(self) -> frozenset[str]:
        """The files at whose lines it may be killed: all that its messages pass on their way."""
        return frozenset(str(_ROOT / name) for name in (*_ALWAYS, *self.files))


SUBJECTS: Final = {
    "days": Subject(
        (do_due,),
        (
            "chat/daily/posts.py",
            "chat/daily/reminders.py",
            "store/daily/messages.py",
            "store/players/reminders.py",
        ),
    ),
    "contests": Subject(
        (do_due,),
        (
            "chat/races/messages.py",
            "chat/tournaments/cog.py",
            "service/contests/races.py",
            "service/contests/tournaments.py",
            "store/contests/races.py",
            "store/contests/tournaments.py",
        ),
    ),
}


def where_it_waits(frame: FrameType, event: str) -> str:
    """The line that is about to be done, if the code waits there; else empty.

    Between two such lines nothing changes outside of the process.
    """
    code, line = frame.f_code, frame.f_lineno
    return f"{code.co_filename}:{line}" if event == "line" and line in _waits(code) else ""


@functools.cache
def _waits(code: CodeType) -> frozenset[int]:
    return frozenset(
        one.positions.lineno
        for one in dis.get_instructions(code)
        if one.opname in _WAITING and one.positions and one.positions.lineno
    )


def is_drawn_line(seed: str, line: str) -> bool:
    """Whether a run that a seed draws kills or cuts there."""
    return is_drawn(seed, line.removeprefix(str(_ROOT)))


@dataclass(frozen=True)
class _Killer:
    """Kills this process at the first watched line that no process has reached before.

    Attributes:
        watched: the files at whose lines it kills.
        file: lists the lines that were reached.
        before: the lines.
        seed: draws those at which it kills.
    """

    watched: frozenset[str]
    file: Path
    before: set[str]
    seed: str

    def __call__(self, frame: FrameType, event: str, _argument: object) -> _Killer | None:
        """Trace a call, a line or a return."""
        if frame.f_code.co_filename not in self.watched:
            return None
        line = where_it_waits(frame, event)
        if line and line not in self.before:
            self.before.add(line)
            with self.file.open("a", encoding="utf-8") as lines:
                print(line, file=lines)
            if is_drawn_line(self.seed, line):
                os.kill(os.getpid(), signal.SIGKILL)
        return self


def tell(
    address: Address, now: datetime, subject: str, lines: Path | None = None, seed: str = ""
) -> None:
    """Tell what is due at a time.

    Args:
        lines: the file of the lines that it has reached before; None to be killed at none.
        seed: draws the lines at which it is killed.
    """
    killer, chosen = None, SUBJECTS[subject]
    if lines is not None:
        before = lines.read_text(encoding="utf-8") if lines.exists() else ""
        killer = _Killer(chosen.watched, lines, set(before.splitlines()), seed)
    asyncio.run(_tell(address, now, chosen, killer))


async def _tell(address: Address, now: datetime, chosen: Subject, killer: _Killer | None) -> None:
    point_at(address.api, address.gateway)
    async with open_database(address.database) as database, Blank() as images:
        services = build_services(database, images, SolverPool(0), clock=lambda: now)
        async with PatienceClient(services) as client:
            await client.login("local")
            sys.settrace(killer)
            for work in chosen.passes:
                # A coroutine that runs already is not traced.
                await asyncio.create_task(_pass(client, work))


async def _pass(client: PatienceClient, work: Callable[[PatienceBot], Awaitable[bool]]) -> None:
    await work(client)
