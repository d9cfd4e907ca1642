"""Statistics over results: by day and server, and what a win is compared with.

A game given up before any action was not played, and counts nowhere.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from sqlalchemy import BigInteger, ColumnElement, cast, func, or_, select, type_coerce

from bot.models.players import WinContext, WinCount
from bot.models.results import is_late
from bot.store.database.columns import Span
from bot.store.database.connection import Database
from bot.store.play.results import (
    DAY_MS,
    by_house_rules,
    count_if,
    day_results,
    headlines,
    is_won,
    was_played,
)
from bot.store.play.schema import results
from bot.store.preferences import is_not_hidden

RECENT_WINS: Final = 1000
"""How many of a server's last wins of a game make its average."""


async def load_win_context(
    database: Database,
    game_id: int,
    guild_id: int | None,
    today: date,
    *,
    recent_wins: int = RECENT_WINS,
) -> WinContext:
    """What a win is compared with, in a fixed number of queries."""
    column, times = results.c, results.c.played_ms
    # No server has the id 0.
    guild_id = guild_id or 0
    win = select(column.player_id, column.rules_id).where(column.game_id == game_id)
    begun = day_results.where(column.game_id == game_id)
    async with database.reading() as connection:
        player_id, rules_id = (await connection.execute(win)).one()
        of_day = (await connection.execute(begun)).one_or_none()
        of_player = column.player_id == player_id
        other_wins = is_won & (column.rules_id == rules_id) & (column.game_id != game_id)
        own = select(func.min(column.moves), func.min(times)).where(of_player, other_wins)
        fewest_moves, shortest = (await connection.execute(own)).one()
        # PostgreSQL sums bigints to decimals.
        recent = (
            select(column.player_id, times)
            .where(
                column.guild_id == guild_id, is_not_hidden(guild_id, column.player_id), other_wins
            )
            .order_by(column.finished_at.desc())
            .limit(recent_wins)
            .subquery()
            .c
        )
        guild = select(
            func.count(),
            func.count(recent.player_id.distinct()),
            cast(func.sum(recent.played_ms), Span),
        )
        guild_wins, guild_players, guild_time = (await connection.execute(guild)).one()
        own_games = of_player & (column.rules_id == rules_id) & was_played
        last_loss = select(func.max(column.finished_at)).where(own_games, ~is_won).scalar_subquery()
        in_a_row = select(func.count()).where(
            own_games, is_won, or_(last_loss.is_(None), column.finished_at > last_loss)
        )
        todays = select(func.count()).where(
            of_player, column.contest_deal_id.in_(headlines(today, today))
        )
        return WinContext(
            fewest_moves=fewest_moves,
            shortest=shortest,
            wins_in_a_row=(await connection.execute(in_a_row)).scalar_one(),
            guild_wins=guild_wins,
            guild_players=guild_players,
            guild_average=guild_time / guild_wins if guild_wins else None,
            counts_for_day=of_day is not None and not is_late(of_day.day, of_day.started_at),
            has_played_today=bool((await connection.execute(todays)).scalar_one()),
            ended_day=None if of_day is None or of_day.in_time else of_day.day,
        )


_PLAYED = func.count().label("played")
_GAMES_WON = count_if(is_won).label("won")
_EPOCH: Final = date(1970, 1, 1)


async def daily_win_counts(
    database: Database, player_id: int, rules_id: str | None = None
) -> dict[date, WinCount]:
    """A player's games by the UTC day they ended, earliest first; days without any are left out."""
    return await _win_counts_by_day(database, *_of_player(player_id, rules_id))


async def guild_daily_win_counts(
    database: Database, guild_id: int, first: date
) -> dict[date, WinCount]:
    """A server's games by the UTC day they ended, as :func:`daily_win_counts`."""
    since = datetime.combine(first, time(), UTC)
    return await _win_counts_by_day(
        database, results.c.guild_id == guild_id, was_played, results.c.finished_at >= since
    )


async def _win_counts_by_day(
    database: Database, *conditions: ColumnElement[bool]
) -> dict[date, WinCount]:
    day = (type_coerce(results.c.finished_at, BigInteger) // DAY_MS).label("day")
    query = select(day, _PLAYED, _GAMES_WON).where(*conditions).group_by(day).order_by(day)
    async with database.reading() as connection:
        return {
            _EPOCH + timedelta(days=row.day): WinCount(row.played, row.won)
            for row in await connection.execute(query)
        }


async def count_guild_players(database: Database, guild_id: int) -> int:
    """How many players finished a game in a server."""
    players = select(results.c.player_id).where(*_of_guild(guild_id)).distinct().subquery()
    async with database.reading() as connection:
        return (await connection.execute(select(func.count()).select_from(players))).scalar_one()


async def guild_win_counts(database: Database, guild_id: int) -> dict[str, WinCount]:
    """The games finished in a server by rules id, most played first."""
    query = (
        select(results.c.rules_id, _PLAYED, _GAMES_WON)
        .where(*_of_guild(guild_id))
        .group_by(results.c.rules_id)
        .order_by(_PLAYED.desc(), results.c.rules_id)
    )
    async with database.reading() as connection:
        return {
            row.rules_id: WinCount(row.played, row.won) for row in await connection.execute(query)
        }


async def guild_top_players(database: Database, guild_id: int, limit: int) -> dict[int, WinCount]:
    """Who in a server's leaderboards has most wins, not by house rules, of fewest games."""
    player = results.c.player_id
    query = (
        select(player, _PLAYED, _GAMES_WON)
        .where(*_of_guild(guild_id), ~by_house_rules(results.c.rules_id))
        .group_by(player)
        # Whether somebody is hidden is asked once for all of their games.
        .having(_GAMES_WON > 0, is_not_hidden(guild_id, player))
        .order_by(_GAMES_WON.desc(), _PLAYED, player)
        .limit(limit)
    )
    async with database.reading() as connection:
        rows = await connection.execute(query)
        return {row.player_id: WinCount(row.played, row.won) for row in rows}


def _of_guild(guild_id: int) -> tuple[ColumnElement[bool], ...]:
    return results.c.guild_id == guild_id, was_played


def _of_player(player_id: int, rules_id: str | None) -> list[ColumnElement[bool]]:
    own = [results.c.player_id == player_id, was_played]
    return own if rules_id is None else [*own, results.c.rules_id == rules_id]
