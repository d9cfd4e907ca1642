"""Tournaments: started, ended and announced; their standings, computed from results."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, RowMapping, Select, and_, case, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models.contest_deals import Terms
from bot.models.contests import (
    RaceState,
    Tournament,
    TournamentDeal,
    TournamentEntry,
    TournamentKind,
)
from bot.models.places import Place
from bot.models.play import Result
from bot.models.rankings import LeaderboardLine, Ranking
from bot.store.contests.schema import contest_deals, contests
from bot.store.daily.leaderboards import counted_results, results_page
from bot.store.database.connection import Database
from bot.store.play.games import MAX_UNANNOUNCED, unfinished_of
from bot.store.play.results import result_from, totals_of
from bot.store.play.schema import games, results
from bot.store.preferences import visible_in

_IS_TOURNAMENT: Final = contests.c.kind.in_(list(TournamentKind))
_IS_RUNNING: Final = and_(_IS_TOURNAMENT, contests.c.state == RaceState.RUNNING)


async def create_tournament(
    database: Database, tournament: Tournament, deals: Sequence[tuple[str, int]]
) -> Tournament | None:
    """Create a tournament, assigning its id and deals; None if another runs in its server."""
    place = tournament.place
    statement = (
        database.dialect.insert(contests)
        .values(
            kind=tournament.kind,
            guild_id=place.guild_id,
            channel_id=place.channel_id,
            terms=Terms(tournament.ends_at - tournament.started_at).to_text(),
            state=RaceState.RUNNING,
            opens_at=tournament.started_at,
            ends_at=tournament.ends_at,
        )
        .on_conflict_do_nothing()
        .returning(contests)
    )
    async with database.transaction() as connection:
        row = (await connection.execute(statement)).mappings().one_or_none()
        if row is None:
            return None
        if deals:
            rows = [
                {
                    "contest_id": row["id"],
                    "slot": rules_id,
                    "rules_id": rules_id,
                    "deal_number": deal_number,
                    "chosen_at": tournament.started_at,
                }
                for rules_id, deal_number in deals
            ]
            await connection.execute(insert(contest_deals), rows)
        return await _with_deals(connection, row)


async def latest_tournament(database: Database, guild_id: int) -> Tournament | None:
    """The tournament that runs in a server, else the last one there; None if there was none."""
    latest = case((_IS_RUNNING, 0), else_=1), contests.c.id.desc()
    query = (
        select(contests).where(_IS_TOURNAMENT, contests.c.guild_id == guild_id).order_by(*latest)
    )
    async with database.reading() as connection:
        row = (await connection.execute(query.limit(1))).mappings().one_or_none()
        return None if row is None else await _with_deals(connection, row)


async def load_tournament(database: Database, tournament_id: int) -> Tournament | None:
    """A tournament; None if it does not exist."""
    query = select(contests).where(_IS_TOURNAMENT, contests.c.id == tournament_id)
    async with database.reading() as connection:
        row = (await connection.execute(query)).mappings().one_or_none()
        return None if row is None else await _with_deals(connection, row)


async def end_tournament(database: Database, tournament_id: int, at: datetime) -> bool:
    """End a tournament before it is due; False if it has ended, or is due."""
    can_end = (contests.c.id == tournament_id, _IS_RUNNING, contests.c.ends_at > at)
    ended = update(contests).where(*can_end)
    async with database.transaction() as connection:
        values = {"state": RaceState.FINISHED, "ends_at": at}
        return (await connection.execute(ended.values(values))).rowcount == 1


async def end_due_tournaments(database: Database, at: datetime) -> None:
    """End every tournament that was due to end at a time, or before."""
    ended = update(contests).where(_IS_RUNNING, contests.c.ends_at <= at)
    async with database.transaction() as connection:
        await connection.execute(ended.values(state=RaceState.FINISHED))


async def unannounced_tournaments(database: Database, since: datetime) -> tuple[Tournament, ...]:
    """Tournaments that have ended since a time and are not announced, longest ago first."""
    is_due = (
        _IS_TOURNAMENT,
        contests.c.state == RaceState.FINISHED,
        contests.c.announced_at.is_(None),
        contests.c.ends_at >= since,
    )
    query = select(contests).where(*is_due).order_by(contests.c.ends_at)
    async with database.reading() as connection:
        rows = (await connection.execute(query.limit(MAX_UNANNOUNCED))).mappings().all()
        return tuple([await _with_deals(connection, row) for row in rows])


async def note_tournament(database: Database, tournament_id: int, at: datetime) -> None:
    """Note that a tournament's end was announced."""
    statement = update(contests).where(contests.c.id == tournament_id)
    async with database.transaction() as connection:
        await connection.execute(statement.values(announced_at=at))


