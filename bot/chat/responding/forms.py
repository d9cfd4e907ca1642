"""Forms: modals as replies, and what was entered in them.

Discord shows a modal only as the initial response. Where that comes too late the reply is a
sentence instead.
"""

from __future__ import annotations

import codecs
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from bot.chat.connection.library import download
from bot.chat.requests.failures import FAILURES, reason
from bot.chat.requests.pace import within
from bot.chat.responding.components import PREFIX
from bot.chat.responding.replies import text_reply
from bot.i18n import N_, _
from bot.service.errors import ServiceError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.chat.responding.components import Entries
    from bot.chat.responding.context import Context
    from bot.chat.responding.replies import Reply

Field = ui.Label[ui.Modal]

_MAX_TITLE: Final = 45
"""Characters of a modal's title, or of a label."""
_MAX_PLACEHOLDER: Final = 100
MAX_ENTRY: Final = 4000
"""Characters that fit a field."""

MAX_FILE_BYTES: Final = 64_000
"""How large a file may be that is given in a form."""
_FETCH_SECONDS: Final = 2.0
_TOO_LARGE: Final = N_("This file is larger than {most} kB. Send one with the text alone.")
_NO_TEXT: Final = N_("This file is no text. Save it as plain text, and send that.")
_NOT_FETCHED: Final = N_("This file could not be fetched from Discord just now. Please try again.")

_log = logging.getLogger(__name__)


class UnreadableFile(ServiceError):
    """A file that was given in a form cannot be read."""


def form(route: str, title: str, fields: Iterable[Field]) -> Reply:
    """A form that leads to a route, whose handler gets the entries."""
    modal = ui.Modal(title=title[:_MAX_TITLE], custom_id=PREFIX + route, timeout=None)
    for one in fields:
        modal.add_item(one)
    # The library would keep it, to wait for the entries, which are handled by their custom id.
    modal.stop()
    late = text_reply(_("Discord took too long to show a form. Please try again."))
    return replace(late, form=modal)


def text_field(
    key: str,
    label: str,
    *,
    description: str | None = None,
    placeholder: str = "",
    default: str = "",
    is_long: bool = False,
    required: bool = False,
) -> Field:
    """A field to type in, by whose key the entry is found."""
    style = discord.TextStyle.paragraph if is_long else discord.TextStyle.short
    entry = ui.TextInput[ui.Modal](
        custom_id=key,
        style=style,
        placeholder=placeholder[:_MAX_PLACEHOLDER],
        default=default[:MAX_ENTRY] or None,
        required=required,
    )
    return ui.Label(text=label[:_MAX_TITLE], description=description, component=entry)


class _TextUpload(ui.FileUpload[ui.Modal]):
    """An upload for which the reader's device offers text files, as the library cannot ask yet."""

    def to_component_dict(self) -> Any:  # noqa: ANN401  # JSON
        """The field as Discord takes it."""
        return {**super().to_component_dict(), "file_types": [*TEXT_FILES]}


TEXT_FILES: Final = (".txt", ".text", ".md", ".json", ".log", ".pgn", ".board", ".csv")
"""The extensions of files in which boards are found."""


def file_field(key: str, label: str) -> Field:
    """A field that takes a text file; none need be given."""
    entry = _TextUpload(custom_id=key, required=False, min_values=0, max_values=1)
    return ui.Label(text=label[:_MAX_TITLE], component=entry)


async def entered_file(context: Context, entries: Entries, key: str) -> str | None:
    """The text of the file given in a field, None without one; or UnreadableFile."""
    if not entries.get(key):
        return None
    data: Mapping[str, Any] = context.interaction.data or {}  # untyped JSON
    file = data["resolved"]["attachments"][entries[key][0]]
    if file["size"] > MAX_FILE_BYTES:
        raise UnreadableFile(_TOO_LARGE, most=MAX_FILE_BYTES // 1000)
    try:
        content = await within(_FETCH_SECONDS, download(context.interaction.client, file["url"]))
    except (TimeoutError, *FAILURES) as error:
        _log.info("A file could not be fetched: %s", reason(error))
        raise UnreadableFile(_NOT_FETCHED) from error
    return _decoded(content)


def _decoded(content: bytes) -> str:
    """A text file's text: in UTF-8, in UTF-16 with its mark, or else as Windows writes it.

    >>> _decoded("3: 9♠".encode("utf-16")), _decoded("Stoß".encode("cp1252"))
    ('3: 9♠', 'Stoß')
    """
    marked = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        text = content.decode("utf-16" if marked else "utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", errors="replace")
    if "\0" in text or "\N{REPLACEMENT CHARACTER}" in text:
        raise UnreadableFile(_NO_TEXT)
    return text


def select_field(
    key: str,
    label: str,
    options: Sequence[discord.SelectOption],
    *,
    description: str | None = None,
    most: int = 1,
) -> Field:
    """A menu; none need be chosen of one that takes several."""
    is_required = most == 1
    entry = ui.Select[ui.Modal](
        custom_id=key,
        options=[*options],
        min_values=int(is_required),
        max_values=most,
        required=is_required,
    )
    return ui.Label(text=label[:_MAX_TITLE], description=description, component=entry)


def radio_field(key: str, label: str, options: Sequence[discord.RadioGroupOption]) -> Field:
    """Buttons of which one is chosen."""
    entry = ui.RadioGroup[ui.Modal](custom_id=key, options=[*options])
    return ui.Label(text=label[:_MAX_TITLE], component=entry)


def tick_field(key: str, label: str, *, is_on: bool = False) -> Field:
    """A box to tick."""
    entry = ui.Checkbox[ui.Modal](custom_id=key, default=is_on)
    return ui.Label(text=label[:_MAX_TITLE], component=entry)
