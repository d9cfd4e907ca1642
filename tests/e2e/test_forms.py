"""Forms: opened by commands and buttons, and what is entered in them."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from bot.chat.responding import responses
from local_discord.payload import Payload, payload_of, payloads_of
from local_discord.testing import Message, Modal, Person
from tests.e2e.play.boards import live_board
from tests.e2e.running_bot import RunningBot

KLONDIKE = {"game": "klondike", "deal": "1"}


async def typed(person: Person, form: Modal, moves: str) -> Message:
    return await person.submit_modal(form, moves=moves)


@pytest.mark.quick
async def test_many_moves_are_typed_at_once_and_the_board_follows(
    bot: RunningBot, ada: Person
) -> None:
    board = await ada.command("patience", "play", **KLONDIKE)
    form = await ada.command_for_modal("patience", "type move")
    word = await typed(ada, form, '[Game "klondike"]\n\ns s\ns s')
    assert word.ephemeral
    assert word.text.startswith("Played 4 moves, the last: **Turn 1 card from the stock**")
    assert live_board(ada, word).id == board.id
    assert "4 moves ·" in (await ada.refresh(board)).text
    assert bot.discord.refusals == []


@pytest.mark.parametrize("is_form", [True, False], ids=["form", "option"])
async def test_the_moves_before_one_that_cannot_be_played_stand(ada: Person, is_form: bool) -> None:
    async def type_moves(moves: str) -> Message:
        if not is_form:
            return await ada.command("patience", "type move", play=moves)
        return await typed(ada, await ada.command_for_modal("patience", "type move"), moves)

    board = await ada.command("patience", "play", **KLONDIKE)
    one = await type_moves("s")
    assert one.text.startswith("Played: **Turn 1 card from the stock**\n")
    two = await type_moves("s, 9-9, s")
    assert two.text.startswith("Played: **Turn 1 card from the stock**\nMove 2: Klondike has no ")
    assert "2 moves ·" in (await ada.refresh(board)).text
    none = await type_moves("nonsense, s")
    assert none.ephemeral
    assert none.text.startswith("“nonsense” is not a move; ")
    assert ("Not played: `nonsense, s`" in none.text) == is_form
    assert "Not played: `9-9, s`" in two.text
    assert "2 moves ·" in (await ada.refresh(board)).text


async def test_a_form_for_an_older_board_plays_nothing(ada: Person) -> None:
    await ada.command("patience", "play", **KLONDIKE)
    form = await ada.command_for_modal("patience", "type move")
    for _ in range(2):
        await ada.command("patience", "type move", play="s")
    await typed(ada, form, "s")
    assert "2 moves ·" in (await ada.command("patience", "board")).text


async def test_a_board_of_text_is_played_by_its_button_for_typing(ada: Person) -> None:
    await ada.command("patience", "play", **KLONDIKE)
    board = await ada.command("patience", "board", text=True)
    form = await ada.press_for_modal(board, label="Type moves")
    await typed(ada, form, "s, s")
    assert "2 moves ·" in (await ada.refresh(board)).text


async def test_a_form_that_would_come_too_late_is_a_sentence(
    ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(responses, "DEFER_AFTER", 0.0)
    said = await ada.command("patience", "race start")
    assert said.ephemeral
    assert "Please try again." in (await ada.refresh(said)).text


@pytest.mark.quick
async def test_a_race_is_opened_by_a_form(bot: RunningBot, ada: Person) -> None:
    form = await ada.command_for_modal("patience", "race start")
    table = await ada.submit_modal(form, seconds="600", hints=True)
    assert not table.ephemeral
    assert "Klondike" in table.text
    assert "10 min" in table.text
    form = await ada.command_for_modal("lounge", "race start")
    other = await ada.submit_modal(form, other="Spider, two suits")
    assert "### Spider, two suits" in other.text
    form = await ada.command_for_modal("patience", "race start")
    unknown = await ada.submit_modal(form, other="bridge")
    assert unknown.ephemeral
    assert bot.discord.refusals == []


async def test_a_tournament_is_started_by_a_form(bot: RunningBot, ada: Person) -> None:
    form = await ada.command_for_modal("patience", "tournament start")
    call = await ada.submit_modal(form, kind="days", days="3")
    assert not call.ephemeral
    assert "A deal a day" in call.text
    assert bot.discord.refusals == []


async def test_the_form_of_a_race_has_what_was_given(ada: Person) -> None:
    form = await ada.command_for_modal("patience", "race start", minutes=20, hints=True)
    table = await ada.submit_modal(form, game=["klondike"])
    assert "20 min" in table.text
    assert "Hints and odds are allowed" in table.text


def chosen(menus: Iterable[Payload]) -> list[object]:
    """The values that menus show as chosen."""
    options = (option for menu in menus for option in payloads_of(menu.get("options")))
    return [option["value"] for option in options if option.get("default")]


async def test_reminders_are_set_by_a_form_that_shows_them(bot: RunningBot, ada: Person) -> None:
    form = await ada.command_for_modal("patience", "daily remind")
    page = await ada.submit_modal(form, hour=["18"], city="kathmandu", streak=["2"], mentioned=True)
    assert page.ephemeral
    assert "Mention me in my servers' results: on" in [one.label for one in page.buttons]
    again = await ada.command_for_modal("patience", "daily remind")
    fields = [payload_of(one.get("component")) for one in payloads_of(again.raw["components"])]
    assert chosen(fields) == ["18", "Asia/Kathmandu", "2"]
    asked = await ada.submit_modal(again, hour=["7"], city="qqqq")
    assert "Nothing here is called “qqqq”" in asked.text
    page = await ada.select(asked, ["Asia/Tokyo"])
    assert chosen(page.components) == ["7", "Asia/Tokyo", "2"]
    assert bot.discord.refusals == []
