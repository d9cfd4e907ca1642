"""Tables of races: opened, joined, left, closed and started."""

from __future__ import annotations

import asyncio

import pytest

from bot.models.contest_deals import Terms
from bot.models.contests import Race, RaceState
from bot.models.places import Place
from bot.service.contests.contests import CannotRace, ChooseDeal, NoDeal, NoRace
from bot.service.contests.races import MAX_RACES, MOST_RACERS, START_WITHIN, Races
from bot.service.errors import NotYet
from bot.service.play.games import Games
from bot.service.solver.pool import SolverPool
from bot.service.solver.winnable import DealChoice, WinnableDeals
from bot.store.database.connection import Database
from bot.store.solver.deals import count_winnable_deals
from engine import UnknownGame
from tests.service.conftest import Clock
from tests.service.contests.racing import ANN, BOB, DEAL, EVE, HERE, HOUR, RULES, THERE, winnable


async def unproven(rules_id: str) -> DealChoice:
    return DealChoice(DEAL, winnable=False)


async def no_solver(rules_id: str) -> DealChoice:
    return DealChoice(DEAL, winnable=False, searched=False)


def players(race: Race) -> list[int]:
    return [racer.player_id for racer in race.racers]


async def test_a_table_is_open_for_half_an_hour(races: Races, clock: Clock) -> None:
    table = await races.open(ANN, RULES, HERE, Terms(HOUR))
    assert (table.state, table.deadline) == (RaceState.OPEN, clock.now + START_WITHIN)
    assert (table.terms, table.place) == (Terms(HOUR), HERE)
    assert (table.deal_number, table.organizer_id, players(table)) == (None, ANN, [ANN])
    clock.advance(minutes=30, seconds=3)
    closed = await races.get(table.id)
    assert (closed.state, closed.ended_at) == (RaceState.CLOSED, table.deadline)
    with pytest.raises(NoRace, match=r"This table is closed\. Type /race start"):
        await races.join(BOB, table.id)
    with pytest.raises(NoRace, match="This table is closed"):
        await races.start(ANN, table.id)


async def test_a_table_past_its_time_is_closed_by_whoever_comes_late(
    races: Races, table: Race, clock: Clock
) -> None:
    clock.advance(minutes=30, seconds=1)
    with pytest.raises(NoRace, match="This table is closed"):
        await races.join(7, table.id)
    assert (await races.get(table.id)).state is RaceState.CLOSED


async def test_a_channel_has_one_open_table(races: Races, table: Race, clock: Clock) -> None:
    with pytest.raises(CannotRace, match="open table in this channel already"):
        await races.open(BOB, RULES, HERE)
    assert (await races.open(BOB, RULES, THERE)).id != table.id
    await races.start(ANN, table.id)
    assert (await races.open(7, RULES, HERE)).state is RaceState.OPEN


async def test_a_table_past_its_time_makes_way_for_another(
    races: Races, table: Race, clock: Clock
) -> None:
    clock.advance(minutes=31)
    assert (await races.open(BOB, RULES, HERE)).state is RaceState.OPEN


async def test_an_unknown_game_or_a_wrong_time_limit_is_refused(races: Races) -> None:
    with pytest.raises(UnknownGame):
        await races.open(ANN, "bridge", HERE)
    for time_limit in (HOUR / 15, 169 * HOUR, -HOUR):
        with pytest.raises(CannotRace, match="from 5 minutes to 7 days"):
            await races.open(ANN, RULES, HERE, Terms(time_limit))


async def test_players_sit_in_the_order_in_which_they_joined(races: Races, table: Race) -> None:
    assert players(table) == [ANN, BOB, EVE]
    assert await races.join(BOB, table.id) == table
    assert await races.open_for(EVE) == (table,)


async def test_the_next_player_is_the_organizer_when_the_organizer_leaves(
    races: Races,
) -> None:
    table = await races.open(ANN, RULES, HERE)
    await races.join(BOB, table.id)
    await races.ready(EVE, table.id)
    left = await races.leave(ANN, table.id)
    assert (players(left), left.organizer_id) == ([BOB, EVE], BOB)
    assert players(await races.join(ANN, table.id)) == [BOB, EVE, ANN]
    with pytest.raises(NoRace, match="Only the organizer"):
        await races.start(ANN, table.id)
    assert (await races.start(BOB, table.id)).state is RaceState.RUNNING


async def test_a_race_starts_once_the_only_one_who_is_not_ready_leaves(
    races: Races, table: Race
) -> None:
    begun = await races.leave(ANN, table.id)
    assert (begun.state, players(begun)) == (RaceState.RUNNING, [BOB, EVE])


async def test_whoever_leaves_has_left_though_there_is_no_deal_for_the_others(
    games: Games, clock: Clock
) -> None:
    races = Races(games, unproven, clock=clock)
    table = await races.open(ANN, RULES, HERE)
    for player in (BOB, EVE):
        await races.ready(player, table.id)
    left = await races.leave(ANN, table.id)
    assert (left.state, players(left)) == (RaceState.OPEN, [BOB, EVE])


async def test_the_last_player_to_leave_closes_the_table(races: Races, clock: Clock) -> None:
    table = await races.open(ANN, RULES, HERE)
    for player in (BOB, EVE):
        await races.join(player, table.id)
    for player in (ANN, BOB):
        assert (await races.leave(player, table.id)).state is RaceState.OPEN
    closed = await races.leave(EVE, table.id)
    assert (closed.state, closed.ended_at) == (RaceState.CLOSED, clock.now)
    assert await races.open_for(EVE) == ()
    with pytest.raises(NoRace, match="This table is closed"):
        await races.leave(EVE, table.id)


