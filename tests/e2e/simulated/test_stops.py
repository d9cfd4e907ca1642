"""Days on which the bot is stopped at the worst moment, by the clock, on both databases.

In a race for many whose deadline passes meanwhile, while a day's deal is chosen, and just before
the last move that meets a day's goal, or misses it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import date, timedelta
from typing import Final

import pytest
from sqlalchemy import func, select

import engine
from bot.images import ImageRenderer
from bot.models.contests import RACE, RaceState
from bot.models.daily import DailyDeal, Slot
from bot.models.shards import ShardPlan
from bot.service.contests.races import Races
from bot.service.daily.daily import Daily
from bot.service.due import CLAIM, DueList
from bot.service.play.games import Games
from bot.store.contests.schema import ratings
from bot.store.daily.daily import load_daily_deals, save_daily_deal
from bot.store.database.open import open_database
from bot.store.due.schema import due
from bot.tasks import cancel_and_wait
from engine import Move
from engine.dealing import opening
from engine.goals import WithoutPile
from engine.solver import solve
from local_discord.fault_injection import RateLimited
from local_discord.testing import Person
from local_discord.testing.person import TIMEOUT_SECONDS
from tests.e2e.clocks import NOON, Clock, time_of
from tests.e2e.contests.race_tables import look_again, play, race_message, start_race
from tests.e2e.contests.race_tables import win as win_race
from tests.e2e.daily.daily_deals import SECRET, days_of
from tests.e2e.messages import called, labels
from tests.e2e.running_bot import RunningBot, quiet, running_patience
from tests.e2e.simulated.server import (
    ADA,
    BEN,
    CHIYO,
    DAY,
    HERE,
    PATIENCE,
    passes,
    win,
)
from tests.waiting import until

MONDAY: Final = NOON.date()
TUESDAY: Final = MONDAY + DAY
GOAL: Final = WithoutPile("d")


class Prover:
    """Proves every deal; its answers can be held back."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def __call__(self, rules_id: str, deal_number: int) -> tuple[Move, ...]:
        self.asked.set()
        await self.may_answer.wait()
        return (Move("s", "w"),)

    def hold(self) -> None:
        """Hold answers back from now on."""
        self.asked.clear()
        self.may_answer.clear()

    async def until_asked(self) -> None:
        """Wait until a deal is being proven."""
        await asyncio.wait_for(self.asked.wait(), TIMEOUT_SECONDS)
        self.asked.clear()


@pytest.fixture
def prover() -> Prover:
    return Prover()


@pytest.fixture
async def bot(
    images: ImageRenderer, migrated_url: str, clock: Clock, prover: Prover
) -> AsyncIterator[RunningBot]:
    async with running_patience(
        images, migrated_url, days=days_of(prover, clock), clock=clock
    ) as running:
        yield running


async def rated(bot: RunningBot) -> int:
    """How many ratings there are."""
    query = select(func.count()).select_from(ratings)
    async with bot.database.transaction() as connection:
        return (await connection.execute(query)).scalar_one()


async def until_prepared(bot: RunningBot, day: date) -> None:
    """Wait until all deals of a day are chosen."""

    async def are_chosen() -> bool:
        return len(await load_daily_deals(bot.database, day)) == len(Slot)

    await until(are_chosen)


async def test_a_race_that_ends_while_the_bot_is_down_is_told_and_rated_once(
    bot: RunningBot, ada: Person, ben: Person, chiyo: Person, clock: Clock, migrated_url: str
) -> None:
    await bot.set_clock(time_of(MONDAY, 23, 10))
    await start_race(bot, ada, ben, chiyo)
    running = await race_message(ada)
    [race] = await bot.services[Races].open_for(ADA)
    await play(bot, ada, 5)
    await win_race(bot, ben)
    await play(bot, chiyo, 2)
    await bot.stop()

    await bot.set_clock(time_of(TUESDAY, 0, 20))
    # Another process has claimed the result, and died.
    async with open_database(migrated_url) as database:
        assert await DueList(database, clock=clock).take(ShardPlan((0,), 1), 8)
    await bot.start()
    await passes(bot)
    assert (await race_message(ada)).id == running.id
    await bot.advance(CLAIM)
    await passes(bot)
    result = await race_message(ada)
    assert result.id != running.id
    assert called(result) == {ADA, BEN, CHIYO}
    assert labels(result) == ["Rematch", "Replay", "Play this deal"]

    # Had it died before it noted that, the result would still be to be sent.
    await look_again(bot.database)
    await bot.restart()
    for _ in range(2):
        await passes(bot)
    assert (await race_message(ada)).id == result.id
    ended = await bot.services[Races].get(race.id)
    assert ended.state is RaceState.FINISHED
    assert ended.ended_at == max(racer.deadline for racer in race.racers if racer.deadline)
    places = {racer.player_id: racer.place for racer in ended.racers}
    assert places == {BEN: 1, CHIYO: None, ADA: None}
    # Each player once overall, and once in the server.
    assert await rated(bot) == 2 * 3


