"""Five weeks of a server, by the clock: days, freezes, badges, a league, a race and reminders.

Five players with habits of their own play through the end of daylight saving time, while the bot is
stopped at the worst moments. What they were told is compared with what a plain computation over
their days expects.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

import pytest

import engine
from bot.images import ImageRenderer
from bot.models.contests import TournamentKind
from bot.models.daily import EXTRA_SLOTS, DailyDeal, Slot
from bot.models.places import Place
from bot.models.play import GameSnapshot
from bot.models.shards import ShardPlan
from bot.service.contests.races import Races
from bot.service.contests.tournaments import Tournaments
from bot.service.daily.calendar import Badge, badge_of
from bot.service.daily.daily import Daily
from bot.service.daily.leaderboards import Leaderboards, Period
from bot.service.daily.posts import DayMessages
from bot.service.due import CLAIM, DueList
from bot.service.play.games import Games
from bot.service.players.privacy import Privacy
from bot.service.players.reminders import Reminders
from bot.service.players.statistics import Statistics
from bot.service.solver.winnable import DealChoice
from bot.store.daily.daily import save_daily_deal
from bot.store.database.open import open_database
from bot.store.preferences import Owner, save_preferences
from bot.tasks import cancel_and_wait
from engine import Move
from engine.solver import Outcome, solve
from local_discord.fault_injection import RateLimited
from local_discord.testing import Person
from local_discord.testing.person import TIMEOUT_SECONDS
from tests.e2e.clocks import Clock, time_of
from tests.e2e.contests.race_tables import look_again
from tests.e2e.daily.daily_deals import days_of, prove_at_once
from tests.e2e.running_bot import RunningBot, quiet, running_patience
from tests.e2e.simulated.diary import Diary, Played, standings, streak
from tests.e2e.simulated.server import (
    ADA,
    BEN,
    CHIYO,
    DAY,
    DIGESTS,
    DMITRI,
    GENERAL,
    HERE,
    MINUTE,
    SERVER,
    passes,
    win,
)
from tests.store.database.migrated import sqlite_url

GAME: Final = "black-hole"
FIRST, LAST = date(2026, 10, 5), date(2026, 11, 9)
DAYS: Final = [FIRST + number * DAY for number in range((LAST - FIRST).days + 1)]
BERLIN: Final = ZoneInfo("Europe/Berlin")
EVE: Final = 1_100_000_000_000_000_005
"""Plays by services alone; she deletes all her data in the third week."""
PLAYERS: Final = (ADA, BEN, CHIYO, DMITRI, EVE)
DELETION: Final = FIRST + 17 * DAY
LEAGUE: Final = [FIRST + number * DAY for number in range(1, 8)]
FULL: Final = FIRST + 14 * DAY
"""The day with five deals, of which Ben plays all but the headline."""
EXTRAS: Final = {slot: LAST + number * DAY for number, slot in enumerate(EXTRA_SLOTS, 1)}
"""They are the deals that the days after the last would have."""


_LINES: dict[date, tuple[int, tuple[Move, ...]]] = {}


def lines() -> dict[date, tuple[int, tuple[Move, ...]]]:
    """For each day a deal that is told by its number alone, and the moves that win it."""
    number = 7_300_001
    for day in (*DAYS, *EXTRAS.values()):
        while day not in _LINES:
            verdict = solve(engine.deal(GAME, number).board, max_states=20_000)
            if verdict.outcome is Outcome.WON:
                _LINES[day] = (number, verdict.moves)
            number += 1
    return _LINES


async def winnable(rules_id: str) -> DealChoice:
    return DealChoice(9, winnable=True)


@pytest.fixture
def clock() -> Clock:
    return Clock(datetime.combine(FIRST, time(), UTC))


@pytest.fixture
async def bot(
    images: ImageRenderer, migrated_file: Path, clock: Clock
) -> AsyncIterator[RunningBot]:
    """A bot that lives by the clock, with a channel for digests and a deal for each day."""

    def races_of(games: Games) -> Races:
        return Races(games, winnable, clock=clock)

    async with open_database(sqlite_url(migrated_file)) as database:
        slots = {(day, Slot.HEADLINE): day for day in DAYS}
        slots |= {(FULL, slot): told for slot, told in EXTRAS.items()}
        for (day, slot), told in slots.items():
            number, moves = lines()[told]
            deal = DailyDeal(day, GAME, number, 1, len(moves), slot)
            await save_daily_deal(database, deal, clock.now)
        chosen = {"daily_channel": str(DIGESTS)}
        await save_preferences(database, Owner.GUILD, SERVER.id, chosen)
    async with running_patience(
        images, migrated_file, days=days_of(prove_at_once, clock), races=races_of, clock=clock
    ) as running:
        running.give_accounts(PLAYERS)
        # A day passes in less than a second.
        running.discord.limits = replace(running.discord.limits, messages=None, edits=None)
        yield running


async def play(
    bot: RunningBot,
    diary: Diary,
    player: int,
    day: date,
    *,
    won: bool = True,
    hints: int = 0,
) -> Played:
    """Play the deal of a day, which is today's or one that was missed."""
    services = bot.services
    if day == services[Daily].today():
        dealt = await services[Daily].play(player, HERE)
    else:
        dealt = await services[Daily].play_missed(player, day, HERE)
    assert dealt.is_secret is (day == services[Daily].today())
    for _ in range(hints):
        await services[Games].count_hint(dealt.game_id)
    took = timedelta(seconds=60 + 7 * PLAYERS.index(player) + 11 * day.day % 30)
    await bot.advance(took)
    over = (
        await win(services[Games], player, lines()[day][1])
        if won
        else await services[Games].give_up(player)
    )
    if won:
        await note_badges(bot, diary, over)
    assert over.state.is_final
    return Played(won, len(lines()[day][1]), hints, took)


