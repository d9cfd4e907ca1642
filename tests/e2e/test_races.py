"""Races for many, from the open table to the result and the rematch."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.chat.races.race_posts import announce_races, post_race_progress
from bot.images import ImageRenderer
from local_discord.payload import payloads_of, text_of
from local_discord.testing import Message, Person
from tests.e2e.boards import until_refused
from tests.e2e.race_tables import (
    DEAL,
    GAME,
    labels,
    open_table,
    play,
    prepare_deal,
    press,
    race_message,
    running_client,
    start_race,
    win,
)
from tests.e2e.running_bot import RunningBot, running_patience

MINUTE = timedelta(minutes=1)


class Clock:
    """The current time, shifted by ``later``, so that deadlines can pass."""

    def __init__(self) -> None:
        self.later = timedelta()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.later


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def bot(images: ImageRenderer, tmp_path: Path, clock: Clock) -> AsyncIterator[RunningBot]:
    async with running_patience(images, tmp_path / "patience.db", clock=clock) as bot:
        yield bot


@pytest.fixture
async def chiyo(bot: RunningBot) -> AsyncIterator[Person]:
    async with Person.connect(bot.discord.page_url, "Chiyo") as person:
        await person.until_online()
        yield person


def called(message: Message) -> set[int]:
    """The users that a message pings."""
    return {int(text_of(one["id"])) for one in payloads_of(message.raw["mentions"])}


async def pass_time(bot: RunningBot, clock: Clock, later: timedelta) -> None:
    """Let time pass, and have everything told that it brings."""
    clock.later += later
    await running_client(bot).services.races.settle()
    await bot.announce(announce_races)


# The table


async def test_a_table_says_who_sits_there_and_what_holds(ada: Person, ben: Person) -> None:
    table = await open_table(ada, minutes=90)
    assert not table.ephemeral
    assert f"<@{ada.id}> opened a table" in table.text
    assert f"(1/20): <@{ada.id}>" in table.text
    assert "lasts up to 1 h 30 min" in table.text
    assert "No hints, odds or solutions" in table.text
    assert labels(table) == ["Join", "Leave", "Start"]
    assert called(table) == set()
    joined = await press(ben, "Join")
    assert joined.id == table.id
    assert f"(2/20): <@{ada.id}>, <@{ben.id}>" in joined.text


async def test_a_table_with_hints_says_that_joining_is_agreeing(ada: Person) -> None:
    table = await open_table(ada, hints=True)
    assert "Hints and odds are allowed and counted: joining is agreeing" in table.text


async def test_games_are_offered_and_understood_as_for_play(ada: Person) -> None:
    choices = await ada.choices("patience", "race", focused="game")
    assert "klondike" in [choice.value for choice in choices]
    table = await ada.command("patience", "race", game="draw 3 klondike")
    assert "Klondike, draw three" in table.text
    note = await ada.command("lounge", "race", game="chess")
    assert note.ephemeral
    assert "no game called “chess”" in note.text


async def test_joining_twice_is_answered_privately(ada: Person, ben: Person) -> None:
    table = await open_table(ada)
    await press(ben, "Join")
    note = await press(ben, "Join")
    assert note.ephemeral
    assert note.text == "You sit at this table already."
    assert (await race_message(ada)).id == table.id


async def test_two_people_who_join_at_once_both_sit_there(
    ada: Person, ben: Person, chiyo: Person
) -> None:
    await open_table(ada)
    await asyncio.gather(press(ben, "Join"), press(chiyo, "Join"))
    async with asyncio.timeout(10):
        while "(3/20)" not in (await race_message(ada)).text:  # noqa: ASYNC110  # it has no event
            await asyncio.sleep(0.01)
    for person in (ada, ben, chiyo):
        assert f"<@{person.id}>" in (await race_message(ada)).text


async def test_the_next_player_organizes_once_the_organizer_leaves(
    bot: RunningBot, ada: Person, ben: Person, chiyo: Person
) -> None:
    await prepare_deal(bot)
    await open_table(ada)
    for person in (ben, chiyo):
        await press(person, "Join")
    left = await press(ada, "Leave")
    assert f"when <@{ben.id}> presses Start" in left.text
    assert f"<@{ada.id}>" not in left.text
    note = await press(chiyo, "Start")
    assert note.ephemeral
    assert f"Only <@{ben.id}> can start this race." in note.text
    assert (await press(ben, "Start")).media


async def test_a_table_that_everybody_left_is_closed(ada: Person) -> None:
    table = await open_table(ada)
    closed = await press(ada, "Leave")
    assert closed.id == table.id
    assert "The table is closed" in closed.text
    assert labels(closed) == []


async def test_a_table_that_nobody_starts_closes_in_its_message(
    bot: RunningBot, ada: Person, ben: Person, clock: Clock
) -> None:
    table = await open_table(ada)
    await press(ben, "Join")
    await pass_time(bot, clock, 31 * MINUTE)
    closed = await race_message(ada)
    assert closed.id == table.id
    assert "The table is closed" in closed.text
    assert labels(closed) == []


async def test_nobody_races_alone(ada: Person) -> None:
    await open_table(ada)
    note = await press(ada, "Start")
    assert note.ephemeral
    assert "You are alone at this table" in note.text


async def test_strangers_get_a_private_sentence_from_every_button(
    bot: RunningBot, ada: Person, ben: Person, chiyo: Person
) -> None:
    await open_table(ada)
    for label in ("Leave", "Start"):
        note = await press(chiyo, label)
        assert note.ephemeral
        assert "You are not in this race" in note.text
    await press(ada, "Leave")
    await running_client(bot).services.races.settle()
    await bot.announce(announce_races)
    await ada.delete(await race_message(ada))
    await start_race(bot, ada, ben)
    for label in ("My board", "Leave race"):
        note = await press(chiyo, label)
        assert note.ephemeral
        assert "You are not in this race" in note.text


async def test_a_second_table_in_a_channel_is_refused(ada: Person, ben: Person) -> None:
    await open_table(ada)
    note = await open_table(ben)
    assert note.ephemeral
    assert "There is an open table in this channel already" in note.text


async def test_a_table_in_a_direct_message_is_refused(ada: Person) -> None:
    note = await ada.command("dm", "race", game=GAME)
    assert note.ephemeral
    assert "Nobody else can see what you start here" in note.text


@pytest.mark.parametrize("minutes", [4, 10_081])
async def test_a_race_that_is_too_short_or_too_long_is_refused(ada: Person, minutes: int) -> None:
    note = await open_table(ada, minutes=minutes)
    assert note.ephemeral
    assert "from 5 minutes to 7 days" in note.text


# The race


async def test_the_start_pings_everybody_once_in_the_one_message(
    bot: RunningBot, ada: Person, ben: Person, chiyo: Person
) -> None:
    await prepare_deal(bot)
    table = await open_table(ada)
    for person in (ben, chiyo):
        await press(person, "Join")
    table = await race_message(ada)
    boards = await asyncio.gather(ada.press(table, label="Start"), ada.press(table, label="Start"))
    assert all(board.ephemeral and board.media for board in boards)
    race = await race_message(ben)
    assert race.id != table.id
    assert called(race) == {ada.id, ben.id, chiyo.id}
    assert "a race of 3 players" in race.text
    assert labels(race) == ["My board", "Leave race"]


async def test_everybody_plays_the_same_deal_on_a_board_that_says_it_is_a_race(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await start_race(bot, ada, ben)
    boards = [await press(person, "My board") for person in (ada, ben)]
    assert all(board.ephemeral for board in boards)
    assert await boards[0].picture() == await boards[1].picture()
    moved = await ada.command("patience", "move", play="s")
    assert moved.ephemeral
    board = await ada.refresh(boards[0])
    assert "1 move" in board.text
    assert re.search(r"Race\*\* · 2 players · until <t:\d+:t>", board.text)
    assert str(DEAL) not in str(board.raw)


async def test_the_twentieth_player_starts_the_race(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await prepare_deal(bot)
    await open_table(ada)
    races = running_client(bot).services.races
    (race,) = await races.open_for(ada.id)
    for player in range(1, 19):
        await races.join(player, race.id)
    board = await press(ben, "Join")
    assert board.ephemeral
    assert board.media
    assert "a race of 20 players" in (await race_message(ada)).text


async def test_nobody_joins_a_race_that_has_begun(
    bot: RunningBot, ada: Person, ben: Person, chiyo: Person
) -> None:
    await prepare_deal(bot)
    await open_table(ada)
    await press(ben, "Join")
    table = await race_message(chiyo)
    bot.discord.fail_next(1, 403, path_contains=f"/messages/{table.id}")
    bot.discord.fail_next(1, 403, path_contains=f"/messages/{table.id}")
    await press(ada, "Start")
    note = await chiyo.press(table, label="Join")
    assert note.ephemeral
    assert "This race has already begun" in note.text


async def test_progress_is_shown_in_the_same_message_without_a_card(
    bot: RunningBot, ada: Person, ben: Person, clock: Clock
) -> None:
    await start_race(bot, ada, ben)
    race = await race_message(ada)
    await play(bot, ben, 5)
    await bot.announce(post_race_progress)
    now = await race_message(ada)
    assert now.id == race.id
    assert re.search(rf"<@{ben.id}> · \d of 52 home · 5 moves\n<@{ada.id}>", now.text)
    await play(bot, ada, 2)
    await bot.announce(post_race_progress)
    assert "2 moves" not in (await race_message(ada)).text
    clock.later += timedelta(seconds=16)
    await bot.announce(post_race_progress)
    assert "2 moves" in (await race_message(ada)).text


async def test_the_result_pings_all_and_tells_what_everybody_used(
    bot: RunningBot, ada: Person, ben: Person, chiyo: Person
) -> None:
    await start_race(bot, ada, ben, chiyo)
    race = await race_message(ada)
    await ben.command("patience", "move", play="s")
    await ben.command("patience", "undo")
    board = await win(bot, ben)
    assert "**Place 1 so far**, of 3 players" in board.text
    waiting = await press(ben, "My board")
    assert waiting.ephemeral
    assert "place 1 so far" in waiting.text
    question = await press(chiyo, "Leave race")
    assert "You come last" in question.text
    assert "You left the race" in (await chiyo.press(question, label="Leave race")).text
    board = await win(bot, ada)
    assert "Your race is over: place 2 of 3 players" in board.text
    await bot.announce(announce_races)
    result = await race_message(ada)
    assert result.id != race.id
    assert called(result) == {ada.id, ben.id, chiyo.id}
    assert f"🏁 **<@{ben.id}> won the race**" in result.text
    assert re.search(rf"🥇 <@{ben.id}> · won in .* moves · 1 undo", result.text)
    assert f"🥈 <@{ada.id}> · won in " in result.text
    assert f"**3.** <@{chiyo.id}> · left · " in result.text
    assert f"deal {DEAL}" in result.text
    assert labels(result) == ["Rematch", "Replay", "Play this deal"]


async def test_a_press_on_a_board_after_the_race_says_that_it_is_over(
    bot: RunningBot, ada: Person, ben: Person, clock: Clock
) -> None:
    await start_race(bot, ada, ben)
    board = await press(ada, "My board")
    await play(bot, ben, 1)
    await pass_time(bot, clock, 61 * MINUTE)
    pressed = await ada.press(board, label="s · turn")
    assert "Your race is over: place 2 of 2 players. [See the result](" in pressed.text


async def test_hints_are_refused_or_counted_as_the_table_said(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await start_race(bot, ada, ben)
    note = await ada.command("patience", "hint")
    assert "no hints, odds or solutions" in note.text


async def test_a_player_who_stays_goes_on(bot: RunningBot, ada: Person, ben: Person) -> None:
    await start_race(bot, ada, ben)
    question = await press(ada, "Leave race")
    assert question.ephemeral
    await ada.press(question, label="Keep racing")
    assert labels(await race_message(ada)) == ["My board", "Leave race"]
    assert "a race of 2 players" in (await race_message(ada)).text


async def test_leaving_twice_is_answered_in_a_sentence(
    bot: RunningBot, ada: Person, ben: Person, chiyo: Person
) -> None:
    await start_race(bot, ada, ben, chiyo)
    question = await press(ada, "Leave race")
    await ada.press(question, label="Leave race")
    again = await press(ada, "Leave race")
    assert again.ephemeral
    assert "You have finished this race already" in again.text
    assert "/resume" in (await press(ada, "My board")).text


# Afterwards, and elsewhere


async def test_a_rematch_opens_a_table_with_the_same_settings_and_pings_nobody(
    bot: RunningBot, ada: Person, ben: Person, chiyo: Person
) -> None:
    await start_race(bot, ada, ben, minutes=10, hints=True)
    for person in (ada, ben):
        await person.press(await press(person, "Leave race"), label="Leave race")
    await bot.announce(announce_races)
    result = await race_message(ada)
    note = await chiyo.press(result, label="Rematch")
    assert "Only those who raced" in note.text
    table = await ben.press(result, label="Rematch")
    assert not table.ephemeral
    assert f"(1/20): <@{ben.id}>" in table.text
    assert "lasts up to 10 min" in table.text
    assert "Hints and odds are allowed" in table.text
    assert f"A rematch. Join in, <@{ada.id}>!" in table.text
    assert called(table) == set()


async def test_a_race_survives_restarts(bot: RunningBot, ada: Person, ben: Person) -> None:
    await prepare_deal(bot)
    await open_table(ada)
    await bot.restart()
    await ben.until_online()
    await press(ben, "Join")
    await bot.restart()
    await ada.until_online()
    await press(ada, "Start")
    await bot.restart()
    await ben.until_online()
    assert (await press(ben, "My board")).media
    await win(bot, ben)
    await press(ada, "My board")
    await win(bot, ada)
    await bot.restart()
    await ada.until_online()
    await bot.announce(announce_races)
    assert "won the race" in (await race_message(ada)).text


async def test_races_of_both_kinds_are_listed(bot: RunningBot, ada: Person, ben: Person) -> None:
    await prepare_deal(bot)
    await ada.command("lounge", "challenge", player=str(ben.id), game=GAME)
    await open_table(ada)
    await press(ben, "Join")
    listed = await ada.command("lounge", "races")
    assert listed.ephemeral
    assert labels(listed) == ["Leave", "Start", "Withdraw"]
    assert labels(await ben.command("lounge", "races")) == ["Leave", "Accept", "Decline"]
    board = await ada.press(listed, label="Start")
    assert board.media
    running = await ada.command("lounge", "races")
    assert labels(running) == ["My board", "Leave race", "Withdraw"]
    for person in (ada, ben):
        await person.press(await press(person, "Leave race"), label="Leave race")
    ended = await ada.command("lounge", "races")
    assert f"**1.** <@{ada.id}> · left" in ended.text


async def test_a_race_in_a_private_chat_is_shown_by_presses(
    bot: RunningBot, ada: Person, ben: Person, clock: Clock
) -> None:
    await prepare_deal(bot)
    group = str(bot.discord.open_group(ada.id, ben.id).id)
    table = await ada.command(group, "race", game=GAME)
    await ben.press(await race_message(ben, group), label="Join")
    race = await ada.press(await race_message(ada, group), label="Start")
    await ada.wait_until(lambda: table.id not in ada.messages, "deletion")
    assert called(race) == {ada.id, ben.id}
    assert (await ada.press(race, label="My board")).ephemeral
    await play(bot, ada, 3)
    await ben.press(await race_message(ben, group), label="My board")
    await ben.until(lambda one: one.id == race.id and "3 moves" in one.text)
    await pass_time(bot, clock, 61 * MINUTE)
    await until_refused(bot, 50001)
    ended = await ben.press(await race_message(ben, group), label="My board")
    assert ended.id == race.id
    assert f"<@{ada.id}> comes first" in ended.text


async def test_where_the_message_was_deleted_the_result_is_posted_all_the_same(
    bot: RunningBot, ada: Person, ben: Person, clock: Clock
) -> None:
    await start_race(bot, ada, ben)
    await ada.delete(await race_message(ada))
    await play(bot, ada, 2)
    await bot.announce(post_race_progress)
    await until_refused(bot, 10008)
    await pass_time(bot, clock, 61 * MINUTE)
    await until_refused(bot, 10008)
    assert f"<@{ada.id}> comes first" in (await race_message(ada)).text
