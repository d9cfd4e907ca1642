"""Claims to work that one process shall do."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from bot.store.database.connection import Database
from bot.store.fleet.claims import claim, release, renew
from tests.store.finished_games import NOON

MINUTE = timedelta(minutes=1)


async def test_one_of_many_gets_a_claim(database: Database) -> None:
    claims = (claim(database, "a post", NOON, NOON + MINUTE) for _ in range(4))
    assert sorted(await asyncio.gather(*claims)) == [False, False, False, True]


async def test_claims_with_other_names_are_free(database: Database) -> None:
    assert await claim(database, "a post", NOON, NOON + MINUTE)
    assert await claim(database, "another", NOON, NOON + MINUTE)


async def test_a_released_claim_is_free(database: Database) -> None:
    await claim(database, "a post", NOON, NOON + MINUTE)
    await release(database, "a post")
    assert await claim(database, "a post", NOON, NOON + MINUTE)


async def test_a_claim_runs_out(database: Database) -> None:
    await claim(database, "a post", NOON, NOON + MINUTE)
    almost = NOON + MINUTE - timedelta(seconds=1)
    assert not await claim(database, "a post", almost, almost + MINUTE)
    assert await claim(database, "a post", NOON + MINUTE, NOON + 2 * MINUTE)


async def test_a_claim_from_before_the_clock_was_set_back_runs_out(database: Database) -> None:
    await claim(database, "a post", NOON, NOON + MINUTE)
    earlier = NOON - timedelta(hours=1)
    assert await claim(database, "a post", earlier, earlier + MINUTE)


async def test_only_its_owner_releases_a_claim(database: Database) -> None:
    await claim(database, "a post", NOON, NOON + MINUTE, "one")
    assert await claim(database, "a post", NOON + MINUTE, NOON + 2 * MINUTE, "other")
    await release(database, "a post", "one")
    assert not await claim(database, "a post", NOON + MINUTE, NOON + 2 * MINUTE, "third")


async def test_a_renewed_claim_lasts_longer(database: Database) -> None:
    await claim(database, "a post", NOON, NOON + MINUTE, "one")
    assert await renew(database, "a post", NOON + 2 * MINUTE, "one")
    assert not await claim(database, "a post", NOON + MINUTE, NOON + 2 * MINUTE, "other")


async def test_a_claim_that_has_passed_on_is_not_renewed(database: Database) -> None:
    await claim(database, "a post", NOON, NOON + MINUTE, "one")
    await claim(database, "a post", NOON + MINUTE, NOON + 2 * MINUTE, "other")
    assert not await renew(database, "a post", NOON + 9 * MINUTE, "one")
    assert await claim(database, "a post", NOON + 2 * MINUTE, NOON + 3 * MINUTE, "third")
