"""Forms: modals as replies, and what was entered in them.

Discord shows a modal only as the initial response. Where that comes too late the reply is a
sentence instead.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.chat.responding.components import PREFIX
from bot.chat.responding.replies import text_reply
from bot.i18n import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.chat.responding.replies import Reply

Field = ui.Label[ui.Modal]

_MAX_TITLE: Final = 45
"""Characters of a modal's title, or of a label."""
_MAX_PLACEHOLDER: Final = 100


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
    is_long: bool = False,
    required: bool = False,
) -> Field:
    """A field to type in.

    Args:
        key: names the entry.
        is_long: whether it has several lines.
    """
    style = discord.TextStyle.paragraph if is_long else discord.TextStyle.short
    entry = ui.TextInput[ui.Modal](
        custom_id=key, style=style, placeholder=placeholder[:_MAX_PLACEHOLDER], required=required
    )
    return ui.Label(text=label[:_MAX_TITLE], description=description, component=entry)


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
