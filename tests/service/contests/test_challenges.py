"""Challenges: sent, answered, and decided once both are done, or one gives up."""

from __future__ import annotations

import asyncio
from datetime import UTC, timedelta, timezone

import pytest

from bot.models.contest_deals import Terms
from bot.models.contests import Race, RaceProgress, RacerOutcome, RaceState
from bot.models.play import GameState
from bot.service.contests.contests import CannotRace, ChooseDeal, NoDeal, NoRace
from bot.service.contests.races import (
    ANSWER_WITHIN,
    BEGIN_WITHIN,
    MAX_PENDING,
    MAX_RACES,
    Races,
)
from bot.service.errors import GameOver
from bot.service.play.games import Games
from bot.service.solver.pool import SolverPool
from bot.service.solver.winnable import DealChoice, WinnableDeals
from bot.store.database.connection import Database
from bot.store.preferences import Owner, save_preferences
from bot.store.solver.deals import count_winnable_deals
from engine import UnknownGame, solve
from tests.service.conftest import Clock
from tests.service.contests.racing import (
    ANN,
    BOB,
    DEAL,
    EVE,
    HERE,
    HOUR,
    RULES,
    play,
    win,
    winnable,
)


async def unproven(rules_id: str) -> DealChoice:
    return DealChoice(DEAL, winnable=False)


@pytest.fixture
async def challenge(races: Races) -> Race:
    """Ann has challenged Bob."""
    return await races.challenge(ANN, BOB, RULES, place=HERE)


@pytest.fixture
async def race(races: Races, challenge: Race) -> Race:
    """Ann and Bob race; the board is the active game of both."""
    await races.accept(BOB, challenge.id)
    return (await races.board(ANN, challenge.id)).race


def result(race: Race) -> list[tuple[int | None, RacerOutcome | None]]:
    """The place and the outcome of the challenger and of their opponent."""
    return [(racer.place, racer.outcome) for racer in race.racers]


# Sending


async def test_a_challenge_can_be_answered_for_a_day(races: Races, clock: Clock) -> None:
    sent = await races.challenge(ANN, BOB, RULES, terms=Terms(HOUR), place=HERE)
    assert (sent.state, sent.deadline) == (RaceState.OPEN, clock.now + ANSWER_WITHIN)
    assert (sent.terms, sent.place, sent.deal_number) == (Terms(HOUR), HERE, None)
    assert await races.open_for(ANN) == await races.open_for(BOB) == (sent,)


async def test_players_cannot_challenge_themselves_or_bots(races: Races) -> None:
    with pytest.raises(CannotRace, match=r"cannot race against yourself\. Choose another"):
        await races.challenge(ANN, ANN, RULES)
    with pytest.raises(CannotRace, match=r"Bots do not race\. Choose a human"):
        await races.challenge(ANN, BOB, RULES, opponent_is_bot=True)
    assert await races.open_for(ANN) == ()


async def test_an_unknown_game_or_a_wrong_time_limit_is_refused(races: Races) -> None:
    with pytest.raises(UnknownGame):
        await races.challenge(ANN, BOB, "bridge")
    with pytest.raises(CannotRace, match="from 5 minutes to 7 days"):
        await races.challenge(ANN, BOB, RULES, terms=Terms(HOUR / 15))


async def test_two_players_have_one_open_challenge_at_most(races: Races, challenge: Race) -> None:
    with pytest.raises(CannotRace, match="have already challenged this player"):
        await races.challenge(ANN, BOB, "cassim")
    with pytest.raises(
        CannotRace, match=r"This player has already challenged you\. Accept or decline that"
    ):
        await races.challenge(BOB, ANN, "cassim")
    await races.accept(BOB, challenge.id)
    with pytest.raises(CannotRace, match="already racing"):
        await races.challenge(BOB, ANN, "cassim")


async def test_simultaneous_challenges_to_one_player_create_one(races: Races) -> None:
    sending = [races.challenge(ANN, BOB, RULES) for _ in range(3)]
    results = await asyncio.gather(*sending, return_exceptions=True)
    assert sum(isinstance(one, Race) for one in results) == 1
    assert sum(isinstance(one, CannotRace) for one in results) == 2


