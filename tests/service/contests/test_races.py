"""Races: run, ended, settled and announced."""

from __future__ import annotations

import asyncio
from dataclasses import fields
from datetime import timedelta

import pytest
from sqlalchemy import text

from bot.models.contests import Race, RaceProgress, RacerOutcome, RaceState
from bot.models.play import GameState
from bot.service.contests.contests import NoRace
from bot.service.contests.races import Races
from bot.service.errors import GameOver
from bot.service.play.games import Games
from bot.store.contests.schema import entries
from bot.store.database.connection import Database
from bot.store.database.errors import StoreUnavailable
from bot.store.database.open import open_database
from bot.store.solver.deals import count_winnable_deals
from tests.service.conftest import Clock
from tests.service.contests.racing import (
    ANN,
    BOB,
    DEAL,
    EVE,
    HERE,
    HOUR,
    RACERS,
    RULES,
    all_leave,
    end_of_turn,
    play,
    win,
    winnable,
    winning_line,
)


async def test_everybody_races_on_the_same_deal_on_a_board_of_their_own(
    races: Races, table: Race, games: Games, clock: Clock
) -> None:
    before = await games.start(ANN, "phoenix", 7)
    race = await races.start(ANN, table.id)
    assert (race.state, race.deadline) == (RaceState.RUNNING, clock.now + HOUR)
    assert await games.active(ANN) == before
    boards = [await races.board(player, race.id) for player in RACERS]
    assert {one.snapshot.deal_number for one in boards} == {DEAL}
    assert [one.snapshot.player for one in boards] == [ANN, BOB, EVE]
    assert await games.active(ANN) == boards[0].snapshot
    assert boards[0].snapshot.place == HERE
    assert await races.start(ANN, table.id) == boards[-1].race


async def test_two_starts_at_once_deal_once(
    races: Races, table: Race, games: Games, database: Database
) -> None:
    first, second = await asyncio.gather(*(races.start(ANN, table.id) for _ in range(2)))
    assert first == second
    assert await games.unfinished(ANN) == ()
    # The other deal has been seen by nobody, so it can be dealt.
    assert sum((await count_winnable_deals(database)).values()) <= 1


async def test_a_race_ends_with_the_last_of_its_players(
    races: Races, race: Race, games: Games, clock: Clock
) -> None:
    clock.advance(seconds=1)
    await win(games, BOB)
    clock.advance(seconds=5)
    await play(games, EVE, 3)
    await games.give_up(EVE)
    running = await races.get(race.id)
    assert running.state is RaceState.RUNNING
    assert [racer.outcome for racer in running.racers] == [
        None,
        RacerOutcome.WON,
        RacerOutcome.GIVEN_UP,
    ]
    clock.advance(seconds=5)
    await win(games, ANN)
    ended = await races.get(race.id)
    assert (ended.state, ended.ended_at) == (RaceState.FINISHED, clock.now)
    assert [racer.place for racer in ended.racers] == [2, 1, None]
    assert ended.racers[1].ended_at == race.created_at + timedelta(seconds=1)
    assert ended.racers[1].result == RaceProgress(52, len(winning_line()))
    assert await races.recent_races(ANN, limit=5) == (ended,)
    assert await races.open_for(ANN) == ()


async def test_whoever_leaves_a_race_keeps_the_game_and_has_no_place(
    races: Races, race: Race, games: Games
) -> None:
    await play(games, ANN, 5)
    left = await races.leave(ANN, race.id)
    assert (left.state, left.racers[0].outcome) == (RaceState.RUNNING, RacerOutcome.LEFT)
    with pytest.raises(NoRace, match="finished this race already"):
        await races.leave(ANN, race.id)
    await games.play(ANN, winning_line()[5])
    assert (await races.progress(left))[0].moves == 5
    await races.leave(BOB, race.id)
    ended = await races.leave(EVE, race.id)
    assert ended.state is RaceState.FINISHED
    assert [racer.place for racer in ended.racers] == [None, None, None]
    with pytest.raises(NoRace, match="This race is over"):
        await races.leave(EVE, race.id)


