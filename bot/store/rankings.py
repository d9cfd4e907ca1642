"""Rankings: a page of players in order, the viewer's own line, and how many they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from sqlalchemy import ColumnElement, RowMapping, Subquery, and_, case, func, or_, select

from bot.store.database.connection import Database

_Line = TypeVar("_Line")
_LAST_PAGE: Final = 10**9
"""More than any ranking has, and not too many for databases to count by."""


@dataclass(frozen=True, slots=True)
class RankingPage(Generic[_Line]):
    """A page of a ranking; ``own`` is the viewer's line on any page, None without one."""

    lines: tuple[_Line, ...]
    page: int
    pages: int
    players: int
    own: _Line | None


async def ranking_page(
    database: Database,
    ranked: Subquery,
    order: Sequence[ColumnElement[object]],
    line_from: Callable[[RowMapping], _Line],
    viewer: int,
    *,
    page: int,
    size: int,
) -> RankingPage[_Line]:
    """A page of players in an order, in one query; full ties share a rank.

    Args:
        ranked: the players, each with a ``player_id`` and what the order is of.
        line_from: makes a line of what is ranked, and its ``rank``.
        page: the number of the page, from 1; instead of one that is not there, the nearest is read.
    """
    page = min(max(page, 1), _LAST_PAGE)
    lines = select(
        *ranked.c,
        func.rank().over(order_by=order).label("rank"),
        func.row_number().over(order_by=(*order, ranked.c.player_id)).label("position"),
        func.count().over().label("players"),
    ).subquery()
    column = lines.c
    last = (column.players - 1) // size * size
    first = case((last < (page - 1) * size, last), else_=(page - 1) * size)
    is_on_page = and_(column.position > first, column.position <= first + size)
    query = (
        select(lines, is_on_page.label("is_on_page"))
        .where(or_(is_on_page, column.player_id == viewer))
        .order_by(column.position)
    )
    async with database.reading() as connection:
        rows = (await connection.execute(query)).mappings().all()
    own = [line_from(row) for row in rows if row["player_id"] == viewer]
    players = rows[0]["players"] if rows else 0
    pages = max(1, -(-players // size))
    return RankingPage(
        lines=tuple(line_from(row) for row in rows if row["is_on_page"]),
        page=min(page, pages),
        pages=pages,
        players=players,
        own=own[0] if own else None,
    )
