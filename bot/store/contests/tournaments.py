"""Tournaments: started, ended and announced; their standings, computed from results."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, RowMapping, Select, case, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models.contests import (
    Standings,
    Tournament,
    TournamentDeal,
    TournamentEntry,
    TournamentKind,
)
from bot.models.places import Place
from bot.models.play import Deal, Result
from bot.store.contests.schema import tournament_deals, tournament_games, tournaments
from bot.store.daily.leaderboards import counted_results, results_page
from bot.store.database.connection import Database
from bot.store.play.events import on_dealt
from bot.store.play.games import MAX_UNANNOUNCED
from bot.store.play.results import result_from, totals_of
from bot.store.play.schema import games, results
from bot.store.preferences import visible_in

_IS_RUNNING: Final = tournaments.c.ended_at.is_(None)


async def create_tournament(
    database: Database, tournament: Tournament, deals: Sequence[tuple[str, int]]
) -> Tournament | None:
    """Create a tournament, assigning its id and deals; None if another runs in its server."""
    place = tournament.place
    statement = (
        database.dialect.insert(tournaments)
        .values(
            guild_id=place.guild_id,
            channel_id=place.channel_id,
            kind=tournament.kind,
            started_at=tournament.started_at,
            ends_at=tournament.ends_at,
        )
        .on_conflict_do_nothing()
        .returning(tournaments)
    )
    async with database.transaction() as connection:
        row = (await connection.execute(statement)).mappings().one_or_none()
        if row is None:
            return None
        if deals:
            rows = [
                {"tournament_id": row["id"], "rules_id": rules_id, "deal_number": deal_number}
                for rules_id, deal_number in deals
            ]
            await connection.execute(insert(tournament_deals), rows)
        return await _with_deals(connection, row)


async def latest_tournament(database: Database, guild_id: int) -> Tournament | None:
    """The tournament that runs in a server, else the last one there; None if there was none."""
    latest = case((_IS_RUNNING, 0), else_=1), tournaments.c.id.desc()
    query = select(tournaments).where(tournaments.c.guild_id == guild_id).order_by(*latest)
    async with database.transaction() as connection:
        row = (await connection.execute(query.limit(1))).mappings().one_or_none()
        return None if row is None else await _with_deals(connection, row)


async def load_tournament(database: Database, tournament_id: int) -> Tournament | None:
    """A tournament; None if it does not exist."""
    query = select(tournaments).where(tournaments.c.id == tournament_id)
    async with database.transaction() as connection:
        row = (await connection.execute(query)).mappings().one_or_none()
        return None if row is None else await _with_deals(connection, row)


async def end_tournament(database: Database, tournament_id: int, at: datetime) -> bool:
    """End a tournament before it is due; False if it has ended, or is due."""
    can_end = (tournaments.c.id == tournament_id, _IS_RUNNING, tournaments.c.ends_at > at)
    ended = update(tournaments).where(*can_end)
    async with database.transaction() as connection:
        return (await connection.execute(ended.values(ended_at=at))).rowcount == 1


async def end_due_tournaments(database: Database, at: datetime) -> None:
    """End every tournament that was due to end at a time, or before."""
    ended = update(tournaments).where(_IS_RUNNING, tournaments.c.ends_at <= at)
    async with database.transaction() as connection:
        await connection.execute(ended.values(ended_at=tournaments.c.ends_at))


async def unannounced_tournaments(database: Database, since: datetime) -> tuple[Tournament, ...]:
    """Tournaments that have ended since a time and are not announced, longest ago first."""
    is_due = (tournaments.c.announced_at.is_(None), tournaments.c.ended_at >= since)
    query = select(tournaments).where(*is_due).order_by(tournaments.c.ended_at)
    async with database.transaction() as connection:
        rows = (await connection.execute(query.limit(MAX_UNANNOUNCED))).mappings().all()
        return tuple([await _with_deals(connection, row) for row in rows])


async def note_tournament(database: Database, tournament_id: int, at: datetime) -> None:
    """Note that a tournament's end was announced."""
    statement = update(tournaments).where(tournaments.c.id == tournament_id)
    async with database.transaction() as connection:
        await connection.execute(statement.values(announced_at=at))


