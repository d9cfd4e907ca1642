"""Five weeks of a server, by the clock: days, freezes, badges, a league, a race and reminders.

Five players with habits of their own play through the end of daylight saving time, while the bot is
stopped at the worst moments. What they were told is compared with what a plain computation over
their days expects.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import delete, update

import engine
from bot.chat.daily.posts import post_results
from bot.chat.races.announcements import announce_results
from bot.chat.reminders import send_reminders
from bot.chat.tournaments.announcements import announce_endings
from bot.images import ImageRenderer
from bot.models import DailyDeal, Place, TournamentKind
from bot.service import (
    Badge,
    Challenges,
    Claims,
    Daily,
    DealChoice,
    Games,
    GameSnapshot,
    Period,
    badge_of,
)
from bot.service.claims import LEASE
from bot.service.stopping import cancel_and_wait
from bot.services import Services
from bot.store import Database, open_database
from bot.store.daily import save_daily_deal
from bot.store.preferences import Owner, save_preferences
from bot.store.schema import challenges, daily_posts
from engine import Move
from engine.goals import Goal
from engine.solver import Outcome, solve
from local_discord.fixtures import GUILDS, USERS
from local_discord.testing import Person
from tests.e2e.running_bot import RunningBot, running_patience

GAME: Final = "black-hole"
FIRST, LAST = date(2026, 10, 5), date(2026, 11, 9)
DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
DAYS: Final = [FIRST + number * DAY for number in range((LAST - FIRST).days + 1)]
BERLIN: Final = ZoneInfo("Europe/Berlin")
SERVER: Final = GUILDS[0]
PATIENCE, GENERAL, DIGESTS = (channel.id for channel in SERVER.channels)
HERE: Final = Place(PATIENCE, SERVER.id)
ADA, BEN, CHIYO, DMITRI = (user.id for user in USERS)
EVE: Final = 1_100_000_000_000_000_005
"""Plays by services alone; she deletes all her data in the third week."""
PLAYERS: Final = (ADA, BEN, CHIYO, DMITRI, EVE)
DELETION: Final = FIRST + 17 * DAY
LEAGUE: Final = [FIRST + number * DAY for number in range(1, 8)]


class Clock:
    """A clock that moves only when it is set."""

    now = datetime.combine(FIRST, time(), UTC)

    def __call__(self) -> datetime:
        return self.now

    def set(self, day: date, hour: int, minute: int = 0) -> None:
        """Set it to a time of a day, in UTC."""
        self.now = datetime.combine(day, time(hour, minute), UTC)


@dataclass(frozen=True)
class Played:
    """What a player made of a day's deal on its day.

    Attributes:
        won: whether they won it.
        hints: how many hints they took.
        took: how long it took.
    """

    won: bool
    hints: int
    took: timedelta


@dataclass
class Diary:
    """What the players did, kept apart from the bot.

    Attributes:
        played: by day and player.
        caught_up: the days that were won later, with the player.
    """

    played: dict[date, dict[int, Played]] = field(default_factory=lambda: {one: {} for one in DAYS})
    caught_up: set[tuple[date, int]] = field(default_factory=set)

    def won_by(self, player: int) -> set[date]:
        """The days that a player won on time."""
        return {day for day in DAYS if player in self.played[day] and self.played[day][player].won}

    def forget(self, player: int) -> None:
        """Leave out a player who deleted everything."""
        for players in self.played.values():
            players.pop(player, None)
        self.caught_up = {one for one in self.caught_up if one[1] != player}


def standings(diary: Diary, days: Iterable[date]) -> list[int]:
    """Who ranks where over some days: days won, unaided wins, moves, time."""
    totals: dict[int, list[float]] = {}
    for day in days:
        for player, one in diary.played[day].items():
            total = totals.setdefault(player, [0, 0, 0, 0])
            if one.won:
                moves, seconds = len(lines()[day][1]), one.took.total_seconds()
                gained = (-1, -int(one.hints == 0), moves, seconds)
                totals[player] = [a + b for a, b in zip(total, gained, strict=True)]
    return sorted(totals, key=lambda player: (totals[player], player))


def streak(won: set[date], today: date) -> int:
    """The longest run that reaches today or yesterday with at most a frozen day a month."""
    end = today if today in won else today - DAY
    best = 0
    for begin in sorted(won):
        span = [begin + number * DAY for number in range((end - begin).days + 1)]
        missed = [day for day in span if day not in won]
        earned = all({day - number * DAY for number in range(1, 8)} <= won for day in missed)
        monthly = Counter((day.year, day.month) for day in missed)
        if span and earned and max(monthly.values(), default=0) <= 1:
            best = max(best, len(span) - len(missed))
    return best


_LINES: dict[date, tuple[int, tuple[Move, ...]]] = {}


def lines() -> dict[date, tuple[int, tuple[Move, ...]]]:
    """For each day a deal that is told by its number alone, and the moves that win it."""
    number = 7_300_001
    for day in DAYS:
        while day not in _LINES:
            verdict = solve(engine.deal(GAME, number).board, max_states=20_000)
            if verdict.outcome is Outcome.WON:
                _LINES[day] = (number, verdict.moves)
            number += 1
    return _LINES


async def prove(rules_id: str, deal_number: int) -> tuple[Move, ...]:
    return (Move("s", "w"),)


async def winnable(rules_id: str) -> DealChoice:
    return DealChoice(9, winnable=True)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def bot(images: ImageRenderer, tmp_path: Path, clock: Clock) -> AsyncIterator[RunningBot]:
    """A bot that lives by the clock, with a channel for digests and a deal for each day."""

    def days(games: Games) -> Daily:
        return Daily(games, "a secret that is long enough", prove, clock=clock)

    def races(games: Games) -> Challenges:
        return Challenges(games, winnable, clock=clock)

    file = tmp_path / "patience.db"
    async with open_database(f"sqlite+aiosqlite:///{file}") as database:
        for day, (number, moves) in lines().items():
            deal = DailyDeal(day, GAME, number, 1, len(moves))
            await save_daily_deal(database, deal, clock.now)
        chosen = {"daily_channel": str(DIGESTS)}
        await save_preferences(database, Owner.GUILD, SERVER.id, chosen)
    async with running_patience(images, file, days=days, races=races, clock=clock) as running:
        yield running


def services_of(bot: RunningBot) -> Services:
    assert bot.client is not None
    return bot.client.services


def database_of(bot: RunningBot) -> Database:
    return services_of(bot).games.database


async def passes(bot: RunningBot) -> None:
    """Everything the bot tells on its own that is due now."""
    await services_of(bot).challenges.settle()
    for work in (post_results, announce_results, announce_endings, send_reminders):
        await bot.announce(work)


async def play(
    bot: RunningBot, clock: Clock, player: int, day: date, *, won: bool = True, hints: int = 0
) -> Played:
    """Play the deal of a day, which is today's or one that was missed."""
    services = services_of(bot)
    if day == services.daily.today():
        dealt = await services.daily.play(player, HERE)
    else:
        dealt = await services.daily.play_missed(player, day, HERE)
    assert dealt.is_secret is (day == services.daily.today())
    for _ in range(hints):
        await services.games.count_hint(dealt.game_id)
    took = timedelta(seconds=60 + 7 * PLAYERS.index(player) + 11 * day.day % 30)
    clock.now += took
    over = await win(services.games, player, day) if won else await services.games.give_up(player)
    assert over.state.is_final
    return Played(won, hints, took)


