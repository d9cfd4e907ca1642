"""Databases that are built once, kept in a folder, and copied to be measured."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

import asyncpg
import click

from benchmarks.growth.history import Size
from benchmarks.growth.loading import fill_postgresql, fill_sqlite
from bot.store.database.open import open_database
from bot.store.database.revisions import MIGRATIONS
from tests.postgresql import NoServer, Server, running_server
from tests.store.database.before_2_0 import REVISION, before_2_0

_OPTIONS: Final = ("max_connections=40", "max_wal_size=4GB", "autovacuum_naptime=1s")
"""Of the server that keeps the databases: durable, with PostgreSQL's own little memory. It cleans
up as often as usual for so many games, which people play in more time."""

folder_option: Final = click.option(
    "--folder",
    default=Path("build/growth"),
    show_default=True,
    type=click.Path(path_type=Path),
    help="Where the databases are kept.",
)
"""The option of the commands that measure databases."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A database to build.

    Attributes:
        size: how much was played.
        is_before: whether it stays as the last version before 2.0 left it.
    """

    size: Size
    is_before: bool = False

    @property
    def name(self) -> str:
        """What it is called: another one of other tables, or of another size, is built anew."""
        newest = max(path.name[:4] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))
        crowded = "_crowded" if self.size.is_crowded else ""
        return f"growth_{REVISION if self.is_before else newest}_{self.size.games}{crowded}"

    async def build(self, url: str) -> None:
        """Fill an empty database as before 2.0, whose columns the rows have."""
        async with before_2_0(url):
            pass
        fill = fill_sqlite if url.startswith("sqlite") else fill_postgresql
        await fill(url, self.size)
        if not self.is_before:
            async with open_database(url):
                pass


class Kind(Protocol):
    """A kind of database.

    Attributes:
        name: what it is called.
    """

    name: str

    async def build(self, wanted: Wanted) -> None:
        """Build a database unless it is kept."""

    async def copy(self, wanted: Wanted) -> str:
        """Copy a built database, and return the copy's URL."""

    async def bytes_of(self, wanted: Wanted) -> int:
        """How large a built database is."""


class Sqlite:
    """Files of SQLite in a folder."""

    name = "SQLite"

    def __init__(self, folder: Path) -> None:
        """Keep them in a folder."""
        self._folder = folder

    async def build(self, wanted: Wanted) -> None:
        """Build a file unless it is kept."""
        file = self._file(wanted)
        if file.exists():
            return
        partial = self._folder / "partial.db"
        for left in self._folder.glob("partial*"):
            left.unlink()
        await wanted.build(f"sqlite+aiosqlite:///{partial}")
        partial.rename(file)
        for copy in self._folder.glob("partial*"):
            copy.unlink()

    async def copy(self, wanted: Wanted) -> str:
        """Copy a built file, and return the copy's URL."""
        copy = self._folder / "copy.db"
        for old in self._folder.glob("copy*"):
            old.unlink()
        shutil.copy(self._file(wanted), copy)
        return f"sqlite+aiosqlite:///{copy}"

    async def bytes_of(self, wanted: Wanted) -> int:
        """How large a built file is."""
        return self._file(wanted).stat().st_size

    def _file(self, wanted: Wanted) -> Path:
        return self._folder / f"{wanted.name}.db"


class Postgresql:
    """Databases of a server of PostgreSQL.

    Attributes:
        server: the server.
    """

    name = "PostgreSQL"

    def __init__(self, server: Server) -> None:
        """Keep them on a server."""
        self.server = server

    async def build(self, wanted: Wanted) -> None:
        """Build a database unless it is kept."""
        if await self._fetch("SELECT 1 FROM pg_database WHERE datname = $1", wanted.name):
            return
        await self._execute("DROP DATABASE IF EXISTS partial WITH (FORCE)")
        await self._execute("CREATE DATABASE partial")
        await wanted.build(self.server.url("partial"))
        async with self._connected("partial") as connection:
            await connection.execute("VACUUM ANALYZE")
        await self._execute(f"ALTER DATABASE partial RENAME TO {wanted.name}")

    async def copy(self, wanted: Wanted) -> str:
        """Copy a built database, and return the copy's URL."""
        await self._execute("DROP DATABASE IF EXISTS copy WITH (FORCE)")
        await self._execute(f"CREATE DATABASE copy TEMPLATE {wanted.name} STRATEGY file_copy")
        return self.server.url("copy")

    async def bytes_of(self, wanted: Wanted) -> int:
        """How large a built database is."""
        return int(await self._fetch("SELECT pg_database_size($1)", wanted.name))

    async def _execute(self, statement: str) -> None:
        async with self._connected() as connection:
            await connection.execute(statement)

    async def _fetch(self, query: str, value: str) -> int:
        async with self._connected() as connection:
            return await connection.fetchval(query, value) or 0

    @contextlib.asynccontextmanager
    async def _connected(self, database: str = "postgres") -> AsyncIterator[asyncpg.Connection]:
        connection = await asyncpg.connect(
            user="postgres", database=database, host=str(self.server.folder)
        )
        try:
            yield connection
        finally:
            await connection.close()


@contextlib.contextmanager
def kept_postgresql(folder: Path) -> Iterator[Postgresql]:
    """The databases of a server whose data are kept in a folder.

    Raises:
        tests.postgresql.NoServer: if it cannot be started.
    """
    with running_server(_OPTIONS, kept=folder.absolute() / "postgresql" / "data") as server:
        yield Postgresql(server)


def report_on_each(folder: Path, report: Callable[[Kind], Coroutine[object, object, None]]) -> None:
    """Report on the databases of each kind in a folder; on PostgreSQL's if it can be started."""
    folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(report(Sqlite(folder)))
    try:
        with kept_postgresql(folder) as databases:
            asyncio.run(report(databases))
    except NoServer as error:
        click.echo(str(error))
