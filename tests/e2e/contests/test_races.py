"""Races for many, from the open table to the result and the rematch."""

from __future__ import annotations

import asyncio
import io
import re
from datetime import timedelta

import pytest
from PIL import Image, ImageChops

from bot.chat.play.views import board_view
from bot.images import ImageRenderer
from bot.service.play.games import Games
from local_discord.fixtures import GUILDS
from local_discord.testing import Person
from local_discord.testing.person import TIMEOUT_SECONDS
from rendering import Picture, Scene, Style
from tests.e2e.contests.race_tables import (
    DEAL,
    GAME,
    MINUTE,
    look_again,
    open_table,
    play,
    press,
    race_message,
    start_race,
    win,
)
from tests.e2e.messages import LONG_DEAL, called, labels
from tests.e2e.running_bot import RunningBot
from tests.waiting import until

# The table


@pytest.mark.quick
async def test_a_table_says_who_sits_there_and_what_holds(ada: Person, ben: Person) -> None:
    table = await open_table(ada, minutes=90)
    assert not table.ephemeral
    assert f"all start at the same moment. <@{ada.id}> can start it" in table.text
    assert f"(1/20): <@{ada.id}>" in table.text
    assert "The race lasts 1 h 30 min." in table.text
    assert "No hints, odds or solutions" in table.text
    assert labels(table) == ["Join", "Ready", "Start", "Leave"]
    assert called(table) == set()
    joined = await press(ben, "Join")
    assert joined.id == table.id
    assert f"(2/20): <@{ada.id}>, <@{ben.id}>" in joined.text


async def test_a_table_with_hints_says_that_joining_is_agreeing(ada: Person) -> None:
    table = await open_table(ada, hints=True)
    assert "Hints and odds are allowed and counted: by joining you agree" in table.text


async def test_games_are_offered_and_understood_as_for_play(ada: Person) -> None:
    choices = await ada.choices("patience", "race start", focused="game")
    assert "klondike" in [choice.value for choice in choices]
    table = await ada.command("patience", "race start", game="draw 3 klondike")
    assert "Klondike, draw three" in table.text
    question = await ada.command("lounge", "race start", game="klondyke", minutes=20, hints=True)
    assert question.ephemeral
    assert "Which game do you mean by “klondyke”?" in question.text
    table = await ada.select(question, ["klondike"])
    assert not table.ephemeral
    assert "Klondike" in table.text
    assert "20 min" in table.text
    assert "Hints and odds are allowed" in table.text


@pytest.mark.quick
async def test_joining_twice_is_answered_privately(ada: Person, ben: Person) -> None:
    table = await open_table(ada)
    await press(ben, "Join")
    note = await press(ben, "Join")
    assert note.ephemeral
    assert note.text == "You are already at this table."
    assert (await race_message(ada)).id == table.id


async def test_two_people_who_join_at_once_both_sit_there(
    ada: Person, ben: Person, chiyo: Person
) -> None:
    await open_table(ada)
    await asyncio.gather(press(ben, "Join"), press(chiyo, "Join"))

    async def all_are_counted() -> bool:
        return "(3/20)" in (await race_message(ada)).text

    await until(all_are_counted)
    for person in (ada, ben, chiyo):
        assert f"<@{person.id}>" in (await race_message(ada)).text


@pytest.mark.quick
async def test_a_table_that_everybody_left_is_closed(ada: Person) -> None:
    table = await open_table(ada)
    closed = await press(ada, "Leave")
    assert closed.id == table.id
    assert "a table for a race" in closed.text
    assert "The table is closed" in closed.text
    assert labels(closed) == []


