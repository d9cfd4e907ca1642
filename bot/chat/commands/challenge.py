"""The commands about races: challenge, races."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.chat.autocomplete import game_choices
from bot.service.challenges import USUAL

if TYPE_CHECKING:
    from bot.chat.client import PatienceClient

_MOST_HOURS: Final = 1_000
_MOST_MINUTES: Final = 60_000
"""More than any race may last, yet little enough to count with."""


@app_commands.command(description="Challenge a player to a race on the same deal.")
@app_commands.describe(
    player="Who is to race against you",
    game="Which game to race in",
    hours="How many hours the race may last; a day unless you say",
    minutes="How many minutes it may last, or how many more than those hours",
)
async def challenge(
    interaction: discord.Interaction[PatienceClient],
    player: discord.User,
    game: str,
    hours: app_commands.Range[int, 0, _MOST_HOURS] | None = None,
    minutes: app_commands.Range[int, 0, _MOST_MINUTES] | None = None,
) -> None:
    """Ask another player for a race."""
    said = hours is not None or minutes is not None
    lasts = timedelta(hours=hours or 0, minutes=minutes or 0) if said else USUAL
    await interaction.client.races.ask(interaction, player, game, lasts)


@challenge.autocomplete("game")
async def _games(interaction: discord.Interaction[PatienceClient], typed: str) -> list[Choice[str]]:
    return game_choices(typed)


@app_commands.command(description="Your challenges and races, and how the last ones ended.")
async def races(interaction: discord.Interaction[PatienceClient]) -> None:
    """Show the player's challenges and races."""
    await interaction.client.races.show(interaction)


def add_to(tree: app_commands.CommandTree[PatienceClient]) -> None:
    """Add these commands to the tree."""
    tree.add_command(challenge)
    tree.add_command(races)
