"""The command for a player's profile, and the buttons for their badges."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.components import on_press
from bot.chat.pictures import draw_profile
from bot.chat.profile.views import badges_view, profile_picture, profile_view
from bot.chat.responding.responses import respond
from bot.service import Tier

if TYPE_CHECKING:
    from bot.chat.context import Context, Interaction
    from bot.chat.messages.replies import Reply
    from bot.service import Profile


class ProfileCog(commands.Cog):
    """Players' profiles."""

    @app_commands.command(description="See your level, streaks, best games and badges.")
    @app_commands.describe(player="Whose profile; leave it out for your own")
    async def profile(self, interaction: Interaction, player: discord.User | None = None) -> None:
        """Show a player's profile."""
        user = interaction.user if player is None else player
        handler = functools.partial(_of_player, player=user.id, name=user.display_name)
        await respond(interaction, handler, private=True)


async def _of_player(context: Context, player: int, name: str) -> Reply:
    profile = await _visible_profile(context, player)
    ratings, guild = context.services.ratings, context.guild_id
    overall = await ratings.of_player(player, None)
    here = None if guild is None else await ratings.of_player(player, guild)
    picture = await draw_profile(context, profile_picture(profile, name, overall.shown))
    return profile_view(profile, picture, overall, here)


@on_press("badges:{tier:int}:{player}", updates=False, private=True)
async def _badges(context: Context, tier: int, player: str) -> Reply:
    return badges_view(await _visible_profile(context, int(player)), Tier(tier))


async def _visible_profile(context: Context, player: int) -> Profile:
    service = context.services.statistics
    await service.require_visible(context.player, player, context.guild_id)
    return await service.profile(player, context.services.daily.today())
