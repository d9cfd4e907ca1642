"""Asking for a game in one's own words, and choosing one where they fit none or several."""

from __future__ import annotations

import asyncio

import pytest

from bot.chat.games import traits
from bot.models.players import WinCount
from bot.service.players.statistics import Statistics
from bot.store.database.errors import StoreUnavailable
from local_discord.testing import Person
from tests.e2e.running_bot import RunningBot


@pytest.mark.quick
async def test_a_name_that_fits_nothing_is_answered_with_five_games(ada: Person) -> None:
    questions = {
        "draughts": "There is no game called “draughts” here.",
        "": "Which game would you like to play?",
        "🕷️ ♠": "There is no game called “🕷️ ♠” here.",
        "x" * 500: "There is no game called “xxxxxxxxxxxxxxxxxxxxxxx…” here.",
        "easy draughts": "There is no “easy draughts” at the level “easy”.",
    }
    for typed, question in questions.items():
        answer = await ada.command("patience", "play", game=typed)
        assert answer.ephemeral
        assert answer.text.startswith(question)
        assert len(answer.buttons) == 5
        assert all(button.label in answer.text for button in answer.buttons)


async def test_a_deal_that_was_asked_for_is_dealt_of_the_game_that_was_meant(ada: Person) -> None:
    asked = await ada.command("patience", "play", game="frecell", deal="1.000")
    assert "Which game do you mean by “frecell”?" in asked.text
    board = await ada.press(asked, label="FreeCell")
    assert "### FreeCell · deal 1000" in board.text


async def test_spider_asks_how_many_suits_and_no_name_deals_a_surprise(ada: Person) -> None:
    asked = await ada.command("patience", "play", game="spider")
    assert [one.label for one in asked.buttons] == [
        "Spider, one suit",
        "Spider, two suits",
        "Spider",
    ]
    chosen = await ada.press(asked, label="Spider")
    assert "### Spider · deal" in chosen.text
    # Whoever has not moved yet would be dealt Klondike.
    await ada.press(chosen, label="s · deal")
    assert "🎲 **" in (await ada.command("patience", "play")).text
    assert "🎲 **" in (await ada.command("patience", "play", game="surprise me")).text
    unnamed = await ada.command("patience", "play", deal="42")
    assert unnamed.ephemeral
    assert unnamed.text.startswith("Name the game of that deal, too")
    assert "🎲 **" in (await ada.command("patience", "play", deal="any")).text


async def test_whoever_has_never_played_and_names_no_game_is_dealt_klondike(ada: Person) -> None:
    board = await ada.command("patience", "play")
    assert "### Klondike · deal" in board.text
    assert "🎲" not in board.text
    assert "proven" not in board.text, "Nothing was searched, as this bot has no solver."


@pytest.mark.quick
async def test_pressing_one_of_the_games_deals_it(ada: Person) -> None:
    answer = await ada.command("patience", "play", game="spid")
    assert answer.text.startswith("Which game do you mean by “spid”?")
    assert [one.label for one in answer.buttons] == [
        "Spider, one suit",
        "Spider, two suits",
        "Spider",
        "Spiderette",
        "Relaxed Spider",
    ]
    board = await ada.press(answer, label="Spider, two suits")
    assert not board.ephemeral
    assert "### Spider, two suits · deal" in board.text


@pytest.mark.quick
async def test_a_difficulty_gives_a_game_that_fits_and_says_which(ada: Person) -> None:
    by_word = await ada.command("patience", "play", game="easy spider")
    assert (
        "Easy: **Spider, one suit**. By estimate, people win more than half of their games."
        in by_word.text
    )
    by_option = await ada.command("patience", "play", game="klondike", difficulty="hard", deal="7")
    assert "### Klondike, draw three · deal 7" in by_option.text
    assert (
        "Hard: **Klondike, draw three**. By estimate, people win one game in four to ten."
        in by_option.text
    )


async def test_a_number_behind_a_name_is_the_deal(ada: Person) -> None:
    board = await ada.command("patience", "play", game="klondike 12345")
    assert "### Klondike · deal 12345" in board.text
    refused = await ada.command("patience", "play", game="freecell 5,000,000")
    assert "“5,000,000” is not a deal of FreeCell" in refused.text


async def test_a_difficulty_beside_a_game_deals_that_game_and_says_how_hard_it_is(
    ada: Person,
) -> None:
    board = await ada.command("patience", "play", game="klondike hard")
    assert "### Klondike · deal" in board.text
    compared = "**Hard** among deals that can be won."
    assert compared in board.text or "Deals of **Klondike** could not be compared" in board.text


async def away(_guild: int) -> dict[str, WinCount]:
    raise StoreUnavailable("The database is away.")


async def hanging(_guild: int) -> dict[str, WinCount]:
    await asyncio.Event().wait()
    return {}


@pytest.mark.parametrize("reading", [away, hanging])
async def test_where_it_cannot_be_read_what_was_won_here_the_catalogue_stands(
    bot: RunningBot, ada: Person, monkeypatch: pytest.MonkeyPatch, reading: object
) -> None:
    monkeypatch.setattr(bot.services[Statistics], "often_played", reading)
    monkeypatch.setattr(traits, "_TIMEOUT", 0.1)
    choices = await ada.choices("patience", "play", focused="game", game="klo", difficulty="easy")
    assert choices[0].value == "double-klondike"
    answer = await ada.command("patience", "games", game="double klondike")
    assert (
        "Easy · By estimate, people win more than half of their games. 99.1 ± 0.9%" in answer.text
    )
