"""Whether setup was offered in a server."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from bot.models.places import Place
from bot.models.play import Deal
from bot.store.database.connection import Database
from bot.store.guilds.guilds import claim_setup_offer, days_with_games, release_setup_offer
from bot.store.play.games import create_game
from bot.store.preferences import Owner, load_preferences, save_preferences
from tests.store.finished_games import NOON, play_to_the_end

GUILD, DAY = 5, timedelta(days=1)


async def test_days_with_games_are_those_on_which_somebody_moved(database: Database) -> None:
    for player, ago in ((1, 0), (2, 0), (1, 2)):
        await play_to_the_end(database, player, guild=GUILD, at=NOON - ago * DAY, moves=1)
    await play_to_the_end(database, 1, guild=6, at=NOON - 3 * DAY, moves=1)
    await create_game(database, Deal(1, "saratoga", 1, NOON - 4 * DAY, Place(1, GUILD)))
    assert await days_with_games(database, GUILD) == 2


async def test_an_offer_is_claimed_once_and_can_be_released(database: Database) -> None:
    await save_preferences(database, Owner.GUILD, GUILD, {"language": "de"})
    claims = [claim_setup_offer(database, GUILD, NOON) for _ in range(3)]
    assert sorted(await asyncio.gather(*claims)) == [False, False, True]
    assert await claim_setup_offer(database, GUILD + 1, NOON)
    await release_setup_offer(database, GUILD)
    assert await load_preferences(database, Owner.GUILD, GUILD) == {"language": "de"}
    assert await claim_setup_offer(database, GUILD, NOON)
