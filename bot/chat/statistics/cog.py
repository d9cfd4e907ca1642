"""The commands for what a player and a server have played, and the buttons between their pages."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.games.offers import complete_game, game_meant
from bot.chat.games.pictures import draw_collection, draw_profile, faces_of
from bot.chat.play.boards import deal_reply, offers_resume
from bot.chat.responding.audience import boards_are_private
from bot.chat.responding.components import NotOffered, number_in, on_press
from bot.chat.responding.mentions import shown_name
from bot.chat.responding.replies import Reply, text_reply
from bot.chat.responding.responses import respond
from bot.chat.responding.shown_pages import show_page
from bot.chat.statistics.collection_views import (
    collection_view,
    drawn_collection,
    drawn_family,
    family_view,
)
from bot.chat.statistics.profile_views import badges_view, profile_picture, profile_view
from bot.chat.statistics.views import (
    draw_charts,
    guild_charts,
    guild_view,
    player_charts,
    player_view,
    ratings_view,
)
from bot.i18n import _
from bot.service.contests.ratings import Ratings
from bot.service.daily.daily import Daily
from bot.service.daily.leaderboards import Leaderboards
from bot.service.players.achievements import Tier
from bot.service.players.collections import collection_of
from bot.service.players.names import Names
from bot.service.players.statistics import Statistics

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.chat.responding.context import Context, Interaction
    from bot.service.players.profiles import Profile
    from bot.service.players.statistics import GuildStatistics
    from rendering import Picture


class StatisticsCog(commands.Cog):
    """What players and guilds have played and won."""

    @app_commands.command(
        description="See your level, badges, ratings and statistics, or another player's."
    )
    @app_commands.describe(
        player="Whose profile; leave it out for your own",
        game="Which game's statistics; leave it out for the profile",
    )
    @app_commands.autocomplete(game=complete_game)
    async def profile(
        self,
        interaction: Interaction,
        player: discord.User | None = None,
        game: str | None = None,
    ) -> None:
        """Show a player's profile, or their statistics of one game."""
        user = interaction.user if player is None else player
        if game is None:
            handler = functools.partial(_profile, player=user.id, name=shown_name(user))
        else:
            handler = functools.partial(_statistics, player=user.id, game=game)
        await respond(interaction, handler, private=True)

    @app_commands.command(description="See what this server has played and won, and its ratings.")
    async def server(self, interaction: Interaction) -> None:
        """Show the guild's statistics."""
        await respond(interaction, _guild_statistics, private=True)


@app_commands.context_menu(name="Profile")
async def profile_of(interaction: Interaction, user: discord.User) -> None:
    """Show the profile of whoever's menu it is."""
    handler = functools.partial(_profile, player=user.id, name=shown_name(user))
    await respond(interaction, handler, private=True)


@on_press("profile:{player:int}", in_place=True)
async def _back_to_profile(context: Context, player: int) -> Reply:
    names = await context.services[Names].of([player])
    return await _profile(context, player, names.get(player, ""))


async def _profile(context: Context, player: int, name: str) -> Reply:
    profile = await _visible_profile(context, player)
    ratings, guild = context.services[Ratings], context.guild_id
    overall = await ratings.of_player(player, None)
    here = None if guild is None else await ratings.of_player(player, guild)
    faces = await context.interaction.client.faces.of(context.interaction.client, [player])
    shown = profile_picture(profile, name, overall.shown, faces.get(player))
    picture = await draw_profile(context, shown)
    return profile_view(profile, picture, overall, here)


@on_press("badges:{tier:int}:{player:int}", updates=False, private=True)
async def _badges(context: Context, tier: int, player: int) -> Reply:
    if tier not in {one.value for one in Tier}:
        raise NotOffered
    return badges_view(await _visible_profile(context, player), Tier(tier))


async def _visible_profile(context: Context, player: int) -> Profile:
    service = context.services[Statistics]
    await service.require_visible(context.player, player, context.guild_id)
    return await service.profile(player, context.services[Daily].today())


@on_press("collection:{player:int}", in_place=True)
async def _collection(context: Context, player: int) -> Reply:
    view = await _collection_page(context, player)
    return view()


