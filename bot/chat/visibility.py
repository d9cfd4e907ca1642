"""Where boards are for their player alone: as they chose, as the server chose, and in races.

In a race the other would see the way on a board that is shown to all.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from bot.service import ServiceError
from bot.store import StoreError
from bot.store.challenges import is_racing

if TYPE_CHECKING:
    from collections.abc import Iterator

    import discord

    from bot.chat.client import PatienceClient
    from bot.service import Games, PreferenceService

    Interaction = discord.Interaction[PatienceClient]

_SHORT: Final = 1.0
"""Seconds to wait for the database before a command is answered."""


class Seclusion:
    """Knows which boards are for their player alone."""

    def __init__(self, tables: Games, choices: PreferenceService) -> None:
        """Go by what players and servers chose, and by what is raced on at the tables."""
        self._tables = tables
        self._choices = choices

    async def hides(self, interaction: Interaction, game_id: int | None = None) -> bool:
        """Whether a board is for its player alone where an interaction happens.

        Args:
            interaction: what is to be answered with a board.
            game_id: the number of its game; None for the one on the player's table.
        """
        try:
            async with asyncio.timeout(_SHORT):
                if not (await self._choices.of(interaction.user.id)).public:
                    return True
                if interaction.guild_id is not None:
                    channels = (await self._choices.of_guild(interaction.guild_id)).channels
                    if channels and not channels & set(_channels_of(interaction)):
                        return True
                return await self.is_raced_on(interaction.user.id, game_id)
        except (StoreError, TimeoutError):
            # What is asked for will fail for the same cause, and say so.
            return True

    async def is_raced_on(self, player: int, game_id: int | None = None) -> bool:
        """Whether a game is part of a race that runs.

        Args:
            player: whose game it is.
            game_id: the number of the game; None for the one on the player's table.

        Raises:
            StoreUnavailable: when the database cannot be reached.
        """
        try:
            seat = await (
                self._tables.current(player) if game_id is None else self._tables.at(game_id)
            )
        except ServiceError:
            return False
        # A game that is in no race never comes into one; whether its race still runs is asked.
        return seat.raced and await is_racing(self._tables.store, seat.game_id)


def _channels_of(interaction: Interaction) -> Iterator[int]:
    """The ids of the channel of an interaction and, of a thread, the channel it belongs to."""
    if interaction.channel_id is not None:
        yield interaction.channel_id
    parent = getattr(interaction.channel, "parent_id", None)
    if parent is not None:
        yield parent
