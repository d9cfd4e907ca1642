"""What players ask for in a database of very many games."""

from __future__ import annotations

import functools
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from benchmarks.growth.history import HEAVY_PLAYER, NOW_MS, SERVER, TODAY, Size, player_id
from benchmarks.timing import Figures, elapsed
from bot.models.daily import DailyDeal
from bot.models.places import Place
from bot.service.daily.daily import Daily
from bot.service.daily.leaderboards import Leaderboards, Period
from bot.service.daily.posts import DayMessages
from bot.service.play.games import Games
from bot.service.players.statistics import Statistics
from bot.store.daily.daily import load_daily_deal
from bot.store.daily.leaderboards import compare_daily_result
from bot.store.database.connection import Database
from bot.store.play.games import popular_rules
from bot.store.play.results import load_daily_result
from bot.store.players.privacy import delete_player

_RUNS: Final = 40
_NOW: Final = datetime.fromtimestamp(NOW_MS // 1000, UTC)
_HERE: Final = Place(SERVER + 1, SERVER)


async def measure_pages(database: Database, size: Size) -> AsyncIterator[tuple[str, Figures]]:
    """Measure each page as it is asked for by players at random."""
    for name, page in _pages(database, size).items():
        yield name, Figures(tuple([await elapsed(page) for _ in range(_RUNS)]))


def _pages(database: Database, size: Size) -> dict[str, Callable[[], Awaitable[object]]]:
    rng = random.Random(17)
    statistics, boards = Statistics(database), Leaderboards(database)
    seconds = 0

    def clock() -> datetime:
        nonlocal seconds
        seconds += 1
        return _NOW + timedelta(seconds=seconds)

    games = Games(database, clock=clock)
    days = DayMessages(database, Daily(games, "a secret", None, clock=clock), clock=clock)

    def anybody() -> int:
        return player_id(rng.randrange(size.players - 1))

    def in_server() -> int:
        return player_id(rng.randrange(size.in_server))

    def board(period: Period, page: int = 1) -> Callable[[], Awaitable[object]]:
        return lambda: boards.page(SERVER, in_server(), period, TODAY, page=page)

    async def compare() -> None:
        result = await load_daily_result(database, in_server(), TODAY)
        if result is None:
            raise LookupError("a player of the day has no result")
        await compare_daily_result(database, result)

    async def press() -> None:
        player = anybody()
        snapshot = await games.active(player)
        await games.play(player, snapshot.game.legal_moves()[0])

    async def give_up() -> None:
        player = in_server()
        await games.start(player, "freecell", 7, _HERE)
        snapshot = await games.active(player)
        await games.play(player, snapshot.game.legal_moves()[0])
        await games.give_up(player)

    async def card() -> None:
        deal = await load_daily_deal(database, TODAY - timedelta(days=1))
        if deal is None:
            raise LookupError("the day before has no deal")
        await days.digest(SERVER, deal)

    deal = DailyDeal(TODAY - timedelta(days=1), "freecell", 42, 1, par=60)
    return {
        "/profile, statistics": lambda: statistics.for_player(anybody(), TODAY),
        "/profile, statistics of 20,000 games": lambda: statistics.for_player(HEAVY_PLAYER, TODAY),
        "/profile of 20,000 games": lambda: statistics.profile(HEAVY_PLAYER, TODAY),
        "/server": lambda: statistics.for_guild(SERVER, TODAY),
        "/server, month": lambda: boards.month(SERVER, TODAY),
        "/daily board, today": board(Period.TODAY),
        "/daily board, yesterday": board(Period.YESTERDAY),
        "/daily board, week": board(Period.WEEK),
        "/daily board, all": board(Period.ALL),
        "/daily board, all, last page": board(Period.ALL, 10_000),
        "the card of a day": card,
        "the message of a day": lambda: days.board(SERVER, deal),
        "a result among all": compare,
        "/resume": lambda: games.unfinished(anybody()),
        "/resume of 20,000 games": lambda: games.unfinished(HEAVY_PLAYER),
        "/replay": lambda: games.recent(anybody()),
        "/replay of 20,000 games": lambda: games.recent(HEAVY_PLAYER),
        "popular games": lambda: popular_rules(database),
        "/play": lambda: games.start(anybody(), "freecell", rng.randrange(1, 10**6), _HERE),
        "a press": press,
        "a game begun, played, given up": give_up,
    }


async def measure_deletion(database: Database, size: Size) -> AsyncIterator[tuple[str, float]]:
    """Measure deleting the data of a player, and of the one with most games; in seconds."""
    players = {"deletion": player_id(0), f"deletion of {size.of_heavy_player} games": HEAVY_PLAYER}
    for name, player in players.items():
        yield name, await elapsed(functools.partial(delete_player, database, player, _NOW))
