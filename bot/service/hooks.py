"""Marks on what services do when another process changed something.

Marked methods are found by their marks, wherever in :mod:`bot.service` they are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

CHANGE: Final = "called_on_change"
MISSED: Final = "called_on_missed_changes"

_Forget = TypeVar("_Forget", bound=Callable[[Any, int], None])
_ForgetAll = TypeVar("_ForgetAll", bound=Callable[[Any], None])


def on_change(kind: str) -> Callable[[_Forget], _Forget]:
    """Call this with the id of what another process changed, of a kind that it notifies of."""

    def mark(method: _Forget) -> _Forget:
        vars(method)[CHANGE] = kind
        return method

    return mark


def on_missed_changes(method: _ForgetAll) -> _ForgetAll:
    """Call this method when any change by another process may have been missed."""
    vars(method)[MISSED] = True
    return method