async def note_badges(bot: RunningBot, diary: Diary, won: GameSnapshot) -> set[str]:
    """Note the badges of which the player is told with a win."""
    services = bot.services
    summary = await services[Statistics].for_win(won, services[Daily].today(), SERVER.id)
    told = {badge.id for badge in summary.badges}
    diary.badges.update((won.player, badge) for badge in told)
    return told


async def play_extras(bot: RunningBot, diary: Diary, player: int) -> list[set[str]]:
    """Win the extra deals of today; the badges that each of them earned."""
    services, told = bot.services, []
    for slot, line in EXTRAS.items():
        dealt = await services[Daily].play(player, HERE, slot=slot)
        assert (dealt.slot, dealt.is_secret) == (slot, True)
        won = await win(services[Games], player, lines()[line][1])
        told.append(await note_badges(bot, diary, won))
        diary.by_others.add((services[Daily].today(), player))
    return told


async def the_day(bot: RunningBot, diary: Diary, day: date) -> None:
    """What the players do at noon: everybody but those who miss the day, or play it later."""
    number, today = DAYS.index(day), diary.played[day]
    today[ADA] = await play(bot, diary, ADA, day)
    if number % 9 != 5 and number % 4 != 1:
        today[BEN] = await play(bot, diary, BEN, day)
    if number % 6 == 4:
        yesterday = day - DAY
        await play(bot, diary, CHIYO, yesterday)
        diary.caught_up.add((yesterday, CHIYO))
    if number % 6 != 3:
        today[CHIYO] = await play(bot, diary, CHIYO, day)
    if number % 7 != 6:
        won = number % 5 != 2
        today[DMITRI] = await play(bot, diary, DMITRI, day, won=won, hints=number % 3)
    if day == FULL:
        assert not any("full-day-1" in badges for badges in await play_extras(bot, diary, BEN))
        earned = ["full-day-1" in badges for badges in await play_extras(bot, diary, ADA)]
        assert earned == [False, False, False, True]
    if day == DELETION:
        await bot.services[Privacy].delete(EVE)
        diary.forget(EVE)
    if day != DELETION - DAY:
        today[EVE] = await play(bot, diary, EVE, day)


async def the_evening(bot: RunningBot, diary: Diary, day: date) -> None:
    """Ben, who was reminded, plays after all on some days."""
    number = DAYS.index(day)
    if number % 9 != 5 and number % 4 == 1:
        diary.played[day][BEN] = await play(bot, diary, BEN, day)


def is_reminded(day: date) -> bool:
    """Whether Ben has not played by seven in the evening in Berlin."""
    number = DAYS.index(day)
    return number % 9 == 5 or number % 4 == 1


async def midnight(bot: RunningBot, day: date) -> None:
    """The turn to the next day, on some days with the bot ended at the worst moment."""
    match DAYS.index(day):
        case 4:  # it died once it had claimed the next day's message
            await bot.set_clock(time_of(day + DAY, 1))
            async with quiet(bot.client):
                assert await bot.services[DueList].take(ShardPlan((0,), 1), 8)
            await bot.restart()
            await passes(bot)
            await bot.advance(CLAIM)
        case 10:  # it died once it had made the card, and had not noted that
            await bot.set_clock(time_of(day + DAY, 1))
            await passes(bot)
            await bot.services[DayMessages].touch(SERVER.id, day)
            await bot.restart()
        case 13:  # it was told to stop once it had begun to make the card
            await bot.set_clock(time_of(day + DAY, 1))
            path = f"{DIGESTS}/messages"
            sent = bot.discord.inject(RateLimited(0.2), path_contains=path)
            work = asyncio.create_task(bot.do_due())
            await asyncio.wait_for(sent.happened.wait(), TIMEOUT_SECONDS)
            await cancel_and_wait([work])
            await bot.restart()
        case 20:  # it was away while the day changed
            await bot.set_clock(time_of(day, 23, 59))
            await bot.stop()
            await bot.set_clock(time_of(day + DAY, 0, 7))
            await bot.start()
        case _:
            await bot.set_clock(time_of(day + DAY, 0))
    await bot.advance(MINUTE)
    await passes(bot)
    await passes(bot)