async def test_the_number_of_unanswered_challenges_is_limited(races: Races) -> None:
    for opponent in range(1, MAX_PENDING + 1):
        await races.challenge(ANN, opponent, RULES)
    with pytest.raises(CannotRace, match="already have 5 unanswered challenges"):
        await races.challenge(ANN, BOB, RULES)


async def test_challenges_leave_the_number_of_tables_as_it_is(races: Races) -> None:
    for opponent in range(1, MAX_RACES + 1):
        await races.challenge(ANN, opponent, RULES)
    assert (await races.open(ANN, RULES, HERE)).state is RaceState.OPEN


async def test_only_the_first_of_several_fruitless_challenges_in_an_hour_pings(
    races: Races, challenge: Race, clock: Clock
) -> None:
    assert await races.may_ping(challenge)
    await races.decline(BOB, challenge.id)
    again = await races.challenge(ANN, BOB, RULES)
    assert not await races.may_ping(again)
    assert await races.may_ping(await races.challenge(ANN, EVE, RULES))
    assert await races.may_ping(await races.challenge(EVE, BOB, RULES))
    clock.advance(hours=1)
    assert await races.may_ping(again)


# Answering


async def test_accepting_deals_the_same_winnable_deal_to_both(
    races: Races, challenge: Race, games: Games, clock: Clock
) -> None:
    clock.advance(hours=3)
    bobs = await races.accept(BOB, challenge.id)
    anns = await races.board(ANN, challenge.id)
    assert bobs.snapshot.game.board == anns.snapshot.game.board
    assert (bobs.snapshot.deal_number, bobs.snapshot.winnable) == (DEAL, True)
    assert (anns.snapshot.place, bobs.race.deadline) == (HERE, clock.now + BEGIN_WITHIN)
    assert await games.active(BOB) == bobs.snapshot


async def test_accepting_leaves_the_challengers_active_game(
    races: Races, challenge: Race, games: Games
) -> None:
    busy = await games.start(ANN, "phoenix", 1)
    await races.accept(BOB, challenge.id)
    assert await games.active(ANN) == busy


async def test_accepting_several_times_starts_one_race(
    races: Races, challenge: Race, database: Database
) -> None:
    accepted = await asyncio.gather(*(races.accept(BOB, challenge.id) for _ in range(2)))
    again = await races.accept(BOB, challenge.id)
    assert {one.snapshot.game_id for one in accepted} == {again.snapshot.game_id}
    # The deal that was not needed is kept for others.
    assert await count_winnable_deals(database) == {RULES: 1}


async def test_only_the_opponent_can_answer(races: Races, challenge: Race) -> None:
    for answer in (races.accept, races.decline):
        with pytest.raises(NoRace, match=r"your own challenge\. The other player has to"):
            await answer(ANN, challenge.id)
        with pytest.raises(NoRace, match="between two other players"):
            await answer(EVE, challenge.id)
    with pytest.raises(NoRace, match="between two other players"):
        await races.join(EVE, challenge.id)
    assert await races.get(challenge.id) == challenge


async def test_a_challenge_that_does_not_exist_is_named_so(races: Races) -> None:
    with pytest.raises(NoRace, match="challenge no longer exists"):
        await races.get(404, by_invitation=True)


async def test_a_declined_challenge_is_over(races: Races, challenge: Race) -> None:
    assert (await races.decline(BOB, challenge.id)).state is RaceState.CLOSED
    for answer in (races.accept, races.decline):
        with pytest.raises(NoRace, match="was declined"):
            await answer(BOB, challenge.id)
    assert await races.open_for(BOB) == ()
    assert (await races.challenge(ANN, BOB, RULES)).state is RaceState.OPEN


async def test_only_the_challenger_can_withdraw_a_challenge(races: Races, challenge: Race) -> None:
    with pytest.raises(NoRace, match="Only the challenger"):
        await races.withdraw(BOB, challenge.id)
    assert (await races.withdraw(ANN, challenge.id)).state is RaceState.CLOSED
    with pytest.raises(NoRace, match="was withdrawn"):
        await races.accept(BOB, challenge.id)