async def test_a_bot_told_to_stop_sends_the_result_it_has_begun_to_send(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await bot.set_clock(time_of(MONDAY, 12))
    await start_race(bot, ada, ben)
    await play(bot, ada, 5)
    await bot.do_due()
    path = f"/channels/{PATIENCE}/messages"
    sent = bot.discord.inject(RateLimited(0.2), path_contains=path)
    await bot.set_clock(time_of(MONDAY, 14))
    work = asyncio.create_task(bot.do_due())
    await asyncio.wait_for(sent.happened.wait(), TIMEOUT_SECONDS)
    await cancel_and_wait([work])
    async with quiet(bot.client), bot.database.reading() as connection:
        assert (await connection.execute(select(due).where(due.c.kind == RACE))).all() == []
    result = await race_message(ada)
    assert "The race is over**, and nobody won it" in result.text
    await bot.restart()
    await passes(bot)
    assert (await race_message(ada)).id == result.id


async def test_a_day_whose_choosing_is_stopped_has_one_deal_the_same_for_all(
    bot: RunningBot, ada: Person, ben: Person, clock: Clock, prover: Prover
) -> None:
    await bot.set_clock(time_of(MONDAY, 23, 59))
    await until_prepared(bot, TUESDAY)
    wednesday = TUESDAY + DAY
    prover.hold()
    await bot.set_clock(time_of(TUESDAY, 23, 59))
    await bot.restart()
    await prover.until_asked()
    await bot.restart()
    await prover.until_asked()
    assert await load_daily_deals(bot.database, wednesday) == ()

    # Its day begins while the deal is chosen, and another process chooses as well.
    await bot.set_clock(time_of(wednesday, 0))
    first = asyncio.create_task(ada.command("patience", "daily play"))

    async def second_deal(rules_id: str, deal_number: int) -> tuple[Move, ...] | None:
        tried.append(deal_number)
        return (Move("s", "w"),) if len(tried) > 1 else None

    tried: list[int] = []
    other = await Daily(bot.services[Games], SECRET, second_deal, clock=clock).prepare(wednesday)
    prover.may_answer.set()
    board = await first
    await until_prepared(bot, wednesday)
    assert other.attempt == 2
    assert await bot.services[Daily].deal() == other
    again = await ben.command("patience", "daily play")
    assert await again.picture() == await board.picture()
    dealt = [await bot.services[Games].active(player) for player in (ADA, BEN)]
    assert {(one.day, one.deal_number) for one in dealt} == {(wednesday, other.deal_number)}


async def test_a_goal_of_a_day_is_met_by_one_and_missed_by_another(
    bot: RunningBot, ada: Person, ben: Person, clock: Clock
) -> None:
    restricted = GOAL.restricted(engine.rules_of("freecell"))
    assert restricted is not None
    without = solve(opening(restricted, 1)).moves
    through = Move("1", "d")
    game = engine.deal("freecell", 1)
    game.play(through)
    lines = {ADA: without, BEN: (through, *solve(game.board).moves)}
    thursday = MONDAY + 3 * DAY
    await bot.set_clock(time_of(thursday, 12))
    deal = DailyDeal(thursday, "freecell", 1, 1, len(without), goal=str(GOAL))
    await save_daily_deal(bot.database, deal, clock.now)
    for player, line in lines.items():
        services = bot.services
        await services[Daily].play(player, HERE)
        await bot.advance(timedelta(minutes=5))
        *moves, last = line
        await win(services[Games], player, moves)
        await bot.restart()
        assert (await win(bot.services[Games], player, [last])).state.is_final
    for later in (0, 1):
        await bot.set_clock(time_of(thursday + later * DAY, 23))
        met = [(await bot.services[Daily].month(player, thursday)).goals_met for player in lines]
        assert met == [1, 0]
