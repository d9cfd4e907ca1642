"""The whole of Patience for a test: a Discord on this machine, the bot connected to it, a database.

The bot can be stopped and started again in between, as a restart would.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from bot.chat.client import PatienceClient
from bot.chat.drawing import Artist
from bot.local import LocalDiscord
from bot.service import Challenges, Daily, Solvers, Tables
from bot.store import open_store
from tests.local.client import running


class House:
    """A bot that can be restarted while its Discord goes on."""

    def __init__(
        self,
        discord: LocalDiscord,
        artist: Artist,
        database: Path,
        solvers: Solvers | None = None,
        days: Callable[[Tables], Daily] | None = None,
        races: Callable[[Tables], Challenges] | None = None,
    ) -> None:
        self.discord = discord
        self._artist = artist
        self._database = database
        self.solvers = solvers
        self._days = days
        self._races = races
        self._stack = AsyncExitStack()
        self.client: PatienceClient | None = None

    async def start(self) -> None:
        """Open the database and connect the bot."""
        url = f"sqlite+aiosqlite:///{self._database}"
        store = await self._stack.enter_async_context(open_store(url))
        tables = Tables(store)
        daily = self._days(tables) if self._days else None
        races = self._races(tables) if self._races else None
        self.client = PatienceClient(
            tables, self._artist, self.solvers, daily=daily, challenges=races
        )
        await self._stack.enter_async_context(running(self.client, self.discord))

    async def stop(self) -> None:
        """Disconnect the bot and close the database."""
        await self._stack.aclose()
        self.client = None

    async def restart(self) -> None:
        """Stop and start again, with nothing kept but the database."""
        await self.stop()
        await self.start()


@asynccontextmanager
async def open_house(
    artist: Artist,
    database: Path,
    solvers: Solvers | None = None,
    days: Callable[[Tables], Daily] | None = None,
    races: Callable[[Tables], Challenges] | None = None,
) -> AsyncIterator[House]:
    """A running house; at its end no request of the bot may have been refused by Discord."""
    async with LocalDiscord() as discord:
        house = House(discord, artist, database, solvers, days, races)
        await house.start()
        try:
            yield house
        finally:
            await house.stop()
        assert discord.refusals == []
