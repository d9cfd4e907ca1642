"""A bot killed at any line on a message's way tells everybody once."""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import update

from bot.models.daily import DailyDeal
from bot.models.players import Reminder, ReminderKind
from bot.service.outbox import CLAIM
from bot.store.daily.daily import save_daily_deal
from bot.store.database.open import open_database
from bot.store.players.reminders import save_reminder
from bot.store.players.schema import reminders
from bot.store.preferences import Owner, save_preferences
from local_discord import LocalDiscord
from local_discord.fixtures import GUILDS, USERS
from local_discord.rate_limits import UNLIMITED
from tests.e2e.clocks import NOON
from tests.e2e.kills.announcer import WATCHED, tell
from tests.e2e.kills.bot import Address
from tests.store.database.migrated import sqlite_url
from tests.store.finished_games import play_to_the_end

pytestmark = pytest.mark.slow

DAY = timedelta(days=1)
ADA = USERS[0].id
TABLE = GUILDS[0]
DAILY = TABLE.channels[2].id
MAX_KILLS = 40
"""How often one message is killed: a minute apart, a reminder is not too late yet."""


def killed_at(lines: Path) -> list[str]:
    """The lines at which processes were killed."""
    return lines.read_text(encoding="utf-8").splitlines() if lines.exists() else []


async def run(address: Address, now: datetime, lines: Path | None = None) -> int | None:
    """Let a process tell what is due; its exit code."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.e2e.kills.announcer"])
    process = context.Process(target=tell, args=(address, now, lines), daemon=True)
    process.start()
    await asyncio.to_thread(process.join)
    return process.exitcode


async def begin_day(url: str, now: datetime) -> None:
    """Have results of yesterday due, and a reminder by direct messages that are to be opened."""
    yesterday = now.date() - DAY
    async with open_database(url) as database:
        await save_daily_deal(database, DailyDeal(now.date(), "saratoga", 42, 1, 112), now)
        await play_to_the_end(database, 1, day=yesterday, guild=TABLE.id, at=now - DAY)
        async with database.transaction() as connection:
            await connection.execute(update(reminders).values(channel_id=None))


async def test_killed_at_each_line_it_tells_everybody_once(
    migrated_file: Path, tmp_path: Path
) -> None:
    url, lines = sqlite_url(migrated_file), tmp_path / "lines"
    async with LocalDiscord() as discord:
        discord.limits = UNLIMITED
        address = Address(discord.api_url, discord.gateway_url, url, tmp_path)
        direct = discord.state.dm_of(ADA)
        assert direct is not None
        async with open_database(url) as database:
            yesterday = DailyDeal(NOON.date() - DAY, "saratoga", 42, 1, 112)
            await save_daily_deal(database, yesterday, NOON)
            await save_preferences(database, Owner.GUILD, TABLE.id, {"daily_channel": str(DAILY)})
            await save_reminder(database, Reminder(ADA, ReminderKind.DAY, 12, "UTC", "en", NOON))
        days, ended = 0, None
        while ended != 0:
            now = NOON + days * DAY
            await begin_day(url, now)
            for _ in range(MAX_KILLS):
                ended = await run(address, now, lines)
                now += CLAIM
                if ended == 0:
                    break
                assert ended == -signal.SIGKILL
            assert await run(address, now) == 0
            days += 1
            told = [len(discord.state.messages(channel)) for channel in (direct.id, DAILY)]
            assert told == [days, days]
        assert {line.rpartition(":")[0] for line in killed_at(lines)} == WATCHED
        assert discord.refusals == []
