"""Commands that move cards: move, undo, redo."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.chat.autocomplete import move_choices
from bot.service import NoGame

if TYPE_CHECKING:
    from bot.chat.client import PatienceClient


@app_commands.command(
    description="Move cards by typing: 3-5, 3-5*2, w f, 7h 8s, or s for the stock."
)
@app_commands.describe(play="Where from and where to; choose from the legal moves as you type")
async def move(interaction: discord.Interaction[PatienceClient], play: str) -> None:
    """Play a move given as text."""
    await interaction.client.boards.move(interaction, play)


@move.autocomplete("play")
async def _legal_moves(
    interaction: discord.Interaction[PatienceClient], typed: str
) -> list[Choice[str]]:
    try:
        seat = await interaction.client.tables.current(interaction.user.id)
    except NoGame:
        return []
    return move_choices(seat.game.board, typed)


@app_commands.command(description="Take your last move back.")
async def undo(interaction: discord.Interaction[PatienceClient]) -> None:
    """Take the last move back."""
    await interaction.client.boards.undo(interaction)


@app_commands.command(description="Play the move you took back again.")
async def redo(interaction: discord.Interaction[PatienceClient]) -> None:
    """Play the move last taken back again."""
    tables = interaction.client.tables
    await interaction.client.boards.show(interaction, tables.redo(interaction.user.id))


def add_to(tree: app_commands.CommandTree[PatienceClient]) -> None:
    """Add these commands to the tree."""
    tree.add_command(move)
    tree.add_command(undo)
    tree.add_command(redo)
