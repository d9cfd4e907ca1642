"""Where in Discord something is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """A channel in Discord; without a server, direct messages."""

    channel_id: int
    guild_id: int | None = None


@dataclass(frozen=True, slots=True)
class BoardMessage:
    """A message that shows a game's board, or something else."""

    place: Place
    message_id: int

    @property
    def url(self) -> str:
        """The address that leads to it."""
        guild = self.place.guild_id or "@me"
        return f"https://discord.com/channels/{guild}/{self.place.channel_id}/{self.message_id}"
