"""How the bot handles many players at once: presses a second, round trips, stalls, memory.

Two processes talk over loopback sockets, as in :mod:`benchmarks.presses`: this one runs the bot,
the other the local Discord and its users. Both share the processors, and the other one
takes a good part of them; so the drawing workers are measured alone as well, on the same boards.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.presses import noop
from benchmarks.timing import Figures, record_stalls, table
from bot.chat.client import PatienceClient
from bot.chat.connection.library import point_at
from bot.images import ImageRenderer
from bot.process import run_in_loop as run
from bot.service.play.games import Games
from bot.service.solver.pool import SolverPool
from bot.start import build_services
from bot.store.database.open import open_database
from engine import deal
from local_discord import LocalDiscord
from local_discord.fixtures import User
from local_discord.rate_limits import UNLIMITED
from local_discord.testing import InteractionFailed, Person
from rendering import Scene, Style, scene_of

_CROWDS: Final = (1, 32, 256)
_PRESSES: Final = 1024
"""The most presses of a crowd; a player makes at most an eighth of them."""
_GAMES: Final = 10_000
_START: Final = 600.0
"""Seconds within which the bot has to be online, on however busy a machine."""


@dataclass(frozen=True, slots=True)
class _Load:
    """What the bot spent during a measurement.

    Attributes:
        seconds: how long that took.
        bot: processor time of the bot's own process, in seconds.
        drawing: processor time of the drawing workers.
        stall: the longest time for which the event loop did nothing else.
    """

    seconds: float
    bot: float
    drawing: float
    stall: float


def report() -> str:
    """A table of crowds of several sizes, compared with drawing alone and an idle command."""
    return run(_measure())


async def _measure() -> str:
    other = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "benchmarks.load", stdout=asyncio.subprocess.PIPE, limit=1 << 24
    )
    if other.stdout is None:
        raise RuntimeError("the measuring process has no output")
    urls = json.loads(await other.stdout.readline())
    point_at(urls["api"], urls["gateway"])
    rows = []
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        url = f"sqlite+aiosqlite:///{Path(folder) / 'patience.db'}"
        database = await stack.enter_async_context(open_database(url))
        renderer = await stack.enter_async_context(ImageRenderer())
        await renderer.warm()
        alone, load = await _draw_alone(renderer)
        rows.append([*_row("drawing alone", alone, load, drawing=None, most=None), ""])
        drawing, most = load.drawing / len(alone.times), len(alone.times) / load.seconds
        services = build_services(database, renderer, SolverPool(0))
        client = await stack.enter_async_context(PatienceClient(services))
        client.tree.add_command(noop)
        serving = asyncio.create_task(client.start("local"))
        while line := await other.stdout.readline():
            started = json.loads(line)
            async with _watched(renderer) as watch:
                times = json.loads(await other.stdout.readline())
            figures = Figures(tuple(time for time in times if time is not None))
            shown = None if started["draws"] is False else drawing
            row = _row(started["name"], figures, watch.load, drawing=shown, most=most)
            rows.append([*row, str(times.count(None))])
        await client.close()
        await serving
        memory = await _memory(services[Games])
    await other.wait()
    headings = ["", "a second", "median ms", "p99 ms", "CPU ms", "of drawing", "speed", "stall ms"]
    headings.append("unanswered")
    return f"{table(headings, rows)}\n{memory}"


def _row(
    name: str, figures: Figures, load: _Load, *, drawing: float | None, most: float | None
) -> list[str]:
    """A line of the table.

    Args:
        name: what was done.
        figures: how long each took.
        load: what that cost.
        drawing: the processor time of one picture alone; None where nothing is drawn.
        most: how many pictures a second the workers draw alone.
    """
    done = len(figures.times)
    spent, speed = (load.bot + load.drawing) / done, done / load.seconds
    return [
        name,
        f"{speed:.0f}",
        f"{figures.median * 1e3:.1f}",
        f"{figures.percentile(99) * 1e3:.1f}",
        f"{spent * 1e3:.1f}",
        f"{spent / drawing:.2f}" if drawing else "",
        f"{speed / most:.2f}" if drawing and most else "",
        f"{load.stall * 1e3:.0f}",
    ]


class _Watch:
    """Holds the result of a measurement once it is over."""

    load: _Load


@asynccontextmanager
async def _watched(renderer: ImageRenderer) -> AsyncIterator[_Watch]:
    """Measure what the bot spends in the meantime."""
    watch, stalls = _Watch(), [0.0]
    ticking = asyncio.create_task(record_stalls(stalls))
    before, drawn, began = time.process_time(), await renderer.cpu_seconds(), time.perf_counter()
    try:
        yield watch
    finally:
        seconds, bot = time.perf_counter() - began, time.process_time() - before
        ticking.cancel()
        watch.load = _Load(seconds, bot, await renderer.cpu_seconds() - drawn, max(stalls))


async def _draw_alone(renderer: ImageRenderer) -> tuple[Figures, _Load]:
    """Draw the boards of the presses with nothing else going on."""
    scenes = pressed_boards(_PRESSES // 4)
    times: list[float] = []

    async def draw(mine: list[Scene]) -> None:
        for scene in mine:
            began = time.perf_counter()
            await renderer.draw(scene, Style())
            times.append(time.perf_counter() - began)

    await asyncio.gather(*(draw(scenes[:50]) for _ in range(4)))
    times.clear()
    async with _watched(renderer) as watch:
        await asyncio.gather(*(draw(scenes) for _ in range(4)))
    return Figures(tuple(times)), watch.load


def pressed_boards(presses: int, deal_number: int = 42) -> list[Scene]:
    """The boards of a game whose stock is turned so many times."""
    game, scenes = deal("saratoga", deal_number), []
    for _ in range(presses):
        game.play("s")
        scenes.append(scene_of(game))
    return scenes


async def _memory(games: Games) -> str:
    """The memory of the bot's process before and after many games."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.process_time()
    for player in range(1, _GAMES + 1):
        await games.start(player, "saratoga", player)
        await games.play(player, "s")
    each = (time.process_time() - began) / _GAMES
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return (
        f"\nmemory: {before / 1024:.0f} MB before, {after / 1024:.0f} MB after {_GAMES} more games "
        f"dealt and begun, {each * 1e3:.1f} ms of processor time each"
    )


