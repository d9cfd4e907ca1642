"""The command for ratings, and the buttons that turn their pages."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.chat.ratings.views import own_ratings_view, ratings_view
from bot.chat.responding.components import on_press
from bot.chat.responding.responses import respond
from bot.service.contests.ratings import Ratings

if TYPE_CHECKING:
    from bot.chat.responding.context import Context, Interaction
    from bot.chat.responding.replies import Reply


class RatingsCog(commands.Cog):
    """Ratings of the players of races."""

    @app_commands.command(description="See how strong the players of this server's races are.")
    @app_commands.describe(page="Which page of the ratings")
    async def ratings(
        self, interaction: Interaction, page: app_commands.Range[int, 1, 100_000] = 1
    ) -> None:
        """Show the guild's ratings."""
        await respond(interaction, functools.partial(_ratings, page=page), private=True)


@on_press("ratings:{page:int}")
async def _turn_page(context: Context, page: int) -> Reply:
    # The page that is replaced is private already.
    return replace(await _ratings(context, page), private=False)


async def _ratings(context: Context, page: int) -> Reply:
    ratings = context.services[Ratings]
    await ratings.rate_finished()
    if context.guild_id is None:
        return own_ratings_view(await ratings.of_player(context.player, None))
    return ratings_view(await ratings.page(context.guild_id, context.player, page=page))