async def test_a_player_alone_cannot_start(races: Races) -> None:
    table = await races.open(ANN, RULES, HERE)
    with pytest.raises(CannotRace, match=r"alone at this table\. Wait until somebody"):
        await races.start(ANN, table.id)


async def test_a_race_does_not_start_when_all_others_leave_while_its_deal_is_chosen(
    games: Games, database: Database, clock: Clock
) -> None:
    table_ids: list[int] = []

    async def choose(rules_id: str) -> DealChoice:
        await races.leave(BOB, table_ids[0])
        return DealChoice(DEAL, winnable=True)

    races = Races(games, choose, clock=clock)
    table = await races.open(ANN, RULES, HERE)
    table_ids.append(table.id)
    await races.ready(BOB, table.id)
    with pytest.raises(CannotRace, match="alone at this table"):
        await races.start(ANN, table.id)
    assert await count_winnable_deals(database) == {RULES: 1}


async def test_strangers_cannot_start_leave_or_play(races: Races, race: Race) -> None:
    for act in (races.start, races.leave, races.board):
        with pytest.raises(NoRace, match="You are not in this race"):
            await act(7, race.id)
    with pytest.raises(NoRace, match="already begun"):
        await races.join(7, race.id)


async def test_a_race_that_does_not_exist_is_refused(races: Races) -> None:
    for act in (races.join, races.start, races.leave, races.board):
        with pytest.raises(NoRace, match="This race no longer exists"):
            await act(ANN, 404)


async def test_the_last_to_be_ready_starts_the_race(races: Races) -> None:
    table = await races.open(ANN, RULES, HERE)
    await races.join(BOB, table.id)
    assert (await races.ready(ANN, table.id)).state is RaceState.OPEN
    # Who is not at the table yet joins it.
    assert len((await races.ready(EVE, table.id)).racers) == 3
    race = await races.ready(BOB, table.id)
    assert (race.state, players(race)) == (RaceState.RUNNING, [ANN, BOB, EVE])
    with pytest.raises(NoRace, match="already begun"):
        await races.ready(7, table.id)


async def test_nobody_starts_alone_by_being_ready(races: Races) -> None:
    table = await races.open(ANN, RULES, HERE)
    assert (await races.ready(ANN, table.id)).state is RaceState.OPEN


async def test_the_organizer_starts_without_those_who_are_not_ready(races: Races) -> None:
    table = await races.open(ANN, RULES, HERE)
    await races.join(BOB, table.id)
    with pytest.raises(CannotRace, match="Nobody else is ready yet"):
        await races.start(ANN, table.id)
    await races.ready(EVE, table.id)
    race = await races.start(ANN, table.id)
    assert players(race) == [ANN, EVE]
    with pytest.raises(NoRace, match="You are not in this race"):
        await races.board(BOB, race.id)


async def test_more_players_than_seats_at_once_fill_the_table_and_no_more(races: Races) -> None:
    table = await races.open(1, RULES, HERE)
    joining = [races.join(player, table.id) for player in range(2, MOST_RACERS + 4)]
    done = await asyncio.gather(*joining, return_exceptions=True)
    assert sum(isinstance(one, CannotRace | NoRace) for one in done) == 3
    assert len((await races.get(table.id)).racers) == MOST_RACERS


@pytest.mark.parametrize(
    ("choose", "sentence"),
    [
        (unproven, "Try again in a minute"),
        (no_solver, "the solver that finds one is switched off"),
    ],
)
async def test_without_a_winnable_deal_the_table_stays_open(
    games: Games, clock: Clock, choose: ChooseDeal, sentence: str
) -> None:
    races = Races(games, choose, clock=clock)
    table = await races.open(1, RULES, HERE)
    await races.ready(2, table.id)
    with pytest.raises(NoDeal, match=sentence):
        await races.start(1, table.id)
    for player in range(3, MOST_RACERS + 1):
        table = await races.join(player, table.id)
    assert (table.state, len(table.racers)) == (RaceState.OPEN, MOST_RACERS)
    with pytest.raises(CannotRace, match="This table is full"):
        await races.join(MOST_RACERS + 1, table.id)
    race = await Races(games, winnable, clock=clock).start(1, table.id)
    assert race.state is RaceState.RUNNING


async def test_a_table_whose_deal_waits_for_the_solver_begins_once_there_is_one(
    games: Games, database: Database, clock: Clock
) -> None:
    starting = Races(games, WinnableDeals(database, SolverPool(1)).choose_secret, clock=clock)
    table = await starting.open(1, RULES, HERE)
    await starting.ready(2, table.id)
    for attempt in (starting.start(1, table.id), starting.ready(1, table.id)):
        with pytest.raises(NotYet, match="still starting up"):
            await attempt
    race = await Races(games, winnable, clock=clock).ready(1, table.id)
    assert (race.state, len(race.racers)) == (RaceState.RUNNING, 2)


async def test_the_number_of_races_of_a_player_is_limited(races: Races) -> None:
    for channel in range(MAX_RACES):
        await races.open(ANN, RULES, Place(channel))
    another = await races.open(BOB, RULES, HERE)
    with pytest.raises(CannotRace, match="You are in 5 races already"):
        await races.open(ANN, RULES, THERE)
    with pytest.raises(CannotRace, match="You are in 5 races already"):
        await races.join(ANN, another.id)
    await races.leave(ANN, (await races.open_for(ANN))[0].id)
    assert players(await races.join(ANN, another.id)) == [BOB, ANN]
