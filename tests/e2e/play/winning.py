"""Games that are won: their moves are played by the service, and the last of them on the board."""

from __future__ import annotations

from collections.abc import Iterable

from bot.service.play.games import Games
from engine import Move
from local_discord.testing import Message, Person
from tests.e2e.play.boards import typed
from tests.e2e.running_bot import RunningBot

WON_PHOENIX = (
    "4-f1 4-f1 r4-f4 2-f4 r5-f2 r9-f2 r11-f2 4-f2 r8-f2 4-f2 r14-f1 r3-f1 6-f1 6-f3 6-f4 2-f4 1-6 "
    "2-5 2-5 1-2 1-f1 r7-f1 3-1 6-3*2 6-f1 1-f1 6-f4 4-1 2-6*2 2-f1 r12-f1 1-2*2 r2-2 6-2*2 1-6 "
    "1-f2 r10-f2 3-5*3 3-1 3-f2 5-3*6 5-6 5-f4 5-f2 r6-6 3-6*4 3-f2 5-f2 2-5*5 3-2*2 3-f3 4-f3 "
    "r1-f3 r15-f3 5-f3 5-f4 6-f3 5-f3 6-f4 5-f4 6-f3 5-f3 6-f4 5-f4 2-f4 6-f3 1-f3 2-f3 6-f1 6-f2 "
    "r13-f4 r16-f1"
)
"""Wins deal 47 of Phoenix."""


async def finished(bot: RunningBot, person: Person, moves: Iterable[Move | str]) -> Message:
    """Win a person's current game: play its moves until Finish can be pressed, and press it.

    The last move of a game without that is typed.
    """
    *first, last = moves
    for move in first:
        snapshot = await bot.services[Games].play(person.id, move)
        if snapshot.game.can_finish():
            return await person.press(await person.command("patience", "board"), label="Finish")
    await person.command("patience", "board")
    return await typed(person, "patience", "type move", play=str(last))


async def won(bot: RunningBot, person: Person) -> Message:
    """The board of a game of Phoenix that somebody has won."""
    await person.command("patience", "play", game="phoenix", deal="47")
    return await finished(bot, person, WON_PHOENIX.split())
