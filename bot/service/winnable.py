"""Deals proven winnable ahead of demand, so that dealing one takes no time."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from bot.service.games import any_number
from bot.service.solver import tasks
from bot.service.solver.pool import SolverBusy, SolverPool
from bot.store import Database, StoreError
from bot.store.deals import count_winnable_deals, save_winnable_deal, take_winnable_deal
from bot.store.games import popular_rules
from engine import CATALOGUE, rules_of

AHEAD: Final = 2
"""How many winnable deals are kept ready for each game."""

_log = logging.getLogger(__name__)

_NUMBERS: Final = 12
"""How many deals one question tries."""
_AT_ONCE: Final = 1.0
"""Seconds to search while the player waits."""
_AHEAD_SECONDS: Final = 1.0
"""Seconds of a search ahead of demand, which a player's question may have to wait for."""
_PAUSE: Final = 0.2
"""Seconds between two searches ahead of demand."""
_LATER: Final = 600.0
"""Seconds until games that had no deal proven winnable are tried once more."""


@dataclass(frozen=True, slots=True)
class DealChoice:
    """A deal for a player who named none.

    Attributes:
        deal_number: its number.
        winnable: whether it was proven winnable.
        searched: whether there is a solver, so that it might have been.
    """

    deal_number: int
    winnable: bool
    searched: bool = True


class WinnableDeals:
    """The winnable deals of every game."""

    def __init__(self, store: Database, solvers: SolverPool, *, ahead: int = AHEAD) -> None:
        """Keep deals in a store.

        Args:
            store: an open store.
            solvers: the workers that search.
            ahead: how many deals to keep ready for each game.
        """
        self._store = store
        self._solvers = solvers
        self._ahead = ahead
        self._taken: deque[str] = deque()
        self._wake = asyncio.Event()

    async def choose(self, game: str) -> DealChoice:
        """A deal proven winnable: one that is ready, else one found now, else any deal.

        Raises:
            UnknownGame: when there is no such game.
            StoreUnavailable: when the database cannot be reached.
        """
        game = rules_of(game).id
        number = await take_winnable_deal(self._store, game)
        if number is None:
            number = await self._found_now(game)
        self._taken.append(game)
        self._wake.set()
        if number is not None:
            return DealChoice(number, winnable=True)
        return DealChoice(any_number(game), winnable=False, searched=self._solvers.workers > 0)

    async def _found_now(self, game: str) -> int | None:
        if not self._solvers.is_ready or self._solvers.is_busy:
            return None
        try:
            return await self._search(game, _AT_ONCE)
        except SolverBusy:
            return None

    async def _search(self, game: str, seconds: float) -> int | None:
        numbers = [any_number(game) for _ in range(_NUMBERS)]
        return await self._solvers.run(tasks.find_winnable, game, numbers, seconds=seconds)

    async def keep_ready(self, games: Iterable[str] | None = None) -> None:
        """Find winnable deals for as long as it is not cancelled, while no player asks.

        Args:
            games: the games to find deals for; None for all, those played most often first.
        """
        wanted = None if games is None else tuple(games)
        while True:
            try:
                await self._solvers.wait_until_ready()
                await self._round(await self._in_turn() if wanted is None else wanted)
            except (StoreError, SolverBusy) as error:
                _log.warning("No winnable deals could be kept: %s", error)
                await asyncio.sleep(_PAUSE)
            except Exception:
                # Nobody waits for this task, so nobody else would tell of it.
                _log.exception("Winnable deals could not be kept")
            try:
                await asyncio.wait_for(self._wake.wait(), _LATER)
            except TimeoutError:
                continue

    async def _in_turn(self) -> tuple[str, ...]:
        popular = [game for game in await popular_rules(self._store) if game in CATALOGUE]
        return tuple(dict.fromkeys([*popular, *CATALOGUE]))

    async def _round(self, games: tuple[str, ...]) -> None:
        """Look at each game once for each deal it lacks, and at those just dealt first."""
        self._wake.clear()
        ready = await count_winnable_deals(self._store)
        for lacking in range(self._ahead):
            for game in games:
                while self._taken:
                    await self._fill(self._taken.popleft())
                if ready.get(game, 0) <= lacking:
                    await self._fill(game)

    async def _fill(self, game: str) -> None:
        """Find one winnable deal of a game and keep it, while no player waits for a search."""
        await self._solvers.wait_until_idle()
        number = await self._search(game, _AHEAD_SECONDS)
        if number is not None:
            await save_winnable_deal(self._store, game, number, datetime.now(UTC))
        await asyncio.sleep(_PAUSE)
