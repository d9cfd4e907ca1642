"""A deal and the moves that win it."""

from __future__ import annotations

from functools import cache

import engine
from engine import Move, solve

RULES, DEAL = "saratoga", 42


@cache
def line() -> tuple[Move, ...]:
    """A winning line of the deal."""
    return solve(engine.deal(RULES, DEAL).board).moves
