"""What deals of the day are chosen with, that they are, and how one is won."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.models.play import GameSnapshot, GameState
from bot.service.daily.daily import Daily
from bot.service.play.games import Games
from engine import Move, deal, solve

SECRET = "a secret of some length"
LINE = (Move("s", "w"),) * 3
"""Stands for a winning line; nobody plays it."""


async def always(rules_id: str, deal_number: int) -> tuple[Move, ...]:
    """Take every deal for one that can be won."""
    return LINE


async def by_search(rules_id: str, deal_number: int) -> tuple[Move, ...] | None:
    """Moves that win a deal, if they are found soon."""
    return (
        solve(deal(rules_id, deal_number).board, max_states=60_000, max_seconds=300).moves or None
    )


@asynccontextmanager
async def preparing(daily: Daily) -> AsyncIterator[None]:
    """Have the deals of the day chosen in the background."""
    task = asyncio.create_task(daily.keep_prepared())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait({task})


async def win(games: Games, player: int = 7) -> GameSnapshot:
    """Win a player's active game with the solver's line."""
    snapshot = await games.active(player)
    for move in solve(snapshot.game.board).moves:
        snapshot = await games.play(player, move)
    assert snapshot.state is GameState.WON
    return snapshot
