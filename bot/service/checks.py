"""Checking a database: every game replayed, and everything that follows from others compared."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import Executor
from typing import Final

from bot.service.play.replay import UNDO, apply, begin, state_of
from bot.store.database.connection import Database
from bot.store.guilds.tallies import wrong_tallies
from bot.store.play.game_logs import LoggedGame, logged_games
from bot.store.play.results import games_without_result
from engine import PatienceError

_AHEAD: Final = 16
"""How many pages of games are read ahead of those that are checked."""


async def find_faults(database: Database, workers: Executor) -> AsyncIterator[str]:
    """What is wrong in a database, a sentence each."""
    async for fault in _faults_of_games(database, workers):
        yield fault
    for game_id in await games_without_result(database):
        yield f"Game {game_id}: its result is missing, or says something else."
    for table, rows in (await wrong_tallies(database)).items():
        for row in rows:
            keys = ", ".join(f"{name} {value}" for name, value in row.items())
            yield f"{table}: what is counted for {keys} differs from games and results."


async def _faults_of_games(database: Database, workers: Executor) -> AsyncIterator[str]:
    loop, checked = asyncio.get_running_loop(), deque[asyncio.Future[list[str]]]()
    async for page in logged_games(database):
        checked.append(loop.run_in_executor(workers, faults_of, page))
        while len(checked) > _AHEAD:
            for fault in await checked.popleft():
                yield fault
    for one in checked:
        for fault in await one:
            yield fault


def faults_of(games: Sequence[LoggedGame]) -> list[str]:
    """What is wrong with games, a sentence each."""
    return [f"Game {game.id}: {fault}." for game in games if (fault := _fault_of(game))]


def _fault_of(game: LoggedGame) -> str:
    if len(game.log) != game.version:
        return f"it has {len(game.log)} actions instead of {game.version}"
    try:
        replayed = begin(game.rules_id, game.deal_number, game.opening)
        for text in game.log:
            apply(replayed, text)
    except PatienceError as error:
        return f"it cannot be replayed ({error})"
    state = state_of(replayed, game.log[-1] if game.log else "")
    if state.is_final != game.state.is_final or (state.is_final and state != game.state):
        return f"it is {state.value} instead of {game.state.value}"
    if len(replayed.moves) != game.moves:
        return f"it has {len(replayed.moves)} moves instead of {game.moves}"
    if game.undos not in (None, undos := game.log.count(UNDO)):
        return f"its result has {game.undos} undos instead of {undos}"
    return ""
