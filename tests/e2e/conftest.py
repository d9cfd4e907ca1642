"""The whole bot, and people at its chat page."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Final

import pytest

from bot.chat.responding import context, responses
from bot.chat.responding import interactions as arrivals
from bot.images import ImageRenderer
from local_discord import LocalDiscord, interactions
from tests.e2e.clocks import Clock
from tests.e2e.player import Player
from tests.e2e.running_bot import RunningBot, running_patience

HERE: Final = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as slow what is not marked ``quick``: each test here starts a bot."""
    for item in items:
        if item.path.is_relative_to(HERE) and item.get_closest_marker("quick") is None:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def images() -> Iterator[ImageRenderer]:
    """One drawing worker for all tests, which keeps its sprites.

    It has more time than players would wait: a busy machine answers with pictures all the same.
    """
    images = ImageRenderer(workers=1, seconds=60, wait=60)
    yield images
    images.close()


@pytest.fixture(autouse=True)
def patience(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Discord and the bot wait for answers, however long a busy machine takes.

    An answer that is promised first comes another way, and one that is sent again is refused. In
    tests that are marked ``in_time``, which are about this, only Discord waits.
    """
    monkeypatch.setattr(interactions, "RESPONSE_SECONDS", 60.0)
    if request.node.get_closest_marker("in_time") is None:
        monkeypatch.setattr(responses, "DEFER_AFTER", 30.0)
        monkeypatch.setattr(context, "_TIMEOUT", 30.0)
        monkeypatch.setattr(arrivals, "ANSWER_WITHIN", 60.0)


@pytest.fixture
def migrated_file(emptied_file: Path) -> Path:
    return emptied_file


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def bot(images: ImageRenderer, migrated_file: Path) -> AsyncIterator[RunningBot]:
    async with running_patience(images, migrated_file) as bot:
        yield bot


@pytest.fixture
async def stopped(
    images: ImageRenderer,
    migrated_file: Path,
    caplog: pytest.LogCaptureFixture,
    local_discord: LocalDiscord,
) -> AsyncIterator[RunningBot]:
    """A bot that is not running yet, and its Discord, which is."""
    caplog.set_level(logging.INFO)
    bot = RunningBot(local_discord, images, migrated_file)
    try:
        yield bot
    finally:
        await bot.stop()


@pytest.fixture
async def ada(bot: RunningBot) -> AsyncIterator[Player]:
    async with Player.connect(bot.discord.page_url, "Ada") as player:
        await player.until_online()
        yield player


@pytest.fixture
async def ben(bot: RunningBot) -> AsyncIterator[Player]:
    async with Player.connect(bot.discord.page_url, "Ben") as player:
        await player.until_online()
        yield player


@pytest.fixture
async def chiyo(bot: RunningBot) -> AsyncIterator[Player]:
    async with Player.connect(bot.discord.page_url, "Chiyo") as player:
        await player.until_online()
        yield player
