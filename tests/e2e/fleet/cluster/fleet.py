"""Processes of one bot, each a real one, on one PostgreSQL and a Discord with four shards."""

from __future__ import annotations

import asyncio
import shutil
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import select

from bot.store.database.open import open_database
from bot.store.database.revisions import MIGRATIONS
from bot.store.play.schema import games
from local_discord import LocalDiscord
from local_discord.fixtures import Channel, Guild
from local_discord.guilds import FixedGuilds
from local_discord.testing import Person
from tests.e2e.bot_process import ROOT, surroundings
from tests.store.database.later_versions import later_migrations
from tests.waiting import until

SHARDS: Final = 4
CHANNELS: Final = tuple(f"table-{shard}" for shard in range(SHARDS))
"""A channel of each shard."""
GUILDS: Final = FixedGuilds(
    [
        Guild(
            (SHARDS + shard) << 22,
            f"Server {shard}",
            "en-US",
            (Channel(((SHARDS + shard) << 22) + 1, CHANNELS[shard], (SHARDS + shard) << 22),),
        )
        for shard in range(SHARDS)
    ]
)


_SECONDS: Final = 90.0
"""How long anything may take that processes have to start for."""


class Fleet:
    """Processes that are killed at the end.

    Attributes:
        discord: what they serve.
        database: the URL of what they share.
    """

    def __init__(self, discord: LocalDiscord, folder: Path, database: str) -> None:
        self.discord = discord
        self._folder = folder
        self.database = database
        self._settings = {
            "DISCORD_TOKEN": "a-token",
            "DATABASE_URL": database,
            "PATIENCE_DISCORD_API": discord.api_url,
            "PATIENCE_DISCORD_GATEWAY": discord.gateway_url,
            "PATIENCE_SECRET": "a secret of all processes",
            "PATIENCE_SOLVER_WORKERS": "0",
            "PATIENCE_DRAWING_WORKERS": "1",
        }
        self._processes: list[Process] = []

    @property
    def output(self) -> str:
        """What all processes have written so far."""
        return "".join(file.read_text() for file in sorted(self._folder.glob("*.log")))

    async def start(self, **settings: str) -> Process:
        """Start a process, or one that supervises several."""
        with (self._folder / f"{len(self._processes)}.log").open("wb") as output:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "bot",
                "run",
                cwd=self._folder,
                env=surroundings(self._folder, self._settings | settings),
                stdout=output,
                stderr=asyncio.subprocess.STDOUT,
            )
        self._processes.append(process)
        return process

    async def serve(self, *shards: int) -> None:
        """Wait until shards are served."""
        wanted = {(shard, SHARDS) for shard in shards}
        await self.until(lambda: wanted <= self.discord.gateway.served_shards)

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait for something that processes may have to start for."""
        await until(condition, seconds=_SECONDS)

    async def ended(self, process: Process) -> int:
        """The exit code of a process, once it has ended."""
        async with asyncio.timeout(_SECONDS):
            return await process.wait()

    async def kill(self) -> None:
        """Kill every process that runs."""
        for process in self._processes:
            if process.returncode is None:
                process.kill()
            await process.wait()


@asynccontextmanager
async def fleet(folder: Path, database: str) -> AsyncIterator[Fleet]:
    """A Discord with four shards, all of which may start at once, and nobody who serves it yet."""
    async with LocalDiscord(guilds=GUILDS, shards=SHARDS, max_concurrency=SHARDS) as discord:
        discord.gateway.session_start_limit.seconds = 0
        running = Fleet(discord, folder, database)
        try:
            yield running
        finally:
            await running.kill()
        assert discord.refusals == [], "; ".join(map(str, discord.refusals))


class Crowd:
    """A player who moves and takes back in all servers in turn, for as long as is needed.

    Attributes:
        acknowledged: how often the bot has said that it did.
    """

    def __init__(self, player: Person) -> None:
        self._player = player
        self.acknowledged = 0

    async def deal(self) -> None:
        """Begin a game."""
        board = await self._player.command(CHANNELS[0], "play", game="phoenix", deal="7")
        assert "Phoenix · deal 7" in board.text

    async def go_on(self, done: Callable[[], bool]) -> None:
        """Play in every server until something is done."""
        while not done():
            for channel in CHANNELS:
                await self._player.command(channel, "type move", play="r4-2")
                await self._player.command(channel, "type undo")
                self.acknowledged += 2


class Presser:
    """A player who presses one button of a board again and again.

    Attributes:
        acknowledged: how often the board has changed.
    """

    def __init__(self, player: Person) -> None:
        self._player = player
        self.acknowledged = 0

    async def go_on(self, done: Callable[[], bool]) -> None:
        """Turn cards of the stock until something is done."""
        board = await self._player.command(CHANNELS[-1], "play", game="saratoga", deal="7")
        while not done():
            [stock] = [one for one in board.buttons if one.custom_id.endswith(":tap:s")]
            pressed = await self._player.press(board, custom_id=stock.custom_id)
            assert pressed.id == board.id, pressed.text
            board = pressed
            self.acknowledged += 1


def newer_version(folder: Path) -> Path:
    """A copy of the bot that has one more migration."""
    left_out = shutil.ignore_patterns("__pycache__", "migrations")
    shutil.copytree(ROOT / "bot", folder / "bot", ignore=left_out)
    later_migrations(migrations_of(folder))
    for package in ("engine", "rendering"):
        (folder / package).symlink_to(ROOT / package)
    return folder


def migrations_of(version: Path) -> Path:
    """The migrations of a copy of the bot."""
    return version / MIGRATIONS.relative_to(ROOT)


async def versions(database: str, migrations: Path) -> list[int]:
    """The number of actions in each game, the least first."""
    async with (
        open_database(database, migrations=migrations) as opened,
        opened.transaction() as connection,
    ):
        query = select(games.c.version).order_by(games.c.version)
        return [*(await connection.execute(query)).scalars()]
