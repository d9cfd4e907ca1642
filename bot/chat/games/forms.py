"""Fields of forms that ask for games, and the games that were entered in them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from bot.chat.games.names import BEST_KNOWN, find_game
from bot.chat.games.offers import game_option
from bot.chat.responding.forms import select_field, text_field
from bot.chat.responding.replies import MAX_OPTIONS
from bot.i18n import _
from engine import CATALOGUE

if TYPE_CHECKING:
    from bot.chat.responding.components import Entries
    from bot.chat.responding.forms import Field

_CHOSEN: Final = "game"
_TYPED: Final = "other"
_BETWEEN: Final = re.compile(r"[,;\n]")


def game_fields(*, most: int = 1) -> tuple[Field, Field]:
    """A menu of the games that people know, and a text for others."""
    options = [game_option(CATALOGUE[one]) for one in BEST_KNOWN[:MAX_OPTIONS]]
    if most == 1:
        options[0].default = True
        return (
            select_field(_CHOSEN, _("Game"), options),
            text_field(_TYPED, _("Or another game"), placeholder=_("Its name, such as Carpet")),
        )
    return (
        select_field(_CHOSEN, _("Games"), options, most=most),
        text_field(
            _TYPED, _("Or other games"), placeholder=_("Their names, with commas in between")
        ),
    )


def entered_games(entries: Entries) -> list[str]:
    """The ids of the games that were entered: a typed one in place of the chosen ones."""
    typed = [one for text in entries[_TYPED] for one in _BETWEEN.split(text) if one.strip()]
    return [find_game(one).id for one in typed] or [*entries[_CHOSEN]]
