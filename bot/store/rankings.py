"""Pages of rankings, for which players are counted rather than all of them numbered.

A server may have a hundred thousand players. Numbering them takes longer than finding those of one
page, and counting who is better than they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from sqlalchemy import (
    CTE,
    ColumnElement,
    FromClause,
    RowMapping,
    ScalarSelect,
    Select,
    case,
    func,
    literal,
    select,
    true,
    tuple_,
    union_all,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models.rankings import Ranking

_Line = TypeVar("_Line")
_LAST_PAGE: Final = 10**9
"""More than any ranking has, and not too many for databases to count by."""
_OWN: Final = 0
"""The number of the viewer's own line, which may be on another page; those of the page follow."""


async def load_ranking(
    connection: AsyncConnection,
    ranked: Select[tuple[object, ...]],
    order: Sequence[str],
    line_from: Callable[[RowMapping, int], _Line],
    viewer: int,
    *,
    page: int,
    size: int,
) -> Ranking[_Line]:
    """A page of players in an order, in one query; full ties share a rank.

    Args:
        ranked: the players, each with a ``player_id`` and what the order is of.
        order: the columns that the order is of; the greatest are first of one after a minus.
        line_from: makes a line of what is ranked and its rank.
        page: the number of the page, from 1; instead of one that is not there, the nearest is read.
    """
    wanted = min(max(page, 1), _LAST_PAGE)
    query = _query(ranked.cte("ranked"), order, viewer, wanted, size)
    rows = (await connection.execute(query)).mappings().all()
    lines = [line_from(row, _rank(row, rows)) for row in rows if row["number"] != _OWN]
    own = [line_from(row, row["better"] + 1) for row in rows if row["number"] == _OWN]
    if not rows:
        return Ranking()
    return Ranking(
        lines=tuple(lines),
        page=rows[0]["skipped"] // size + 1,
        pages=-(-rows[0]["players"] // size),
        players=rows[0]["players"],
        own=own[0] if own else None,
        asked=page,
    )


def _rank(row: RowMapping, rows: Sequence[RowMapping]) -> int:
    """The rank of a line of the page: that of the first if they are tied, else by its place."""
    first = next(one["better"] for one in rows if one["number"] == _OWN + 1)
    rank: int = row["skipped"] + row["tied"] if row["tied"] > 1 else first + 1
    return rank


def _query(
    ranked: CTE, order: Sequence[str], viewer: int, page: int, size: int
) -> Select[tuple[object, ...]]:
    """The lines of a page by their numbers, and the viewer's own."""
    counts = _counts(ranked, page, size)
    skipped, left = (select(counts.c[name]).scalar_subquery() for name in ("skipped", "left"))
    first = [*_key(ranked, order), ranked.c.player_id]
    shown = case((left < size, left), else_=size)
    # Databases sort what is skipped as well, so pages of the second half are read from the end.
    from_end = left < skipped
    halves = (
        select(ranked).order_by(*first).limit(case((from_end, 0), else_=size)).offset(skipped),
        select(ranked)
        .order_by(*(one.desc() for one in first))
        .limit(case((from_end, shown), else_=0))
        .offset(left - shown),
    )
    on_page = union_all(*(select(half.subquery()) for half in halves)).subquery()
    key = _key(on_page, order)
    number = func.row_number().over(order_by=(*key, on_page.c.player_id))
    page_lines = select(
        on_page,
        number.label("number"),
        func.rank().over(order_by=key).label("tied"),
        # Only the first line's rank isn't known from the others.
        case((number == _OWN + 1, _better(ranked, on_page, order)), else_=0).label("better"),
    )
    own_line = select(
        ranked,
        literal(_OWN).label("number"),
        literal(0).label("tied"),
        _better(ranked, ranked, order).label("better"),
    ).where(ranked.c.player_id == viewer)
    lines = union_all(page_lines, own_line).subquery()
    return (
        select(lines, (counts.c.skipped + counts.c.left).label("players"), counts.c.skipped)
        .join(counts, true())
        .order_by(lines.c.number)
    )


def _counts(ranked: CTE, page: int, size: int) -> CTE:
    """How many players are before a page, and how many are left, in one row."""
    counted = select(func.count().label("players")).select_from(ranked).subquery()
    last = (counted.c.players - 1) // size * size
    skipped = case(
        (counted.c.players == 0, 0),
        (counted.c.players <= (page - 1) * size, last),
        else_=(page - 1) * size,
    )
    return select(skipped.label("skipped"), (counted.c.players - skipped).label("left")).cte(
        "counts"
    )


def _key(columns: FromClause, order: Sequence[str]) -> list[ColumnElement[object]]:
    """What a table is ordered by, the least first."""
    return [-columns.c[name[1:]] if name.startswith("-") else columns.c[name] for name in order]


def _better(ranked: CTE, line: FromClause, order: Sequence[str]) -> ScalarSelect[int]:
    """How many players are better than a line."""
    other = ranked.alias()
    is_better = tuple_(*_key(other, order)) < tuple_(*_key(line, order))
    return (
        select(func.count()).select_from(other).where(is_better).scalar_subquery().correlate(line)
    )
