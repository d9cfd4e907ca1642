"""Ghosts: how far an earlier win of the same deal was, as long as it may be raced."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from bot.models.daily import DailyDeal
from bot.models.places import Place
from bot.models.play import GameSnapshot, GameState
from bot.service.daily.daily import Daily
from bot.service.daily.leaderboards import Leaderboards
from bot.service.play.games import Games
from bot.service.play.ghosts import Ghosts
from bot.service.preferences import PreferenceService
from bot.store.daily.daily import save_daily_deal
from bot.store.database.connection import Database
from bot.store.players.privacy import delete_player
from engine import Move, deal, solve
from tests.service.conftest import Clock

ANN, BOB, EVE = 7, 8, 9
HERE = Place(5, 3)
DAY = date(2026, 4, 29)
LINE = solve(deal("saratoga", 42).board).moves


async def always(rules_id: str, deal_number: int) -> tuple[Move, ...]:
    """Stands for a winning line; nobody plays it."""
    return (Move("s", "w"),)


@pytest.fixture
async def daily(games: Games, database: Database, clock: Clock) -> Daily:
    await save_daily_deal(database, DailyDeal(DAY, "saratoga", 42, 1, 112), clock())
    clock.now = datetime(2026, 4, 29, 12, tzinfo=UTC)
    return Daily(games, "a secret of some length", always, clock=clock)


@pytest.fixture
def ghosts(games: Games, database: Database) -> Ghosts:
    return Ghosts(database, PreferenceService(database))


async def won(games: Games, clock: Clock, player: int, seconds: int) -> GameSnapshot:
    """Win a player's active game, a move every some seconds."""
    snapshot = await games.active(player)
    for move in LINE:
        clock.advance(seconds=seconds)
        snapshot = await games.play(player, move)
    assert snapshot.state is GameState.WON
    return snapshot


async def test_a_missed_day_races_its_winner_minute_by_minute(
    daily: Daily, games: Games, ghosts: Ghosts, clock: Clock
) -> None:
    await daily.play(ANN, HERE)
    winner = await won(games, clock, ANN, 20)
    clock.advance(days=1)
    game = await daily.play_missed(BOB, DAY, HERE)
    ghost = await ghosts.of(game)
    assert ghost is not None
    assert (ghost.player, ghost.time) == (ANN, winner.elapsed)
    # Three moves a minute.
    boards = winner.game.boards
    assert ghost.marks == tuple(
        boards[3 * minute].progress for minute in range(1, len(ghost.marks) + 1)
    )
    assert len(ghost.marks) == (len(LINE) - 1) // 3
    assert ghost.progress_at(timedelta(seconds=59)) is None
    assert ghost.progress_at(timedelta(minutes=2, seconds=1)) == boards[6].progress
    assert ghost.progress_at(ghost.time + timedelta(minutes=1)) is None


async def test_nobody_is_raced_elsewhere_or_who_does_not_want_it(
    daily: Daily, games: Games, ghosts: Ghosts, clock: Clock, database: Database
) -> None:
    await daily.play(ANN, HERE)
    await won(games, clock, ANN, 1)
    clock.advance(days=1)
    assert (await daily.play_missed(EVE, DAY, Place(5, 4))).ghost_id is None
    game = await daily.play_missed(BOB, DAY, HERE)
    await PreferenceService(database).save(ANN, may_be_raced="no")
    assert await Ghosts(database, PreferenceService(database)).of(game) is None
    for player in (EVE + 1, EVE + 2):
        assert (await daily.play_missed(player, DAY, HERE)).ghost_id is None
        await PreferenceService(database).save(ANN, may_be_raced="yes")
        await Leaderboards(database).set_visible(3, ANN, visible=False)


async def test_a_deleted_winner_is_raced_no_more(
    daily: Daily, games: Games, ghosts: Ghosts, clock: Clock, database: Database
) -> None:
    await daily.play(ANN, HERE)
    await won(games, clock, ANN, 1)
    clock.advance(days=1)
    game = await daily.play_missed(BOB, DAY, HERE)
    assert await ghosts.of(game) is not None
    await delete_player(database, ANN, clock())
    assert await ghosts.of(game) is None


async def test_who_deals_a_won_game_again_races_themselves(
    games: Games, ghosts: Ghosts, clock: Clock
) -> None:
    await games.start(ANN, "saratoga", 42)
    first = await won(games, clock, ANN, 1)
    again = await games.restart(ANN)
    assert again.ghost_id == first.game_id
    ghost = await ghosts.of(again)
    assert ghost is not None
    assert ghost.player == ANN
    await games.play(ANN, LINE[0])
    assert (await games.restart(ANN)).ghost_id == first.game_id
    other = await games.start(ANN, "saratoga", 42)
    assert await ghosts.of(other) is None
