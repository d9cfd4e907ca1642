"""Commands that ask the solver: hint, odds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

if TYPE_CHECKING:
    from bot.chat.client import PatienceClient


@app_commands.command(description="The next good move, ringed on your board.")
@app_commands.describe(peek="Use all cards, those you cannot see too")
async def hint(interaction: discord.Interaction[PatienceClient], peek: bool = False) -> None:
    """Show a hint on the player's board."""
    await interaction.client.boards.hint(interaction, all_cards=peek)


@app_commands.command(description="Can I still win? And if not, since which move?")
async def odds(interaction: discord.Interaction[PatienceClient]) -> None:
    """Tell whether the player's game can still be won."""
    await interaction.client.boards.odds(interaction)


def add_to(tree: app_commands.CommandTree[PatienceClient]) -> None:
    """Add these commands to the tree."""
    tree.add_command(hint)
    tree.add_command(odds)
