"""People who note Discord's first word on what they do, whether or not a message follows."""

from __future__ import annotations

import asyncio
import re
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from bot.models.play import BoardVersion
from local_discord.payload import Payload, payload_of, text_of
from local_discord.testing import InteractionFailed, Message, Person
from local_discord.testing.person import TIMEOUT_SECONDS

NAMES: Final = ("Ada", "Ben", "Chiyo", "Dmitri", "Erin", "Farid", "Greta", "Hugo")
"""Eight players, of whom a local Discord knows the first four from the start."""
_PICTURE: Final = re.compile(r"board-(\d+)-(\d+)\.(?:png|gif)")
_ON_BOARD: Final = re.compile(r"patience:\d+:\d+:(?:back|play|redo|tap|undo)\b.*")
_TASKS: Final = ("CommandTree", "discord.py: on_interaction")
"""How the names of the tasks begin in which the bot answers interactions."""


@dataclass(frozen=True, slots=True)
class Word:
    """The first word on an action: a message, "thinking …", or that there is none.

    Attributes:
        seconds: how long it took.
        message: the id of the message that came or was changed; empty if there is none.
        pending: whether that message's content is still to come.
        failed: what Discord said in place of a response; empty if there was one.
    """

    seconds: float
    message: str = ""
    pending: bool = False
    failed: str = ""


class Player(Person):
    """A person whose actions end with the first word on them."""

    async def types(self, channel: str, command: str, **options: object) -> Word:
        """Run a slash command."""
        return await self._word(self._command_frame("command", channel, command, options))

    async def presses(self, message: Message, custom_id: str) -> Word:
        """Press a button."""
        return await self._word(self._press_frame(message, None, custom_id))

    async def chooses(self, message: Message, custom_id: str, value: str) -> Word:
        """Choose from a select."""
        frame = self._press_frame(message, None, custom_id)
        return await self._word(frame | {"component_type": 3, "values": [value]})

    async def _word(self, frame: Payload) -> Word:
        begun = time.monotonic()
        try:
            reply = await self._perform(frame)
        except InteractionFailed as failed:
            return Word(time.monotonic() - begun, failed=str(failed))
        seconds = time.monotonic() - begun
        return Word(seconds, text_of(reply["message"]), pending=bool(reply["pending"]))

    @property
    def thinking(self) -> set[str]:
        """The ids of the messages that say "thinking …"."""
        return {one.id for one in self.messages.values() if one.loading}


def board_of(message: Message) -> BoardVersion | None:
    """The board that a message shows a picture of."""
    for one in message.media:
        name = text_of(payload_of(one["media"])["url"]).rsplit("/", 1)[-1]
        if found := _PICTURE.fullmatch(name):
            return BoardVersion(int(found[1]), int(found[2]))
    return None


def custom_id(message: Message, ending: str) -> str:
    """The custom id of a message's button by its ending."""
    return next(one.custom_id for one in message.buttons if one.custom_id.endswith(ending))


def moves_on(message: Message) -> list[str]:
    """The custom ids of the enabled buttons that act on a message's board."""
    ids = [one.custom_id for one in message.buttons if not one.disabled]
    return [*filter(_ON_BOARD.fullmatch, ids)]


async def until_answered(seconds: float = TIMEOUT_SECONDS) -> None:
    """Wait until a bot of this process works on no interaction any more.

    Raises:
        TimeoutError: if it still does after some seconds.
    """
    async with asyncio.timeout(seconds):
        while busy := [one for one in asyncio.all_tasks() if one.get_name().startswith(_TASKS)]:
            await asyncio.wait(busy)


async def until_told(player: Player, *, before: set[str]) -> bool:
    """Wait until a player has every answer; whether none says "thinking …" for ever.

    Args:
        player: the player.
        before: the messages that did so before.
    """
    await until_answered()
    await player.open("patience")  # What was sent before comes before the answer to this.
    with suppress(AssertionError):
        await player.wait_until(lambda: player.thinking <= before, "answer", seconds=5)
    return player.thinking <= before
