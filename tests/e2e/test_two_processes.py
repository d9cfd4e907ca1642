"""Two processes on one database, as while a new version takes over: both hear of everything."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import func, select

from bot.chat.failures import ALREADY_ANSWERED
from bot.images import ImageRenderer
from bot.store.schema import games
from local_discord.testing import Person
from tests.e2e.players import until_answered
from tests.e2e.running_bot import RunningBot, running_patience
from tests.store.migrated import migrated_postgres_url, postgres_template
from tests.store.postgresql import postgres_server

__all__ = ["migrated_postgres_url", "postgres_server", "postgres_template"]

pytestmark = pytest.mark.postgres


@pytest.fixture
async def bot(images: ImageRenderer, migrated_postgres_url: str) -> AsyncIterator[RunningBot]:
    async with running_patience(images, migrated_postgres_url) as bot:
        other = RunningBot(bot.discord, images, migrated_postgres_url)
        await other.start()
        try:
            async with asyncio.timeout(20):
                while len(bot.discord.gateway.sessions) < 2:  # noqa: ASYNC110  # it has no event
                    await asyncio.sleep(0.01)
            yield bot
        finally:
            await other.stop()


async def test_a_command_is_done_once(bot: RunningBot, ada: Person) -> None:
    await ada.command("patience", "play", game="phoenix", deal="7")
    await ada.command("patience", "move", play="r4-2")
    await ada.command("patience", "undo")
    await until_answered()
    async with bot.database.transaction() as connection:
        dealt = (await connection.execute(select(func.count()).select_from(games))).scalar_one()
    assert dealt == 1
    assert (await bot.services.games.active(ada.id)).version == 2
    assert bot.discord.refusals == []


async def test_a_press_is_played_once(bot: RunningBot, ada: Person) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    await ada.press(board, label="6")
    await until_answered()
    assert (await bot.services.games.active(ada.id)).version == 1
    assert {one.code for one in bot.discord.refusals} <= {ALREADY_ANSWERED}
    bot.discord.refusals.clear()
