"""Tournaments: started, ended and announced; their standings, computed from results."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, RowMapping, and_, case, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models.contest_deals import Terms
from bot.models.contests import (
    RaceState,
    Tournament,
    TournamentDeal,
    TournamentEntry,
    TournamentKind,
)
from bot.models.due import Subject
from bot.models.places import Place
from bot.models.rankings import LeaderboardLine, Ranking
from bot.store.contests.schema import contest_deals, contests
from bot.store.daily.leaderboards import counted_results, results_page
from bot.store.database.connection import Database
from bot.store.due.due import touch
from bot.store.play.games import unfinished_of
from bot.store.play.results import load_results, totals_of
from bot.store.play.schema import results
from bot.store.preferences import visible_in

_IS_TOURNAMENT: Final = contests.c.kind.in_(list(TournamentKind))
_IS_RUNNING: Final = and_(_IS_TOURNAMENT, contests.c.state == RaceState.RUNNING)


def ending(tournament_id: int) -> Subject:
    """The end of a tournament, which is due when it ends."""
    return Subject("tournament", tournament_id)


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
        await touch(connection, ending(row["id"]), tournament.ends_at, guild=place.guild_id)
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
        values = ended.values(state=RaceState.FINISHED, ends_at=at).returning(contests.c.guild_id)
        row = (await connection.execute(values)).one_or_none()
        if row is not None:
            await touch(connection, ending(tournament_id), at, guild=row.guild_id)
        return row is not None


async def end_due_tournaments(database: Database, at: datetime) -> None:
    """End every tournament that was due to end at a time, or before."""
    ended = update(contests).where(_IS_RUNNING, contests.c.ends_at <= at)
    async with database.transaction() as connection:
        await connection.execute(ended.values(state=RaceState.FINISHED))


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
    async with database.reading() as connection:
        results_of = await load_results(
            connection,
            results.c.player_id == player_id,
            results.c.contest_deal_id.in_(ids),
            results.c.in_time,
        )
    found = {result.contest_deal_id: result for result in results_of}
    unfinished = await unfinished_of(database, player_id, ids)
    return tuple(
        TournamentEntry(deal, found.get(deal.id), deal.id in unfinished)
        for deal in tournament.deals
    )


def _counted(tournament: Tournament) -> list[ColumnElement[bool]]:
    """The conditions for the results that count in a tournament."""
    guild_id = tournament.place.guild_id or 0
    match tournament.kind:
        case TournamentKind.DAYS:
            in_time = results.c.finished_at < tournament.ends_at
            return [*counted_results(guild_id, tournament.days), in_time]
        case TournamentKind.GAMES:
            is_entry = results.c.contest_deal_id.in_([deal.id for deal in tournament.deals])
            # As a value, each result's player is looked up: PostgreSQL takes results and players
            # for few, and would go through the players for every result.
            is_visible = visible_in(guild_id, results.c.player_id).is_(True)
            return [is_entry, results.c.in_time, is_visible]
