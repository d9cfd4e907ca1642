"""Which of the days' deals have a goal: the headlines of three days a week."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from bot.models import DailyDeal, Slot
from engine import Move, rules_of
from engine.goals import FewMoves, Goal, goals_for

WEEKDAYS: Final = (1, 3, 5)
"""The days whose headline deal has a goal: Tuesday, Thursday, Saturday."""

FindGoal = Callable[[str, int, Sequence[Move], Sequence[Goal]], Awaitable[Goal | None]]
"""Finds the first of some goals of a deal that is proven, given a line that wins it."""


def goals_of_day(secret: bytes, deal: DailyDeal) -> tuple[Goal, ...]:
    """The goals that a day's deal may get, the preferred first; empty where it gets none.

    The secret draws the order of the kinds, but few moves, which are always proven, come last.
    Within a kind, strict goals come first.

    Args:
        secret: the secret.
        deal: the deal.
    """
    if deal.slot is not Slot.HEADLINE or deal.day.weekday() not in WEEKDAYS:
        return ()

    def drawn(goal: Goal) -> tuple[bool, bytes]:
        text = f"patience-goal-1:{deal.day.isoformat()}:{type(goal).__name__}"
        return isinstance(goal, FewMoves), hmac.digest(secret, text.encode(), hashlib.sha256)

    return tuple(sorted(goals_for(rules_of(deal.rules_id), deal.par), key=drawn))