async def test_a_table_that_nobody_starts_closes_in_its_message(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    table = await open_table(ada)
    await press(ben, "Join")
    await bot.do_due(after=31 * MINUTE)
    closed = await race_message(ada)
    assert closed.id == table.id
    assert "The table is closed" in closed.text
    assert labels(closed) == []


async def test_strangers_get_a_private_sentence_from_every_button(
    bot: RunningBot, ada: Person, ben: Person, chiyo: Person
) -> None:
    await open_table(ada)
    for label in ("Leave", "Start"):
        note = await press(chiyo, label)
        assert note.ephemeral
        assert "You are not in this race yet. Press Join" in note.text
    await press(ada, "Leave")
    await bot.do_due()
    await ada.delete(await race_message(ada))
    await start_race(bot, ada, ben)
    for label in ("My board", "Leave race"):
        note = await press(chiyo, label)
        assert note.ephemeral
        assert "You are not in this race" in note.text


async def test_a_table_in_a_direct_message_is_refused(ada: Person) -> None:
    note = await ada.command("dm", "race start", game=GAME)
    assert note.ephemeral
    assert "Nobody else can see what you start here" in note.text


# The race


async def test_everybody_plays_the_same_deal_on_a_board_that_says_it_is_a_race(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await start_race(bot, ada, ben)
    boards = [await press(person, "My board") for person in (ada, ben)]
    assert all(board.ephemeral for board in boards)
    assert await boards[0].picture() == await boards[1].picture()
    moved = await ada.command("patience", "type move", play="s")
    assert moved.ephemeral
    board = await ada.refresh(boards[0])
    assert "1 move" in board.text
    assert re.search(r"Race\*\* · 2 players · until <t:\d+:t>", board.text)
    assert str(DEAL) not in str(board.raw)


async def test_nobody_waits_while_the_board_of_another_is_drawn(
    bot: RunningBot, ada: Person, ben: Person, chiyo: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_race(bot, ada, ben, chiyo)
    both, draw = asyncio.Barrier(2), ImageRenderer.draw

    async def together(self: ImageRenderer, scene: Scene, style: Style) -> Picture:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await both.wait()
        return await draw(self, scene, style)

    monkeypatch.setattr(ImageRenderer, "draw", together)
    boards = await asyncio.gather(*(press(person, "My board") for person in (ben, chiyo)))
    assert [len(board.media) for board in boards] == [1, 1]


async def test_progress_is_shown_in_the_same_message_without_a_card(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await start_race(bot, ada, ben)
    race = await race_message(ada)
    await play(bot, ben, 5)
    await bot.do_due(after=timedelta(seconds=16))
    now = await race_message(ada)
    assert now.id == race.id
    assert re.search(rf"<@{ben.id}> · \d of 52 cards home · 5 moves\n<@{ada.id}>", now.text)
    await play(bot, ada, 2)
    await bot.do_due()
    assert "2 moves" not in (await race_message(ada)).text
    await bot.do_due(after=timedelta(seconds=16))
    assert "2 moves" in (await race_message(ada)).text


async def test_progress_made_while_its_message_could_not_be_noted_is_shown_later(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await start_race(bot, ada, ben)
    database = bot.database
    await play(bot, ben, 5)
    async with database.transaction() as connection:
        await connection.exec_driver_sql(
            "CREATE TRIGGER full BEFORE UPDATE ON posts"
            " BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END"
        )
    await bot.do_due(after=timedelta(seconds=16))
    await play(bot, ada, 2)
    async with database.transaction() as connection:
        await connection.exec_driver_sql("DROP TRIGGER full")
    await bot.do_due()
    await bot.do_due(after=timedelta(seconds=16))
    assert "2 moves" in (await race_message(ada)).text


async def test_a_result_that_was_sent_and_not_noted_is_not_sent_again(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await start_race(bot, ada, ben)
    for person in (ada, ben):
        await win(bot, person)
    await bot.do_due()
    result = await race_message(ada)
    await look_again(bot.database)
    await bot.restart()
    await bot.do_due()
    assert (await race_message(ada)).id == result.id


async def test_the_result_pings_all_and_tells_what_everybody_used(
    bot: RunningBot, ada: Person, ben: Person, chiyo: Person
) -> None:
    await start_race(bot, ada, ben, chiyo)
    race = await race_message(ada)
    await ben.command("patience", "type move", play="s")
    await ben.command("patience", "type undo")
    board = await win(bot, ben)
    assert re.search(r"\*\*Won\*\* in \d+ moves\.\n", board.text)
    assert "Place 1, in " in board.text
    waiting = await press(ben, "My board")
    assert waiting.ephemeral
    assert "Place 1, in " in waiting.text
    question = await press(chiyo, "Leave race")
    assert "You get no place" in question.text
    assert "You left the race" in (await chiyo.press(question, label="Leave race")).text
    board = await win(bot, ada)
    assert "Your race is over: place 2 of 3 players" in board.text
    await bot.do_due()
    result = await race_message(ada)
    assert result.id != race.id
    assert called(result) == {ada.id, ben.id, chiyo.id}
    assert f"🏁 **<@{ben.id}> won the race**" in result.text
    assert re.search(rf"🥇 <@{ben.id}> · won in .* moves · 1 undo", result.text)
    assert f"🥈 <@{ada.id}> · won in " in result.text
    assert f"– <@{chiyo.id}> · left · " in result.text
    assert re.search(f"-# deal {LONG_DEAL}", result.text)
    assert labels(result) == ["Rematch", "Replay", "Play this deal"]


async def test_the_strip_of_a_race_tells_nothing_of_boards_but_how_far_they_are(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await start_race(bot, ada, ben)
    games = bot.services[Games]
    for _ in range(5):
        await games.play(ada.id, "s")
    await play(bot, ben, 2)
    await bot.do_due(after=MINUTE)
    progress = [(await games.active(one.id)).game.board.progress for one in (ada, ben)]
    assert progress == [0, 0]
    race = await ada.until(lambda one: "5 moves" in one.text and bool(one.media), "the strip")
    boards = Image.open(io.BytesIO(await race.picture()))
    middle, cell, above_the_names = boards.width // 2, boards.width // 3, boards.height * 7 // 10
    left, right = (
        boards.crop((x, 0, x + cell, above_the_names)).convert("RGB")
        for x in (middle - cell, middle)
    )
    assert ImageChops.difference(left, right).getbbox() is None
    assert left.getcolors(maxcolors=256) != [(left.width * left.height, left.getpixel((0, 0)))]


async def test_the_last_minute_is_told_once_in_the_message_and_to_those_who_play(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await start_race(bot, ada, ben, minutes=10)
    await win(bot, ben)
    await bot.do_due(after=9 * MINUTE)
    await ada.until(lambda one: "The last minute!" in one.text and not one.ephemeral, "message")
    told = await ada.until(lambda one: "The last minute of your race" in one.text, "note")
    assert told.ephemeral
    await play(bot, ada, 1)
    await bot.do_due(after=timedelta(seconds=20))
    assert [one.ephemeral for one in await ada.open("patience") if "last minute" in one.text] == [
        False,
        True,
    ]
    assert not [one for one in await ben.open("patience") if "minute of your race" in one.text]


async def test_once_one_has_won_the_others_end_the_race_together(
    bot: RunningBot, ada: Person, ben: Person, chiyo: Person
) -> None:
    await start_race(bot, ada, ben, chiyo)
    await play(bot, chiyo, 9)
    await win(bot, ben)
    await bot.do_due(after=MINUTE)
    race = await ada.until(lambda one: "End here" in labels(one), "the offer")
    assert f"<@{ben.id}> has won" in race.text
    assert "You have finished this race already" in (await press(ben, "End here")).text
    assert "once everybody who is still racing agrees" in (await press(ada, "End here")).text
    await bot.do_due(after=MINUTE)
    await chiyo.until(lambda one: f"Agreed: <@{ada.id}>." in one.text, "who agrees")
    assert "All agree" in (await press(chiyo, "End here")).text
    await bot.do_due()
    result = await race_message(ben)
    assert f"<@{ben.id}> won the race" in result.text
    [picture] = result.media
    assert re.search(r"Ben overtook Chiyo for good at move \d+, after", str(picture["description"]))
    assert labels(result) == ["Rematch", "Replay", "Play this deal"]


async def test_a_press_on_a_board_after_the_race_says_that_it_is_over(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await start_race(bot, ada, ben)
    board = await press(ada, "My board")
    await play(bot, ben, 1)
    await bot.do_due(after=61 * MINUTE)
    pressed = await ada.press(board, label="s · turn")
    assert "Your race is over. [See the result](" in pressed.text


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


async def test_a_message_with_a_secret_board_gives_nobody_the_deal_or_the_cards(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await start_race(bot, ada, ben)
    board = board_view(await bot.services[Games].active(ada.id), None)
    sent = await bot.client.get_partial_messageable(GUILDS[0].channels[0].id).send(view=board.view)
    shown = await ben.until(lambda one: one.id == str(sent.id), "board")
    for command in ("Play this deal", "Board as text"):
        told = await ben.menu("patience", command, shown)
        assert told.ephemeral
        assert told.text.startswith("This deal is a secret until")
    assert (await bot.services[Games].active(ben.id)).race_id is not None
