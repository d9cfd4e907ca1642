"""Deals proven winnable in advance, so that dealing one takes no time."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from bot.errors import StoreError
from bot.service.games import random_deal
from bot.service.solver import tasks
from bot.service.solver.pool import SolverBusy, SolverPool
from bot.store import Database
from bot.store.deals import count_winnable_deals, save_winnable_deal, take_winnable_deal
from bot.store.games import popular_rules
from engine import CATALOGUE, rules_of

AHEAD: Final = 2
"""How many winnable deals to keep ready for each game."""

_log = logging.getLogger(__name__)

_NUMBERS: Final = 12
"""How many deals one task tries."""
_AT_ONCE: Final = 1.0
"""Seconds to search while a player waits."""
_AHEAD_SECONDS: Final = 1.0
"""Seconds to search in advance, which a player's task may have to wait for."""
_PAUSE: Final = 0.2
"""Seconds between two searches in advance."""
_LATER: Final = 600.0
"""Seconds until games that lack deals are tried again."""


@dataclass(frozen=True, slots=True)
class DealChoice:
    """A deal chosen for a player.

    Attributes:
        deal_number: its number.
        winnable: whether it is proven winnable.
        searched: whether there is a solver that could have proven it.
    """

    deal_number: int
    winnable: bool
    searched: bool = True


class WinnableDeals:
    """Finds winnable deals of every game and keeps some ready."""

    def __init__(self, database: Database, solvers: SolverPool, *, ahead: int = AHEAD) -> None:
        """Prepare.

        Args:
            database: where the deals are kept.
            solvers: the workers that search.
            ahead: how many deals to keep ready for each game.
        """
        self._database = database
        self._solvers = solvers
        self._ahead = ahead
        self._taken: deque[str] = deque()
        self._wake = asyncio.Event()

    async def choose(self, game: str) -> DealChoice:
        """A winnable deal: one that is ready, else one found now, else any deal.

        Raises:
            UnknownGame: when there is no such game.
            StoreUnavailable: when the database cannot be reached.
        """
        game = rules_of(game).id
        number = await take_winnable_deal(self._database, game)
        if number is None:
            number = await self._found_now(game)
        self._taken.append(game)
        self._wake.set()
        if number is not None:
            return DealChoice(number, winnable=True)
        return DealChoice(random_deal(game), winnable=False, searched=self._solvers.workers > 0)

    async def _found_now(self, game: str) -> int | None:
        if not self._solvers.is_ready or self._solvers.is_busy:
            return None
        try:
            return await self._search(game, _AT_ONCE)
        except SolverBusy:
            return None

    async def _search(self, game: str, seconds: float) -> int | None:
        numbers = [random_deal(game) for _ in range(_NUMBERS)]
        return await self._solvers.run(tasks.find_winnable, game, numbers, seconds=seconds)

    async def keep_ready(self, games: Iterable[str] | None = None) -> None:
        """Find winnable deals until cancelled, whenever no player uses the solver.

        Args:
            games: the games to find deals for; None for all, most played first.
        """
        wanted = None if games is None else tuple(games)
        while True:
            try:
                await self._solvers.wait_until_ready()
                await self._round(await self._in_turn() if wanted is None else wanted)
            except (StoreError, SolverBusy) as error:
                _log.warning("Could not find winnable deals: %s", error)
                await asyncio.sleep(_PAUSE)
            except Exception:
                # Nothing awaits this task, so nothing else would log it.
                _log.exception("Could not find winnable deals")
            try:
                await asyncio.wait_for(self._wake.wait(), _LATER)
            except TimeoutError:
                continue

    async def _in_turn(self) -> tuple[str, ...]:
        popular = [game for game in await popular_rules(self._database) if game in CATALOGUE]
        return tuple(dict.fromkeys([*popular, *CATALOGUE]))

    async def _round(self, games: tuple[str, ...]) -> None:
        """Search each game once for each deal it lacks, those just dealt first."""
        self._wake.clear()
        ready = await count_winnable_deals(self._database)
        for lacking in range(self._ahead):
            for game in games:
                while self._taken:
                    await self._fill(self._taken.popleft())
                if ready.get(game, 0) <= lacking:
                    await self._fill(game)

    async def _fill(self, game: str) -> None:
        """Find and keep one winnable deal of a game, once no player uses the solver."""
        await self._solvers.wait_until_idle()
        number = await self._search(game, _AHEAD_SECONDS)
        if number is not None:
            await save_winnable_deal(self._database, game, number, datetime.now(UTC))
        await asyncio.sleep(_PAUSE)
