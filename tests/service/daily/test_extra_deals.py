"""The deals of a day beside its headline: chosen after it, never of its game, counting apart."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Final

import pytest

from bot.models.daily import EXTRA_SLOTS, DailyDeal, Slot
from bot.models.places import Place
from bot.service.daily.calendar import games_of_slot
from bot.service.daily.daily import AlreadyPlayed, Daily, NotReady
from bot.service.daily.streaks import Streak
from bot.service.play.deal_numbers import secret_deals
from bot.service.play.games import Games
from bot.store.daily.daily import load_daily_deal, load_daily_deals, save_daily_deal
from bot.store.daily.leaderboards import leaderboard_page
from bot.store.database.connection import Database
from engine import CATALOGUE, Move
from rendering.charts.day_marks import DayMark
from tests.service.conftest import Clock
from tests.service.daily.proofs import LINE, always, preparing, win
from tests.waiting import SECONDS, until

ANN: Final = 7
BOB: Final = 8
HERE = Place(5, guild_id=6)
MAY_DAY: Final = date(2026, 5, 1)
DAY: Final = timedelta(days=1)


@pytest.fixture
def daily(games: Games, clock: Clock) -> Daily:
    """Daily deals, each proven at the first attempt."""
    return Daily(games, "a secret of some length", always, clock=clock, max_wait=SECONDS)


@pytest.fixture
async def deals(database: Database, clock: Clock) -> dict[Slot, DailyDeal]:
    """The deals of the first of May: in every slot a deal of Saratoga that is quickly won."""
    deals = {slot: DailyDeal(MAY_DAY, "saratoga", 42, 1, 112, slot) for slot in Slot}
    for deal in deals.values():
        await save_daily_deal(database, deal, clock())
    return deals


async def until_chosen(database: Database, day: date, *slots: Slot) -> None:
    async def chosen() -> bool:
        return {deal.slot for deal in await load_daily_deals(database, day)}.issuperset(slots)

    await until(chosen)


# Choosing


async def test_every_slot_of_today_and_tomorrow_is_filled(daily: Daily, database: Database) -> None:
    async with preparing(daily):
        await until_chosen(database, MAY_DAY + DAY, *Slot)
        assert [deal.slot for deal in await load_daily_deals(database, MAY_DAY)] == list(Slot)


async def test_headlines_are_chosen_before_all_other_deals(games: Games, clock: Clock) -> None:
    chosen: list[str] = []

    async def noted(rules_id: str, deal_number: int) -> tuple[Move, ...]:
        chosen.append(rules_id)
        return LINE

    daily = Daily(games, "a secret of some length", noted, clock=clock)
    async with preparing(daily):
        await until_chosen(games.database, MAY_DAY + DAY, *Slot)
    days = MAY_DAY, MAY_DAY + DAY
    headlines = [await load_daily_deal(games.database, day) for day in days]
    assert chosen[:2] == [deal.rules_id for deal in headlines if deal]
    assert len(chosen) == len(days) * len(Slot)


async def test_an_extra_that_cannot_be_proven_fails_neither_the_headline_nor_the_others(
    games: Games, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    async def no_spider(rules_id: str, deal_number: int) -> tuple[Move, ...] | None:
        return None if rules_id.startswith("spider") else LINE

    daily = Daily(games, "a secret of some length", no_spider, clock=clock)
    async with preparing(daily):
        await until_chosen(games.database, MAY_DAY + DAY, *set(Slot) - {Slot.SPIDER})
    slots = [deal.slot for deal in await load_daily_deals(games.database, MAY_DAY)]
    assert slots == [slot for slot in Slot if slot is not Slot.SPIDER]
    assert "spider of 2026-05-01" in caplog.text


@pytest.mark.parametrize("slot", EXTRA_SLOTS)
def test_every_day_has_another_game_in_each_slot_than_its_headline(slot: Slot) -> None:
    for later in range(400):
        games = games_of_slot(MAY_DAY + later * DAY, slot)
        assert len(set(games)) == len(games) >= 2
        assert set(games) <= set(CATALOGUE)


async def test_a_headline_of_the_same_game_makes_room_for_a_variant(
    daily: Daily, database: Database, clock: Clock
) -> None:
    first, second = games_of_slot(MAY_DAY, Slot.KLONDIKE)[:2]
    await save_daily_deal(database, DailyDeal(MAY_DAY, first, 1, 1, 90), clock())
    assert (await daily.prepare(MAY_DAY, Slot.KLONDIKE)).rules_id == second


def test_weekdays_have_klondike_with_one_card_or_three_and_spider_with_more_suits() -> None:
    week = [date(2026, 5, 4) + later * DAY for later in range(7)]
    klondikes = [games_of_slot(day, Slot.KLONDIKE)[0] for day in week]
    assert klondikes == ["klondike", "klondike-3"] * 3 + ["klondike"]
    spiders = [games_of_slot(day, Slot.SPIDER)[0] for day in week]
    assert spiders == ["spider-1"] * 2 + ["spider-2"] * 3 + ["spider"] * 2
    assert {games_of_slot(day, Slot.FREECELL)[0] for day in week} == {"freecell"}


@pytest.mark.parametrize("slot", EXTRA_SLOTS)
async def test_extras_are_drawn_from_all_secret_deals_with_the_secret(
    daily: Daily, games: Games, clock: Clock, slot: Slot
) -> None:
    chosen = await daily.prepare(MAY_DAY, slot)
    assert chosen.deal_number in secret_deals(chosen.rules_id)
    other = Daily(games, "another secret, as long", always, clock=clock)
    assert await other.prepare(MAY_DAY, slot) == chosen
    tomorrow = MAY_DAY + DAY
    with_this, with_other = games.database, await other.prepare(tomorrow, slot)
    assert await load_daily_deal(with_this, tomorrow, slot) == with_other
    assert (await daily.prepare(tomorrow + DAY, slot)).deal_number != with_other.deal_number


async def test_tomorrows_extras_stay_secret(daily: Daily) -> None:
    await daily.prepare(MAY_DAY + DAY, Slot.SPIDER)
    with pytest.raises(NotReady, match="stays secret"):
        await daily.deal(MAY_DAY + DAY, Slot.SPIDER)
    assert await daily.deals_of_day(ANN) == ()


async def test_an_extra_that_is_not_ready_is_refused_at_once(daily: Daily) -> None:
    await daily.prepare(MAY_DAY)
    with pytest.raises(NotReady, match="Play another of today's deals first"):
        await daily.play(ANN, slot=Slot.SPIDER)


# Playing


async def test_extras_are_resumed_each_for_itself(
    daily: Daily, deals: dict[Slot, DailyDeal], database: Database
) -> None:
    begun = {slot: await daily.play(ANN, slot=slot) for slot in Slot}
    assert len({snapshot.game_id for snapshot in begun.values()}) == len(Slot)
    assert [snapshot.slot for snapshot in begun.values()] == list(Slot)
    for slot, snapshot in begun.items():
        assert (await daily.play(ANN, slot=slot)).game_id == snapshot.game_id
        assert (await Games(database).active(ANN)).slot is slot
    statuses = await daily.deals_of_day(ANN)
    assert {one.deal.slot: one.game_id for one in statuses} == {
        slot: snapshot.game_id for slot, snapshot in begun.items()
    }


async def test_an_extra_counts_once_and_can_be_played_again_for_fun(
    daily: Daily, games: Games, deals: dict[Slot, DailyDeal]
) -> None:
    await daily.play(ANN, slot=Slot.KLONDIKE)
    won = await win(games)
    with pytest.raises(AlreadyPlayed):
        await daily.play(ANN, slot=Slot.KLONDIKE)
    await daily.play(ANN, slot=Slot.KLONDIKE, again=True)
    await games.play(ANN, "s")
    await games.give_up(ANN)
    [result] = [one.result for one in await daily.deals_of_day(ANN) if one.result]
    assert (result.game_id, result.is_won) == (won.game_id, True)


async def test_a_finished_extra_dealt_again_stays_the_same_deal_of_its_day(
    daily: Daily, games: Games, deals: dict[Slot, DailyDeal]
) -> None:
    await daily.play(ANN, slot=Slot.CURIOUS)
    await win(games)
    again = await games.restart(ANN)
    assert (again.day, again.slot, again.is_secret) == (MAY_DAY, Slot.CURIOUS, True)


@pytest.mark.parametrize("slot", Slot)
async def test_a_win_of_any_of_its_deals_counts_for_the_streak_and_the_badge_of_a_day(
    daily: Daily, games: Games, deals: dict[Slot, DailyDeal], slot: Slot
) -> None:
    await daily.play(ANN, slot=slot)
    await win(games)
    assert await daily.streak(ANN) == Streak(1, 1)
    assert (await daily.month(ANN, MAY_DAY)).won == 1


async def test_a_headline_that_was_given_up_leaves_the_streak_to_the_other_deals(
    daily: Daily, games: Games, deals: dict[Slot, DailyDeal]
) -> None:
    await daily.play(ANN)
    await games.give_up(ANN)
    assert (await daily.month(ANN, MAY_DAY)).marks[MAY_DAY] is DayMark.GIVEN_UP
    await daily.play(ANN, slot=Slot.SPIDER)
    await games.give_up(ANN)
    await daily.play(ANN, slot=Slot.CURIOUS)
    await win(games)
    assert await daily.streak(ANN) == Streak(1, 1)
    assert (await daily.month(ANN, MAY_DAY)).marks[MAY_DAY] is DayMark.PERFECT


async def test_the_leaderboard_and_the_result_of_a_day_go_by_its_headline(
    daily: Daily, games: Games, deals: dict[Slot, DailyDeal]
) -> None:
    for slot in EXTRA_SLOTS:
        await daily.play(ANN, HERE, slot=slot)
        await win(games)
    status = await daily.status(ANN)
    assert (status.result, status.game_id) == (None, None)
    days = (MAY_DAY, MAY_DAY)
    page = await leaderboard_page(games.database, 6, ANN, days, page=1, size=10)
    assert page.lines == ()


async def test_extras_are_compared_with_all_who_played_them(
    daily: Daily, games: Games, clock: Clock, deals: dict[Slot, DailyDeal]
) -> None:
    await daily.play(ANN)
    await win(games)
    for player in (ANN, BOB):
        await daily.play(player, HERE, slot=Slot.SPIDER)
        if player == BOB:
            await games.count_hint((await games.active(BOB)).game_id)
        await win(games, player)
    worse = {
        player: [
            (await daily.compare(one.result)).worse
            for one in await daily.deals_of_day(player)
            if one.result
        ]
        for player in (ANN, BOB)
    }
    assert worse == {ANN: [0, 1], BOB: [0]}


async def test_an_extra_ended_after_its_day_is_compared_with_nobodys(
    daily: Daily, games: Games, clock: Clock, deals: dict[Slot, DailyDeal]
) -> None:
    for player in (ANN, BOB):
        await daily.play(player, HERE, slot=Slot.SPIDER)
    clock.now = datetime(2026, 5, 2, 9, tzinfo=UTC)
    late = await win(games, BOB)
    clock.now = datetime(2026, 5, 1, 13, tzinfo=UTC)
    await win(games, ANN)
    [own] = [one.result for one in await daily.deals_of_day(ANN) if one.result]
    assert (await daily.compare(own)).others == 0
    assert late.day == MAY_DAY


async def test_a_days_extras_are_open_once_nobody_can_finish_them(
    daily: Daily, games: Games, clock: Clock, deals: dict[Slot, DailyDeal]
) -> None:
    snapshot = await daily.play(ANN, slot=Slot.FREECELL)
    assert snapshot.is_secret
    clock.now = datetime(2026, 5, 2, 1, tzinfo=UTC)
    assert not (await games.get(snapshot.game_id)).is_secret
    assert (await daily.deal(MAY_DAY, Slot.FREECELL)).deal_number == 42
