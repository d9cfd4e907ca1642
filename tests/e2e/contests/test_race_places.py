"""Races for many after their end, across restarts, and where the bot cannot write."""

from __future__ import annotations

from contextlib import suppress

import pytest

from bot.service.contests.races import COUNTDOWN, POST_PAUSE, Races
from local_discord.fault_injection import Refused
from local_discord.fixtures import ATTACH_FILES, SEND_MESSAGES, VIEW_CHANNEL
from local_discord.testing import Message, Person
from tests.e2e.contests.race_tables import (
    GAME,
    MINUTE,
    open_table,
    play,
    prepare_deal,
    press,
    race_message,
    start_race,
    win,
)
from tests.e2e.messages import called, labels, offered
from tests.e2e.play.boards import until_refused
from tests.e2e.running_bot import RunningBot


@pytest.mark.quick
async def test_a_rematch_opens_a_table_with_the_same_settings_and_pings_nobody(
    bot: RunningBot, ada: Person, ben: Person, chiyo: Person
) -> None:
    await start_race(bot, ada, ben, minutes=10, hints=True)
    for person in (ada, ben):
        await person.press(await press(person, "Leave race"), label="Leave race")
    await bot.do_due()
    result = await race_message(ada)
    note = await chiyo.press(result, label="Rematch")
    assert "Only those who raced" in note.text
    table = await ben.press(result, label="Rematch")
    assert not table.ephemeral
    assert f"(1/20): <@{ben.id}>" in table.text
    assert "The race lasts 10 min." in table.text
    assert "Hints and odds are allowed" in table.text
    assert f"A rematch. Join in, <@{ada.id}>!" in table.text
    assert called(table) == set()


async def test_a_race_survives_restarts(bot: RunningBot, ada: Person, ben: Person) -> None:
    await prepare_deal(bot)
    await open_table(ada)
    await bot.restart()
    await ben.until_online()
    await press(ben, "Ready")
    await bot.restart()
    await ada.until_online()
    await press(ada, "Start")
    await bot.restart()
    await bot.advance(COUNTDOWN)
    await ben.until_online()
    assert (await press(ben, "My board")).media
    await win(bot, ben)
    await press(ada, "My board")
    await win(bot, ada)
    await bot.restart()
    await ada.until_online()
    await bot.do_due()
    assert "won the race" in (await race_message(ada)).text


@pytest.mark.quick
async def test_races_of_both_kinds_are_listed(bot: RunningBot, ada: Person, ben: Person) -> None:
    await prepare_deal(bot)
    await ada.command("lounge", "race challenge", player=str(ben.id), game=GAME)
    await open_table(ada)
    await press(ben, "Ready")
    listed = await ada.command("lounge", "race list")
    assert listed.ephemeral
    assert labels(listed) == ["Ready", "Start", "Leave", "Withdraw"]
    listed_for_ben = await ben.command("lounge", "race list")
    assert labels(listed_for_ben) == ["Ready", "Leave", "Accept", "Decline"]
    await ada.press(listed, label="Start")
    await bot.do_due(after=COUNTDOWN)
    await ada.until(lambda one: one.ephemeral and bool(one.media), "board")
    running = await ada.command("lounge", "race list")
    assert labels(running) == ["My board", "Leave race", "Withdraw"]
    for person in (ada, ben):
        await person.press(await press(person, "Leave race"), label="Leave race")
    ended = await ada.command("lounge", "race list")
    assert f"– <@{ada.id}> · left" in ended.text


