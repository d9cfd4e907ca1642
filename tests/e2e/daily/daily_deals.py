"""Daily deals of a bot under test, which are chosen without a search."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from bot.service.daily.daily import Daily
from bot.service.daily.deal_chooser import Prove
from bot.service.play.games import Games
from engine import Move

SECRET: Final = "a secret that is long enough"


async def prove_at_once(rules_id: str, deal_number: int) -> tuple[Move, ...]:
    """Take every deal for one that can be won."""
    return (Move("s", "w"),)


async def prove_nothing(rules_id: str, deal_number: int) -> None:
    """Choose no deals: the test saves those that it needs."""


def days_of(prove: Prove, clock: Callable[[], datetime]) -> Callable[[Games], Daily]:
    """Daily deals that are proved that way."""

    def days(games: Games) -> Daily:
        return Daily(games, SECRET, prove, clock=clock, max_wait=60.0)

    return days
