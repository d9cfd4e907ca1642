"""How a game is won, as players are asked and told it."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.chat.components import BoardButton
from bot.chat.custom_ids import Action, Press
from bot.chat.replies import Attached, Reply, note
from bot.chat.wording import count_of
from bot.service import Outcome

if TYPE_CHECKING:
    from bot.service import Seat, Solution

_LONGEST: Final = 3000
"""How many characters of moves a message has room for."""
_WIDTH: Final = 44
"""How many characters of moves stand in a line, so that a phone need not break it."""


def solution_question(seat: Seat) -> Reply:
    """Asks whether the game is to be given up for the way to win it."""
    view = ui.LayoutView(timeout=None)
    view.add_item(
        ui.TextDisplay(
            f"Show how {_name(seat)} is won? The game counts as given up then, and you cannot go "
            "back to it."
        )
    )
    view.add_item(
        ui.ActionRow(
            BoardButton(
                Press(seat.game_id, seat.version, Action.SOLUTION),
                "Show it and give up",
                style=discord.ButtonStyle.danger,
            ),
            BoardButton(Press(seat.game_id, seat.version, Action.BACK), "Keep playing"),
        )
    )
    return Reply(view, private=True)


def no_solution(seat: Seat) -> Reply:
    """Says that no way to win was found."""
    return note(f"No way to win {_name(seat)} was found in time. The game is as it was.")


def solution_page(seat: Seat, solution: Solution) -> Reply:
    """The private page of a way to win: its moves, and the record of the game as a file."""
    game = solution.game
    found = [str(move) for move in game.moves[solution.own :]]
    lines = [f"### How {_name(seat)} is won", _whose(seat, solution, len(found))]
    moves = "\n".join(textwrap.wrap(" ".join(found), _WIDTH, break_on_hyphens=False))
    if found and len(moves) <= _LONGEST:
        lines.append(f"```\n{moves}\n```")
    filename = f"{game.rules.id}-{seat.number}.txt"
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay("\n".join(lines)))
    view.add_item(ui.File(f"attachment://{filename}"))
    view.add_item(
        ui.ActionRow(
            BoardButton(
                Press(seat.game_id, _version_after(seat), Action.AGAIN),
                "Same deal again",
                emoji="🔁",
            )
        )
    )
    return Reply(view, (Attached(filename, game.record().encode()),), private=True)


def _version_after(seat: Seat) -> int:
    """The version of the game once it is given up."""
    return seat.version + (not seat.outcome.is_final)


def _name(seat: Seat) -> str:
    return f"{seat.game.rules.title}, deal {seat.number},"


def _whose(seat: Seat, solution: Solution, found: int) -> str:
    """Which of the moves are the player's own, and what became of the game."""
    given_up = "" if seat.outcome.is_final else " The game is given up."
    if seat.outcome is Outcome.WON:
        return f"You won it yourself, in {count_of(solution.own, 'move')}."
    if solution.own == 0:
        return f"From the deal, in {count_of(found, 'move')}.{given_up}"
    own = count_of(solution.own, "move")
    return f"After your first {own}, in {count_of(found, 'more move')}.{given_up}"
