"""A bot killed or stopped wherever it waits on a message's way tells everybody once."""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Final

import pytest
from sqlalchemy import update

from bot.chat.client import PatienceClient
from bot.models.daily import DailyDeal
from bot.models.players import Reminder, ReminderKind
from bot.service.due import CLAIM
from bot.service.solver.pool import SolverPool
from bot.services import Services
from bot.start import build_services
from bot.store.daily.daily import save_daily_deal
from bot.store.database.connection import Database
from bot.store.database.open import open_database
from bot.store.players.reminders import save_reminder
from bot.store.players.schema import reminders
from bot.store.preferences import Owner, save_preferences
from local_discord import LocalDiscord
from local_discord.fixtures import GUILDS
from local_discord.rate_limits import UNLIMITED
from local_discord.testing.discord_py import pointed_at
from tests.e2e.clocks import NOON, Clock
from tests.e2e.contests.race_tables import look_again
from tests.e2e.kills.announcer import SUBJECTS, is_drawn_line, tell, where_it_waits
from tests.e2e.kills.bot import Address, Blank
from tests.e2e.kills.due import ADA, DAY, HOUR, PLACES, have_contests_due, shown, untold
from tests.store.database.migrated import sqlite_url
from tests.store.finished_games import play_to_the_end

pytestmark = [pytest.mark.slow, pytest.mark.dear]

TABLE = GUILDS[0]
DAILY = TABLE.channels[2].id
_UNKNOWN_MESSAGE: Final = 10008
MAX_KILLS = 40
"""How often one message is killed: a minute apart, a reminder is not too late yet."""


