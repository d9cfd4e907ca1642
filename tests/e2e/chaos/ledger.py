"""The store of a bot that is stopped and started, and boards replayed from it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from sqlalchemy import RowMapping, text

import engine
from bot.models.play import BoardVersion
from bot.service.play.replay import apply
from bot.store.database.errors import StoreUnavailable
from bot.store.play.game_logs import stored_log, texts
from rendering import Scene
from rendering.board.alt import describe_scene
from tests.e2e.running_bot import RunningBot


class Ledger:
    """What a bot has stored; whoever reads while it is stopped waits for its start."""

    def __init__(self, bot: RunningBot) -> None:
        self._bot = bot

    async def games(self, player: int) -> set[int]:
        """The ids of a player's games."""
        rows = await self._rows("SELECT id FROM games WHERE player_id = :id", player)
        return {row["id"] for row in rows}

    async def played(self, player: int) -> int:
        """How many actions are stored of a player."""
        query = "SELECT sum(version) AS played FROM games WHERE player_id = :id"
        [row] = await self._rows(query, player)
        return int(row["played"] or 0)

    async def active(self, player: int) -> BoardVersion | None:
        """The board that a player has now; None before the first game."""
        query = "SELECT id, version FROM games JOIN active_games ON id = game_id"
        rows = await self._rows(f"{query} WHERE active_games.player_id = :id", player)
        return BoardVersion(rows[0]["id"], rows[0]["version"]) if rows else None

    async def replay(self, game_id: int) -> list[engine.Game]:
        """A game at each of its versions, replayed by the rules."""
        query = "SELECT rules_id, deal_number, log, finished_log FROM games WHERE id = :id"
        [game] = await self._rows(query, game_id)
        versions = [engine.deal(game["rules_id"], game["deal_number"])]
        for action in texts(stored_log(game["log"], game["finished_log"]) or ""):
            versions.append(versions[-1].copy())
            apply(versions[-1], action)
        return versions

    async def _rows(self, query: str, value: int) -> Sequence[RowMapping]:
        while True:
            try:
                async with self._bot.database.transaction() as connection:
                    found = await connection.execute(text(query), {"id": value})
                    return found.mappings().all()
            except (AssertionError, StoreUnavailable):
                await asyncio.sleep(0.02)


def cards_of(game: engine.Game) -> str:
    """The cards on a board as a picture's description names them, without the deal."""
    return describe_scene(Scene(game.board)).split(". ", 1)[1]
