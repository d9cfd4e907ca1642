"""Boards of the day's deal say where another of the server was after as much time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.images import ImageRenderer
from bot.logs import _interaction
from bot.models.daily import DailyDeal
from bot.models.places import Place
from bot.service.daily.daily import Daily
from bot.service.daily.paces import Paces
from bot.service.play.games import Games
from bot.store.daily.daily import save_daily_deal
from bot.store.database.open import open_database
from local_discord.fixtures import GUILDS
from local_discord.testing import Message, Person
from tests.e2e.clocks import NOON, Clock
from tests.e2e.daily.daily_deals import days_of, prove_nothing
from tests.e2e.messages import labels
from tests.e2e.player import custom_id, until_answered
from tests.e2e.running_bot import RunningBot, running_patience
from tests.store.database.migrated import sqlite_url
from tests.store.database.statements import counting
from tests.waiting import until

HERE = Place(GUILDS[0].channels[0].id, GUILDS[0].id)


@pytest.fixture
async def bot(
    images: ImageRenderer, migrated_file: Path, clock: Clock
) -> AsyncIterator[RunningBot]:
    async with open_database(sqlite_url(migrated_file)) as database:
        await save_daily_deal(database, DailyDeal(NOON.date(), "saratoga", 42, 1, 99), NOON)
    async with running_patience(
        images, migrated_file, days=days_of(prove_nothing, clock), clock=clock
    ) as bot:
        yield bot


async def agree(person: Person) -> None:
    """Choose to be shown, and to be told."""
    page = await person.command("patience", "privacy")
    page = await person.press(page, label="Play side by side: off")
    assert "Play side by side: on" in labels(page)


async def tap(person: Person, board: Message) -> Message:
    board = await person.press(board, custom_id=custom_id(board, ":tap:s"))
    await until_answered()
    return board


async def test_a_small_line_tells_those_who_agree_how_far_another_was(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await agree(ben)
    await bot.services[Daily].play(ben.id, HERE)
    for _ in range(4):
        await bot.advance(timedelta(seconds=30))
        await bot.services[Games].play(ben.id, "s")
    board = await ada.command("patience", "daily play")
    board = await tap(ada, board)
    assert f"<@{ben.id}>" not in board.text
    await agree(ada)
    paces, own = bot.services[Paces], await bot.services[Games].active(ada.id)
    # What is not known yet is read beside the press.
    board = await tap(ada, board)
    await until(lambda: paces.beside(own) is not None)
    await bot.advance(timedelta(seconds=70))
    board = await tap(ada, board)
    assert f"-# <@{ben.id}>: 0 of 52 cards home after 1:10" in board.text
    with counting(bot.database, counts=lambda: bool(_interaction.get())) as found:
        await tap(ada, board)
    assert [text.split()[0] for text in found.texts] == ["UPDATE"]
