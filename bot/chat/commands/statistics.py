"""The commands that tell what was played and won: stats, serverstats."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.chat.autocomplete import game_choices, game_named
from bot.chat.replies import Reply, answer, note
from bot.chat.statistics_page import guild_page, player_page
from bot.i18n import _

if TYPE_CHECKING:
    from bot.chat.client import PatienceClient


@app_commands.command(description="What you have played and won, or somebody else in this server.")
@app_commands.describe(player="Whose; leave it out for yours", game="Of one game only")
async def stats(
    interaction: discord.Interaction[PatienceClient],
    player: discord.User | None = None,
    game: str | None = None,
) -> None:
    """Show a player's statistics."""
    whose = interaction.user.id if player is None else player.id
    await answer(interaction, _of_player(interaction, whose, game), private=True)


async def _of_player(
    interaction: discord.Interaction[PatienceClient], player: int, game: str | None
) -> Reply:
    client, asker = interaction.client, interaction.user.id
    chosen = None if game is None else game_named(game).id
    await client.statistics.require_visible(asker, player, interaction.guild_id)
    style = (await client.choices.of(asker)).style
    today = client.daily.today()
    figures = await client.statistics.of_player(player, today, chosen)
    return await player_page(figures, today, client.artist, style)


@stats.autocomplete("game")
async def _games(interaction: discord.Interaction[PatienceClient], typed: str) -> list[Choice[str]]:
    return game_choices(typed)


@app_commands.command(description="What has been played and won in this server, and by whom.")
async def serverstats(interaction: discord.Interaction[PatienceClient]) -> None:
    """Show the server's statistics."""
    await answer(interaction, _of_guild(interaction), private=True)


async def _of_guild(interaction: discord.Interaction[PatienceClient]) -> Reply:
    if interaction.guild_id is None:
        return note(_("These are the statistics of a server; type /serverstats in one."))
    client = interaction.client
    style = (await client.choices.of(interaction.user.id)).style
    figures = await client.statistics.of_guild(interaction.guild_id)
    return await guild_page(figures, client.artist, style)


def add_to(tree: app_commands.CommandTree[PatienceClient]) -> None:
    """Add these commands to the tree."""
    tree.add_command(stats)
    tree.add_command(serverstats)
