"""What deals of the day are chosen with, and that they are."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.service.daily.daily import Daily
from engine import Move, deal, solve

SECRET = "a secret of some length"


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
