"""The question before a game is given up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import ui

from bot.chat.components import BoardButton
from bot.chat.custom_ids import Action, Press
from bot.chat.replies import Reply
from bot.chat.wording import count_of

if TYPE_CHECKING:
    from bot.service import Seat


def give_up_question(seat: Seat) -> Reply:
    """Asks whether a game is to be given up; private."""
    game = seat.game
    moves = count_of(len(game.moves), "move")
    view = ui.LayoutView(timeout=None)
    view.add_item(
        ui.TextDisplay(
            f"Give up {game.rules.title}, deal {game.number}, after {moves}? It counts as not "
            "won, and you cannot go back to it."
        )
    )
    view.add_item(
        ui.ActionRow(
            BoardButton(
                Press(seat.game_id, seat.version, Action.GIVE_UP),
                "Give up",
                style=discord.ButtonStyle.danger,
            ),
            BoardButton(Press(seat.game_id, seat.version, Action.BACK), "Keep playing"),
        )
    )
    return Reply(view, private=True)
