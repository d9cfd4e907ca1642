"""The clocks of a race: each player's runs from their own first look at the deal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.models.contests import TOLD, Race, RaceProgress, RacerOutcome, RaceState
from bot.service.contests.contests import NoRace
from bot.service.contests.races import BEGIN_WITHIN, SILENCE, Races
from bot.service.play.games import Games
from bot.service.solver.winnable import DealChoice
from bot.store.database.open import open_database
from tests.service.conftest import Clock
from tests.service.contests.racing import (
    ANN,
    BOB,
    EVE,
    HERE,
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


async def test_the_fastest_wins_however_late_they_began(
    races: Races, begun: Race, games: Games, clock: Clock
) -> None:
    for player, minutes in ((ANN, 12), (BOB, 9)):
        await races.board(player, begun.id)
        clock.advance(minutes=minutes)
        await win(games, player)
        clock.advance(hours=5)
    await races.board(EVE, begun.id)
    clock.advance(minutes=8)
    await win(games, EVE)
    ended = await races.get(begun.id)
    assert (ended.state, ended.ended_at) == (RaceState.FINISHED, clock.now)
    assert places(ended) == [3, 2, 1]


@pytest.mark.usefixtures("begun")
async def test_nobody_is_dealt_anything_before_their_time_runs(games: Games) -> None:
    for player in RACERS:
        assert await games.unfinished(player) == ()


async def test_whoever_starts_a_race_has_no_head_start(
    races: Races, begun: Race, clock: Clock
) -> None:
    clock.advance(minutes=5)
    looked = (await races.board(BOB, begun.id)).race
    clock.advance(minutes=5)
    host = (await races.board(ANN, begun.id)).race
    assert [racer.started_at for racer in host.racers] == [
        clock.now,
        looked.racers[1].started_at,
        None,
    ]
    clock.advance(minutes=5)
    again = (await races.board(ANN, begun.id)).race
    assert again.racers == host.racers


async def test_each_player_has_the_whole_time(
    races: Races, begun: Race, games: Games, clock: Clock
) -> None:
    await races.board(ANN, begun.id)
    await play(games, ANN, 5)
    clock.advance(minutes=50)
    bobs = (await races.board(BOB, begun.id)).race
    clock.advance(minutes=10, seconds=3)
    now = await races.get(begun.id)
    assert [racer.outcome for racer in now.racers] == [RacerOutcome.UNFINISHED, None, None]
    assert (now.state, now.racers[0].ended_at) == (RaceState.RUNNING, end_of_turn(bobs, ANN))
    assert now.racers[0].result is not None
    with pytest.raises(NoRace, match="finished this race already"):
        await races.leave(ANN, begun.id)
    clock.now = end_of_turn(bobs, BOB)
    await win(games, BOB)
    assert (await races.get(begun.id)).racers[1].outcome is RacerOutcome.WON


async def test_a_race_can_be_begun_for_a_day_and_ends_for_those_who_do_not(
    races: Races, begun: Race, games: Games, clock: Clock
) -> None:
    clock.now = begun.deadline
    await races.board(ANN, begun.id)
    clock.advance(seconds=1)
    with pytest.raises(NoRace, match="You can no longer begin this race"):
        await races.board(BOB, begun.id)
    clock.advance(seconds=3)
    running = await races.get(begun.id)
    assert [racer.outcome for racer in running.racers[1:]] == [RacerOutcome.UNFINISHED] * 2
    assert running.racers[2].ended_at == begun.created_at + BEGIN_WITHIN
    assert await races.progress(running) == (RaceProgress(),) * 3
    await win(games, ANN)
    assert places(await races.get(begun.id)) == [1, None, None]


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
    races = Races(games, golf, clock=clock)
    table = await races.open(ANN, "golf", HERE)
    await races.join(BOB, table.id)
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
        races = Races(games, winnable, clock=clock)
        race = await races.start(ANN, (await open_table(races)).id)
        await races.board(ANN, race.id)
        clock.advance(minutes=9)
        await win(games, ANN)
        race = (await races.board(BOB, race.id)).race
    clock.now += SILENCE
    async with open_database(url) as database:
        games = Games(database, clock=clock)
        races = Races(games, winnable, clock=clock)
        assert await races.silent_at(race) == clock.now
        assert (await races.board(BOB, race.id)).race.racers[1] == race.racers[1]
        await races.board(EVE, race.id)
        clock.advance(minutes=8)
        await win(games, EVE)
        clock.now = end_of_turn(race, BOB)
        clock.advance(minutes=2)
        ended = await races.get(race.id)
        assert places(ended) == [2, None, 1]
