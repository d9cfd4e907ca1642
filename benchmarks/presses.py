"""How long a press on a board takes, end to end, compared with a command that does nothing.

Two processes talk over loopback sockets: this one runs the bot as it is, with one command added
that only answers; the other runs the local Discord and the user who presses. Times are
taken there, from the press to the answer; processor time is the bot's own, without its workers.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import discord
from discord import app_commands
from sqlalchemy import event

from benchmarks.timing import Figures, table
from bot import metrics
from bot.chat.client import PatienceClient
from bot.chat.connection.library import point_at
from bot.images import ImageRenderer
from bot.process import run_in_loop as run
from bot.service.solver.pool import SolverPool
from bot.start import build_services
from bot.store.database.connection import Database
from bot.store.database.open import open_database
from local_discord import LocalDiscord
from local_discord.rate_limits import UNLIMITED
from local_discord.testing import Person
from tests.postgresql import NoServer, running_server

_WARMING = 20
_RUNS = 200


@app_commands.command(description="Answer, and do nothing else.")
async def noop(interaction: discord.Interaction[PatienceClient]) -> None:
    """Respond with one word."""
    await interaction.response.send_message("Done.", ephemeral=True)


class StatementCounter:
    """Counts the statements that a database executes.

    Attributes:
        count: how many there were so far.
    """

    def __init__(self, database: Database) -> None:
        self.count = 0
        for engine in (database._engine, database._reader):  # noqa: SLF001
            event.listen(engine.sync_engine, "before_cursor_execute", self._count)

    def _count(self, *_arguments: object) -> None:
        self.count += 1


def report() -> str:
    """A table of round trips: their times, and what one costs the bot's own process."""
    rows = []
    with _databases() as databases:
        for name, url in databases.items():
            measured = run(_measure(url))
            rows += [[f"{name}: {work}", *figures] for work, *figures in measured]
    return table(
        ["round trip", "median ms", "p90 ms", "p99 ms", "CPU ms", "statements", "SQL ms"], rows
    )


@contextlib.contextmanager
def _databases() -> Iterator[dict[str, str]]:
    """The URLs of empty databases, by what they are."""
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        urls = {"SQLite": f"sqlite+aiosqlite:///{Path(folder) / 'patience.db'}"}
        with contextlib.suppress(NoServer):
            server = stack.enter_context(running_server())
            urls["PostgreSQL"] = server.create_database()
        yield urls


async def _measure(url: str) -> list[list[str]]:
    other = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "benchmarks.presses", stdout=asyncio.subprocess.PIPE
    )
    if other.stdout is None:
        raise RuntimeError("the measuring process has no output")
    urls = json.loads(await other.stdout.readline())
    point_at(urls["api"], urls["gateway"])
    rows = []
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(open_database(url))
        renderer = await stack.enter_async_context(ImageRenderer())
        services = build_services(database, renderer, SolverPool(0))
        client = await stack.enter_async_context(PatienceClient(services))
        client.tree.add_command(noop)
        serving = asyncio.create_task(client.start("local"))
        statements = StatementCounter(database)
        while started := await other.stdout.readline():
            counted, spent, asked = statements.count, time.process_time(), _seconds_in_database()
            figures = Figures(tuple(json.loads(await other.stdout.readline())))
            each = [
                (time.process_time() - spent) * 1e3 / _RUNS,
                (statements.count - counted) / _RUNS,
                (_seconds_in_database() - asked) * 1e3 / _RUNS,
            ]
            times = [figures.median, figures.percentile(90), figures.percentile(99)]
            shown = [*(f"{one * 1e3:.1f}" for one in times), *(f"{one:.2f}" for one in each)]
            rows.append([json.loads(started), *shown])
        await client.close()
        await serving
    await other.wait()
    return rows


def _seconds_in_database() -> float:
    """How long this process has waited for databases so far."""
    samples = [one for family in metrics.DATABASE_SECONDS.collect() for one in family.samples]
    return sum(one.value for one in samples if one.name.endswith("_sum"))


async def _press() -> None:
    """The other process: simulate Discord and a player, and print the times."""
    async with LocalDiscord() as local:
        local.limits = UNLIMITED
        print(json.dumps({"api": local.api_url, "gateway": local.gateway_url}), flush=True)
        async with Person.connect(local.page_url, "Ada") as ada:
            await ada.until_online()
            await _time("command that does nothing", _noop(ada))
            await _time("press that turns the stock", _stock_presses(ada))


async def _time(name: str, work: AsyncIterator[float]) -> None:
    """Print what is measured once all is warm, and then the times."""
    for _ in range(_WARMING):
        await anext(work)
    print(json.dumps(name), flush=True)
    print(json.dumps([await anext(work) for _ in range(_RUNS)]), flush=True)


async def _noop(ada: Person) -> AsyncIterator[float]:
    while True:
        begin = time.perf_counter()
        await ada.command("patience", "noop")
        yield time.perf_counter() - begin


async def _stock_presses(ada: Person) -> AsyncIterator[float]:
    board = await ada.command("patience", "play", game="saratoga", deal="42")
    while True:
        stock = next(one for one in board.buttons if one.custom_id.endswith(":tap:s"))
        begin = time.perf_counter()
        board = await ada.press(board, custom_id=stock.custom_id)
        yield time.perf_counter() - begin


if __name__ == "__main__":
    asyncio.run(_press())
