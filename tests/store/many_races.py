"""Races for many, for tests of the store."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from bot.models import GameState, Place, Race
from bot.store import Database, Step
from bot.store.games import append_steps
from bot.store.races import begin_race, join_table, open_table
from tests.store.finished_games import NOON

HERE: Final = Place(5, guild_id=6)
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


async def open_race(
    database: Database, player: int, *, place: Place = HERE, hints: bool = False
) -> Race:
    """Open a table at noon that closes half an hour later, for a race of an hour."""
    opened = await open_table(
        database,
        player,
        "saratoga",
        place,
        NOON,
        deadline=NOON + HOUR / 2,
        time_limit=HOUR,
        hints=hints,
    )
    assert opened is not None
    return opened


async def start_race_for_many(database: Database, *players: int, hints: bool = False) -> Race:
    """Start a race of an hour at noon."""
    race = await open_race(database, players[0], hints=hints)
    for player in players[1:]:
        assert await join_table(database, player, race.id, NOON, limit=20) is not None
    begun = await begin_race(database, race.id, 42, NOON, foundation_count=0, least=2)
    assert begun is not None
    return begun


def game_of(race: Race, player: int) -> int:
    """The game of a player of a race that has begun."""
    racer = race.racer(player)
    assert racer is not None
    assert racer.game_id is not None
    return racer.game_id


async def finish_game(
    database: Database, race: Race, player: int, *, won: bool, at: datetime = NOON, cards: int = 0
) -> None:
    """Take the first and last step of a player's game."""
    state = GameState.WON if won else GameState.GIVEN_UP
    text = "w-f1" if won else "give up"
    game_id = game_of(race, player)
    moves = int(won)
    step = Step(game_id, 0, text, at, state, moves, timedelta(), foundation_count=cards, since=NOON)
    await append_steps(database, step)
