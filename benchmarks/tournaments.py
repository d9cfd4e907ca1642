"""How long the standings of tournaments take that very many play, on SQLite and on PostgreSQL.

For comparison, all results of the set games are read, without ranking anybody.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy import select

from benchmarks.databases import compare_databases
from benchmarks.finished_games import SERVER, Row, finished_game, save_rows, vacuum
from benchmarks.timing import timed
from bot.models import Place, Result, Tournament, TournamentKind
from bot.service.tournaments import PAGE_SIZE
from bot.store import Database
from bot.store.results import result_from
from bot.store.schema import games, results, tournament_games
from bot.store.standings import tournament_standings
from bot.store.tournaments import create_tournament, end_due_tournaments

_PLAYERS: Final = 10_000
"""Who play everything that counts, all of them in one server."""
_OTHERS: Final = 100_000
"""Results of games that count in no tournament, in the same server."""
_RULES: Final = (
    "saratoga", "klondike", "freecell", "spider", "canfield", "yukon", "scorpion",
)  # fmt: skip
_BEGAN: Final = datetime(2028, 3, 1, tzinfo=UTC)
_WEEK: Final = timedelta(days=7)
_RUNS: Final = 20


def report() -> str:
    """A table of first pages on both databases."""
    return compare_databases([f"{_PLAYERS} players", "median ms", "p99 ms"], _measure)


async def _measure(database: Database) -> list[list[str]]:
    league = await _start(database, TournamentKind.DAYS, _BEGAN)
    set_games = await _start(database, TournamentKind.GAMES, _BEGAN + _WEEK, *_RULES)
    await _fill(database, set_games)
    await vacuum(database)
    viewers = random.Random(1)

    def page(tournament: Tournament) -> Callable[[], Awaitable[object]]:
        return lambda: tournament_standings(
            database, tournament, viewers.randint(1, _PLAYERS), page=1, page_size=PAGE_SIZE
        )

    pages = {
        "a week's league over the days": page(league),
        "seven set games": page(set_games),
        "reading the results of those": lambda: _read(database, set_games),
    }
    return [[what, *await timed(work, _RUNS)] for what, work in pages.items()]


async def _start(
    database: Database, kind: TournamentKind, began: datetime, *rules_ids: str
) -> Tournament:
    """A tournament of a week that has ended."""
    new = Tournament(0, Place(SERVER, SERVER), kind, began, began + _WEEK)
    started = await create_tournament(database, new, [(rules_id, 42) for rules_id in rules_ids])
    if started is None:
        raise RuntimeError("another tournament is running")
    await end_due_tournaments(database, started.ends_at)
    return started


async def _fill(database: Database, set_games: Tournament) -> None:
    """Store every player's results of the league's days and of the set games, and others."""
    rng = random.Random(7)

    def rows(first: int, count: int, began: datetime, *, is_daily: bool) -> Iterator[Row]:
        for number in range(count):
            ago, player = divmod(number, _PLAYERS)
            day = (began + timedelta(days=ago % 7)).date()
            yield finished_game(first + number, player + 1, day, rng, is_daily=is_daily)

    dailies, entries = 7 * _PLAYERS, len(_RULES) * _PLAYERS
    await save_rows(database, rows(1, dailies, _BEGAN, is_daily=True))
    of_set_games = rows(1 + dailies, entries, _BEGAN + _WEEK, is_daily=False)
    dealt = (
        {**row, "rules_id": deal.rules_id, "tournament_deal_id": deal.id}
        for number, row in enumerate(of_set_games)
        for deal in [set_games.deals[number // _PLAYERS]]
    )
    await save_rows(database, dealt, games, results, tournament_games)
    await save_rows(database, rows(1 + dailies + entries, _OTHERS, _BEGAN, is_daily=False))


async def _read(database: Database, tournament: Tournament) -> list[Result]:
    """The results of a tournament's set games."""
    query = (
        select(results)
        .join(tournament_games, tournament_games.c.game_id == results.c.game_id)
        .where(tournament_games.c.tournament_deal_id.in_([deal.id for deal in tournament.deals]))
    )
    async with database.transaction() as connection:
        return [result_from(row) for row in (await connection.execute(query)).mappings()]
