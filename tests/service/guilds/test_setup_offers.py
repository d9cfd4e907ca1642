"""Offering setup: once in a server, after a few days of use."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from bot.service.guilds.guilds import Guilds
from bot.service.preferences import PreferenceService
from bot.store.database.connection import Database
from tests.service.conftest import Clock
from tests.store.finished_games import NOON, play_to_the_end

GUILD, ELSEWHERE = 5, 6


@pytest.fixture
def preferences(database: Database) -> PreferenceService:
    return PreferenceService(database)


@pytest.fixture
def guilds(database: Database, preferences: PreferenceService, clock: Clock) -> Guilds:
    return Guilds(database, preferences, clock=clock)


async def play_on(database: Database, days: int, guild: int = GUILD) -> None:
    for number in range(days):
        at = NOON - timedelta(days=number)
        for player in (1, 2):
            await play_to_the_end(database, player, guild=guild, at=at, moves=1)


async def test_it_is_offered_once_after_three_days(guilds: Guilds, database: Database) -> None:
    await play_on(database, 2)
    await play_on(database, 3, ELSEWHERE)
    assert not await guilds.claim_setup_offer(GUILD)
    await play_on(database, 3)
    claims = await asyncio.gather(*(guilds.claim_setup_offer(GUILD) for _ in range(3)))
    assert sorted(claims) == [False, False, True]
    assert not await guilds.claim_setup_offer(GUILD)


@pytest.mark.parametrize(
    "chosen", [{"daily_channel": "7"}, {"channels": "7 8"}, {"language": "de"}]
)
async def test_it_is_not_offered_where_something_is_chosen(
    guilds: Guilds,
    database: Database,
    preferences: PreferenceService,
    chosen: dict[str, str],
) -> None:
    await play_on(database, 3)
    await preferences.save_guild(GUILD, **chosen)
    assert not await guilds.claim_setup_offer(GUILD)


async def test_it_is_not_offered_where_it_is_known(guilds: Guilds, database: Database) -> None:
    await play_on(database, 3)
    assert await guilds.note_setup_offer(GUILD)
    assert not await guilds.claim_setup_offer(GUILD)


async def test_it_is_offered_again_after_it_could_not_be(
    guilds: Guilds, database: Database
) -> None:
    await play_on(database, 3)
    assert await guilds.claim_setup_offer(GUILD)
    await guilds.release_setup_offer(GUILD)
    assert await guilds.claim_setup_offer(GUILD)


async def test_an_offer_leaves_the_setup_as_it_was(
    guilds: Guilds, database: Database, preferences: PreferenceService
) -> None:
    await play_on(database, 3)
    assert await guilds.claim_setup_offer(GUILD)
    after = await preferences.get_guild(GUILD)
    assert after.setup_offered
    assert not after.is_set_up