async def _play() -> None:
    """The other process: simulate Discord and all players, and time the presses."""
    async with LocalDiscord() as local:
        local.limits = UNLIMITED
        add_users(local, max(_CROWDS))
        print(json.dumps({"api": local.api_url, "gateway": local.gateway_url}), flush=True)
        async with AsyncExitStack() as stack:
            first = await stack.enter_async_context(Person.connect(local.page_url, "P0"))
            # The bot's process draws alone before it connects.
            await first.until_online(seconds=_START)
            await _time("a command that does nothing", [_noop(first, 200)], draws=False)
            crowd = [first]
            for size in _CROWDS:
                for number in range(len(crowd), size):
                    joined = Person.connect(local.page_url, f"P{number}")
                    crowd.append(await stack.enter_async_context(joined))
                for person in crowd[:size]:
                    await play_in_private(person)
                boards = [await deal_saratoga(person) for person in crowd[:size]]
                each = min(_PRESSES // 8, -(-_PRESSES // size))
                presses = [
                    turn_stock(person, message, each)
                    for person, message in zip(crowd, boards, strict=False)
                ]
                await _time(f"presses of {size}", presses, draws=True)


def add_users(local: LocalDiscord, count: int) -> None:
    """Let so many users, from P0, open the chat page."""
    for number in range(count):
        user = User(2_000_000_000_000_000_000 + number, f"p{number}", f"P{number}", "en-GB")
        local.state.users[user.id] = user


async def _time(name: str, work: list[AsyncIterator[float | None]], *, draws: bool) -> None:
    """Press for all players concurrently and print the times; null for what had no answer."""
    print(json.dumps({"name": name, "draws": draws}), flush=True)
    times: list[float | None] = []

    async def collect(one: AsyncIterator[float | None]) -> None:
        times.extend([value async for value in one])

    await asyncio.gather(*map(collect, work))
    print(json.dumps(times), flush=True)


async def _noop(person: Person, times: int) -> AsyncIterator[float | None]:
    for _ in range(times):
        began = time.perf_counter()
        await person.command("patience", "noop")
        yield time.perf_counter() - began


async def play_in_private(person: Person) -> None:
    """Have nobody else see a player's boards, which is the same work however many play."""
    page = await person.command("patience", "settings")
    if any(button.label == "Others see my boards: on" for button in page.buttons):
        await person.press(page, label="Others see my boards: on")


async def deal_saratoga(person: Person, deal_number: int = 42) -> str:
    """Deal a player a game, and return the id of its message."""
    return (await person.command("patience", "play", game="saratoga", deal=str(deal_number))).id


async def turn_stock(person: Person, message: str, times: int) -> AsyncIterator[float | None]:
    """Turn the stock repeatedly."""
    board = person.messages[message]
    for _ in range(times):
        stock = next(one for one in board.buttons if one.custom_id.endswith(":tap:s"))
        began = time.perf_counter()
        try:
            board = await person.press(board, custom_id=stock.custom_id)
        except InteractionFailed:
            yield None
        else:
            yield time.perf_counter() - began


if __name__ == "__main__":
    asyncio.run(_play())