async def test_winning_after_leaving_changes_nothing(
    races: Races, race: Race, games: Games
) -> None:
    await races.leave(ANN, race.id)
    await win(games, ANN)
    assert (await races.get(race.id)).racers[0].outcome is RacerOutcome.LEFT


async def test_a_finished_board_cannot_be_taken_up_again(
    races: Races, race: Race, games: Games
) -> None:
    await games.give_up(ANN)
    with pytest.raises(GameOver):
        await races.board(ANN, race.id)


async def test_the_progress_of_a_race_counts_everything_used(
    races: Races, race: Race, games: Games
) -> None:
    await play(games, BOB, 3)
    snapshot = await games.undo(BOB)
    await games.count_hint(snapshot.game_id)
    await games.count_odds(snapshot.game_id)
    foundations = snapshot.game.board.foundation_count
    expected = RaceProgress(foundations, 2, undos=1, hints=1, odds=1)
    assert await races.progress(race) == (RaceProgress(), expected, RaceProgress())
    ended = await all_leave(races, race)
    assert await races.progress(ended) == (RaceProgress(), expected, RaceProgress())
    assert ended.racers[1].result == expected


async def test_a_race_of_before_results_were_kept_shows_how_boards_stood_at_its_end(
    races: Races, race: Race, games: Games, database: Database, clock: Clock
) -> None:
    await play(games, BOB, 3)
    then = await races.progress(race)
    ended = await all_leave(races, race)
    async with database.transaction() as connection:
        await connection.execute(
            entries.update().values(dict.fromkeys(field.name for field in fields(RaceProgress)))
        )
    clock.advance(minutes=1)
    await games.undo(BOB)
    assert await races.progress(await races.get(ended.id)) == then


async def test_cards_that_are_dealt_to_the_foundations_count_from_the_start(
    games: Games, clock: Clock
) -> None:
    races = Races(games, winnable, clock=clock, countdown=timedelta())
    table = await races.open(ANN, "saxony-aces", HERE)
    await races.ready(BOB, table.id)
    race = await races.start(ANN, table.id)
    for player in (ANN, BOB):
        race = (await races.board(player, race.id)).race
    assert [one.progress for one in await races.progress(race)] == [8, 8]
    assert (await races.leave(ANN, race.id)).racers[0].result == RaceProgress(8)


# Deadlines


async def test_whoever_leaves_late_ends_nobodys_race_while_a_win_may_be_unsaved(
    races: Races, race: Race, games: Games, clock: Clock
) -> None:
    clock.now = end_of_turn(race, BOB)
    for move in winning_line()[:-1]:
        await games.play(BOB, move)
    clock.advance(seconds=1)
    with pytest.raises(NoRace, match="The time of this race is up"):
        await races.leave(ANN, race.id)
    clock.advance(seconds=2)
    with pytest.raises(NoRace, match="This race is over"):
        await races.leave(ANN, race.id)


async def test_the_boards_at_the_deadline_are_the_result_and_none_of_them_wins(
    races: Races, race: Race, games: Games, clock: Clock
) -> None:
    await play(games, ANN, 5)
    await play(games, BOB, 60)
    await games.count_hint((await games.active(BOB)).game_id)
    clock.now = end_of_turn(race, BOB)
    for _ in range(3):
        await games.undo(BOB)
    clock.advance(seconds=2)
    await win(games, EVE)
    for _ in range(5):
        await games.undo(BOB)
    assert (await races.get(race.id)).state is RaceState.RUNNING
    clock.advance(seconds=1)
    ended = await races.get(race.id)
    assert (ended.state, ended.ended_at) == (RaceState.FINISHED, end_of_turn(race, BOB))
    assert [racer.outcome for racer in ended.racers] == [RacerOutcome.UNFINISHED] * 3
    results = [racer.result for racer in ended.racers]
    assert results[1] is not None
    assert (results[1].moves, results[1].undos, results[1].hints) == (57, 3, 1)
    assert (results[2], ended.racers[2].ended_at) == (RaceProgress(), end_of_turn(race, EVE))
    assert [racer.place for racer in ended.racers] == [None, None, None]


