"""How long a press on a board takes, end to end, compared with a command that does nothing.

Two processes talk over loopback sockets: this one runs the bot as it is, with one command added
that only answers; the other runs the local Discord and the user who presses. Times are
taken there, from the press to the answer.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from benchmarks.timing import Figures, table
from bot.__main__ import build_services
from bot.chat.client import PatienceClient
from bot.images import ImageRenderer
from bot.service import SolverPool
from bot.store import open_database
from local_discord import LocalDiscord
from local_discord.rate_limits import UNLIMITED
from local_discord.testing import Person

_WARMING = 20
_RUNS = 200


@app_commands.command(description="Answer, and do nothing else.")
async def noop(interaction: discord.Interaction[PatienceClient]) -> None:
    """Respond with one word."""
    await interaction.response.send_message("Done.", ephemeral=True)


def report() -> str:
    """A table of round trips in milliseconds: median, 90th and 99th percentile."""
    measured = asyncio.run(_measure())
    rows = [
        [
            name,
            f"{figures.median * 1e3:.1f}",
            f"{figures.percentile(90) * 1e3:.1f}",
            f"{figures.percentile(99) * 1e3:.1f}",
        ]
        for name, figures in measured.items()
    ]
    return table(["round trip", "median ms", "p90 ms", "p99 ms"], rows)


async def _measure() -> dict[str, Figures]:
    other = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "benchmarks.presses", stdout=asyncio.subprocess.PIPE
    )
    if other.stdout is None:
        raise RuntimeError("the measuring process has no output")
    urls = json.loads(await other.stdout.readline())
    Route.BASE = urls["api"]
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(urls["gateway"])
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        url = f"sqlite+aiosqlite:///{Path(folder) / 'patience.db'}"
        database = await stack.enter_async_context(open_database(url))
        renderer = await stack.enter_async_context(ImageRenderer())
        services = build_services(database, renderer, SolverPool(0))
        client = await stack.enter_async_context(PatienceClient(services))
        client.tree.add_command(noop)
        serving = asyncio.create_task(client.start("local"))
        times = json.loads(await other.stdout.readline())
        await client.close()
        await serving
    await other.wait()
    return {name: Figures(tuple(values)) for name, values in times.items()}


async def _press() -> None:
    """The other process: simulate Discord and a player, and print the times."""
    async with LocalDiscord() as local:
        local.limits = UNLIMITED
        print(json.dumps({"api": local.api_url, "gateway": local.gateway_url}), flush=True)
        async with Person.connect(local.page_url, "Ada") as ada:
            await ada.until_online()
            times = {
                "command that does nothing": await _commands(ada),
                "press: turn the stock, new board": await _stock_presses(ada),
            }
            print(json.dumps(times), flush=True)


async def _commands(ada: Person) -> list[float]:
    times = []
    for _ in range(_WARMING + _RUNS):
        begin = time.perf_counter()
        await ada.command("patience", "noop")
        times.append(time.perf_counter() - begin)
    return times[_WARMING:]


async def _stock_presses(ada: Person) -> list[float]:
    board = await ada.command("patience", "play", game="saratoga", deal="42")
    times = []
    for _ in range(_WARMING + _RUNS):
        stock = next(one for one in board.buttons if one.custom_id.endswith(":tap:s"))
        begin = time.perf_counter()
        board = await ada.press(board, custom_id=stock.custom_id)
        times.append(time.perf_counter() - begin)
    return times[_WARMING:]


if __name__ == "__main__":
    asyncio.run(_press())
