"""Work of the services that several processes could do: one does it, and others take over."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import date

import pytest

from bot.models.daily import Slot
from bot.service.daily.daily import CHOICE_LEASE, Daily
from bot.service.play.games import Games
from bot.store.database.connection import Database
from bot.store.database.open import open_database
from bot.store.fleet.claims import claim
from engine import Move
from tests.service.conftest import Clock
from tests.waiting import SECONDS

pytestmark = pytest.mark.postgres

SECRET = "a secret of sixteen letters"
MAY_DAY = date(2026, 5, 1)


@pytest.fixture
async def databases(migrated_postgres_url: str) -> AsyncIterator[tuple[Database, Database]]:
    """One database, as opened by two processes."""
    async with (
        open_database(migrated_postgres_url) as one,
        open_database(migrated_postgres_url) as other,
    ):
        yield one, other


class Prover:
    """Proves any deal winnable, in some seconds, and remembers how often it was asked."""

    def __init__(self, seconds: float = 0.05) -> None:
        self.asked = 0
        self._seconds = seconds

    async def __call__(self, rules_id: str, deal_number: int) -> tuple[Move, ...]:
        """A line that could win."""
        self.asked += 1
        await asyncio.sleep(self._seconds)
        return (Move("s", "w"),)


@pytest.mark.parametrize("seconds", [0.0, 0.05])
async def test_one_process_chooses_a_days_deal(
    databases: tuple[Database, Database], clock: Clock, seconds: float
) -> None:
    prove = Prover(seconds)
    dailies = [Daily(Games(one, clock=clock), SECRET, prove, clock=clock) for one in databases]
    here, there = await asyncio.gather(*(daily.prepare(MAY_DAY) for daily in dailies))
    assert here == there
    assert prove.asked == 1


@pytest.mark.slow
async def test_players_of_one_process_soon_see_what_another_has_chosen(
    databases: tuple[Database, Database], clock: Clock
) -> None:
    here, there = (
        Daily(Games(one, clock=clock), SECRET, Prover(), clock=clock, max_wait=SECONDS)
        for one in databases
    )
    waiting = asyncio.create_task(there.deal())
    chosen = await here.prepare(MAY_DAY)
    assert await waiting == chosen


async def test_the_choice_of_a_process_that_died_is_made_by_another(
    databases: tuple[Database, Database], clock: Clock
) -> None:
    one, other = databases
    name = f"deal:{MAY_DAY}:{Slot.HEADLINE}"
    assert await claim(one, name, clock.now, clock.now + CHOICE_LEASE, "dead")
    prove = Prover()
    daily = Daily(Games(other, clock=clock), SECRET, prove, clock=clock)
    choosing = asyncio.create_task(daily.prepare(MAY_DAY))
    await asyncio.wait([choosing], timeout=0.2)
    assert prove.asked == 0
    clock.now += CHOICE_LEASE
    assert (await choosing).day == MAY_DAY
