"""Chat and table in turn: the button, its link, and the board in the chat afterwards."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse

from bot.images import ImageRenderer
from bot.service.play.games import Games
from bot.service.tables import Tables
from bot.web.protocol import PROTOCOL
from local_discord.testing import Message
from tests.e2e.play.tables import serving_tables
from tests.e2e.player import Player
from tests.e2e.running_bot import RunningBot


@pytest.fixture
async def tables(bot: RunningBot, images: ImageRenderer) -> AsyncIterator[Tables]:
    """The bot's tables, which are served."""
    async with serving_tables(bot, images) as tables:
        yield tables


def link_in(message: Message) -> str:
    """The address of a table in a message."""
    return next(str(one["url"]) for one in message.components if "url" in one)


@asynccontextmanager
async def at_table(link: str) -> AsyncIterator[ClientWebSocketResponse]:
    """A window at a table, which has shown its board."""
    url, _, token = link.partition("/#")
    async with ClientSession() as http:
        opened = await http.post(f"{url}/session", json={"link": token})
        session = (await opened.json())["session"]
        async with http.ws_connect(f"{url}/ws", origin=url) as socket:
            hello = {"t": "hello", "v": PROTOCOL, "session": session, "size": [390, 700]}
            await socket.send_json(hello)
            await board_on(socket)
            yield socket


async def board_on(socket: ClientWebSocketResponse) -> dict[str, Any]:
    """The next board that a window is sent."""
    while True:
        frame: dict[str, Any] = await socket.receive_json(timeout=120)
        if frame["t"] == "board":
            return frame


@pytest.mark.quick
async def test_a_game_goes_from_the_chat_to_the_table_and_back(
    bot: RunningBot, ada: Player, tables: Tables
) -> None:
    board = await ada.command("patience", "play", game="klondike", deal="11")
    told = await ada.press(board, label="Table")
    async with at_table(link_in(told)) as socket:
        # A press in the chat is seen at the table.
        board = await ada.press(board, label="1")
        shown = await board_on(socket)
        assert shown["version"] == 1
        await socket.send_json(
            {"t": "play", "re": 1, "game": shown["game"], "version": 1, "move": "s"}
        )
        assert (await board_on(socket))["version"] == 2
        # A press on the board of the chat, which is old now, changes nothing.
        board = await ada.press(board, label="s · turn")
        assert (await bot.services[Games].active(ada.id)).version == 2
        await socket.send_json(
            {"t": "play", "re": 2, "game": shown["game"], "version": 2, "move": "s"}
        )
        assert (await board_on(socket))["version"] == 3
    await ada.until(lambda one: one.id == board.id and "3 moves" in one.text)


async def test_nobody_gets_a_link_to_somebody_elses_game(
    ada: Player, ben: Player, tables: Tables
) -> None:
    board = await ada.command("patience", "play", game="klondike", deal="11")
    told = await ben.press(board, label="Table")
    assert "somebody else" in told.text
    assert not any("url" in one for one in told.components)


async def test_without_tables_no_board_has_the_button(ada: Player) -> None:
    board = await ada.command("patience", "play", game="klondike", deal="11")
    assert "Table" not in {one.label for one in board.buttons}
