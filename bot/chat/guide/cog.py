"""The commands and presses of the guide, and the form and page of house rules."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.games.names import find_game
from bot.chat.games.offers import complete_game, game_meant
from bot.chat.games.pictures import draw_board, draw_games
from bot.chat.games.traits import guild_win_counts
from bot.chat.guide.views import DifficultyPage, games_on_page, games_view, help_view, rules_view
from bot.chat.guide.words import draw_words
from bot.chat.responding.components import on_press, toggle
from bot.chat.responding.context import with_guild_preferences, with_preferences
from bot.chat.responding.forms import form, select_field
from bot.chat.responding.replies import Reply, text_reply
from bot.chat.responding.responses import respond
from bot.i18n import N_, _, ngettext, translate
from bot.service.preferences import PreferenceService
from engine import HouseRules, Move, deal, house_rules
from engine.house_rules import SETTINGS, settings_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.chat.responding.components import Component, Entries
    from bot.chat.responding.context import Context, Interaction
    from bot.chat.responding.forms import Field
    from engine import Rules


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
    return help_view(
        await draw_board(context, example, hint=Move("1", "7")), await draw_words(context)
    )


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
    return await rules_reply(context, game_meant(game, "rules"))


_LABELS: Final = {
    "draw": N_("Cards turned from the stock at once"),
    "redeals": N_("Redeals"),
    "fill": N_("What fills an empty pile"),
    "cells": N_("Cells"),
}
"""The labels of the form's fields."""


async def rules_reply(context: Context, rules: Rules) -> Reply:
    """The page that explains a game, or house rules."""
    picture = await draw_board(context, deal(rules.id, 1))
    toggles = [*_toggles(context, rules)] if isinstance(rules, HouseRules) else []
    wins = await guild_win_counts(context.interaction)
    return rules_view(rules, picture, wins, toggles=toggles)


def _toggles(context: Context, rules: HouseRules) -> Iterator[Component]:
    """The buttons that put house rules on lists, and take them off."""
    is_own = rules.id in context.preferences.house_rules
    yield toggle(f"house:player:{rules.id}", _("On my list"), is_on=is_own)
    if context.guild_id is not None and context.interaction.permissions.manage_guild:
        is_on = rules.id in context.guild_preferences.house_rules
        yield toggle(f"house:guild:{rules.id}", _("On this server's list"), is_on=is_on)


@on_press("house:{rules_id}", updates=False, private=True)
async def _ask(_context: Context, rules_id: str) -> Reply:
    rules = find_game(rules_id)
    base = rules.base if isinstance(rules, HouseRules) else rules
    title = f"{_('House rules')} · {_(base.title)}"
    fields = [_field(name, rules, values) for name, values in settings_of(rules).items()]
    return form(f"house:made:{rules.id}", title, fields)


def _field(name: str, rules: Rules, values: tuple[str, ...]) -> Field:
    setting = SETTINGS[name]
    options = [
        discord.SelectOption(
            label=translate(setting.word(value)),
            value=value,
            description=_passes(value) if name == "redeals" and rules.has_waste else None,
            default=value == setting.value(rules),
        )
        for value in values
    ]
    return select_field(name, _(_LABELS[name]), options)


def _passes(redeals: str) -> str | None:
    """How often one goes through the stock with so many redeals."""
    if not redeals.isdigit():
        return None
    passes = int(redeals) + 1
    return ngettext("{number} pass through the stock", "{number} passes through the stock", passes)


@on_press("house:made:{rules_id}")
async def _make(context: Context, rules_id: str, entries: Entries) -> Reply:
    values = {name: chosen[0] for name, chosen in entries.items() if chosen}
    rules = house_rules(rules_id, **values)
    if isinstance(rules, HouseRules):
        context = await _listed(context, rules, is_on=True)
    return await _page(context, rules)


@on_press("house:player:{rules_id}")
async def _toggle_own(context: Context, rules_id: str) -> Reply:
    rules = find_game(rules_id)
    is_on = rules.id in context.preferences.house_rules
    return await _page(await _listed(context, rules, is_on=not is_on), rules)


@on_press("house:guild:{rules_id}")
async def _toggle_guild(context: Context, rules_id: str) -> Reply:
    guild, rules = context.guild_id, find_game(rules_id)
    if guild is None or not context.interaction.permissions.manage_guild:
        return text_reply(_("Only those who may manage this server can change its list."))
    is_on = rules.id in context.guild_preferences.house_rules
    service = context.services[PreferenceService]
    preferences = await service.list_guild_house_rules(guild, rules.id, is_on=not is_on)
    return await _page(with_guild_preferences(context, preferences), rules)


async def _listed(context: Context, rules: Rules, *, is_on: bool) -> Context:
    """The context once house rules are on the player's list, or off it."""
    service = context.services[PreferenceService]
    preferences = await service.list_house_rules(context.player, rules.id, is_on=is_on)
    return with_preferences(context, preferences)


async def _page(context: Context, rules: Rules) -> Reply:
    """The page in place of the one before, which is private already."""
    return replace(await rules_reply(context, rules), private=False)
