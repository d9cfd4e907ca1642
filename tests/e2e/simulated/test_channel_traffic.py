"""A week of the day's message in three servers: what their channel is sent, counted.

Thirty people in all, with habits of their own: six friends who play nearly every day, fifteen of a
server of 3,000, and nine strangers who come by now and then. ``pytest -s`` prints the table.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from pathlib import Path
from statistics import median
from typing import Final

import pytest

from bot.images import ImageRenderer
from bot.models.daily import DailyDeal
from bot.service.daily.daily import Daily
from bot.service.play.games import Games
from bot.service.preferences import PreferenceService
from bot.store.daily.daily import save_daily_deal
from bot.store.database.open import open_database
from bot.store.preferences import Owner, save_preferences
from local_discord.message import SUPPRESS_NOTIFICATIONS
from local_discord.payload import Payload, int_of, payload_of, payloads_of, text_of
from local_discord.rate_limits import Limits
from local_discord.testing import Person
from tests.e2e.clocks import Clock, time_of
from tests.e2e.daily.daily_deals import days_of, prove_nothing
from tests.e2e.running_bot import RunningBot, running_patience
from tests.e2e.simulated.server import (
    ADA,
    BEN,
    CHIYO,
    DIGESTS,
    DMITRI,
    HERE,
    MINUTE,
    SERVER,
    win,
)
from tests.e2e.simulated.test_month import DAYS as ALL_DAYS
from tests.e2e.simulated.test_month import GAME, lines
from tests.store.database.migrated import sqlite_url

DAYS: Final = ALL_DAYS[:7]
PEOPLE: Final = (ADA, BEN, CHIYO, DMITRI, *range(5, 16))
"""The first four are there, so that they can be pinged."""
STOPS: Final = 4
"""In how many sittings somebody plays a game."""
KIND_OF_EVENT: Final = ("message_create", "message_update", "message_delete")
_MOST_BYTES: Final = 1_000_000


@dataclass(frozen=True)
class Habits:
    """The people of a server.

    Attributes:
        people: how many play.
        plays: how likely somebody plays on a day.
        wins: how likely they win then; of the others half give up, and half leave it.
        agreed: how many want to be mentioned.
    """

    people: int
    plays: float
    wins: float
    agreed: int


SERVERS: Final = {
    "friends": Habits(people=6, plays=0.85, wins=0.7, agreed=2),
    "3,000 members": Habits(people=15, plays=0.6, wins=0.5, agreed=1),
    "strangers": Habits(people=9, plays=0.12, wins=0.4, agreed=0),
}


@dataclass
class Traffic:
    """What a channel was sent on a day.

    Attributes:
        events: how many messages were sent, edited and deleted.
        bytes: how many bytes all of that was, pictures included.
        pings: how many people were pinged.
    """

    events: Counter[str] = field(default_factory=Counter)
    bytes: int = 0
    pings: int = 0


class Channel:
    """Counts what comes to the page of somebody who reads a channel."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.days: dict[date, Traffic] = {}

    def note(self, frame: Payload) -> None:
        """Count a frame of the channel."""
        kind = text_of(frame["op"])
        if kind not in KIND_OF_EVENT:
            return
        message = payload_of(frame["message"]) if "message" in frame else {}
        if message and message["channel_id"] != str(DIGESTS):
            return
        today = self.days.setdefault(self._clock.now.date(), Traffic())
        today.events[kind] += 1
        files = payloads_of(message.get("attachments", []))
        today.bytes += len(json.dumps(message)) + sum(int_of(one["size"]) for one in files)
        is_silent = not message or int_of(message["flags"]) & SUPPRESS_NOTIFICATIONS
        if kind == "message_create" and not is_silent:
            today.pings += len(payloads_of(message["mentions"]))


@pytest.fixture
def clock() -> Clock:
    return Clock(datetime.combine(DAYS[0], time(), UTC))


