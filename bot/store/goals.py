"""The goal of the day's deal that a game is, as a column of a query of games."""

from __future__ import annotations

from typing import Final

from sqlalchemy import select

from bot.store.schema import daily_deals, games

goal: Final = (
    select(daily_deals.c.goal)
    .where(daily_deals.c.day == games.c.day, daily_deals.c.slot == games.c.slot)
    .scalar_subquery()
    .label("goal")
)
