"""The process of the local Discord and its crowd: ``python -m benchmarks.scale.discord``.

It prints its addresses in a line of JSON. The crowd does what requests to the last one ask for.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Final

import aiohttp
import click
from aiohttp import web
from pydantic import TypeAdapter

from benchmarks.scale.crowd import Crowd, Press, Shown
from benchmarks.scale.processes import ROOT
from local_discord import LocalDiscord
from local_discord.fixtures import Guild
from local_discord.many_guilds import ManyGuilds
from local_discord.rate_limits import UNLIMITED

MAX_CONCURRENCY: Final = 16
"""As Discord lets large applications identify."""
_AT_ONCE: Final = 16
"""How many games are dealt at once."""


@dataclass(frozen=True, slots=True)
class Asked:
    """How the players are to press, as in :meth:`Crowd.press`."""

    seconds: float
    at_once: int
    rate: float | None


@dataclass(frozen=True, slots=True)
class Counts:
    """What Discord has seen of the bot.

    Attributes:
        identifies: how often a session was started.
        resumes: how often one was resumed.
        refusals: how many requests were refused.
    """

    identifies: int
    resumes: int
    refusals: int


_COUNTS: Final = TypeAdapter(Counts)
_NUMBERS: Final = TypeAdapter(list[int])
_ASKED: Final = TypeAdapter(Asked)
_PRESSES: Final = TypeAdapter(list[Press])
_SHOWN: Final = TypeAdapter(list[Shown])


@click.command()
@click.option("--guilds", default=100_000)
@click.option("--shards", default=64)
@click.option("--players", default=256)
def main(guilds: int, shards: int, players: int) -> None:
    """Run until the process is ended."""
    asyncio.run(_run(guilds, shards, players))


async def _run(guilds: int, shards: int, players: int) -> None:
    source = ManyGuilds(guilds)
    async with LocalDiscord(
        guilds=source, shards=shards, max_concurrency=min(MAX_CONCURRENCY, shards)
    ) as local:
        local.limits = UNLIMITED
        crowd = Crowd(local, _one_of_each_shard(source, shards, players), shards)
        runner = web.AppRunner(_hooks(local, crowd), access_log=None)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        hooks = f"http://127.0.0.1:{runner.addresses[0][1]}"
        urls = {"api": local.api_url, "gateway": local.gateway_url, "hooks": hooks}
        click.echo(json.dumps(urls))
        await asyncio.Event().wait()


def _one_of_each_shard(source: ManyGuilds, shards: int, players: int) -> list[Guild]:
    """A guild for each player, of one shard after the other."""
    streams = [source.of_shard(number, shards) for number in range(shards)]
    ids = (next(stream, None) for stream in cycle(streams))
    found = (source.get(guild_id) for guild_id in ids)
    return [guild for guild in islice(found, players) if guild is not None]


def _hooks(local: LocalDiscord, crowd: Crowd) -> web.Application:
    """What the benchmark asks of this process."""

    async def served(_: web.Request) -> web.Response:
        return web.json_response([number for number, _ in local.gateway.served_shards])

    async def deal(_: web.Request) -> web.Response:
        await crowd.deal(_AT_ONCE)
        return web.Response()

    async def press(request: web.Request) -> web.Response:
        asked = _ASKED.validate_json(await request.read())
        presses = await crowd.press(asked.seconds, asked.at_once, asked.rate)
        return web.Response(body=_PRESSES.dump_json(presses))

    async def players(_: web.Request) -> web.Response:
        return web.Response(body=_SHOWN.dump_json([one.shown for one in crowd.players]))

    async def counts(_: web.Request) -> web.Response:
        gateway = local.gateway
        found = Counts(gateway.identifies, gateway.resumes, len(local.refusals))
        return web.Response(body=_COUNTS.dump_json(found))

    app = web.Application()
    app.router.add_get("/counts", counts)
    app.router.add_get("/served", served)
    app.router.add_post("/deal", deal)
    app.router.add_post("/press", press)
    app.router.add_get("/players", players)
    return app


class DiscordProcess:
    """The process, as others see it.

    Attributes:
        pid: its id.
        api: the base URL of its REST API.
        gateway: the URL of its gateway.
    """

    def __init__(self, pid: int, urls: Mapping[str, str], session: aiohttp.ClientSession) -> None:
        self.pid = pid
        self.api, self.gateway, self._hooks = urls["api"], urls["gateway"], urls["hooks"]
        self._session = session

    async def served(self) -> frozenset[int]:
        """The shards that the bot serves, with all their servers."""
        return frozenset(_NUMBERS.validate_json(await self._ask("GET", "served")))

    async def deal(self) -> None:
        """Deal every player a game."""
        await self._ask("POST", "deal")

    async def press(self, asked: Asked) -> list[Press]:
        """Let the players press."""
        return _PRESSES.validate_json(await self._ask("POST", "press", _ASKED.dump_json(asked)))

    async def players(self) -> list[Shown]:
        """What the players were shown."""
        return _SHOWN.validate_json(await self._ask("GET", "players"))

    async def counts(self) -> Counts:
        """What Discord has seen of the bot so far."""
        return _COUNTS.validate_json(await self._ask("GET", "counts"))

    async def _ask(self, method: str, what: str, body: bytes | None = None) -> bytes:
        async with self._session.request(method, f"{self._hooks}/{what}", data=body) as response:
            response.raise_for_status()
            return await response.read()


@asynccontextmanager
async def running_discord(guilds: int, shards: int, players: int) -> AsyncIterator[DiscordProcess]:
    """Run the process during the block."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.scale.discord"),
        *(f"--guilds={guilds}", f"--shards={shards}", f"--players={players}"),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        if process.stdout is None:
            raise RuntimeError("the local Discord has no output")
        urls = json.loads(await process.stdout.readline())
        unlimited = aiohttp.ClientTimeout(total=None)
        async with aiohttp.ClientSession(timeout=unlimited) as session:
            yield DiscordProcess(process.pid, urls, session)
    finally:
        process.terminate()
        await process.wait()


if __name__ == "__main__":
    main()
