"""Statistics by day and server."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from bot.models.players import WinCount
from bot.store.database.connection import Database
from bot.store.players.statistics import (
    count_guild_players,
    daily_win_counts,
    guild_daily_win_counts,
    guild_top_players,
    guild_win_counts,
)
from tests.store.finished_games import NOON, play_to_the_end

ANN, BOB = 1, 2**63 - 1
GUILD = 2**62


@pytest.mark.parametrize(
    ("at", "day"),
    [
        (datetime(2028, 2, 29, 23, 59, 59, 999000, tzinfo=UTC), date(2028, 2, 29)),
        (datetime(2028, 3, 1, tzinfo=UTC), date(2028, 3, 1)),
        (datetime(2028, 3, 1, 13, tzinfo=timezone(timedelta(hours=14))), date(2028, 2, 29)),
    ],
    ids=str,
)
async def test_days_are_in_utc(database: Database, at: datetime, day: date) -> None:
    await play_to_the_end(database, ANN, moves=2, at=at)
    assert await daily_win_counts(database, ANN) == {day: WinCount(played=1, won=1)}


async def test_days_come_in_order_with_their_counts(database: Database) -> None:
    for days, won in ((2, True), (0, False), (0, True)):
        await play_to_the_end(database, ANN, moves=2, won=won, at=NOON + timedelta(days=days))
    assert list((await daily_win_counts(database, ANN)).items()) == [
        (date(2026, 5, 1), WinCount(played=2, won=1)),
        (date(2026, 5, 3), WinCount(played=1, won=1)),
    ]
    assert await daily_win_counts(database, ANN, "cassim") == {}


async def test_a_servers_games_are_those_dealt_there(database: Database) -> None:
    await play_to_the_end(database, ANN, rules_id="cassim", moves=2, guild=GUILD)
    for won in (True, False):
        await play_to_the_end(database, BOB, rules_id="phoenix", moves=2, guild=GUILD, won=won)
    await play_to_the_end(database, ANN, rules_id="saratoga", moves=2, guild=GUILD + 1)
    await play_to_the_end(database, ANN, rules_id="saratoga", moves=2)
    games = await guild_win_counts(database, GUILD)
    assert list(games.items()) == [("phoenix", WinCount(2, 1)), ("cassim", WinCount(1, 1))]
    assert await count_guild_players(database, GUILD) == 2


async def test_a_servers_days_begin_with_the_one_asked_for(database: Database) -> None:
    for days, won in ((-1, True), (0, True), (0, False), (2, True)):
        at = NOON.replace(hour=0) + timedelta(days=days)
        await play_to_the_end(database, ANN, moves=2, won=won, guild=GUILD, at=at)
    await play_to_the_end(database, BOB, moves=2, guild=GUILD + 1)
    days_played = await guild_daily_win_counts(database, GUILD, NOON.date())
    assert list(days_played.items()) == [
        (date(2026, 5, 1), WinCount(played=2, won=1)),
        (date(2026, 5, 3), WinCount(played=1, won=1)),
    ]


@pytest.mark.slow
async def test_top_players_won_most_then_played_least(database: Database) -> None:
    for player, wins, losses in ((3, 2, 1), (4, 2, 0), (5, 3, 9), (6, 0, 9), (7, 1, 0)):
        for n in range(wins + losses):
            await play_to_the_end(database, player, moves=2, won=n < wins, guild=GUILD)
    for _ in range(9):
        await play_to_the_end(database, 3, moves=2)
    best = await guild_top_players(database, GUILD, 10)
    assert list(best.items()) == [
        (5, WinCount(12, 3)),
        (4, WinCount(2, 2)),
        (3, WinCount(3, 2)),
        (7, WinCount(1, 1)),
    ]
    assert list(await guild_top_players(database, GUILD, 1)) == [5]
