"""What players with many games have reached is counted before they ask."""

from __future__ import annotations

from sqlalchemy import select, update

from bot.service.claims import Claims
from bot.service.upgrades import count_careers
from bot.store.database.connection import Database
from bot.store.players.careers import VERSION, load_career, uncounted_players
from bot.store.players.schema import careers
from tests.store.finished_games import save_many

ANN, BOB = 7, 8


async def test_after_an_update_everybody_with_many_games_is_counted_again(
    database: Database,
) -> None:
    await save_many(database, ANN, 450)
    await save_many(database, BOB, 250, first_id=2000)
    reached = await load_career(database, ANN)
    async with database.transaction() as connection:
        await connection.execute(update(careers).values(version=VERSION - 1, tally="{}"))
    assert await uncounted_players(database, 250) == [ANN, BOB]
    await count_careers(database, Claims(database), many=400)
    assert await uncounted_players(database, 250) == [BOB]
    async with database.reading() as connection:
        [row] = await connection.execute(select(careers))
    assert (row.player_id, row.version) == (ANN, VERSION)
    assert await load_career(database, ANN) == reached
