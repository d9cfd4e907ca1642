"""The whole of Patience for a test: a local Discord, the bot connected to it, and a database.

The bot can be stopped and started again in between, as a restart would.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, nullcontext
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from bot.chat.client import PatienceClient
from bot.chat.connection.command_registration import Registry
from bot.chat.connection.gateway import Timing
from bot.chat.connection.session_starts import SessionGate
from bot.chat.requests.failures import Backoff
from bot.chat.responding.context import PatienceBot
from bot.images import ImageRenderer
from bot.models.shards import ShardPlan
from bot.service.contests.races import Races
from bot.service.daily.daily import Daily
from bot.service.guilds import DAY, SETUP, Guilds
from bot.service.play.games import Games
from bot.service.solver.advice import Advisor
from bot.service.solver.pool import SolverPool
from bot.services import Services
from bot.start import background_work, build_services
from bot.store.database.connection import Database
from bot.store.database.open import open_database
from local_discord import LocalDiscord
from local_discord.fixtures import GUILDS, User
from local_discord.message import MENTION
from local_discord.rate_limits import Limits
from local_discord.testing.discord_py import running
from tests.e2e.clocks import Clock, ShiftedClock
from tests.store.database.migrated import reopened, sqlite_url

_READY_TIMEOUT: Final = 0.05
"""Seconds without news of another server after which the bot is ready."""
TIMING: Final = Timing(Backoff(first=0.02, longest=0.5), session_interval=0.0)
"""So impatient that no test waits for it."""


class RunningBot:
    """A bot that can be restarted while its Discord keeps running.

    Attributes:
        timing: how patient the connection is from the next start on.
        registry: what remembers which commands were registered last.
        registration_backoff: the pauses after which refused commands are sent again.
        plan: the shards from the next start on; None for as many as Discord recommends.
        gate: lets sessions start in turn from the next start on.
        clock: what tells the bot the time; by default the current one until it is advanced.
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
        races: Callable[[Games], Races] | None = None,
        clock: Clock | ShiftedClock | None = None,
        advisor: Callable[[SolverPool], Advisor] | None = None,
    ) -> None:
        self.discord = discord
        self.timing = TIMING
        self.registry: Registry | None = None
        self.registration_backoff = TIMING.backoff
        self.plan: ShardPlan | None = None
        self.gate: SessionGate | None = None
        self._images = images
        self._is_file = isinstance(database, Path)
        self._url = sqlite_url(database) if isinstance(database, Path) else database
        self.solvers = solvers
        self._days = days
        self._races = races
        self.clock = clock or ShiftedClock()
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
        return self.services[Games].database

    async def start(self) -> None:
        """Open the database and connect the bot."""
        opening = reopened(self._url) if self._is_file else open_database(self._url)
        database = await self._stack.enter_async_context(opening)
        solvers = self.solvers or SolverPool(0)
        services = build_services(database, self._images, solvers, clock=self.clock)
        if self._advisor is not None:
            services.provide(Advisor, self._advisor(solvers))
        if self._days is not None:
            services.provide(Daily, self._days(services[Games]))
        if self._races is not None:
            services.provide(Races, self._races(services[Games]))
        self._client = PatienceClient(
            services,
            plan=self.plan,
            gate=self.gate,
            work=background_work(services),
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

    def give_accounts(self, players: Iterable[int]) -> None:
        """Let players have accounts whom a test knows by numbers of its own."""
        for player in players:
            user = User(player, f"player{player}", f"Player {player}", "en-US")
            self.discord.state.users.setdefault(player, user)

    async def announce(self, work: Callable[[PatienceClient], Awaitable[bool]]) -> bool:
        """Run a pass of announcements once the bot's own, which may have claimed some, is over."""
        async with quiet(self.client):
            return await work(self.client)

    async def advance(self, time: timedelta) -> None:
        """Let time pass by the bot's clock, once its own pass is over.

        Else what that is looking at would be free for another while it is.
        """
        async with self._quiet():
            self.clock.advance(time)

    async def set_clock(self, now: datetime) -> None:
        """Let it be another time by the bot's clock, once its own pass is over."""
        async with self._quiet():
            self.clock.set(now)

    async def do_due(self, *, after: timedelta = timedelta()) -> None:
        """Have the bot do all that is due by its clock, after some time has passed."""
        async with quiet(self.client):
            self.clock.advance(after)
            await do_due(self.client)

    def _quiet(self) -> AbstractAsyncContextManager[None]:
        return nullcontext() if self._client is None else quiet(self._client)

    async def restart(self) -> None:
        """Stop and start again; only the database survives."""
        await self.stop()
        await self.start()


async def do_due(client: PatienceBot) -> bool:
    """Have the bot do all that is due by its clock, as a pass."""
    assert isinstance(client, PatienceClient)
    await client.due.do_due()
    return True


@asynccontextmanager
async def quiet(client: PatienceClient) -> AsyncIterator[None]:
    """Wait until the bot's own passes of announcements are over, and let none begin meanwhile."""
    async with client.due.one_pass:
        yield


@asynccontextmanager
async def running_patience(
    images: ImageRenderer,
    database: Path | str,
    solvers: SolverPool | None = None,
    days: Callable[[Games], Daily] | None = None,
    races: Callable[[Games], Races] | None = None,
    clock: Clock | ShiftedClock | None = None,
    advisor: Callable[[SolverPool], Advisor] | None = None,
    *,
    setup_offered: bool = True,
) -> AsyncIterator[RunningBot]:
    """A running bot; at its end no request of the bot may have been refused by Discord.

    Nor may a message of it name somebody whom its readers do not know. Its database is a file or
    a URL.

    Args:
        setup_offered: whether those who manage the servers have been offered their setup, which
            else follows their first command.
    """
    async with LocalDiscord() as discord:
        discord.gateway.session_start_limit.seconds = 0
        # People in tests type moves faster than anybody could.
        discord.limits = Limits(follow_ups=None)
        bot = RunningBot(discord, images, database, solvers, days, races, clock, advisor)
        await bot.start()
        if setup_offered:
            for guild in GUILDS:
                await bot.services[Guilds].note_offer(guild.id, SETUP)
                await bot.services[Guilds].note_offer(guild.id, DAY)
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