async def test_in_a_month_nothing_is_told_twice_late_or_early_and_nothing_is_lost(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    diary = Diary()
    await bot.services[Reminders].set_daily(BEN, 19, "Europe/Berlin", "en")
    reminded = 0
    for number, day in enumerate(DAYS):
        services = bot.services
        if day == LEAGUE[0]:
            await services[Tournaments].start(Place(GENERAL, SERVER.id), TournamentKind.DAYS)
        if number == 8:
            race = await services[Races].challenge(ADA, BEN, "golf", place=HERE)
            await services[Races].accept(BEN, race.id)
        await bot.set_clock(time_of(day, 12))
        await the_day(bot, diary, day)
        await passes(bot)

        # The clock in Berlin shows seven an hour later in UTC once summer time is over.
        seven = datetime.combine(day, time(19), BERLIN).astimezone(UTC)
        for moment in (seven - MINUTE, seven, seven + MINUTE):
            await bot.set_clock(moment)
            await passes(bot)
            reminded += is_reminded(day) and moment == seven
            assert len(await ben.open("dm")) == reminded

        await bot.set_clock(time_of(day, 21))
        await the_evening(bot, diary, day)
        await the_secret_is_kept(bot, ada, ben, day)
        for player in PLAYERS:
            now = await bot.services[Daily].streak(player)
            assert now.current == streak(diary.won_by(player), day), (day, player)

        await midnight(bot, day)
        # Those of all days so far, and that of the day which begins.
        assert len(await ada.open("daily")) == number + 2
        board = await bot.services[Leaderboards].page(SERVER.id, ADA, Period.YESTERDAY, day + DAY)
        won = [one for one in standings(diary, [day]) if diary.played[day][one].won]
        assert [line.player_id for line in board.lines] == won
        if number == 9:
            await the_race_is_announced_once(bot, ada)

    await the_league_ends_as_it_should(bot, ada, diary)
    await the_badges_add_up(bot, diary)


async def the_secret_is_kept(bot: RunningBot, ada: Person, ben: Person, day: date) -> None:
    """Nobody has received the number of a deal of the day, by any message or export."""
    told = [day, *EXTRAS.values()] if day <= FULL else [day]
    numbers = [str(lines()[one][0]) for one in told]
    received = [str(await bot.services[Privacy].export(ADA))]
    for person in (ada, ben):
        for channel in ("patience", "general", "daily", "dm"):
            received += [str(one.raw) for one in await person.open(channel)]
    assert not [text for text in received if any(number in text for number in numbers)]


async def the_race_is_announced_once(bot: RunningBot, ada: Person) -> None:
    """Also if the bot dies after announcing it."""
    [told] = [one for one in await ada.open("patience") if "and nobody won it" in one.text]
    await look_again(bot.database)
    await bot.restart()
    await passes(bot)
    now = [one for one in await ada.open("patience") if "and nobody won it" in one.text]
    assert [one.id for one in now] == [told.id]


async def the_league_ends_as_it_should(bot: RunningBot, ada: Person, diary: Diary) -> None:
    """Its end was announced once, and it is ranked as a plain computation ranks it."""
    assert len(await ada.open("general")) == 1
    tournaments = bot.services[Tournaments]
    league = await tournaments.latest(SERVER.id)
    assert league.is_over
    ranked = await tournaments.standings(league, ADA)
    assert [line.player_id for line in ranked.lines] == standings(diary, LEAGUE)


async def the_badges_add_up(bot: RunningBot, diary: Diary) -> None:
    """October's badge counts the days won on time and those caught up on."""
    october = [day for day in DAYS if day.month == 10]
    for player in PLAYERS:
        won = diary.won_by(player) | {day for day, who in diary.caught_up if who == player}
        month = await bot.services[Daily].month(player, october[0])
        assert month.won == len(won & {*october})
        badge = badge_of(month.won, 31)
        assert badge is (Badge.GOLD if month.won >= 21 else badge)
        told = {badge for who, badge in diary.badges if who == player}
        profile = await bot.services[Statistics].profile(player, LAST)
        assert told == {badge.id for badge in profile.badges}, player
    assert set(diary.badges.values()) == {1}
