"""Packed logs: all actions of a game in one string.

Each action is its text, as in :class:`bot.store.Action`, followed by the milliseconds since the
action before it, or since the deal, in base 26 with the digits A to Z: ``3-5*2BXK``. Texts have no
capital letters, so nothing needs to stand between two actions, and one is appended without reading
those before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final

from bot.store.records import Action

_FIRST_DIGIT: Final = ord("A")
_BASE: Final = 26
_MILLISECOND: Final = timedelta(milliseconds=1)
_TEXT: Final = re.compile(r"[a-z0-9*+\- ]{1,16}")
_ACTION: Final = re.compile(r"([^A-Z]+)([A-Z]+)")


def append_text(text: str, delta: timedelta) -> str:
    """What is appended to a packed log for an action.

    Args:
        text: the action.
        delta: the time since the action before it, or since the deal; none if negative.

    Raises:
        ValueError: if no action of a game has that text.

    >>> append_text("3-5*2", timedelta(seconds=1, milliseconds=112))
    '3-5*2BQU'
    """
    if _TEXT.fullmatch(text) is None:
        raise ValueError(f"{text!r} is no action")
    left, digits = max(delta // _MILLISECOND, 0), ""
    while left or not digits:
        left, digit = divmod(left, _BASE)
        digits = chr(_FIRST_DIGIT + digit) + digits
    return text + digits


def pack(actions: Iterable[Action], created_at: datetime) -> str:
    """The packed log of some actions, the oldest first, in a game dealt at a moment.

    Raises:
        ValueError: if one of them has a text that no action has.
    """
    entries, before = [], created_at
    for action in actions:
        entries.append(append_text(action.text, action.at - before))
        before = max(before, action.at)
    return "".join(entries)


def unpack(log: str, created_at: datetime) -> tuple[Action, ...]:
    """The actions in a packed log, the oldest first.

    Args:
        log: the packed log.
        created_at: when the game was dealt, in UTC to the millisecond.
    """
    return tuple(_actions(log, created_at))


def texts(log: str) -> list[str]:
    """The texts of the actions in a packed log, the oldest first."""
    return [match[1] for match in _ACTION.finditer(log)]


def _actions(log: str, created_at: datetime) -> Iterator[Action]:
    at = created_at
    for version, match in enumerate(_ACTION.finditer(log), 1):
        at += _milliseconds(match[2]) * _MILLISECOND
        yield Action(version, match[1], at)


def _milliseconds(digits: str) -> int:
    value = 0
    for digit in digits:
        value = value * _BASE + ord(digit) - _FIRST_DIGIT
    return value
