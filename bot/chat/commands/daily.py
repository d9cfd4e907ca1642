"""The commands of the day's challenge: daily play."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

if TYPE_CHECKING:
    from bot.chat.client import PatienceClient

daily = app_commands.Group(name="daily", description="One deal a day, the same for everybody.")


@daily.command(name="play", description="Play today's deal, or see how you did.")
async def daily_play(interaction: discord.Interaction[PatienceClient]) -> None:
    """Put today's deal on the player's table."""
    await interaction.client.days.play(interaction)


def add_to(tree: app_commands.CommandTree[PatienceClient]) -> None:
    """Add the group to the tree."""
    tree.add_command(daily)
