"""What many presses leave in the bot's memory, and what one player's flood costs the others.

This process runs the local Discord and its players, another one the bot, without searches. In a
flood one player presses, and types commands, many at once and each again as soon as it is answered,
within Discord's limits; the others press as fast as anybody plays. They do so with the flood and
without it by turns, as other work on the machine comes and goes.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.floor.peers import Peer, started
from benchmarks.load import add_users, deal_saratoga, play_in_private, turn_stock
from benchmarks.scale.processes import family, memory
from benchmarks.timing import Figures, table
from bot.tasks import cancel_and_wait
from local_discord import LocalDiscord
from local_discord.rate_limits import UNLIMITED, Limits
from local_discord.testing import InteractionFailed, Person
from tests.postgresql import NoServer, running_server

_PLAYERS: Final = 8
_MARKS: Final = (2_000, 10_000, 20_000)
"""After how many presses memory is measured."""
_GAME: Final = 100
"""Presses of a game, after which a player is dealt another."""
_ROUNDS: Final = 3
_EACH: Final = 30
"""Presses of each player of the others in a round."""
_PAUSE: Final = 0.5
"""Seconds from an answer to the next press."""
_PRESSING: Final = 12
_TYPING: Final = 4
"""How much of either kind the one player does at once."""


@dataclass(frozen=True, slots=True)
class _Bot:
    """A bot and its players.

    Attributes:
        peer: its process.
        local: its Discord.
        people: the players.
    """

    peer: Peer
    local: LocalDiscord
    people: list[Person]


def report() -> str:
    """A table of memory and one of floods, each with a row for each database."""
    grown, flooded = [], []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        urls = {"SQLite": f"sqlite+aiosqlite:///{folder / 'patience.db'}"}
        with contextlib.suppress(NoServer):
            urls["PostgreSQL"] = stack.enter_context(running_server()).create_database()
        for name, url in urls.items():
            flood, growth = asyncio.run(_measure(url))
            flooded.append([name, *flood])
            grown.append([name, *growth])
    marks = [f"{mark:,}" for mark in _MARKS]
    headings = ["alone p50 ms", "p99 ms", "beside it p50 ms", "p99 ms", "× p99", "unanswered"]
    return "\n\n".join(
        [
            table(["others, during a flood", *headings, "flood a second"], flooded),
            table(["MiB of the bot and of drawing after", *marks], grown),
        ]
    )


async def _measure(url: str) -> tuple[list[str], list[str]]:
    async with _running(url) as bot:
        bot.local.limits = Limits()
        flood = await _flood(bot.people)
        bot.local.limits = UNLIMITED
        return flood, await _growth(bot)


@asynccontextmanager
async def _running(url: str) -> AsyncIterator[_Bot]:
    async with AsyncExitStack() as stack:
        local = await stack.enter_async_context(LocalDiscord())
        local.limits = UNLIMITED
        add_users(local, _PLAYERS)
        where = (local.api_url, local.gateway_url, url)
        peer = await stack.enter_async_context(started("benchmarks.floor.pressed_bot", *where))
        await peer.ask("online")
        people = [
            await stack.enter_async_context(Person.connect(local.page_url, f"P{number}"))
            for number in range(_PLAYERS)
        ]
        for person in people:
            await person.until_online()
            await play_in_private(person)
        yield _Bot(peer, local, people)


async def _growth(bot: _Bot) -> list[str]:
    """The memory of the bot and of its workers after so many presses."""
    shown, deals = [], itertools.count(1)
    for done, mark in itertools.pairwise((0, *_MARKS)):
        each = (mark - done) // _PLAYERS
        await asyncio.gather(*(_play(person, each, deals) for person in bot.people))
        own, *workers = family(bot.peer.pid)
        shown.append(f"{memory([own]):.0f} + {memory(workers):.0f}")
    return shown


async def _play(person: Person, presses: int, deals: itertools.count[int]) -> None:
    while presses > 0:
        try:
            board = await deal_saratoga(person, next(deals))
        except InteractionFailed:
            continue
        # On a busy machine some get no answer in time, and count nonetheless.
        presses -= len([one async for one in turn_stock(person, board, min(_GAME, presses))])


async def _flood(people: list[Person]) -> list[str]:
    """What the others wait without the flood of one of them, and beside it."""
    boards = [await deal_saratoga(person, number) for number, person in enumerate(people, 1)]
    one, *others = zip(people, boards, strict=True)
    alone, beside = list[float | None](), list[float | None]()
    asked, seconds, loop = 0, 0.0, asyncio.get_running_loop()
    for _ in range(_ROUNDS):
        alone += await _press_all(others)
        counter, began = itertools.count(), loop.time()
        flooding = [
            asyncio.create_task(_again_and_again(work, counter))
            for work in (*[_pressing(*one)] * _PRESSING, *[_typing(one[0])] * _TYPING)
        ]
        beside += await _press_all(others)
        asked, seconds = asked + next(counter), seconds + loop.time() - began
        await cancel_and_wait(flooding)
    figures = [Figures(tuple(time for time in times if time)) for times in (alone, beside)]
    both = [value for each in figures for value in (each.median, each.percentile(99))]
    return [
        *(f"{value * 1e3:.0f}" for value in both),
        f"{both[3] / both[1]:.1f}",
        str((alone + beside).count(None)),
        f"{asked / seconds:.0f}",
    ]


async def _press_all(players: list[tuple[Person, str]]) -> list[float | None]:
    async def press(person: Person, board: str) -> list[float | None]:
        times = list[float | None]()
        for _ in range(_EACH):
            times += [one async for one in turn_stock(person, board, 1)]
            await asyncio.sleep(_PAUSE)
        return times

    found = await asyncio.gather(*(press(*player) for player in players))
    return list(itertools.chain.from_iterable(found))


_Work = Callable[[], Coroutine[None, None, object]]


def _pressing(person: Person, board: str) -> _Work:
    """Press the stock, on the newest board that the player sees."""

    async def work() -> None:
        message = person.messages[board]
        [stock] = [one for one in message.buttons if one.custom_id.endswith(":tap:s")]
        await person.press(message, custom_id=stock.custom_id)

    return work


def _typing(person: Person) -> _Work:
    """Type a command that shows statistics."""

    async def work() -> None:
        await person.command("patience", "profile")

    return work


async def _again_and_again(work: _Work, counter: itertools.count[int]) -> None:
    while True:
        # What is refused, or comes to nothing, is asked for again.
        with contextlib.suppress(InteractionFailed, LookupError):
            await work()
        next(counter)
        await asyncio.sleep(0)