async def test_a_race_in_a_private_chat_is_shown_by_presses(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await prepare_deal(bot)
    group = str(bot.discord.open_group(ada.id, ben.id).id)
    table = await ada.command(group, "race start", game=GAME)
    await ben.press(await race_message(ben, group), label="Ready")
    await ada.until(lambda one: f"✅ <@{ben.id}>" in one.text, "who is ready")
    race = await ada.press(await race_message(ada, group), label="Start")
    await ada.wait_until(lambda: table.id not in ada.messages, "deletion")
    assert called(race) == {ada.id, ben.id}
    await bot.do_due(after=COUNTDOWN)
    await ben.until(lambda one: one.ephemeral and bool(one.media), "board")
    assert (await ada.press(race, label="My board")).ephemeral
    await play(bot, ada, 3)
    await ben.press(await race_message(ben, group), label="My board")
    await ben.until(lambda one: one.id == race.id and "3 moves" in one.text)
    await bot.do_due(after=61 * MINUTE)
    await until_refused(bot, 50001)
    ended = await ben.press(await race_message(ben, group), label="My board")
    assert ended.id == race.id
    assert "nobody won it" in ended.text
    assert f"– <@{ada.id}> · " in ended.text


async def test_where_the_message_was_deleted_the_result_is_posted_all_the_same(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await start_race(bot, ada, ben)
    await ada.delete(await race_message(ada))
    await play(bot, ada, 2)
    await bot.do_due()
    await until_refused(bot, 10008)
    await play(bot, ben, 1)
    await bot.do_due()
    await bot.do_due(after=61 * MINUTE)
    assert bot.discord.refusals == []
    assert "nobody won it" in (await race_message(ada)).text


async def test_where_the_results_so_far_were_deleted_the_result_is_posted_anew(
    bot: RunningBot, ada: Person, ben: Person, chiyo: Person
) -> None:
    await start_race(bot, ada, ben, chiyo)
    await win(bot, ada)
    await bot.do_due(after=11 * MINUTE)
    await ada.delete(await race_message(ada))
    await bot.do_due(after=120 * MINUTE)
    await until_refused(bot, 10008)
    await bot.do_due(after=2 * MINUTE)
    assert f"<@{ada.id}> won the race" in (await race_message(ada)).text


async def test_a_table_keeps_the_language_of_its_server_whoever_presses(
    bot: RunningBot, ada: Person
) -> None:
    await ada.command("patience", "race start", game=GAME)
    async with Person.connect(bot.discord.page_url, "Dmitri") as dmitri:
        await dmitri.until_online()
        joined = await press(dmitri, "Join")
        assert "(2/20)" in joined.text
        assert labels(joined) == ["Join", "Ready", "Start", "Leave"]
        note = await press(dmitri, "Join")
        assert note.text == "Du sitzt schon an diesem Tisch."


async def test_a_race_is_open_for_who_has_won_in_it_until_it_is_over(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await start_race(bot, ada, ben)
    won = await win(bot, ben)
    assert "Replay" in offered(won)
    assert not {"Share", "Same deal again"} & {*labels(won), *offered(won)}
    listed = await ben.command("lounge", "race list")
    assert "No open races" not in listed.text
    assert f"<@{ben.id}> · won in " in listed.text


@pytest.mark.parametrize(
    ("denied", "is_told"), [(SEND_MESSAGES, True), (VIEW_CHANNEL, True), (ATTACH_FILES, False)]
)
async def test_where_the_bot_may_not_write_a_race_says_that_it_waits_for_presses(
    bot: RunningBot, ada: Person, ben: Person, denied: int, is_told: bool
) -> None:
    await bot.discord.deny(int(ada.channel("patience")), denied)
    await prepare_deal(bot)
    assert "Press a button" not in (await open_table(ada)).text
    running = await _begun(ada, ben)
    assert ("Press a button to update this message" in running.text) is is_told
    for person in (ada, ben):
        question = await person.press(await race_message(person), label="Leave race")
        await person.press(question, label="Leave race")
    over = await ben.press(await race_message(ben), label="My board")
    assert "Press a button" not in over.text
    await bot.do_due()
    assert len(bot.discord.refusals) == is_told
    bot.discord.refusals.clear()


async def _begun(ada: Person, ben: Person) -> Message:
    await press(ben, "Ready")
    with suppress(LookupError):
        await press(ada, "Start")
    await ada.until(lambda one: "Leave race" in labels(one), "race")
    return await race_message(ada)


async def test_a_response_that_takes_the_place_of_a_races_message_is_kept_up_to_date(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await prepare_deal(bot)
    table = await open_table(ada)
    await press(ben, "Ready")
    refused = bot.discord.inject(Refused(50001), method="POST", path_contains="/messages")
    with suppress(LookupError):
        await press(ada, "Start")
    assert refused.met
    begun = await ben.until(lambda one: "My board" in labels(one), "race")
    assert begun.id != table.id
    await bot.do_due(after=COUNTDOWN)
    await ben.press(begun, label="My board")
    await play(bot, ben, 5)
    await bot.do_due(after=POST_PAUSE)
    assert (await race_message(ada)).id == begun.id
    assert "5 moves" in (await race_message(ada)).text


@pytest.mark.parametrize("started", [True, False], ids=["a result", "a closed table"])
async def test_a_race_in_a_thread_that_was_archived_meanwhile_is_told_there(
    bot: RunningBot, ada: Person, ben: Person, started: bool
) -> None:
    await prepare_deal(bot)
    thread = await bot.discord.open_thread(int(ada.channel("patience")), "a thread")
    await ada.command(str(thread.id), "race start", game=GAME, minutes=10)
    table = await race_message(ben, str(thread.id))
    if started:
        await ben.press(table, label="Ready")
        with suppress(LookupError):
            await ada.press(await race_message(ada, str(thread.id)), label="Start")
    await bot.discord.archive_thread(thread.id)
    if started:
        await bot.do_due(after=COUNTDOWN)
        await bot.services[Races].board(ada.id, (await bot.services[Races].open_for(ada.id))[0].id)
        await play(bot, ada, 5)
        await bot.advance(POST_PAUSE)
    await bot.do_due()
    await bot.do_due(after=120 * MINUTE)
    told = await race_message(ben, str(thread.id))
    assert ("nobody won it" if started else "The table is closed") in told.text
    assert [one.code for one in bot.discord.refusals] == [50083]
    bot.discord.refusals.clear()