async def _collection_page(context: Context, player: int) -> Callable[[], Reply]:
    """A collection, drawn, as a function that makes a message of it."""
    families = collection_of((await _visible_profile(context, player)).career)
    name = (await context.services[Names].of([player])).get(player, "")
    picture = await draw_collection(context, drawn_collection(name, families))
    is_own = player == context.player
    return functools.partial(collection_view, player, families, picture, is_own=is_own)


@on_press("collection:{player:int}:family:{first:int}", in_place=True)
async def _choose_family(
    context: Context, player: int, first: int, values: tuple[str, ...]
) -> Reply:
    return await _family(context, player, number_in(values[0]))


@on_press("collection:{player:int}:{number:int}", in_place=True)
async def _family(context: Context, player: int, number: int) -> Reply:
    view = await _family_page(context, player, number)
    return view()


async def _family_page(context: Context, player: int, number: int) -> Callable[[], Reply]:
    """A family of a collection, drawn, as a function that makes a message of it."""
    families = collection_of((await _visible_profile(context, player)).career)
    if number >= len(families):
        raise NotOffered
    picture = await draw_collection(context, drawn_family(families[number]))
    is_own = player == context.player
    return functools.partial(family_view, player, families, number, picture, is_own=is_own)


@on_press("show:collection")
async def _show_collection(context: Context) -> Reply:
    view = await _collection_page(context, context.player)
    return await show_page(context, view(), view())


@on_press("show:collection:{number:int}")
async def _show_family(context: Context, number: int) -> Reply:
    view = await _family_page(context, context.player, number)
    return await show_page(context, view(), view())


@on_press("collection:play", updates=False, private=boards_are_private)
@offers_resume
async def _play(context: Context, values: tuple[str, ...]) -> Reply:
    """Deal a game that a collection lacks."""
    return await deal_reply(context, values[0])


@on_press("statistics:{player:int}", in_place=True)
@on_press("statistics:{player:int}:game", in_place=True)
async def _turn_to_statistics(context: Context, player: int, values: tuple[str, ...] = ()) -> Reply:
    return await _statistics(context, player, values[0] if values else None)


async def _statistics(context: Context, player: int, game: str | None) -> Reply:
    route = f"statistics:{player}:game"
    rules_id = None if game is None else game_meant(game, route).id
    service, today = context.services[Statistics], context.services[Daily].today()
    await service.require_visible(context.player, player, context.guild_id)
    statistics = await service.for_player(player, today, rules_id)
    charts = await draw_charts(context, player_charts(statistics, today))
    return player_view(statistics, charts)


@on_press("server", in_place=True)
async def _guild_statistics(context: Context) -> Reply:
    if context.guild_id is None:
        return text_reply(_("Only servers have these statistics. Type /server in one."))
    return guild_view(*await _guild_page(context, context.guild_id))


@on_press("show:server")
async def _show_guild(context: Context) -> Reply:
    if context.guild_id is None:
        return await _guild_statistics(context)
    found = await _guild_page(context, context.guild_id)
    return await show_page(context, guild_view(*found), guild_view(*found))


async def _guild_page(context: Context, guild: int) -> tuple[GuildStatistics, tuple[Picture, ...]]:
    today = context.services[Daily].today()
    statistics = await context.services[Statistics].for_guild(guild, today)
    month = await context.services[Leaderboards].month(guild, today)
    players = {best.player_id for best in month.days.values() if best is not None}
    faces = await faces_of(context.interaction.client, players)
    return statistics, await draw_charts(context, guild_charts(statistics, month, faces))


@on_press("show:ratings:{page:int}")
async def _show_ratings(context: Context, page: int) -> Reply:
    own, shown = await _ratings(context, page), await _ratings(context, page, is_own=False)
    return await show_page(context, own, shown)


@on_press("ratings:{page:int}", in_place=True)
async def _ratings(context: Context, page: int, *, is_own: bool = True) -> Reply:
    ratings, guild = context.services[Ratings], context.guild_id or 0
    await ratings.rate_finished()
    if not is_own:
        return ratings_view(await ratings.page(guild, 0, page=page))
    return ratings_view(
        await ratings.page(guild, context.player, page=page),
        here=await ratings.of_player(context.player, guild),
        overall=await ratings.of_player(context.player, None),
    )
