"""Offering setup: once in a server."""

from __future__ import annotations

import asyncio

import pytest

from bot.service.guilds import SETUP, Guilds
from bot.service.preferences import PreferenceService
from bot.store.database.connection import Database
from tests.service.conftest import Clock

GUILD, ELSEWHERE = 5, 6


@pytest.fixture
def preferences(database: Database) -> PreferenceService:
    return PreferenceService(database)


@pytest.fixture
def guilds(database: Database, preferences: PreferenceService, clock: Clock) -> Guilds:
    return Guilds(database, preferences, clock=clock)


async def test_it_is_offered_once_in_each_server(guilds: Guilds) -> None:
    claims = await asyncio.gather(*(guilds.claim_setup_offer(GUILD) for _ in range(3)))
    assert sorted(claims) == [False, False, True]
    assert not await guilds.claim_setup_offer(GUILD)
    assert await guilds.claim_setup_offer(ELSEWHERE)


@pytest.mark.parametrize(
    "chosen", [{"daily_channel": "7"}, {"channels": "7 8"}, {"language": "de"}]
)
async def test_it_is_not_offered_where_something_is_chosen(
    guilds: Guilds, preferences: PreferenceService, chosen: dict[str, str]
) -> None:
    await preferences.save_guild(GUILD, **chosen)
    assert not await guilds.claim_setup_offer(GUILD)


async def test_it_is_not_offered_where_it_is_known(guilds: Guilds) -> None:
    assert await guilds.note_offer(GUILD, SETUP)
    assert not await guilds.claim_setup_offer(GUILD)


async def test_it_is_offered_again_after_it_could_not_be(guilds: Guilds) -> None:
    assert await guilds.claim_setup_offer(GUILD)
    await guilds.release_offer(GUILD, SETUP)
    assert await guilds.claim_setup_offer(GUILD)


async def test_an_offer_leaves_the_setup_as_it_was(
    guilds: Guilds, preferences: PreferenceService
) -> None:
    assert await guilds.claim_setup_offer(GUILD)
    after = await preferences.get_guild(GUILD)
    assert after.setup_offered
    assert not after.is_set_up
