"""Replies to commands that never reached their players.

Discord tells a player whose command was answered too late that the application did not respond. The
command was played all the same, so one that is typed again is answered by the reply to the first.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    import discord

    from bot.chat.messages.replies import Reply

_SECONDS: Final = 120.0
"""How soon a player types a command again that seems to have failed."""
_MAX_REMEMBERED: Final = 256


@dataclass(frozen=True, slots=True)
class _Unseen:
    command: str
    reply: Reply
    until: float


class UnseenReplies:
    """Each player's last reply, if they have not seen it."""

    def __init__(self) -> None:
        """Begin with none."""
        self._replies: OrderedDict[int, _Unseen] = OrderedDict()

    def keep(self, interaction: discord.Interaction[discord.Client], reply: Reply) -> None:
        """Keep the reply to a command."""
        until = asyncio.get_running_loop().time() + _SECONDS
        self._replies[interaction.user.id] = _Unseen(_command(interaction), reply, until)
        self._replies.move_to_end(interaction.user.id)
        if len(self._replies) > _MAX_REMEMBERED:
            self._replies.popitem(last=False)

    def take(self, interaction: discord.Interaction[discord.Client]) -> Reply | None:
        """The reply to a command that is typed again; whatever else a player does drops it."""
        kept = self._replies.pop(interaction.user.id, None)
        if kept is None or kept.command != _command(interaction):
            return None
        return kept.reply if asyncio.get_running_loop().time() < kept.until else None


def _command(interaction: discord.Interaction[discord.Client]) -> str:
    """A command as typed in a channel; a press is no other press."""
    data: Mapping[str, Any] = interaction.data or {}  # untyped JSON
    return repr((interaction.type, interaction.channel_id, data.get("name"), data.get("options")))
