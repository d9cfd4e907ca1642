"""Races from a table: all who are ready start at the same moment."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.chat.races.boards import turn_to_show
from bot.images import ImageRenderer
from bot.models.contests import COUNTED
from bot.service.contests.races import COUNTDOWN, FIRST_PAUSE
from local_discord.testing import Message, Person
from tests.e2e.clocks import Clock
from tests.e2e.contests.race_tables import open_table, prepare_deal, press, race_message
from tests.e2e.messages import called, labels
from tests.e2e.running_bot import RunningBot, running_patience


@pytest.fixture
async def bot(
    images: ImageRenderer, migrated_file: Path, clock: Clock
) -> AsyncIterator[RunningBot]:
    """A bot for which no second passes by itself."""
    async with running_patience(images, migrated_file, clock=clock) as bot:
        yield bot


async def shows(person: Person, message: Message, text: str) -> None:
    """Wait until a message shows a text."""
    await person.until(lambda one: one.id == message.id and text in one.text, text)


@pytest.mark.quick
async def test_all_who_are_ready_see_the_seconds_and_then_their_boards_at_the_same_moment(
    bot: RunningBot, ada: Person, ben: Person, chiyo: Person
) -> None:
    await prepare_deal(bot)
    table = await open_table(ada)
    notes = [await press(person, "Ready") for person in (ben, chiyo)]
    assert all("Your board comes" in note.text for note in notes)
    await ada.until(lambda one: one.text.count("✅") == 2, "who is ready")
    assert (await race_message(ada)).id == table.id
    notes.insert(0, await press(ada, "Ready"))

    race = await race_message(ben)
    assert race.id != table.id
    assert called(race) == {ada.id, ben.id, chiyo.id}
    assert "Get ready!" in race.text
    assert labels(race) == ["My board", "Leave race"]
    await bot.advance(COUNTDOWN - COUNTED)
    for seconds in ("# 3", "# 2", "# 1"):
        await bot.do_due()
        for person, note in zip((ada, ben, chiyo), notes, strict=True):
            await shows(person, race, seconds)
            await shows(person, note, seconds)
        await bot.advance(timedelta(seconds=1))
    await bot.do_due()
    boards = [
        await person.until(lambda one: one.ephemeral and bool(one.media), "board")
        for person in (ada, ben, chiyo)
    ]
    assert all("Race** · 3 players" in board.text for board in boards)
    await ben.until(lambda one: one.id == race.id and bool(one.media), "the strip")
    await bot.do_due(after=FIRST_PAUSE)
    await ben.until(
        lambda one: one.id == race.id and one.text.count("0 moves") == 3, "who has begun"
    )
    assert (await ben.press(boards[1], label="s · turn")).id == boards[1].id
    await ben.wait_until(lambda: notes[1].id not in ben.messages, "deletion")


async def test_whoever_was_ready_before_a_restart_is_pinged_and_asks_for_their_board(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await prepare_deal(bot)
    await open_table(ada)
    note = await press(ben, "Ready")
    assert "press **My board** under the race" in note.text
    await bot.restart()
    await ada.until_online()
    await press(ada, "Ready")
    race = await race_message(ben)
    assert ben.id in called(race)
    await bot.do_due(after=COUNTDOWN)
    await ada.until(lambda one: one.ephemeral and bool(one.media), "board")
    assert (await press(ben, "My board")).media


async def test_of_many_who_press_at_once_one_shows_the_table(bot: RunningBot) -> None:
    turns = await asyncio.gather(*(turn_to_show(bot.client, 1) for _ in range(20)))
    assert turns.count(True) == 1


async def test_a_second_press_on_start_starts_nothing_else(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await prepare_deal(bot)
    table = await open_table(ada)
    await press(ben, "Ready")
    notes = await asyncio.gather(ada.press(table, label="Start"), ada.press(table, label="Start"))
    assert all(note.ephemeral and "The race begins" in note.text for note in notes)
    assert len([one for one in await ben.open("patience") if not one.ephemeral]) == 1


async def test_whoever_starts_is_asked_before_somebody_is_left_out(
    bot: RunningBot, ada: Person, ben: Person, chiyo: Person
) -> None:
    await prepare_deal(bot)
    await open_table(ada)
    await press(ben, "Join")
    assert "Nobody else is ready yet" in (await press(ada, "Start")).text
    await press(chiyo, "Ready")
    question = await press(ada, "Start")
    assert question.text == f"Not ready yet: <@{ben.id}>. Start without them, or wait?"
    await ada.press(question, label="Start without them")
    race = await ben.until(lambda one: "a race of 2 players" in one.text, "race")
    assert called(race) == {ada.id, chiyo.id}
    assert "You are not in this race" in (await press(ben, "My board")).text


async def test_whoever_leaves_in_the_last_seconds_is_told_of_the_start_no_more(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await prepare_deal(bot)
    await open_table(ada)
    note = await press(ben, "Ready")
    await press(ada, "Ready")
    question = await press(ben, "Leave race")
    await ben.press(question, label="Leave race")
    await ben.wait_until(lambda: note.id not in ben.messages, "deletion")
    await bot.do_due(after=COUNTDOWN)
    await ada.until(lambda one: one.ephemeral and bool(one.media), "board")


async def test_a_race_starts_for_those_who_are_ready_once_the_last_who_is_not_leaves(
    bot: RunningBot, ada: Person, ben: Person, chiyo: Person
) -> None:
    await prepare_deal(bot)
    await open_table(ada)
    for person in (ben, chiyo):
        await press(person, "Ready")
    await press(ada, "Leave")
    assert "Get ready!" in (await race_message(ada)).text
    await bot.do_due(after=COUNTDOWN)
    for person in (ben, chiyo):
        await person.until(lambda one: one.ephemeral and bool(one.media), "board")
