"""The form for a board of one's own, and what was typed there if it is refused: nothing is lost.

Discord shows no form in answer to a form. So a private message says what was wrong and quotes what
was typed, and its button opens the form anew with that in it; the message is all that remembers it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord import ButtonStyle, ui

from bot.chat.connection.library import download
from bot.chat.games.names import find_game
from bot.chat.games.offers import game_fields, game_meant
from bot.chat.requests.failures import FAILURES
from bot.chat.requests.pace import within
from bot.chat.responding.components import button, on_press, row
from bot.chat.responding.forms import MAX_ENTRY, file_field, form, text_field
from bot.chat.responding.replies import Attachment, Reply, message, quoted, quoted_in, walk
from bot.i18n import _, translate
from engine import PatienceError, UnknownGame, board_example

if TYPE_CHECKING:
    from bot.chat.responding.context import Context
    from bot.chat.responding.forms import Field

BOARD: Final = "board"
FILE: Final = "file"
"""The keys of the form's fields."""

_MAX_QUOTED: Final = 2800
"""Characters that fit a message beside what was wrong and an example."""
_MAX_EXAMPLE: Final = 600
_MAX_NAME: Final = 60
"""Characters of a game's name that fit the id of a button."""
_FILENAME: Final = "board.txt"
_FETCH_SECONDS: Final = 1.5


def own_deal_form(game: str | None) -> Reply:
    """The form for a board, which asks for the game, too, if none is named."""
    if game is None:
        title = _("A deal of your own")
        return form("position", title, [*game_fields(), *_board_fields()])
    rules = game_meant(game, "position:in")
    return form(f"position:of:{rules.id}", translate(rules.name), _board_fields())


@on_press("position:in")
async def _ask_in(_context: Context, values: tuple[str, ...]) -> Reply:
    return own_deal_form(values[0])


def _board_fields(typed: str = "") -> tuple[Field, ...]:
    board = text_field(
        BOARD,
        _("The board, a pile a line"),
        description=_("Such as 3: 9S 7D 6H, from the bottom up; s: 24 cards, ?? is unknown."),
        default=typed,
        is_long=True,
    )
    return board, file_field(FILE, _("Or a text file with the board"))


def refused_board(game: str, typed: str, error: PatienceError) -> Reply:
    """What was wrong with a board, an example for its game, and what was typed, to go on with.

    Args:
        game: the game as it was named or chosen.
    """
    lines = [translate(error)]
    try:
        example = board_example(find_game(game))
    except UnknownGame:
        example = ""
    if example and typed.strip() and len(example) <= _MAX_EXAMPLE:
        lines += [f"-# {_('A board of {game}:', game=_title(game))}", quoted(example)]
    view = message(ui.TextDisplay("\n".join(lines)))
    attachments: tuple[Attachment, ...] = ()
    block = quoted(typed)
    if typed.strip() and len(block) <= _MAX_QUOTED:
        view.add_item(ui.TextDisplay(f"{_('You typed:')}\n{block}"))
    elif typed.strip():
        attachments = (Attachment(_FILENAME, typed.encode()),)
        view.add_item(ui.File(f"attachment://{_FILENAME}"))
    name = " ".join(game.replace(":", " ").split())[:_MAX_NAME] or "-"
    edit = button(f"position:edit:{name}", _("Edit"), emoji="✏️", style=ButtonStyle.primary)
    view.add_item(row(edit))
    return Reply(view, attachments, private=True)


def _title(game: str) -> str:
    return translate(find_game(game).name)


@on_press("position:edit:{game}")
async def _edit(context: Context, game: str) -> Reply:
    """Open the form anew, with what was typed."""
    typed = await _typed(context)
    fields = [*game_fields(entered=game), *_board_fields(typed[:MAX_ENTRY])]
    return form("position", _("A deal of your own"), fields)


async def _typed(context: Context) -> str:
    """What the pressed message has as a file, or quotes."""
    shown = context.interaction.message
    components = () if shown is None else walk(shown.components)
    files = [one.media.url for one in components if isinstance(one, discord.FileComponent)]
    if not files:
        return quoted_in(shown) or ""
    try:
        content = await within(_FETCH_SECONDS, download(context.interaction.client, files[0]))
    except (TimeoutError, *FAILURES):
        return ""
    return content.decode(errors="replace")
