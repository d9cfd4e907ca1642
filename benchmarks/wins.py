"""What a win costs a player of very many games: the summary of the win, and their profile.

The first win and the first profile after an update read every result once; they are measured alone.
"""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import Final

import engine
from benchmarks.databases import compare_databases
from benchmarks.finished_games import SERVER, finished_game, save_rows, vacuum
from benchmarks.timing import Figures, elapsed
from bot.models import GameState
from bot.service import GameSnapshot, Statistics
from bot.store import Database
from bot.store.wins import load_win_context

_GAMES: Final = 20_000
_RULES: Final = tuple(engine.CATALOGUE)[:40]
_DEALS: Final = 5_000
"""How many deals of each game are dealt, so that some are won twice."""
_BEGAN: Final = datetime(2022, 1, 1, tzinfo=UTC)
_APART: Final = timedelta(minutes=100)
_PLAYER: Final = 1
_WINS: Final = 50
_OTHERS: Final = 150_000
"""Results of others in the server, all of one game; two of three are won."""


def report() -> str:
    """A table of both databases."""
    return compare_databases([f"a player of {_GAMES} games", "median ms", "p99 ms"], _measure)


async def _measure(database: Database) -> list[list[str]]:
    rng = random.Random(7)
    await save_rows(database, (_row(number, rng) for number in range(_GAMES)))
    await vacuum(database)
    statistics = Statistics(database)
    today = (_BEGAN + _GAMES * _APART).date()

    async def win(number: int) -> float:
        row = {**_row(number, rng), "state": GameState.WON}
        await save_rows(database, [row])
        won = _snapshot(row)
        return await elapsed(lambda: statistics.of_win(won, today, SERVER))

    first_win = await win(_GAMES)
    wins = [await win(_GAMES + number) for number in range(1, _WINS)]
    profiles = [await elapsed(lambda: statistics.profile(_PLAYER, today)) for _ in range(_WINS)]
    others = (
        finished_game(number, number % 10_000 + 2, today, rng, is_daily=False)
        for number in range(_GAMES + _WINS + 1, _GAMES + _WINS + _OTHERS + 1)
    )
    await save_rows(database, others)
    await vacuum(database)
    newest = _GAMES + _WINS + _OTHERS

    async def compare() -> None:
        await load_win_context(database, newest, SERVER, today)

    contexts = [await elapsed(compare) for _ in range(_WINS)]
    return [
        _line("the first win", [first_win]),
        _line("a win", wins),
        _line("the profile, without its picture", profiles),
        _line(f"comparing a win with {_OTHERS * 2 // 3} of its server", contexts),
    ]


def _line(name: str, times: list[float]) -> list[str]:
    figures = Figures(tuple(times))
    return [name, f"{figures.median * 1e3:.1f}", f"{figures.percentile(99) * 1e3:.1f}"]


def _row(number: int, rng: random.Random) -> dict[str, object]:
    """The columns of a game and of its result; six of ten are won, and a day's deal each day."""
    ended = _BEGAN + number * _APART
    is_daily = ended.hour * 60 + ended.minute < _APART / timedelta(minutes=1)
    moves = rng.randint(80, 200)
    return {
        "id": number + 1,
        "game_id": number + 1,
        "player_id": _PLAYER,
        "rules_id": rng.choice(_RULES),
        "deal_number": rng.randint(1, _DEALS),
        "guild_id": SERVER,
        "channel_id": 1,
        "version": moves,
        "state": GameState.WON if rng.random() < 0.6 else GameState.GIVEN_UP,
        "moves": moves,
        "played_ms": timedelta(seconds=rng.randint(50, 3_000)),
        "undos": rng.choice((0, 0, 3)),
        "hints": rng.choice((0, 0, 0, 1)),
        "odds": 0,
        "winnable": True,
        "created_at": ended,
        "updated_at": ended,
        "started_at": ended,
        "finished_at": ended,
        "day": ended.date() if is_daily else None,
        "daily": ended.date() if is_daily else None,
    }


def _snapshot(row: dict[str, object]) -> GameSnapshot:
    """The won game of a row."""
    began = _BEGAN
    return GameSnapshot(
        game_id=int(str(row["game_id"])),
        player=_PLAYER,
        version=0,
        game=engine.deal(str(row["rules_id"]), 1),
        deal_number=1,
        state=GameState.WON,
        undos=0,
        elapsed=timedelta(minutes=3),
        place=None,
        started_at=began,
        updated_at=began,
        finished_at=began,
    )
