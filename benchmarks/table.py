"""The table in a browser: what a move costs the server, and how smooth it is on the page.

The page runs in a headless Chromium without a graphics card, so its frames are slower than
anybody's. Cards are dragged by the mouse; throttled, the page has a sixth of a processor.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import resource
import secrets
import tempfile
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import cycle, islice
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

from aiohttp import ClientSession, ClientWebSocketResponse, TCPConnector
from playwright.async_api import Page, ViewportSize, async_playwright

from benchmarks.timing import Figures, table
from bot.images import ImageRenderer
from bot.service.play.games import Games
from bot.service.solver.pool import SolverPool
from bot.service.tables import Sitting, Tables
from bot.start import build_services
from bot.store.database.open import open_database
from bot.web.decks import Decks
from bot.web.protocol import PROTOCOL
from bot.web.server import serving
from local_discord.testing.browser import ARGUMENTS, chromium_path

_WINDOWS: Final = 200
_MOVES: Final = 10
"""How many windows play at once, and how many moves each."""
_FIRST: Final = 20
"""How many windows are open before their memory counts, which is then no longer what all share."""
_DRAGS: Final = 12
_SIZES: Final = {
    "desktop": (ViewportSize(width=1280, height=800), 1),
    "phone": (ViewportSize(width=390, height=844), 3),
}
_THROTTLED: Final = 6
_PLAYER: Final = 10_000
_SMOOTH: Final = 25.0
"""Milliseconds that a frame may take before it is seen to be late."""
_RECORD: Final = """() => {
  window.times = [];
  let last = performance.now();
  const step = (now) => {
    window.times.push(now - last);
    last = now;
    window.on = requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}"""


def report() -> str:
    """What a move costs the server with many windows, then a table of what a page shows."""
    return asyncio.run(_report())


async def _report() -> str:
    async with _served() as (games, tables):
        loaded = await _under_load(games, tables)
        rows = await _in_a_browser(games, tables)
    heads = ["window", "first load kB", "cards after ms", "drop to answer ms", "p90"]
    heads += ["drag frame p50 ms", "p99", "late %", "late % at 6x"]
    return f"{loaded}\n{table(heads, rows)}"


@asynccontextmanager
async def _served() -> AsyncIterator[tuple[Games, Tables]]:
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        url = f"sqlite+aiosqlite:///{Path(folder) / 'patience.db'}"
        database = await stack.enter_async_context(open_database(url))
        images = await stack.enter_async_context(ImageRenderer(1, seconds=60, wait=60))
        secret = secrets.token_hex()
        services = build_services(database, images, SolverPool(0), secret=secret)
        tables = services[Tables]
        most = 2 * _WINDOWS
        serve = serving(services, Decks(images, tables), "127.0.0.1", 0, most)
        port = await stack.enter_async_context(serve)
        tables.url = f"http://127.0.0.1:{port}"
        yield services[Games], tables


async def _under_load(games: Games, tables: Tables) -> str:
    """Let many windows, which a process of their own opens, turn the stock as fast as they may."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    windows = context.Process(target=_play, args=(tables.url, there))
    windows.start()

    async def seat(players: Iterable[int]) -> None:
        for player in players:
            await games.start(player, "klondike", 11)
            here.send(await tables.session(Sitting(player, player)))
            await asyncio.to_thread(here.recv)

    try:
        players = iter(range(_PLAYER, _PLAYER + _WINDOWS))
        await seat(islice(players, _FIRST))
        before = _memory()
        await seat(players)
        memory = (_memory() - before) / (_WINDOWS - _FIRST)
        began, spent = time.perf_counter(), time.process_time()
        here.send(None)
        sizes: list[float] = await asyncio.to_thread(here.recv)
        wall, cpu = time.perf_counter() - began, time.process_time() - spent
    finally:
        windows.kill()
        windows.join()
    moves = _WINDOWS * _MOVES
    return (
        f"{_WINDOWS} windows in another process: {moves / wall:.0f} moves a second, "
        f"{1000 * cpu / moves:.1f} ms of processor time each; {memory:.0f} kB a window with its "
        f"game; {Figures(tuple(sizes)).median / 1000:.1f} kB a move"
    )


def _play(url: str, bot: Connection) -> None:
    """Open a window for each session that the bot sends, and play when it sends none.

    A process of its own, so that the memory and the processor time of the windows are not taken
    for the bot's.
    """
    asyncio.run(_windows(url, bot))


async def _windows(url: str, bot: Connection) -> None:
    async with AsyncExitStack() as stack:
        session = await stack.enter_async_context(ClientSession(connector=TCPConnector(limit=0)))
        sockets = []
        while signed := await asyncio.to_thread(bot.recv):
            socket = await stack.enter_async_context(session.ws_connect(f"{url}/ws", origin=url))
            hello = {"t": "hello", "v": PROTOCOL, "session": signed}
            await socket.send_json(hello | {"size": [390, 741], "dpr": 3})
            sockets.append((socket, await _board(socket)))
            bot.send(None)
        sizes = await asyncio.gather(*(_turn(socket, board) for socket, board in sockets))
        bot.send([size for window in sizes for size in window])


async def _turn(socket: ClientWebSocketResponse, board: dict[str, Any]) -> list[float]:
    sizes = []
    for number in range(_MOVES):
        about = {"re": number, "game": board["game"], "version": board["version"]}
        await socket.send_json({"t": "play", "move": "s", **about})
        message = await socket.receive_str()
        sizes.append(float(len(message)))
        board = board | {"version": board["version"] + 1}
        # No faster than a window may ask.
        await asyncio.sleep(0.02)
    return sizes


async def _board(socket: ClientWebSocketResponse) -> dict[str, Any]:
    while True:
        frame: dict[str, Any] = await socket.receive_json()
        if frame["t"] == "board":
            return frame


def _memory() -> float:
    """The memory of this process at its largest, in kB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


async def _in_a_browser(games: Games, tables: Tables) -> list[list[str]]:
    rows = []
    async with async_playwright() as playwright:
        path = chromium_path()
        browser = await playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        for name, (size, density) in _SIZES.items():
            context = await browser.new_context(viewport=size, device_scale_factor=density)
            page = await context.new_page()
            rows.append([name, *await _measure(games, tables, page)])
            await context.close()
        await browser.close()
    return rows


async def _measure(games: Games, tables: Tables, page: Page) -> list[str]:
    received: list[int] = []
    devtools = await page.context.new_cdp_session(page)
    await devtools.send("Network.enable")
    devtools.on(
        "Network.loadingFinished", lambda event: received.append(event["encodedDataLength"])
    )
    await games.start(1, "klondike", 11)
    began = time.perf_counter()
    await page.goto(tables.link(1))
    await page.locator("#board.ready .card").first.wait_for()
    shown = time.perf_counter() - began
    await page.locator(".card.flying").first.wait_for(state="detached")
    loaded = sum(received)
    answers = Figures(tuple([await _drop(page) for _ in range(_DRAGS)]))
    frames = await _frames(page)
    await devtools.send("Emulation.setCPUThrottlingRate", {"rate": _THROTTLED})
    slow = await _frames(page)
    figures = (
        f"{loaded / 1000:.0f}",
        f"{1000 * shown:.0f}",
        f"{answers.median:.0f}",
        f"{answers.percentile(90):.0f}",
        f"{frames.median:.1f}",
        f"{frames.percentile(99):.1f}",
    )
    return [*figures, *(f"{_late(found):.1f}" for found in (frames, slow))]


def _late(frames: Figures) -> float:
    return 100 * sum(one > _SMOOTH for one in frames.times) / len(frames.times)


async def _drop(page: Page) -> float:
    """Milliseconds from a tap on the stock, or an undo of it, to the board that answers."""
    return float(
        await page.evaluate("""() => new Promise((resolve) => {
          const board = document.getElementById("board");
          const began = performance.now();
          new MutationObserver((_, observer) => {
            observer.disconnect();
            resolve(performance.now() - began);
          }).observe(board, { attributes: true, attributeFilter: ["data-version"] });
          document.querySelector('#piles [data-pile="s"]').click();
        })""")
    )


async def _frames(page: Page) -> Figures:
    """The times of frames, in milliseconds, while a card is dragged to and fro."""
    box = await page.locator('.card[data-pile="1"]').last.bounding_box()
    if box is None:
        raise RuntimeError("there is no card to drag")
    x, y = box["x"] + box["width"] / 2, box["y"] + 10
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.evaluate(_RECORD)
    for side, _ in zip(cycle((1, -1)), range(_DRAGS), strict=False):
        for step in range(10):
            await page.mouse.move(x + 60 + side * 9 * step, y + 60 + 12 * step)
    times = await page.evaluate("() => { cancelAnimationFrame(window.on); return window.times; }")
    await page.mouse.up()
    return Figures(tuple(times[1:]))
