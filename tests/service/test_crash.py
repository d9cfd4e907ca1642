"""Killing the bot at any moment loses nothing that a player was shown."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import random
import signal
import time
from collections.abc import Iterable
from typing import Final

from sqlalchemy import select, text

from bot.service import Games
from bot.store import Database, open_database
from bot.store.games import load_game, load_log
from bot.store.schema import games
from tests.service.crash_player import Acknowledged, play_until_killed

KILLS: Final = 24
LONGEST_WAIT: Final = 0.12
"""How long a process plays before it is killed, in seconds."""


def play_and_kill(address: str, seed: int, rng: random.Random) -> list[Acknowledged]:
    """Let a process play, kill it, and return what it had told until then."""
    # Processes are forked from one that has everything imported, and begin to play at once.
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.service.crash_player"])
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=play_until_killed, args=(address, seed, theirs), daemon=True)
    process.start()
    theirs.close()
    # Every third is killed while it opens the database, or, the first time, makes it.
    told = [Acknowledged.hear(ours)] if seed % 3 else []
    time.sleep(rng.uniform(0, LONGEST_WAIT))
    process.kill()
    process.join()
    assert process.exitcode == -signal.SIGKILL
    with contextlib.suppress(EOFError):
        while True:
            told.append(Acknowledged.hear(ours))
    ours.close()
    process.close()
    return told


async def check_soundness(store: Database) -> None:
    """Assert that a database is in order, as far as SQLite can tell."""
    async with store._engine.connect() as connection:
        assert (await connection.execute(text("PRAGMA integrity_check"))).all() == [("ok",)]
        assert (await connection.execute(text("PRAGMA foreign_key_check"))).all() == []


async def check_presence(store: Database, told: Iterable[Acknowledged]) -> None:
    """Assert that everything told is in the database."""
    for one in told:
        log = await load_log(store, one.game_id, one.version)
        assert len(log) == one.version
        assert one.action == (log[-1].text if log else "")


async def check_nothing_more(store: Database, told: Iterable[Acknowledged]) -> None:
    """Assert that of what was not told at most the call under way was kept."""
    newest = {one.game_id: one.version for one in told}
    for game_id, version in newest.items():
        assert (await load_game(store, game_id)).version - version in (0, 1)


async def check_every_game(store: Database) -> None:
    """Assert that each game's log is whole, and that the engine plays it to the end."""
    tables = Games(store)
    async with store._engine.connect() as connection:
        every = (await connection.execute(select(games.c.id))).scalars().all()
    for game_id in every:
        stored = await load_game(store, game_id)
        log = await load_log(store, game_id, 10**6)
        assert [action.version for action in log] == list(range(1, stored.version + 1))
        seat = await tables.get(game_id)
        assert seat.state is stored.state
        assert len(seat.game.moves) == stored.moves


async def test_a_process_killed_at_any_moment_keeps_every_acknowledged_action(
    address: str,
) -> None:
    rng = random.Random(20)
    told: list[Acknowledged] = []
    for seed in range(KILLS):
        more = await asyncio.to_thread(play_and_kill, address, seed, rng)
        assert more or not seed % 3
        told += more
        async with open_database(address) as store:
            await check_soundness(store)
            await check_presence(store, more)
            await check_nothing_more(store, more)
    async with open_database(address) as store:
        await check_presence(store, told)
        await check_every_game(store)
