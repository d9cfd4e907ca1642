"""Empty databases of the current version, copied from one of each kind.

Running all migrations takes longer than most of what tests do with a database.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy import make_url

from bot.store import open_database
from tools.postgresql import Server


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


def database_name(url: str) -> str:
    """The name of a PostgreSQL database."""
    return make_url(url).database or ""


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def original_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The SQLite database that is copied."""
    file = tmp_path_factory.mktemp("original") / "patience.db"
    async with open_database(sqlite_url(file)):
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


@pytest.fixture
def migrated_postgres_url(postgres_server: Server, postgres_template: str) -> str:
    """The URL of a PostgreSQL database."""
    return postgres_server.create_database(postgres_template)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def migrated_url(request: pytest.FixtureRequest) -> str:
    """The URL of a database of each kind in turn."""
    if request.param == "sqlite":
        return sqlite_url(request.getfixturevalue("migrated_file"))
    return str(request.getfixturevalue("migrated_postgres_url"))
