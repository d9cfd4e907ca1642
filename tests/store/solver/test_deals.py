"""Winnable deals kept ready: each is dealt once, the oldest first."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bot.store.database.connection import Database
from bot.store.solver.deals import count_winnable_deals, save_winnable_deal, take_winnable_deal

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


async def test_the_deal_proven_first_is_taken_first(database: Database) -> None:
    for number, hours in ((5, 2), (9, 1), (7, 3)):
        await save_winnable_deal(database, "phoenix", number, NOON + hours * HOUR)
    taken = [await take_winnable_deal(database, "phoenix") for _ in range(4)]
    assert taken == [9, 5, 7, None]


async def test_of_deals_proven_at_the_same_time_the_lowest_is_taken_first(
    database: Database,
) -> None:
    for number in (6, 5, 7):
        await save_winnable_deal(database, "phoenix", number, NOON)
    assert [await take_winnable_deal(database, "phoenix") for _ in range(3)] == [5, 6, 7]


async def test_the_deal_of_the_same_number_in_another_game_stays(database: Database) -> None:
    for rules_id in ("phoenix", "saxony"):
        await save_winnable_deal(database, rules_id, 5, NOON)
    assert await take_winnable_deal(database, "phoenix") == 5
    assert await take_winnable_deal(database, "saxony") == 5


async def test_deals_are_counted_by_game(database: Database) -> None:
    assert await count_winnable_deals(database) == {}
    for rules_id, number in (("phoenix", 5), ("phoenix", 5), ("phoenix", 6), ("saxony", 5)):
        await save_winnable_deal(database, rules_id, number, NOON)
    assert await count_winnable_deals(database) == {"phoenix": 2, "saxony": 1}
