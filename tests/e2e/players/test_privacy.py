"""What players can see, export and delete of their stored data."""

from __future__ import annotations

import json

import pytest

from local_discord.testing import Message, Person
from tests.e2e.contests.challenges import bot
from tests.e2e.messages import statistics
from tests.e2e.running_bot import RunningBot
from tests.store.players.player_rows import mentions
from tests.waiting import until

__all__ = ["bot"]

SHOWN = "Show me on this server's leaderboards"


def labels(message: Message) -> set[str]:
    return {button.label for button in message.buttons}


async def stored_data(bot: RunningBot, person: Person) -> object:
    return await mentions(bot.database, person.id)


async def play(person: Person) -> Message:
    """Play a move and save a preference."""
    await person.select(
        await person.command("patience", "settings"), ["dark"], custom_id="patience:choose:look"
    )
    board = await person.command("patience", "play", game="phoenix", deal="7")
    return await person.press(board, label="6")


async def delete_everything(person: Person) -> Message:
    page = await person.command("patience", "privacy")
    question = await person.press(page, label="Delete everything")
    return await person.press(question, label="Delete everything")


async def test_the_page_says_what_is_stored_and_how_much(ada: Person) -> None:
    page = await ada.command("patience", "privacy")
    assert page.ephemeral
    assert "- the name you have on Discord" in page.text
    assert "No messages are stored" in page.text
    assert "until you delete it" in page.text
    assert "0 games, 0 finished · 0 settings · 0 races" in page.text
    await play(ada)
    page = await ada.command("dm", "privacy")
    assert "1 game, 0 finished · 1 setting · 0 races" in page.text


async def test_the_day_of_a_players_last_command_is_noted(bot: RunningBot, ada: Person) -> None:
    await play(ada)

    # That is done after the response.
    async def is_noted() -> bool:
        return "last_seen" in await mentions(bot.database, ada.id)

    await until(is_noted)


@pytest.mark.quick
async def test_players_get_their_data_as_a_private_file(bot: RunningBot, ada: Person) -> None:
    await play(ada)
    given = await ada.press(await ada.command("patience", "privacy"), label="My data")
    assert given.ephemeral
    name, content = await given.file()
    assert name == f"patience-{ada.id}.json"
    tables = json.loads(content)["tables"]
    assert [game["rules_id"] for game in tables["games"]] == ["phoenix"]
    assert [[text for text, _ in one["actions"]] for one in tables["actions"]] == [["6-f3"]]
    assert [one["value"] for one in tables["player_preferences"]] == ["dark"]
    assert tables["games"][0]["channel_id"] == ada.channel("patience")


async def test_the_page_stays_when_the_data_is_exported(ada: Person) -> None:
    page = await ada.command("patience", "privacy")
    assert (await ada.press(page, label="My data")).id != page.id
    assert labels(await ada.refresh(page)) >= {"My data", "Delete everything"}


@pytest.mark.quick
async def test_deleting_asks_first_and_says_what_is_lost(bot: RunningBot, ada: Person) -> None:
    await play(ada)
    before = await stored_data(bot, ada)
    page = await ada.command("patience", "privacy")
    question = await ada.press(page, label="Delete everything")
    assert question.id == page.id
    assert "Your games" in question.text
    assert "you lose any race you are in" in question.text
    again = await ada.press(question, label="Keep everything")
    assert again.id == page.id
    assert "1 game, 0 finished" in again.text
    assert await stored_data(bot, ada) == before


@pytest.mark.quick
async def test_everything_is_deleted_and_the_player_starts_fresh(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    for person in (ada, ben):
        await play(person)
    bens = await stored_data(bot, ben)
    told = await delete_everything(ada)
    assert told.ephemeral
    assert "Everything is deleted" in told.text
    assert not told.buttons
    assert await stored_data(bot, ada) == {}
    assert await stored_data(bot, ben) == bens
    assert "no current game" in (await ada.command("patience", "board")).text
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    assert "Six piles and sixteen in reserve" in board.text


async def test_an_old_board_is_answered_with_a_sentence(bot: RunningBot, ada: Person) -> None:
    board = await play(ada)
    await delete_everything(ada)
    for _ in range(2):
        pressed = await ada.press(board, label="Undo")
        assert pressed.ephemeral
        assert "There is no such game" in pressed.text
        await bot.restart()
        await ada.until_online()


async def test_old_buttons_delete_after_a_restart(bot: RunningBot, ada: Person) -> None:
    await play(ada)
    page = await ada.command("patience", "privacy")
    question = await ada.press(page, label="Delete everything")
    await bot.restart()
    await ada.until_online()
    assert "Everything is deleted" in (await ada.press(question, label="Delete everything")).text
    assert await stored_data(bot, ada) == {}


async def test_players_choose_whether_leaderboards_show_them(ada: Person, ben: Person) -> None:
    page = await ada.command("patience", "privacy")
    assert f"{SHOWN}: off" in labels(page)
    await play(ada)
    page = await ada.command("patience", "privacy")
    assert f"{SHOWN}: on" in labels(page)
    hidden = await ada.press(page, label=f"{SHOWN}: on")
    assert hidden.id == page.id
    assert f"{SHOWN}: off" in labels(hidden)
    seen = await ben.command("patience", "profile", player=str(ada.id))
    assert "visible only in servers" in seen.text
    await ada.press(hidden, label=f"{SHOWN}: off")
    seen = await statistics(ben, "patience", player=str(ada.id))
    assert "No finished games" in seen.text


async def test_direct_messages_offer_no_leaderboard_choice(ada: Person) -> None:
    page = await ada.command("dm", "privacy")
    assert not any(label.startswith(SHOWN) for label in labels(page))