async def _with_deals(connection: AsyncConnection, row: RowMapping) -> Tournament:
    deal = tournament_deals.c
    query = (
        select(deal.id, deal.rules_id, deal.deal_number)
        .where(deal.tournament_id == row["id"])
        .order_by(deal.id)
    )
    deals = await connection.execute(query)
    return Tournament(
        id=row["id"],
        place=Place(row["channel_id"], row["guild_id"]),
        kind=TournamentKind(row["kind"]),
        started_at=row["started_at"],
        ends_at=row["ends_at"],
        ended_at=row["ended_at"],
        deals=tuple(TournamentDeal(*one) for one in deals),
    )


@on_dealt
async def note_tournament_game(connection: AsyncConnection, deal: Deal, game_id: int) -> None:
    """Note that a game is of a tournament's deal, in the transaction that deals it."""
    if deal.tournament_deal_id is not None:
        entry = {"game_id": game_id, "tournament_deal_id": deal.tournament_deal_id}
        await connection.execute(insert(tournament_games).values(entry))


async def tournament_standings(
    database: Database, tournament: Tournament, viewer_id: int, *, page: int, page_size: int
) -> Standings:
    """A page of a tournament's standings, in one query; beyond the last, the last."""
    totals = totals_of(*_counted(tournament))
    found = await results_page(database, totals, viewer_id, page=page, size=page_size)
    return Standings(found.lines, found.page, found.pages, found.players, found.own)


async def tournament_entries(
    database: Database, tournament: Tournament, player_id: int
) -> tuple[TournamentEntry, ...]:
    """What a player has reached with each set deal of a tournament."""
    is_entry = (
        tournament_games.c.tournament_deal_id.in_([deal.id for deal in tournament.deals]),
        games.c.player_id == player_id,
    )
    begun = (
        select(tournament_games.c.tournament_deal_id)
        .join(games, games.c.id == tournament_games.c.game_id)
        .where(*is_entry, games.c.finished_at.is_(None))
    )
    finished = (
        select(results, tournament_games.c.tournament_deal_id)
        .join(tournament_games, tournament_games.c.game_id == results.c.game_id)
        .join(games, games.c.id == results.c.game_id)
        .where(*is_entry, _in_time(tournament))
        .order_by(results.c.finished_at, results.c.game_id)
    )
    found: dict[int, Result] = {}
    async with database.reading() as connection:
        unfinished = set((await connection.execute(begun)).scalars())
        for row in (await connection.execute(finished)).mappings():
            found.setdefault(row["tournament_deal_id"], result_from(row))
    return tuple(
        TournamentEntry(deal, found.get(deal.id), deal.id in unfinished)
        for deal in tournament.deals
    )


def _counted(tournament: Tournament) -> list[ColumnElement[bool]]:
    """The conditions for the results that count in a tournament."""
    guild_id = tournament.place.guild_id or 0
    match tournament.kind:
        case TournamentKind.DAYS:
            return [*counted_results(guild_id, *tournament.days), _in_time(tournament)]
        case TournamentKind.GAMES:
            is_first = results.c.game_id.in_(_first_results(tournament))
            # As a value, each result's player is looked up: PostgreSQL takes results and players
            # for few, and would go through the players for every result.
            return [is_first, visible_in(guild_id, results.c.player_id).is_(True)]


def _in_time(tournament: Tournament) -> ColumnElement[bool]:
    """The condition for a result that was there before the end."""
    return results.c.finished_at < (tournament.ended_at or tournament.ends_at)


def _first_results(tournament: Tournament) -> Select[tuple[int]]:
    """The games with the first result of each player and each set deal of a tournament."""
    # The time is asked for in here: outside, SQLite would find results by player and time, and so
    # read everything that the server's players have ever finished.
    deal_id, finished = tournament_games.c.tournament_deal_id, results.c.finished_at
    order = func.row_number().over(
        partition_by=(results.c.player_id, deal_id), order_by=(finished, results.c.game_id)
    )
    ordered = (
        select(results.c.game_id, order.label("number"))
        .join(tournament_games, tournament_games.c.game_id == results.c.game_id)
        .where(deal_id.in_([deal.id for deal in tournament.deals]), _in_time(tournament))
        .subquery()
    )
    return select(ordered.c.game_id).where(ordered.c.number == 1)
