"""A server that lives by a clock that the test sets, and whose bot may be stopped at any moment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Final

import engine
from bot.models.places import Place
from bot.models.play import GameSnapshot
from bot.service.play.games import Games
from engine import Move
from engine.goals import Goal
from local_discord.fixtures import GUILDS, USERS
from tests.e2e.running_bot import RunningBot

SERVER: Final = GUILDS[0]
PATIENCE, GENERAL, DIGESTS = (channel.id for channel in SERVER.channels)
HERE: Final = Place(PATIENCE, SERVER.id)
ADA, BEN, CHIYO, DMITRI = (user.id for user in USERS)
DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)


async def passes(bot: RunningBot) -> None:
    """Everything the bot tells on its own that is due now."""
    await bot.do_due()


async def win(games: Games, player: int, line: Iterable[Move]) -> GameSnapshot:
    """Play a line on a player's board, in one transaction: single moves would take too long."""

    def moves(game: engine.Game, _goal: Goal | None) -> Iterator[str]:
        for move in line:
            game.play(move)
            yield str(move)

    return await games._act(player, None, moves)
