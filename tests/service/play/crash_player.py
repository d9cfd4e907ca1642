"""Players who play as fast as they can until their process is killed."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Final, Protocol

from bot.models.play import GameSnapshot
from bot.service.errors import ServiceError
from bot.service.play.games import Games
from bot.service.play.replay import GIVE_UP, REDO, UNDO
from bot.store.database.open import open_database
from engine import CATALOGUE

PLAYERS: Final = (1, 2, 3)
LONGEST_GAME: Final = 60


class Sink(Protocol):
    """Where acknowledgements go."""

    def send_bytes(self, sent: bytes, /) -> None:
        """Take one, at once."""


@dataclass(frozen=True)
class Acknowledged:
    """What a call that returned has acknowledged.

    Attributes:
        game_id: the game.
        version: its version after the call.
        action: the entry of its log at that version; empty for a game just dealt.
    """

    game_id: int
    version: int
    action: str

    def send(self, pipe: Sink) -> None:
        """Send this through a pipe."""
        pipe.send_bytes(f"{self.game_id} {self.version} {self.action}".encode("ascii"))

    @classmethod
    def receive(cls, pipe: Connection) -> Acknowledged:
        """Receive one from a pipe; raises EOFError at its end."""
        return cls.parse(pipe.recv_bytes())

    @classmethod
    def parse(cls, sent: bytes) -> Acknowledged:
        """What was sent with these bytes."""
        game_id, version, action = sent.decode("ascii").split(" ", 2)
        return cls(int(game_id), int(version), action)


def play_until_killed(url: str, seed: int, pipe: Connection) -> None:
    """Play forever, and acknowledge every call as soon as it returns."""
    asyncio.run(_play(url, seed, pipe))


async def _play(url: str, seed: int, pipe: Connection) -> None:
    async with open_database(url) as database, asyncio.TaskGroup() as group:
        games = Games(database)
        for player in PLAYERS:
            group.create_task(play_on(games, player, random.Random(seed * 10 + player), pipe))


async def play_on(games: Games, player: int, rng: random.Random, pipe: Sink) -> None:
    """Let one player play forever."""
    snapshot = await _deal(games, player, rng, pipe)
    while True:
        if snapshot.state.is_final or snapshot.version > LONGEST_GAME or rng.random() < 0.03:
            snapshot = await _leave(games, player, snapshot, rng, pipe)
        else:
            snapshot = await _action(games, player, snapshot, rng, pipe)


async def _deal(games: Games, player: int, rng: random.Random, pipe: Sink) -> GameSnapshot:
    snapshot = await games.start(player, rng.choice(list(CATALOGUE)))
    Acknowledged(snapshot.game_id, 0, "").send(pipe)
    return snapshot


async def _leave(
    games: Games, player: int, snapshot: GameSnapshot, rng: random.Random, pipe: Sink
) -> GameSnapshot:
    """Give up, restart, or leave the active game for another."""
    way = rng.randrange(4)
    if way == 0 and not snapshot.state.is_final:
        snapshot = await games.give_up(player, expected=snapshot.board_version)
        Acknowledged(snapshot.game_id, snapshot.version, GIVE_UP).send(pipe)
        return snapshot
    if way == 1 and snapshot.version and not snapshot.state.is_final:
        restarted = await games.restart(player, expected=snapshot.board_version)
        Acknowledged(snapshot.game_id, snapshot.version + 1, GIVE_UP).send(pipe)
        Acknowledged(restarted.game_id, 0, "").send(pipe)
        return restarted
    lines = [line for line in await games.unfinished(player) if line.moves < LONGEST_GAME // 2]
    if way == 2 and lines:
        return await games.resume(player, rng.choice(lines).game_id)
    return await _deal(games, player, rng, pipe)


async def _action(
    games: Games, player: int, snapshot: GameSnapshot, rng: random.Random, pipe: Sink
) -> GameSnapshot:
    """Play a legal move, undo or redo one."""
    draw = rng.random()
    moves = snapshot.game.legal_moves()
    try:
        if draw < 0.1 or not moves:
            action, snapshot = UNDO, await games.undo(player, expected=snapshot.board_version)
        elif draw < 0.2:
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
        # There was nothing to undo or redo.
        return snapshot
    Acknowledged(snapshot.game_id, snapshot.version, action).send(pipe)
    return snapshot
