"""The contests that games belong to: races and tournaments."""

from __future__ import annotations

from typing import Final

from sqlalchemy import bindparam, case, exists, or_, select

from bot.models import Contest
from bot.store.compiled import Statement
from bot.store.connection import Database
from bot.store.race_results import is_raced, is_raced_with_hints
from bot.store.schema import games, racers, tournament_deals, tournament_games, tournaments

_is_in_tournament: Final = exists().where(
    tournament_games.c.game_id == games.c.id,
    tournament_deals.c.id == tournament_games.c.tournament_deal_id,
    tournaments.c.id == tournament_deals.c.tournament_id,
    tournaments.c.ended_at.is_(None),
)

is_contested: Final = or_(is_raced, _is_in_tournament)
"""The condition that the contest a game belongs to is not over."""

contest: Final = case(
    (is_raced_with_hints, Contest.RACE_WITH_HINTS),
    (is_raced, Contest.RACE),
    (_is_in_tournament, Contest.TOURNAMENT),
).label("contest")
"""The contest that a game belongs to while it is not over, as a column of a query of games."""

_CONTEST: Final = Statement(select(contest).where(games.c.id == bindparam("of_game")))

tournament_deal_id: Final = (
    select(tournament_games.c.tournament_deal_id)
    .where(tournament_games.c.game_id == games.c.id)
    .scalar_subquery()
    .label("tournament_deal_id")
)
"""The tournament's deal that a game is, as a column of a query of games."""

race_id: Final = (
    select(racers.c.race_id)
    .where(racers.c.game_id == games.c.id)
    .scalar_subquery()
    .label("race_id")
)
"""The race for many that a game belongs to, running or not, likewise."""


async def load_contest(database: Database, game_id: int) -> Contest | None:
    """The contest that a game belongs to; None if there is none, or it is over.

    Raises:
        StoreUnavailable: if the database fails.
    """
    rows = await database.execute(_CONTEST, of_game=game_id)
    return Contest(rows[0]["contest"]) if rows and rows[0]["contest"] else None
