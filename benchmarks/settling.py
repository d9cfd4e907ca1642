"""How long it takes to settle a race of the most players at its deadline, and how many statements.

Everybody has nearly won. Before it, the same boards are read as for a race of two: game by game.
"""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final

from benchmarks.databases import StatementCounter, compare_databases
from benchmarks.timing import Figures, elapsed
from benchmarks.winning_lines import winning_games
from bot.models import GameState, Place, Race
from bot.service import DealChoice, Games, Races
from bot.service.race_progress import progress_of
from bot.service.races import MOST_RACERS
from bot.store import Database, Step
from bot.store.game_logs import load_log
from bot.store.games import append_steps, load_game
from engine import Game

_RULES: Final = "klondike"
_RACES: Final = 20
_LEFT: Final = 3
"""How many moves everybody lacks to the win."""
_START: Final = datetime(2026, 5, 1, 12, tzinfo=UTC)


@dataclass
class _Clock:
    """A clock that stands still unless it is set."""

    now: datetime = _START

    def __call__(self) -> datetime:
        return self.now


@dataclass
class _Watch:
    """Counts statements, and measures the time of some work.

    Attributes:
        counter: counts all statements.
        statements: how many the last work took.
        times: how long each took, in seconds.
    """

    counter: StatementCounter
    statements: int = 0
    times: list[float] = field(default_factory=list)

    async def measure(self, work: Callable[[], Awaitable[object]]) -> None:
        """Do some work."""
        before = self.counter.count
        self.times.append(await elapsed(work))
        self.statements = self.counter.count - before

    def row(self, name: str) -> list[str]:
        """A line of the table."""
        median = Figures(tuple(self.times)).median
        return [name, str(self.statements), f"{1000 * median:.1f}"]


def report() -> str:
    """A table of both databases."""
    [won] = winning_games(_RULES)
    headings = [f"{MOST_RACERS} players, {len(won.moves) - _LEFT} moves each", "statements", "ms"]
    return compare_databases(headings, functools.partial(_measure, won))


async def _measure(won: Game, database: Database) -> list[list[str]]:
    async def choose(rules_id: str) -> DealChoice:
        return DealChoice(won.number or 1, winnable=True)

    clock, counter = _Clock(), StatementCounter(database)
    alone, settled, idle = _Watch(counter), _Watch(counter), _Watch(counter)
    races = Races(Games(database, clock=clock), choose, clock=clock)
    for number in range(_RACES):
        race = await _played(database, races, number, won, clock.now)
        clock.now += timedelta(hours=2)
        await alone.measure(functools.partial(_read_alone, database, race))
        await settled.measure(races.settle)
        await idle.measure(races.settle)
    return [
        alone.row("reading the boards one by one"),
        settled.row("settling the race"),
        idle.row("a pass without an overdue race"),
    ]


async def _played(database: Database, races: Races, number: int, won: Game, at: datetime) -> Race:
    """A race that everybody has nearly won."""
    place = Place(channel_id=number + 1, guild_id=1)
    race = await races.open(1, _RULES, place)
    for player in range(2, MOST_RACERS + 1):
        race = await races.join(player, race.id)
    moves = won.moves[:-_LEFT]
    for racer in race.racers:
        if racer.game_id is None:
            raise RuntimeError("the race has not begun")
        steps = [
            Step(racer.game_id, n, str(move), at, GameState.PLAYING, n + 1, timedelta(), since=at)
            for n, move in enumerate(moves)
        ]
        await append_steps(database, *steps)
    return race


async def _read_alone(database: Database, race: Race) -> None:
    """Read how every board stands, game by game."""
    for racer in race.racers:
        if racer.game_id is not None:
            version = (await load_game(database, racer.game_id)).version
            log = await load_log(database, racer.game_id, version)
            progress_of(race.rules_id, race.deal_number or 1, [one.text for one in log])
