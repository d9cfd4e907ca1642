"""The bot in a process of its own, as the command line starts it."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def surroundings(folder: Path, settings: Mapping[str, str]) -> dict[str, str]:
    """An environment with only these settings, and a database in the folder."""
    ours = ("DISCORD_", "PATIENCE_", "DATABASE_")
    plain = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    database = f"sqlite+aiosqlite:///{folder / 'patience.db'}"
    return {**plain, "PYTHONPATH": str(ROOT), "DATABASE_URL": database, **settings}


@asynccontextmanager
async def bot(
    folder: Path, *arguments: str, **settings: str
) -> AsyncIterator[asyncio.subprocess.Process]:
    """The bot's process, killed at the end if it is still running."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        *arguments,
        cwd=folder,
        env=surroundings(folder, settings),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def page_of(process: asyncio.subprocess.Process) -> str:
    """The URL of the chat page that the bot prints."""
    assert process.stdout is not None
    while line := (await process.stdout.readline()).decode():
        if found := re.search(r"http://127\.0\.0\.1:\d+/\S+", line):
            return found[0]
    raise AssertionError("The bot printed no address.")


EX_CONFIG = 78
"""The exit code when starting again does not help."""
EX_TEMPFAIL = 75
"""The exit code when another process has what this one needs."""


def is_one_line(text: str) -> bool:
    return text.count("\n") == 1 and "Traceback" not in text


def is_alive(process: str) -> bool:
    """Whether a process with this id exists."""
    return Path(f"/proc/{process}").exists()


def children_of(process: int) -> list[str]:
    """The ids of a process's children."""
    threads = Path(f"/proc/{process}/task").iterdir()
    return [
        child
        for thread in threads
        for child in (thread / "children").read_text(encoding="ascii").split()
    ]
