"""Deleting everything while a press of the same player is answered."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

import pytest

from bot.images import ImageRenderer
from bot.service.players.privacy import Privacy
from local_discord.testing import Person
from tests.e2e.running_bot import RunningBot, running_patience

pytestmark = [pytest.mark.postgres, pytest.mark.slow]


@pytest.fixture
async def bot(images: ImageRenderer, postgres_url: str) -> AsyncIterator[RunningBot]:
    """A bot on PostgreSQL, where a row that refers to one that is gone is an error."""
    async with running_patience(images, postgres_url) as bot:
        yield bot


async def test_a_deletion_right_after_a_press_logs_no_failure(
    bot: RunningBot, ada: Person, caplog: pytest.LogCaptureFixture
) -> None:
    for later in range(12):
        board = await ada.command("patience", "play", game="phoenix", deal="7")
        press = asyncio.create_task(ada.press(board, label="6"))
        await asyncio.sleep(0.005 * later)
        await bot.services[Privacy].delete(ada.id)
        await press
    assert [one.message for one in caplog.records if one.levelno >= logging.WARNING] == []
