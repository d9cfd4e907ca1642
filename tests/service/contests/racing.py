"""A table, and the race of three that begins at it, all on one winnable deal."""

from __future__ import annotations

import functools
from datetime import datetime, timedelta
from typing import Final

from bot.models.contest_deals import Terms
from bot.models.contests import Race
from bot.models.places import Place
from bot.models.play import GameSnapshot
from bot.service.contests.races import Races
from bot.service.play.games import Games
from bot.service.solver.winnable import DealChoice
from engine import Move, deal, solve

ANN, BOB, EVE = 81384788765712384, 2**63 - 1, 9
RACERS: Final = (ANN, BOB, EVE)
HERE, THERE = Place(5, guild_id=6), Place(7, guild_id=6)
DEAL, RULES = 42, "saratoga"
HOUR: Final = timedelta(hours=1)


async def winnable(rules_id: str) -> DealChoice:
    return DealChoice(DEAL, winnable=True)


@functools.cache
def winning_line() -> tuple[Move, ...]:
    """How the deal of the races is won."""
    return solve(deal(RULES, DEAL).board).moves


async def open_table(races: Races, *, hints: bool = False) -> Race:
    """A table that Ann has opened, and Bob and Eve have joined."""
    table = await races.open(ANN, RULES, HERE, Terms(HOUR, hints=hints))
    await races.ready(BOB, table.id)
    return await races.ready(EVE, table.id)


async def start_race(races: Races, table: Race) -> Race:
    """Start a race; all look at the deal at once, and it is the active game of each."""
    race = await races.start(ANN, table.id)
    for player in RACERS:
        race = (await races.board(player, race.id)).race
    return race


def end_of_turn(race: Race, player: int) -> datetime:
    """When the time of a player who has begun is up."""
    racer = race.racer(player)
    assert racer is not None
    assert racer.deadline is not None
    return racer.deadline


async def play(games: Games, player: int, moves: int) -> None:
    """Play the first moves of the winning line."""
    for move in winning_line()[:moves]:
        await games.play(player, move)


async def win(games: Games, player: int) -> GameSnapshot:
    """Win a player's active game, which has no moves yet."""
    await play(games, player, len(winning_line()))
    return await games.active(player)


async def all_leave(races: Races, race: Race) -> Race:
    """End a race, as everybody who still races leaves it."""
    for racer in (await races.get(race.id)).racers:
        if racer.outcome is None:
            race = await races.leave(racer.player_id, race.id)
    return race
