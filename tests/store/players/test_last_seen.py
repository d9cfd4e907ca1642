"""When players were here last, and who is to be deleted."""

from __future__ import annotations

from datetime import date, timedelta

from sqlalchemy import insert

from bot.models.play import Deal
from bot.store.database.connection import Database
from bot.store.play.games import create_game
from bot.store.players.last_seen import (
    announce_deletions,
    is_to_be_deleted,
    note_unseen,
    players_to_delete,
    save_last_seen,
)
from bot.store.players.schema import player_preferences
from tests.store.finished_games import NOON

ANN, BOB = 7, 8
TODAY = date(2026, 5, 1)
DAY, WEEK = timedelta(days=1), timedelta(days=7)


async def play(database: Database, *players: int) -> None:
    for player in players:
        await create_game(database, Deal(player, "saratoga", 1, NOON))


async def announce(database: Database, today: date, before: date) -> int:
    return await announce_deletions(database, before, today + WEEK, overdue=today - WEEK)


async def test_nobody_is_noted_about_whom_nothing_else_is_stored(database: Database) -> None:
    await play(database, ANN)
    assert await save_last_seen(database, ANN, TODAY)
    assert not await save_last_seen(database, BOB, TODAY)


async def test_only_those_are_to_be_deleted_who_were_announced(database: Database) -> None:
    await play(database, ANN, BOB)
    await save_last_seen(database, ANN, TODAY - DAY)
    await save_last_seen(database, BOB, TODAY)
    assert await announce(database, TODAY, TODAY) == 1
    assert await announce(database, TODAY, TODAY) == 0
    assert await players_to_delete(database, TODAY + WEEK - DAY) == ()
    assert await players_to_delete(database, TODAY + WEEK) == (ANN,)
    assert await is_to_be_deleted(database, ANN, TODAY + WEEK)
    assert not await is_to_be_deleted(database, BOB, TODAY + WEEK)


async def test_who_comes_back_is_not_to_be_deleted(database: Database) -> None:
    await play(database, ANN)
    await save_last_seen(database, ANN, TODAY - DAY)
    await announce(database, TODAY, TODAY)
    await save_last_seen(database, ANN, TODAY)
    assert await players_to_delete(database, TODAY + WEEK) == ()


async def test_who_is_given_more_time_is_not_to_be_deleted(database: Database) -> None:
    await play(database, ANN)
    await save_last_seen(database, ANN, TODAY - DAY)
    await announce(database, TODAY, TODAY)
    assert await announce(database, TODAY, TODAY - WEEK) == 0
    assert await players_to_delete(database, TODAY + WEEK) == ()


async def test_an_announcement_of_long_ago_is_made_anew(database: Database) -> None:
    await play(database, ANN)
    await save_last_seen(database, ANN, TODAY - DAY)
    await announce(database, TODAY, TODAY)
    later = TODAY + 3 * WEEK
    assert await announce(database, later, later) == 1
    assert await players_to_delete(database, later) == ()


async def test_the_time_of_players_who_were_never_noted_begins_now(database: Database) -> None:
    await play(database, ANN, BOB)
    await save_last_seen(database, ANN, TODAY - WEEK)
    await note_unseen(database, TODAY)
    await note_unseen(database, TODAY + DAY)
    assert await announce(database, TODAY, TODAY) == 1
    assert await announce(database, TODAY, TODAY + DAY) == 1


async def test_however_many_were_never_noted_the_time_of_each_begins(database: Database) -> None:
    many = range(BOB, BOB + 5_101)
    rows = [{"player_id": player, "name": "theme", "value": "dark"} for player in many]
    async with database.transaction() as connection:
        await connection.execute(insert(player_preferences), rows)
    await save_last_seen(database, BOB + 500, TODAY - WEEK)
    await note_unseen(database, TODAY)
    assert await announce(database, TODAY, TODAY) == 1
    assert await announce(database, TODAY, TODAY + DAY) == len(many) - 1


async def test_neither_deleted_players_nor_shared_boards_are_noted(database: Database) -> None:
    await play(database, -ANN, ANN)
    await note_unseen(database, TODAY)
    assert await announce(database, TODAY, TODAY + DAY) == 1
