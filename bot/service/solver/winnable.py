"""Deals proven winnable in advance, and the pars and goals of those of a day."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Final, TypeVar

from bot import background
from bot.errors import StoreError
from bot.fair_queue import Share
from bot.service.claims import Claims
from bot.service.play.deal_numbers import random_deal, secret_deals, short_deals
from bot.service.solver import grading, tasks
from bot.service.solver.pool import SolverBusy, SolverPool
from bot.service.solver.tasks import ShorteningState, can_meet_goal, find_line, meets_goal, shorten
from bot.store.database.connection import Database
from bot.store.play.games import popular_rules
from bot.store.solver.deals import count_winnable_deals, save_winnable_deal, take_winnable_deal
from engine import CATALOGUE, Move, rules_of
from engine.goals import Goal
from engine.house_rules import is_house_rules
from engine.rules import Difficulty

KNOWN_WINNABLE: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {
        "saratoga": (262, 368, 477, 708),
        "cassim": (116, 665, 923, 966),
        "phoenix": (143, 164, 222, 817),
        "saxony": (2, 6, 130, 633),
        "klondike": (297, 793, 894, 984),
        "klondike-3": (210, 553, 695, 985),
        "freecell": (23, 202, 393, 964),
        "spider-1": (271, 340, 425, 959),
        "spider-2": (601, 611, 725, 838),
        "canfield": (386, 429, 464, 862),
        "golf": (190, 314, 367, 563),
    }
)
"""Numbers of winnable deals by the id of their game."""


_Wanted = TypeVar("_Wanted")

AHEAD: Final = 2
"""How many winnable deals to keep ready for each game."""
SECRET_AHEAD: Final = 1
"""How many of them to keep ready for races."""

_log = logging.getLogger(__name__)

_BATCH: Final = 12
"""How many deals one task tries."""
_ON_DEMAND_SECONDS: Final = 1.0
"""Seconds to search on demand, while a player waits."""
_GRADING_SECONDS: Final = 2.0
"""Seconds to find winnable deals and compare them, while a player waits."""
_GRADED: Final = 24
"""How many deals are tried in search of one of a grade."""
_AHEAD_SECONDS: Final = 0.25
"""Seconds of a search in advance, which a player's task may have to wait for."""
_AHEAD_SEARCHES: Final = 4
"""How many of them are tried for a deal."""
_PAUSE: Final = 0.2
"""Seconds after the searches for a deal in advance."""
_RETRY: Final = 600.0
"""Seconds until a game is searched again after no deal of it was found, at first."""
_LONGEST: Final = 86_400.0
"""The most seconds until then; each time it is twice as long. In games that are hardly ever won
quickly, the searches would otherwise go on for ever."""


@dataclass(frozen=True, slots=True)
class DealChoice:
    """A deal chosen for a player, its grade if compared, and whether it could have been proven."""

    deal_number: int
    winnable: bool
    searched: bool = True
    grade: Difficulty | None = None


@dataclass(frozen=True, slots=True)
class _Supply:
    """Deals that are kept ready: of a game, and among these numbers."""

    rules_id: str
    numbers: range


@dataclass(frozen=True, slots=True)
class _Retry:
    """When to search again for what was not found, after how many seconds."""

    at: float
    pause: float


