"""Many reminders in one hour, some of them for players whom the bot never wrote to."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import func, insert, select

from bot.chat.requests.pace import SECONDS_APART, Pace
from bot.images import ImageRenderer
from bot.models.due import Subject
from bot.models.players import ReminderKind
from bot.store.due.due import touch
from bot.store.due.schema import due
from bot.store.players.schema import reminders
from local_discord.rate_limits import UNLIMITED
from local_discord.testing import Person
from tests.e2e.clocks import NOON, Clock
from tests.e2e.daily.daily_deals import days_of, prove_at_once
from tests.e2e.running_bot import RunningBot, running_patience

OPENED: Final = 20
"""How many direct messages are opened in ten minutes."""


class ClockedPace(Pace):
    """The pace of background work, by a clock that it sets instead of waiting."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock

    async def turn(self) -> None:
        """Let the clock move on by a turn."""
        self._clock.now += timedelta(seconds=SECONDS_APART * self.processes)


@pytest.fixture
async def bot(
    images: ImageRenderer, migrated_file: Path, clock: Clock
) -> AsyncIterator[RunningBot]:
    """A bot that takes the day from the clock."""
    async with running_patience(
        images, migrated_file, days=days_of(prove_at_once, clock), clock=clock
    ) as bot:
        yield bot


async def set_for_all(bot: RunningBot, channel: int, players: int, newcomers: int) -> None:
    """Have everybody reminded at one, the newcomers first."""
    due_at = NOON + timedelta(hours=1)
    rows = [
        {
            "player_id": player,
            "kind": ReminderKind.DAY,
            "hour": 13,
            "time_zone": "UTC",
            "language": "en",
            "channel_id": None if player <= newcomers else channel,
        }
        for player in range(1, players + 1)
    ]
    async with bot.database.transaction() as connection:
        await connection.execute(insert(reminders), rows)
        for player in range(1, players + 1):
            subject = Subject("reminder", player, ReminderKind.DAY)
            await touch(connection, subject, due_at, player=player)


async def test_newcomers_keep_nobody_waiting(bot: RunningBot, ada: Person, clock: Clock) -> None:
    players, newcomers = 400, 30
    bot.discord.limits = UNLIMITED
    channel = int(ada.channel("dm"))
    await set_for_all(bot, channel, players, newcomers)
    bot.client.pace = ClockedPace(clock)
    await bot.set_clock(NOON + timedelta(hours=1))
    await bot.do_due()
    # Each request has a turn.
    turns = players - newcomers + OPENED
    assert clock.now == NOON + timedelta(hours=1) + turns * timedelta(seconds=SECONDS_APART)
    assert len(bot.discord.state.messages(channel)) == players - newcomers
    async with bot.database.reading() as connection:
        overdue = select(func.count()).where(due.c.due_at <= clock.now)
        assert await connection.scalar(overdue) == newcomers - OPENED
    # Discord knows none of them.
    assert {refusal.code for refusal in bot.discord.refusals} == {10013}
    bot.discord.refusals.clear()
