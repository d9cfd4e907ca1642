"""``python -m benchmarks.growth.moving`` measures moves of databases beside pg_restore."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import click

from benchmarks.growth.databases import (
    Postgresql,
    Sqlite,
    Wanted,
    folder_option,
    kept_postgresql,
)
from benchmarks.growth.history import Size
from benchmarks.timing import table
from tests.postgresql import Server

_TARGET: Final = "moved"
_UNTIL_REAPED: Final = 0.5
"""After how many seconds a server has noticed that the process of a connection ended."""


@dataclass(frozen=True, slots=True)
class _Command:
    """A command to run, and its variables."""

    words: tuple[str, ...]
    variables: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Cost:
    """What a program took, in seconds.

    Attributes:
        elapsed: of the clock.
        own: of the processor, in the program.
        served: of the processor, in the server of PostgreSQL.
    """

    elapsed: float
    own: float
    served: float

    @property
    def processor(self) -> float:
        """Of the processor, in all."""
        return self.own + self.served


@click.command()
@click.option("--games", default=100_000, show_default=True, help="How many games.")
@folder_option
def main(games: int, folder: Path) -> None:
    """Move databases in all directions, and restore a dump of the same games before and after."""
    folder.mkdir(parents=True, exist_ok=True)
    with kept_postgresql(folder) as databases:
        dump = folder / "games.dump"
        asyncio.run(_report(Sqlite(folder), databases, Wanted(Size(games)), dump))
    dump.unlink()


async def _report(files: Sqlite, databases: Postgresql, wanted: Wanted, dump: Path) -> None:
    await files.build(wanted)
    await databases.build(wanted)
    file, source = await files.copy(wanted), await databases.copy(wanted)
    new_file, new = file.replace("copy.db", f"{_TARGET}.db"), databases.server.url(_TARGET)

    def program(name: str, *arguments: str) -> _Command:
        as_owner = (f"--host={databases.server.folder}", "--username=postgres")
        return _Command((str(databases.server.programs / name), *as_owner, *arguments))

    def move(url: str, to: str) -> _Command:
        return _Command((sys.executable, "-m", "bot", "move", "--to", to), {"DATABASE_URL": url})

    restore = program("pg_restore", "--single-transaction", f"--dbname={_TARGET}", str(dump))
    commands = {
        "pg_dump": program("pg_dump", "--format=custom", f"--file={dump}", "copy"),
        "pg_restore": restore,
        "SQLite to PostgreSQL": move(file, new),
        "PostgreSQL to SQLite": move(source, new_file),
        "PostgreSQL to PostgreSQL": move(source, new),
        "SQLite to SQLite": move(file, new_file),
        "pg_restore again": restore,
    }
    costs = {}
    for name, command in commands.items():
        await databases.create(_TARGET)
        for old in dump.parent.glob(f"{_TARGET}.db*"):
            old.unlink()
        costs[name] = await _cost(databases.server, command)
    least = costs["pg_restore"]
    rows = [
        (
            name,
            f"{cost.elapsed:.1f}",
            f"{cost.own:.1f}",
            f"{cost.served:.1f}",
            f"{cost.elapsed / least.elapsed:.1f}",
            f"{cost.processor / least.processor:.1f}",
        )
        for name, cost in costs.items()
    ]
    heading = ("s", "processor", "of server", "of pg_restore", "in processor time")
    click.echo(table((f"{wanted.size.games} games", *heading), rows))


async def _cost(server: Server, command: _Command) -> _Cost:
    before, served, began = os.times(), _processor_time(server), time.perf_counter()
    variables = os.environ | command.variables
    process = await asyncio.create_subprocess_exec(*command.words, env=variables)
    if await process.wait():
        raise click.ClickException(f"{command.words[0]} failed")
    after, seconds = os.times(), time.perf_counter() - began
    own = after.children_user + after.children_system - before.children_user
    await asyncio.sleep(_UNTIL_REAPED)
    return _Cost(seconds, own - before.children_system, _processor_time(server) - served)


def _processor_time(server: Server) -> float:
    """What a server and those of its processes that have ended took so far, in seconds."""
    pid = (server.data / "postmaster.pid").read_text().splitlines()[0]
    # After the name, which is in parentheses, come its state and other numbers.
    figures = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, figures[11:15])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
