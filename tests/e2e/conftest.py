"""The whole bot, and people at its chat page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.chat.drawing import Artist
from tests.e2e.house import House, open_house
from tests.local.person import Person


@pytest.fixture(scope="session")
def artist() -> Iterator[Artist]:
    """One drawing worker for all tests: its sprites take a second to draw."""
    artist = Artist(workers=1)
    yield artist
    artist.close()


@pytest.fixture
async def house(artist: Artist, tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(artist, tmp_path / "patience.db") as house:
        yield house


@pytest.fixture
async def ada(house: House) -> AsyncIterator[Person]:
    async with Person.connect(house.discord.page_url, "Ada") as person:
        await person.until_online()
        yield person


@pytest.fixture
async def ben(house: House) -> AsyncIterator[Person]:
    async with Person.connect(house.discord.page_url, "Ben") as person:
        await person.until_online()
        yield person
