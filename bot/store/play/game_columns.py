"""Columns of a query of games that follow from other tables: contests, experience, goals."""

from __future__ import annotations

from typing import Final

from sqlalchemy import ColumnElement, Exists, bindparam, case, exists, or_, select

from bot.models.contests import RaceState
from bot.models.play import Contest, Experience
from bot.store.contests.schema import (
    racers,
    races,
    tournament_deals,
    tournament_games,
    tournaments,
)
from bot.store.daily.schema import daily_deals
from bot.store.database.connection import Database
from bot.store.play.schema import games


def _races_where(*conditions: ColumnElement[bool]) -> Exists:
    """Whether a game belongs to a running race that meets some conditions."""
    return exists().where(
        racers.c.game_id == games.c.id,
        racers.c.race_id == races.c.id,
        races.c.state == RaceState.RUNNING,
        *conditions,
    )


is_raced: Final = _races_where().label("raced")
"""Whether a game belongs to a running race, as a column of a query of games."""

is_raced_with_hints: Final = _races_where(races.c.hints)
"""The condition that a game belongs to a running race that allows hints."""

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

_CONTEST: Final = select(contest).where(games.c.id == bindparam("of_game"))

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
"""The race that a game belongs to, running or not, likewise."""

_earlier: Final = games.alias("earlier")
_played_earlier: Final = exists().where(
    _earlier.c.player_id == games.c.player_id,
    _earlier.c.id < games.c.id,
    _earlier.c.version > 0,
)

experience: Final = case(
    (_played_earlier.where(_earlier.c.rules_id == games.c.rules_id), Experience.SAME_GAME),
    (_played_earlier, Experience.OTHER_GAMES),
    else_=Experience.NONE,
).label("experience")
"""What a player had played before a game was dealt, likewise."""

goal: Final = (
    select(daily_deals.c.goal)
    .where(daily_deals.c.day == games.c.day, daily_deals.c.slot == games.c.slot)
    .scalar_subquery()
    .label("goal")
)
"""The goal of the day's deal that a game is, likewise."""


async def load_contest(database: Database, game_id: int) -> Contest | None:
    """The contest that a game belongs to; None if there is none, or it is over."""
    async with database.autocommit() as connection:
        found = await connection.scalar(_CONTEST, {"of_game": game_id})
    return Contest(found) if found else None
