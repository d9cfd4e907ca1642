"""``python -m benchmarks.scale`` measures the bot with very many servers on several processes.

Everything real but Discord: a local Discord streams the servers, processes of the bot share its
shards, one PostgreSQL keeps their games, on a disk and with every write synced. Players in all
shards press buttons: as fast as they are answered, then half as fast, then again while one process
is killed. In the end what they were shown is held against the database.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from benchmarks.scale.crowd import Shown
from benchmarks.scale.discord import Asked, DiscordProcess, running_discord
from benchmarks.scale.ledger import contradictions
from benchmarks.scale.processes import Fleet, family, memory, processor_seconds, running
from benchmarks.scale.report import (
    Memory,
    Recovery,
    Round,
    Usage,
    memory_table,
    rounds_table,
    silence,
    split,
)
from bot.models.shards import parse_shards
from bot.store.database.open import open_database
from tests.postgresql import Server, running_server

_POSTGRES: Final = ("fsync=on", "max_connections=200")
_POLL_SECONDS: Final = 0.1
_READY_SECONDS: Final = 600.0
_LINES: Final = 10
_SETTLE_SECONDS: Final = 2.0
"""How long the bot may work on what it has answered already."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much of everything there is.

    Attributes:
        guilds: servers.
        shards: shards that they are spread over.
        processes: processes of the bot.
        players: players, spread over the shards.
        seconds: for how long they press in each round.
    """

    guilds: int
    shards: int
    processes: int
    players: int
    seconds: float


@click.command()
@click.option("--guilds", default=100_000, show_default=True, help="Servers.")
@click.option("--shards", default=64, show_default=True, help="Shards of Discord.")
@click.option(
    "--processes",
    default=4,
    show_default=True,
    type=click.IntRange(min=2),
    help="Processes of the bot, of which one is killed.",
)
@click.option("--players", default=256, show_default=True, help="Players, in all shards.")
@click.option("--seconds", default=30.0, show_default=True, help="Length of each round.")
def main(guilds: int, shards: int, processes: int, players: int, seconds: float) -> None:
    """Measure the bot with very many servers."""
    wrong = asyncio.run(measure(Size(guilds, shards, processes, players, seconds)))
    sys.exit(1 if wrong else 0)


async def measure(size: Size) -> list[str]:
    """Run everything and print the report; returns what was lost or doubled, a sentence each."""
    click.echo(
        f"{size.guilds:,} servers, {size.shards} shards, {size.processes} processes, "
        f"{size.players} players; {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}"
    )
    async with AsyncExitStack() as stack:
        server = stack.enter_context(running_server(_POSTGRES))
        url = server.create_database()
        async with open_database(url):
            pass
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="patience-scale-")))
        discord = await stack.enter_async_context(
            running_discord(size.guilds, size.shards, size.players)
        )
        began = time.perf_counter()
        fleet = await stack.enter_async_context(_fleet(size, url, discord, folder))
        bench = _Bench(size, server, discord, fleet)
        for count in (1, size.shards):
            await bench.until_served(frozenset(range(size.shards)), count)
            click.echo(f"{count} shards served after {time.perf_counter() - began:.1f} s")
        click.echo(bench.processor_time())
        await bench.go_on()
        seen = await discord.counts()
        click.echo(
            f"\nDiscord saw {seen.identifies} IDENTIFYs and {seen.resumes} RESUMEs, and refused "
            f"{seen.refusals} requests"
        )
        wrong = await _check(url, await discord.players())
        for line in wrong[:_LINES]:
            click.echo(f"WRONG: {line}")
        warnings = fleet.warnings()
        click.echo(f"\n{len(warnings)} warnings logged, the last of them:")
        for line in warnings[-_LINES:]:
            click.echo(line)
        return wrong


class _Bench:
    """The rounds of presses, and what they cost."""

    def __init__(self, size: Size, server: Server, discord: DiscordProcess, fleet: Fleet) -> None:
        self._size = size
        self._discord = discord
        self._fleet = fleet
        pid = (server.data / "postmaster.pid").read_text().split()[0]
        self._postmaster = int(pid)

    async def until_served(self, shards: frozenset[int], count: int) -> None:
        """Wait until so many of some shards are served, with all their servers."""
        async with asyncio.timeout(_READY_SECONDS):
            while len(shards & await self._discord.served()) < count:
                self._fleet.require_running()
                await asyncio.sleep(_POLL_SECONDS)

    def processor_time(self) -> str:
        """What everything has spent so far."""
        used = self._usage()
        return (
            f"processor time: bot {used.bot + used.workers:.0f} s, database "
            f"{used.database:.0f} s, local Discord {used.discord:.0f} s"
        )

    async def go_on(self) -> None:
        """Deal, press, kill, and print what came of it."""
        began = time.perf_counter()
        await self._discord.deal()
        click.echo(f"{self._size.players} games dealt in {time.perf_counter() - began:.1f} s")
        click.echo(f"\n{memory_table(self._memories())}")
        full = await self._round("as fast as answered", at_once=4 * self._size.processes)
        answered = [one for one in full.presses if one.seconds is not None]
        rate = len(answered) / full.seconds / 2
        half = await self._round("half as fast", rate=rate)
        killing = asyncio.create_task(self._kill())
        killed = await self._round("one process killed", rate=rate, is_killed=True)
        recovery = await killing
        rounds = [full, half, *split(killed, recovery.killed)]
        click.echo(f"\n{rounds_table(rounds)}")
        lasted = silence(killed.presses, recovery.killed, killed.seconds)
        click.echo(
            f"\nkilled: {len(recovery.killed)} shards, all served again after "
            f"{recovery.back:.1f} s; their players had no answer for {lasted:.1f} s; "
            f"{recovery.leftover} workers left over"
        )
        click.echo(f"\n{memory_table(self._memories())}")

    async def _round(
        self, name: str, *, at_once: int = 0, rate: float | None = None, is_killed: bool = False
    ) -> Round:
        before = self._usage()
        size = self._size
        seconds = size.seconds * 2 if is_killed else size.seconds
        presses = await self._discord.press(Asked(seconds, at_once or size.players, rate))
        await asyncio.sleep(min(_SETTLE_SECONDS, size.seconds))
        usage = None if is_killed else self._usage().since(before)
        return Round(name, seconds, presses, usage, os.getloadavg()[0])

    async def _kill(self) -> Recovery:
        """Kill a process in the middle of a round, and wait until its shards are served again."""
        await asyncio.sleep(self._size.seconds / 2)
        written, pid = list(self._fleet.processes.items())[-1]
        shards = _numbers(written)
        workers = family(pid)[1:]
        os.kill(pid, signal.SIGKILL)
        began = time.perf_counter()
        while shards & await self._discord.served():  # noqa: ASYNC110  # it has no event
            await asyncio.sleep(_POLL_SECONDS)
        await self.until_served(shards, len(shards))
        back = time.perf_counter() - began
        return Recovery(shards, back, len(running(workers)))

    def _usage(self) -> Usage:
        pids = list(self._fleet.processes.values())
        workers = [one for pid in pids for one in family(pid)[1:]]
        return Usage(
            processor_seconds(pids),
            processor_seconds(workers),
            processor_seconds(family(self._postmaster)),
            processor_seconds([self._discord.pid]),
        )

    def _memories(self) -> list[Memory]:
        found = []
        for shards, pid in self._fleet.processes.items():
            own, *workers = family(pid)
            found.append(Memory(f"bot, shards {shards}", memory([own]), memory(workers)))
        own, *workers = family(self._postmaster)
        found.append(Memory("PostgreSQL", memory([own]), memory(workers)))
        return [*found, Memory("local Discord", memory([self._discord.pid]), 0.0)]


def _numbers(written: str) -> frozenset[int]:
    plan = parse_shards(written)
    return frozenset(plan.ids if plan is not None else ())


def _fleet(size: Size, url: str, discord: DiscordProcess, folder: Path) -> Fleet:
    environment = {
        "DISCORD_TOKEN": "local",
        "DATABASE_URL": url,
        "PATIENCE_DISCORD_API": discord.api,
        "PATIENCE_DISCORD_GATEWAY": discord.gateway,
        "PATIENCE_SECRET": "a secret for the benchmark",
        "PATIENCE_SOLVER_WORKERS": "0",
        "PATIENCE_DRAWING_WORKERS": "1",
        "PATIENCE_LOG_LEVEL": "WARNING",
        "PATIENCE_PROCESSES": str(size.processes),
    }
    return Fleet(environment, folder)


async def _check(url: str, shown: list[Shown]) -> list[str]:
    """What was lost or doubled, a sentence each; says how much was checked."""
    async with open_database(url) as database:
        wrong = await contradictions(database, shown)
    moves, presses = sum(one.version for one in shown), sum(one.presses for one in shown)
    click.echo(
        f"\n{len(shown)} games, {presses} presses, {moves} moves shown; "
        f"{len(wrong)} contradictions with the database"
    )
    return wrong


if __name__ == "__main__":
    main()
