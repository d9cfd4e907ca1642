"""Reminders by direct message: set, received once, stopped with a press, or refused."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.images import ImageRenderer
from bot.models.shards import ShardPlan
from bot.service.due import CLAIM, LONGEST_PAUSE, DueList
from bot.service.preferences import PreferenceService
from bot.tasks import cancel_and_wait
from local_discord.fault_injection import HttpError, RateLimited, Refused
from local_discord.payload import payload_of, payloads_of
from local_discord.testing import Message, Person
from tests.e2e.clocks import NOON, Clock
from tests.e2e.daily.daily_deals import days_of, prove_at_once
from tests.e2e.messages import reminders
from tests.e2e.running_bot import RunningBot, quiet, running_patience
from tests.store.finished_games import play_to_the_end
from tests.waiting import until

DAY, HOUR = timedelta(days=1), timedelta(hours=1)


@pytest.fixture
async def bot(
    images: ImageRenderer, migrated_file: Path, clock: Clock
) -> AsyncIterator[RunningBot]:
    """A bot that takes the day from the clock."""
    async with running_patience(
        images, migrated_file, days=days_of(prove_at_once, clock), clock=clock
    ) as bot:
        yield bot


def chosen(page: Message, menu: str) -> str:
    """The label that a menu of the page shows."""
    (found,) = (one for one in page.components if one.get("custom_id") == f"patience:remind:{menu}")
    (label,) = (one["label"] for one in payloads_of(found["options"]) if one.get("default"))
    return str(label)


async def received(person: Person) -> list[Message]:
    return [one for one in await person.open("dm") if not one.ephemeral]


async def at_noon_in_new_york(bot: RunningBot, *, days: int = 0) -> None:
    await bot.set_clock(NOON + 5 * HOUR + days * DAY)
    await bot.do_due()


@pytest.mark.quick
async def test_a_reminder_comes_once_and_its_button_deals_the_day(
    bot: RunningBot, ada: Person
) -> None:
    page = await ada.command("patience", "daily remind", hour=12, zone="America/New_York")
    assert page.ephemeral
    assert chosen(page, "hour") == "12:00"
    await bot.do_due()
    assert await received(ada) == []
    for _ in range(3):
        await at_noon_in_new_york(bot)
    [reminder] = await received(ada)
    assert "Today's deal is waiting" in reminder.text
    board = await ada.press(reminder, label="Play today's deal")
    assert "16 November 2026" in board.text
    await ada.command("patience", "type giveup")
    await at_noon_in_new_york(bot, days=1)
    assert len(await received(ada)) == 2


@pytest.mark.parametrize("is_quiet", [False, True])
async def test_a_reminder_tells_of_the_streak_unless_it_is_to_be_quiet(
    bot: RunningBot, ada: Person, *, is_quiet: bool
) -> None:
    if is_quiet:
        settings = await ada.command("patience", "settings")
        await ada.press(settings, label="Quiet: no streaks, badges or times: off")
    for ago in (2, 1):
        at = NOON - timedelta(days=ago)
        await play_to_the_end(bot.database, ada.id, day=at.date(), at=at)
    await ada.command("patience", "daily remind", hour=12)
    await at_noon_in_new_york(bot)
    [reminder] = await received(ada)
    assert ("Your streak: 2 days." in reminder.text) is not is_quiet


@pytest.mark.quick
async def test_one_press_stops_reminders_and_says_so(bot: RunningBot, ada: Person) -> None:
    await ada.command("patience", "daily remind", hour=12)
    await at_noon_in_new_york(bot)
    [reminder] = await received(ada)
    stopped = await ada.press(reminder, label="Stop reminders")
    assert stopped.id == reminder.id
    assert "you get no more reminders" in stopped.text
    await at_noon_in_new_york(bot, days=1)
    assert len(await received(ada)) == 1
    assert chosen(await reminders(ada, "patience"), "hour") == "Never"


async def test_reminders_are_set_on_a_page_of_the_settings(ada: Person) -> None:
    page = await ada.press(await ada.command("patience", "settings"), label="Reminders …")
    assert page.ephemeral
    assert [chosen(page, menu) for menu in ("hour", "streak")] == ["Never", "Never"]
    assert chosen(page, "zone").startswith("New York · ")
    page = await ada.select(page, ["Asia/Tokyo"], custom_id="patience:remind:zone")
    page = await ada.select(page, ["18"], custom_id="patience:remind:hour")
    page = await ada.select(page, ["3"], custom_id="patience:remind:streak")
    assert chosen(page, "zone").startswith("Tokyo · ")
    assert chosen(page, "hour") == "18:00"
    assert chosen(page, "streak") == "3 hours before it ends, at 06:00"


@pytest.mark.quick
async def test_a_place_is_set_if_it_is_exact_and_asked_otherwise(ada: Person) -> None:
    offered = await ada.choices("patience", "daily remind", focused="zone")
    assert offered[0].value == "America/New_York"
    page = await ada.command("patience", "daily remind", hour=8, zone="london")
    assert "London, United Kingdom: it is " in page.text
    page = await ada.command("patience", "daily remind", hour=8, zone="kathmandu")
    assert chosen(page, "zone").startswith("Kathmandu · ")
    question = await ada.command("patience", "daily remind", hour=9, zone="Springfield")
    assert "Where is “Springfield”?" in question.text
    unset = await reminders(ada, "patience")
    assert chosen(unset, "zone").startswith("Kathmandu · ")
    assert chosen(unset, "hour") == "08:00"
    page = await ada.select(question, ["America/Chicago"])
    assert chosen(page, "zone").startswith("Chicago · ")
    assert chosen(page, "hour") == "09:00"


async def test_a_place_that_nobody_knows_is_asked_by_the_time_there(ada: Person) -> None:
    question = await ada.command("patience", "daily remind", hour=9, zone="qqqq")
    assert "Nothing here is called “qqqq”. What time is it where you are?" in question.text
    form = await ada.press_for_modal(question, label="Another place, or the time here")
    [field] = [payload_of(one.get("component")) for one in payloads_of(form.raw["components"])]
    assert field["value"] == "qqqq"
    tokyo = datetime.now(UTC).astimezone(ZoneInfo("Asia/Tokyo"))
    again = await ada.submit_modal(form, place=f"{tokyo:%H:%M}")
    assert again.id == question.id
    page = await ada.select(again, ["Asia/Tokyo"])
    assert chosen(page, "zone").startswith("Tokyo · ")
    assert chosen(page, "hour") == "09:00"


async def test_closed_direct_messages_stop_reminders_and_the_settings_say_so(
    bot: RunningBot, ada: Person
) -> None:
    await ada.command("patience", "daily remind", hour=12)
    bot.discord.close_direct_messages(ada.id)
    for days in range(2):
        await at_noon_in_new_york(bot, days=days)
    assert [refusal.code for refusal in bot.discord.refusals] == [50007]
    bot.discord.refusals.clear()
    assert "could not reach you" in (await ada.command("patience", "settings")).text
    page = await reminders(ada, "patience")
    assert "could not be delivered" in page.text
    bot.discord.open_direct_messages(ada.id)
    page = await ada.select(page, ["12"], custom_id="patience:remind:hour")
    assert "could not be delivered" not in page.text
    await at_noon_in_new_york(bot, days=2)
    assert len(await received(ada)) == 1


async def test_another_failure_is_tried_again_while_the_moment_lasts(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    for person in (ada, ben):
        await person.command("patience", "daily remind", hour=12)
    for person in (ada, ben):
        path = f"/channels/{person.channel('dm')}/messages"
        bot.discord.inject(HttpError(503), path_contains=path)
    await bot.set_clock(NOON + 5 * HOUR)
    await bot.do_due()
    assert [*await received(ada), *await received(ben)] == []
    await bot.do_due(after=LONGEST_PAUSE)
    assert len(await received(ada)) == len(await received(ben)) == 1


async def test_a_bot_told_to_stop_sends_the_reminders_it_has_claimed(
    bot: RunningBot, ada: Person
) -> None:
    await ada.command("patience", "daily remind", hour=12)
    path = f"/channels/{ada.channel('dm')}/messages"
    limited = bot.discord.inject(RateLimited(0.5), path_contains=path)
    await bot.set_clock(NOON + 5 * HOUR)
    work = asyncio.create_task(bot.do_due())
    await until(lambda: not limited.remaining)
    await cancel_and_wait([work])
    assert len(await received(ada)) == 1


async def test_each_press_on_mentions_turns_them_off_or_on(bot: RunningBot, ada: Person) -> None:
    page = await reminders(ada, "patience")
    for shown, chosen_now in (("off", True), ("on", False), ("off", True)):
        page = await ada.press(page, label=f"Mention me in my servers' results: {shown}")
        bot.services[PreferenceService].forget_all()
        assert (await bot.services[PreferenceService].get(ada.id)).mentioned is chosen_now


async def test_a_reminder_that_a_dead_process_has_begun_to_send_is_sent_a_minute_later(
    bot: RunningBot, ada: Person, clock: Clock
) -> None:
    await ada.command("patience", "daily remind", hour=12)
    async with quiet(bot.client):
        clock.now = NOON + 5 * HOUR
        assert await bot.services[DueList].take(ShardPlan((0,), 1), 8)
    await bot.do_due()
    assert await received(ada) == []
    await bot.stop()
    await bot.advance(CLAIM)
    await bot.start()
    await ada.until_online()
    await bot.do_due()
    assert len(await received(ada)) == 1


async def test_direct_messages_are_opened_when_a_reminder_is_set(
    bot: RunningBot, ada: Person
) -> None:
    await ada.command("patience", "daily remind", hour=12)
    assert bot.discord.state.opened_dms == {int(ada.channel("dm"))}


async def test_closed_direct_messages_are_told_when_a_reminder_is_set(
    bot: RunningBot, ada: Person
) -> None:
    bot.discord.inject(Refused(50007), path_contains="/users/@me/channels")
    page = await ada.command("patience", "daily remind", hour=12)
    assert "could not be delivered" in page.text
    assert chosen(page, "hour") == "Never"


async def test_a_bot_that_discord_takes_for_spam_opens_no_more_and_tells_the_others(
    bot: RunningBot, ada: Person, ben: Person, chiyo: Person
) -> None:
    await ada.command("patience", "daily remind", hour=12)
    opening = bot.discord.inject(Refused(20026), 2, path_contains="/users/@me/channels")
    for newcomer in (ben, chiyo):
        page = await newcomer.command("patience", "daily remind", hour=12)
        assert chosen(page, "hour") == "12:00"
    await at_noon_in_new_york(bot)
    assert len(await received(ada)) == 1
    assert (await received(ben), await received(chiyo)) == ([], [])
    assert opening.remaining == 1


async def test_a_reminder_speaks_the_players_language(bot: RunningBot, ada: Person) -> None:
    await ada.become("Dmitri")
    page = await ada.command("patience", "daily remind", hour=14)
    assert chosen(page, "zone").startswith("Berlin · ")
    await bot.set_clock(NOON + HOUR)
    await bot.do_due()
    [reminder] = await received(ada)
    assert "Das heutige Spiel wartet" in reminder.text
    assert "/tagesspiel erinnern" in reminder.text
