"""Conditions on results, and counting those that meet one."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, ColumnElement, and_, extract, func, or_, type_coerce
from sqlalchemy.sql.expression import literal_column

from bot.models import PERFECT_GAME, GameState
from bot.store.schema import results

DAY_MS: Final = 86_400_000
"""A day in milliseconds."""
# Written out, so that an index of wins alone is found.
is_won: Final = results.c.state == literal_column(f"'{GameState.WON.value}'")
"""The condition for a won game."""
is_unaided: Final = and_(is_won, results.c.hints == 0, results.c.odds == 0)
"""The condition for a game won with neither hints nor odds."""
is_perfect: Final = and_(*(results.c[name] == value for name, value in PERFECT_GAME.items()))
"""The condition for a perfect game, as :attr:`bot.models.Result.is_perfect`."""
was_played: Final = or_(is_won, results.c.moves > 0, results.c.undos > 0)
"""The condition for a game that was not given up before any action."""
_day_began: Final = extract("epoch", results.c.daily) * 1000
was_on_time: Final = type_coerce(results.c.finished_at, BigInteger) < _day_began + DAY_MS
"""The condition for a daily result of its own day; once that is over, everybody knows the deal."""


def count_if(condition: ColumnElement[bool]) -> ColumnElement[int]:
    """How many rows of a group meet a condition."""
    return func.count().filter(condition)
