"""Commands at one instant in two processes: no limit is passed, and no secret deal dealt twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from datetime import UTC, date, datetime
from typing import Final, TypeVar

import pytest

from bot.models.contests import RaceState, TournamentKind
from bot.models.daily import DailyDeal
from bot.models.places import Place
from bot.models.play import GameSnapshot
from bot.service.contests.contests import CannotRace
from bot.service.contests.races import MAX_RACES, MOST_RACERS, Races
from bot.service.contests.tournaments import Tournaments
from bot.service.play.games import Games
from bot.service.preferences import MAX_HOUSE_RULES, ListIsFull, PreferenceService
from bot.store.daily.daily import save_daily_deal
from bot.store.database.connection import Database
from bot.store.database.engines import create_engines
from bot.store.database.url import resolved
from tests.service.conftest import Clock
from tests.service.contests.racing import ANN, DEAL, HERE, RULES, THERE, winnable
from tests.store.database.migrated import PATIENT, reopened

_T = TypeVar("_T")
Pair = tuple[Database, Database]
TODAY: Final = date(2026, 5, 1)
CHANNELS: Final = [Place(channel, guild_id=6) for channel in range(1, 13)]


@pytest.fixture
async def pair(migrated_url: str) -> AsyncIterator[Pair]:
    """A database of each kind in turn, as two processes have it open."""
    engines = create_engines(*resolved(migrated_url), PATIENT)
    other = Database(engines)
    async with reopened(migrated_url) as one:
        yield one, other
        await other.close()
        await engines.dispose()


@pytest.fixture
def both(pair: Pair, clock: Clock) -> tuple[Games, Games]:
    """The games in it, of each process."""
    one, other = pair
    return Games(one, clock=clock), Games(other, clock=clock)


@pytest.fixture
def tables(both: tuple[Games, Games], clock: Clock) -> tuple[Races, Races]:
    """The races in it, of each process."""
    one, other = both
    return Races(one, winnable, clock=clock), Races(other, winnable, clock=clock)


async def at_once(*commands: Awaitable[_T]) -> tuple[list[_T], list[BaseException]]:
    """What some commands return and raise that are given at one instant."""
    results = await asyncio.gather(*commands, return_exceptions=True)
    returned = [result for result in results if not isinstance(result, BaseException)]
    return returned, [result for result in results if isinstance(result, BaseException)]


async def chosen(games: Games) -> DailyDeal:
    """The day's deal."""
    deal = DailyDeal(TODAY, RULES, DEAL, attempt=1, par=112)
    return await save_daily_deal(games.database, deal, datetime(2026, 4, 30, tzinfo=UTC))


async def unfinished(games: Games) -> int:
    """How many unfinished games Ann has."""
    return len(await games.unfinished(ANN))


async def test_a_days_deal_is_dealt_to_a_player_once(both: tuple[Games, Games]) -> None:
    deal = await chosen(both[0])
    commands = [one.start_in_contest(ANN, deal, place) for place in (HERE, THERE) for one in both]
    dealt, errors = await at_once(*commands)
    assert not errors
    assert len({snapshot.game_id for snapshot in dealt}) == 1
    assert await unfinished(both[0]) == 1


async def test_a_tournaments_deal_is_dealt_to_a_player_once(
    both: tuple[Games, Games], clock: Clock
) -> None:
    tournaments = Tournaments(both[0], winnable, clock=clock)
    [deal] = (await tournaments.start(HERE, TournamentKind.GAMES, [RULES])).deals
    commands = [one.start_in_contest(ANN, deal, HERE) for one in both for _ in range(2)]
    dealt, errors = await at_once(*commands)
    assert not errors
    assert len({snapshot.game_id for snapshot in dealt}) == 1
    assert await unfinished(both[0]) == 1


async def test_a_finished_deal_of_a_day_is_dealt_again_once(
    both: tuple[Games, Games],
) -> None:
    deal = await chosen(both[0])
    await both[0].start_in_contest(ANN, deal, HERE)
    given_up = await both[0].give_up(ANN)

    async def again(games: Games) -> GameSnapshot:
        return await games.restart(ANN, expected=given_up.board_version)

    await again(both[0])
    await both[1].take_up(ANN, given_up.game_id)
    await again(both[1])
    assert await unfinished(both[0]) == 1


async def test_a_player_joins_no_more_tables_than_the_limit(tables: tuple[Races, Races]) -> None:
    opened = [await tables[0].open(i, RULES, place) for i, place in enumerate(CHANNELS, start=1)]
    commands = [tables[table.id % 2].join(ANN, table.id) for table in opened]
    joined, errors = await at_once(*commands)
    assert len(joined) == MAX_RACES
    assert all("You are in 5 races already" in str(error) for error in errors)
    assert len(await tables[0].open_for(ANN)) == MAX_RACES


async def test_a_player_opens_no_more_tables_than_the_limit(tables: tuple[Races, Races]) -> None:
    commands = [tables[i % 2].open(ANN, RULES, place) for i, place in enumerate(CHANNELS)]
    opened, errors = await at_once(*commands)
    assert len(opened) == MAX_RACES
    assert all(isinstance(error, CannotRace) for error in errors)
    assert len(await tables[0].open_for(ANN)) == MAX_RACES


async def test_a_table_takes_no_more_players_than_the_limit(tables: tuple[Races, Races]) -> None:
    table = await tables[0].open(1, RULES, HERE)
    commands = [tables[player % 2].join(player, table.id) for player in range(2, 31)]
    _, errors = await at_once(*commands)
    assert len((await tables[0].get(table.id)).racers) == MOST_RACERS
    assert len(errors) == 30 - MOST_RACERS


async def test_the_last_two_to_be_ready_start_one_race(tables: tuple[Races, Races]) -> None:
    table = await tables[0].open(1, RULES, HERE)
    await tables[0].join(2, table.id)
    await at_once(tables[0].ready(1, table.id), tables[1].ready(2, table.id))
    race = await tables[0].get(table.id)
    assert (race.state, len(race.racers)) == (RaceState.RUNNING, 2)


async def test_a_list_takes_no_more_house_rules_than_the_limit(pair: Pair) -> None:
    lists = [PreferenceService(database) for database in pair]
    names = [f"klondike.draw-{2 + i // 8}.cells-{1 + i % 8}" for i in range(MAX_HOUSE_RULES + 6)]
    commands = [
        lists[i % 2].list_house_rules(ANN, name, is_on=True) for i, name in enumerate(names)
    ]
    _, errors = await at_once(*commands)
    assert len(errors) == 6
    assert all(isinstance(error, ListIsFull) for error in errors)
    lists[0].forget(ANN)
    assert len((await lists[0].get(ANN)).house_rules) == MAX_HOUSE_RULES
