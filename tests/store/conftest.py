"""Fixtures for the store: an empty database of each kind, and one that is open."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.database.connection import Database
from tests.store.database.migrated import EACH_KIND, reopened, sqlite_url

__all__ = ["database", "file", "url"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The path for an SQLite database, in a folder that does not exist yet."""
    return tmp_path / "data" / "patience.db"


@pytest.fixture(params=EACH_KIND)
def url(request: pytest.FixtureRequest, file: Path) -> str:
    """The URL of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        return sqlite_url(file)
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture
async def database(migrated_url: str) -> AsyncIterator[Database]:
    """An open database, of each kind in turn."""
    async with reopened(migrated_url) as opened:
        yield opened
