"""How a game is won, as players are asked and told it."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.chat.components import BoardButton
from bot.chat.custom_ids import Action, Press
from bot.chat.replies import Attachment, Reply, note
from bot.chat.wording import deal_of
from bot.i18n import _, ngettext
from bot.models import GameState

if TYPE_CHECKING:
    from bot.service import GameSnapshot, Solution

_LONGEST: Final = 3000
"""How many characters of moves a message has room for."""
_WIDTH: Final = 44
"""How many characters of moves stand in a line, so that a phone need not break it."""


def solution_question(seat: GameSnapshot) -> Reply:
    """Asks whether the game is to be given up for the way to win it."""
    view = ui.LayoutView(timeout=None)
    view.add_item(
        ui.TextDisplay(
            _(
                "Show how {game}, {deal}, is won? The game counts as given up then, and you "
                "cannot go back to it.",
                **_which(seat),
            )
        )
    )
    view.add_item(
        ui.ActionRow(
            BoardButton(
                Press(seat.game_id, seat.version, Action.SOLUTION),
                _("Show it and give up"),
                style=discord.ButtonStyle.danger,
            ),
            BoardButton(Press(seat.game_id, seat.version, Action.BACK), _("Keep playing")),
        )
    )
    return Reply(view, private=True)


def no_solution(seat: GameSnapshot) -> Reply:
    """Says that no way to win was found."""
    return note(
        _(
            "No way to win {game}, {deal}, was found in time. The game is as it was.",
            **_which(seat),
        )
    )


def solution_page(seat: GameSnapshot, solution: Solution) -> Reply:
    """The private page of a way to win: its moves, and the record of the game as a file."""
    game = solution.game
    found = [str(move) for move in game.moves[solution.own :]]
    heading = _("How {game}, {deal}, is won", **_which(seat))
    lines = [f"### {heading}", _whose(seat, solution, len(found))]
    moves = "\n".join(textwrap.wrap(" ".join(found), _WIDTH, break_on_hyphens=False))
    if found and len(moves) <= _LONGEST:
        lines.append(f"```\n{moves}\n```")
    filename = f"{game.rules.id}-{seat.deal_number}.txt"
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay("\n".join(lines)))
    view.add_item(ui.File(f"attachment://{filename}"))
    view.add_item(
        ui.ActionRow(
            BoardButton(
                Press(seat.game_id, _version_after(seat), Action.AGAIN),
                _("Same deal again"),
                emoji="🔁",
            )
        )
    )
    return Reply(view, (Attachment(filename, game.record().encode()),), private=True)


def _version_after(seat: GameSnapshot) -> int:
    """The version of the game once it is given up."""
    return seat.version + (not seat.state.is_final)


def _which(seat: GameSnapshot) -> dict[str, object]:
    """Which game it is, for the blanks of a text."""
    return {"game": _(seat.game.rules.title), "deal": deal_of(seat)}


def _whose(seat: GameSnapshot, solution: Solution, found: int) -> str:
    """Which of the moves are the player's own, and what became of the game."""
    if seat.state is GameState.WON:
        return ngettext(
            "You won it yourself, in {number} move.",
            "You won it yourself, in {number} moves.",
            solution.own,
        )
    given_up = "" if seat.state.is_final else " " + _("The game is given up.")
    if solution.own == 0:
        found_in = ngettext(
            "From the deal, in {number} move.", "From the deal, in {number} moves.", found
        )
        return found_in + given_up
    own = ngettext(
        "After your first {number} move:", "After your first {number} moves:", solution.own
    )
    more = ngettext("won in {number} more move.", "won in {number} more moves.", found)
    return f"{own} {more}{given_up}"
