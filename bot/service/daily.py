"""The daily deal: one for everybody, chosen by nobody, known to nobody before its day.

A day's number is made of the secret, the day, the game and the attempt: attempts are looked at in
order until one is proven winnable. What was chosen is kept, so that neither another secret nor a
better solver changes a day that was dealt.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

from bot.i18n import N_
from bot.models import DailyDeal, DayRank, Place, Result
from bot.service.calendar import rotation
from bot.service.errors import ServiceError
from bot.service.games import HIGHEST_RANDOM_DEAL, Games
from bot.service.models import GameSnapshot
from bot.service.solver import shorten
from bot.service.solver.pool import SolverBusy, SolverPool
from bot.service.solver.shorten import ShorteningState
from bot.service.streaks import Streak, daily_streak
from bot.store import Database, StoreError
from bot.store.daily import (
    claim_post,
    guilds_awaiting_post,
    load_daily_deal,
    release_post,
    save_daily_deal,
)
from bot.store.games import unfinished_daily_game
from bot.store.leaderboards import rank_daily_result
from bot.store.results import days_won, load_daily_result
from engine import CATALOGUE, Move, rules_of

ATTEMPTS: Final = 40
"""How many numbers are tried for a game before the next in turn has the day."""

Prove = Callable[[str, int], Awaitable[tuple[Move, ...] | None]]
"""Searches a deal, given by game and number, for a line that wins; None when it finds none."""

_log = logging.getLogger(__name__)

_DAY: Final = timedelta(days=1)
_PAUSE: Final = 300.0
"""Seconds between two looks at whether the next day is prepared."""
_RETRY: Final = 5.0
"""Seconds until a day that could not be prepared is tried again; twice as many each time."""
_LONGEST_WAIT: Final = 8.0
"""Seconds that a player waits for a deal that is not chosen yet."""


class NotReady(ServiceError):
    """The day has no deal yet."""


class AlreadyPlayed(ServiceError):
    """The player has a result for the day, and did not ask to play it once more for fun.

    Attributes:
        result: what they came to.
    """

    def __init__(self, result: Result) -> None:
        super().__init__(N_("You have played today's deal; the next one comes at midnight UTC."))
        self.result = result


@dataclass(frozen=True, slots=True)
class DailyStatus:
    """How a player stands with the day's deal.

    Attributes:
        deal: the deal.
        game_id: their unfinished game of it; None without one.
        result: their result that counts; None before.
        streak: the days they have won in a row.
        ends_at: when the next day begins.
    """

    deal: DailyDeal
    game_id: int | None
    result: Result | None
    streak: Streak
    ends_at: datetime


@dataclass(frozen=True, slots=True)
class Post:
    """A channel that is to be told a day's results.

    Attributes:
        guild: the guild's id.
        channel: the channel's id.
        day: the day.
    """

    guild: int
    channel: int
    day: date


class ParFinder:
    """Proves deals winnable with the solver's workers, a little at a time: players come first."""

    def __init__(self, solvers: SolverPool, *, seconds: float = 2.0, slices: int = 20) -> None:
        """Prepare.

        Args:
            solvers: the workers.
            seconds: how long to search for a line that wins.
            slices: for how many seconds to make a line shorter.
        """
        self._solvers = solvers
        self._seconds = seconds
        self._slices = slices

    async def __call__(self, game: str, number: int) -> tuple[Move, ...] | None:
        """The shortest line found that wins a deal; None when none is.

        Raises:
            SolverBusy: when there are no workers, or too many questions wait for them.
        """
        if self._solvers.workers:
            await self._solvers.wait_until_ready()
            await self._solvers.wait_until_idle()
        found = await self._solvers.run(shorten.find_line, game, number, seconds=self._seconds)
        if found is None or not found.moves:
            return None
        line = ShorteningState(found.moves)
        # What could not be made shorter because players have other questions wins all the same.
        with contextlib.suppress(SolverBusy):
            for _ in range(self._slices):
                if line.is_done:
                    break
                await self._solvers.wait_until_idle()
                better = await self._solvers.run(shorten.shorten, game, number, line, seconds=1.0)
                line = better or line
        return line.line