async def test_a_running_challenge_cannot_be_declined_withdrawn_or_joined(
    races: Races, race: Race
) -> None:
    for act, player in ((races.decline, BOB), (races.withdraw, ANN)):
        with pytest.raises(NoRace, match="has already begun"):
            await act(player, race.id)


async def test_an_open_challenge_can_be_neither_played_nor_left_nor_started(
    races: Races, challenge: Race
) -> None:
    for act in (races.board, races.leave, races.start):
        with pytest.raises(NoRace, match="has not been accepted yet"):
            await act(ANN, challenge.id)


async def test_a_challenge_can_be_accepted_until_its_deadline(
    races: Races, challenge: Race, clock: Clock
) -> None:
    clock.now = challenge.deadline
    assert await races.open_for(BOB) == (challenge,)
    with pytest.raises(NoRace, match="has not been accepted yet"):
        await races.start(ANN, challenge.id)
    assert (await races.accept(BOB, challenge.id)).race.state is RaceState.RUNNING
    late = await races.challenge(ANN, EVE, RULES)
    clock.now = late.deadline + timedelta(milliseconds=1)
    assert await races.open_for(EVE) == ()
    for act, player in ((races.accept, EVE), (races.decline, EVE), (races.withdraw, ANN)):
        with pytest.raises(NoRace, match="not answered in time"):
            await act(player, late.id)


async def test_an_unanswered_challenge_expires(races: Races, challenge: Race, clock: Clock) -> None:
    clock.advance(hours=24, seconds=3)
    expired = await races.get(challenge.id)
    assert (expired.state, expired.ended_at) == (RaceState.CLOSED, challenge.deadline)


async def test_without_a_winnable_deal_the_challenge_stays_open(games: Games, clock: Clock) -> None:
    async def start(choose: ChooseDeal) -> Race:
        return (await Races(games, choose, clock=clock).accept(BOB, sent.id)).race

    sent = await Races(games, unproven, clock=clock).challenge(ANN, BOB, RULES)
    with pytest.raises(NoDeal, match="No winnable deal of Saratoga turned up"):
        await start(unproven)
    assert (await start(winnable)).state is RaceState.RUNNING


@pytest.mark.slow
async def test_the_deal_of_a_race_is_proven_by_the_solver(games: Games, database: Database) -> None:
    async with SolverPool(1) as solvers:
        await solvers.wait_until_ready()
        races = Races(games, WinnableDeals(database, solvers).choose)
        sent = await races.challenge(ANN, BOB, RULES)
        accepted = await races.accept(BOB, sent.id)
    assert solve(accepted.snapshot.game.board).moves


# How they end


async def test_the_faster_win_decides_a_challenge_which_is_secret_until_then(
    races: Races, challenge: Race, games: Games, clock: Clock
) -> None:
    await races.accept(BOB, challenge.id)
    clock.advance(minutes=9)
    won = await win(games, BOB)
    assert (won.raced, won.is_secret) == (True, True)
    running = await races.get(challenge.id)
    assert (running.state, result(running)) == (
        RaceState.RUNNING,
        [(None, None), (None, RacerOutcome.WON)],
    )
    clock.advance(hours=20)
    await races.board(ANN, challenge.id)
    clock.advance(minutes=8)
    assert not (await win(games, ANN)).is_secret
    ended = await races.get(challenge.id)
    assert ended.ended_at == clock.now
    assert result(ended) == [(1, RacerOutcome.WON), (2, RacerOutcome.WON)]
    assert await races.recent_races(ANN, limit=5) == (ended,)


async def test_leaving_loses_a_challenge_and_keeps_the_game(
    races: Races, race: Race, games: Games
) -> None:
    ended = await races.leave(ANN, race.id)
    assert result(ended) == [(None, RacerOutcome.LEFT), (1, RacerOutcome.UNFINISHED)]
    assert (await games.active(ANN)).state is GameState.PLAYING
    with pytest.raises(NoRace, match=r"This race is over\. Type /race challenge"):
        await races.leave(BOB, race.id)