class WinnableDeals:
    """Finds winnable deals of every game, and keeps some ready but for house rules."""

    def __init__(
        self,
        database: Database,
        solvers: SolverPool,
        *,
        ahead: int = AHEAD,
        retry: float = _RETRY,
    ) -> None:
        self._database = database
        self._claims = Claims(database)
        self._solvers = solvers
        self._ahead = ahead
        self._retry = retry
        self._taken: deque[_Supply] = deque()
        self._unfound: dict[_Supply, _Retry] = {}
        self._wake = asyncio.Event()

    async def choose(self, rules_id: str) -> DealChoice:
        """A winnable deal that is ready, else one found now or known, else any deal."""
        rules_id = rules_of(rules_id).id
        supply = _Supply(rules_id, short_deals(rules_id))
        found = await self._take_ready(supply)
        if found is None:
            found = await self._find_at_once(supply)
        if found is None and self._solvers.is_starting and rules_id in KNOWN_WINNABLE:
            found = secrets.choice(KNOWN_WINNABLE[rules_id])
        return self._choice(supply, found)

    async def choose_graded(self, rules_id: str, grade: Difficulty) -> DealChoice:
        """A winnable deal that is so hard among others of its game, or else any winnable deal."""
        rules_id = rules_of(rules_id).id
        found = await self._compared(grading.find_graded, rules_id, grade)
        if found is not None:
            return DealChoice(found, winnable=True, grade=grade)
        return await self.choose(rules_id)

    async def choose_harder(self, rules_id: str, than: int) -> DealChoice | None:
        """A winnable deal that is a little harder than another; None if none is found in time."""
        found = await self._compared(grading.find_harder, rules_id, than)
        return None if found is None else DealChoice(found, winnable=True)

    async def _compared(
        self,
        find: Callable[[str, Sequence[int], _Wanted, float], int | None],
        rules_id: str,
        wanted: _Wanted,
    ) -> int | None:
        """The deal that a comparison finds, if the solver has time for it."""
        if not self._solvers.is_ready or self._solvers.is_busy:
            return None
        numbers = [random_deal(rules_id, short_deals(rules_id)) for _ in range(_GRADED)]
        try:
            return await self._solvers.run(
                find, rules_id, numbers, wanted, seconds=_GRADING_SECONDS
            )
        except SolverBusy:
            return None

    async def choose_secret(self, rules_id: str) -> DealChoice:
        """A deal that cannot be found from the cards in sight; searched as a player's question is.

        Raises:
            SolverBusy: if nothing is ready and the solver has no time; SolverStarting at first.
        """
        rules_id = rules_of(rules_id).id
        supply = _Supply(rules_id, secret_deals(rules_id))
        found = await self._take_ready(supply)
        if found is None and self._solvers.workers:
            self._solvers.refuse_if_starting()
            found = await self._search(supply, _ON_DEMAND_SECONDS, Share.PLAYER)
        return self._choice(supply, found)

    async def _take_ready(self, supply: _Supply) -> int | None:
        return await take_winnable_deal(self._database, supply.rules_id, supply.numbers)

    def _choice(self, supply: _Supply, found: int | None) -> DealChoice:
        """The deal that was found, after which another is found ahead; else any deal."""
        if self._solvers.workers and not is_house_rules(supply.rules_id):
            self._taken.append(supply)
            self._wake.set()
        if found is not None:
            return DealChoice(found, winnable=True)
        deal_number = random_deal(supply.rules_id, supply.numbers)
        return DealChoice(deal_number, winnable=False, searched=self._solvers.workers > 0)

    async def _find_at_once(self, supply: _Supply) -> int | None:
        """A deal found now, unless somebody else asks the solver."""
        if not self._solvers.is_ready or self._solvers.is_busy:
            return None
        try:
            return await self._search(supply, _ON_DEMAND_SECONDS, Share.PLAYER)
        except SolverBusy:
            return None

    async def _search(self, supply: _Supply, seconds: float, share: Share) -> int | None:
        deal_numbers = [random_deal(supply.rules_id, supply.numbers) for _ in range(_BATCH)]
        return await self._solvers.run(
            tasks.find_winnable, supply.rules_id, deal_numbers, seconds=seconds, share=share
        )

    async def keep_ready(self, rules_ids: Iterable[str] | None = None) -> None:
        """Find winnable deals until cancelled, whenever no player uses the solver."""
        wanted = None if rules_ids is None else tuple(rules_ids)
        while True:
            try:
                await self._solvers.wait_until_ready()
                await self._fill_all(await self._by_popularity() if wanted is None else wanted)
                background.succeeded()
            except (StoreError, SolverBusy) as error:
                _log.warning("Could not find winnable deals: %s", error)
                await asyncio.sleep(_PAUSE)
            try:
                await asyncio.wait_for(self._wake.wait(), self._retry)
            except TimeoutError:
                continue

    async def _by_popularity(self) -> tuple[str, ...]:
        popular = await popular_rules(self._database)
        known = [rules_id for rules_id in popular if rules_id in CATALOGUE]
        return tuple(dict.fromkeys([*known, *CATALOGUE]))

    async def _fill_all(self, rules_ids: tuple[str, ...]) -> None:
        """Search once for each deal that a game lacks; games just dealt come first."""
        self._wake.clear()
        short = [_Supply(rules_id, short_deals(rules_id)) for rules_id in rules_ids]
        secret = [_Supply(rules_id, secret_deals(rules_id)) for rules_id in rules_ids]
        await self._fill_up(short, self._ahead)
        await self._fill_up([one for one in secret if one not in short], SECRET_AHEAD)

    async def _fill_up(self, supplies: list[_Supply], ahead: int) -> None:
        for lacking in range(ahead):
            # Other processes find deals, too.
            ready = {
                numbers: await count_winnable_deals(self._database, numbers)
                for numbers in {supply.numbers for supply in supplies}
            }
            for supply in supplies:
                while self._taken:
                    await self._fill(self._taken.popleft())
                if ready[supply.numbers].get(supply.rules_id, 0) <= lacking:
                    await self._fill(supply)

    async def _fill(self, supply: _Supply) -> None:
        """Find and save a winnable deal that no other process is about to find."""
        unfound = self._unfound.get(supply)
        if unfound is not None and time.monotonic() < unfound.at:
            return
        name = f"deals:{supply.rules_id}:{supply.numbers.start}"
        async with self._claims.lease(name) as acquired:
            if acquired and await self._find_ahead(supply):
                self._unfound.pop(supply, None)
            elif acquired:
                pause = self._retry if unfound is None else min(2 * unfound.pause, _LONGEST)
                self._unfound[supply] = _Retry(time.monotonic() + pause, pause)
        await asyncio.sleep(_PAUSE)

    async def _find_ahead(self, supply: _Supply) -> bool:
        """Find and save a winnable deal; whether one was found."""
        for _ in range(_AHEAD_SEARCHES):
            deal_number = await self._search(supply, _AHEAD_SECONDS, Share.AHEAD)
            if deal_number is not None:
                now = datetime.now(UTC)
                await save_winnable_deal(self._database, supply.rules_id, deal_number, now)
                return True
        return False


