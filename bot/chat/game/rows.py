"""Components in rows: as many rows as needed, as few as fit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from discord import ui

from bot.chat.messages.limits import MAX_BUTTONS_IN_ROW

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.chat.components import Component

Row = list["Component"]

_LINE: Final = 46
"""The width of a row on a phone 390 pixels wide, in characters of a button's label."""
_PADDING: Final = 5
"""What a button is wider than its label, with the gap beside it, in characters."""
_EMOJI: Final = 3

_Item = TypeVar("_Item")


def in_lines(buttons: Sequence[Component]) -> list[Row]:
    """Buttons with long labels in rows, none of which wraps on a phone."""
    rows: list[Row] = []
    room = 0
    for button in buttons:
        width = _width(button)
        if not rows or width > room or len(rows[-1]) == MAX_BUTTONS_IN_ROW:
            rows.append([])
            room = _LINE
        rows[-1].append(button)
        room -= width
    return rows


def _width(component: Component) -> int:
    if not isinstance(component, ui.Button):
        return _LINE
    return len(component.label or "") + _PADDING + (_EMOJI if component.emoji else 0)


def evenly(items: Sequence[_Item], most: int) -> Iterator[list[_Item]]:
    """Items in as few parts of at most ``most`` as possible, of nearly equal length."""
    parts = -(-len(items) // most)
    begin = 0
    for part in range(parts):
        end = begin + -(-(len(items) - begin) // (parts - part))
        yield list(items[begin:end])
        begin = end
