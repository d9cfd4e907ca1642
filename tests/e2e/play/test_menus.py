"""The commands in the context menu of a message that shows a board."""

from __future__ import annotations

import pytest

from local_discord.testing import Person
from tests.e2e.running_bot import RunningBot

NO_BOARD = "This message shows no board of Patience. Choose one that does."


@pytest.mark.quick
async def test_the_deal_of_somebody_elses_board_is_dealt_to_whoever_asks(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    board = await ada.command("patience", "play", game="saratoga", deal="42")
    dealt = await ben.menu("patience", "Play this deal", board)
    assert dealt.id != board.id
    assert "Saratoga · deal 42" in dealt.text
    assert bot.discord.refusals == []


async def test_a_board_is_read_as_text_by_whoever_asks_alone(ada: Person, ben: Person) -> None:
    board = await ada.command("patience", "play", game="saratoga", deal="42")
    text = await ben.menu("patience", "Board as text", board)
    assert text.ephemeral
    assert not text.media
    assert not text.buttons
    assert "Saratoga · deal 42" in text.text
    assert "1: " in text.text


async def test_a_message_without_a_board_gets_a_sentence(ada: Person) -> None:
    said = await ada.say("patience", "Hello")
    assert (await ada.menu("patience", "Play this deal", said)).text == NO_BOARD
    assert (await ada.menu("patience", "Board as text", said)).text == NO_BOARD


async def test_the_deal_of_a_deleted_game_gets_a_sentence(ada: Person, ben: Person) -> None:
    board = await ada.command("patience", "play", game="saratoga", deal="42")
    page = await ada.command("patience", "privacy")
    question = await ada.press(page, label="Delete everything")
    await ada.press(question, label="Delete everything")
    told = await ben.menu("patience", "Play this deal", board)
    assert told.ephemeral
    assert "There is no such game" in told.text
