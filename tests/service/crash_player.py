"""Players who play as fast as they can, until somebody kills the process they play in."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Final

from bot.service import Games, GameSnapshot, ServiceError
from bot.service.replay import GIVE_UP, REDO, UNDO
from bot.store import open_database
from engine import CATALOGUE

PLAYERS: Final = (1, 2, 3)
LONGEST_GAME: Final = 60


@dataclass(frozen=True)
class Acknowledged:
    """What a call that returned has promised.

    Attributes:
        game_id: the game.
        version: its version after the call.
        action: the entry of its log at that version; empty for a game just dealt.
    """

    game_id: int
    version: int
    action: str

    def tell(self, told: Connection) -> None:
        """Say so through a pipe."""
        told.send_bytes(f"{self.game_id} {self.version} {self.action}".encode("ascii"))

    @classmethod
    def hear(cls, told: Connection) -> Acknowledged:
        """Read what was said through a pipe; raises EOFError when that was all."""
        game_id, version, action = told.recv_bytes().decode("ascii").split(" ", 2)
        return cls(int(game_id), int(version), action)


def play_until_killed(url: str, seed: int, told: Connection) -> None:
    """Play at a database, and tell of every call as soon as it has returned; never comes back."""
    asyncio.run(_play(url, seed, told))


async def _play(url: str, seed: int, told: Connection) -> None:
    async with open_database(url) as database, asyncio.TaskGroup() as group:
        games = Games(database)
        for player in PLAYERS:
            group.create_task(_player(games, player, random.Random(seed * 10 + player), told))


async def _player(games: Games, player: int, rng: random.Random, told: Connection) -> None:
    snapshot = await _deal(games, player, rng, told)
    while True:
        if snapshot.state.is_final or snapshot.version > LONGEST_GAME or rng.random() < 0.03:
            snapshot = await _another(games, player, snapshot, rng, told)
        else:
            snapshot = await _action(games, player, snapshot, rng, told)


async def _deal(games: Games, player: int, rng: random.Random, told: Connection) -> GameSnapshot:
    snapshot = await games.start(player, rng.choice(list(CATALOGUE)))
    Acknowledged(snapshot.game_id, 0, "").tell(told)
    return snapshot


async def _another(
    games: Games, player: int, snapshot: GameSnapshot, rng: random.Random, told: Connection
) -> GameSnapshot:
    """Leave the game on the table in one of the ways there are."""
    way = rng.randrange(4)
    if way == 0 and not snapshot.state.is_final:
        snapshot = await games.give_up(player, expected=snapshot.board_version)
        Acknowledged(snapshot.game_id, snapshot.version, GIVE_UP).tell(told)
        return snapshot
    if way == 1 and snapshot.version and not snapshot.state.is_final:
        again = await games.restart(player, expected=snapshot.board_version)
        Acknowledged(snapshot.game_id, snapshot.version + 1, GIVE_UP).tell(told)
        Acknowledged(again.game_id, 0, "").tell(told)
        return again
    lines = [line for line in await games.unfinished(player) if line.moves < LONGEST_GAME // 2]
    if way == 2 and lines:
        return await games.resume(player, rng.choice(lines).game_id)
    return await _deal(games, player, rng, told)


async def _action(
    games: Games, player: int, snapshot: GameSnapshot, rng: random.Random, told: Connection
) -> GameSnapshot:
    """Play a legal move, or take one back, or play one again."""
    what = rng.random()
    moves = snapshot.game.legal_moves()
    try:
        if what < 0.1 or not moves:
            action, snapshot = UNDO, await games.undo(player, expected=snapshot.board_version)
        elif what < 0.2:
            action, snapshot = REDO, await games.redo(player, expected=snapshot.board_version)
        else:
            move = rng.choice(moves)
            action, snapshot = (
                str(move),
                await games.play(player, move, expected=snapshot.board_version),
            )
    except ServiceError:
        raise
    except ValueError:
        # There was nothing to take back or to play again.
        return snapshot
    Acknowledged(snapshot.game_id, snapshot.version, action).tell(told)
    return snapshot
