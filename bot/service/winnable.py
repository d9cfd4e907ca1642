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

_BATCH: Final = 12
"""How many deals one task tries."""
_ON_DEMAND_SECONDS: Final = 1.0
"""Seconds to search on demand, while a player waits."""
_AHEAD_SECONDS: Final = 1.0
"""Seconds to search in advance, which a player's task may have to wait for."""
_PAUSE: Final = 0.2
"""Seconds between two searches in advance."""
_RETRY: Final = 600.0
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
            database: where the deals are saved.
            solvers: the workers that search.
            ahead: how many deals to keep ready for each game.
        """
        self._database = database
        self._solvers = solvers
        self._ahead = ahead
        self._taken: deque[str] = deque()
        self._wake = asyncio.Event()

    async def choose(self, rules_id: str) -> DealChoice:
        """A winnable deal: one that is ready, else one found now, else any deal.

        Raises:
            UnknownGame: when there is no such game.
            StoreUnavailable: when the database cannot be reached.
        """
        rules_id = rules_of(rules_id).id
        deal_number = await take_winnable_deal(self._database, rules_id)
        if deal_number is None:
            deal_number = await self._find_now(rules_id)
        self._taken.append(rules_id)
        self._wake.set()
        if deal_number is not None:
            return DealChoice(deal_number, winnable=True)
        return DealChoice(random_deal(rules_id), winnable=False, searched=self._solvers.workers > 0)

    async def _find_now(self, rules_id: str) -> int | None:
        if not self._solvers.is_ready or self._solvers.is_busy:
            return None
        try:
            return await self._search(rules_id, _ON_DEMAND_SECONDS)
        except SolverBusy:
            return None

    async def _search(self, rules_id: str, seconds: float) -> int | None:
        deal_numbers = [random_deal(rules_id) for _ in range(_BATCH)]
        return await self._solvers.run(tasks.find_winnable, rules_id, deal_numbers, seconds=seconds)

    async def keep_ready(self, rules_ids: Iterable[str] | None = None) -> None:
        """Find winnable deals until cancelled, whenever no player uses the solver.

        Args:
            rules_ids: the games to find deals of; None for all, most played first.
        """
        wanted = None if rules_ids is None else tuple(rules_ids)
        while True:
            try:
                await self._solvers.wait_until_ready()
                await self._fill_all(await self._by_popularity() if wanted is None else wanted)
            except (StoreError, SolverBusy) as error:
                _log.warning("Could not find winnable deals: %s", error)
                await asyncio.sleep(_PAUSE)
            except Exception:
                # Nothing awaits this task, so nothing else would log it.
                _log.exception("Could not find winnable deals")
            try:
                await asyncio.wait_for(self._wake.wait(), _RETRY)
            except TimeoutError:
                continue

    async def _by_popularity(self) -> tuple[str, ...]:
        popular = await popular_rules(self._database)
        known = [rules_id for rules_id in popular if rules_id in CATALOGUE]
        return tuple(dict.fromkeys([*known, *CATALOGUE]))

    async def _fill_all(self, rules_ids: tuple[str, ...]) -> None:
        """Search once for each deal that a game lacks; games just dealt come first."""
        self._wake.clear()
        ready = await count_winnable_deals(self._database)
        for lacking in range(self._ahead):
            for rules_id in rules_ids:
                while self._taken:
                    await self._fill(self._taken.popleft())
                if ready.get(rules_id, 0) <= lacking:
                    await self._fill(rules_id)

    async def _fill(self, rules_id: str) -> None:
        """Find and save one winnable deal of a game, once no player uses the solver."""
        await self._solvers.wait_until_idle()
        deal_number = await self._search(rules_id, _AHEAD_SECONDS)
        if deal_number is not None:
            await save_winnable_deal(self._database, rules_id, deal_number, datetime.now(UTC))
        await asyncio.sleep(_PAUSE)
