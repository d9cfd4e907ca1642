"""The digest of a day in a server."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.models.daily import DailyDeal, DayFigures
from bot.service.daily.posts import Digests
from bot.service.preferences import PreferenceService
from bot.store.database.connection import Database
from tests.store.finished_games import NOON, play_to_the_end

GUILD, ELSEWHERE = 5, 6
TODAY, DAY = NOON.date(), timedelta(days=1)
DEAL = DailyDeal(TODAY, "saratoga", 42, 1, par=10)


@pytest.fixture
def digests(database: Database) -> Digests:
    return Digests(database)


async def play(
    database: Database,
    player: int,
    *,
    ago: int = 0,
    won: bool = True,
    moves: int = 20,
    hints: int = 0,
    guild: int = GUILD,
) -> None:
    await play_to_the_end(
        database,
        player,
        day=TODAY - ago * DAY,
        won=won,
        moves=moves,
        hints=hints,
        guild=guild,
        at=NOON - ago * DAY,
    )


async def test_it_counts_who_won_perfectly_and_at_par(digests: Digests, database: Database) -> None:
    await play(database, 1, moves=10, hints=1)
    await play(database, 2, moves=11)
    await play(database, 3, moves=9)
    await play(database, 4, won=False)
    await play(database, 5, guild=ELSEWHERE)
    digest = await digests.for_day(GUILD, DEAL)
    assert digest.figures == DayFigures(players=4, won=3, perfect=2, at_par=2)
    assert [line.player_id for line in digest.lines] == [3, 2, 1, 4]


async def test_it_lists_ten_and_counts_all(digests: Digests, database: Database) -> None:
    for player in range(1, 15):
        await play(database, player, moves=player)
    digest = await digests.for_day(GUILD, DEAL)
    assert [line.player_id for line in digest.lines] == [*range(1, 11)]
    assert digest.figures.players == 14


async def test_a_day_that_nobody_played_has_no_lines(digests: Digests, database: Database) -> None:
    await play(database, 1, ago=1)
    digest = await digests.for_day(GUILD, DEAL)
    assert (digest.lines, digest.streak) == ((), 0)


@pytest.mark.slow
@pytest.mark.parametrize("days", [1, 5, 31, 32, 70])
async def test_the_streak_is_the_servers(digests: Digests, database: Database, days: int) -> None:
    for ago in range(days):
        await play(database, ago % 3 + 1, ago=ago, moves=1)
    await play(database, 1, ago=days, won=False, moves=1)
    await play(database, 2, ago=days + 1, moves=1)
    await play(database, 9, ago=days, moves=1, guild=ELSEWHERE)
    assert (await digests.for_day(GUILD, DEAL)).streak == days


async def test_only_those_who_agreed_are_mentioned(digests: Digests, database: Database) -> None:
    preferences = PreferenceService(database)
    for player in (1, 2, 3):
        await play(database, player)
    await preferences.save(2, mentioned="yes")
    await preferences.save(3, mentioned="no")
    await preferences.save(4, mentioned="yes")
    assert (await digests.for_day(GUILD, DEAL)).mentioned == {2}
