"""How long it takes until many servers are told a day's results, at Discord's usual distance."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from benchmarks.finished_games import Row, finished_game, save_rows
from benchmarks.timing import table
from bot.__main__ import background_work, build_services, point_at
from bot.chat.client import PatienceClient
from bot.images import ImageRenderer
from bot.models import DailyDeal, GameState
from bot.service import SolverPool
from bot.store import Database, open_database
from bot.store.daily import save_daily_deal
from bot.store.schema import guild_players, guild_preferences
from local_discord import LocalDiscord
from local_discord.fault_injection import Network
from local_discord.many_guilds import ManyGuilds

_SERVERS: Final = 300
_LATENCY: Final = (0.1, 0.3)
"""Seconds between a request and its response."""
_NOON: Final = datetime(2026, 5, 2, 12, tzinfo=UTC)
_YESTERDAY: Final = (_NOON - timedelta(days=1)).date()


def report() -> str:
    """A table with one row."""
    taken = asyncio.run(_measure())
    return table(["servers to be told", "seconds until all are"], [[str(_SERVERS), f"{taken:.0f}"]])


async def _measure() -> float:
    guilds = ManyGuilds(_SERVERS)
    channels = {guild.id: guild.channels[0].id for guild in guilds}
    async with AsyncExitStack() as stack:
        local = await stack.enter_async_context(LocalDiscord(guilds=guilds))
        local.network = Network(latency=_LATENCY)
        point_at(local.api_url, local.gateway_url)
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        url = f"sqlite+aiosqlite:///{Path(folder) / 'patience.db'}"
        database = await stack.enter_async_context(open_database(url))
        await _fill(database, channels)
        renderer = await stack.enter_async_context(ImageRenderer(1))
        solvers = SolverPool(0)
        services = build_services(database, renderer, solvers, clock=lambda: _NOON)
        client = PatienceClient(services, background=background_work(services, solvers))
        await stack.enter_async_context(client)
        serving = asyncio.create_task(client.start("local"))
        await client.wait_until_ready()
        begin = time.perf_counter()
        while not all(map(local.state.messages, channels.values())):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        taken = time.perf_counter() - begin
        await client.close()
        await serving
    return taken


async def _fill(database: Database, channels: dict[int, int]) -> None:
    """Let somebody play the day in each server, and each server want its results."""
    await save_daily_deal(database, DailyDeal(_YESTERDAY, "saratoga", 42, 1, par=112), _NOON)
    played = [*_played(channels)]
    await save_rows(database, played)
    await save_rows(database, played, guild_players)
    wanted: Iterator[Row] = (
        {"guild_id": guild, "name": "daily_channel", "value": str(channel)}
        for guild, channel in channels.items()
    )
    await save_rows(database, wanted, guild_preferences)


def _played(channels: dict[int, int]) -> Iterator[Row]:
    rng = random.Random(7)
    for number, guild in enumerate(channels, 1):
        game = finished_game(number, number, _YESTERDAY, rng, is_daily=True)
        yield game | {"guild_id": guild, "state": GameState.WON}
