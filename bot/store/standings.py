"""The standings of tournaments, computed from results."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import ColumnElement, Select, case, func, or_, select

from bot.models import Result, Standings, Tournament, TournamentEntry, TournamentKind
from bot.store.connection import Database
from bot.store.leaderboard_visibility import visible_in
from bot.store.leaderboards import line_from, ranked, was_on_time
from bot.store.results import result_from
from bot.store.schema import games, results, tournament_games


async def tournament_standings(
    database: Database, tournament: Tournament, viewer_id: int, *, page: int, page_size: int
) -> Standings:
    """A page of a tournament's standings, in one query.

    Args:
        database: an open database.
        tournament: the tournament.
        viewer_id: the player whose own line is included.
        page: the page number, from 1; beyond the last, the last.
        page_size: how many lines a page has.

    Raises:
        StoreUnavailable: if the database fails.
    """
    is_shown = visible_in(tournament.place.guild_id or 0, results.c.player_id)
    counted = ranked(_counts(tournament), is_shown)
    last = (counted.c.players - 1) // page_size + 1
    shown = case((last < page, last), else_=page)
    is_on_page = (counted.c.position - 1) // page_size + 1 == shown
    query = select(counted).where(or_(is_on_page, counted.c.player_id == viewer_id))
    async with database.transaction() as connection:
        ordered = query.order_by(counted.c.position)
        rows = (await connection.execute(ordered)).mappings().all()
    players = rows[0]["players"] if rows else 0
    pages = max(1, -(-players // page_size))
    page = min(page, pages)
    first = (page - 1) * page_size
    return Standings(
        lines=tuple(line_from(row) for row in rows if first < row["position"] <= first + page_size),
        page=page,
        pages=pages,
        players=players,
        own=next((line_from(row) for row in rows if row["player_id"] == viewer_id), None),
    )


async def tournament_entries(
    database: Database, tournament: Tournament, player_id: int
) -> tuple[TournamentEntry, ...]:
    """How a player stands with each set deal of a tournament.

    Raises:
        StoreUnavailable: if the database fails.
    """
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
    async with database.transaction() as connection:
        unfinished = set((await connection.execute(begun)).scalars())
        for row in (await connection.execute(finished)).mappings():
            found.setdefault(row["tournament_deal_id"], result_from(row))
    return tuple(
        TournamentEntry(deal, found.get(deal.id), deal.id in unfinished)
        for deal in tournament.deals
    )


def _counts(tournament: Tournament) -> ColumnElement[bool]:
    """The condition that a result counts in a tournament."""
    match tournament.kind:
        case TournamentKind.DAYS:
            first, last = tournament.days
            # Day by day, as SQLite then finds each player's result of a day by itself.
            days = [first + timedelta(days=number) for number in range((last - first).days + 1)]
            return results.c.daily.in_(days) & was_on_time & _in_time(tournament)
        case TournamentKind.GAMES:
            return results.c.game_id.in_(_first_results(tournament)) & _in_time(tournament)


def _in_time(tournament: Tournament) -> ColumnElement[bool]:
    """The condition for a result that was there before the end."""
    return results.c.finished_at < (tournament.ended_at or tournament.ends_at)


def _first_results(tournament: Tournament) -> Select[tuple[int]]:
    """The games with the first result of each player and each set deal of a tournament."""
    deal_id, finished = tournament_games.c.tournament_deal_id, results.c.finished_at
    order = func.row_number().over(
        partition_by=(results.c.player_id, deal_id), order_by=(finished, results.c.game_id)
    )
    ordered = (
        select(results.c.game_id, order.label("number"))
        .join(tournament_games, tournament_games.c.game_id == results.c.game_id)
        .where(deal_id.in_([deal.id for deal in tournament.deals]))
        .subquery()
    )
    return select(ordered.c.game_id).where(ordered.c.number == 1)
