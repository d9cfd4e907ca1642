"""Players who press buttons inside the local Discord's own process, which costs next to nothing."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from local_discord import LocalDiscord
from local_discord.enums import InteractionType
from local_discord.events import Event, MessageCreated, MessageUpdated
from local_discord.fixtures import Channel, Guild, User
from local_discord.guilds import shard_of
from local_discord.interactions import MessageResponse
from local_discord.message import Message, component_tree
from local_discord.payload import Payload, text_of
from local_discord.user_actions import command_data, component_data

GAME: Final = "saratoga"
"""A game whose stock can be turned for ever, so that every press is a move."""
COMMAND, COMPONENT = InteractionType.COMMAND, InteractionType.COMPONENT
_STOCK: Final = re.compile(r"patience:(\d+):(\d+):tap:s")
_FIRST_PLAYER: Final = 2_000_000_000_000_000_000
_ATTEMPTS: Final = 5
"""How often to ask for a game."""
_PAUSE_SECONDS: Final = 2.0
"""How soon to ask again."""
_WAIT_SECONDS: Final = 15.0
"""How long to wait for what the bot promised within Discord's three seconds."""


@dataclass(frozen=True, slots=True)
class Press:
    """What came of a press.

    Attributes:
        began: seconds since the presses began.
        seconds: how long the new board took; None if there was none.
        shard: where.
    """

    began: float
    seconds: float | None
    shard: int


@dataclass(slots=True)
class Shown:
    """What a player did and was shown of their one game.

    Attributes:
        player: the player's id.
        deal: the number of the deal.
        asked: how often the player asked for it.
        game_id: the game; 0 before it is dealt.
        version: the newest version of it that was shown.
        is_unsure: whether a press on it had no answer, and may have moved or not. However many
            had none, at most one may have: they were on the same version.
        presses: all presses.
        wrong: what must not have been shown, a sentence each.
    """

    player: int
    deal: int
    asked: int = 0
    game_id: int = 0
    version: int = 0
    is_unsure: bool = False
    presses: int = 0
    wrong: list[str] = field(default_factory=list)

    def note(self, game_id: int, version: int) -> bool:
        """Note a board; whether it is newer than the one before."""
        if self.game_id and not (game_id == self.game_id and version in self.possible):
            shown = f"game {game_id} at {version}"
            self.wrong.append(f"{shown}, not {self.game_id} at {self.possible}")
        is_newer = not self.game_id or version > self.version
        if is_newer:
            self.game_id, self.version, self.is_unsure = game_id, version, False
        return is_newer

    @property
    def possible(self) -> tuple[int, ...]:
        """The versions that the game may have."""
        return (self.version, self.version + 1) if self.is_unsure else (self.version,)


@dataclass(slots=True)
class Player:
    """A player in a channel.

    Attributes:
        message_id: the message that shows the game; 0 before there is one.
    """

    user: User
    channel: Channel
    shard: int
    shown: Shown
    message_id: int = 0


