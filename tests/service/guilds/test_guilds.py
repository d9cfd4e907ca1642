"""The languages of servers, which every process may ask for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.models.shards import ShardPlan
from bot.service.guilds import Guilds
from bot.service.preferences import PreferenceService
from bot.store.database.connection import Database
from bot.tasks import cancel_and_wait
from tests.service.conftest import Clock
from tests.waiting import SECONDS

HERE, THERE = 5, 6


def guilds_of(database: Database, clock: Clock) -> Guilds:
    """The servers as a process of its own knows them."""
    return Guilds(database, PreferenceService(database), clock=clock)


@pytest.fixture
async def seeing(database: Database, clock: Clock) -> AsyncIterator[Guilds]:
    """A process that saves what it sees."""
    guilds = guilds_of(database, clock)
    saving = asyncio.create_task(guilds.keep_saved(pause=0))
    yield guilds
    await cancel_and_wait([saving])


async def test_another_process_knows_a_servers_latest_locale(
    database: Database, clock: Clock, seeing: Guilds
) -> None:
    other = guilds_of(database, clock)
    for locale in ("de", "fr"):
        seeing.see(HERE, locale)
        async with asyncio.timeout(SECONDS):
            while await other.locale_of(HERE) != locale:
                pass
    assert await other.locale_of(THERE) == ""


async def test_a_server_is_known_before_it_is_saved(database: Database, clock: Clock) -> None:
    guilds = guilds_of(database, clock)
    guilds.see(HERE, "de")
    assert await guilds.locale_of(HERE) == "de"


async def test_more_servers_than_fit_into_a_batch_are_saved(
    database: Database, clock: Clock
) -> None:
    guilds, other = guilds_of(database, clock), guilds_of(database, clock)
    for guild in range(1, 1002):
        guilds.see(guild, "de")
    await guilds.save()
    assert [await other.locale_of(guild) for guild in (1, 500, 501, 1001)] == ["de"] * 4


async def test_the_locale_of_a_server_that_was_dropped_is_saved_when_it_comes_back(
    database: Database, clock: Clock
) -> None:
    guilds, other = guilds_of(database, clock), guilds_of(database, clock)
    everything = ShardPlan((0,), 1)
    guilds.see(HERE, "de")
    await guilds.save()
    await guilds.keep_up((), everything)
    clock.advance(days=31)
    assert await guilds.keep_up((), everything) == 1
    guilds.see(HERE, "de")
    await guilds.save()
    assert await other.locale_of(HERE) == "de"
