"""The deals of a day: the same for everybody, and secret until their day.

A win of any of them counts for the day's streak and badge; leaderboards go by the headline, the
daily deal. Once chosen, a deal is stored, so that neither a new secret nor a better solver changes
it.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

from bot import background
from bot.errors import StoreError
from bot.i18n import N_
from bot.models.daily import EXTRA_SLOTS, Comparison, DailyDeal, Slot
from bot.models.places import Place
from bot.models.play import GameSnapshot
from bot.models.results import Result, is_late
from bot.service.claims import Claims
from bot.service.daily.calendar import (
    Month,
    Turn,
    days_of_month,
    game_of,
    games_of_slot,
    last_month,
    marks_of,
    turns_of,
)
from bot.service.daily.deal_chooser import DealChooser, FindGoal, FindGraded, Prove
from bot.service.daily.streaks import Streak, daily_streak
from bot.service.errors import NotYet, ServiceError
from bot.service.play.games import Games
from bot.store.daily.daily import (
    days_nobody_could_play,
    first_daily_deal,
    load_daily_deal,
    load_daily_deals,
    load_headlines,
    missed_deals,
    save_daily_deal,
)
from bot.store.daily.leaderboards import compare_daily_result
from bot.store.database.connection import Database
from bot.store.play.games import unfinished_of
from bot.store.play.results import daily_results, days_won, load_daily_result, results_of_day


class NotReady(ServiceError):
    """The day has no such deal, or none yet."""


class BeingChosen(NotReady, NotYet):
    """Today's deal is being chosen."""


class AlreadyPlayed(ServiceError):
    """The player has a result of the deal, and did not ask to play again."""

    def __init__(self, result: Result) -> None:
        super().__init__(
            N_("You have already played today's deal. The next one comes at midnight UTC.")
        )
        self.result = result


class NotMissed(ServiceError):
    """The deal of a past day cannot be played, or no longer."""


@dataclass(frozen=True, slots=True)
class DealStatus:
    """A player's progress with one of a day's deals, and the id of an unfinished game of it."""

    deal: DailyDeal
    game_id: int | None
    result: Result | None


@dataclass(frozen=True, slots=True)
class DailyStatus(DealStatus):
    """A player's progress with the headline of a day."""

    streak: Streak


def next_deal(statuses: Sequence[DealStatus], slot: Slot) -> DailyDeal | None:
    """The deal to play after another: the first after it without a result, from the start again."""
    slots = list(Slot)
    open_deals = [status.deal for status in statuses if status.result is None]
    after = slots.index(slot) + 1
    order = slots[after:] + slots[:after]
    return min(open_deals, key=lambda deal: order.index(deal.slot), default=None)


_log = logging.getLogger(__name__)

_DAY: Final = timedelta(days=1)
_PAUSE: Final = 300.0
"""Seconds between two checks that the next day is prepared."""
_RETRY: Final = 5.0
"""Seconds until a failed preparation is tried again; doubled each time."""
CHOICE_LEASE: Final = timedelta(seconds=20)
"""How long after the death of a process that was choosing a deal another one chooses it."""
_LOOK: Final = 1.0
"""Seconds between two looks at whether another process has chosen a deal."""
_MAX_WAIT: Final = 1.0
"""Seconds after which a player is told that a deal is still being chosen."""


