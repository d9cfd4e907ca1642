"""How much of the code an action passes in the bot's main process, and what an idle bot asks.

A profile hook counts the functions of ``bot``, ``engine`` and ``rendering`` that are entered, from
the press until the bot is idle again. A coroutine is entered anew each time it goes on. Each action
was done before, so that nothing is imported or computed for the first time. Of a bot without
searches that nobody uses, the database's statements are counted, with BEGIN and COMMIT.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from itertools import pairwise
from pathlib import Path
from types import CodeType, FrameType
from typing import Final

from benchmarks.timing import table
from bot.chat.client import PatienceClient
from bot.chat.connection.library import point_at
from bot.images import ImageRenderer
from bot.process import run_in_loop as run
from bot.service.solver.pool import SolverPool
from bot.start import background_work, build_services
from bot.store.database.open import open_database
from local_discord import LocalDiscord
from local_discord.rate_limits import UNLIMITED
from local_discord.testing import Message, Person
from tests.store.database.statements import counting

_ROOT: Final = Path(__file__).parents[1]
_ROOMS: Final = tuple(f"{_ROOT / room}/" for room in ("bot", "engine", "rendering"))
_WARMING: Final = 3
_RUNS: Final = 5
_IDLE: Final = 0.3
"""Seconds after an answer in which the bot finishes what the action began."""
_MINUTE: Final = 60.0


def report() -> str:
    """A table with a row for each action, medians of some runs; and an idle bot's statements."""
    headings = ["action", "Python calls", "functions", "files", "changes of file"]
    rows, statements = run(_measure())
    return f"{table(headings, rows)}\n\nstatements a minute of an idle bot: {statements}"


async def _measure() -> tuple[list[list[str]], int]:
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        url = f"sqlite+aiosqlite:///{Path(folder) / 'patience.db'}"
        local = await stack.enter_async_context(LocalDiscord())
        local.limits = UNLIMITED
        point_at(local.api_url, local.gateway_url)
        database = await stack.enter_async_context(open_database(url))
        renderer = await stack.enter_async_context(ImageRenderer())
        services = build_services(database, renderer, SolverPool(0))
        work = background_work(services)
        client = await stack.enter_async_context(PatienceClient(services, work=work))
        serving = asyncio.create_task(client.start("local"))
        ada = await stack.enter_async_context(Person.connect(local.page_url, "Ada"))
        await ada.until_online()
        rows = [[name, *await _passed(action)] for name, action in _actions(ada).items()]
        with counting(database) as found:
            await asyncio.sleep(_MINUTE)
        await client.close()
        await serving
    return rows, len(found.texts) + found.commits


Action = Callable[[], Awaitable[Callable[[], Awaitable[object]]]]
"""Prepares an action, and returns it."""


def _actions(ada: Person) -> dict[str, Action]:
    """The actions by name."""

    async def klondike() -> Message:
        return await ada.command("patience", "play", game="klondike", deal="42")

    async def tap() -> Callable[[], Awaitable[object]]:
        board = await klondike()
        stock = next(one for one in board.buttons if one.custom_id.endswith(":tap:s"))
        return lambda: ada.press(board, custom_id=stock.custom_id)

    async def undo() -> Callable[[], Awaitable[object]]:
        await (await tap())()
        return lambda: ada.command("patience", "type undo")

    async def play() -> Callable[[], Awaitable[object]]:
        return lambda: ada.command("patience", "play", game="freecell", deal="5")

    async def ratings() -> Callable[[], Awaitable[object]]:
        return lambda: ada.command("patience", "server")

    return {
        "tap on the stock": tap,
        "/type undo": undo,
        "/play freecell deal:5": play,
        "/server": ratings,
    }


async def _passed(prepare: Action) -> list[str]:
    """What an action passes: calls, functions, files, and changes from one file to another."""
    runs = []
    for number in range(_WARMING + _RUNS):
        action = await prepare()
        await asyncio.sleep(_IDLE)
        entered: list[CodeType] = []
        with _noted(entered):
            await action()
            await asyncio.sleep(_IDLE)
        if number >= _WARMING:
            runs.append(entered)
    return [f"{statistics.median(map(count, runs)):,.0f}" for count in (len, *_COUNTS)]


@contextmanager
def _noted(entered: list[CodeType]) -> Iterator[None]:
    """Note this project's functions in the order in which this thread enters them."""

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(_ROOMS):
            entered.append(frame.f_code)

    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(None)


def _functions(entered: list[CodeType]) -> int:
    return len(set(entered))


def _files(entered: list[CodeType]) -> int:
    return len({code.co_filename for code in entered})


def _changes(entered: list[CodeType]) -> int:
    return sum(one.co_filename != next_.co_filename for one, next_ in pairwise(entered))


_COUNTS: Final = (_functions, _files, _changes)
