"""Killing the bot at any moment loses no acknowledged action."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import random
import signal
import time
from collections.abc import Iterable
from typing import Final

import pytest
from sqlalchemy import select, text

from bot.service.play.games import Games
from bot.store.database.connection import Database
from bot.store.database.open import open_database
from bot.store.play.game_logs import load_log
from bot.store.play.games import load_game
from bot.store.play.schema import games as games_table
from tests.service.play.crash_player import Acknowledged, play_until_killed

KILLS: Final = 24
MAX_WAIT: Final = 0.12
"""How long a process plays before it is killed, in seconds."""


def play_and_kill(url: str, seed: int, rng: random.Random) -> list[Acknowledged]:
    """Let a process play, kill it, and return what it acknowledged."""
    # Forked from a process that has imported everything, so that they play at once.
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.service.play.crash_player"])
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=play_until_killed, args=(url, seed, theirs), daemon=True)
    process.start()
    theirs.close()
    # Every third is killed while it opens or, the first time, creates the database.
    acknowledged = [Acknowledged.receive(ours)] if seed % 3 else []
    time.sleep(rng.uniform(0, MAX_WAIT))
    process.kill()
    process.join()
    assert process.exitcode == -signal.SIGKILL
    with contextlib.suppress(EOFError):
        while True:
            acknowledged.append(Acknowledged.receive(ours))
    ours.close()
    process.close()
    return acknowledged


async def check_integrity(database: Database) -> None:
    """Assert that SQLite finds no damage."""
    async with database._engine.connect() as connection:
        assert (await connection.execute(text("PRAGMA integrity_check"))).all() == [("ok",)]
        assert (await connection.execute(text("PRAGMA foreign_key_check"))).all() == []


async def check_saved(database: Database, acknowledged: Iterable[Acknowledged]) -> None:
    """Assert that everything acknowledged is in the database."""
    for one in acknowledged:
        log = await load_log(database, one.game_id, one.version)
        assert len(log) == one.version
        assert one.action == (log[-1].text if log else "")


async def check_nothing_more(database: Database, acknowledged: Iterable[Acknowledged]) -> None:
    """Assert that at most one call per game was saved but not acknowledged."""
    newest = {one.game_id: one.version for one in acknowledged}
    for game_id, version in newest.items():
        assert (await load_game(database, game_id)).version - version in (0, 1)


async def check_every_game(database: Database) -> None:
    """Assert that each game's log is complete and can be replayed."""
    games = Games(database)
    async with database._engine.connect() as connection:
        game_ids = (await connection.execute(select(games_table.c.id))).scalars().all()
    for game_id in game_ids:
        stored = await load_game(database, game_id)
        log = await load_log(database, game_id, 10**6)
        assert [action.version for action in log] == list(range(1, stored.version + 1))
        snapshot = await games.get(game_id)
        assert snapshot.state is stored.state
        assert len(snapshot.game.moves) == stored.moves


@pytest.mark.slow
async def test_a_process_killed_at_any_moment_loses_no_acknowledged_action(
    url: str,
) -> None:
    rng = random.Random(20)
    acknowledged: list[Acknowledged] = []
    for seed in range(KILLS):
        more = await asyncio.to_thread(play_and_kill, url, seed, rng)
        assert more or not seed % 3
        acknowledged += more
        async with open_database(url) as database:
            await check_integrity(database)
            await check_saved(database, more)
            await check_nothing_more(database, more)
    async with open_database(url) as database:
        await check_saved(database, acknowledged)
        await check_every_game(database)
