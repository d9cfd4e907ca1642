"""Reminders that players have set: which are due, and that each is claimed once."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

from bot.models.players import Reminder, ReminderKind
from bot.store.database.connection import Database
from bot.store.play.results import days_won_by
from bot.store.players.reminders import (
    claim_reminder,
    due_reminders,
    load_reminders,
    release_reminder,
    save_reminder,
    save_reminder_channel,
    skip_reminders,
    stop_reminders,
)
from tests.store.finished_games import NOON, play_to_the_end

ANN, BOB = 2**63 - 1, 8
TODAY, DAY, HOUR = NOON.date(), timedelta(days=1), timedelta(hours=1)
REMINDER = Reminder(ANN, ReminderKind.DAY, 14, "Europe/Berlin", "de", NOON)


async def due(database: Database, hours: int = 0, limit: int = 10) -> list[tuple[Reminder, bool]]:
    return [*await due_reminders(database, NOON + hours * HOUR, TODAY, limit)]


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
    assert await due(database, 1, limit=1) == [(later, True)]


async def test_a_claim_is_taken_once(database: Database) -> None:
    await save_reminder(database, REMINDER)
    claims = [claim_reminder(database, REMINDER, TODAY, NOON + DAY) for _ in range(5)]
    assert sorted(await asyncio.gather(*claims)) == [False, False, False, False, True]
    [claimed] = await load_reminders(database, ANN)
    assert claimed == replace(REMINDER, due_at=NOON + DAY, told_day=TODAY)


async def test_a_claim_fails_once_the_day_is_played(database: Database) -> None:
    await save_reminder(database, REMINDER)
    await play_to_the_end(database, BOB, day=TODAY)
    await play_to_the_end(database, ANN, day=TODAY - DAY)
    await play_to_the_end(database, ANN, day=TODAY)
    assert not await claim_reminder(database, REMINDER, TODAY, NOON + DAY)


async def test_a_released_claim_is_due_again(database: Database) -> None:
    await save_reminder(database, REMINDER)
    await claim_reminder(database, REMINDER, TODAY, NOON + DAY)
    await release_reminder(database, REMINDER, NOON + DAY)
    assert await due(database) == [(REMINDER, False)]


async def test_a_released_claim_leaves_what_was_set_since(database: Database) -> None:
    await save_reminder(database, REMINDER)
    await claim_reminder(database, REMINDER, TODAY, NOON + DAY)
    await stop_reminders(database, ANN)
    await release_reminder(database, REMINDER, NOON + DAY)
    assert await due(database, 48) == []


async def test_skipped_ones_are_moved_on_unless_set_anew(database: Database) -> None:
    await skip_reminders(database, [])
    other = replace(REMINDER, player_id=BOB)
    for one in (REMINDER, other):
        await save_reminder(database, one)
    await save_reminder(database, replace(other, due_at=NOON + HOUR))
    await skip_reminders(database, [(REMINDER, NOON + DAY), (other, NOON + DAY)])
    assert await due(database, 1) == [(replace(other, due_at=NOON + HOUR), False)]


async def test_setting_one_anew_keeps_what_was_told_and_where(database: Database) -> None:
    await save_reminder(database, REMINDER)
    await claim_reminder(database, REMINDER, TODAY, NOON + DAY)
    await save_reminder_channel(database, ANN, 5)
    await stop_reminders(database, ANN, refused_at=NOON)
    await save_reminder(database, replace(REMINDER, hour=20, due_at=NOON + HOUR))
    assert await load_reminders(database, ANN) == (
        replace(REMINDER, hour=20, due_at=NOON + HOUR, told_day=TODAY, channel_id=5),
    )


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
