"""Reminders that players have set, and which of them are due."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from bot.models.players import Reminder, ReminderKind
from bot.store.database.connection import Database
from bot.store.play.results import days_won_by
from bot.store.players.reminders import (
    due_reminders,
    is_reminder_due,
    load_reminders,
    move_reminders_on,
    save_reminder,
    save_reminder_channel,
    stop_reminders,
)
from tests.store.finished_games import NOON, play_to_the_end

ANN, BOB = 2**63 - 1, 8
TODAY, DAY, HOUR = NOON.date(), timedelta(days=1), timedelta(hours=1)
REMINDER = Reminder(ANN, ReminderKind.DAY, 14, "Europe/Berlin", "de", NOON)


async def due(database: Database, hours: int = 0) -> list[tuple[Reminder, bool]]:
    return [*await due_reminders(database, NOON + hours * HOUR, TODAY)]


async def test_a_reminder_is_due_from_its_moment_on(database: Database) -> None:
    await save_reminder(database, REMINDER)
    await save_reminder(database, replace(REMINDER, kind=ReminderKind.STREAK, due_at=None))
    assert await due(database, -1) == []
    assert await due(database) == await due(database, 9) == [(REMINDER, False)]


async def test_what_is_due_last_comes_first_and_those_who_played_are_known(
    database: Database,
) -> None:
    await save_reminder(database, REMINDER)
    later = replace(REMINDER, player_id=BOB, due_at=NOON + HOUR)
    await save_reminder(database, later)
    await play_to_the_end(database, BOB, day=TODAY)
    assert await due(database, 1) == [(later, True), (REMINDER, False)]


async def test_one_is_due_no_more_once_the_day_is_played_or_it_is_set_anew(
    database: Database,
) -> None:
    await save_reminder(database, REMINDER)
    await play_to_the_end(database, BOB, day=TODAY)
    await play_to_the_end(database, ANN, day=TODAY - DAY)
    assert await is_reminder_due(database, REMINDER, TODAY)
    later = replace(REMINDER, due_at=NOON + HOUR)
    await save_reminder(database, later)
    assert not await is_reminder_due(database, REMINDER, TODAY)
    await play_to_the_end(database, ANN, day=TODAY)
    assert not await is_reminder_due(database, later, TODAY)


async def test_those_of_one_player_are_stopped(database: Database) -> None:
    other = replace(REMINDER, player_id=BOB)
    for one in (REMINDER, other):
        await save_reminder(database, one)
    await stop_reminders(database, ANN)
    assert await due(database) == [(other, False)]


async def test_they_are_moved_on_unless_set_anew(database: Database) -> None:
    await move_reminders_on(database, [])
    other = replace(REMINDER, player_id=BOB)
    for one in (REMINDER, other):
        await save_reminder(database, one)
    await save_reminder(database, replace(other, due_at=NOON + HOUR))
    await move_reminders_on(database, [(REMINDER, NOON + DAY), (other, NOON + DAY)])
    assert await due(database, 1) == [(replace(other, due_at=NOON + HOUR), False)]


async def test_setting_one_anew_keeps_what_was_told_and_where(database: Database) -> None:
    await save_reminder(database, REMINDER)
    await move_reminders_on(database, [(REMINDER, NOON + DAY)], told=TODAY)
    await save_reminder_channel(database, ANN, 5)
    await stop_reminders(database, ANN, refused_at=NOON)
    await save_reminder(database, replace(REMINDER, hour=20, due_at=NOON + HOUR))
    assert await load_reminders(database, ANN) == (
        replace(REMINDER, hour=20, due_at=NOON + HOUR, told_day=TODAY, channel_id=5),
    )


async def test_another_kind_is_set_with_the_channel_that_is_known(database: Database) -> None:
    await save_reminder(database, REMINDER)
    await save_reminder_channel(database, ANN, 5)
    await save_reminder(database, replace(REMINDER, kind=ReminderKind.STREAK))
    assert [one.channel_id for one in await load_reminders(database, ANN)] == [5, 5]


async def test_one_that_is_off_already_was_not_refused(database: Database) -> None:
    await save_reminder(database, replace(REMINDER, due_at=None))
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
