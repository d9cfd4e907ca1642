"""The commands and presses of the guide."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.chat.games.difficulties import guild_win_counts
from bot.chat.games.names import find_game
from bot.chat.games.offers import complete_game
from bot.chat.games.pictures import draw_board, draw_games
from bot.chat.guide.house_rules import rules_reply
from bot.chat.guide.views import DifficultyPage, games_on_page, games_view, help_view, rules_view
from bot.chat.responding.components import on_press
from bot.chat.responding.responses import respond
from engine import Move, deal

if TYPE_CHECKING:
    from bot.chat.responding.context import Context, Interaction
    from bot.chat.responding.replies import Reply


class GuideCog(commands.Cog):
    """Help, the list of games, and their rules."""

    @app_commands.command(name="help", description="Learn how to play in a minute.")
    async def help_(self, interaction: Interaction) -> None:
        """Explain how to play."""
        await respond(interaction, _help, private=True)

    @app_commands.command(description="See all the games you can play, or the rules of one.")
    @app_commands.describe(game="Which game to explain; leave it out to see them all")
    @app_commands.autocomplete(game=complete_game)
    async def games(self, interaction: Interaction, game: str | None = None) -> None:
        """List the games, or explain one."""
        handler = _games if game is None else functools.partial(_rules, game=game)
        await respond(interaction, handler, private=True)


async def _help(context: Context) -> Reply:
    example = deal("klondike", 658)
    return help_view(await draw_board(context, example, hint=Move("1", "7")))


async def _games(context: Context) -> Reply:
    return replace(await _games_page(context, DifficultyPage()), private=True)


@on_press("games:{difficulty}:{page:int}")
async def _turn_page(context: Context, difficulty: str, page: int) -> Reply:
    return await _games_page(context, DifficultyPage(difficulty, page))


@on_press("shelf")
async def _choose_difficulty(context: Context, values: tuple[str, ...]) -> Reply:
    return await _games_page(context, DifficultyPage(values[0]))


async def _games_page(context: Context, at: DifficultyPage) -> Reply:
    wins = await guild_win_counts(context.interaction)
    thumbnails = await draw_games(context, (rules.id for rules in games_on_page(at, wins)))
    return games_view(at, wins=wins, thumbnails=thumbnails)


@on_press("rules:{rules_id}", updates=False, private=True)
async def _show_rules(context: Context, rules_id: str) -> Reply:
    wins = await guild_win_counts(context.interaction)
    return rules_view(find_game(rules_id), None, wins, offers_play=False)


@on_press("rules")
async def _choose_rules(context: Context, values: tuple[str, ...]) -> Reply:
    return await _rules(context, values[0])


async def _rules(context: Context, game: str) -> Reply:
    return await rules_reply(context, find_game(game))
