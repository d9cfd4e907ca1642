"""How long pages about a day take that very many play, on SQLite and on PostgreSQL."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime, timedelta
from typing import Final

from benchmarks.databases import compare_databases
from benchmarks.finished_games import SERVER, finished_game, save_rows, vacuum
from benchmarks.timing import timed
from bot.models import DailyDeal
from bot.service import Digests, Leaderboards, Period
from bot.store import Database
from bot.store.daily import save_daily_deal
from bot.store.leaderboards import rank_daily_result
from bot.store.results import load_daily_result

_PLAYERS: Final = 10_000
"""Who play every day, all of them in one server."""
_DAYS: Final = 14
_OTHERS: Final = 100_000
"""Results of games that are no day's, in the same server."""
_TODAY: Final = date(2028, 3, 1)
_RUNS: Final = 20


def report() -> str:
    """A table of pages on both databases."""
    return compare_databases([f"{_PLAYERS} players", "median ms", "p99 ms"], _measure)


async def _measure(database: Database) -> list[list[str]]:
    await _fill(database)
    await vacuum(database)
    boards, digests = Leaderboards(database), Digests(database)
    viewers = random.Random(1)

    async def rank() -> None:
        result = await load_daily_result(database, viewers.randint(1, _PLAYERS), _TODAY)
        if result is None:
            raise LookupError("a player of the day has no result")
        await rank_daily_result(database, result)

    def page(period: Period, number: int = 1) -> Callable[[], Awaitable[object]]:
        return lambda: boards.page(
            SERVER, viewers.randint(1, _PLAYERS), period, _TODAY, page=number
        )

    pages = {
        "the day's table": page(Period.TODAY),
        "its last page": page(Period.TODAY, _PLAYERS // 10),
        "the week's table": page(Period.WEEK),
        "the table of all days": page(Period.ALL),
        "the post of a day": lambda: digests.of_day(SERVER, _deal(_TODAY)),
        "the rank of a result": rank,
    }
    return [[what, *await timed(work, _RUNS)] for what, work in pages.items()]


async def _fill(database: Database) -> None:
    """Store finished games: each player's of every day, and others."""
    rng = random.Random(7)
    count = _PLAYERS * _DAYS + _OTHERS
    await save_rows(database, (_row(number, rng) for number in range(count)))
    for ago in range(_DAYS):
        await save_daily_deal(database, _deal(_TODAY - timedelta(days=ago)), datetime.now(UTC))


def _deal(day: date) -> DailyDeal:
    return DailyDeal(day, "saratoga", 42, 1, par=112)


def _row(number: int, rng: random.Random) -> dict[str, object]:
    """The columns of a game and of its result."""
    ago, player = divmod(number, _PLAYERS)
    day = _TODAY - timedelta(days=ago % _DAYS)
    return finished_game(number + 1, player + 1, day, rng, is_daily=ago < _DAYS)
