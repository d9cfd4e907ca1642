"""Eighteen minutes in which two people play in a channel: what of it a third one scrolls through.

``pytest -s`` prints the figures.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from bot.service.play.games import Games
from local_discord.testing import Person
from tests.e2e.messages import choose
from tests.e2e.play.winning import won
from tests.e2e.running_bot import RunningBot

MINUTE: Final = timedelta(minutes=1)
DEALT: Final = (
    *((0, "ada", "klondike"), (1, "ben", "golf"), (2, "ada", "freecell"), (3, "ben", "tri-peaks")),
    *((6, "ben", "pyramid"), (7, "ada", "spider-1"), (11, "ada", "golf"), (12, "ben", "klondike")),
    *((13, "ada", "yukon"), (15, "ada", "canfield"), (16, "ben", "forty-thieves")),
)
"""In which minute who begins which game, of which they play a move or two."""


async def begin(bot: RunningBot, person: Person, game: str) -> None:
    """Begin a game and play a move or two."""
    await person.command("patience", "play", game=game, deal="1")
    for _ in range(2):
        board = (await bot.services[Games].active(person.id)).game.board
        move = next(iter(board.legal_moves()))
        await person.command("patience", "type move", play=str(move))


async def evening(bot: RunningBot, ada: Person, ben: Person) -> None:
    """Play for eighteen minutes: games begun and left, two won and shown, one given up."""
    people = {"ada": ada, "ben": ben}
    begun = {minute: (people[name], game) for minute, name, game in DEALT}
    for minute in range(19):
        await bot.do_due(after=MINUTE)
        if minute in begun:
            await begin(bot, *begun[minute])
        match minute:
            case 4:
                await ada.press(await won(bot, ada), label="Share")
            case 6:
                await ben.press(await ben.command("patience", "type giveup"), label="Give up")
            case 8:
                await choose(ben, await won(bot, ben), "Replay")
            case 9:
                await ada.command("patience", "board")
            case 14:
                await ben.command("patience", "board")
        await bot.do_due()


async def public(reader: Person) -> tuple[int, list[int]]:
    """How many messages of the bot are in the channel, and the bytes of each picture there."""
    shown = await reader.open("patience")
    return len(shown), [len(await one.picture()) for one in shown if one.media]


async def test_of_eighteen_minutes_a_channel_keeps_a_line_of_each_game(
    bot: RunningBot, ada: Person, ben: Person, chiyo: Person
) -> None:
    await evening(bot, ada, ben)
    messages, pictures = await public(chiyo)
    size = sum(pictures) / 1000
    print(f"\n{messages} messages, {len(pictures)} with a picture, {size:.0f} kB")  # noqa: T201
    # The boards that those two play on, a card and a replay that they showed, and no other.
    assert len(pictures) == 4
