"""Running `python -m local_discord` in a process of its own."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

SECONDS = 20.0


@asynccontextmanager
async def started(*arguments: str, cwd: Path) -> AsyncIterator[Mapping[str, str]]:
    """What it prints, by name, while it runs; at the end it must stop when it is asked to."""
    process = await asyncio.create_subprocess_exec(
        *[sys.executable, "-m", "local_discord", *arguments],
        cwd=cwd,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(SECONDS):
            lines = [(await process.stdout.readline()).decode() for _ in range(4)]
        named = [line.partition(":") for line in lines]
        yield {name: value.strip() for name, _, value in named}
    finally:
        process.terminate()
        async with asyncio.timeout(SECONDS):
            assert await process.wait() == 0
