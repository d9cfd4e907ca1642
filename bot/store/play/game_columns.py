"""Columns of a query of games that follow from other tables: contests, experience, goals."""

from __future__ import annotations

from typing import Final

from sqlalchemy import RowMapping, bindparam, case, exists, or_, select

from bot.models.contests import RaceState
from bot.models.play import Experience
from bot.models.terms import Contest, ContestKind, Terms
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

_IN_RACE: Final = (
    racers.c.game_id == games.c.id,
    racers.c.race_id == races.c.id,
    races.c.state == RaceState.RUNNING,
)
_is_raced: Final = exists().where(*_IN_RACE)
_is_in_tournament: Final = exists().where(
    tournament_games.c.game_id == games.c.id,
    tournament_deals.c.id == tournament_games.c.tournament_deal_id,
    tournaments.c.id == tournament_deals.c.tournament_id,
    tournaments.c.ended_at.is_(None),
)

is_contested: Final = or_(_is_raced, _is_in_tournament)
"""The condition that the contest a game belongs to is not over."""

contest_kind: Final = case(
    (_is_raced, ContestKind.RACE), (_is_in_tournament, ContestKind.TOURNAMENT)
).label("contest_kind")
"""The kind of a contest that a game belongs to and that is not over, as a column of its query."""

contest_terms: Final = (
    select(races.c.terms).where(*_IN_RACE).scalar_subquery().label("contest_terms")
)
"""The terms of a running race that a game belongs to, likewise."""

_CONTEST: Final = select(contest_kind, contest_terms).where(games.c.id == bindparam("of_game"))

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
        row = (await connection.execute(_CONTEST, {"of_game": game_id})).mappings().one_or_none()
    return None if row is None else contest_from(row)


def contest_from(row: RowMapping) -> Contest | None:
    """The contest of a game's row; None if there is none, or it is over."""
    if row["contest_kind"] is None:
        return None
    terms = row["contest_terms"]
    return Contest(
        ContestKind(row["contest_kind"]), Terms() if terms is None else Terms.from_text(terms)
    )
