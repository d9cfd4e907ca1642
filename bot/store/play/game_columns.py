"""Columns of a query of games that follow from other rows: contest, experience."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import RowMapping, bindparam, case, exists, select

from bot.models.contest_deals import ContestDeal, ContestKind, Terms
from bot.models.play import Experience
from bot.store.contests.schema import contest_deals, contests
from bot.store.database.connection import Database
from bot.store.play.schema import games

CONTEST: Final = (
    contests.c.id.label("contest_id"),
    contests.c.kind.label("contest_kind"),
    contest_deals.c.slot.label("contest_slot"),
    contests.c.terms.label("contest_terms"),
    contests.c.opens_at.label("contest_opens_at"),
    contests.c.ends_at.label("contest_ends_at"),
    contest_deals.c.goal.label("contest_goal"),
)
"""The columns of the contest's deal that a game is, in a query of :data:`WITH_CONTEST`."""

WITH_CONTEST: Final = games.outerjoin(
    contest_deals, contest_deals.c.id == games.c.contest_deal_id
).outerjoin(contests, contests.c.id == contest_deals.c.contest_id)
"""Games, each with the deal and the contest that it is played in, if any."""

_END: Final = select(contests.c.ends_at).where(contests.c.id == bindparam("of_contest"))

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


async def load_contest_end(database: Database, contest_id: int) -> datetime | None:
    """When a contest ends or has ended; None while nobody knows."""
    async with database.reading() as connection:
        ends_at: datetime | None = await connection.scalar(_END, {"of_contest": contest_id})
    return ends_at


def contest_from(row: RowMapping) -> ContestDeal | None:
    """The contest's deal that a game's row says it is; None for none."""
    if row["contest_deal_id"] is None:
        return None
    return ContestDeal(
        id=row["contest_deal_id"],
        contest_id=row["contest_id"],
        kind=ContestKind(row["contest_kind"]),
        slot=row["contest_slot"],
        terms=Terms.from_text(row["contest_terms"]),
        opens_at=row["contest_opens_at"],
        ends_at=row["contest_ends_at"],
        goal=row["contest_goal"],
    )
