"""Everybody reads their language: their choice, else the server's, else Discord's.

Dmitri's Discord is set to German.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from local_discord.payload import Payload, payload_of, payloads_of, text_of
from local_discord.testing import Person
from tests.e2e.running_bot import RunningBot


def named(things: list[Payload]) -> dict[str, Payload]:
    return {text_of(thing["name"]): thing for thing in things}


def german(thing: Payload) -> str:
    return text_of(payload_of(thing["name_localizations"])["de"])


@pytest.fixture
async def dmitri(bot: RunningBot) -> AsyncIterator[Person]:
    async with Person.connect(bot.discord.page_url, "Dmitri") as person:
        await person.until_online()
        yield person


@pytest.mark.quick
async def test_a_player_whose_discord_is_german_gets_german_replies(dmitri: Person) -> None:
    board = await dmitri.command("patience", "play", game="phoenix", deal="47")

    assert "Nr. 47" in board.text
    assert "Sechs Stapel, sechzehn in Reserve" in board.text
    assert "Tipp" in {component.get("label") for component in board.components}


async def test_a_refusal_is_german_and_calls_commands_as_that_discord_does(dmitri: Person) -> None:
    refused = await dmitri.command("patience", "board")

    assert refused.ephemeral
    assert refused.text.startswith("Du hast kein aktuelles Spiel. Mit /spielen")


@pytest.mark.quick
async def test_an_illegal_move_is_explained_in_german(dmitri: Person) -> None:
    await dmitri.command("patience", "play", game="phoenix", deal="47")

    refused = await dmitri.command("patience", "type move", play="xyz")

    assert "ist kein Zug" in refused.text


async def test_moves_and_games_are_offered_in_german(dmitri: Person) -> None:
    await dmitri.command("patience", "play", game="klondike", deal="47")

    moves = await dmitri.choices("patience", "type move", focused="play", play="s")
    games = await dmitri.choices("patience", "play", focused="game", game="drei Karten")

    assert "1 Karte vom Talon umdrehen" in {choice.name for choice in moves}
    assert "Klondike, drei Karten · schwer" in {choice.name for choice in games}


async def test_a_game_is_found_by_its_english_title_too(dmitri: Person) -> None:
    games = await dmitri.choices("patience", "play", focused="game", game="draw three")

    assert "Klondike, drei Karten · schwer" in {choice.name for choice in games}


async def test_rules_are_shown_in_german(dmitri: Person) -> None:
    rules = await dmitri.command("patience", "games", game="klondike")

    assert "Im Tableau" in rules.text
    assert "Quelle: PySolFC, Klondike." in rules.text


async def test_another_player_still_gets_english_replies(ada: Person, dmitri: Person) -> None:
    german = await dmitri.command("patience", "help")
    english = await ada.command("patience", "help")

    assert "Gib **/spielen** ein" in german.text
    assert "Type **/play**" in english.text


@pytest.mark.quick
async def test_a_players_choice_of_language_overrides_discords(ada: Person) -> None:
    page = await ada.command("patience", "settings")
    page = await ada.select(page, ["de"], custom_id="patience:choose:language")

    assert "### Einstellungen" in page.text
    helped = await ada.command("patience", "help")
    # Her Discord shows commands by their English names.
    assert "Gib **/play** ein" in helped.text


async def test_a_servers_language_overrides_discords(ada: Person, ben: Person) -> None:
    page = await ada.command("patience", "setup")
    await ada.select(page, ["de"], custom_id="patience:setup:language")

    assert "wähle ein Spiel" in (await ben.command("patience", "help")).text
    assert "choose a game" in (await ben.command("lounge", "help")).text


async def test_commands_have_names_and_descriptions_in_german(bot: RunningBot) -> None:
    commands = named(bot.discord.state.commands(None))
    options = named(payloads_of(commands["play"]["options"]))
    daily = named(payloads_of(commands["daily"]["options"]))
    period = named(payloads_of(daily["board"]["options"]))["period"]

    assert german(commands["play"]) == "spielen"
    assert commands["play"]["description_localizations"] == {"de": "Beginnt eine Patience."}
    assert (german(options["game"]), german(options["deal"])) == ("spiel", "nummer")
    assert (german(commands["daily"]), german(daily["board"])) == ("tagesspiel", "bestenliste")
    assert german(payloads_of(period["choices"])[0]) == "Heute"
    assert german(commands["Board as text"]) == "Brett als Text"
