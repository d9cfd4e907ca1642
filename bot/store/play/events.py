"""What other subjects do in the transaction that deals, begins or ends a game, or deletes a player.

A subject registers its functions when its module is imported; games know none of them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import TypeAlias

from sqlalchemy import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models.play import Deal, Step

OnDealt: TypeAlias = Callable[[AsyncConnection, Deal, int], Awaitable[None]]
"""Takes the transaction, the deal, and the id of its game."""
OnFinished: TypeAlias = Callable[[AsyncConnection, Step, RowMapping], Awaitable[None]]
"""Takes the transaction, in which the result is saved, the step that began or ended the game, and
the row of the game, with how many moves were undone."""
OnDeleted: TypeAlias = Callable[[AsyncConnection, int, datetime], Awaitable[None]]
"""Takes the transaction, in which the player's games are locked, their id, and the time."""
OnRaced: TypeAlias = Callable[[AsyncConnection, RowMapping, int | None], Awaitable[None]]
"""Takes the transaction, the row of the game, and the race whose message shows it, if known."""

when_dealt: list[OnDealt] = []
when_begun: list[OnFinished] = []
when_finished: list[OnFinished] = []
when_raced: list[OnRaced] = []
when_deleted: list[OnDeleted] = []


def on_dealt(function: OnDealt) -> OnDealt:
    """Register what is done whenever a game is dealt."""
    when_dealt.append(function)
    return function


def on_begun(function: OnFinished) -> OnFinished:
    """Register what is done whenever the first action of a game is saved."""
    when_begun.append(function)
    return function


def on_finished(function: OnFinished) -> OnFinished:
    """Register what is done whenever a game is won or given up."""
    when_finished.append(function)
    return function


def on_raced(function: OnRaced) -> OnRaced:
    """Register what is done whenever a game of a contest goes on in a way that others may see."""
    when_raced.append(function)
    return function


def on_deleted(function: OnDeleted) -> OnDeleted:
    """Register what takes a deleted player out of what they share with others."""
    when_deleted.append(function)
    return function
