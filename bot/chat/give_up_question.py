"""The question before a game is given up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import ui

from bot.chat.components import BoardButton
from bot.chat.custom_ids import Action, Press
from bot.chat.replies import Reply
from bot.chat.wording import deal_of
from bot.i18n import _, ngettext

if TYPE_CHECKING:
    from bot.service import GameSnapshot


def give_up_question(seat: GameSnapshot) -> Reply:
    """Asks whether a game is to be given up; private."""
    game = seat.game
    view = ui.LayoutView(timeout=None)
    view.add_item(
        ui.TextDisplay(
            ngettext(
                "Give up {game}, {deal}, after {number} move? It counts as not won, and you "
                "cannot go back to it.",
                "Give up {game}, {deal}, after {number} moves? It counts as not won, and you "
                "cannot go back to it.",
                len(game.moves),
                game=_(game.rules.title),
                deal=deal_of(seat),
            )
        )
    )
    view.add_item(
        ui.ActionRow(
            BoardButton(
                Press(seat.game_id, seat.version, Action.GIVE_UP),
                _("Give up"),
                style=discord.ButtonStyle.danger,
            ),
            BoardButton(Press(seat.game_id, seat.version, Action.BACK), _("Keep playing")),
        )
    )
    return Reply(view, private=True)
