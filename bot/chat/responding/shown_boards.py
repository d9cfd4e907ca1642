"""The live boards that this process has shown, in memory.

The token of an interaction, which edits a message without any permission, is kept nowhere else.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar
from weakref import WeakValueDictionary

if TYPE_CHECKING:
    import discord

    from bot.models import BoardMessage

    AnyInteraction = discord.Interaction[discord.Client]

_MAX_REMEMBERED: Final = 4096

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """A game's live board.

    Attributes:
        message: the message.
        private: whether only the player sees it.
        is_reachable: whether the bot, being in the channel, can edit it at any time.
        version: the version of the game that it shows; -1 if unknown.
        interaction: the one that posted or pressed it last, whose token edits it for 15 minutes;
            None if that was before a restart.
    """

    message: BoardMessage
    private: bool = False
    is_reachable: bool = True
    version: int = -1
    interaction: AnyInteraction | None = None


class ShownBoards:
    """The live boards shown lately, and each player's last word in private."""

    def __init__(self) -> None:
        """Begin with none."""
        self._boards: OrderedDict[int, ShownBoard] = OrderedDict()
        self._words: OrderedDict[int, AnyInteraction] = OrderedDict()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def lock(self, player: int) -> asyncio.Lock:
        """The lock under which a player's boards are posted, and edited as they type."""
        return self._locks.setdefault(player, asyncio.Lock())

    def get(self, game_id: int) -> ShownBoard | None:
        """A game's live board, if it is remembered."""
        return self._boards.get(game_id)

    def remember(self, game_id: int, board: ShownBoard) -> None:
        """Remember a game's live board."""
        _put(self._boards, game_id, board)

    def replace_word(
        self, player: int, interaction: AnyInteraction | None
    ) -> AnyInteraction | None:
        """Remember the interaction that was last answered with a word in private.

        Returns:
            The one before.
        """
        before = self._words.pop(player, None)
        if interaction is not None:
            _put(self._words, player, interaction)
        return before


def _put(values: OrderedDict[int, _Value], key: int, value: _Value) -> None:
    values[key] = value
    values.move_to_end(key)
    if len(values) > _MAX_REMEMBERED:
        values.popitem(last=False)
