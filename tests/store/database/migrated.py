"""Empty databases of the current version, copied from one of each kind.

Creating all tables takes longer than most of what tests do with a database. So does compiling
statements, which are kept from test to test.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import asyncpg
import pytest
import pytest_asyncio
from sqlalchemy import make_url

from bot.store.database.connection import Database
from bot.store.database.engines import Engines, Limits, create_engines
from bot.store.database.open import open_database
from bot.store.database.url import resolved
from tests.postgresql import Server

PATIENT: Final = Limits(statement=60, lock=60, connect=60, pool=60, turn=60)
"""As long as a busy machine takes."""

EACH_KIND: Final = (
    "sqlite",
    pytest.param("postgresql", marks=[pytest.mark.postgres, pytest.mark.slow]),
)
"""Databases of each kind, as parameters of fixtures; the quick tests take SQLite alone."""

_ENGINES: Final[dict[str, Engines]] = {}
"""Engines by URL, which keep what they have compiled; their connections end with each test."""

_DISCONNECT_OTHERS: Final = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
_SHAPE: Final = """
    SELECT md5(string_agg(part, ' ' ORDER BY part)) FROM (
        SELECT concat(oid, relname) FROM pg_class WHERE relnamespace = 'public'::regnamespace
        UNION ALL SELECT concat(attrelid, attname, atttypid, attnotnull, atthasdef)
            FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
            WHERE relnamespace = 'public'::regnamespace
        UNION ALL SELECT concat(oid, conname) FROM pg_constraint
        UNION ALL SELECT concat(oid, tgname, tgenabled) FROM pg_trigger
    ) AS parts (part)
"""
"""What changes with the schema."""
_EMPTY: Final = """
    DO $$ DECLARE name text; BEGIN
        SET LOCAL session_replication_role = replica;
        FOR name IN SELECT tablename FROM pg_tables
            WHERE schemaname = 'public' AND tablename <> 'alembic_version'
        LOOP EXECUTE format('DELETE FROM %I', name); END LOOP;
        FOR name IN SELECT sequencename FROM pg_sequences
        LOOP PERFORM setval(quote_ident(name)::regclass, 1, false); END LOOP;
    END $$
"""
"""Deletes all rows, as keys and triggers are not looked at, and lets ids begin at 1."""


def sqlite_url(file: Path) -> str:
    """The URL of an SQLite database."""
    return f"sqlite+aiosqlite:///{file}"


def copied(original: Path, file: Path) -> Path:
    """Copy an SQLite database, whether or not all of it is in its file yet."""
    source, target = sqlite3.connect(original), sqlite3.connect(file)
    try:
        source.backup(target)
    finally:
        target.close()
        source.close()
    return file


@asynccontextmanager
async def reopened(url: str) -> AsyncIterator[Database]:
    """Open a database that nobody else opens; quickly if it was opened before."""
    if url not in _ENGINES:
        async with open_database(url):
            _ENGINES[url] = create_engines(*resolved(url), PATIENT)
    engines = _ENGINES[url]
    database = Database(engines, resolved(url)[1])
    try:
        yield database
    finally:
        await database.close()
        await engines.dispose()


def database_name(url: str) -> str:
    """The name of a PostgreSQL database."""
    return make_url(url).database or ""


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def original_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The SQLite database that is copied."""
    file = tmp_path_factory.mktemp("original") / "patience.db"
    async with open_database(sqlite_url(file)):
        pass
    return file


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def postgres_template(postgres_server: Server) -> str:
    """The name of the PostgreSQL database that is copied."""
    url = postgres_server.create_database()
    async with open_database(url):
        return database_name(url)


@pytest.fixture
def migrated_file(original_file: Path, tmp_path: Path) -> Path:
    """An SQLite database."""
    return copied(original_file, tmp_path / "patience.db")


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the SQLite database that tests find empty one after the other."""
    return tmp_path_factory.mktemp("shared")


@pytest.fixture
def emptied_file(original_file: Path, shared_folder: Path) -> Path:
    """An SQLite database, which is the next test's as well; :func:`reopened` is quick on it."""
    shutil.rmtree(shared_folder)
    shared_folder.mkdir()
    return copied(original_file, shared_folder / "patience.db")


class EmptiedDatabase:
    """A PostgreSQL database that each test finds empty, which is quicker than a copy for each."""

    def __init__(self, server: Server, template: str) -> None:
        self._server = server
        self._template = template
        self._url = ""
        self._shape = ""

    async def url(self) -> str:
        """Its URL, once it is empty; that of a new copy if a test has changed its schema."""
        if not self._url or not await self._has_been_emptied():
            self._url = self._server.create_database(self._template)
            async with self._connection() as connection:
                self._shape = await connection.fetchval(_SHAPE)
        return self._url

    async def _has_been_emptied(self) -> bool:
        async with self._connection() as connection:
            await connection.execute(_DISCONNECT_OTHERS)
            if await connection.fetchval(_SHAPE) != self._shape:
                return False
            await connection.execute(_EMPTY)
            return True

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[asyncpg.Connection[asyncpg.Record]]:
        name, folder = database_name(self._url), str(self._server.folder)
        connection = await asyncpg.connect(host=folder, user="postgres", database=name)
        try:
            yield connection
        finally:
            await connection.close()


@pytest.fixture(scope="session")
def emptied_database(postgres_server: Server, postgres_template: str) -> EmptiedDatabase:
    """The PostgreSQL database of all tests that need but one."""
    return EmptiedDatabase(postgres_server, postgres_template)


@pytest_asyncio.fixture
async def migrated_postgres_url(emptied_database: EmptiedDatabase) -> str:
    """The URL of a PostgreSQL database."""
    return await emptied_database.url()


@pytest.fixture(params=EACH_KIND)
def migrated_url(request: pytest.FixtureRequest) -> str:
    """The URL of a database of each kind in turn."""
    if request.param == "sqlite":
        return sqlite_url(request.getfixturevalue("emptied_file"))
    return str(request.getfixturevalue("migrated_postgres_url"))


@pytest.fixture(params=EACH_KIND)
def new_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path / "new.db")
    return str(request.getfixturevalue("postgres_url"))
