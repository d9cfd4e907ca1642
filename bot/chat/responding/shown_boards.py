"""The live boards that this process has shown, in memory.

The token of an interaction, which edits a message without any permission, is kept nowhere else.
The interaction itself would keep the message that was pressed.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary

from discord.utils import utcnow

from bot.recent import Recent

if TYPE_CHECKING:
    from datetime import datetime

    import discord

    from bot.models.places import BoardMessage

_MAX_REMEMBERED: Final = 4096


@dataclass(frozen=True, slots=True)
class Token:
    """What is kept of an interaction: with what its messages are edited, until it expires."""

    interaction_id: int
    followup: discord.Webhook
    expires_at: datetime

    @classmethod
    def of(cls, interaction: discord.Interaction[discord.Client]) -> Token:
        """The token of an interaction."""
        return cls(interaction.id, interaction.followup, interaction.expires_at)

    @property
    def is_expired(self) -> bool:
        """Whether Discord does not take it any more."""
        return utcnow() >= self.expires_at


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """A game's live board.

    Attributes:
        is_reachable: whether the bot, being in the channel, can edit it at any time.
        version: the version of the game that it shows; -1 if unknown.
        token: that of the interaction that posted or pressed it last; None if that was before a
            restart.
    """

    message: BoardMessage
    private: bool = False
    is_reachable: bool = True
    version: int = -1
    token: Token | None = None


@dataclass(frozen=True, slots=True)
class PrivateNote:
    """A note that its player alone sees."""

    message_id: int
    token: Token


class ShownBoards:
    """The live boards shown lately, and each player's last private note."""

    def __init__(self) -> None:
        self._boards = Recent[int, ShownBoard](_MAX_REMEMBERED)
        self._notes = Recent[int, PrivateNote](_MAX_REMEMBERED)
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

    def forget(self, game_id: int) -> None:
        """Forget a game's live board, which its message no longer shows."""
        self._boards.pop(game_id, None)

    def replace_note(self, player: int, note: PrivateNote | None) -> PrivateNote | None:
        """Remember the last private note to a player, and return the one before."""
        before = self._notes.pop(player, None)
        if note is not None:
            self._notes[player] = note
        return before
