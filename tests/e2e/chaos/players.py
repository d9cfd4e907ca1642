"""Players who act at random, and hold every board that they are shown against the store."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from bot.models.play import BoardVersion
from engine import Game
from local_discord.payload import Payload, payload_of
from local_discord.testing import InteractionFailed, Message
from tests.e2e.chaos.ledger import Ledger, cards_of
from tests.e2e.player import Player, Word, board_of, moves_on

CHANNELS: Final = ("patience", "general", "lounge", "games", "dm")
GAMES: Final = ("phoenix", "klondike", "freecell", "saratoga", "cassim")
_RACES: Final = ("Join", "Ready", "Start", "My board", "End here")
_MOVES: Final = re.compile(r"(\d+) moves? ·")
_SECONDS_LATE: Final = 20.0
"""How long an action that was not acknowledged may still be played."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A board as a player was shown it.

    Attributes:
        moves: how many moves the message names.
        alt: the picture's description.
    """

    board: BoardVersion
    moves: int
    alt: str


class ChaosPlayer(Player):
    """A player who acts at random.

    Attributes:
        ledger: the store.
        random: what decides.
        where: the channel the player is in just now.
        words: the first words on what the player did.
        shown: the boards of the player's own that they were shown.
        wrong: what must not be, a sentence each.
    """

    ledger: Ledger
    random: random.Random
    _has_begun = False

    def begin(self, ledger: Ledger, seed: int) -> None:
        """Begin with nothing."""
        self.ledger = ledger
        self.random = random.Random(seed)
        self.where = self.random.choice(CHANNELS)
        self.words: list[Word] = []
        self.shown: list[Shown] = []
        self.wrong: list[str] = []
        self._games: set[int] = set()
        self._played = 0
        self._late: list[float] = []
        self._has_begun = True

    def _handle(self, frame: Payload) -> None:
        super()._handle(frame)
        if frame["op"] in ("message_create", "message_update") and self._has_begun:
            self._see(Message(payload_of(frame["message"])))

    def _see(self, message: Message) -> None:
        """Note a board."""
        board = board_of(message)
        if board is not None:
            named = _MOVES.search(message.text)
            self.shown.append(Shown(board, int(named[1]) if named else -1, message.alt))

    async def live(self, until: float) -> None:
        """Act until a moment of the monotonic clock."""
        await self._deal()
        acts = self._press, self._type_move, self._type, self._deal, self._race, self._dismiss
        while time.monotonic() < until:
            [act] = self.random.choices(acts, (10, 4, 4, 1, 1, 1))
            await act()
            await asyncio.sleep(self.random.uniform(0.05, 0.4))

    async def _deal(self) -> None:
        self.where = self.random.choice(CHANNELS)
        game, number = self.random.choice(GAMES), str(self.random.randint(1, 99))
        await self._do(0, lambda: self.types(self.where, "play", game=game, deal=number))

    async def _press(self) -> None:
        """Press a button of the newest board, or of an old one, and at times twice at once."""
        boards = [one for one in self.messages.values() if self._is_own(one) and moves_on(one)]
        if not boards:
            return
        newest = max(boards, key=_age)
        board = self.random.choice(boards) if self.random.random() < 0.1 else newest
        custom_id = self.random.choice(moves_on(board))
        times = 2 if self.random.random() < 0.15 else 1
        await self._do(1, *(lambda: self.presses(board, custom_id) for _ in range(times)))

    def _is_own(self, message: Message) -> bool:
        board = board_of(message)
        return board is not None and board.game_id in self._games

    async def _type_move(self) -> None:
        with suppress(InteractionFailed):
            choices = await self.choices(self.where, "type move", focused="play")
            if choices:
                move = self.random.choice(choices).value
                await self._do(1, lambda: self.types(self.where, "type move", play=move))

    async def _type(self) -> None:
        command = self.random.choice(("type undo", "type redo", "board", "type move"))
        options = {"play": "s"} if command == "type move" else {}
        await self._do(int(command != "board"), lambda: self.types(self.where, command, **options))

    async def _race(self) -> None:
        """Open a table, or take part in a race that is in sight."""
        offered = [
            (one, button.custom_id)
            for one in self.messages.values()
            for button in one.buttons
            if button.label in _RACES and not button.disabled
        ]
        if offered and self.random.random() < 0.8:
            message, custom_id = self.random.choice(offered)
            await self._do(0, lambda: self.presses(message, custom_id))
        else:
            await self._do(0, lambda: self.types(self.where, "race start", game="klondike"))

    async def _dismiss(self) -> None:
        """Dismiss a private message, or delete a board."""
        mine = [one for one in self.messages.values() if one.ephemeral or self._is_own(one)]
        if mine:
            gone = self.random.choice(mine)
            await self.send({"op": "delete", "channel": gone.channel, "message": gone.id})

    async def _do(self, plays: int, *acts: Callable[[], Awaitable[Word]]) -> None:
        """Act, at once if there are several acts, of which but one may count.

        Args:
            plays: how many actions may be stored.
            acts: what to do.
        """
        now = time.monotonic()
        self._late = [one for one in self._late if now - one < _SECONDS_LATE]
        words = await asyncio.gather(*(act() for act in acts))
        self.words += words
        stored = await self.ledger.played(self.id)
        played, self._played = stored - self._played, stored
        self._games = await self.ledger.games(self.id)
        if played > plays + len(self._late):
            self.wrong.append(f"{played} actions were stored where {plays} was taken")
        del self._late[: max(played - plays, 0)]
        if plays > played and any(word.failed or word.pending for word in words):
            self._late.append(now)
        if any(word.failed for word in words):
            # Nobody types on at once.
            await asyncio.sleep(self.random.uniform(0.3, 1))

    async def misled(self) -> list[str]:
        """What was shown and is not what the rules make of the stored games, a sentence each."""
        wrong = []
        games = {one: await self.ledger.replay(one) for one in self._games}
        for one in dict.fromkeys(self.shown):
            versions = games.get(one.board.game_id, [])
            if one.board.version < len(versions):
                wrong += _differences(one, versions[one.board.version])
            elif versions:
                wrong.append(f"{one.board} was shown and is lost")
        return wrong


def _age(message: Message) -> tuple[int, int]:
    """A number for the games, and in each for its versions, that grows."""
    board = board_of(message)
    return (0, 0) if board is None else (board.game_id, board.version)


def _differences(shown: Shown, game: Game) -> list[str]:
    """How a board that was shown differs from that of a game."""
    wrong = []
    if shown.moves not in (-1, len(game.moves)):
        wrong.append(f"{shown.board} was shown with {shown.moves} moves, not {len(game.moves)}")
    if not game.board.is_won and cards_of(game) not in shown.alt:
        wrong.append(f"{shown.board} was shown with other cards: {shown.alt}")
    return wrong
