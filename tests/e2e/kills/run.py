"""Eight players press while the bot is killed or stopped, and started, again and again.

After each kill the database is opened and asked: every move that a player was shown is there, and
no press was played twice. At the end every game is replayed by the rules.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import random
import signal
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Final

from sqlalchemy import select, text

from bot.models.play import BoardVersion
from bot.service.play.games import Games
from bot.store.database.connection import Database
from bot.store.database.open import open_database
from bot.store.play.schema import games
from local_discord import LocalDiscord
from local_discord.rate_limits import UNLIMITED
from local_discord.testing import InteractionFailed, Message
from tests.e2e.kills.bot import Address, serve_until_stopped
from tests.e2e.player import NAMES, Player, board_of, custom_id
from tests.waiting import until

_LONGEST_LIFE: Final = 0.6
"""The most seconds for which a bot plays before it is killed."""
_LONGEST_STOP: Final = 120.0
"""The most seconds that a stop may take on a busy machine."""


@dataclass
class Toll:
    """What came of some kills.

    Attributes:
        kills: how many there were.
        pressed: how often players pressed.
        answered: how many of these presses were answered with a board.
        unanswered: how many presses that were not answered had been saved.
        seconds: how long it took.
        wrong: what was lost, doubled or damaged.
    """

    kills: int = 0
    pressed: int = 0
    answered: int = 0
    unanswered: int = 0
    seconds: float = 0.0
    wrong: list[str] = field(default_factory=list)


class _Presser:
    """A player who turns the stock as fast as the bot answers.

    Attributes:
        shown: the newest board that the player was shown.
        pressed: how often they pressed since the last kill.
        answered: how many of these presses were answered.
    """

    def __init__(self, player: Player) -> None:
        self.player = player
        self.shown = BoardVersion(0, 0)
        self.pressed = 0
        self.answered = 0
        self._message = ""

    async def play(self) -> None:
        """Press until cancelled."""
        while True:
            # A press that was killed is answered by nobody.
            with contextlib.suppress(InteractionFailed, AssertionError):
                await self.player.until_online()
                await self._press()

    async def _press(self) -> None:
        board = self.look()
        if board is None:
            dealt = await self.player.command("general", "play", game="saratoga", deal="42")
            self._message = dealt.id
        else:
            self.pressed += 1
            await self.player.press(board, custom_id=custom_id(board, ":tap:s"))
            self.answered += 1
        self.look()

    def look(self) -> Message | None:
        """The player's board as they see it now, also if it came too late for their press."""
        message = self.player.messages.get(self._message)
        shown = None if message is None else board_of(message)
        self.shown = shown or self.shown
        return None if shown is None else message


async def kill_again_and_again(
    url: str, folder: Path, kills: int, seed: int, *, how: signal.Signals = signal.SIGKILL
) -> Toll:
    """Kill the bot while eight play.

    Args:
        url: the database, which may be empty.
        folder: a folder for what the bot remembers beside it.
        kills: how often.
        seed: draws the moments.
        how: SIGTERM tells it to stop instead, and then it leaves no saved press unanswered.
    """
    rng, toll, began = random.Random(seed), Toll(), time.monotonic()
    stored: dict[int, int] = {}
    async with _players() as (discord, pressers):
        address = Address(discord.api_url, discord.gateway_url, url, folder)
        for _ in range(kills):
            process = await asyncio.to_thread(_start, address)
            try:
                seconds = rng.uniform(0, _LONGEST_LIFE)
                await _let_play(pressers, seconds, toll, process.pid or 0, how)
                await asyncio.to_thread(process.join, _LONGEST_STOP)
            finally:
                process.kill()
                await asyncio.to_thread(process.join)
            expected = 0 if how is signal.SIGTERM else -signal.SIGKILL
            assert process.exitcode == expected, "the bot ended by itself, or not in time"
            toll.kills += 1
            async with open_database(url) as database:
                stored = await _compare(database, stored, pressers, toll)
        async with open_database(url) as database:
            toll.wrong += await _damage(database)
    if how is signal.SIGTERM and toll.unanswered:
        toll.wrong.append(f"{toll.unanswered} presses were saved and not answered")
    toll.seconds = time.monotonic() - began
    return toll


def _start(address: Address) -> ForkServerProcess:
    # Forked from a process that has imported everything, so that it serves at once.
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.e2e.kills.bot"])
    process = context.Process(target=serve_until_stopped, args=(address,), daemon=True)
    process.start()
    return process


@asynccontextmanager
async def _players() -> AsyncIterator[tuple[LocalDiscord, list[_Presser]]]:
    async with AsyncExitStack() as stack:
        discord = await stack.enter_async_context(LocalDiscord())
        discord.limits = UNLIMITED
        discord.gateway.session_start_limit.seconds = 0
        for name in NAMES[4:]:
            discord.add_user(name)
        yield (
            discord,
            [
                _Presser(await stack.enter_async_context(Player.connect(discord.page_url, name)))
                for name in NAMES
            ],
        )


async def _let_play(
    pressers: list[_Presser], seconds: float, toll: Toll, process: int, how: signal.Signals
) -> None:
    """Let all play until somebody was answered and for some seconds; then signal the process."""
    for presser in pressers:
        presser.pressed = presser.answered = 0
    playing = [asyncio.create_task(presser.play()) for presser in pressers]
    try:
        await until(lambda: any(one.answered for one in pressers))
        await asyncio.sleep(seconds)
        os.kill(process, how)
        if how is signal.SIGTERM:
            # They press on while it stops.
            await asyncio.sleep(_LONGEST_LIFE)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    toll.pressed += sum(one.pressed for one in pressers)
    toll.answered += sum(one.answered for one in pressers)


async def _compare(
    database: Database, before: dict[int, int], pressers: list[_Presser], toll: Toll
) -> dict[int, int]:
    """Hold what is stored against what players were shown; the versions of the games by id."""
    async with database.transaction() as connection:
        rows = await connection.execute(select(games.c.id, games.c.version))
        stored = {row.id: row.version for row in rows}
    for presser in pressers:
        presser.look()
        board, version = presser.shown, stored.get(presser.shown.game_id, 0)
        name = f"kill {toll.kills}: {presser.player.name}"
        if version < board.version:
            toll.wrong.append(f"{name} was shown version {board.version}; {version} is stored")
        if version - before.get(board.game_id, 0) > presser.pressed:
            toll.wrong.append(f"{name} pressed {presser.pressed} times; {version} is stored")
        toll.unanswered += max(0, version - board.version)
    return stored


async def _damage(database: Database) -> list[str]:
    """What is wrong with the database itself, or with games that cannot be replayed."""
    wrong = []
    async with database.transaction() as connection:
        game_ids = (await connection.execute(select(games.c.id))).scalars().all()
        if not database.is_postgresql:
            found = (await connection.execute(text("PRAGMA integrity_check"))).scalars()
            wrong += [line for line in found if line != "ok"]
    for game_id in game_ids:
        snapshot = await Games(database).get(game_id)
        if snapshot.version != len(snapshot.game.moves):
            wrong.append(f"game {game_id} is at version {snapshot.version}")
    return wrong
