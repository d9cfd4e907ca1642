"""The command for what players choose: settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

if TYPE_CHECKING:
    from bot.chat.client import PatienceClient


@app_commands.command(description="How boards look, what a tap does, who sees your boards.")
async def settings(interaction: discord.Interaction[PatienceClient]) -> None:
    """Show the player's settings."""
    await interaction.client.boards.settings(interaction)


def add_to(tree: app_commands.CommandTree[PatienceClient]) -> None:
    """Add this command to the tree."""
    tree.add_command(settings)
