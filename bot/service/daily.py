"""The daily deal: the same for everybody, and secret until its day.

A day's deal number is derived from the secret, the day, the game and the attempt; the first attempt
proven winnable is taken. It is then stored, so that neither a new secret nor a better solver
changes it.
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

from bot.errors import StoreError
from bot.i18n import N_
from bot.models import DailyDeal, DayRank, Place, Result
from bot.service.calendar import last_month, rotation
from bot.service.deal_numbers import secret_deals
from bot.service.errors import ServiceError
from bot.service.games import Games
from bot.service.models import GameSnapshot
from bot.service.months import Month, days_of_month, marks_of
from bot.service.streaks import Streak, daily_streak
from bot.store import Database
from bot.store.daily import (
    claim_post,
    first_daily_deal,
    guilds_awaiting_post,
    load_daily_deal,
    missed_deals,
    release_post,
    save_daily_deal,
)
from bot.store.games import unfinished_daily_game
from bot.store.leaderboards import rank_daily_result
from bot.store.results import daily_results, days_won, load_daily_result
from engine import CATALOGUE, Move

ATTEMPTS: Final = 40
"""How many deals of a game are tried before the next game in the rotation."""

Prove = Callable[[str, int], Awaitable[tuple[Move, ...] | None]]
"""Searches a deal for a winning line; None when it finds none."""

_log = logging.getLogger(__name__)

_DAY: Final = timedelta(days=1)
_PAUSE: Final = 300.0
"""Seconds between two checks that the next day is prepared."""
_RETRY: Final = 5.0
"""Seconds until a failed preparation is tried again; doubled each time."""
_MAX_WAIT: Final = 8.0
"""Seconds a player waits for a deal that is still being chosen."""


class NotReady(ServiceError):
    """The day has no deal, or none yet."""


class AlreadyPlayed(ServiceError):
    """The player has a result for the day, and did not ask to play again.

    Attributes:
        result: their result.
    """

    def __init__(self, result: Result) -> None:
        super().__init__(
            N_("You have already played today's deal. The next one comes at midnight UTC.")
        )
        self.result = result


class NotMissed(ServiceError):
    """The deal of a past day cannot be played, or no longer."""


@dataclass(frozen=True, slots=True)
class DailyStatus:
    """A player's progress with the day's deal.

    Attributes:
        deal: the deal.
        game_id: their unfinished game of it, if any.
        result: their result, if any.
        streak: their streak of days won.
        ends_at: when the day ends.
    """

    deal: DailyDeal
    game_id: int | None
    result: Result | None
    streak: Streak
    ends_at: datetime


@dataclass(frozen=True, slots=True)
class Post:
    """A day's results to be posted in a channel.

    Attributes:
        guild: the server's id.
        channel: the channel's id.
        day: the day.
    """

    guild: int
    channel: int
    day: date


class Daily:
    """Every day's deal, and players' results.

    All methods may raise :class:`bot.store.StoreUnavailable`.
    """

    def __init__(
        self,
        games: Games,
        secret: str,
        prove: Prove,
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        max_wait: float = _MAX_WAIT,
    ) -> None:
        """Prepare. Deals are chosen while :meth:`keep_prepared` runs.

        Args:
            games: the games.
            secret: makes the deals of coming days unpredictable.
            prove: proves a deal winnable.
            clock: returns the current time, with its zone.
            max_wait: how many seconds a player waits for a deal that is still being chosen.
        """
        self._games = games
        self._database: Database = games.database
        self._secret = secret.encode()
        self._prove = prove
        self._clock = clock
        self._max_wait = max_wait
        self._choice_lock = asyncio.Lock()
        self._chosen = asyncio.Condition()
        self._wanted = asyncio.Event()
        self._warned_of_secret = False

    def today(self) -> date:
        """The current day in UTC."""
        return self._clock().astimezone(UTC).date()

    async def deal(self, day: date | None = None) -> DailyDeal:
        """The deal of a past day or today, waiting a while for today's.

        Args:
            day: the day; None for today.

        Raises:
            NotReady: when the day is in the future, had no deal, or has none yet.
        """
        today = self.today()
        day = today if day is None else day
        if day > today:
            raise NotReady("The deal of {day} stays secret until that day begins, in UTC.", day=day)
        deal = await load_daily_deal(self._database, day)
        if deal is not None:
            return deal
        if day < today:
            raise NotReady("There was no daily deal on {day}. Choose a later day.", day=day)
        return await self._wait_for(day)

    async def _wait_for(self, day: date) -> DailyDeal:
        self._wanted.set()
        try:
            async with asyncio.timeout(self._max_wait), self._chosen:
                while True:
                    deal = await load_daily_deal(self._database, day)
                    if deal is not None:
                        return deal
                    await self._chosen.wait()
        except TimeoutError:
            raise _not_ready() from None

    async def prepare(self, day: date) -> DailyDeal:
        """Choose the deal of a day, unless it is chosen. Future deals are secret.

        Raises:
            NotReady: when no deal could be proven winnable.
            SolverBusy: when the solver is busy.
        """
        async with self._choice_lock:
            deal = await load_daily_deal(self._database, day)
            if deal is None:
                chosen = await self._choose(day)
                if chosen is None:
                    raise _not_ready()
                deal = await save_daily_deal(self._database, chosen, self._clock())
            self._check_secret(deal)
        async with self._chosen:
            self._chosen.notify_all()
        return deal

    async def keep_prepared(self) -> None:
        """Keep today's and tomorrow's deals prepared until cancelled."""
        retry = _RETRY
        while True:
            self._wanted.clear()
            pause, retry = retry, min(2 * retry, _PAUSE)
            try:
                await self.prepare(self.today())
                await self.prepare(self.today() + _DAY)
                pause, retry = _PAUSE, _RETRY
            except (StoreError, ServiceError) as error:
                _log.warning("Could not prepare the daily deal: %s", error)
            except Exception:
                # Nothing awaits this task, so nothing else would log it.
                _log.exception("Could not prepare the daily deal")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wanted.wait(), pause)

    async def status(self, player: int) -> DailyStatus:
        """A player's progress with today's deal.

        Raises:
            NotReady: when the day has no deal yet.
        """
        deal = await self.deal()
        unfinished = await unfinished_daily_game(self._database, player, deal.day)
        return DailyStatus(
            deal=deal,
            game_id=None if unfinished is None else unfinished.id,
            result=await load_daily_result(self._database, player, deal.day),
            streak=await self.streak(player),
            ends_at=datetime.combine(deal.day + _DAY, datetime.min.time(), UTC),
        )

    async def play(
        self, player: int, place: Place | None = None, *, again: bool = False
    ) -> GameSnapshot:
        """Start today's deal, or resume the player's game of it.

        Args:
            player: the player's id.
            place: where it is dealt.
            again: whether to play again after a result; such a game does not count.

        Raises:
            NotReady: when the day has no deal yet.
            AlreadyPlayed: when the player has a result and ``again`` is false.
        """
        deal = await self.deal()
        result = await load_daily_result(self._database, player, deal.day)
        if result is not None and not again:
            raise AlreadyPlayed(result)
        return await self._games.start_daily(
            player, deal.rules_id, deal.deal_number, deal.day, place
        )

    async def missed(self, player: int) -> tuple[DailyDeal, ...]:
        """The deals that a player has missed and can still play, latest first."""
        today = self.today()
        return await missed_deals(self._database, player, last_month(today), today - _DAY)

    async def play_missed(self, player: int, day: date, place: Place | None = None) -> GameSnapshot:
        """Start the deal of a past day, or resume the player's game of it.

        A result begun after its day counts neither for the streak nor for the day's leaderboard.

        Args:
            player: the player's id.
            day: a day of this month or the last.
            place: where it is dealt.

        Raises:
            NotReady: when the day is in the future or had no deal.
            NotMissed: when it is too long ago, or the player has a result of it.
        """
        if day < last_month(self.today()):
            raise NotMissed("Deals can be played until the end of the month after theirs.")
        deal = await self.deal(day)
        if await load_daily_result(self._database, player, day) is not None:
            raise NotMissed(
                "You have already played the deal of {day}; its first result stays.", day=day
            )
        return await self._games.start_daily(
            player, deal.rules_id, deal.deal_number, deal.day, place
        )

    async def streak(self, player: int) -> Streak:
        """A player's streak of days won."""
        return daily_streak(await days_won(self._database, player), self.today())

    async def month(self, player: int, day: date) -> Month:
        """How a player stands with the deals of a day's month.

        Args:
            player: the player's id.
            day: a day of the month; of a month to come, the current one is meant.
        """
        today = self.today()
        days = days_of_month(min(day, today))
        first, last = days[0], days[-1]
        streak = await self.streak(player)
        results = await daily_results(self._database, player, first, last)
        earliest = await first_daily_deal(self._database)
        return Month(
            marks=marks_of(days, results, streak.frozen, today),
            missed=tuple(deal for deal in await self.missed(player) if first <= deal.day <= last),
            streak=streak,
            has_previous=earliest is not None and earliest < first,
            has_next=last < today,
        )

    async def rank(self, result: Result) -> DayRank:
        """How a daily result ranks among all of its day."""
        return await rank_daily_result(self._database, result)

    async def due_posts(self) -> tuple[Post, ...]:
        """Yesterday's results still to be posted."""
        day = self.today() - _DAY
        channels = await guilds_awaiting_post(self._database, day)
        return tuple(
            Post(guild, int(channel), day)
            for guild, channel in sorted(channels.items())
            if channel.isascii() and channel.isdigit()
        )

    async def claim(self, post: Post) -> bool:
        """Claim a post; False if it is already claimed."""
        return await claim_post(self._database, post.guild, post.day, self._clock())

    async def release(self, post: Post) -> None:
        """Release the claim after posting failed, so that it is tried again."""
        await release_post(self._database, post.guild, post.day)

    def _check_secret(self, deal: DailyDeal) -> None:
        """Warn once if a day's deal was chosen with another secret."""
        if self._warned_of_secret or deal.rules_id not in CATALOGUE:
            return
        if deal.deal_number not in secret_deals(deal.rules_id):
            # An earlier version derived a shorter number from the same secret.
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

    async def _choose(self, day: date) -> DailyDeal | None:
        for rules_id in rotation(day):
            for attempt in range(1, ATTEMPTS + 1):
                deal_number = daily_deal_number(self._secret, day, rules_id, attempt)
                line = await self._prove(rules_id, deal_number)
                if line:
                    return DailyDeal(day, rules_id, deal_number, attempt, par=len(line))
        return None


def _not_ready() -> NotReady:
    return NotReady("Today's deal is not ready yet. Try again in a minute.")


def daily_deal_number(secret: bytes, day: date, rules_id: str, attempt: int) -> int:
    """A deal number for a day, from all that :func:`secret_deals` may be drawn from.

    Args:
        secret: the secret.
        day: the day.
        rules_id: the game.
        attempt: counts the deals tried, from 1.
    """
    text = f"patience-daily-1:{day.isoformat()}:{rules_id}:{attempt}"
    digest = hmac.digest(secret, text.encode(), hashlib.sha256)
    numbers = secret_deals(rules_id)
    return numbers[int.from_bytes(digest, "big") % len(numbers)]