async def win(games: Games, player: int, day: date) -> GameSnapshot:
    """Win a day's deal, in one transaction: a month of single moves would take too long."""

    def moves(game: engine.Game, _goal: Goal | None) -> Iterator[str]:
        for move in lines()[day][1]:
            game.play(move)
            yield str(move)

    return await games._act(player, None, moves)


async def the_day(bot: RunningBot, clock: Clock, diary: Diary, day: date) -> None:
    """What the players do at noon: everybody but those who miss the day, or play it later."""
    number, today = DAYS.index(day), diary.played[day]
    today[ADA] = await play(bot, clock, ADA, day)
    if number % 9 != 5 and number % 4 != 1:
        today[BEN] = await play(bot, clock, BEN, day)
    if number % 6 == 4:
        yesterday = day - DAY
        await play(bot, clock, CHIYO, yesterday)
        diary.caught_up.add((yesterday, CHIYO))
    if number % 6 != 3:
        today[CHIYO] = await play(bot, clock, CHIYO, day)
    if number % 7 != 6:
        today[DMITRI] = await play(bot, clock, DMITRI, day, won=number % 5 != 2, hints=number % 3)
    if day == DELETION:
        await services_of(bot).privacy.delete(EVE)
        diary.forget(EVE)
    if day != DELETION - DAY:
        today[EVE] = await play(bot, clock, EVE, day)


async def the_evening(bot: RunningBot, clock: Clock, diary: Diary, day: date) -> None:
    """Ben, who was reminded, plays after all on some days."""
    number = DAYS.index(day)
    if number % 9 != 5 and number % 4 == 1:
        diary.played[day][BEN] = await play(bot, clock, BEN, day)


def is_reminded(day: date) -> bool:
    """Whether Ben has not played by seven in the evening in Berlin."""
    number = DAYS.index(day)
    return number % 9 == 5 or number % 4 == 1


