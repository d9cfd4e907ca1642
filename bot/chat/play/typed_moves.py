"""Moves typed, in a command or a form."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from discord import InteractionType
from discord.utils import escape_markdown

from bot.chat.play.boards import played_reply
from bot.chat.play.custom_ids import BoardAction, board_route
from bot.chat.play.views import played_word
from bot.chat.responding.forms import form, text_field
from bot.chat.responding.replies import text_reply
from bot.i18n import _, in_notation, translate
from bot.service.play.games import Games
from engine import IllegalMove, InvalidMove, Move
from engine.reading.moves import spelled
from engine.record_text import parts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.chat.responding.context import Context
    from bot.chat.responding.replies import Reply
    from bot.models.play import BoardVersion

MOVES: Final = "moves"
"""The key of the form's field."""
_BETWEEN: Final = re.compile(r"[,;\n]")
_MAX_MOVES: Final = 500
_MAX_LISTED: Final = 1_000
"""Characters of moves that a board's message has room for."""


def split_moves(text: str) -> list[str]:
    """The moves of a text: of a record, or a line each, with commas or as in a record.

    >>> split_moves("3-5, w f;; 7h 8s, s s 3-5*2")
    ['3-5', 'w f', '7h 8s', 's', 's', '3-5*2']
    >>> split_moves("３−5 4→f")
    ['３−5 4→f']
    >>> split_moves("３−5 4−2.")
    ['3-5', '4-2']
    >>> split_moves('[Game "klondike"] [Deal "1"] s s 3-5')
    ['s', 's', '3-5']
    """
    if text.lstrip().startswith("["):
        _headers, found = parts(text, _MAX_MOVES)
        return [str(move) for _line, move in found]
    moves = [move for one in _BETWEEN.split(text) for move in _in_words(one.strip())]
    return moves[:_MAX_MOVES]


def _in_words(text: str) -> list[str]:
    """The words of a text if each is a move in its text form, else the text unless it is empty."""
    words = spelled(text).split()
    try:
        for word in words:
            Move.parse(word)
    except InvalidMove:
        return [text]
    return words


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


async def play_typed(context: Context, board: BoardVersion | None, text: str) -> Reply:
    """Play the moves of a text, on the current board by default, up to one that cannot be."""
    moves = split_moves(text) or [text]
    try:
        snapshot, refused = await context.services[Games].play_all(
            context.player,
            [*map(in_notation, moves)],
            expected=board,
            autoplay=context.preferences.autoplay,
        )
    except (InvalidMove, IllegalMove) as error:
        # Discord keeps what was typed in a command, but not what was entered in a form.
        if len(moves) == 1 or context.interaction.type is not InteractionType.modal_submit:
            raise
        return text_reply(f"{escape_markdown(translate(error))}\n{_not_played(moves)}")
    refusal = ""
    if refused is not None:
        reason = escape_markdown(translate(refused))
        refusal = _("Move {number}: {reason}", number=snapshot.steps + 1, reason=reason)
        refusal += f"\n{_not_played(moves[snapshot.steps :])}"
    if context.interaction.message is not None:
        return await played_reply(context, snapshot, notice=refusal)
    word = "\n".join(filter(None, (played_word(snapshot, len(moves)), refusal)))
    return replace(await played_reply(context, snapshot), word=word)


def _not_played(moves: Sequence[str]) -> str:
    """The moves of a text from the refused one on, so that they need not be typed again."""
    listed = ", ".join(moves).replace("`", " ")
    return _("Not played: {moves}", moves=f"`{listed[:_MAX_LISTED]}`")
