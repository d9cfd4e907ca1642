"""Running discord.py clients against a local Discord; needs discord.py."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import discord
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from local_discord import LocalDiscord

ANY_TOKEN = "local"  # noqa: S105  # any will do


@contextmanager
def pointed_at(local: LocalDiscord) -> Iterator[None]:
    """Point discord.py at `local` during the block."""
    base, gateway, cdn = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, discord.Asset.BASE
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = local.api_url, URL(local.gateway_url)
    discord.Asset.BASE = local.cdn_url
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, discord.Asset.BASE = base, gateway, cdn


@asynccontextmanager
async def running(
    client: discord.Client, local: LocalDiscord, token: str = ANY_TOKEN
) -> AsyncIterator[asyncio.Task[None]]:
    """Run a connected client against `local` during the block, in a task."""
    connected = asyncio.Event()

    async def on_connect() -> None:
        connected.set()

    client.event(on_connect)
    with pointed_at(local):
        task = asyncio.create_task(client.start(token))
        waiting = asyncio.create_task(connected.wait())
        try:
            await asyncio.wait({task, waiting}, return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                task.result()
            yield task
        finally:
            waiting.cancel()
            task.cancel()
            await client.close()
            await asyncio.gather(task, waiting, return_exceptions=True)
