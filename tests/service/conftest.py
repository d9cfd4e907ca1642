"""Fixtures for the services: a database on disk, a clock and games."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.models.contests import Race
from bot.service.contests.races import Races
from bot.service.play.games import Games
from bot.store.database.connection import Database
from tests.service.contests.racing import open_table, start_race, winnable
from tests.store.database.migrated import reopened, sqlite_url

__all__ = ["Clock", "clock", "database", "games", "url"]


class Clock:
    """A clock that stands still unless it is set.

    Attributes:
        now: the current time.
    """

    def __init__(self) -> None:
        self.now = datetime(2026, 5, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **time: float) -> None:
        """Move the clock on by some time, as the arguments of a timedelta."""
        self.now += timedelta(**time)


@pytest.fixture
def url(emptied_file: Path) -> str:
    """The URL of an empty SQLite database."""
    return sqlite_url(emptied_file)


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    """An open, empty database."""
    async with reopened(url) as opened:
        yield opened


@pytest.fixture
def clock() -> Clock:
    """The clock of the services."""
    return Clock()


@pytest.fixture
def games(database: Database, clock: Clock) -> Games:
    """The games in the database."""
    return Games(database, clock=clock)


@pytest.fixture
def races(games: Games, clock: Clock) -> Races:
    """Races that are all on the same deal."""
    return Races(games, winnable, clock=clock, countdown=timedelta())


@pytest.fixture
async def table(races: Races) -> Race:
    """Ann has opened a table that Bob and Eve have joined."""
    return await open_table(races)


@pytest.fixture
async def race(races: Races, table: Race) -> Race:
    """Ann, Bob and Eve race."""
    return await start_race(races, table)
