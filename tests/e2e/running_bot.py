"""The whole of Patience for a test: a local Discord, the bot connected to it, and a database.

The bot can be stopped and started again in between, as a restart would.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

from bot.__main__ import background_work, build_services
from bot.chat.channels.background import repeat
from bot.chat.client import PatienceClient
from bot.chat.connection.command_registration import Registry
from bot.chat.connection.gateway import Timing
from bot.chat.requests.backoff import Backoff
from bot.images import ImageRenderer
from bot.models import ShardPlan, StartGate
from bot.service import Advisor, Challenges, Daily, Games, Privacy, Solutions, SolverPool
from bot.services import Services
from bot.store import Database, open_database
from local_discord import LocalDiscord
from local_discord.message import MENTION
from local_discord.rate_limits import Limits
from tests.local_discord.client import running
from tests.store.migrated import sqlite_url

_READY_TIMEOUT: Final = 0.05
"""Seconds without news of another server after which the bot is ready."""
TIMING: Final = Timing(Backoff(first=0.02, longest=0.5), session_interval=0.0)
"""So impatient that no test waits for it."""


def _now() -> datetime:
    return datetime.now(UTC)


class RunningBot:
    """A bot that can be restarted while its Discord keeps running.

    Attributes:
        timing: how patient the connection is from the next start on.
        registry: what remembers which commands were registered last.
        registration_backoff: the pauses after which refused commands are sent again.
        plan: the shards from the next start on; None for as many as Discord recommends.
        gate: lets sessions start in turn from the next start on.
        serving: the task of the client that was started last.
    """

    serving: asyncio.Task[None]

    def __init__(
        self,
        discord: LocalDiscord,
        images: ImageRenderer,
        database: Path | str,
        solvers: SolverPool | None = None,
        days: Callable[[Games], Daily] | None = None,
        races: Callable[[Games], Challenges] | None = None,
        clock: Callable[[], datetime] = _now,
        advisor: Callable[[SolverPool], Advisor] | None = None,
    ) -> None:
        self.discord = discord
        self.timing = TIMING
        self.registry: Registry | None = None
        self.registration_backoff = TIMING.backoff
        self.plan: ShardPlan | None = None
        self.gate: StartGate | None = None
        self._images = images
        self._url = database if isinstance(database, str) else sqlite_url(database)
        self.solvers = solvers
        self._days = days
        self._races = races
        self._clock = clock
        self._advisor = advisor
        self._stack = AsyncExitStack()
        self._client: PatienceClient | None = None

    @property
    def client(self) -> PatienceClient:
        """The bot's client; only while the bot runs."""
        assert self._client is not None
        return self._client

    @property
    def services(self) -> Services:
        """What the bot's commands call."""
        return self.client.services

    @property
    def database(self) -> Database:
        """The bot's open database."""
        return self.services.games.database

    async def start(self) -> None:
        """Open the database and connect the bot."""
        database = await self._stack.enter_async_context(open_database(self._url))
        solvers = self.solvers or SolverPool(0)
        services = build_services(database, self._images, solvers, clock=self._clock)
        work = background_work(services, solvers)
        if self._advisor is not None:
            advisor = self._advisor(solvers)
            services = replace(services, advisor=advisor, solutions=Solutions(database, advisor))
        if self._days is not None:
            services = replace(services, daily=self._days(services.games))
            work.append(services.daily.keep_prepared)
        if self._races is not None:
            work.remove(services.challenges.keep_settled)
            challenges = self._races(services.games)
            privacy = Privacy(
                services.games,
                services.preferences,
                challenges,
                services.races,
                services.names,
                clock=self._clock,
            )
            services = replace(services, challenges=challenges, privacy=privacy)
            work.append(challenges.keep_settled)
        self._client = PatienceClient(
            services,
            plan=self.plan,
            gate=self.gate,
            background=work,
            registry=self.registry,
            ready_timeout=_READY_TIMEOUT,
            timing=self.timing,
            registration_backoff=self.registration_backoff,
        )
        self.serving = await self._stack.enter_async_context(running(self.client, self.discord))

    async def stop(self) -> None:
        """Disconnect the bot and close the database."""
        await self._stack.aclose()
        self._client = None

    async def announce(self, work: Callable[[PatienceClient], Awaitable[bool]]) -> bool:
        """Run a pass of announcements once the bot's own, which may have claimed some, is over."""
        async with quiet(self.client):
            return await work(self.client)

    async def restart(self) -> None:
        """Stop and start again; only the database survives."""
        await self.stop()
        await self.start()


@asynccontextmanager
async def quiet(client: PatienceClient) -> AsyncIterator[None]:
    """Wait until the bot's own passes of announcements are over, and let none begin meanwhile."""
    passes = [one for one in client.background if isinstance(one, partial)]
    names = sorted(one.keywords["name"] for one in passes if one.func is repeat)
    async with AsyncExitStack() as held:
        for name in names:
            await held.enter_async_context(client.announce_locks[name])
        yield


@asynccontextmanager
async def running_patience(
    images: ImageRenderer,
    database: Path | str,
    solvers: SolverPool | None = None,
    days: Callable[[Games], Daily] | None = None,
    races: Callable[[Games], Challenges] | None = None,
    clock: Callable[[], datetime] = _now,
    advisor: Callable[[SolverPool], Advisor] | None = None,
) -> AsyncIterator[RunningBot]:
    """A running bot; at its end no request of the bot may have been refused by Discord.

    Nor may a message of it name somebody whom its readers do not know. Its database is a file or
    a URL.
    """
    async with LocalDiscord() as discord:
        discord.gateway.session_start_limit.seconds = 0
        # People in tests type moves faster than anybody could.
        discord.limits = Limits(follow_ups=None)
        bot = RunningBot(discord, images, database, solvers, days, races, clock, advisor)
        await bot.start()
        try:
            yield bot
        finally:
            await bot.stop()
        assert discord.refusals == [], "; ".join(map(str, discord.refusals))
        assert nameless(discord) == set()
        assert discord.rate_limited == []


def nameless(discord: LocalDiscord) -> set[int]:
    """The users of a Discord whom a message names and may not mention."""
    state, found = discord.state, set[int]()
    for message in (one for channel in state.channels for one in state.messages(channel)):
        named = set(map(int, re.findall(MENTION, str(message.components))))
        found |= (named & state.users.keys()) - message.mentioned
    return found
