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


def play_until_killed(address: str, seed: int, told: Connection) -> None:
    """Play at a database, and tell of every call as soon as it has returned; never comes back."""
    asyncio.run(_play(address, seed, told))


async def _play(address: str, seed: int, told: Connection) -> None:
    async with open_database(address) as store, asyncio.TaskGroup() as group:
        tables = Games(store)
        for player in PLAYERS:
            group.create_task(_player(tables, player, random.Random(seed * 10 + player), told))


async def _player(tables: Games, player: int, rng: random.Random, told: Connection) -> None:
    seat = await _deal(tables, player, rng, told)
    while True:
        if seat.state.is_final or seat.version > LONGEST_GAME or rng.random() < 0.03:
            seat = await _another(tables, player, seat, rng, told)
        else:
            seat = await _action(tables, player, seat, rng, told)


async def _deal(tables: Games, player: int, rng: random.Random, told: Connection) -> GameSnapshot:
    seat = await tables.start(player, rng.choice(list(CATALOGUE)))
    Acknowledged(seat.game_id, 0, "").tell(told)
    return seat


async def _another(
    tables: Games, player: int, seat: GameSnapshot, rng: random.Random, told: Connection
) -> GameSnapshot:
    """Leave the game on the table in one of the ways there are."""
    way = rng.randrange(4)
    if way == 0 and not seat.state.is_final:
        seat = await tables.give_up(player, expected=seat.board_version)
        Acknowledged(seat.game_id, seat.version, GIVE_UP).tell(told)
        return seat
    if way == 1 and seat.version and not seat.state.is_final:
        again = await tables.restart(player, expected=seat.board_version)
        Acknowledged(seat.game_id, seat.version + 1, GIVE_UP).tell(told)
        Acknowledged(again.game_id, 0, "").tell(told)
        return again
    lines = [line for line in await tables.unfinished(player) if line.moves < LONGEST_GAME // 2]
    if way == 2 and lines:
        return await tables.resume(player, rng.choice(lines).game_id)
    return await _deal(tables, player, rng, told)


async def _action(
    tables: Games, player: int, seat: GameSnapshot, rng: random.Random, told: Connection
) -> GameSnapshot:
    """Play a legal move, or take one back, or play one again."""
    what = rng.random()
    moves = seat.game.legal_moves()
    try:
        if what < 0.1 or not moves:
            action, seat = UNDO, await tables.undo(player, expected=seat.board_version)
        elif what < 0.2:
            action, seat = REDO, await tables.redo(player, expected=seat.board_version)
        else:
            move = rng.choice(moves)
            action, seat = str(move), await tables.play(player, move, expected=seat.board_version)
    except ServiceError:
        raise
    except ValueError:
        # There was nothing to take back or to play again.
        return seat
    Acknowledged(seat.game_id, seat.version, action).tell(told)
    return seat
