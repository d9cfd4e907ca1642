"""The standings of tournaments, computed from results."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Select, func, select

from bot.models.contests import Standings, Tournament, TournamentEntry, TournamentKind
from bot.models.play import Result
from bot.store.contests.schema import tournament_games
from bot.store.daily.leaderboards import counted_results, ranking_page
from bot.store.database.connection import Database
from bot.store.guilds.leaderboard_visibility import visible_in
from bot.store.play.results import result_from
from bot.store.play.schema import games, results


async def tournament_standings(
    database: Database, tournament: Tournament, viewer_id: int, *, page: int, page_size: int
) -> Standings:
    """A page of a tournament's standings, in one query.

    Args:
        page: the page number, from 1; beyond the last, the last.
    """
    conditions = _counted(tournament)
    found = await ranking_page(database, conditions, viewer_id, page=page, size=page_size)
    pages = max(1, -(-found.players // page_size))
    return Standings(found.lines, min(page, pages), pages, found.players, found.own)


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
