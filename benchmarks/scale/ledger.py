"""What players were shown, held against what the database stores."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import text

import engine
from benchmarks.scale.crowd import GAME, Shown
from bot.service.play.games import Games
from bot.store.database.connection import Database


async def contradictions(database: Database, players: Sequence[Shown]) -> list[str]:
    """What was lost, doubled or other than it was shown, a sentence each."""
    games, found = Games(database), []
    for shown in players:
        found += [f"player {shown.player}: {sentence}" for sentence in shown.wrong]
        dealt = await _games(database, shown.player)
        # Who asks again because the answer is late may be dealt another game.
        if shown.game_id not in dealt or len(dealt) > shown.asked:
            asked = f"{shown.game_id}, asked for {shown.asked} times"
            found.append(f"player {shown.player} has the games {dealt}, not {asked}")
        stored = await games.active(shown.player)
        if stored.version not in shown.possible:
            found.append(f"game {stored.game_id} is at {stored.version}, not at {shown.possible}")
        expected = engine.deal(GAME, shown.deal)
        for _ in range(stored.version):
            expected.play("s")
        if stored.game.board != expected.board:
            found.append(f"game {stored.game_id} has another board than its moves lead to")
    return found


async def _games(database: Database, player: int) -> list[int]:
    query = text("SELECT id FROM games WHERE player_id = :player")
    async with database.transaction() as connection:
        rows = await connection.execute(query, {"player": player})
        return [row.id for row in rows]
