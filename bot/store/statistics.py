"""What results come to: by player, by game, by day and by guild.

A game in which nothing was done before it was given up was not played, and counts nowhere.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from sqlalchemy import BigInteger, and_, case, cast, func, or_, select, type_coerce

from bot.models import GameState, GameStats, WinCount
from bot.store.listings import is_listed_in
from bot.store.schema import Span, results

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, RowMapping

    from bot.store.store import Database

_WON = results.c.outcome == GameState.WON
_PLAYED = or_(_WON, results.c.moves > 0, results.c.undos > 0)
_PERFECT = and_(_WON, results.c.undos == 0, results.c.hints == 0)
_MANY = func.count().label("played")
_MANY_WON = func.sum(case((_WON, 1), else_=0)).label("won")
_DAY_MS: Final = 86_400_000
_EPOCH: Final = date(1970, 1, 1)


async def tallies_of(store: Database, player_id: int) -> dict[str, GameStats]:
    """What a player's games come to, by the ids of the games, those played most often first.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    query = (
        select(results.c.game, *_tally())
        .where(*_of(player_id, None))
        .group_by(results.c.game)
        .order_by(_MANY.desc(), results.c.game)
    )
    async with store.transaction() as connection:
        rows = (await connection.execute(query)).mappings()
        return {row["game"]: _tally_from(row) for row in rows}


async def tally_of(store: Database, player_id: int, game: str | None = None) -> GameStats:
    """What a player's games come to, of one kind or all together.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    query = select(*_tally()).where(*_of(player_id, game))
    async with store.transaction() as connection:
        return _tally_from((await connection.execute(query)).mappings().one())


async def outcomes_of(store: Database, player_id: int, game: str | None = None) -> tuple[bool, ...]:
    """Which of a player's games were won, the one that ended first first.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    query = (
        select(results.c.outcome)
        .where(*_of(player_id, game))
        .order_by(results.c.finished_at, results.c.game_id)
    )
    async with store.transaction() as connection:
        found = (await connection.execute(query)).scalars()
        return tuple(outcome == GameState.WON for outcome in found)


async def days_of(store: Database, player_id: int, game: str | None = None) -> dict[date, WinCount]:
    """How many of a player's games ended on each day, in UTC; days without any are left out.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    day = (type_coerce(results.c.finished_at, BigInteger) // _DAY_MS).label("day")
    query = select(day, _MANY, _MANY_WON).where(*_of(player_id, game)).group_by(day).order_by(day)
    async with store.transaction() as connection:
        return {
            _EPOCH + timedelta(days=row.day): WinCount(row.played, row.won)
            for row in await connection.execute(query)
        }


async def guild_players(store: Database, guild_id: int) -> int:
    """How many players finished a game in a guild.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    query = select(func.count(results.c.player_id.distinct())).where(
        results.c.guild_id == guild_id, _PLAYED
    )
    async with store.transaction() as connection:
        return (await connection.execute(query)).scalar_one()


async def guild_games(store: Database, guild_id: int) -> dict[str, WinCount]:
    """How many games ended in a guild, by the ids of the games, those played most often first.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    query = (
        select(results.c.game, _MANY, _MANY_WON)
        .where(results.c.guild_id == guild_id, _PLAYED)
        .group_by(results.c.game)
        .order_by(_MANY.desc(), results.c.game)
    )
    async with store.transaction() as connection:
        return {row.game: WinCount(row.played, row.won) for row in await connection.execute(query)}


async def guild_best(store: Database, guild_id: int, limit: int) -> dict[int, WinCount]:
    """The players who won most games in a guild, of those who are shown in its lists.

    Of those who won the same number, who needed fewer games for it is before the others.

    Args:
        store: an open store.
        guild_id: the guild.
        limit: how many players.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    shown = is_listed_in(guild_id, results.c.player_id)
    query = (
        select(results.c.player_id, _MANY, _MANY_WON)
        .where(results.c.guild_id == guild_id, _PLAYED, shown)
        .group_by(results.c.player_id)
        .having(_MANY_WON > 0)
        .order_by(_MANY_WON.desc(), _MANY, results.c.player_id)
        .limit(limit)
    )
    async with store.transaction() as connection:
        found = await connection.execute(query)
        return {row.player_id: WinCount(row.played, row.won) for row in found}


def _of(player_id: int, game: str | None) -> list[ColumnElement[bool]]:
    own = [results.c.player_id == player_id, _PLAYED]
    return own if game is None else [*own, results.c.game == game]


def _tally() -> tuple[ColumnElement[int] | ColumnElement[timedelta], ...]:
    moves, played = results.c.moves, results.c.played_ms
    return (
        _MANY,
        func.coalesce(_MANY_WON, 0).label("won"),
        func.coalesce(func.sum(case((_PERFECT, 1), else_=0)), 0).label("perfect"),
        func.min(moves).filter(_WON).label("fewest_moves"),
        cast(func.sum(moves).filter(_WON), BigInteger).label("all_moves"),
        func.min(played).filter(_WON).label("shortest"),
        # PostgreSQL adds long integers up to decimals.
        cast(func.sum(played).filter(_WON), Span).label("all_time"),
    )


def _tally_from(row: RowMapping) -> GameStats:
    won = row["won"]
    return GameStats(
        played=row["played"],
        won=won,
        perfect=row["perfect"],
        fewest_moves=row["fewest_moves"],
        average_moves=row["all_moves"] / won if won else None,
        shortest=row["shortest"],
        average_time=row["all_time"] / won if won else None,
    )
