"""Whether setup was offered in a server."""

from __future__ import annotations

import asyncio

from bot.store.database.connection import Database
from bot.store.guilds.guilds import SETUP, claim_offer
from bot.store.preferences import Owner, load_preferences, save_preferences
from tests.store.finished_games import NOON

GUILD = 5


async def test_an_offer_is_claimed_once_and_can_be_released(database: Database) -> None:
    await save_preferences(database, Owner.GUILD, GUILD, {"language": "de"})
    claims = [claim_offer(database, GUILD, SETUP, NOON) for _ in range(3)]
    assert sorted(await asyncio.gather(*claims)) == [False, False, True]
    assert await claim_offer(database, GUILD + 1, SETUP, NOON)
    await save_preferences(database, Owner.GUILD, GUILD, {SETUP: None})
    assert await load_preferences(database, Owner.GUILD, GUILD) == {"language": "de"}
    assert await claim_offer(database, GUILD, SETUP, NOON)
