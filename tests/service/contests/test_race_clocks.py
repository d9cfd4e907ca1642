"""The clocks of a race from a table: those of all start at the same moment."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.models.contests import TOLD, Race, RacerOutcome, RaceState
from bot.service.contests.contests import NoRace
from bot.service.contests.races import COUNTDOWN, SILENCE, Races
from bot.service.play.games import Games
from bot.service.solver.winnable import DealChoice
from bot.store.database.open import open_database
from tests.service.conftest import Clock
from tests.service.contests.racing import (
    ANN,
    BOB,
    EVE,
    HERE,
    HOUR,
    RACERS,
    all_leave,
    end_of_turn,
    open_table,
    play,
    win,
    winnable,
    winning_line,
)

GOLF_DEAL = 1


async def golf(rules_id: str) -> DealChoice:
    return DealChoice(GOLF_DEAL, winnable=True)


@pytest.fixture
async def begun(races: Races, table: Race) -> Race:
    """A race that Ann has started, at whose deal nobody has looked."""
    return await races.start(ANN, table.id)


def places(race: Race) -> list[int | None]:
    """The places of Ann, Bob and Eve."""
    return [racer.place for racer in race.racers]


async def test_all_start_at_the_same_moment_a_few_seconds_after_it_is_known(
    games: Games, clock: Clock
) -> None:
    races = Races(games, winnable, clock=clock)
    race = await races.start(ANN, (await open_table(races)).id)
    start = clock.now + COUNTDOWN
    assert {(one.started_at, one.deadline) for one in race.racers} == {(start, start + HOUR)}
    clock.now = start - timedelta(milliseconds=1)
    assert race.seconds_to_start(clock.now) == 1
    with pytest.raises(NoRace, match="begins in a moment"):
        await races.board(BOB, race.id)
    clock.now = start
    assert race.seconds_to_start(clock.now) == 0
    looked = await races.board(BOB, race.id)
    clock.advance(minutes=5)
    late = await races.board(ANN, race.id)
    assert [one.started_at for one in late.race.racers] == [start] * 3
    assert late.race.racers[1] == looked.race.racers[1]


async def test_who_leaves_just_before_the_start_waits_for_it_no_more(
    games: Games, clock: Clock
) -> None:
    races = Races(games, winnable, clock=clock)
    race = await races.start(ANN, (await open_table(races)).id)
    await races.leave(BOB, race.id)
    assert await races.starting(ANN) is not None
    assert await races.starting(BOB) is None


async def test_a_process_that_did_not_start_a_race_knows_who_waits_for_it(
    games: Games, clock: Clock
) -> None:
    starting = Races(games, winnable, clock=clock)
    race = await starting.start(ANN, (await open_table(starting)).id)
    restarted = Races(games, winnable, clock=clock)
    found = [await restarted.starting(player) for player in (ANN, BOB, 99)]
    assert [one and one.id for one in found] == [race.id, race.id, None]
    clock.advance(seconds=COUNTDOWN.total_seconds())
    assert await restarted.starting(ANN) is None


async def test_whoever_looks_late_has_lost_that_time(
    races: Races, begun: Race, games: Games, clock: Clock
) -> None:
    for player, minutes in ((EVE, 9), (ANN, 2), (BOB, 4)):
        await races.board(player, begun.id)
        clock.advance(minutes=minutes)
        await win(games, player)
    ended = await races.get(begun.id)
    assert [one.time for one in ended.racers] == [timedelta(minutes=n) for n in (11, 15, 9)]
    assert places(ended) == [2, 3, 1]


@pytest.mark.usefixtures("begun")
async def test_nobody_is_dealt_anything_before_their_time_runs(games: Games) -> None:
    for player in RACERS:
        assert await games.unfinished(player) == ()


async def test_the_time_of_all_is_up_at_once(
    races: Races, begun: Race, games: Games, clock: Clock
) -> None:
    for player, moves in ((ANN, 5), (BOB, 9)):
        await races.board(player, begun.id)
        await play(games, player, moves)
    clock.now = begun.deadline
    assert (await races.get(begun.id)).state is RaceState.RUNNING
    clock.advance(seconds=3)
    ended = await races.get(begun.id)
    assert [one.outcome for one in ended.racers] == [RacerOutcome.UNFINISHED] * 3
    assert [one.ended_at for one in ended.racers] == [begun.deadline] * 3
    assert ended.racers[2].result is None


async def test_once_one_has_won_the_race_ends_as_soon_as_all_who_are_left_agree(
    races: Races, race: Race, games: Games, clock: Clock
) -> None:
    with pytest.raises(NoRace, match="Nobody has won this race yet"):
        await races.agree_to_end(ANN, race.id)
    await play(games, ANN, 9)
    await win(games, BOB)
    assert (await races.agree_to_end(ANN, race.id)).state is RaceState.RUNNING
    with pytest.raises(NoRace, match="finished this race already"):
        await races.agree_to_end(BOB, race.id)
    clock.advance(seconds=7)
    ended = await races.agree_to_end(EVE, race.id)
    assert (ended.state, ended.ended_at) == (RaceState.FINISHED, clock.now)
    assert places(ended) == [None, 1, None]
    assert [one.result and one.result.moves for one in ended.racers][::2] == [9, 0]


async def test_a_race_ends_with_the_last_who_had_not_agreed_to_that(
    races: Races, race: Race, games: Games
) -> None:
    await win(games, BOB)
    await races.agree_to_end(ANN, race.id)
    await games.give_up(EVE)
    ended = await races.get(race.id)
    assert [one.outcome for one in ended.racers] == [
        RacerOutcome.UNFINISHED,
        RacerOutcome.WON,
        RacerOutcome.GIVEN_UP,
    ]


async def test_whoever_leaves_without_a_look_has_no_game(
    races: Races, begun: Race, games: Games
) -> None:
    left = await races.leave(EVE, begun.id)
    assert (left.racers[2].outcome, left.racers[2].result) == (RacerOutcome.LEFT, None)
    with pytest.raises(NoRace, match="You can no longer begin"):
        await races.board(EVE, begun.id)
    assert await games.unfinished(EVE) == ()
    assert (await all_leave(races, begun)).state is RaceState.FINISHED


async def test_in_golf_cards_cleared_count_and_cards_dealt_do_not(
    games: Games, clock: Clock
) -> None:
    races = Races(games, golf, clock=clock, countdown=timedelta())
    table = await races.open(ANN, "golf", HERE)
    await races.ready(BOB, table.id)
    race = await races.start(ANN, table.id)
    for player in (ANN, BOB):
        race = (await races.board(player, race.id)).race
    for _ in range(16):
        await games.play(ANN, "s")
    cleared = 0
    while cleared < 9:
        moves = (await games.active(BOB)).game.legal_moves()
        cleared += moves[0].source != "s"
        await games.play(BOB, moves[0])
    assert [one.progress for one in await races.progress(race)] == [0, 9]
    clock.advance(hours=2)
    ended = await races.get(race.id)
    assert [racer.result and racer.result.progress for racer in ended.racers] == [0, 9]


async def test_ten_minutes_of_silence_of_those_left_are_enough_for_the_table(
    races: Races, begun: Race, games: Games, clock: Clock
) -> None:
    for player in (ANN, BOB):
        await races.board(player, begun.id)
    clock.advance(minutes=30)
    await races.leave(EVE, begun.id)
    assert await races.silent_at(await races.get(begun.id)) is None
    await win(games, ANN)
    race = await races.get(begun.id)
    assert await races.silent_at(race) == clock.now + SILENCE
    clock.now += SILENCE / 2
    await games.play(BOB, winning_line()[0])
    assert await races.silent_at(race) == clock.now + SILENCE
    assert await races.silent_at(replace(race, shown=TOLD)) is None
    assert await races.silent_at(replace(race, place=None)) is None


@pytest.mark.slow
async def test_clocks_and_silence_go_on_while_the_bot_is_down(url: str, clock: Clock) -> None:
    async with open_database(url) as database:
        games = Games(database, clock=clock)
        races = Races(games, winnable, clock=clock, countdown=timedelta())
        race = await races.start(ANN, (await open_table(races)).id)
        await races.board(ANN, race.id)
        clock.advance(minutes=9)
        await win(games, ANN)
        race = (await races.board(BOB, race.id)).race
    clock.now += SILENCE
    async with open_database(url) as database:
        games = Games(database, clock=clock)
        races = Races(games, winnable, clock=clock, countdown=timedelta())
        assert await races.silent_at(race) == clock.now
        assert (await races.board(BOB, race.id)).race.racers[1] == race.racers[1]
        await races.board(EVE, race.id)
        clock.advance(minutes=8)
        await win(games, EVE)
        clock.now = end_of_turn(race, BOB)
        clock.advance(minutes=2)
        ended = await races.get(race.id)
        assert places(ended) == [1, None, 2]
