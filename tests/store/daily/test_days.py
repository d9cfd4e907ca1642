"""The days on which nobody could play, as follows from when deals were chosen."""

from __future__ import annotations

from datetime import UTC, date, datetime
from types import MappingProxyType
from typing import Final

import pytest

from bot.models.daily import DailyDeal
from bot.store.daily.daily import days_nobody_could_play, save_daily_deal
from bot.store.database.connection import Database

CHOSEN: Final = MappingProxyType(
    {
        "the bot always ran": ({1: 1, 2: 1, 3: 2, 4: 3}, []),
        "it was down for a day": ({1: 1, 2: 1, 3: 3, 4: 3}, [2]),
        "it was down for three days": ({1: 1, 2: 1, 5: 5, 6: 5}, [2, 3, 4]),
        "it chooses no deal before its day": ({1: 1, 2: 2, 3: 3}, []),
        "no deal of a day could be won": ({1: 1, 3: 2, 4: 3}, [2]),
        "it is down since": ({1: 1, 2: 1}, []),
        "it was never started": ({}, []),
    }
)
"""On which day of May each day's deal was chosen, and the days on which nobody could play."""


@pytest.mark.parametrize(("chosen", "expected"), CHOSEN.values(), ids=CHOSEN)
async def test_a_running_bot_chooses_the_deal_of_the_next_day(
    database: Database, chosen: dict[int, int], expected: list[int]
) -> None:
    for day, chosen_on in chosen.items():
        deal = DailyDeal(date(2026, 5, day), "saratoga", 42, 1, 112)
        await save_daily_deal(database, deal, datetime(2026, 5, chosen_on, 23, 59, tzinfo=UTC))
    days = await days_nobody_could_play(database)
    assert sorted(day.day for day in days) == expected