class Crowd:
    """Players in channels of guilds of every shard.

    Args:
        local: the local Discord they are in.
        guilds: a guild for each of them.
        shards: the number of shards.
    """

    def __init__(self, local: LocalDiscord, guilds: list[Guild], shards: int) -> None:
        self.players = [
            _player(local, guild, number, shards) for number, guild in enumerate(guilds)
        ]
        self._local = local
        self._waiting: dict[int, asyncio.Future[None]] = {}

    async def deal(self, at_once: int) -> None:
        """Deal every player a game; raises TimeoutError if one gets none."""
        waiting = iter(self.players)
        with self._local.state.listening(self._on_event):
            await asyncio.gather(*(self._deal_some(waiting) for _ in range(at_once)))

    async def press(self, seconds: float, at_once: int, rate: float | None = None) -> list[Press]:
        """Let the players press in turn for some time, and say what came of each press.

        Args:
            seconds: for how long.
            at_once: how many press at the same time at most.
            rate: presses a second; None for as many as there can be.
        """
        done: list[Press] = []
        idle: asyncio.Queue[Player] = asyncio.Queue()
        for player in self.players:
            idle.put_nowait(player)
        began = time.perf_counter()
        starts = _starts(rate)

        async def go_on() -> None:
            for start in starts:
                if start >= seconds or time.perf_counter() - began >= seconds:
                    return
                await asyncio.sleep(began + start - time.perf_counter())
                begin = time.perf_counter() if rate is None else began + start
                player = await idle.get()
                answered = await self._press(player)
                took = time.perf_counter() - begin if answered else None
                done.append(Press(begin - began, took, player.shard))
                idle.put_nowait(player)

        with self._local.state.listening(self._on_event):
            await asyncio.gather(*(go_on() for _ in range(at_once)))
        return done

    def _on_event(self, event: Event) -> None:
        if isinstance(event, MessageCreated | MessageUpdated) and not event.message.loading:
            waiting = self._waiting.pop(event.message.id, None)
            if waiting is not None and not waiting.done():
                waiting.set_result(None)

    async def _deal_some(self, waiting: Iterator[Player]) -> None:
        for player in waiting:
            named = {"game": GAME, "deal": str(player.shown.deal)}
            options: list[Payload] = [{"name": key, "value": named[key]} for key in named]
            state = self._local.state
            data = command_data(
                state, player.user, player.channel, "play", [], options, complete=True
            )
            while True:
                player.shown.asked += 1
                if _note(player, await self._send(COMMAND, player, data, name="play")):
                    break
                if player.shown.asked == _ATTEMPTS:
                    raise TimeoutError(f"{player.user.name} is dealt no game")
                await asyncio.sleep(_PAUSE_SECONDS)

    async def _press(self, player: Player) -> bool:
        """Turn the stock of a player's game; whether that shows a newer board."""
        state = self._local.state
        message = state.message(player.channel.id, player.message_id)
        if message is None:
            raise LookupError(f"the board of {player.user.name} is gone")
        # An answer may have come after it was waited for.
        _note(player, message)
        shown = player.shown
        button = f"patience:{shown.game_id}:{shown.version}:tap:s"
        data = component_data(state, player.channel, message, button, None)
        shown.presses += 1
        shown.is_unsure = True
        return _note(player, await self._send(COMPONENT, player, data, message=message))

    async def _send(
        self,
        kind: InteractionType,
        player: Player,
        data: Payload,
        *,
        message: Message | None = None,
        name: str = "",
    ) -> Message | None:
        """What an action shows once that is complete; None if nothing comes of it."""
        outcome = await self._local.interactions.send(
            kind, player.user, player.channel, data, message=message, name=name
        )
        if not isinstance(outcome, MessageResponse) or outcome.message_id is None:
            return None
        if outcome.pending:
            waiting = asyncio.get_running_loop().create_future()
            self._waiting[outcome.message_id] = waiting
            try:
                await asyncio.wait_for(waiting, _WAIT_SECONDS)
            except TimeoutError:
                return None
        return self._local.state.message(player.channel.id, outcome.message_id)


def _note(player: Player, message: Message | None) -> bool:
    """Note the board that a message shows; whether it is a newer one."""
    found = board_of(message) if message is not None else None
    if message is None or found is None:
        return False
    is_newer = player.shown.note(*found)
    if is_newer:
        player.message_id = message.id
    return is_newer


def board_of(message: Message) -> tuple[int, int] | None:
    """The game and its version on whose board a message has a button for the stock."""
    for component in component_tree(message.components):
        if found := _STOCK.fullmatch(text_of(component.get("custom_id"))):
            return int(found[1]), int(found[2])
    return None


def _player(local: LocalDiscord, guild: Guild, number: int, shards: int) -> Player:
    user = User(_FIRST_PLAYER + number, f"player{number}", f"Player {number}", "en-GB")
    local.state.users[user.id] = user
    channel = local.state.channel(guild.channels[0].id)
    return Player(user, channel, shard_of(guild.id, shards), Shown(user.id, deal=1 + number))


def _starts(rate: float | None) -> Iterator[float]:
    """When presses begin, in seconds."""
    number = 0
    while True:
        yield 0.0 if rate is None else number / rate
        number += 1
