"""The whole bot, and people at its chat page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.images import ImageRenderer
from local_discord.testing import Person
from tests.e2e.running_bot import RunningBot, running_patience


@pytest.fixture(scope="session")
def artist() -> Iterator[ImageRenderer]:
    """One drawing worker for all tests: its sprites take a second to draw."""
    artist = ImageRenderer(workers=1)
    yield artist
    artist.close()


@pytest.fixture
async def house(artist: ImageRenderer, tmp_path: Path) -> AsyncIterator[RunningBot]:
    async with running_patience(artist, tmp_path / "patience.db") as house:
        yield house


@pytest.fixture
async def ada(house: RunningBot) -> AsyncIterator[Person]:
    async with Person.connect(house.discord.page_url, "Ada") as person:
        await person.until_online()
        yield person


@pytest.fixture
async def ben(house: RunningBot) -> AsyncIterator[Person]:
    async with Person.connect(house.discord.page_url, "Ben") as person:
        await person.until_online()
        yield person
