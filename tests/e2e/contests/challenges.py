"""Challenges: sent, accepted and raced."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Final

import pytest

import engine
from bot.images import ImageRenderer
from bot.service.contests.races import Races
from bot.service.play.games import Games
from bot.service.solver.winnable import DealChoice
from engine.solver import solve
from local_discord.testing import Message, Person
from tests.e2e.clocks import ShiftedClock
from tests.e2e.contests import race_tables
from tests.e2e.play.boards import typed
from tests.e2e.running_bot import RunningBot, running_patience

GAME, DEAL = "saratoga", 42
LINE: Final = tuple(map(str, solve(engine.deal(GAME, DEAL).board, max_seconds=60).moves))
"""Moves that win the deal of every race."""
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


async def winnable(game: str) -> DealChoice:
    return DealChoice(DEAL if game == GAME else race_tables.DEAL, winnable=True)


@pytest.fixture
async def bot(images: ImageRenderer, migrated_file: Path) -> AsyncIterator[RunningBot]:
    """A bot whose races all use one deal and end by the clock."""
    clock = ShiftedClock()

    def races(games: Games) -> Races:
        return Races(games, winnable, clock=clock)

    async with running_patience(images, migrated_file, races=races, clock=clock) as bot:
        yield bot


async def make_challenge(
    ada: Person, ben: Person, *, channel: str = "patience", **options: int
) -> Message:
    return await ada.command(channel, "race challenge", player=str(ben.id), game=GAME, **options)


async def accept(person: Person, page: Message) -> None:
    """Accept a challenge."""
    # On a busy machine the response is deferred, as an update of the message that is deleted.
    with suppress(LookupError):
        await person.press(await seen(person, page), label="Accept")


async def accepted(ada: Person, ben: Person, *, channel: str = "patience") -> Message:
    """The message of a race, once Ben has accepted Ada's challenge."""
    page = await make_challenge(ada, ben, channel=channel)
    await accept(ben, page)
    return await ben.until(
        lambda one: "are racing." in one.text and one.channel == page.channel, "race"
    )


async def start_race(ada: Person, ben: Person) -> Message:
    """Start a race between Ada and Ben; the race's board is the current one of both."""
    page = await accepted(ada, ben)
    await ada.press(await seen(ada, page), label="My board")
    return page


async def race_message(person: Person, channel: str = "patience") -> Message:
    """The only message in a channel that shows a challenge or a race."""
    (page,) = await public_messages(person, "· a race", channel)
    return page


async def seen(person: Person, message: Message) -> Message:
    """A message as another user sees it in the channel."""
    await person.open(message.channel)
    return await person.refresh(message)


async def played(person: Person, moves: int) -> None:
    """Play the first moves of the winning line on a user's current board."""
    for move in LINE[:moves]:
        await person.command("patience", "type move", play=move)


async def won(person: Person) -> Message:
    """Win a user's current game."""
    game = engine.deal(GAME, DEAL)
    board = await person.command("patience", "board")
    for move in LINE:
        if game.can_finish():
            return await person.press(board, label="Finish")
        game.play(engine.Move.parse(move))
        board = await typed(person, "patience", "type move", play=move)
    return board


async def restarted(bot: RunningBot, person: Person) -> None:
    """Restart the bot and wait until a user can use it."""
    await bot.restart()
    await person.until_online()


async def public_messages(person: Person, words: str, channel: str = "patience") -> list[Message]:
    """The public messages in a channel that contain some words."""
    return [one for one in await person.open(channel) if words in one.text and not one.ephemeral]
