"""Reminders that players have set, and which of them are due."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from bot.models.due import Subject
from bot.models.players import Reminder, ReminderKind
from bot.store.database.connection import Database
from bot.store.play.results import days_won_by
from bot.store.players.reminders import (
    has_played,
    load_reminders,
    save_reminder,
    save_reminder_channel,
    stop_reminders,
)
from tests.store.due.due_times import load_due_at
from tests.store.finished_games import NOON, play_to_the_end

ANN, BOB = 2**63 - 1, 8
TODAY, DAY, HOUR = NOON.date(), timedelta(days=1), timedelta(hours=1)
REMINDER = Reminder(ANN, ReminderKind.DAY, 14, "Europe/Berlin", "de")


async def due(database: Database) -> dict[int, datetime]:
    """When the players' reminders of the day are due, of those that are."""
    subjects = [Subject("reminder", player, ReminderKind.DAY) for player in (ANN, BOB)]
    return {one.id: at for one, at in (await load_due_at(database, subjects)).items()}


async def test_a_reminder_is_due_at_its_time_and_anew_when_it_is_set_anew(
    database: Database,
) -> None:
    await save_reminder(database, REMINDER, NOON)
    assert await due(database) == {ANN: NOON}
    await save_reminder(database, REMINDER, NOON + HOUR)
    assert await due(database) == {ANN: NOON + HOUR}
    await save_reminder(database, replace(REMINDER, hour=None), None)
    assert await due(database) == {}


async def test_those_who_played_a_day_are_known(database: Database) -> None:
    await play_to_the_end(database, BOB, day=TODAY)
    await play_to_the_end(database, ANN, day=TODAY - DAY)
    assert await has_played(database, BOB, TODAY)
    assert not await has_played(database, ANN, TODAY)


async def test_those_of_one_player_are_stopped(database: Database) -> None:
    for one in (REMINDER, replace(REMINDER, player_id=BOB)):
        await save_reminder(database, one, NOON)
    await stop_reminders(database, ANN)
    assert await due(database) == {BOB: NOON}


async def test_setting_one_anew_keeps_the_channel_and_forgets_a_refusal(
    database: Database,
) -> None:
    await save_reminder(database, REMINDER, NOON)
    await save_reminder_channel(database, ANN, 5)
    await stop_reminders(database, ANN, refused_at=NOON)
    await save_reminder(database, replace(REMINDER, hour=20), NOON + HOUR)
    assert await load_reminders(database, ANN) == (replace(REMINDER, hour=20, channel_id=5),)


async def test_another_kind_is_set_with_the_channel_that_is_known(database: Database) -> None:
    await save_reminder(database, REMINDER, NOON)
    await save_reminder_channel(database, ANN, 5)
    await save_reminder(database, replace(REMINDER, kind=ReminderKind.STREAK), NOON)
    assert [one.channel_id for one in await load_reminders(database, ANN)] == [5, 5]


async def test_one_that_is_off_already_was_not_refused(database: Database) -> None:
    await save_reminder(database, replace(REMINDER, hour=None), None)
    await stop_reminders(database, ANN, refused_at=NOON)
    [stored] = await load_reminders(database, ANN)
    assert stored.refused_at is None


async def test_days_won_leave_out_late_ones_and_losses(database: Database) -> None:
    for ago, won in ((0, True), (1, False), (2, True)):
        await play_to_the_end(
            database, ANN, day=TODAY - ago * DAY, won=won, at=NOON - ago * DAY, moves=1
        )
    await play_to_the_end(database, ANN, day=TODAY - 3 * DAY, at=NOON, moves=1)
    days = await days_won_by(database, {ANN, BOB})
    assert days == {ANN: {TODAY, TODAY - 2 * DAY}, BOB: frozenset()}
