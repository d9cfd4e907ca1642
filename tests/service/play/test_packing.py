"""Games that an earlier version stored are packed in the background."""

from __future__ import annotations

from sqlalchemy import func, select

from bot.service.claims import Claims
from bot.service.play.games import Games
from bot.service.upgrades import pack_logs
from bot.store.database.connection import Database
from bot.store.play.game_logs import load_log
from bot.store.play.schema import actions
from tests.store.database.unpacked import unpack_games


async def test_all_games_are_packed_and_can_be_played_on(games: Games, database: Database) -> None:
    played = [await games.start(player, "saratoga", 42) for player in range(1, 6)]
    for player in range(1, 6):
        await games.play(player, "s")
    await unpack_games(database)

    await pack_logs(database, Claims(database), batch=2)

    async with database.transaction() as connection:
        rows = select(func.count()).select_from(actions)
        assert (await connection.execute(rows)).scalar_one() == 0
    for player, snapshot in enumerate(played, 1):
        await Games(database).undo(player)
        log = await load_log(database, snapshot.game_id, 9)
        assert [action.text for action in log] == ["s", "undo"]
