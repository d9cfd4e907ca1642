"""Preferences, and who has chosen what."""

from __future__ import annotations

from bot.store.database.connection import Database
from bot.store.preferences import Owner, players_with, save_preferences


async def test_players_with_a_preference_are_found_among_some(database: Database) -> None:
    for player, value in ((1, "yes"), (2, "no"), (3, "yes")):
        await save_preferences(database, Owner.PLAYER, player, {"mentioned": value})
    await save_preferences(database, Owner.PLAYER, 4, {"theme": "dark"})
    assert await players_with(database, {1, 2, 4}, "mentioned", "yes") == {1}