class Daily:
    """Every day's deals, and players' results."""

    def __init__(
        self,
        games: Games,
        secret: str,
        prove: Prove | None,
        *,
        find_goal: FindGoal | None = None,
        find_graded: FindGraded | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        max_wait: float = _MAX_WAIT,
    ) -> None:
        self._games = games
        self._database: Database = games.database
        self._chooser = DealChooser(secret, prove, find_goal, find_graded)
        self._clock = clock
        self._claims = Claims(self._database, clock=clock)
        self._max_wait = max_wait
        self._choice_lock = asyncio.Lock()
        self._chosen = asyncio.Condition()
        self._wanted = asyncio.Event()

    def today(self) -> date:
        """The current day in UTC."""
        return self._clock().astimezone(UTC).date()

    async def deal(self, day: date | None = None, slot: Slot = Slot.HEADLINE) -> DailyDeal:
        """A deal of a past day or today, after a while; NotReady or BeingChosen without one."""
        today = self.today()
        day = today if day is None else day
        if day > today:
            raise NotReady("The deal of {day} stays secret until that day begins, in UTC.", day=day)
        deal = await load_daily_deal(self._database, day, slot)
        if deal is not None:
            return deal
        if day < today:
            raise NotReady("There was no daily deal on {day}. Choose a later day.", day=day)
        if slot is Slot.HEADLINE:
            if not self._chooser.can_prove:
                raise _not_ready()
            return await self._wait_for(day, self._max_wait)
        self._wanted.set()
        raise NotReady("This deal is not ready yet. Play another of today's deals first.")

    async def _wait_for(self, day: date, seconds: float | None = None) -> DailyDeal:
        self._wanted.set()
        try:
            async with asyncio.timeout(seconds), self._chosen:
                while True:
                    deal = await load_daily_deal(self._database, day)
                    if deal is not None:
                        return deal
                    # Another process may choose it, and cannot tell.
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(_LOOK if self._database.is_postgresql else None):
                            await self._chosen.wait()
        except TimeoutError:
            raise BeingChosen(
                N_("Today's deal is being chosen. It comes here, within a minute."),
                functools.partial(self._wait_for, day),
            ) from None

    async def prepare(self, day: date, slot: Slot = Slot.HEADLINE) -> DailyDeal:
        """Choose a deal of a day, which is secret until then; the others wait for one process."""
        async with self._choice_lock:
            while (deal := await load_daily_deal(self._database, day, slot)) is None:
                async with self._claims.lease(f"deal:{day}:{slot}", CHOICE_LEASE) as acquired:
                    if acquired:
                        # Another process may have chosen it just before.
                        if await load_daily_deal(self._database, day, slot) is None:
                            await self._choose(day, slot)
                        continue
                await asyncio.sleep(_LOOK)
            self._chooser.check_secret(deal)
        async with self._chosen:
            self._chosen.notify_all()
        return deal

    async def _choose(self, day: date, slot: Slot) -> None:
        chosen = await self._chooser.choose(day, slot, await self._games_of(day, slot))
        if chosen is None:
            raise _not_ready()
        await save_daily_deal(self._database, chosen, self._clock())

    async def keep_prepared(self) -> None:
        """Keep today's and tomorrow's deals prepared until cancelled, if any can be proven."""
        if not self._chooser.can_prove:
            return
        retry = _RETRY
        while True:
            self._wanted.clear()
            pause, retry = retry, min(2 * retry, _PAUSE)
            try:
                days = self.today(), self.today() + _DAY
                for day in days:
                    await self.prepare(day)
                for day in days:
                    await self._prepare_extras(day)
                pause, retry = _PAUSE, _RETRY
                background.succeeded()
            except (StoreError, ServiceError) as error:
                _log.warning("Could not prepare the daily deal: %s", error)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wanted.wait(), pause)

    async def _prepare_extras(self, day: date) -> None:
        """Choose the deals of a day beside its headline; a day can do without them."""
        for slot in EXTRA_SLOTS:
            try:
                await self.prepare(day, slot)
            except NotReady:
                _log.warning("No deal in slot %s of %s could be proven winnable", slot, day)

    async def status(self, player: int, day: date | None = None) -> DailyStatus:
        """A player's progress with the headline of a past day, or of today."""
        headline = await self.deal_status(player, Slot.HEADLINE, day)
        return DailyStatus(
            headline.deal, headline.game_id, headline.result, await self.streak(player)
        )

    async def deal_status(self, player: int, slot: Slot, day: date | None = None) -> DealStatus:
        """A player's progress with a deal of a past day, or of today."""
        deal = await self.deal(day, slot)
        unfinished = await unfinished_of(self._database, player, [deal.id])
        return DealStatus(
            deal=deal,
            game_id=unfinished.get(deal.id),
            result=await load_daily_result(self._database, player, deal.day, slot),
        )

    async def deals_of_day(self, player: int, day: date | None = None) -> tuple[DealStatus, ...]:
        """A player's progress with each deal of a day, or of today, the headline first."""
        day = self.today() if day is None else day
        deals = await load_daily_deals(self._database, day)
        results = await results_of_day(self._database, player, day)
        games = await unfinished_of(self._database, player, [deal.id for deal in deals])
        return tuple(DealStatus(deal, games.get(deal.id), results.get(deal.slot)) for deal in deals)

    async def play(
        self,
        player: int,
        place: Place | None = None,
        *,
        slot: Slot = Slot.HEADLINE,
        again: bool = False,
    ) -> GameSnapshot:
        """Start or resume one of today's deals; after a result only ``again``, for fun."""
        deal = await self.deal(slot=slot)
        result = await load_daily_result(self._database, player, deal.day, slot)
        if result is not None and not again:
            raise AlreadyPlayed(result)
        return await self._games.start_in_contest(player, deal, place)

    async def missed(self, player: int) -> tuple[DailyDeal, ...]:
        """The headlines that a player has missed and can still play, latest first."""
        today = self.today()
        return await missed_deals(self._database, player, last_month(today), today - _DAY)

    async def play_missed(self, player: int, day: date, place: Place | None = None) -> GameSnapshot:
        """Start or resume a past headline; a late one counts for no streak."""
        if day < last_month(self.today()):
            raise NotMissed("Deals can be played until the end of the month after theirs.")
        deal = await self.deal(day)
        if await load_daily_result(self._database, player, day) is not None:
            raise NotMissed(
                "You have already played the deal of {day}; its first result stays.", day=day
            )
        return await self._games.start_in_contest(player, deal, place)

    async def play_over(
        self, player: int, day: date, slot: Slot, place: Place | None = None
    ) -> GameSnapshot:
        """Resume a past day's deal, or deal it for fun: by its number once that is no secret."""
        status = await self.deal_status(player, slot, day)
        deal = status.deal
        if status.game_id is not None:
            return await self._games.resume(player, status.game_id)
        if self._clock() >= deal.final_at:
            return await self._games.start(
                player, deal.rules_id, deal.deal_number, place, winnable=True
            )
        if status.result is None:
            raise NotMissed("Once a day is over, only its first deal can still be played.")
        return await self._games.start_in_contest(player, deal, place)

    async def finish_by(self, snapshot: GameSnapshot) -> datetime | None:
        """Until when a game can be won for its day, which is over; None for any other game."""
        day, contest = snapshot.day, snapshot.contest
        if day is None or contest is None or day >= self.today() or not snapshot.is_secret:
            return None
        counts = not (snapshot.practice or snapshot.state.is_final)
        if not counts or is_late(day, snapshot.started_at):
            return None
        result = await load_daily_result(self._database, snapshot.player, day, snapshot.slot)
        return contest.ends_at if result is None else None

    async def streak(self, player: int) -> Streak:
        """A player's streak of days won."""
        won = await days_won(self._database, player)
        return daily_streak(won, self.today(), await days_nobody_could_play(self._database))

    async def month(self, player: int, day: date) -> Month:
        """How a player stands with a day's month, or with the current one if that is to come."""
        today = self.today()
        earliest = await first_daily_deal(self._database) or today
        days = days_of_month(min(max(day, earliest), today))
        first, last = days[0], days[-1]
        passed_over = await days_nobody_could_play(self._database)
        streak = daily_streak(await days_won(self._database, player), today, passed_over)
        results = await daily_results(self._database, player, first, last)
        return Month(
            marks=marks_of(days, results, streak.frozen, today, earliest, passed_over),
            missed=tuple(deal for deal in await self.missed(player) if first <= deal.day <= last),
            streak=streak,
            goals_met=sum(bool(result.goal_met) for result in results),
            has_previous=earliest < first,
            has_next=last < today,
        )

    async def coming(self, first: date, number: int = 1) -> tuple[Turn, ...]:
        """The games of a number of days."""
        days = [first + later * _DAY for later in range(number)]
        return turns_of(days, await load_headlines(self._database, first, days[-1]))

    async def compare(self, result: Result) -> Comparison:
        """A result among those of all other players of the same deal, wherever they played."""
        return await compare_daily_result(self._database, result)

    async def _games_of(self, day: date, slot: Slot) -> tuple[str, ...]:
        """The games that a day's deal may be of, without that of its headline for the others."""
        games = games_of_slot(day, slot)
        if slot is Slot.HEADLINE:
            return games
        headline = await load_daily_deal(self._database, day)
        taken = game_of(day) if headline is None else headline.rules_id
        return tuple(game for game in games if game != taken)


def _not_ready() -> NotReady:
    return NotReady("Today's deal is not ready yet. Try again in a minute.")
