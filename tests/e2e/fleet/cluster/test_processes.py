"""Several processes of one bot, each a real one: what they share, and what one takes over."""

from __future__ import annotations

import asyncio
import os
import signal
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.chat.requests.failures import ALREADY_ANSWERED
from local_discord.testing import Person
from tests.e2e.bot_process import children_of, is_alive
from tests.e2e.fleet.cluster.fleet import (
    CHANNELS,
    SHARDS,
    Crowd,
    Fleet,
    Presser,
    fleet,
    migrations_of,
    newer_version,
    versions,
)

pytestmark = pytest.mark.postgres


@pytest.fixture
async def processes(tmp_path: Path, migrated_postgres_url: str) -> AsyncIterator[Fleet]:
    async with fleet(tmp_path, migrated_postgres_url) as running:
        yield running


async def test_an_empty_folder_is_enough_and_the_same_bot_is_refused_beside_it(
    tmp_path: Path, postgres_url: str
) -> None:
    async with fleet(tmp_path, postgres_url) as processes:
        first = await processes.start()
        await processes.serve(*range(SHARDS))
        second = await processes.start(PATIENCE_SHARDS="1-2/4")
        assert await processes.ended(second) == 75
        said = (tmp_path / "1.log").read_text().splitlines()
        assert len([line for line in said if line.startswith("patience: Shards 1-2 of 4 are")]) == 1
        other = await processes.start(PATIENCE_SECRET="a secret of another machine")
        assert await processes.ended(other) == 78
        assert "PATIENCE_SECRET: the database is used with another" in processes.output
        assert first.returncode is None
        assert "Traceback" not in processes.output


async def test_processes_share_players_and_one_that_is_killed_comes_back(processes: Fleet) -> None:
    supervisor = await processes.start(PATIENCE_PROCESSES="2")
    await processes.serve(*range(SHARDS))
    children = children_of(supervisor.pid)
    assert len(children) == 2
    assert processes.output.count("Registered") == 1
    async with Person.connect(processes.discord.page_url, "Ada") as ada:
        first, last = CHANNELS[0], CHANNELS[-1]
        await ada.command(first, "play", game="phoenix", deal="7")
        assert "1 move ·" in (await ada.command(last, "type move", play="r4-2")).text
        assert "1 move ·" in (await ada.command(first, "board")).text
        os.kill(int(children[0]), signal.SIGKILL)
        await processes.until(lambda: len(processes.discord.gateway.served_shards) < SHARDS)
        await processes.serve(*range(SHARDS))
        for channel in (first, last):
            assert "1 move ·" in (await ada.command(channel, "board")).text
    children = children_of(supervisor.pid)
    os.kill(supervisor.pid, signal.SIGKILL)
    await processes.until(lambda: not any(map(is_alive, children)))


async def test_shards_are_handed_over_to_a_newer_version_without_a_dead_moment(
    processes: Fleet, tmp_path: Path
) -> None:
    newer = newer_version(tmp_path / "newer")
    old = await processes.start()
    await processes.serve(*range(SHARDS))
    async with (
        Person.connect(processes.discord.page_url, "Ada") as ada,
        Person.connect(processes.discord.page_url, "Ben") as ben,
    ):
        crowd, presser = Crowd(ada), Presser(ben)
        await crowd.deal()
        handed_over = asyncio.create_task(hand_over(processes, old, newer))
        pressing = asyncio.create_task(presser.go_on(handed_over.done))
        await crowd.go_on(handed_over.done)
        new = await handed_over
        await pressing
        assert len(processes.discord.gateway.sessions) == SHARDS, "The old ones were ended."
        await crowd.go_on(iter((False, True)).__next__)
    # Each press is answered by the faster one of two.
    assert {one.code for one in processes.discord.refusals} <= {ALREADY_ANSWERED}
    processes.discord.refusals.clear()
    assert new.returncode is None
    assert "Traceback" not in processes.output
    played = await versions(processes.database, migrations_of(newer))
    assert played == sorted([crowd.acknowledged, presser.acknowledged])


async def hand_over(processes: Fleet, old: Process, newer: Path) -> Process:
    """Let a newer version take the place of a process."""
    new = await processes.start(PATIENCE_TAKE_OVER="true", PYTHONPATH=str(newer))
    await processes.until(lambda: "Waiting for shards 0-3 of 4" in processes.output)
    old.terminate()
    stopping = asyncio.create_task(processes.ended(old))
    await always_served(processes, until=stopping)
    assert await stopping == 0
    return new


async def always_served(processes: Fleet, until: asyncio.Task[int]) -> None:
    """Make sure that somebody serves each shard whenever one looks."""
    while not until.done():
        assert len(processes.discord.gateway.served_shards) == SHARDS
        await asyncio.sleep(0.005)
