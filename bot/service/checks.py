"""Checking a database: every game replayed, and everything that follows from others compared."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Final

from bot.service.play.replay import UNDO, apply, begin, state_of
from bot.store.database.connection import Database
from bot.store.play.game_logs import LoggedGame, logged_games
from bot.store.play.results import games_without_result
from engine import PatienceError

_AHEAD: Final = 16
"""How many pages of games are read ahead of those that are checked."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that is wrong.

    Attributes:
        kind: what is wrong with all of its kind, as a heading.
        text: what is wrong with it, as a sentence.
    """

    kind: str
    text: str


async def find_faults(database: Database, workers: Executor) -> AsyncIterator[Fault]:
    """What is wrong in a database."""
    async for fault in _faults_of_games(database, workers):
        yield fault
    for game_id in await games_without_result(database):
        text = f"Game {game_id}: its result is missing, or says something else."
        yield Fault("games without their result", text)


async def _faults_of_games(database: Database, workers: Executor) -> AsyncIterator[Fault]:
    loop, checked = asyncio.get_running_loop(), deque[asyncio.Future[list[Fault]]]()
    async for page in logged_games(database):
        checked.append(loop.run_in_executor(workers, faults_of, page))
        while len(checked) > _AHEAD:
            for fault in await checked.popleft():
                yield fault
    for one in checked:
        for fault in await one:
            yield fault


def faults_of(games: Sequence[LoggedGame]) -> list[Fault]:
    """What is wrong with games."""
    return [fault for game in games if (fault := _fault_of(game))]


def _fault_of(game: LoggedGame) -> Fault | None:
    def fault(kind: str, text: str) -> Fault:
        return Fault(f"games with {kind}", f"Game {game.id}: {text}.")

    if len(game.log) != game.version:
        text = f"it has {len(game.log)} actions instead of {game.version}"
        return fault("too few or too many actions", text)
    try:
        replayed = begin(game.rules_id, game.deal_number, game.opening)
        for action in game.log:
            apply(replayed, action)
    except PatienceError as error:
        return fault("actions that the rules forbid", f"it cannot be replayed ({error})")
    state = state_of(replayed, game.log[-1] if game.log else "")
    if state.is_final != game.state.is_final or (state.is_final and state != game.state):
        return fault("another state", f"it is {state.value} instead of {game.state.value}")
    if (moves := len(replayed.moves)) != game.moves:
        return fault("another number of moves", f"it has {moves} moves instead of {game.moves}")
    if game.undos not in (None, undos := game.log.count(UNDO)):
        text = f"its result has {game.undos} undos instead of {undos}"
        return fault("another number of undos", text)
    return None
