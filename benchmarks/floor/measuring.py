"""The report: rounds of the floor's parts and of presses, and the tables made of them."""

from __future__ import annotations

import asyncio
import os
import statistics
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack, ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.floor.inserts import (
    INSERTS,
    Insert,
    inserting,
    postgresql_insert,
    sqlite_insert,
)
from benchmarks.floor.peers import Peer, started
from benchmarks.floor.stalls import Stall
from benchmarks.load import pressed_boards
from benchmarks.scale.processes import family, processor_seconds
from benchmarks.timing import table
from rendering import Style
from rendering.board.picture import draw_scene
from tests.postgresql import NoServer, Server, running_server

_BARE: Final = "bare client"
_SHARED: Final = "PostgreSQL"
_PLAYERS: Final = 32
_EACH: Final = 8
_ALONE: Final = 40
_WARMING: Final = 3
_ROUNDS: Final = 3
_PROCESSORS: Final = os.cpu_count() or 1
_DURABLE: Final = ("max_connections=40",)
"""PostgreSQL as it is installed: it syncs what is committed."""


@dataclass(frozen=True, slots=True)
class _Bot:
    """A process that is pressed.

    Attributes:
        name: what it is.
        number: the number of its local Discord.
        peer: the process.
    """

    name: str
    number: int
    peer: Peer


@dataclass(frozen=True, slots=True)
class _Presses:
    """What the presses of a round cost and took; seconds of processor time a press, if not else.

    Attributes:
        main: the bot's own process.
        workers: its drawing workers.
        server: PostgreSQL.
        others: the local Discord and its players.
        speed: presses a second.
        stall: the longest stall of the bot's event loop.
        alone: the median time of a press while nobody else plays, in seconds.
    """

    main: float
    workers: float
    server: float
    others: float
    speed: float
    stall: Stall
    alone: float


@dataclass(frozen=True, slots=True)
class _Parts:
    """What the floor's parts cost in a round, in seconds of processor time.

    Attributes:
        drawing: drawing a board.
        inserts: an insert, by database.
        server: what PostgreSQL spends on it.
    """

    drawing: float
    inserts: Mapping[str, float]
    server: float


