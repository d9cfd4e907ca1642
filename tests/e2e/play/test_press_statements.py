"""What a press asks of the database: each question is a round trip that a player waits for."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.images import ImageRenderer
from bot.logs import _interaction
from bot.service.play.games import Games
from local_discord.testing import Message, Person
from tests.e2e.player import custom_id, until_answered
from tests.e2e.running_bot import RunningBot, running_patience
from tests.store.database.statements import Statements, counting


@pytest.fixture
async def bot(images: ImageRenderer, migrated_url: str) -> AsyncIterator[RunningBot]:
    async with running_patience(images, migrated_url) as bot:
        yield bot


async def stock_press(bot: RunningBot, ada: Person, board: Message) -> tuple[Message, Statements]:
    """Turn the stock; the board after it, and what that asked of the database."""
    with counting(bot.database, counts=lambda: bool(_interaction.get())) as found:
        board = await ada.press(board, custom_id=custom_id(board, ":tap:s"))
        await until_answered()
    return board, found


@pytest.mark.quick
async def test_a_press_is_one_statement(bot: RunningBot, ada: Person) -> None:
    board = await ada.command("patience", "play", game="saratoga", deal="42")
    # The first is also when the player's name is saved.
    board, _ = await stock_press(bot, ada, board)
    board, found = await stock_press(bot, ada, board)
    assert [text.split()[0] for text in found.texts] == ["UPDATE"]
    assert found.connections == 1
    assert found.commits == 0, "a statement on its own needs no transaction around it"
    assert (await bot.services[Games].active(ada.id)).version == 2


async def test_a_press_on_an_old_board_reads_once(bot: RunningBot, ada: Person) -> None:
    old = await ada.command("patience", "play", game="saratoga", deal="42")
    old, _ = await stock_press(bot, ada, old)
    await bot.services[Games].play(ada.id, "s")
    _, found = await stock_press(bot, ada, old)
    # SQLite is told that a transaction begins.
    assert [word for text in found.texts if (word := text.split()[0]) != "BEGIN"] == ["SELECT"]
    assert found.connections == 1
