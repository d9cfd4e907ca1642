"""Races for many: tables, races and their ends."""

from __future__ import annotations

import pytest

from bot.models import Place, Race, RaceState
from bot.service import DealChoice, Games, GameSnapshot, Races
from engine import solve
from tests.service.conftest import Clock

ANN, BOB, EVE = 81384788765712384, 2**63 - 1, 9
HERE = Place(5, guild_id=6)
RULES = "saratoga"


async def winnable(rules_id: str) -> DealChoice:
    return DealChoice(42, winnable=True)


@pytest.fixture
def races(games: Games, clock: Clock) -> Races:
    """Races that are all on the same deal."""
    return Races(games, winnable, clock=clock)


@pytest.fixture
async def race(races: Races) -> Race:
    """Ann, Bob and Eve race; the board is the active game of each."""
    table = await races.open(ANN, RULES, HERE)
    for player in (BOB, EVE):
        await races.join(player, table.id)
    race = await races.start(ANN, table.id)
    for player in (ANN, BOB, EVE):
        await races.board(player, race.id)
    return race


async def win(games: Games, player: int) -> GameSnapshot:
    """Win a player's active game with the solver's line."""
    snapshot = await games.active(player)
    for move in solve(snapshot.game.board).moves:
        snapshot = await games.play(player, move)
    return snapshot


async def test_a_race_ends_with_the_last_of_its_players(
    races: Races, race: Race, games: Games, clock: Clock
) -> None:
    won = await win(games, BOB)
    assert won.is_secret
    clock.advance(seconds=5)
    await games.play(EVE, "s")
    await games.give_up(EVE)
    assert (await races.get(race.id)).state is RaceState.RUNNING
    assert len(await races.due_posts()) == 0
    ended = await races.leave(ANN, race.id)
    assert ended.state is RaceState.FINISHED
    assert [racer.place for racer in ended.racers] == [3, 1, 2]
    assert not (await games.get(won.game_id)).is_secret
    assert await races.unannounced() == (ended,)