async def test_a_race_that_ends_while_the_bot_is_down_ends_the_same(url: str, clock: Clock) -> None:
    async with open_database(url) as database:
        games = Games(database, clock=clock)
        races = Races(games, winnable, clock=clock, countdown=timedelta())
        table = await races.open(ANN, RULES, HERE)
        for player in (BOB, EVE):
            await races.ready(player, table.id)
        race = await races.start(ANN, table.id)
        for player, moves in ((ANN, 9), (BOB, 70)):
            await races.board(player, race.id)
            await play(games, player, moves)
        race = (await races.board(EVE, race.id)).race
        await win(games, EVE)
    clock.advance(days=3)
    async with open_database(url) as database:
        games = Games(database, clock=clock)
        races = Races(games, winnable, clock=clock, countdown=timedelta())
        # Somebody plays on before the bot looks at its deadlines.
        await games.play(ANN, winning_line()[9])
        ended = await races.get(race.id)
        assert (ended.state, ended.ended_at) == (RaceState.FINISHED, end_of_turn(race, BOB))
        assert [racer.place for racer in ended.racers] == [None, None, 1]
        assert [racer.result and racer.result.moves for racer in ended.racers][:2] == [9, 70]


async def test_leaving_after_the_deadline_does_not_count(
    races: Races, race: Race, games: Games, clock: Clock
) -> None:
    await play(games, ANN, 5)
    clock.advance(hours=1, seconds=3)
    with pytest.raises(NoRace, match="This race is over"):
        await races.leave(ANN, race.id)
    ended = await races.get(race.id)
    assert [racer.outcome for racer in ended.racers] == [RacerOutcome.UNFINISHED] * 3


async def test_the_last_two_to_finish_at_once_end_the_race(
    races: Races, race: Race, games: Games
) -> None:
    await games.give_up(ANN)
    await asyncio.gather(games.give_up(BOB), games.give_up(EVE), races.get(race.id))
    ended = await races.get(race.id)
    assert ended.state is RaceState.FINISHED
    assert [racer.place for racer in ended.racers] == [None, None, None]


@pytest.mark.parametrize("write", ["UPDATE ON entries", "UPDATE ON contests", "INSERT ON results"])
async def test_a_last_step_that_cannot_be_recorded_is_not_taken_and_can_be_repeated(
    races: Races, race: Race, games: Games, database: Database, write: str
) -> None:
    for player in (ANN, BOB):
        await races.leave(player, race.id)
    before = await races.get(race.id)
    async with database.transaction() as connection:
        await connection.execute(
            text(f"CREATE TRIGGER crash BEFORE {write} BEGIN SELECT RAISE(ABORT, ''); END")
        )
    with pytest.raises(StoreUnavailable):
        await games.give_up(EVE)
    assert await races.get(race.id) == before
    assert (await games.active(EVE)).state is GameState.PLAYING
    async with database.transaction() as connection:
        await connection.execute(text("DROP TRIGGER crash"))
    await games.give_up(EVE)
    assert (await races.get(race.id)).state is RaceState.FINISHED


async def test_a_race_that_could_not_be_settled_is_settled_when_it_is_looked_at_next(
    races: Races, race: Race, database: Database, clock: Clock
) -> None:
    clock.advance(hours=2)
    async with database.transaction() as connection:
        await connection.execute(
            text(
                "CREATE TRIGGER crash BEFORE UPDATE ON contests BEGIN SELECT RAISE(ABORT, ''); END"
            )
        )
    with pytest.raises(StoreUnavailable):
        await races.get(race.id)
    async with database.transaction() as connection:
        await connection.execute(text("DROP TRIGGER crash"))
    assert (await races.get(race.id)).state is RaceState.FINISHED
