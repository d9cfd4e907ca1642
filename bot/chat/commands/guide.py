"""Commands that explain: games, rules, help."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands, ui
from discord.app_commands import Choice

from bot.chat.choices import game_choices, game_named
from bot.chat.games_page import games_page
from bot.chat.replies import Reply, answer
from bot.chat.rules_page import rules_page

if TYPE_CHECKING:
    from bot.chat.client import PatienceClient

_HELP: Final = """\
### Patience
Start with **/play** and choose a game. Under the board there is a button for each pile: tap the \
pile to move from. If there is only one place to go the card is there at once; else tap where to.
-# **s** is the stock, **w** the waste, **f** the foundations, **a b c** cells, **r** the reserve.

**/move** plays by typing: `3-5`, `3-5*2` for two cards, `w f`, `7h 8s`, `s` for the stock.
**/hint** shows the next good move, **/odds** whether you can still win. **/play** deals games \
that can be won, unless you ask for a number or for `any`.
**/undo** and **/redo** go back and forth as far as you like. **/board** shows your board again.
**/resume** lists the games you have not finished; starting a new one never loses the old.
**/games** lists the games, **/rules** explains one, **/giveup** ends the one on your table."""


@app_commands.command(name="help", description="How to play, in a minute.")
async def help_(interaction: discord.Interaction[PatienceClient]) -> None:
    """Show the help page."""
    await answer(interaction, _page(_HELP))


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
    await answer(interaction, _rules(game))


async def _rules(game: str) -> Reply:
    return rules_page(game_named(game))


@rules.autocomplete("game")
async def _games(interaction: discord.Interaction[PatienceClient], typed: str) -> list[Choice[str]]:
    return game_choices(typed)


async def _page(text: str) -> Reply:
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(ui.TextDisplay(text)))
    return Reply(view, private=True)


def add_to(tree: app_commands.CommandTree[PatienceClient]) -> None:
    """Add these commands to the tree."""
    tree.add_command(help_)
    tree.add_command(games)
    tree.add_command(rules)
