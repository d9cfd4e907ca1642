"""The names by which players were last known."""

from __future__ import annotations

from bot.models.play import Deal
from bot.store.database.connection import Database
from bot.store.play.games import create_game
from bot.store.players.last_seen import load_names, save_name
from tests.store.finished_games import NOON

ANN, BOB = 7, 8


async def test_the_last_name_of_a_player_is_kept(database: Database) -> None:
    await create_game(database, Deal(ANN, "saratoga", 1, NOON))
    assert await save_name(database, ANN, "Ann")
    assert await save_name(database, ANN, "Ann")
    assert await save_name(database, ANN, "Annie 🃏")
    assert await load_names(database, [ANN, BOB]) == {ANN: "Annie 🃏"}


async def test_nobody_has_a_name_about_whom_nothing_else_is_stored(database: Database) -> None:
    await create_game(database, Deal(ANN, "saratoga", 1, NOON))
    assert not await save_name(database, BOB, "Bob")
    assert await load_names(database, [ANN, BOB]) == {}
