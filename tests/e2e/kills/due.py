"""Contests that channels are to be told about: a message of each kind that there is."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from bot.models.contest_deals import Terms
from bot.models.contests import TournamentKind, race_subject
from bot.models.due import Shown
from bot.models.places import Place
from bot.service.contests.races import COUNTDOWN, SHORTEST, Races
from bot.service.contests.tournaments import Tournaments
from bot.service.due import Posts
from bot.service.play.games import Games
from bot.services import Services
from bot.store.contests.tournaments import ending
from bot.store.database.connection import Database
from bot.store.solver.deals import save_winnable_deal
from local_discord import LocalDiscord
from local_discord.fixtures import GUILDS, USERS
from local_discord.message import COMPONENTS_V2, Message
from tests.e2e.clocks import Clock
from tests.store.due.due_times import load_due_at

HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)
_GAME: Final = "saratoga"
_DEAL: Final = 10**12
"""As contests choose them: nobody happens upon it."""
ADA, BEN = (user.id for user in USERS[:2])
PLACES: Final = {
    name: Place(channel.id, guild.id)
    for name, (guild, channel) in zip(
        ("a race that is over", "a quiet race", "a running race", "a league"),
        ((guild, channel) for guild in GUILDS for channel in guild.channels),
        strict=False,
    )
}
"""The channels, by the contest that is shown there in one message."""


async def have_contests_due(
    discord: LocalDiscord, services: Services, clock: Clock, now: datetime
) -> None:
    """Let contests of today, and of yesterday, need another message or an edit of it."""
    over, quiet, running, league = PLACES.values()
    races, tournaments = services[Races], services[Tournaments]
    clock.now = now - DAY
    await tournaments.start(league, TournamentKind.DAYS, days=1)
    clock.now = now - HOUR
    ended = await _begin_race(discord, services, clock, over, now)
    for player in (ADA, BEN):
        await races.leave(player, ended)
    for place in (quiet, running):
        limit = SHORTEST if place == quiet else 12 * HOUR
        begun = await _begin_race(discord, services, clock, place, now, limit)
        await races.board(ADA, begun)
        await services[Games].play(ADA, "s")
    clock.now = now


async def _begin_race(
    discord: LocalDiscord,
    services: Services,
    clock: Clock,
    place: Place,
    now: datetime,
    limit: timedelta = HOUR,
) -> int:
    """Begin a race whose table is shown in a message; its id."""
    await save_winnable_deal(services[Database], _GAME, _DEAL, now)
    races, state = services[Races], discord.state
    race = await races.open(ADA, _GAME, place, Terms(limit))
    await races.ready(BEN, race.id)
    text = {"type": 10, "id": 1, "content": "A table."}
    channel = state.channel(place.channel_id)
    table = Message(
        state.ids.next(), channel.id, state.bot, components=(text,), flags=COMPONENTS_V2
    )
    subject = race_subject(race.id)
    shown = Shown(subject, place, state.put(table).id, race.state, now - HOUR)
    await services[Posts].save(shown)
    begun = await races.start(ADA, race.id)
    clock.advance(COUNTDOWN)
    return begun.id


async def untold(services: Services) -> list[object]:
    """What is still to be told."""
    subjects = [subject(one) for one in range(99) for subject in (race_subject, ending)]
    now = services[Posts].now()
    found = await load_due_at(services[Database], subjects)
    return [one for one, at in found.items() if at <= now]


def shown(discord: LocalDiscord) -> dict[str, int]:
    """How many messages each channel has, by what is shown there."""
    return {name: len(discord.state.messages(place.channel_id)) for name, place in PLACES.items()}
