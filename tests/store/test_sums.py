"""Statistics and leaderboards of servers are what their results come to, one by one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

import pytest

from bot.models.daily import Slot
from bot.models.players import WinCount
from bot.models.rankings import LeaderboardLine
from bot.models.results import Result
from bot.store.daily.leaderboards import leaderboard_page
from bot.store.database.connection import Database
from bot.store.players.statistics import (
    count_guild_players,
    guild_daily_win_counts,
    guild_top_players,
    guild_win_counts,
)
from bot.store.preferences import set_visibility
from engine.house_rules import is_house_rules
from tests.store.finished_games import NOON, save_many

GUILD, ELSEWHERE = 2**62, 7
PLAYERS: Final = (*range(1, 12), 2**63 - 1)
SEEDS: Final = (1, pytest.param(2, marks=pytest.mark.slow))


async def play(database: Database, seed: int) -> list[Result]:
    """Play games at random in two servers and outside; the results."""
    found = list[Result]()
    for player in PLAYERS:
        found += await save_many(
            database,
            player,
            count=20 + player % 7 * 10,
            first_id=1000 + len(found),
            seed=seed * player,
            guilds=(GUILD, ELSEWHERE, None),
        )
        await set_visibility(database, GUILD, player, visible=player != 3)
    return found


@pytest.mark.parametrize("seed", SEEDS)
async def test_a_servers_statistics_are_what_its_results_come_to(
    database: Database, seed: int
) -> None:
    found = await play(database, seed)
    played = [
        one for one in found if one.guild_id == GUILD and (one.is_won or one.moves or one.undos)
    ]
    ranked = [one for one in played if not is_house_rules(one.rules_id) and one.player_id != 3]
    assert await guild_win_counts(database, GUILD) == win_counts(
        [(one.rules_id, one) for one in played]
    )
    assert await count_guild_players(database, GUILD) == len({one.player_id for one in played})
    best = win_counts([(one.player_id, one) for one in ranked])
    in_order = sorted(best, key=lambda player: (-best[player].won, best[player].played, player))
    assert list((await guild_top_players(database, GUILD, 4)).items()) == [
        (player, best[player]) for player in in_order[:4] if best[player].won
    ]
    assert await guild_daily_win_counts(database, GUILD, NOON.date()) == win_counts(
        [(one.finished_at.date(), one) for one in played]
    )


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("size", [1, 3])
async def test_a_leaderboard_is_what_the_results_of_its_days_come_to(
    database: Database, seed: int, size: int
) -> None:
    found = await play(database, seed)
    today = NOON.date()
    for days in (None, (today, today), (today, today + timedelta(days=6))):
        viewer = random.Random(seed).choice(PLAYERS)
        lines = lines_of([one for one in found if counts(one, days)], viewer)
        pages = range(1, max(1, -(-len(lines) // size)) + 1)
        shown = list[LeaderboardLine]()
        for page in pages:
            ranking = await leaderboard_page(database, GUILD, viewer, days, page=page, size=size)
            assert (ranking.page, ranking.pages, ranking.players) == (page, len(pages), len(lines))
            assert ranking.own == next((one for one in lines if one.player_id == viewer), None)
            shown += ranking.lines
        assert shown == lines
        assert len(lines) > 1


def win_counts(counted: Sequence[tuple[object, Result]]) -> dict[object, WinCount]:
    """How many results each key has, and how many are won."""
    played = Counter(key for key, _ in counted)
    won = Counter(key for key, one in counted if one.is_won)
    return {key: WinCount(played[key], won[key]) for key in played}


def counts(one: Result, days: tuple[date, date] | None) -> bool:
    """Whether a result counts in the leaderboard of some days, or all."""
    if one.day is None or one.slot is not Slot.HEADLINE or one.player_id == 3:
        return False
    if days and not days[0] <= one.day <= days[1]:
        return False
    return one.finished_at < datetime.combine(one.day + timedelta(days=1), time(), UTC)


def lines_of(counted: Sequence[Result], viewer: int) -> list[LeaderboardLine]:
    """The lines of all who have won, and of the viewer, best first."""
    own = {
        player: [one for one in counted if one.player_id == player]
        for player in {one.player_id for one in counted if one.is_won or one.player_id == viewer}
    }
    keys = {player: key_of(results) for player, results in own.items()}
    return [
        line_of(player, own[player], rank=1 + sum(key < keys[player] for key in keys.values()))
        for player in sorted(own, key=lambda player: (keys[player], player))
    ]


def key_of(results: Sequence[Result]) -> tuple[int, int, int, timedelta]:
    """What a player's results are ranked by, least first."""
    line = line_of(0, results, rank=0)
    return -line.won, -line.unaided, line.moves, line.played


def line_of(player: int, results: Sequence[Result], rank: int) -> LeaderboardLine:
    """A player's line."""
    won = [one for one in results if one.is_won]
    return LeaderboardLine(
        rank=rank,
        player_id=player,
        days=len(results),
        won=len(won),
        unaided=sum(not one.hints and not one.odds for one in won),
        perfect=sum(one.is_perfect for one in won),
        moves=sum(one.moves for one in won),
        played=sum((one.played for one in won), timedelta()),
        hints=sum(one.hints for one in won),
        odds=sum(one.odds for one in won),
        undos=sum(one.undos for one in won),
    )
