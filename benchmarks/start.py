"""How long a start takes, from the command until the first board is there, and what it imports.

A start on Discord connects to a local Discord in this process; one on a local Discord runs that
itself. Both have started before: the database is migrated, the commands are registered. Beside
them stands what importing the libraries takes that no bot of this kind does without.
"""

from __future__ import annotations

import asyncio
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

from benchmarks.scale.processes import ROOT, family, memory, processor_seconds
from benchmarks.timing import table
from local_discord import LocalDiscord
from local_discord.testing import Person

_RUNS: Final = 5
_LIBRARIES: Final = "import discord, sqlalchemy, PIL"
_IMPORTS: Final = "import bot.start"
_READY: Final = b"Ready: open "


@dataclass(frozen=True, slots=True)
class _Start:
    """What a start took until something could be seen of it.

    Attributes:
        seconds: the time since the command.
        main: processor time of the bot's own process, in seconds.
        workers: processor time of the processes that draw and search.
        memory: memory of the bot's own process, in MiB.
    """

    seconds: float
    main: float
    workers: float = 0.0
    memory: float = 0.0


def report() -> str:
    """A table of starts and imports: wall-clock time, processor time, memory."""
    found = asyncio.run(_measure())
    return table(
        ["from the command until", "median s", "CPU s", "CPU of workers s", "MiB"],
        [[name, *_figures(starts)] for name, starts in found.items()],
    )


def _figures(starts: list[_Start]) -> list[str]:
    rows = [
        (median(one.seconds for one in starts), "{:.2f}"),
        (median(one.main for one in starts), "{:.2f}"),
        (median(one.workers for one in starts), "{:.2f}"),
        (median(one.memory for one in starts), "{:.0f}"),
    ]
    return [form.format(value) if value else "" for value, form in rows]


async def _measure() -> dict[str, list[_Start]]:
    """The starts of each kind, in turns, so that whatever else runs slows all of them."""
    found: dict[str, list[_Start]] = {}
    with tempfile.TemporaryDirectory() as folder:
        started = Path(folder) / "started"
        started.mkdir()
        async with LocalDiscord() as discord:
            await _on_discord(discord, started)
            for run in range(_RUNS):
                # A bot that has started again and again waits before it connects.
                again = shutil.copytree(started, Path(folder) / str(run))
                rows = {
                    "imported: the libraries": _imported(_LIBRARIES),
                    "imported: the bot": _imported(_IMPORTS),
                    **await _on_local_discord(again),
                    **await _on_discord(discord, again),
                }
                for name, start in rows.items():
                    found.setdefault(name, []).append(start)
    return found


def _imported(statement: str) -> _Start:
    """What a statement takes in a Python of its own."""
    spent, began = _spent_by_children(), time.perf_counter()
    subprocess.run([sys.executable, "-c", statement], cwd=ROOT, check=True)  # noqa: S603
    return _Start(time.perf_counter() - began, _spent_by_children() - spent)


def _spent_by_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


async def _on_discord(discord: LocalDiscord, folder: Path) -> dict[str, _Start]:
    environment = {
        "DISCORD_TOKEN": "token",
        "PATIENCE_DISCORD_API": discord.api_url,
        "PATIENCE_DISCORD_GATEWAY": discord.gateway_url,
    }
    async with AsyncExitStack() as stack:
        ada = await stack.enter_async_context(Person.connect(discord.page_url, "Ada"))
        began = time.perf_counter()
        bot = await stack.enter_async_context(_running(folder, environment))
        await ada.until_online()
        ready = _since(began, bot)
        await ada.command("patience", "play", game="saratoga", deal="42")
        return {"on Discord: connected": ready, "on Discord: a board": _since(began, bot)}


async def _on_local_discord(folder: Path) -> dict[str, _Start]:
    async with AsyncExitStack() as stack:
        began = time.perf_counter()
        bot = await stack.enter_async_context(_running(folder, {}))
        if bot.stdout is None:
            raise RuntimeError("the bot has no output")
        line = b""
        while not line.startswith(_READY):
            line = await bot.stdout.readline()
        ready = _since(began, bot)
        page = line.removeprefix(_READY).split()[0].decode()
        ada = await stack.enter_async_context(Person.connect(page, "Ada"))
        await ada.command("patience", "play", game="saratoga", deal="42")
        return {
            "on a local Discord: ready": ready,
            "on a local Discord: a board": _since(began, bot),
        }


@asynccontextmanager
async def _running(
    folder: Path, environment: dict[str, str]
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run the bot in a folder during the block."""
    bot = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "run"),
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        yield bot
    finally:
        bot.terminate()
        await bot.communicate()


def _since(began: float, bot: asyncio.subprocess.Process) -> _Start:
    seconds, (main, *others) = time.perf_counter() - began, family(bot.pid)
    return _Start(seconds, processor_seconds([main]), processor_seconds(others), memory([main]))
