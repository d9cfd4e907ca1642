"""Offering setup: once in a server, after a few days of use."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from bot.service import PreferenceService, SetupOffers
from bot.store import Database
from tests.service.conftest import Clock
from tests.store.finished_games import NOON, play_to_the_end

GUILD, ELSEWHERE = 5, 6


@pytest.fixture
def preferences(database: Database) -> PreferenceService:
    return PreferenceService(database)


@pytest.fixture
def offers(database: Database, preferences: PreferenceService, clock: Clock) -> SetupOffers:
    return SetupOffers(database, preferences, clock=clock)


async def play_on(database: Database, days: int, guild: int = GUILD) -> None:
    for number in range(days):
        at = NOON - timedelta(days=number)
        for player in (1, 2):
            await play_to_the_end(database, player, guild=guild, at=at, moves=1)


async def test_it_is_offered_once_after_three_days(offers: SetupOffers, database: Database) -> None:
    await play_on(database, 2)
    await play_on(database, 3, ELSEWHERE)
    assert not await offers.claim(GUILD)
    await play_on(database, 3)
    claims = await asyncio.gather(*(offers.claim(GUILD) for _ in range(3)))
    assert sorted(claims) == [False, False, True]
    assert not await offers.claim(GUILD)


@pytest.mark.parametrize(
    "chosen", [{"daily_channel": "7"}, {"channels": "7 8"}, {"language": "de"}]
)
async def test_it_is_not_offered_where_something_is_chosen(
    offers: SetupOffers,
    database: Database,
    preferences: PreferenceService,
    chosen: dict[str, str],
) -> None:
    await play_on(database, 3)
    await preferences.save_guild(GUILD, **chosen)
    assert not await offers.claim(GUILD)


async def test_it_is_not_offered_where_it_is_known(offers: SetupOffers, database: Database) -> None:
    await play_on(database, 3)
    assert await offers.note(GUILD)
    assert not await offers.claim(GUILD)


async def test_it_is_offered_again_after_it_could_not_be(
    offers: SetupOffers, database: Database
) -> None:
    await play_on(database, 3)
    assert await offers.claim(GUILD)
    await offers.release(GUILD)
    assert await offers.claim(GUILD)


async def test_an_offer_leaves_the_setup_as_it_was(
    offers: SetupOffers, database: Database, preferences: PreferenceService
) -> None:
    await play_on(database, 3)
    assert await offers.claim(GUILD)
    after = await preferences.get_guild(GUILD)
    assert after.setup_offered
    assert not after.is_set_up
