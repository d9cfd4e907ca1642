"""The commands for statistics."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.autocomplete import complete_game
from bot.chat.game_names import find_game
from bot.chat.messages.replies import text_reply
from bot.chat.pictures import draw_chart
from bot.chat.responding.responses import respond
from bot.chat.statistics.views import guild_charts, guild_view, player_charts, player_view
from bot.i18n import _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.chat.context import Context, Interaction
    from bot.chat.messages.replies import Reply
    from rendering import Picture
    from rendering.chart import Chart


class StatisticsCog(commands.Cog):
    """Statistics of players and guilds."""

    @app_commands.command(description="See what you, or another player here, have played and won.")
    @app_commands.describe(
        player="Whose statistics; leave it out for your own",
        game="Which game; leave it out for all of them",
    )
    @app_commands.autocomplete(game=complete_game)
    async def stats(
        self,
        interaction: Interaction,
        player: discord.User | None = None,
        game: str | None = None,
    ) -> None:
        """Show a player's statistics."""
        whose = interaction.user.id if player is None else player.id
        handler = functools.partial(_of_player, player=whose, game=game)
        await respond(interaction, handler, private=True)

    @app_commands.command(description="See what this server has played and won.")
    async def serverstats(self, interaction: Interaction) -> None:
        """Show the guild's statistics."""
        await respond(interaction, _of_guild, private=True)


async def _of_player(context: Context, player: int, game: str | None) -> Reply:
    rules_id = None if game is None else find_game(game).id
    service, today = context.services.statistics, context.services.daily.today()
    await service.require_visible(context.player, player, context.guild_id)
    statistics = await service.of_player(player, today, rules_id)
    charts = await _draw(context, player_charts(statistics, today))
    return player_view(statistics, charts)


async def _of_guild(context: Context) -> Reply:
    if context.guild_id is None:
        return text_reply(_("Only servers have these statistics. Type /serverstats in one."))
    today = context.services.daily.today()
    statistics = await context.services.statistics.of_guild(context.guild_id, today)
    charts = await _draw(context, guild_charts(statistics, today))
    return guild_view(statistics, charts)


async def _draw(context: Context, charts: Iterable[Chart]) -> tuple[Picture, ...]:
    """The charts drawn, without those that cannot be."""
    drawn = [await draw_chart(context, chart) for chart in charts]
    return tuple(chart for chart in drawn if chart is not None)
