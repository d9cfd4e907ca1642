"""Many moves typed at once, in a form."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from discord.utils import escape_markdown

from bot.chat.play.boards import played_reply
from bot.chat.play.custom_ids import BoardAction, board_route
from bot.chat.responding.forms import form, text_field
from bot.chat.responding.replies import text_reply
from bot.i18n import _, in_notation, ngettext, translate
from bot.service.play.games import Games
from engine import IllegalMove, InvalidMove
from engine.errors import excerpt

if TYPE_CHECKING:
    from bot.chat.responding.context import Context
    from bot.chat.responding.replies import Reply
    from bot.models.play import BoardVersion
    from engine import PatienceError

MOVES: Final = "moves"
"""The key of the form's field."""
_BETWEEN: Final = re.compile(r"[,;\n]")
_MAX_MOVES: Final = 200


def split_moves(text: str) -> list[str]:
    """The moves of a text, a line each or with commas in between.

    >>> split_moves("3-5, w f;; 7h 8s")
    ['3-5', 'w f', '7h 8s']
    """
    moves = [one.strip() for one in _BETWEEN.split(text)]
    return [one for one in moves if one][:_MAX_MOVES]


def moves_form(board: BoardVersion) -> Reply:
    """The form for moves on a board."""
    moves = text_field(
        MOVES,
        _("Moves, a line each or with commas"),
        description=_("Such as 3-5, 3-5*2, w f or 7h 8s; s turns the stock."),
        is_long=True,
        required=True,
    )
    return form(board_route(board, BoardAction.TYPED), _("Type moves"), [moves])


async def play_typed(context: Context, board: BoardVersion, text: str) -> Reply:
    """Play the moves of a text up to the first that cannot be played."""
    moves = split_moves(text) or [text]
    games, autoplay = context.services[Games], context.preferences.autoplay
    try:
        snapshot, refused = await games.play_all(
            context.player, [*map(in_notation, moves)], expected=board, autoplay=autoplay
        )
    except (IllegalMove, InvalidMove) as error:
        return text_reply(_refusal(1, moves[0], error))
    played, refusal = snapshot.steps, ""
    if refused is not None:
        refusal = _refusal(played + 1, moves[played], refused)
    if context.interaction.message is not None:
        return await played_reply(context, snapshot, notice=refusal)
    word = ngettext("Played {number} move.", "Played {number} moves.", played)
    return replace(await played_reply(context, snapshot), word=f"{word} {refusal}".rstrip())


def _refusal(number: int, move: str, error: PatienceError) -> str:
    """Which move could not be played, and why; those before it stand."""
    reason, text = escape_markdown(translate(error)), excerpt(move)
    if error.details.get("text") == text:
        return _("Move {number}: {reason}", number=number, reason=reason)
    return _(
        "Move {number}, “{move}”: {reason}",
        number=number,
        move=escape_markdown(text),
        reason=reason,
    )
