"""Commands about the game on one's table: play, board, resume, give up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands, ui
from discord.app_commands import Choice

from bot.chat.autocomplete import game_choices, game_named
from bot.chat.boards import place_of
from bot.chat.components import ResumeMenu
from bot.chat.finding import found
from bot.chat.replies import Reply, answer, note
from bot.chat.wording import deal_of, moves_of, title_of
from bot.i18n import _, moment, ngettext, whole
from engine import InvalidDeal
from engine.errors import excerpt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.chat.client import PatienceClient
    from bot.service import GameSnapshot, GameSummary
    from engine import Rules

_MOST_CHOICES: Final = 25
_ANY: Final = "any"


def deal_number(text: str, rules: Rules) -> int:
    """A deal's number as people type it.

    Raises:
        InvalidDeal: when it is none of the game's.

    >>> from engine import CATALOGUE
    >>> deal_number(" #1_000 ", CATALOGUE["freecell"])
    1000
    """
    digits = text.strip().lstrip("#").replace("_", "").replace(",", "")
    number = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 20 else 0
    if not 1 <= number <= rules.last_deal:
        raise InvalidDeal(
            "“{text}” is not a deal of {game}; give a number from 1 to {last}, or leave it out for "
            "one that can be won.",
            text=excerpt(text),
            game=rules.title,
            last=whole(rules.last_deal),
        )
    return number


@app_commands.command(description="Deal a game of patience and play it here.")
@app_commands.describe(
    game="Which game to play",
    deal="A deal's number, or any; leave it out for a deal that can be won",
)
async def play(
    interaction: discord.Interaction[PatienceClient], game: str, deal: str | None = None
) -> None:
    """Deal a game onto the player's table."""
    if deal is None:
        await interaction.client.boards.deal(interaction, game)
    else:
        await interaction.client.boards.show(interaction, _dealt(interaction, game, deal))


async def _dealt(
    interaction: discord.Interaction[PatienceClient], game: str, deal: str
) -> GameSnapshot:
    rules = game_named(game)
    number = None if deal.strip().casefold() == _ANY else deal_number(deal, rules)
    return await interaction.client.tables.start(
        interaction.user.id, rules.id, number, place_of(interaction)
    )


@play.autocomplete("game")
async def _games(interaction: discord.Interaction[PatienceClient], typed: str) -> list[Choice[str]]:
    return game_choices(typed)


@app_commands.command(description="Show the board you are playing on, wherever it was lost.")
@app_commands.describe(text="As text, for screen readers and terminals")
async def board(interaction: discord.Interaction[PatienceClient], text: bool = False) -> None:
    """Show the game on the player's table."""
    tables = interaction.client.tables
    await interaction.client.boards.show(
        interaction, tables.current(interaction.user.id), in_text=text
    )


@app_commands.command(description="Go back to a game you have not finished.")
@app_commands.describe(game="Which of your unfinished games; leave it out to see them all")
async def resume(interaction: discord.Interaction[PatienceClient], game: str | None = None) -> None:
    """Put an unfinished game back on the player's table, or list them."""
    if game is None:
        await answer(interaction, _unfinished(interaction))
    else:
        await interaction.client.boards.resume(interaction, game)


async def _unfinished(interaction: discord.Interaction[PatienceClient]) -> Reply:
    summaries = await interaction.client.tables.unfinished(interaction.user.id)
    if not summaries:
        return note(_("You have no unfinished game. Type /play to be dealt one."))
    options = [
        discord.SelectOption(
            label=_title(summary),
            description=_progress(summary),
            value=str(summary.game_id),
        )
        for summary in summaries[:_MOST_CHOICES]
    ]
    view = ui.LayoutView(timeout=None)
    many = ngettext(
        "You have {number} unfinished game.", "You have {number} unfinished games.", len(summaries)
    )
    view.add_item(ui.TextDisplay(many))
    view.add_item(ui.ActionRow(ResumeMenu(options)))
    return Reply(view, private=True)


def _title(summary: GameSummary) -> str:
    return f"{title_of(summary.rules_id)} · {deal_of(summary)}"


def _progress(summary: GameSummary) -> str:
    last = _("last played {when} UTC", when=moment(summary.updated_at))
    on_table = " · " + _("on your table") if summary.is_active else ""
    return f"{moves_of(summary.moves)}, {last}{on_table}"


@resume.autocomplete("game")
async def _resumable(
    interaction: discord.Interaction[PatienceClient], typed: str
) -> list[Choice[str]]:
    return _games_found(typed, await interaction.client.tables.unfinished(interaction.user.id))


def _games_found(typed: str, summaries: Sequence[GameSummary]) -> list[Choice[str]]:
    """Of a player's games those that fit what is typed."""
    choices = [
        Choice(name=f"{_title(one)} · {moves_of(one.moves)}"[:100], value=str(one.game_id))
        for one in summaries
    ]
    return found(typed, [((choice.name,), choice) for choice in choices])[:_MOST_CHOICES]


@app_commands.command(description="Show a game of yours from the deal on, move by move.")
@app_commands.describe(game="Which of your games; leave it out for the one on your table")
async def replay(interaction: discord.Interaction[PatienceClient], game: str | None = None) -> None:
    """Show a game as an animated picture."""
    await interaction.client.boards.replay(interaction, game)


@replay.autocomplete("game")
async def _replayable(
    interaction: discord.Interaction[PatienceClient], typed: str
) -> list[Choice[str]]:
    return _games_found(typed, await interaction.client.tables.recent(interaction.user.id))


@app_commands.command(description="Give up the game on your table; asks first.")
async def giveup(interaction: discord.Interaction[PatienceClient]) -> None:
    """Ask whether the game on the player's table is to be given up."""
    await interaction.client.boards.give_up(interaction)


def add_to(tree: app_commands.CommandTree[PatienceClient]) -> None:
    """Add these commands to the tree."""
    tree.add_command(play)
    tree.add_command(board)
    tree.add_command(resume)
    tree.add_command(replay)
    tree.add_command(giveup)
