"""The live boards that this process has shown, in memory.

The token of an interaction, which edits a message without any permission, is kept nowhere else.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary

if TYPE_CHECKING:
    import discord

    from bot.models.places import BoardMessage

    AnyInteraction = discord.Interaction[discord.Client]

_MAX_REMEMBERED: Final = 4096


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """A game's live board.

    Attributes:
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
    """The live boards shown lately, and each player's last private note."""

    def __init__(self) -> None:
        self._boards: OrderedDict[int, ShownBoard] = OrderedDict()
        self._notes: OrderedDict[int, AnyInteraction] = OrderedDict()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def lock(self, player: int) -> asyncio.Lock:
        """The lock under which a player's boards are posted, and edited as they type."""
        return self._locks.setdefault(player, asyncio.Lock())

    def get(self, game_id: int) -> ShownBoard | None:
        """A game's live board, if it is remembered."""
        return self._boards.get(game_id)

    def remember(self, game_id: int, board: ShownBoard) -> None:
        """Remember a game's live board."""
        self._boards[game_id] = board
        self._boards.move_to_end(game_id)
        if len(self._boards) > _MAX_REMEMBERED:
            self._boards.popitem(last=False)

    def replace_note(
        self, player: int, interaction: AnyInteraction | None
    ) -> AnyInteraction | None:
        """Remember the interaction last answered with a private note, and return the one before."""
        before = self._notes.pop(player, None)
        if interaction is not None:
            self._notes[player] = interaction
            if len(self._notes) > _MAX_REMEMBERED:
                self._notes.popitem(last=False)
        return before
