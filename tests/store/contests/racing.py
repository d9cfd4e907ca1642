"""Races, for tests of the store. All of them begin at noon."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from bot.models.contest_deals import Terms
from bot.models.contests import Race, RaceProgress, Racer, RaceState, race_subject
from bot.models.places import Place
from bot.models.play import GameState, Step
from bot.store.contests.races import (
    begin_race,
    begin_turn,
    end_turns,
    join_table,
    load_race,
    open_race,
)
from bot.store.database.connection import Database
from bot.store.due.due import drop
from bot.store.play.games import append_steps
from tests.store.finished_games import NOON

GUILD: Final = 6
HERE: Final = Place(5, guild_id=GUILD)
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


def new_race(
    *players: int,
    by_invitation: bool = False,
    place: Place | None = HERE,
    hints: bool = False,
    time_limit: timedelta = HOUR,
    rules_id: str = "saratoga",
) -> Race:
    """A table of one player, or a challenge of one to another, that is open for half an hour."""
    first, *invited = players
    return Race(
        id=0,
        by_invitation=by_invitation,
        place=place,
        rules_id=rules_id,
        terms=Terms(time_limit, hints=hints),
        created_at=NOON,
        deadline=NOON + HOUR / 2,
        state=RaceState.OPEN,
        racers=(Racer(first, NOON), *(Racer(player, None) for player in invited)),
    )


async def open_table(
    database: Database, player: int, *, place: Place = HERE, hints: bool = False
) -> Race:
    """Open a table for a race of an hour."""
    opened = await open_race(database, new_race(player, place=place, hints=hints))
    assert opened is not None
    return opened


async def challenge(
    database: Database,
    first: int,
    second: int,
    *,
    guild: int | None = GUILD,
    hours: float = 1,
    rules_id: str = "saratoga",
) -> Race:
    """Have one player challenge another."""
    race = new_race(
        first,
        second,
        by_invitation=True,
        place=Place(5, guild),
        time_limit=hours * HOUR,
        rules_id=rules_id,
    )
    opened = await open_race(database, race, unanswered=99)
    assert opened is not None
    return opened


async def begin(database: Database, race: Race, at: datetime = NOON) -> Race:
    """Start an open race, in which all look at the deal at once."""
    begun = await begin_race(database, race.id, 42, at, until=at + race.time_limit, least=2)
    assert begun is not None
    for racer in begun.racers:
        assert await begin_turn(database, racer.player_id, race.id, at, progress=0) is not None
    return await reload(database, begun)


async def reload(database: Database, race: Race) -> Race:
    """A race as it is now."""
    found = await load_race(database, race.id)
    assert found is not None
    return found


async def start_race(database: Database, *players: int, hints: bool = False) -> Race:
    """Start a race of an hour at a table, in which all look at the deal at once."""
    race = await open_table(database, players[0], hints=hints)
    for player in players[1:]:
        assert await join_table(database, player, race.id, NOON, limit=20) is not None
    return await begin(database, race)


async def start_challenge(
    database: Database, first: int, second: int, *, guild: int | None = GUILD, hours: float = 1
) -> Race:
    """Start a race of two with a challenge."""
    return await begin(database, await challenge(database, first, second, guild=guild, hours=hours))


async def run_challenge(
    database: Database,
    first: int,
    second: int,
    winner: int | None,
    *,
    guild: int | None = GUILD,
    hours: float = 1,
    rules_id: str = "saratoga",
) -> int:
    """A challenge that was over after some hours; its id."""
    race = await begin(
        database,
        await challenge(database, first, second, guild=guild, hours=hours, rules_id=rules_id),
    )
    if winner is not None:
        await finish_game(database, race, winner, won=True, at=race.created_at)
    results = {player: RaceProgress(0, 9) for player in (first, second) if player != winner}
    assert await end_turns(database, race.id, results) is not None
    # No channel is to be told.
    async with database.transaction() as connection:
        await drop(connection, race_subject(race.id))
    return race.id


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
    step = Step(game_id, 0, text, at, state, moves, timedelta(), progress=cards, since=NOON)
    await append_steps(database, step)
