"""Boards that nobody plays on just now, folded to a line so that they take up no room."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from bot.models.due import BOARD, FOLDED_AFTER
from bot.store.due.schema import due
from local_discord.fixtures import VIEW_CHANNEL
from local_discord.testing import Message, Person
from tests.e2e.messages import labels
from tests.e2e.play.boards import until_refused
from tests.e2e.play.winning import won
from tests.e2e.running_bot import RunningBot, quiet

KLONDIKE = {"game": "klondike", "deal": "1"}
PHOENIX = {"game": "phoenix", "deal": "7"}


async def folded(person: Person, board: Message) -> Message:
    """Wait until a board is folded."""
    return await person.until(lambda one: one.id == board.id and not one.media, "folded board")


async def after_a_while(bot: RunningBot) -> None:
    """Let the time pass for which a finished board stays as it is."""
    await bot.do_due(after=FOLDED_AFTER)


@pytest.mark.quick
async def test_an_earlier_board_is_a_line_from_which_it_goes_on_where_it_was(ada: Person) -> None:
    klondike = await ada.command("patience", "play", **KLONDIKE)
    await ada.command("patience", "type move", play="s")
    phoenix = await ada.command("patience", "play", **PHOENIX)
    line = await folded(ada, klondike)
    assert line.text == f"-# <@{ada.id}> · **Klondike** · deal 1 · 1 move"
    assert labels(line) == ["Go on"]
    back = await ada.press(line, label="Go on")
    assert back.id == klondike.id
    assert back.media
    assert labels(await folded(ada, phoenix)) == ["Go on"]
    # It is the live board again.
    await ada.command("patience", "type move", play="s")
    assert "2 moves ·" in (await ada.refresh(back)).text


async def test_boards_of_others_elsewhere_or_private_stay(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    shown = [
        await ada.command("general", "play", **KLONDIKE),
        await ben.command("patience", "play", **KLONDIKE),
        await ada.command("patience", "together", game="klondike"),
        await ada.command("dm", "play", **KLONDIKE),
    ]
    await ada.command("dm", "play", **PHOENIX)
    await ada.press(await ada.command("dm", "settings"), label="Show my boards to others: on")
    await ada.command("general", "play", **PHOENIX)
    await bot.do_due()
    assert all([(await ada.refresh(one)).media for one in shown])


async def test_what_a_line_offers_is_its_players_alone(ada: Person, ben: Person) -> None:
    klondike = await ada.command("patience", "play", **KLONDIKE)
    await ada.command("patience", "play", **PHOENIX)
    said = await ben.press(await folded(ben, klondike), label="Go on")
    assert said.ephemeral
    assert "Type /play to start your own" in said.text


async def test_a_won_board_stays_for_a_while_and_then_is_its_result(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    board = await won(bot, ada)
    await ada.command("patience", "play", **KLONDIKE)
    await bot.do_due()
    assert (await ada.refresh(board)).media
    await after_a_while(bot)
    line = await folded(ben, board)
    assert f"<@{ada.id}> · **Phoenix** · 🎉 **Won** in 72 moves" in line.text
    assert labels(line) == ["New deal", "Replay", "Play this deal"]
    assert "Phoenix · deal 47" in (await ben.press(line, label="Play this deal")).text
    assert "replay" in (await ben.press(line, label="Replay")).text
    dealt = await ada.press(await ada.refresh(board), label="New deal")
    assert dealt.id != board.id
    assert labels(await ada.refresh(board)) == labels(line)


async def test_a_deal_that_took_the_place_of_a_finished_one_is_not_folded_with_it(
    bot: RunningBot, ada: Person
) -> None:
    board = await ada.command("patience", "play", **KLONDIKE)
    await ada.press(await ada.command("patience", "type giveup"), label="Give up")
    new = await ada.press(await ada.refresh(board), label="New deal")
    assert new.id == board.id
    await after_a_while(bot)
    assert (await ada.refresh(board)).media


async def test_what_was_given_up_can_be_dealt_again_from_its_line(
    bot: RunningBot, ada: Person
) -> None:
    board = await ada.command("patience", "play", **KLONDIKE)
    await ada.command("patience", "type move", play="s")
    await ada.press(await ada.command("patience", "type giveup"), label="Give up")
    await after_a_while(bot)
    line = await folded(ada, board)
    assert "Given up after 1 move" in line.text
    assert labels(line) == ["New deal", "Same deal again"]
    again = await ada.press(line, label="Same deal again")
    assert again.id == board.id
    assert "Klondike · deal 1" in again.text
    assert again.media


async def test_a_board_is_folded_by_a_bot_that_was_restarted_in_between(
    bot: RunningBot, ada: Person
) -> None:
    klondike = await ada.command("patience", "play", **KLONDIKE)
    async with quiet(bot.client):
        await ada.command("patience", "play", **PHOENIX)
        assert (await ada.refresh(klondike)).media
    await bot.restart()
    await ada.until_online()
    assert labels(await folded(ada, klondike)) == ["Go on"]


async def test_a_board_that_discord_does_not_let_be_edited_is_tried_once(
    bot: RunningBot, ada: Person
) -> None:
    klondike = await ada.command("patience", "play", **KLONDIKE)
    async with quiet(bot.client):
        await ada.command("patience", "play", **PHOENIX)
        await bot.discord.deny(int(klondike.channel), VIEW_CHANNEL)
    await bot.do_due()
    await until_refused(bot, 50001)
    async with bot.database.reading() as connection:
        left = await connection.execute(select(due).where(due.c.kind == BOARD))
        assert left.all() == []
