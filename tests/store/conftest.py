"""Fixtures for the store: a database of each kind, and a store open at it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Database, open_database
from tests.store.postgresql import postgres_address, postgres_server

__all__ = ["address", "file", "postgres_address", "postgres_server", "store"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where an SQLite database is to be; its folder is still missing."""
    return tmp_path / "data" / "patience.db"


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def address(request: pytest.FixtureRequest, file: Path) -> str:
    """The address of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{file}"
    return str(request.getfixturevalue("postgres_address"))


@pytest.fixture
async def store(address: str) -> AsyncIterator[Database]:
    """An open store, of each kind in turn."""
    async with open_database(address) as opened:
        yield opened
