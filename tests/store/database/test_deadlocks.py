"""Long deletions that PostgreSQL ends because another transaction waits for them: repeated."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

import pytest
from sqlalchemy import text

from bot.models.daily import day_subject
from bot.models.due import Shown
from bot.models.places import Place
from bot.models.play import Deal
from bot.models.shards import ShardPlan
from bot.store.database.connection import Database
from bot.store.database.open import open_database
from bot.store.due.posts import load_post, save_post
from bot.store.guilds.guilds import drop_removed_guilds, note_removed_guilds
from bot.store.play.games import create_game
from bot.store.players.privacy import delete_player, summarize_data
from bot.store.preferences import Owner, load_preferences, save_preferences
from tests.store.finished_games import NOON
from tests.waiting import until

Work: TypeAlias = Callable[[Database], Awaitable[object]]

ANN, GUILD, ALL = 1, 5, ShardPlan((0,), 1)
WAITING: Final = text("SELECT count(*) FROM pg_locks WHERE NOT granted")


async def collide(url: str, database: Database, work: Work, first: str, last: str) -> None:
    """Work while another transaction changes rows of two tables in the opposite order."""
    async with open_database(url) as other, other.transaction() as connection:
        # So that it is the work that PostgreSQL ends.
        await connection.execute(text("SET LOCAL deadlock_timeout = '1h'"))
        await connection.execute(text(last))
        working = asyncio.ensure_future(work(database))
        await until(lambda: connection.scalar(WAITING))
        await connection.execute(text(first))
    await working


@pytest.mark.slow
@pytest.mark.postgres
async def test_the_deletion_of_a_player_is_repeated(migrated_postgres_url: str) -> None:
    async with open_database(migrated_postgres_url) as database:
        await create_game(database, Deal(ANN, "saratoga", 42, NOON))
        await save_preferences(database, Owner.PLAYER, ANN, {"theme": "dark"})
        await collide(
            migrated_postgres_url,
            database,
            lambda database: delete_player(database, ANN, NOON),
            "UPDATE games SET hints = hints",
            "UPDATE player_preferences SET value = value",
        )
        assert (await summarize_data(database, ANN)).games == 0
        assert await load_preferences(database, Owner.PLAYER, ANN) == {}


@pytest.mark.slow
@pytest.mark.postgres
async def test_dropping_what_a_server_left_behind_is_repeated(migrated_postgres_url: str) -> None:
    async with open_database(migrated_postgres_url) as database:
        subject = day_subject(GUILD, NOON.date())
        await save_post(database, Shown(subject, Place(1, GUILD), 9, "", NOON))
        await save_preferences(database, Owner.GUILD, GUILD, {"language": "de"})
        await note_removed_guilds(database, (), ALL, NOON)
        await collide(
            migrated_postgres_url,
            database,
            lambda database: drop_removed_guilds(database, ALL, NOON),
            "UPDATE posts SET shown = shown",
            "UPDATE guild_preferences SET value = value",
        )
        assert await load_post(database, subject) is None
        assert await load_preferences(database, Owner.GUILD, GUILD) == {}