class Daily:
    """Every day's deal, and how players stand with it.

    All methods may raise :class:`bot.store.StoreUnavailable`.
    """

    def __init__(
        self,
        tables: Games,
        secret: str,
        prove: Prove,
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        patience: float = _LONGEST_WAIT,
    ) -> None:
        """Deal at players' tables. Deals are chosen for as long as :meth:`keep_prepared` runs.

        Args:
            tables: the tables.
            secret: what keeps the deals of days to come from being guessed.
            prove: how a deal is proven winnable.
            clock: tells the time, aware of its zone.
            patience: how many seconds a player waits for a deal that is not chosen yet.
        """
        self._tables = tables
        self._store: Database = tables.store
        self._secret = secret.encode()
        self._prove = prove
        self._clock = clock
        self._patience = patience
        self._choosing = asyncio.Lock()
        self._chosen = asyncio.Condition()
        self._wanted = asyncio.Event()
        self._told_of_secret = False

    def today(self) -> date:
        """The day that it is in UTC."""
        return self._clock().astimezone(UTC).date()

    async def deal(self, day: date | None = None) -> DailyDeal:
        """The deal of a day that has begun; today's is waited for a while.

        Args:
            day: the day; None for today.

        Raises:
            NotReady: when the day is still to come, when it passed without a deal, or when the
                solver found none yet.
        """
        today = self.today()
        day = today if day is None else day
        if day > today:
            raise NotReady("The deal of {day} is told when that day begins, in UTC.", day=day)
        known = await load_daily_deal(self._store, day)
        if known is not None:
            return known
        if day < today:
            raise NotReady("Nothing was dealt on {day}; choose a later day.", day=day)
        return await self._awaited(day)

    async def _awaited(self, day: date) -> DailyDeal:
        self._wanted.set()
        try:
            async with asyncio.timeout(self._patience), self._chosen:
                while True:
                    known = await load_daily_deal(self._store, day)
                    if known is not None:
                        return known
                    await self._chosen.wait()
        except TimeoutError:
            raise _not_found() from None

    async def prepare(self, day: date) -> DailyDeal:
        """Choose the deal of a day, or give the one that was chosen; players are not to see it.

        Raises:
            NotReady: when none could be proven winnable.
            SolverBusy: when the solver was busy with other tasks.
        """
        async with self._choosing:
            known = await load_daily_deal(self._store, day)
            if known is None:
                chosen = await self._choose(day)
                if chosen is None:
                    raise _not_found()
                known = await save_daily_deal(self._store, chosen, self._clock())
            self._tell_of_secret(known)
        async with self._chosen:
            self._chosen.notify_all()
        return known

    async def keep_prepared(self) -> None:
        """See to it that today and tomorrow have deals, for as long as it is not cancelled."""
        retry = _RETRY
        while True:
            self._wanted.clear()
            pause, retry = retry, min(2 * retry, _PAUSE)
            try:
                await self.prepare(self.today())
                await self.prepare(self.today() + _DAY)
                pause, retry = _PAUSE, _RETRY
            except (StoreError, ServiceError) as error:
                _log.warning("The daily deal could not be prepared: %s", error)
            except Exception:
                # Nobody waits for this task, so nobody else would tell of it.
                _log.exception("The daily deal could not be prepared")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wanted.wait(), pause)

    async def status(self, player: int) -> DailyStatus:
        """How a player stands with today's deal.

        Raises:
            NotReady: when the day has no deal yet.
        """
        deal = await self.deal()
        begun = await unfinished_daily_game(self._store, player, deal.day)
        return DailyStatus(
            deal=deal,
            game_id=None if begun is None else begun.id,
            result=await load_daily_result(self._store, player, deal.day),
            streak=await self.streak(player),
            ends_at=datetime.combine(deal.day + _DAY, datetime.min.time(), UTC),
        )

    async def play(
        self, player: int, where: Place | None = None, *, again: bool = False
    ) -> GameSnapshot:
        """Put today's deal on a player's table, as far as they have come with it.

        Args:
            player: the player's id.
            where: where it is dealt.
            again: whether one who has a result plays it once more for fun.

        Raises:
            NotReady: when the day has no deal yet.
            AlreadyPlayed: when the player has a result, and did not ask to play again.
        """
        deal = await self.deal()
        result = await load_daily_result(self._store, player, deal.day)
        if result is not None and not again:
            raise AlreadyPlayed(result)
        return await self._tables.start_daily(
            player, deal.rules_id, deal.deal_number, deal.day, where
        )

    async def streak(self, player: int) -> Streak:
        """How many days in a row a player has won."""
        return daily_streak(await days_won(self._store, player), self.today())

    async def rank(self, result: Result) -> DayRank:
        """How a daily result ranks among all of its day."""
        return await rank_daily_result(self._store, result)

    async def due_posts(self) -> tuple[Post, ...]:
        """The channels that are still to be told yesterday's results."""
        day = self.today() - _DAY
        wanted = await guilds_awaiting_post(self._store, day)
        return tuple(
            Post(guild, int(channel), day)
            for guild, channel in sorted(wanted.items())
            if channel.isascii() and channel.isdigit()
        )

    async def claim(self, post: Post) -> bool:
        """Take it upon oneself to post; False where another has done or is doing it."""
        return await claim_post(self._store, post.guild, post.day, self._clock())

    async def release(self, post: Post) -> None:
        """Give a claim back after posting failed, so that it is tried again."""
        await release_post(self._store, post.guild, post.day)

    def _tell_of_secret(self, known: DailyDeal) -> None:
        """Log once that a day's deal was chosen with another secret than the present one."""
        if self._told_of_secret or known.rules_id not in CATALOGUE:
            return
        if known.deal_number != number_of(self._secret, known.day, known.rules_id, known.attempt):
            self._told_of_secret = True
            _log.warning(
                "PATIENCE_SECRET is not the one that the deal of %s was chosen with; deals already "
                "chosen and results stay, and the days after have deals of the new secret.",
                known.day,
            )

    async def _choose(self, day: date) -> DailyDeal | None:
        for game in rotation(day):
            for attempt in range(1, ATTEMPTS + 1):
                number = number_of(self._secret, day, game, attempt)
                line = await self._prove(game, number)
                if line:
                    return DailyDeal(day, game, number, attempt, par=len(line))
        return None


def _not_found() -> NotReady:
    return NotReady("Today's deal is still being looked for; ask again in a minute.")


def number_of(secret: bytes, day: date, game: str, attempt: int) -> int:
    """The number of a deal that a day may have.

    Args:
        secret: the secret.
        day: the day.
        game: the id of the game's rules.
        attempt: which of the numbers in line, from 1.

    Returns:
        From 1 to the last deal of the game, and short enough to be typed.
    """
    text = f"patience-daily-1:{day.isoformat()}:{game}:{attempt}"
    digest = hmac.digest(secret, text.encode(), hashlib.sha256)
    return 1 + int.from_bytes(digest, "big") % min(HIGHEST_RANDOM_DEAL, rules_of(game).last_deal)
