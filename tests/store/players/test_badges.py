"""What players have earned, and when."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import select

from bot.models.play import Deal
from bot.store.database.connection import Database
from bot.store.play.games import create_game
from bot.store.players.badges import load_badges, save_badges
from bot.store.players.schema import badges
from tests.store.finished_games import NOON, play_to_the_end

ANN, BOB = 1, 2**63 - 1
HOUR = timedelta(hours=1)


async def test_what_is_earned_is_dated_by_the_newest_game_that_had_ended(
    database: Database,
) -> None:
    await play_to_the_end(database, ANN)
    await create_game(database, Deal(ANN, "saratoga", 7, NOON + 2 * HOUR))
    await save_badges(database, ANN, ["first-win", "quick"])
    await play_to_the_end(database, ANN, at=NOON + HOUR)
    await save_badges(database, ANN, ["quick", "row-3"])
    async with database.reading() as connection:
        rows = await connection.execute(select(badges).order_by(badges.c.id))
        assert [tuple(row) for row in rows] == [
            (ANN, "first-win", NOON),
            (ANN, "quick", NOON),
            (ANN, "row-3", NOON + HOUR),
        ]


async def test_who_has_deleted_their_games_meanwhile_earns_nothing(database: Database) -> None:
    await create_game(database, Deal(BOB, "saratoga", 7, NOON))
    await save_badges(database, BOB, ["first-win"])
    assert await load_badges(database, BOB) == frozenset()
