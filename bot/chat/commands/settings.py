"""The commands for what players and servers choose: settings, setup, privacy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.chat.privacy_page import show_privacy
from bot.chat.replies import answer
from bot.chat.setup_page import show_setup

if TYPE_CHECKING:
    from bot.chat.client import PatienceClient


@app_commands.command(description="How boards look, what a tap does, who sees your boards.")
async def settings(interaction: discord.Interaction[PatienceClient]) -> None:
    """Show the player's settings."""
    await interaction.client.boards.settings(interaction)


@app_commands.command(description="Where boards are public and the day's results are posted.")
@app_commands.default_permissions(manage_guild=True)
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
async def setup(interaction: discord.Interaction[PatienceClient]) -> None:
    """Show the server's setup to those who manage it."""
    await answer(interaction, show_setup(interaction, interaction.client.choices), private=True)


@app_commands.command(description="What is kept of you: see it, save it, delete it.")
async def privacy(interaction: discord.Interaction[PatienceClient]) -> None:
    """Show what is kept of the player."""
    await answer(interaction, show_privacy(interaction), private=True)


def add_to(tree: app_commands.CommandTree[PatienceClient]) -> None:
    """Add these commands to the tree."""
    tree.add_command(settings)
    tree.add_command(setup)
    tree.add_command(privacy)
