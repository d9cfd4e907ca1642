"""The games of a day's deal whose players show others of their server how fast they were."""

from __future__ import annotations

from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import select

from bot.models.play import Action
from bot.store.database.connection import Database
from bot.store.play.game_logs import stored_log, unpack
from bot.store.play.schema import games
from bot.store.preferences import has_chosen, is_not_hidden

PACED: Final = "paced"
"""The preference of those who agree."""
_MOST: Final = 50


class PacedGame(NamedTuple):
    """A game, with its log."""

    player_id: int
    rules_id: str
    deal_number: int
    created_at: datetime
    log: tuple[Action, ...]


async def paced_games(database: Database, guild_id: int, deal_id: int) -> tuple[PacedGame, ...]:
    """The first games of a deal that players of a server have made a move in, fifty at most."""
    game = games.c
    query = (
        select(
            game.player_id,
            game.rules_id,
            game.deal_number,
            game.created_at,
            game.log,
            game.finished_log,
        )
        .where(
            game.contest_deal_id == deal_id,
            game.guild_id == guild_id,
            game.version > 0,
            ~game.practice,
            has_chosen(game.player_id, PACED, "yes"),
            ~has_chosen(game.player_id, "boards_are_public", "no"),
            is_not_hidden(guild_id, game.player_id),
        )
        .order_by(game.id.desc())
        .limit(_MOST)
    )
    async with database.reading() as connection:
        rows = (await connection.execute(query)).all()
    # Of several games of a player the first is what counts, which comes last here.
    found = {
        row.player_id: PacedGame(
            row.player_id,
            row.rules_id,
            row.deal_number,
            row.created_at,
            unpack(stored_log(row.log, row.finished_log) or "", row.created_at),
        )
        for row in rows
    }
    return tuple(found.values())
