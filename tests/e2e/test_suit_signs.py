"""The suits as emoji of the application: uploaded once, and done without where they are denied."""

from __future__ import annotations

import logging

import pytest

from bot.chat.responding.suit_signs import SuitSigns
from engine.cards import Suit
from local_discord.fault_injection import HttpError, LateBefore, Refused
from local_discord.fixtures import USE_EXTERNAL_EMOJIS
from local_discord.payload import payload_of, text_of
from local_discord.testing import Message, Person
from rendering.cards.suit_signs import draw_suit_sign
from tests.e2e.running_bot import RunningBot

NAMES = {"spades", "hearts", "diamonds", "clubs", "blue_diamonds", "green_clubs"}


def uploaded(bot: RunningBot) -> dict[str, int]:
    """The application's emoji: their ids by name."""
    return {emoji.name: emoji.id for emoji in bot.discord.state.emojis_of(None)}


async def asked(person: Person) -> Message:
    """A board that asks where a queen is to go, onto kings of diamonds and hearts."""
    board = await person.command("patience", "play", game="phoenix", deal="7")
    return await person.press(board, label="Q♠")


def emoji_of(message: Message, label: str) -> str:
    """The name of the emoji before a button's label."""
    [found] = (one for one in message.components if one.get("label") == label)
    return text_of(payload_of(found.get("emoji")).get("name"))


@pytest.mark.quick
async def test_the_first_start_uploads_the_signs_and_later_ones_find_them(bot: RunningBot) -> None:
    first = uploaded(bot)
    assert first.keys() == NAMES
    spades = next(one for one in bot.discord.state.emojis.values() if one.name == "spades")
    assert spades.image == draw_suit_sign(Suit.SPADES)
    await bot.restart()
    assert uploaded(bot) == first


async def test_what_is_missing_is_uploaded_and_what_was_replaced_is_kept(bot: RunningBot) -> None:
    own = uploaded(bot)
    del bot.discord.state.emojis[own["hearts"]]
    await bot.restart()
    assert {name for name, id_ in uploaded(bot).items() if own[name] != id_} == {"hearts"}


async def test_texts_and_targets_have_the_signs(bot: RunningBot, ada: Person) -> None:
    question, ids = await asked(ada), uploaded(bot)
    assert f"Q<:spades:{ids['spades']}> from r4" in question.text
    assert emoji_of(question, "K · pile 2") == "diamonds"
    assert emoji_of(question, "K · pile 5") == "hearts"


async def test_signs_have_four_colours_for_who_wants_them(bot: RunningBot, ada: Person) -> None:
    page = await ada.command("patience", "settings")
    await ada.select(page, ["4"], custom_id="patience:choose:deck")
    question = await asked(ada)
    assert emoji_of(question, "K · pile 2") == "blue_diamonds"
    assert emoji_of(question, "K · pile 5") == "hearts"


@pytest.mark.quick
async def test_where_a_server_denies_emoji_suits_are_characters(
    bot: RunningBot, ada: Person
) -> None:
    channel = int(ada.channel("patience"))
    await bot.discord.deny(channel, USE_EXTERNAL_EMOJIS)
    question = await asked(ada)
    assert "Q♠ from r4" in question.text
    assert emoji_of(question, "K♦ · pile 2") == ""


@pytest.mark.parametrize("fault", [HttpError(400), Refused(30008), LateBefore(2)], ids=str)
async def test_what_cannot_be_uploaded_is_done_without(
    bot: RunningBot,
    ada: Person,
    fault: HttpError | Refused | LateBefore,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.chat.responding.suit_signs._TIMEOUT", 0.5)
    await bot.stop()
    bot.discord.state.emojis.clear()
    bot.discord.inject(fault, 1, method="POST", path_contains="/emojis")
    caplog.clear()
    with caplog.at_level(logging.WARNING):
        await bot.start()
    await ada.until_online()
    assert bot.client.suit_signs == SuitSigns()
    assert "Suits are shown without emoji" in caplog.text
    assert "Q♠ from r4" in (await asked(ada)).text
    bot.discord.refusals.clear()


async def test_signs_that_are_deleted_meanwhile_cost_one_press(
    bot: RunningBot, ada: Person
) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    bot.discord.state.emojis.clear()
    refused = await ada.press(board, label="Q♠")
    assert "/board" in refused.text
    again = await ada.press(await ada.command("patience", "board"), label="Q♠")
    assert "Q♠ from r4" in again.text
    bot.discord.refusals.clear()
