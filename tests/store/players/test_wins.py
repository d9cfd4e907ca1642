"""What a win is compared with."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from bot.models.players import WinContext
from bot.store.database.connection import Database
from bot.store.database.open import open_database
from bot.store.players.statistics import load_win_context
from bot.store.preferences import set_visibility
from tests.store.database.migrated import sqlite_url
from tests.store.database.plans import plan_of, watch_queries
from tests.store.finished_games import NOON, play_to_the_end

ANN, BOB, GUILD = 7, 2**63 - 1, 2**62
EARLIER = NOON - timedelta(hours=1)


async def test_a_win_is_compared_with_others_of_its_game(database: Database) -> None:
    for player, moves, seconds in ((ANN, 90, 80), (ANN, 110, 60), (BOB, 50, 40)):
        await play_to_the_end(
            database, player, moves=moves, seconds=seconds, guild=GUILD, at=EARLIER
        )
    game_id = await play_to_the_end(database, ANN, guild=GUILD, day=NOON.date())
    assert await load_win_context(database, game_id, GUILD, NOON.date()) == WinContext(
        fewest_moves=90,
        shortest=timedelta(seconds=60),
        wins_in_a_row=3,
        guild_wins=3,
        guild_players=2,
        guild_average=timedelta(seconds=60),
        counts_for_day=True,
        has_played_today=True,
    )


async def test_a_win_is_compared_with_the_last_of_its_server(database: Database) -> None:
    for ago, seconds in enumerate((10, 20, 90)):
        await play_to_the_end(
            database, BOB, seconds=seconds, guild=GUILD, at=EARLIER - timedelta(minutes=ago)
        )
    game_id = await play_to_the_end(database, ANN, guild=GUILD)
    context = await load_win_context(database, game_id, GUILD, NOON.date(), recent_wins=2)
    assert (context.guild_wins, context.guild_average) == (2, timedelta(seconds=15))


async def test_wins_of_hidden_players_are_no_part_of_the_average(database: Database) -> None:
    await play_to_the_end(database, BOB, guild=GUILD, at=EARLIER)
    await set_visibility(database, GUILD, BOB, visible=False)
    game_id = await play_to_the_end(database, ANN, guild=GUILD)
    assert (await load_win_context(database, game_id, GUILD, NOON.date())).guild_wins == 0


async def test_the_last_wins_of_a_server_are_found_by_an_index(migrated_file: Path) -> None:
    async with open_database(sqlite_url(migrated_file)) as database:
        game_id = await play_to_the_end(database, ANN, guild=GUILD)
        with watch_queries(database) as queries:
            await load_win_context(database, game_id, GUILD, NOON.date())
        [of_server] = [query for query in queries if "guild_id" in query.text]
        steps = await plan_of(database, of_server)
    index = "ix_results_guild_games"
    assert f"SEARCH results USING INDEX {index} (guild_id=? AND rules_id=?)" in steps
    assert "USE TEMP B-TREE FOR ORDER BY" not in steps


async def test_a_first_win_outside_servers_is_compared_with_nothing(database: Database) -> None:
    game_id = await play_to_the_end(database, ANN)
    assert await load_win_context(database, game_id, None, NOON.date()) == WinContext(
        fewest_moves=None,
        shortest=None,
        wins_in_a_row=1,
        guild_wins=0,
        guild_players=0,
        guild_average=None,
        counts_for_day=False,
        has_played_today=False,
    )
