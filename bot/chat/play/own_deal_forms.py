"""The form for a board of one's own, and what was typed there if it is refused: nothing is lost.

Discord shows no form in answer to a form. So a private message says what was wrong and quotes what
was typed, and its button opens the form anew with that in it; the message is all that remembers it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import discord
from discord import ButtonStyle, ui

from bot.chat.connection.library import download
from bot.chat.games.names import find_game
from bot.chat.games.offers import game_fields
from bot.chat.requests.failures import FAILURES
from bot.chat.requests.pace import within
from bot.chat.responding.components import button, on_press, row
from bot.chat.responding.forms import MAX_ENTRY, file_field, form, text_field
from bot.chat.responding.replies import Attachment, Reply, message
from bot.i18n import _, translate
from engine import PatienceError, UnknownGame, board_example

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

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
_QUOTED: Final = re.compile(r"```\n(.*)\n```", re.DOTALL)
_TICKS: Final = ("```", "`\u200b``")
"""What would end a block of code, and what it is quoted as."""


def own_deal_form(game: str | None) -> Reply:
    """The form for a board, which asks for the game, too, if none is named."""
    if game is None:
        title = _("A deal of your own")
        return form("position", title, [*game_fields(), *_board_fields()])
    rules = find_game(game)
    return form(f"position:of:{rules.id}", translate(rules.name), _board_fields())


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
        lines += [f"-# {_('A board of {game}:', game=_title(game))}", f"```\n{example}\n```"]
    view = message(ui.TextDisplay("\n".join(lines)))
    attachments: tuple[Attachment, ...] = ()
    quoted = typed.strip().replace(*_TICKS)
    if quoted and len(quoted) <= _MAX_QUOTED:
        view.add_item(ui.TextDisplay(f"{_('You typed:')}\n```\n{quoted}\n```"))
    elif quoted:
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
    """What the pressed message quotes."""
    shown = context.interaction.message
    if shown is None:
        return ""
    texts = [one.content for one in _walk(shown.components) if isinstance(one, discord.TextDisplay)]
    quoted = _QUOTED.search(texts[-1]) if len(texts) > 1 else None
    if quoted is not None:
        return quoted[1].replace(_TICKS[1], _TICKS[0])
    shown_files = (one for one in _walk(shown.components) if isinstance(one, discord.FileComponent))
    files = [one.media.url for one in shown_files]
    if not files:
        return ""
    try:
        content = await within(_FETCH_SECONDS, download(context.interaction.client, files[0]))
    except (TimeoutError, *FAILURES):
        return ""
    return content.decode(errors="replace")


def _walk(components: Iterable[discord.Component]) -> Iterator[discord.Component]:
    for one in components:
        yield one
        yield from _walk(getattr(one, "children", ()))
