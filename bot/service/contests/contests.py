"""What the services of races and tournaments have in common."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.service.claims import Claims
from bot.service.errors import ServiceError
from bot.service.play.games import Games, to_milliseconds
from bot.service.solver.winnable import DealChoice
from bot.store.database.connection import Database
from bot.store.solver.deals import save_winnable_deal

GRACE: Final = timedelta(seconds=2)
"""How long after the end of a contest a move made before it may still be unsaved."""

ChooseDeal = Callable[[str], Awaitable[DealChoice]]
"""Chooses a deal by rules id, a winnable one if possible."""


class NoDeal(ServiceError):
    """There is no winnable deal for a contest, so that it does not begin."""


class ContestService:
    """A service of contests: games of several players on the same deals."""

    def __init__(
        self,
        games: Games,
        choose: ChooseDeal,
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Choose deals that are secret until a contest is over by ``choose``."""
        self._games = games
        self._database: Database = games.database
        self._choose = choose
        self._clock = clock
        self._claims = Claims(self._database, clock=clock)

    async def _put_back(self, rules_id: str, deal_number: int) -> None:
        """Keep a deal for another contest: this one does without it, so nobody has seen it."""
        await save_winnable_deal(self._database, rules_id, deal_number, self._time())

    def _time(self) -> datetime:
        """The current time in whole milliseconds, as stored."""
        return to_milliseconds(self._clock())
