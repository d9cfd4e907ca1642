"""What the services of challenges, races and tournaments are made of."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.service.games import Games
from bot.service.moments import to_milliseconds
from bot.service.winnable import DealChoice
from bot.store import Database

GRACE: Final = timedelta(seconds=2)
"""How long after the end of a contest a move made before it may still be unsaved."""

ChooseDeal = Callable[[str], Awaitable[DealChoice]]
"""Chooses a deal by rules id, a winnable one if possible."""


class ContestService:
    """A service of contests: games of several players on the same deals."""

    def __init__(
        self,
        games: Games,
        choose: ChooseDeal,
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Prepare.

        Args:
            games: the games.
            choose: chooses deals that are secret until a contest is over.
            clock: returns the current time, with its zone.
        """
        self._games = games
        self._database: Database = games.database
        self._choose = choose
        self._clock = clock

    def _time(self) -> datetime:
        """The current time in whole milliseconds, as stored."""
        return to_milliseconds(self._clock())
