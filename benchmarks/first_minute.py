"""How long a newcomer waits from a clone to a first board, and what each step costs.

The copy of the project is installed and started as ``make run`` does it; beside it stands what pip
takes for the same list. The package index and its cache are as they are on this machine. Others who
use the processors make the time longer, the processor time little: both stand beside the load.
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
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from benchmarks.scale.processes import ROOT, family, processor_seconds
from benchmarks.timing import table
from local_discord.testing import Person

_READY: Final = b"Ready: open "

Row = tuple[str, float, float]
"""A step, its seconds, and its processor time."""


def report() -> str:
    """A table of the steps, then the time from the clone to the address and to a board."""
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        rows = list(_by_pip(Path(folder)))
        steps, said = asyncio.run(_first_minute(Path(folder) / "clone"))
        rows = steps + rows
    shown = table(
        ["step", "s", "CPU s"], [[name, f"{wall:.1f}", f"{cpu:.1f}"] for name, wall, cpu in rows]
    )
    return f"load before: {load:.1f}, after: {os.getloadavg()[0]:.1f}\n{shown}\n{said}"


@contextmanager
def _step(rows: list[Row], name: str) -> Iterator[None]:
    """Measure a step that runs other programs to their end."""
    began, spent = time.perf_counter(), _spent()
    yield
    rows.append((name, time.perf_counter() - began, _spent() - spent))


def _spent() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _run(*command: str | Path, folder: Path = ROOT) -> None:
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)  # noqa: S603


async def _first_minute(clone: Path) -> tuple[list[Row], str]:
    rows: list[Row] = []
    began = time.perf_counter()
    with _step(rows, "clone"):
        _run("git", "clone", "--quiet", ROOT, clone)
    with _step(rows, "make setup"):
        _run("make", f"PYTHON={sys.executable}", "setup", folder=clone)
    python, started = clone / ".venv" / "bin" / "python", time.perf_counter()
    bot = await asyncio.create_subprocess_exec(
        *(python, "-m", "bot", "run"),
        cwd=clone,
        env={name: value for name, value in os.environ.items() if name != "DISCORD_TOKEN"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        if bot.stdout is None:
            raise RuntimeError("the bot has no output")
        line = b""
        while not line.startswith(_READY):
            line = await bot.stdout.readline()
        ready = time.perf_counter()
        main, *_ = family(bot.pid)
        rows.append(("start until the address", ready - started, processor_seconds([main])))
        page = line.removeprefix(_READY).split()[0].decode()
        async with Person.connect(page, "Ada") as ada:
            await ada.command("patience", "play")
            board = time.perf_counter()
            everything = processor_seconds(family(bot.pid))
            rows.append(("then until the first board, with workers", board - ready, everything))
            odds = await ada.command("patience", "odds")
            if "comes here" in odds.text:
                await ada.wait_until(
                    lambda: ada.messages[odds.id].text != odds.text, "answer", seconds=120
                )
            answered = time.perf_counter()
            everything = processor_seconds(family(bot.pid)) - everything
            rows.append(("then until /odds answers, as it compiles", answered - board, everything))
    finally:
        bot.terminate()
        await bot.communicate()
    said = f"clone to address {ready - began:.1f} s, to the first board {board - began:.1f} s"
    size = sum(file.lstat().st_size for file in (clone / ".venv").rglob("*") if file.is_file())
    return rows, f"{said}; {size / 1e6:.0f} MB in .venv, bytecode and compiled searches included"


def _by_pip(folder: Path) -> Iterator[Row]:
    """What the same takes with pip alone."""
    rows: list[Row] = []
    with _step(rows, "beside it: python -m venv"):
        _run(sys.executable, "-m", "venv", folder / "pip")
    with _step(rows, "beside it: pip install"):
        pip = (folder / "pip" / "bin" / "python", "-m", "pip", "--quiet", "install")
        options = ("--require-hashes", "--only-binary", ":all:", "-r", "requirements/run.txt")
        _run(*pip, *options)
    shutil.rmtree(folder / "pip")
    yield from rows
