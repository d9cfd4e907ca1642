"""Commands that ask the solver: hint, odds, solution."""

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


@app_commands.command(description="How your game is won. It counts as given up then; asks first.")
async def solution(interaction: discord.Interaction[PatienceClient]) -> None:
    """Ask whether the way to win the player's game is to be shown."""
    await interaction.client.boards.solution(interaction)


def add_to(tree: app_commands.CommandTree[PatienceClient]) -> None:
    """Add these commands to the tree."""
    tree.add_command(hint)
    tree.add_command(odds)
    tree.add_command(solution)
