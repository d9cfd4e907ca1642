"""Commands that explain: games, rules, help."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.chat.autocomplete import game_choices
from bot.chat.games_page import games_page
from bot.chat.replies import Reply, answer

if TYPE_CHECKING:
    from bot.chat.client import PatienceClient


@app_commands.command(name="help", description="How to play, in a minute.")
async def help_(interaction: discord.Interaction[PatienceClient]) -> None:
    """Show the help page."""
    await answer(interaction, interaction.client.boards.help(interaction.user.id), private=True)


@app_commands.command(description="The games you can play.")
async def games(interaction: discord.Interaction[PatienceClient]) -> None:
    """List the games."""
    await answer(interaction, _listed())


async def _listed() -> Reply:
    return replace(games_page(), private=True)


@app_commands.command(description="The rules of a game.")
@app_commands.describe(game="Which game")
async def rules(interaction: discord.Interaction[PatienceClient], game: str) -> None:
    """Explain a game."""
    work = interaction.client.boards.rules(interaction.user.id, game)
    await answer(interaction, work, private=True)


@rules.autocomplete("game")
async def _games(interaction: discord.Interaction[PatienceClient], typed: str) -> list[Choice[str]]:
    return game_choices(typed)


def add_to(tree: app_commands.CommandTree[PatienceClient]) -> None:
    """Add these commands to the tree."""
    tree.add_command(help_)
    tree.add_command(games)
    tree.add_command(rules)
