"""Processes that are asked, and answer, over their pipes."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Peer:
    """Another process.

    Args:
        process: the process, with pipes.

    Attributes:
        pid: its id.
    """

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.pid = process.pid

    async def ask(self, *question: str | int) -> list[str]:
        """Ask something, and wait for the answer: a list, of whatever can be printed.

        Raises:
            EOFError: if the process has ended.
        """
        output = self._process.stdout
        if self._process.stdin is None or output is None:
            raise EOFError("the process has no pipes")
        self._process.stdin.write(json.dumps(question).encode() + b"\n")
        answer = await output.readline()
        if not answer:
            raise EOFError("the process has ended")
        return [str(one) for one in json.loads(answer)]


@asynccontextmanager
async def started(module: str, *arguments: str) -> AsyncIterator[Peer]:
    """Start a module as a process, and end it by ending its input."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module, *arguments),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        yield Peer(process)
    finally:
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()


async def questions() -> AsyncIterator[list[str]]:
    """In a process that is asked: the questions, until there are no more."""
    while line := await asyncio.to_thread(sys.stdin.readline):
        yield [str(one) for one in json.loads(line)]


def answer(*values: str | float) -> None:
    """In a process that is asked: answer the question."""
    print(json.dumps(values), flush=True)