@pytest.mark.parametrize("late", [False, True])
async def test_leaving_counts_until_the_deadline(
    races: Races, race: Race, games: Games, clock: Clock, late: bool
) -> None:
    await play(games, ANN, 5)
    clock.now = race.deadline + late * timedelta(seconds=3)
    if late:
        with pytest.raises(NoRace, match="This race is over"):
            await races.leave(ANN, race.id)
    else:
        await races.leave(ANN, race.id)
    won = [place for place, _ in result(await races.get(race.id))]
    assert won == ([None, None] if late else [None, 1])


async def test_a_challenge_that_nobody_wins_ends_without_a_winner(
    races: Races, race: Race, games: Games, clock: Clock
) -> None:
    await play(games, ANN, 70)
    await play(games, BOB, 5)
    clock.advance(days=1)
    assert await races.get(race.id) == race
    clock.advance(seconds=3)
    ended = await races.get(race.id)
    assert result(ended) == [(None, RacerOutcome.UNFINISHED)] * 2
    assert (ended.state, ended.ended_at) == (RaceState.FINISHED, race.deadline)


async def test_moves_count_until_the_deadline(
    races: Races, race: Race, games: Games, clock: Clock
) -> None:
    await play(games, BOB, 5)
    clock.now = race.deadline
    await games.undo(BOB)
    clock.advance(milliseconds=1)
    await games.undo(BOB)
    assert (await win(games, ANN)).is_secret
    clock.advance(hours=1)
    ended = await races.get(race.id)
    expected = RaceProgress(), RaceProgress(progress=0, moves=4, undos=1)
    assert await races.progress(ended) == expected
    assert result(ended) == [(None, RacerOutcome.UNFINISHED)] * 2


async def test_a_game_won_at_the_deadline_decides_a_challenge(
    races: Races, race: Race, games: Games, clock: Clock
) -> None:
    clock.now = race.deadline
    await win(games, ANN)
    await races.leave(BOB, race.id)
    assert result(await races.get(race.id))[0] == (1, RacerOutcome.WON)


async def test_the_deal_of_a_finished_challenge_can_be_played_again(
    races: Races, race: Race, games: Games
) -> None:
    await play(games, ANN, 5)
    await races.leave(BOB, race.id)
    raced = await games.active(ANN)
    assert (await games.restart(ANN)).game_id != raced.game_id
    with pytest.raises(GameOver):
        await races.board(ANN, race.id)


async def test_a_clock_set_back_ends_no_race(
    races: Races, race: Race, games: Games, clock: Clock
) -> None:
    clock.advance(hours=-48)
    assert await races.get(race.id) == race
    await win(games, ANN)
    await races.leave(BOB, race.id)
    assert result(await races.get(race.id))[0] == (1, RacerOutcome.WON)


async def test_deadlines_do_not_depend_on_the_time_zone(
    races: Races, race: Race, clock: Clock
) -> None:
    later = race.deadline + timedelta(seconds=3)
    clock.now = later.astimezone(timezone(timedelta(hours=-12)))
    ended = await races.get(race.id)
    assert ended.ended_at == race.deadline
    assert ended.ended_at.tzinfo is UTC


async def test_a_race_with_unknown_rules_has_no_winner(
    races: Races, race: Race, games: Games, clock: Clock, database: Database
) -> None:
    await play(games, ANN, 3)
    async with database.transaction() as connection:
        await connection.exec_driver_sql("UPDATE contest_deals SET rules_id = 'forgotten'")
    clock.advance(days=2)
    ended = await races.get(race.id)
    assert [place for place, _ in result(ended)] == [None, None]


async def test_who_takes_no_challenges_is_not_challenged(races: Races, database: Database) -> None:
    await save_preferences(database, Owner.PLAYER, BOB, {"may_be_challenged": "no"})
    with pytest.raises(CannotRace, match="takes no challenges"):
        await races.challenge(ANN, BOB, "saratoga")
    assert (await races.challenge(BOB, ANN, "saratoga")).state is RaceState.OPEN
