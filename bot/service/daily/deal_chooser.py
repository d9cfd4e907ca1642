"""Choosing a day's deals, and which of them have a goal.

A deal's number is derived from the secret, the day, the game and the attempt; the first attempt
proven winnable is taken.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from bot.models.daily import DailyDeal, Slot
from bot.service.daily.calendar import grade_of
from bot.service.play.deal_numbers import secret_deals
from engine import CATALOGUE, Move, rules_of
from engine.goals import FewMoves, Goal, goals_for
from engine.rules import Difficulty

WEEKDAYS: Final = (1, 3, 5)
"""The days whose headline deal has a goal: Tuesday, Thursday, Saturday."""

FindGoal = Callable[[str, int, Sequence[Move], Sequence[Goal]], Awaitable[Goal | None]]
"""Finds the first of some goals of a deal that is proven, given a line that wins it."""


def goals_of_day(secret: bytes, deal: DailyDeal) -> tuple[Goal, ...]:
    """The goals that a day's deal may get, the preferred first; empty where it gets none.

    The secret draws the order of the kinds, but few moves, which are always proven, come last.
    Within a kind, strict goals come first.
    """
    if deal.slot is not Slot.HEADLINE or deal.day.weekday() not in WEEKDAYS:
        return ()

    def drawn(goal: Goal) -> tuple[bool, bytes]:
        text = f"patience-goal-1:{deal.day.isoformat()}:{type(goal).__name__}"
        return isinstance(goal, FewMoves), hmac.digest(secret, text.encode(), hashlib.sha256)

    return tuple(sorted(goals_for(rules_of(deal.rules_id), deal.par), key=drawn))


ATTEMPTS: Final = 40
"""How many deals of a game are tried before the next game in the rotation."""

FindGraded = Callable[[str, Sequence[int], Difficulty], Awaitable[int | None]]
"""Finds the deal of a grade among some; None where too few can be compared."""

Prove = Callable[[str, int], Awaitable[tuple[Move, ...] | None]]
"""Searches a deal for a winning line; None when it finds none."""

_log = logging.getLogger(__name__)


class DealChooser:
    """Chooses deals with a secret."""

    def __init__(
        self,
        secret: str,
        prove: Prove | None,
        find_goal: FindGoal | None = None,
        find_graded: FindGraded | None = None,
    ) -> None:
        self._secret = secret.encode()
        self._find_graded = find_graded
        self._prove = prove
        self._find_goal = find_goal
        self._warned_of_secret = False

    @property
    def can_prove(self) -> bool:
        """Whether any deal can be proven winnable."""
        return self._prove is not None

    async def choose(self, day: date, slot: Slot, rules_ids: Iterable[str]) -> DailyDeal | None:
        """Choose a deal of the first game with one that is proven winnable; None for none.

        That of a headline is as hard as its weekday wants, if enough can be compared.
        """
        if self._prove is None:
            return None
        for rules_id in rules_ids:
            attempts = {
                daily_deal_number(self._secret, day, rules_id, attempt): attempt
                for attempt in range(1, ATTEMPTS + 1)
            }
            grade, graded = grade_of(day), None
            if slot is Slot.HEADLINE and self._find_graded is not None:
                graded = await self._find_graded(rules_id, [*attempts], grade)
            for deal_number in sorted(attempts, key=lambda number: number != graded):
                line = await self._prove(rules_id, deal_number)
                if line:
                    deal = DailyDeal(
                        day,
                        rules_id,
                        deal_number,
                        attempts[deal_number],
                        par=len(line),
                        slot=slot,
                        grade=grade if deal_number == graded else None,
                    )
                    return await self._with_goal(deal, line)
        return None

    async def _with_goal(self, deal: DailyDeal, line: Sequence[Move]) -> DailyDeal:
        """A deal with its goal, if it gets one."""
        goals = goals_of_day(self._secret, deal)
        if self._find_goal is None or not goals:
            return deal
        goal = await self._find_goal(deal.rules_id, deal.deal_number, line, goals)
        return deal if goal is None else replace(deal, goal=str(goal))

    def check_secret(self, deal: DailyDeal) -> None:
        """Warn once if a day's deal was chosen with another secret."""
        if self._warned_of_secret or deal.rules_id not in CATALOGUE:
            return
        if deal.deal_number != daily_deal_number(
            self._secret, deal.day, deal.rules_id, deal.attempt
        ):
            self._warned_of_secret = True
            _log.warning(
                "PATIENCE_SECRET has changed since the deal of %s was chosen; chosen deals and "
                "results stay, and later days are dealt with the new secret.",
                deal.day,
            )


def daily_deal_number(secret: bytes, day: date, rules_id: str, attempt: int) -> int:
    """A deal number for a day, from all that :func:`secret_deals` may be drawn from."""
    text = f"patience-daily-1:{day.isoformat()}:{rules_id}:{attempt}"
    digest = hmac.digest(secret, text.encode(), hashlib.sha256)
    numbers = secret_deals(rules_id)
    return numbers[int.from_bytes(digest, "big") % len(numbers)]
