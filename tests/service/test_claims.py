"""Claims of several processes to the same work."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import select

from bot.service.claims import KEPT, LEASE, Claims
from bot.store.database.open import open_database
from bot.store.fleet.claims import claim
from bot.store.fleet.schema import claims
from tests.service.conftest import Clock
from tests.store.players.player_rows import rows_of
from tests.waiting import until


@pytest.mark.postgres
async def test_a_lease_is_held_by_one_process_and_free_once_its_work_is_done(
    migrated_postgres_url: str,
) -> None:
    async with open_database(migrated_postgres_url) as database:
        one, other = Claims(database), Claims(database)
        async with one.lease("work") as is_ones, other.lease("work") as is_others:
            assert (is_ones, is_others) == (True, False)
        async with other.lease("work") as is_others:
            assert is_others


@pytest.mark.postgres
async def test_a_lease_outlasts_its_term_while_its_work_goes_on(
    migrated_postgres_url: str, clock: Clock
) -> None:
    term = timedelta(seconds=0.3)
    ends = select(claims.c.until)
    async with open_database(migrated_postgres_url) as database:

        async def is_renewed() -> bool:
            async with database.reading() as connection:
                return await connection.scalar(ends) == clock.now + term

        one, other = Claims(database, clock=clock), Claims(database, clock=clock)
        async with one.lease("work", term):
            for _ in range(2):
                clock.now += term * 0.9
                await until(is_renewed)
            async with other.lease("work", term) as is_others:
                assert not is_others


@pytest.mark.postgres
async def test_the_lease_of_a_dead_process_is_taken_over(
    migrated_postgres_url: str, clock: Clock
) -> None:
    async with open_database(migrated_postgres_url) as database:
        await claim(database, "work", clock.now, clock.now + LEASE, "a dead process")
        living = Claims(database, clock=clock)
        async with living.lease("work") as is_held:
            assert not is_held
        clock.now += LEASE
        async with living.lease("work") as is_held:
            assert is_held


async def test_a_lease_in_a_file_of_one_process_leaves_nothing_to_run_out(
    url: str, clock: Clock
) -> None:
    async with open_database(url) as database:
        dead, next_one = (Claims(database, clock=clock) for _ in range(2))
        async with dead.lease("work"), next_one.lease("work") as is_held:
            assert is_held


async def test_what_one_process_may_do_once_is_taken_once(url: str) -> None:
    async with open_database(url) as database:
        alone = Claims(database)
        assert [await alone.take_once(name) for name in ("one", "one", "other")] == [
            True,
            False,
            True,
        ]


@pytest.mark.postgres
async def test_what_several_processes_may_do_is_taken_once(
    migrated_postgres_url: str, clock: Clock
) -> None:
    async with open_database(migrated_postgres_url) as database:
        one, other = Claims(database, clock=clock), Claims(database, clock=clock)
        assert await one.take_once("interaction 1")
        clock.advance(minutes=10)
        assert not await other.take_once("interaction 1")
        assert await other.take_once("interaction 2")
        clock.now += KEPT + LEASE
        assert await one.take_once("interaction 1")


@pytest.mark.postgres
async def test_what_was_taken_long_ago_is_deleted(migrated_postgres_url: str, clock: Clock) -> None:
    async with open_database(migrated_postgres_url) as database:
        claims = Claims(database, clock=clock)
        for number in (1, 2):
            assert await claims.take_once(f"interaction {number}")
            clock.now += KEPT
        rows = await rows_of(database, frozenset({"claims"}))
        assert [row["name"] for row in rows["claims"]] == ["interaction 2"]