async def midnight(bot: RunningBot, clock: Clock, day: date) -> None:
    """The turn to the next day, on some days with the bot ended at the worst moment."""
    match DAYS.index(day):
        case 4:  # it died once it had claimed the digest
            clock.set(day + DAY, 0)
            name = f"day:{day}:{SERVER.id}"
            assert await Claims(database_of(bot), clock=clock).claim(name)
            await bot.restart()
            await passes(bot)
            clock.now += LEASE
        case 10:  # it died once it had sent the digest, and had not noted that
            clock.set(day + DAY, 0)
            await passes(bot)
            async with database_of(bot).transaction() as connection:
                await connection.execute(delete(daily_posts).where(daily_posts.c.day == day))
            await bot.restart()
        case 13:  # it was told to stop while Discord let it wait
            clock.set(day + DAY, 0)
            bot.discord.fail_next(1, 429, retry_after=0.2, path_contains=f"{DIGESTS}/messages")
            work = asyncio.create_task(bot.announce(post_results))
            await asyncio.sleep(0)
            await cancel_and_wait([work])
            await bot.restart()
        case 20:  # it was away while the day changed
            clock.set(day, 23, 59)
            await bot.stop()
            clock.set(day + DAY, 0, 7)
            await bot.start()
        case _:
            clock.set(day + DAY, 0)
    clock.now += MINUTE
    await passes(bot)
    await passes(bot)


async def test_in_a_month_nothing_is_told_twice_late_or_early_and_nothing_is_lost(
    bot: RunningBot, ada: Person, ben: Person, clock: Clock
) -> None:
    diary = Diary()
    await services_of(bot).reminders.set_daily(BEN, 19, "Europe/Berlin", "en")
    reminded = 0
    for number, day in enumerate(DAYS):
        services = services_of(bot)
        if day == LEAGUE[0]:
            await services.tournaments.start(Place(GENERAL, SERVER.id), TournamentKind.DAYS)
        if number == 8:
            race = await services.challenges.create(ADA, BEN, "golf", place=HERE)
            await services.challenges.accept(BEN, race.id)
        clock.set(day, 12)
        await the_day(bot, clock, diary, day)
        await passes(bot)

        # The clock in Berlin shows seven an hour later in UTC once summer time is over.
        seven = datetime.combine(day, time(19), BERLIN).astimezone(UTC)
        for moment in (seven - MINUTE, seven, seven + MINUTE):
            clock.now = moment
            await passes(bot)
            reminded += is_reminded(day) and moment == seven
            assert len(await ben.open("dm")) == reminded

        clock.set(day, 21)
        await the_evening(bot, clock, diary, day)
        await the_secret_is_kept(bot, ada, ben, day)
        for player in PLAYERS:
            now = await services_of(bot).daily.streak(player)
            assert now.current == streak(diary.won_by(player), day), (day, player)

        await midnight(bot, clock, day)
        assert len(await ada.open("daily")) == number + 1
        board = await services_of(bot).leaderboards.page(
            SERVER.id, ADA, Period.YESTERDAY, day + DAY
        )
        assert [line.player_id for line in board.lines] == standings(diary, [day])
        if number == 9:
            await the_race_is_announced_once(bot, ada)

    await the_league_ends_as_it_should(bot, ada, diary)
    await the_badges_add_up(bot, diary)


async def the_secret_is_kept(bot: RunningBot, ada: Person, ben: Person, day: date) -> None:
    """Nobody has received the number of the day's deal, by any message or export."""
    number = str(lines()[day][0])
    for person in (ada, ben):
        for channel in ("patience", "general", "daily", "dm"):
            assert not [one for one in await person.open(channel) if number in str(one.raw)]
    export = await services_of(bot).privacy.export(ADA)
    assert number not in str(export)


async def the_race_is_announced_once(bot: RunningBot, ada: Person) -> None:
    """Also if the bot dies after announcing it."""
    [told] = [one for one in await ada.open("patience") if "neither player made" in one.text]
    async with database_of(bot).transaction() as connection:
        await connection.execute(update(challenges).values(announced_at=None, message_id=None))
    await bot.restart()
    await passes(bot)
    now = [one for one in await ada.open("patience") if "neither player made" in one.text]
    assert [one.id for one in now] == [told.id]


async def the_league_ends_as_it_should(bot: RunningBot, ada: Person, diary: Diary) -> None:
    """Its end was announced once, and it is ranked as a plain computation ranks it."""
    assert len(await ada.open("general")) == 1
    tournaments = services_of(bot).tournaments
    league = await tournaments.latest(SERVER.id)
    assert league.is_over
    ranked = await tournaments.standings(league, ADA)
    assert [line.player_id for line in ranked.lines] == standings(diary, LEAGUE)


async def the_badges_add_up(bot: RunningBot, diary: Diary) -> None:
    """October's badge counts the days won on time and those caught up on."""
    october = [day for day in DAYS if day.month == 10]
    for player in PLAYERS:
        won = diary.won_by(player) | {day for day, who in diary.caught_up if who == player}
        month = await services_of(bot).daily.month(player, october[0])
        assert month.won == len(won & {*october})
        badge = badge_of(month.won, 31)
        assert badge is (Badge.GOLD if month.won >= 21 else badge)