def report() -> str:
    """Two tables: the parts of the floor, and what presses cost against it."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = None
        with suppress(NoServer):
            server = stack.enter_context(running_server(_DURABLE))
        return asyncio.run(_measure(folder, server))


async def _measure(folder: Path, server: Server | None) -> str:
    # Without a server, this is no process, which has spent nothing.
    process = int((server.data / "postmaster.pid").read_text().split()[0]) if server else 0
    parts: list[_Parts] = []
    presses: dict[str, list[_Presses]] = {}
    async with AsyncExitStack() as stack:
        inserts = {"SQLite": await stack.enter_async_context(sqlite_insert(folder / "raw.db"))}
        if server is not None:
            inserts[_SHARED] = await stack.enter_async_context(
                postgresql_insert(server.create_database())
            )
        servers = str(1 + len(inserts))
        crowd = await stack.enter_async_context(
            started("benchmarks.floor.crowd", servers, str(_PLAYERS))
        )
        bots = await _bots(stack, await crowd.ask("where"), folder, server)
        for bot in bots:
            await bot.peer.ask("online")
        await crowd.ask("join")
        for bot in bots:
            await crowd.ask(bot.number, _PLAYERS, _WARMING)
        drawers = [
            await stack.enter_async_context(
                started("benchmarks.floor.drawing", *map(str, (number, _PROCESSORS, _PLAYERS)))
            )
            for number in range(_PROCESSORS)
        ]
        await asyncio.gather(*(one.ask(0, _WARMING) for one in drawers))
        for number in range(_ROUNDS):
            parts.append(await _parts(drawers, _WARMING + number * _EACH, inserts, process))
            for bot in bots:
                presses.setdefault(bot.name, []).append(await _press(crowd, bot, process))
    return _tables(parts, presses)


async def _bots(
    stack: AsyncExitStack, urls: Sequence[str], folder: Path, server: Server | None
) -> list[_Bot]:
    """Start the bare client and a bot on each database."""
    picture = folder / "board.png"
    picture.write_bytes(draw_scene(pressed_boards(_EACH)[-1], Style()).png)
    wanted = [(_BARE, str(picture)), ("SQLite", f"sqlite+aiosqlite:///{folder / 'patience.db'}")]
    if server is not None:
        wanted.append((_SHARED, server.create_database()))
    bots = []
    for number, (name, argument) in enumerate(wanted):
        module = "bare_client" if name == _BARE else "pressed_bot"
        addresses = urls[2 * number : 2 * number + 2]
        peer = await stack.enter_async_context(
            started(f"benchmarks.floor.{module}", *addresses, argument)
        )
        bots.append(_Bot(name, number, peer))
    return bots


async def _parts(
    drawers: Sequence[Peer], pressed: int, inserts: Mapping[str, Insert], server: int
) -> _Parts:
    """Measure the floor's parts once: all who draw draw the players' next boards at once."""
    drawn = await asyncio.gather(*(one.ask(pressed, _EACH) for one in drawers))
    before = processor_seconds(family(server))
    inserted = {name: await inserting(insert) for name, insert in inserts.items()}
    return _Parts(
        statistics.mean(float(one) for [one] in drawn),
        inserted,
        (processor_seconds(family(server)) - before) / INSERTS,
    )


async def _press(crowd: Peer, bot: _Bot, server: int) -> _Presses:
    """Have a bot pressed by one player, and then by all."""
    _, alone = await crowd.ask(bot.number, 1, _ALONE)
    await bot.peer.ask("stall")
    process, *workers = family(bot.peer.pid)
    groups = ([process], workers, family(server), [crowd.pid])
    before = [processor_seconds(group) for group in groups]
    seconds, _ = await crowd.ask(bot.number, _PLAYERS, _EACH)
    after = [processor_seconds(group) for group in groups]
    done = _PLAYERS * _EACH
    main, drawing, used, others = (
        (late - early) / done for early, late in zip(before, after, strict=True)
    )
    stall = Stall(*map(float, await bot.peer.ask("stall")))
    return _Presses(main, drawing, used, others, done / float(seconds), stall, float(alone))


def _tables(parts: Sequence[_Parts], presses: Mapping[str, Sequence[_Presses]]) -> str:
    """The floor's parts, and what presses cost and take against it."""
    bare, drawn = _median(presses[_BARE], "main"), _median(parts, "drawing")
    floors = [["drawing a board", _ms(drawn), ""], [_BARE, _ms(bare), ""]]
    rows = [_row(_BARE, presses[_BARE], bare, 0.0)]
    for name in parts[0].inserts:
        inserted = statistics.median(one.inserts[name] for one in parts)
        server = _median(parts, "server") if name == _SHARED else 0.0
        floors.append([f"insert, {name}", _ms(inserted), _ms(server) if server else ""])
        rows.append(_row(name, presses[name], drawn + bare + inserted, server))
    headings = ["main", "drawing", "both", "floor", "of floor", "server", "local Discord"]
    headings += ["a second", "at the floor", "of that", "alone ms", "stall ms", "of it busy"]
    costs = table(["processor time, ms", "client", "server"], floors)
    return f"{costs}\n\n{table(['CPU ms a press', *headings], rows)}"


def _row(name: str, rounds: Sequence[_Presses], floor: float, server: float) -> list[str]:
    """What presses cost and take.

    Args:
        name: of what.
        rounds: their figures.
        floor: the floor of a press.
        server: what PostgreSQL spends on it.
    """
    fields = ("main", "workers", "server", "others", "speed", "alone")
    main, workers, used, others, speed, alone = (_median(rounds, field) for field in fields)
    stall = max(one.stall for one in rounds)
    most = _PROCESSORS / (floor + server + others)
    return [
        name,
        *map(_ms, (main, workers, main + workers, floor)),
        f"{(main + workers) / floor:.2f}",
        *map(_ms, (used, others)),
        f"{speed:.0f}",
        f"{most:.0f}",
        f"{speed / most:.2f}",
        _ms(alone),
        *map(_ms, (stall.seconds, stall.busy)),
    ]


def _median(rounds: Sequence[_Parts | _Presses], field: str) -> float:
    return float(statistics.median(getattr(one, field) for one in rounds))


def _ms(seconds: float) -> str:
    return f"{seconds * 1e3:.1f}"