async def _with_deals(connection: AsyncConnection, row: RowMapping) -> Tournament:
    deal = contest_deals.c
    query = (
        select(deal.id, deal.rules_id, deal.deal_number)
        .where(deal.contest_id == row["id"])
        .order_by(deal.id)
    )
    deals = await connection.execute(query)
    return Tournament(
        id=row["id"],
        place=Place(row["channel_id"], row["guild_id"]),
        kind=TournamentKind(row["kind"]),
        started_at=row["opens_at"],
        ends_at=row["ends_at"],
        is_over=row["state"] == RaceState.FINISHED,
        deals=tuple(TournamentDeal(*one) for one in deals),
    )


async def tournament_standings(
    database: Database, tournament: Tournament, viewer_id: int, *, page: int, page_size: int
) -> Ranking[LeaderboardLine]:
    """A page of a tournament's standings, in one query; beyond the last, the last."""
    totals = totals_of(*_counted(tournament))
    return await results_page(database, totals, viewer_id, page=page, size=page_size)


async def tournament_entries(
    database: Database, tournament: Tournament, player_id: int
) -> tuple[TournamentEntry, ...]:
    """What a player has reached with each set deal of a tournament."""
    ids = [deal.id for deal in tournament.deals]
    finished = (
        select(results, games.c.contest_deal_id)
        .join(games, games.c.id == results.c.game_id)
        .where(results.c.player_id == player_id, games.c.contest_deal_id.in_(ids))
        .where(_in_time(tournament))
        .order_by(results.c.finished_at, results.c.game_id)
    )
    unfinished = await unfinished_of(database, player_id, ids)
    found: dict[int, Result] = {}
    async with database.reading() as connection:
        for row in (await connection.execute(finished)).mappings():
            found.setdefault(row["contest_deal_id"], result_from(row))
    return tuple(
        TournamentEntry(deal, found.get(deal.id), deal.id in unfinished)
        for deal in tournament.deals
    )


def _counted(tournament: Tournament) -> list[ColumnElement[bool]]:
    """The conditions for the results that count in a tournament."""
    guild_id = tournament.place.guild_id or 0
    match tournament.kind:
        case TournamentKind.DAYS:
            return [*counted_results(guild_id, tournament.days), _in_time(tournament)]
        case TournamentKind.GAMES:
            is_first = results.c.game_id.in_(_first_results(tournament))
            # As a value, each result's player is looked up: PostgreSQL takes results and players
            # for few, and would go through the players for every result.
            return [is_first, visible_in(guild_id, results.c.player_id).is_(True)]


def _in_time(tournament: Tournament) -> ColumnElement[bool]:
    """The condition for a result that was there before the end."""
    return results.c.finished_at < tournament.ends_at


def _first_results(tournament: Tournament) -> Select[tuple[int]]:
    """The games with the first result of each player and each set deal of a tournament."""
    # The time is asked for in here: outside, SQLite would find results by player and time, and so
    # read everything that the server's players have ever finished.
    deal_id, finished = games.c.contest_deal_id, results.c.finished_at
    order = func.row_number().over(
        partition_by=(results.c.player_id, deal_id), order_by=(finished, results.c.game_id)
    )
    ordered = (
        select(results.c.game_id, order.label("number"))
        .join(games, games.c.id == results.c.game_id)
        .where(deal_id.in_([deal.id for deal in tournament.deals]), _in_time(tournament))
        .subquery()
    )
    return select(ordered.c.game_id).where(ordered.c.number == 1)