_SLICE: Final = 0.5
"""Seconds of a slice, which a player's task may have to wait for."""


async def find_par(
    solvers: SolverPool,
    rules_id: str,
    deal_number: int,
    *,
    seconds: float = 2.0,
    slices: int = 40,
    most: float = 30.0,
) -> tuple[Move, ...] | None:
    """The shortest winning line found for a daily deal, its par; None when there is none.

    Searches in short slices, between which players' tasks get their share.

    Args:
        slices: for how many slices of half a second to shorten it.
        most: for how many seconds at most, when players want the workers, too.
    """
    if solvers.workers:
        await solvers.wait_until_ready()
    found = await solvers.run(find_line, rules_id, deal_number, seconds=seconds, share=Share.DAY)
    if found is None or not found.moves:
        return None
    state = ShorteningState(found.moves)
    until = time.monotonic() + most
    for _ in range(slices):
        if state.is_done or time.monotonic() > until:
            break
        shorter = await solvers.run(
            shorten, rules_id, deal_number, state, seconds=_SLICE, share=Share.DAY
        )
        state = shorter or state
    return state.line


async def find_graded_deal(
    solvers: SolverPool,
    rules_id: str,
    deal_numbers: Sequence[int],
    grade: Difficulty,
    *,
    seconds: float = 1.0,
    most: float = 30.0,
) -> int | None:
    """The deal of a grade among the first that are proven winnable; None where too few differ.

    Searches and compares in short tasks, between which players' tasks get their share.

    Args:
        seconds: how long to search each.
        most: for how many seconds at most, when players want the workers, too.
    """
    if solvers.workers:
        await solvers.wait_until_ready()
    until = time.monotonic() + most
    reaches: dict[int, float] = {}
    for deal_number in deal_numbers:
        if len(reaches) == grading.MOST_COMPARED or time.monotonic() > until:
            break
        winnable = await solvers.run(
            tasks.is_winnable, rules_id, deal_number, seconds=seconds, share=Share.DAY
        )
        if not winnable:
            continue
        reach = await solvers.run(
            grading.reach_of, rules_id, deal_number, seconds=_GRADING_SECONDS, share=Share.DAY
        )
        if reach is not None:
            reaches[deal_number] = reach
    if len({*reaches.values()}) < grading.MIN_COMPARED:
        return None
    return [*reaches][grading.graded([*reaches.values()], grade)]


_GOAL_SECONDS: Final = 2.0
"""Seconds of a search for a line that meets a goal."""


async def find_goal(
    solvers: SolverPool,
    rules_id: str,
    deal_number: int,
    line: Sequence[Move],
    goals: Iterable[Goal],
) -> Goal | None:
    """The first of some goals that a winning line is proven to meet; None when there is none."""
    for goal in goals:
        if meets_goal(rules_id, deal_number, goal, line):
            return goal
        if await solvers.run(
            can_meet_goal, rules_id, deal_number, goal, seconds=_GOAL_SECONDS, share=Share.DAY
        ):
            return goal
    return None
