"""When a process ends, and with which code: as told to, or before a damaged file gets worse."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Final, NoReturn

import click

from bot.store import Database

MUST_BE_CHANGED: Final = 78
"""The exit code when starting again does not help: EX_CONFIG of sysexits.h."""
IN_USE: Final = 75
"""The exit code when another process serves the shards: EX_TEMPFAIL of sysexits.h."""


def exit_with(code: int, why: object) -> NoReturn:
    """End the program with a code, and say why in a line on standard error."""
    click.echo(f"patience: {why}", err=True)
    sys.exit(code)


async def until_damaged(database: Database, work: Coroutine[None, None, None]) -> None:
    """Do the work until it ends, or until more of it would make a damaged file worse.

    Raises:
        StoreDamaged: if the file of the database is damaged.
    """
    serving = asyncio.current_task()
    damage = asyncio.create_task(database.until_damaged())

    def stop(_: object) -> None:
        # Once, as when told to: a second time would end what is done before the end.
        if serving is not None and not damage.cancelled():
            serving.cancel()

    damage.add_done_callback(stop)
    try:
        await work
    except asyncio.CancelledError:
        if damage.done():
            raise damage.result() from None
        raise
    finally:
        damage.cancel()


async def until_told_to_stop(
    work: Coroutine[None, None, None],
    *,
    hand_over: Callable[[], Awaitable[None]] | None = None,
    supervised: bool = False,
) -> None:
    """Do the work until it ends or the process is asked to stop; asked twice, it ends at once.

    Args:
        work: the work; it is cancelled.
        hand_over: what is done before.
        supervised: whether the end of the standard input asks for a stop, too.
    """
    task = asyncio.create_task(work)
    loop = asyncio.get_running_loop()
    signals = (signal.SIGINT, signal.SIGTERM)
    ends: list[asyncio.Task[None]] = []

    async def end() -> None:
        try:
            if hand_over is not None:
                await hand_over()
        finally:
            task.cancel()

    def stop() -> None:
        for number in signals:
            loop.remove_signal_handler(number)
        if not ends:
            ends.append(asyncio.create_task(end()))

    async def stop_with_input() -> None:
        reader = asyncio.StreamReader()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        await reader.read()
        stop()

    for number in signals:
        loop.add_signal_handler(number, stop)
    watching = asyncio.create_task(stop_with_input()) if supervised else None
    with suppress(asyncio.CancelledError):
        await task
    if watching is not None:
        watching.cancel()
    click.echo("Stopped; every game is kept.")