async def run(
    address: Address, now: datetime, subject: str, lines: Path | None = None, seed: str = ""
) -> int | None:
    """Let a process tell what is due; its exit code."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.e2e.kills.announcer"])
    process = context.Process(target=tell, args=(address, now, subject, lines, seed), daemon=True)
    process.start()
    await asyncio.to_thread(process.join)
    return process.exitcode


async def kill_at_each_line(
    address: Address, subject: str, seed: str, begin: Callable[[datetime], Awaitable[None]]
) -> AsyncIterator[tuple[int, datetime]]:
    """Have something due day by day, told by processes killed wherever they wait on its way.

    Of those lines the seed draws. Yields after each day, once a process was not killed: how many
    days there were, and the time.
    """
    lines, days, ended = address.folder / "lines", 0, None
    while ended != 0:
        now = NOON + days * DAY
        await begin(now)
        for _ in range(MAX_KILLS):
            ended = await run(address, now, subject, lines, seed)
            now += CLAIM
            if ended == 0:
                break
            assert ended == -signal.SIGKILL
        assert await run(address, now, subject) == 0
        days += 1
        yield days, now
    reached = lines.read_text(encoding="utf-8").splitlines()
    assert any(is_drawn_line(seed, line) for line in reached)
    assert {line.rpartition(":")[0] for line in reached} == SUBJECTS[subject].watched


async def begin_day(url: str, now: datetime) -> None:
    """Have results of yesterday due, and a reminder by direct messages that are to be opened."""
    yesterday = now.date() - DAY
    async with open_database(url) as database:
        await save_daily_deal(database, DailyDeal(now.date(), "saratoga", 42, 1, 112), now)
        await play_to_the_end(database, ADA, day=yesterday, guild=TABLE.id, at=now - DAY)
        async with database.transaction() as connection:
            await connection.execute(update(reminders).values(channel_id=None))


async def test_killed_at_each_line_it_tells_everybody_their_day_once(
    migrated_file: Path, tmp_path: Path, seed: str
) -> None:
    url = sqlite_url(migrated_file)
    async with LocalDiscord() as discord:
        discord.limits = UNLIMITED
        address = Address(discord.api_url, discord.gateway_url, url, tmp_path)
        direct = discord.state.dm_of(ADA)
        assert direct is not None
        async with open_database(url) as database:
            yesterday = DailyDeal(NOON.date() - DAY, "saratoga", 42, 1, 112)
            await save_daily_deal(database, yesterday, NOON)
            await save_preferences(database, Owner.GUILD, TABLE.id, {"daily_channel": str(DAILY)})
            await save_reminder(database, Reminder(ADA, ReminderKind.DAY, 12, "UTC", "en"), NOON)
        async for days, _ in kill_at_each_line(address, "days", seed, partial(begin_day, url)):
            told = [len(discord.state.messages(channel)) for channel in (direct.id, DAILY)]
            assert told == [days, days]
        assert discord.refusals == []


@asynccontextmanager
async def services_at(url: str, clock: Clock) -> AsyncIterator[Services]:
    """The services of a bot that does not run."""
    async with open_database(url) as database, Blank() as images:
        yield build_services(database, images, SolverPool(0), clock=clock)


async def test_killed_at_each_line_it_tells_each_channel_of_a_contest_once(
    migrated_url: str, tmp_path: Path, seed: str
) -> None:
    async with LocalDiscord() as discord:
        discord.limits = UNLIMITED
        address = Address(discord.api_url, discord.gateway_url, migrated_url, tmp_path)

        async def begin(now: datetime) -> None:
            clock = Clock(now)
            async with services_at(migrated_url, clock) as services:
                await have_contests_due(discord, services, clock, now)

        async for days, now in kill_at_each_line(address, "contests", seed, begin):
            assert shown(discord) == dict.fromkeys(PLACES, days)
            async with services_at(migrated_url, Clock(now)) as services:
                assert await untold(services) == []
        assert {refused.code for refused in discord.refusals} <= {_UNKNOWN_MESSAGE}, "deleted twice"


@asynccontextmanager
async def telling(url: str, clock: Clock) -> AsyncIterator[tuple[LocalDiscord, PatienceClient]]:
    """A Discord, and a client that can tell what is due there."""
    async with AsyncExitStack() as stack:
        discord = await stack.enter_async_context(LocalDiscord())
        discord.limits = UNLIMITED
        stack.enter_context(pointed_at(discord))
        services = await stack.enter_async_context(services_at(url, clock))
        client = await stack.enter_async_context(PatienceClient(services))
        await client.login("local")
        yield discord, client


class Cutter:
    """Cancels a pass at the first watched line that none has reached before and the seed draws.

    Attributes:
        before: the lines that were reached.
        task: the pass; None once it was cancelled.
    """

    def __init__(self, watched: frozenset[str], seed: str) -> None:
        self._watched = watched
        self._seed = seed
        self.before: set[str] = set()
        self.task: asyncio.Task[bool] | None = None

    def __call__(self, frame: FrameType, event: str, _argument: object) -> Cutter | None:
        """Trace a call, a line or a return."""
        if frame.f_code.co_filename not in self._watched:
            return None
        line = where_it_waits(frame, event)
        if line and self.task is not None and line not in self.before:
            self.before.add(line)
            if is_drawn_line(self._seed, line):
                self.task.cancel()
                self.task = None
        return self

    async def is_cut(self, work: Awaitable[bool]) -> bool:
        """Do a pass; whether it was cancelled at a line."""
        task = self.task = asyncio.ensure_future(work)
        sys.settrace(self)
        try:
            await asyncio.wait({task})
        finally:
            sys.settrace(None)
        is_cut, self.task = self.task is None, None
        assert is_cut or task.result()
        return is_cut


async def test_cut_at_each_line_it_tells_each_channel_of_a_contest_once(
    migrated_file: Path, seed: str
) -> None:
    """What a stop finds half done is done to its end, or by the next once its claim ends."""
    told, rounds, was_cut = SUBJECTS["contests"], 0, True
    cutter, clock, url = Cutter(told.watched, seed), Clock(), sqlite_url(migrated_file)
    async with telling(url, clock) as (discord, client):
        while was_cut:
            await have_contests_due(discord, client.services, clock, NOON + rounds * DAY)
            rounds += 1
            passes = [one for one in told.passes for _ in PLACES]
            was_cut = any([await cutter.is_cut(one(client)) for one in passes])
            clock.now += CLAIM
            for work in told.passes:
                assert await work(client)
            assert shown(discord) == dict.fromkeys(PLACES, rounds)
            assert await untold(client.services) == []
        assert {line.rpartition(":")[0] for line in cutter.before} == told.watched
        assert discord.refusals == []


async def test_what_was_told_is_not_told_again_though_discord_has_forgotten_the_nonce(
    migrated_url: str,
) -> None:
    """Contests that are looked at once more, much later, are as their messages show them."""
    told, clock = SUBJECTS["contests"], Clock()
    async with telling(migrated_url, clock) as (discord, client):
        await have_contests_due(discord, client.services, clock, NOON)
        for work in told.passes:
            assert await work(client)
        before = [discord.state.messages(place.channel_id) for place in PLACES.values()]
        await look_again(client.services[Database])
        discord.state.forget_nonces()
        clock.now += HOUR
        assert await untold(client.services)
        for work in told.passes:
            assert await work(client)
        assert [discord.state.messages(place.channel_id) for place in PLACES.values()] == before
        assert await untold(client.services) == []
