"""Races of several people on one deal: tables opened, joined, started and won."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy import select

import engine
from bot.models.contests import race_subject
from bot.service.contests.races import COUNTDOWN
from bot.service.play.games import Games
from bot.store.contests.schema import contests
from bot.store.database.connection import Database
from bot.store.due.due import touch
from bot.store.solver.deals import save_winnable_deal
from engine.solver import solve
from local_discord.fixtures import GUILDS
from local_discord.testing import Message, Person
from tests.e2e.messages import labels
from tests.e2e.running_bot import RunningBot

GAME: Final = "klondike"
DEAL: Final = 4_611_686_018_427_400_254
LINE: Final = tuple(map(str, solve(engine.deal(GAME, DEAL).board, max_seconds=60).moves))
"""Moves that win the deal."""
MINUTE: Final = timedelta(minutes=1)
_LONG_AGO: Final = datetime(2000, 1, 1, tzinfo=UTC)


async def prepare_deal(bot: RunningBot) -> None:
    """Have the next race dealt the deal of :data:`LINE`."""
    database = bot.database
    await save_winnable_deal(database, GAME, DEAL, datetime.now(UTC))


async def open_table(person: Person, **options: object) -> Message:
    """Open a table in #patience."""
    return await person.command("patience", "race start", game=GAME, **options)


async def race_message(person: Person, channel: str = "patience") -> Message:
    """The only public message of the bot in a channel."""
    (found,) = [one for one in await person.open(channel) if one.components and not one.ephemeral]
    return found


async def press(person: Person, label: str) -> Message:
    """Press a button under the race in #patience."""
    return await person.press(await race_message(person), label=label)


async def start_race(
    bot: RunningBot, organizer: Person, *others: Person, **options: object
) -> None:
    """Start a race between people, each with their board."""
    await prepare_deal(bot)
    await open_table(organizer, **options)
    await begin_race(bot, organizer, *others)
    for person in (organizer, *others):
        await person.until(lambda one: one.ephemeral and bool(one.media), "board")


async def begin_race(bot: RunningBot, organizer: Person, *others: Person) -> None:
    """Have all be ready at a table, and let the seconds until the start pass."""
    for person in others:
        await press(person, "Ready")
    # On a busy machine the response is deferred, as an update of the message that is deleted.
    with suppress(LookupError):
        await press(organizer, "Start")
    await organizer.until(lambda one: "My board" in labels(one), "race")
    await bot.do_due(after=COUNTDOWN)


async def win(bot: RunningBot, person: Person) -> Message:
    """Win the deal on a person's current board: its last moves by Finish."""
    games = bot.services[Games]
    for move in LINE:
        snapshot = await games.play(person.id, move)
        if snapshot.game.can_finish():
            break
    return await person.press(await person.command("patience", "board"), label="Finish")


async def play(bot: RunningBot, person: Person, moves: int) -> None:
    """Play the first moves of the line on a person's current board."""
    for move in LINE[:moves]:
        await bot.services[Games].play(person.id, move)


async def look_again(database: Database) -> None:
    """Have all races looked at, as after a bot died that did not note that it had."""
    async with database.transaction() as connection:
        for race_id in (await connection.execute(select(contests.c.id))).scalars().all():
            await touch(connection, race_subject(race_id), _LONG_AGO, guild=GUILDS[0].id)