@pytest.fixture
async def bot(
    images: ImageRenderer, migrated_file: Path, clock: Clock
) -> AsyncIterator[RunningBot]:
    async with open_database(sqlite_url(migrated_file)) as database:
        for day in DAYS:
            number, moves = lines()[day]
            await save_daily_deal(database, DailyDeal(day, GAME, number, 1, len(moves)), clock.now)
        chosen = {"daily_channel": str(DIGESTS)}
        await save_preferences(database, Owner.GUILD, SERVER.id, chosen)
    async with running_patience(
        images, migrated_file, days=days_of(prove_nothing, clock), clock=clock
    ) as running:
        running.give_accounts(PEOPLE)
        # A day passes in about a second.
        running.discord.limits = Limits(follow_ups=None, messages=None, edits=None)
        yield running


async def sit_down(bot: RunningBot, player: int, day: date, sitting: int, *, ends: str) -> None:
    """Play on in the day's deal, and in the last sitting end it in some way."""
    games, (_number, moves) = bot.services[Games], lines()[day]
    part = len(moves) // (STOPS + 1)
    await bot.services[Daily].play(player, HERE)
    if sitting < STOPS:
        await win(games, player, moves[sitting * part : (sitting + 1) * part])
    elif ends == "won":
        await win(games, player, moves[sitting * part :])
    elif ends == "given up":
        await games.give_up(player)


def plan(habits: Habits, day: date) -> list[tuple[datetime, int, int, str]]:
    """Who sits down when on a day: the time, the player, which time it is, and how it ends."""
    chance, sittings = random.Random(str((habits, day))), []
    for player in PEOPLE[: habits.people]:
        if chance.random() > habits.plays:
            continue
        rest = chance.choice(("given up", "left"))
        ends = "won" if chance.random() < habits.wins else rest
        begin = datetime.combine(day, time(chance.randrange(6, 22)), UTC)
        begin += chance.randrange(60) * MINUTE
        sittings += [
            (begin + 4 * sitting * MINUTE, player, sitting, ends) for sitting in range(STOPS + 1)
        ]
    return sorted(sittings)


@pytest.mark.dear
@pytest.mark.parametrize("server", SERVERS)
async def test_in_a_week_a_channel_is_sent_nothing_that_a_moderator_would_mute(
    bot: RunningBot, ada: Person, clock: Clock, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    habits, channel = SERVERS[server], Channel(clock)
    await ada.open("daily")
    handle = ada._handle

    def noting(frame: Payload) -> None:
        channel.note(frame)
        handle(frame)

    monkeypatch.setattr(ada, "_handle", noting)
    for player in PEOPLE[: habits.agreed]:
        await bot.services[PreferenceService].save(player, mentioned="yes")
    played = 0
    for day in DAYS:
        await bot.set_clock(time_of(day, 0, 1))
        await bot.do_due()
        sittings = plan(habits, day)
        played += len(sittings) // (STOPS + 1)
        for moment, player, sitting, ends in sittings:
            await bot.set_clock(moment)
            await sit_down(bot, player, day, sitting, ends=ends)
            await bot.do_due()
        await bot.set_clock(time_of(day, 23, 59))
        await bot.do_due()
        # All frames of the day are here before those of the next.
        await ada.open("daily")

    days = [channel.days.get(day, Traffic()) for day in DAYS]
    sent, edited, deleted = ([one.events[kind] for one in days] for kind in KIND_OF_EVENT)
    kilobytes = [one.bytes / 1000 for one in days]
    print(  # noqa: T201
        f"\n{server}: {played / len(DAYS):.1f} play a day; messages a day {max(sent)} at most, "
        f"{sum(sent)} in all, {sum(deleted)} deleted; edits a day {median(edited):.0f} median, "
        f"{max(edited)} at most; pings {sum(one.pings for one in days)} in all, "
        f"{max(one.pings for one in days)} a day at most; kB a day {median(kilobytes):.0f} median, "
        f"{max(kilobytes):.0f} at most"
    )
    assert max(sent) <= 1
    assert max(one.pings for one in days) == habits.agreed
    # At most one a sitting, and three at a day's end: until when it can be finished, the card, and
    # below the next day who has won.
    assert max(edited) <= habits.people * (STOPS + 1) + 3
    assert max(one.bytes for one in days) < _MOST_BYTES
