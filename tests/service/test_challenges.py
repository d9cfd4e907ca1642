"""Races: the same winnable deal for both, one result, and a good end to every silence."""

from __future__ import annotations

import asyncio
from datetime import UTC, timedelta, timezone

import pytest

from bot.models import Challenge, ChallengeState, Ending, GameState, Place
from bot.service import GameOver, Games, GameSnapshot, SolverPool
from bot.service.challenge_errors import CannotChallenge, NoChallenge, NoDeal
from bot.service.challenges import (
    ANSWER_WITHIN,
    MAX_PENDING,
    Challenges,
    ChooseDeal,
)
from bot.service.races import RaceProgress, decide
from bot.service.winnable import DealChoice, WinnableDeals
from bot.store import Database, open_database
from bot.store.deals import count_winnable_deals
from engine import UnknownGame, solve
from tests.service.conftest import Clock

ANN, BOB, EVE = 81384788765712384, 2**63 - 1, 9
HERE = Place(5, guild_id=6)
DEAL = 42
SECOND, MINUTE, HOUR, DAY = (timedelta(seconds=n) for n in (1, 60, 3600, 86400))
PICK = "saratoga"


async def winnable(game: str) -> DealChoice:
    return DealChoice(DEAL, winnable=True)


async def unproven(game: str) -> DealChoice:
    return DealChoice(DEAL, winnable=False)


async def no_solver(game: str) -> DealChoice:
    return DealChoice(DEAL, winnable=False, searched=False)


@pytest.fixture
def challenges(games: Games, clock: Clock) -> Challenges:
    """Challenges whose races are all on one deal."""
    return Challenges(games, winnable, clock=clock)


@pytest.fixture
async def asked(challenges: Challenges) -> Challenge:
    """Ann has challenged Bob."""
    return await challenges.create(ANN, BOB, PICK, place=HERE)


@pytest.fixture
async def race(challenges: Challenges, asked: Challenge) -> Challenge:
    """Ann and Bob race, each with the board on the table."""
    await challenges.accept(BOB, asked.id)
    return (await challenges.board(ANN, asked.id)).challenge


async def win(games: Games, player: int) -> GameSnapshot:
    """Win the game on a player's table by the line that the solver finds."""
    snapshot = await games.active(player)
    for move in solve(snapshot.game.board).moves:
        snapshot = await games.play(player, move)
    assert snapshot.state is GameState.WON
    return snapshot


async def play_on(games: Games, player: int, moves: int) -> None:
    """Play the beginning of the line that wins."""
    snapshot = await games.active(player)
    for move in solve(snapshot.game.board).moves[:moves]:
        await games.play(player, move)


# Asking


async def test_a_challenge_waits_a_day_for_its_answer(challenges: Challenges, clock: Clock) -> None:
    asked = await challenges.create(ANN, BOB, PICK, time_limit=HOUR, place=HERE)
    assert (asked.state, asked.deadline) == (ChallengeState.PENDING, clock.now + ANSWER_WITHIN)
    assert (asked.time_limit, asked.place, asked.deal_number) == (HOUR, HERE, None)
    assert await challenges.open_for(ANN) == await challenges.open_for(BOB) == (asked,)


async def test_nobody_races_against_oneself(challenges: Challenges) -> None:
    with pytest.raises(CannotChallenge, match=r"cannot race against yourself\. Choose another"):
        await challenges.create(ANN, ANN, PICK)


async def test_nobody_races_against_a_bot(challenges: Challenges) -> None:
    with pytest.raises(CannotChallenge, match=r"Bots do not race\. Choose a human"):
        await challenges.create(ANN, BOB, PICK, opponent_is_bot=True)
    assert await challenges.open_for(ANN) == ()


async def test_a_game_that_does_not_exist_is_refused(challenges: Challenges) -> None:
    with pytest.raises(UnknownGame):
        await challenges.create(ANN, BOB, "bridge")


@pytest.mark.parametrize("time_limit", [timedelta(), 4 * MINUTE, 8 * DAY, -HOUR], ids=str)
async def test_a_race_has_a_sensible_length(challenges: Challenges, time_limit: timedelta) -> None:
    with pytest.raises(CannotChallenge, match="from 5 minutes to 7 days"):
        await challenges.create(ANN, BOB, PICK, time_limit=time_limit)


async def test_a_second_challenge_to_the_same_player_is_refused(
    challenges: Challenges, asked: Challenge
) -> None:
    with pytest.raises(CannotChallenge, match="have already challenged this player"):
        await challenges.create(ANN, BOB, "cassim")
    with pytest.raises(
        CannotChallenge, match=r"This player has already challenged you\. Accept or decline that"
    ):
        await challenges.create(BOB, ANN, "cassim")
    await challenges.accept(BOB, asked.id)
    with pytest.raises(CannotChallenge, match="already racing"):
        await challenges.create(BOB, ANN, "cassim")


async def test_two_devices_that_ask_at_once_ask_once(challenges: Challenges) -> None:
    asking = [challenges.create(ANN, BOB, PICK) for _ in range(3)]
    asked = await asyncio.gather(*asking, return_exceptions=True)
    assert sum(isinstance(one, Challenge) for one in asked) == 1
    assert sum(isinstance(one, CannotChallenge) for one in asked) == 2


async def test_challenges_that_wait_are_not_too_many(challenges: Challenges) -> None:
    for opponent in range(1, MAX_PENDING + 1):
        await challenges.create(ANN, opponent, PICK)
    with pytest.raises(CannotChallenge, match="already have 5 unanswered challenges"):
        await challenges.create(ANN, BOB, PICK)


# Answering


async def test_both_race_on_the_same_winnable_deal(
    challenges: Challenges, asked: Challenge, games: Games, clock: Clock
) -> None:
    clock.pass_by(hours=3)
    bobs = await challenges.accept(BOB, asked.id)
    anns = await challenges.board(ANN, asked.id)
    assert bobs.snapshot.game.board == anns.snapshot.game.board
    assert (bobs.snapshot.deal_number, bobs.snapshot.winnable, anns.snapshot.place) == (
        DEAL,
        True,
        HERE,
    )
    assert bobs.challenge.deadline == clock.now + DAY
    assert (await games.active(BOB)).game_id == bobs.challenge.opponent_game_id
    assert (await games.active(ANN)).game_id == bobs.challenge.challenger_game_id


async def test_the_challengers_table_is_left_as_it_is_when_the_other_accepts(
    challenges: Challenges, asked: Challenge, games: Games
) -> None:
    busy = await games.start(ANN, "phoenix", 1)
    await challenges.accept(BOB, asked.id)
    assert (
        await games.play(ANN, busy.game.legal_moves()[0], expected=busy.board_version)
    ).version == 1


async def test_a_challenge_accepted_on_two_devices_is_one_race(
    challenges: Challenges, asked: Challenge
) -> None:
    races = await asyncio.gather(*(challenges.accept(BOB, asked.id) for _ in range(3)))
    assert len({race.snapshot.game_id for race in races}) == 1
    assert (await challenges.accept(BOB, asked.id)).snapshot.game_id == races[0].snapshot.game_id


async def test_a_deal_that_was_chosen_in_vain_is_kept_for_others(
    challenges: Challenges, asked: Challenge, database: Database
) -> None:
    await asyncio.gather(*(challenges.accept(BOB, asked.id) for _ in range(2)))
    assert await count_winnable_deals(database) == {PICK: 1}


async def test_only_who_was_asked_can_answer(challenges: Challenges, asked: Challenge) -> None:
    for answer in (challenges.accept, challenges.decline):
        with pytest.raises(NoChallenge, match=r"your own challenge\. The other player has to"):
            await answer(ANN, asked.id)
        with pytest.raises(NoChallenge, match="for somebody else"):
            await answer(EVE, asked.id)
        with pytest.raises(NoChallenge, match="challenge no longer exists"):
            await answer(BOB, asked.id + 1)
    assert await challenges.get(asked.id) == asked


async def test_a_challenge_that_was_declined_is_over(
    challenges: Challenges, asked: Challenge
) -> None:
    assert (await challenges.decline(BOB, asked.id)).state is ChallengeState.DECLINED
    for answer in (challenges.accept, challenges.decline):
        with pytest.raises(NoChallenge, match="was declined"):
            await answer(BOB, asked.id)
    assert await challenges.open_for(BOB) == ()
    assert (await challenges.create(ANN, BOB, PICK)).state is ChallengeState.PENDING


async def test_a_challenge_can_be_withdrawn_by_who_asked(
    challenges: Challenges, asked: Challenge
) -> None:
    with pytest.raises(NoChallenge, match="Only the challenger"):
        await challenges.withdraw(BOB, asked.id)
    assert (await challenges.withdraw(ANN, asked.id)).state is ChallengeState.WITHDRAWN
    with pytest.raises(NoChallenge, match="was withdrawn"):
        await challenges.accept(BOB, asked.id)


async def test_a_race_that_has_begun_is_not_declined_or_withdrawn(
    challenges: Challenges, race: Challenge
) -> None:
    with pytest.raises(NoChallenge, match="has already begun"):
        await challenges.decline(BOB, race.id)
    with pytest.raises(NoChallenge, match="has already begun"):
        await challenges.withdraw(ANN, race.id)


async def test_there_is_no_board_before_the_challenge_is_accepted(
    challenges: Challenges, asked: Challenge
) -> None:
    with pytest.raises(NoChallenge, match="has not been accepted yet"):
        await challenges.board(ANN, asked.id)


async def test_silence_ends_a_challenge(
    challenges: Challenges, asked: Challenge, clock: Clock
) -> None:
    clock.pass_by(hours=24, seconds=3)
    assert await challenges.open_for(ANN) == ()
    with pytest.raises(NoChallenge, match="not answered in time"):
        await challenges.accept(BOB, asked.id)
    [expired] = await challenges.settle()
    assert (expired.state, expired.ended_at) == (ChallengeState.EXPIRED, asked.deadline)
    assert await challenges.settle() == ()
    assert await challenges.unannounced() == (expired,)


@pytest.mark.parametrize(
    ("choose", "sentence"),
    [
        (unproven, "Accept again in a minute"),
        (no_solver, "the solver that finds one is switched off"),
    ],
)
async def test_without_a_winnable_deal_the_challenge_goes_on_waiting(
    games: Games, clock: Clock, choose: ChooseDeal, sentence: str
) -> None:
    challenges = Challenges(games, choose, clock=clock)
    asked = await challenges.create(ANN, BOB, PICK)
    with pytest.raises(NoDeal, match=sentence):
        await challenges.accept(BOB, asked.id)
    race = await Challenges(games, winnable, clock=clock).accept(BOB, asked.id)
    assert race.challenge.state is ChallengeState.RUNNING


async def test_the_solver_finds_the_deal_of_a_race(games: Games, database: Database) -> None:
    async with SolverPool(1) as solvers:
        await solvers.wait_until_ready()
        challenges = Challenges(games, WinnableDeals(database, solvers).choose)
        asked = await challenges.create(ANN, BOB, PICK)
        race = await challenges.accept(BOB, asked.id)
    assert solve(race.snapshot.game.board).moves


# How races end


async def test_who_wins_first_wins_the_race_and_the_other_may_play_on(
    challenges: Challenges, race: Challenge, games: Games, clock: Clock
) -> None:
    clock.pass_by(minutes=9)
    await win(games, BOB)
    ended = await challenges.get(race.id)
    assert (ended.ending, ended.winner_id, ended.ended_at) == (Ending.WON, BOB, clock.now)
    clock.pass_by(minutes=1)
    await win(games, ANN)
    assert await challenges.get(race.id) == ended
    assert await challenges.unannounced() == (ended,)


async def test_giving_up_leaves_the_race_to_the_other(
    challenges: Challenges, race: Challenge, games: Games
) -> None:
    await games.give_up(ANN)
    ended = await challenges.get(race.id)
    assert (ended.ending, ended.winner_id) == (Ending.FORFEIT, BOB)


async def test_leaving_ends_the_race_and_keeps_the_game(
    challenges: Challenges, race: Challenge, games: Games
) -> None:
    ended = await challenges.leave(ANN, race.id)
    assert (ended.ending, ended.winner_id) == (Ending.FORFEIT, BOB)
    assert (await games.active(ANN)).state is GameState.PLAYING
    with pytest.raises(NoChallenge, match="is over"):
        await challenges.leave(BOB, race.id)
    with pytest.raises(NoChallenge, match="between other players"):
        await challenges.leave(EVE, race.id)


async def test_leaving_after_the_deadline_does_not_lose_a_race_that_was_ahead(
    challenges: Challenges, race: Challenge, games: Games, clock: Clock
) -> None:
    await play_on(games, ANN, 5)
    clock.pass_by(days=2)
    ended = await challenges.leave(ANN, race.id)
    assert (ended.ending, ended.winner_id) == (Ending.NO_MOVES, ANN)


async def test_dealing_anew_takes_the_moves_of_a_race_back_and_does_not_leave_it(
    challenges: Challenges, race: Challenge, games: Games
) -> None:
    await play_on(games, ANN, 5)
    snapshot = await games.restart(ANN)
    assert (snapshot.game_id, len(snapshot.game.moves), snapshot.undos) == (
        race.challenger_game_id,
        0,
        5,
    )
    assert (await challenges.get(race.id)).state is ChallengeState.RUNNING


async def test_a_race_that_is_over_can_be_dealt_anew_for_fun(
    challenges: Challenges, race: Challenge, games: Games
) -> None:
    await play_on(games, ANN, 5)
    await challenges.leave(BOB, race.id)
    assert (await games.restart(ANN)).game_id != race.challenger_game_id
    with pytest.raises(GameOver):
        await challenges.board(ANN, race.id)


@pytest.mark.parametrize(
    ("anns", "bobs", "ending", "winner"),
    [
        (0, 0, Ending.DRAW, None),
        (3, 0, Ending.NO_MOVES, ANN),
        (0, 1, Ending.NO_MOVES, BOB),
        (70, 5, Ending.CARDS, ANN),
        (5, 70, Ending.CARDS, BOB),
        (5, 5, Ending.DRAW, None),
    ],
)
async def test_a_race_that_nobody_won_is_judged_at_its_deadline(
    challenges: Challenges,
    race: Challenge,
    games: Games,
    clock: Clock,
    anns: int,
    bobs: int,
    ending: Ending,
    winner: int | None,
) -> None:
    await play_on(games, ANN, anns)
    await play_on(games, BOB, bobs)
    clock.pass_by(days=1)
    assert await challenges.settle() == ()
    clock.pass_by(seconds=3)
    [ended] = await challenges.settle()
    assert (ended.ending, ended.winner_id) == (ending, winner)
    assert (ended.state, ended.ended_at) == (ChallengeState.FINISHED, race.deadline)
    assert await challenges.settle() == ()


@pytest.mark.parametrize(
    ("first", "second", "decided"),
    [
        (RaceProgress(9, 50), RaceProgress(9, 60), (Ending.MOVES, 0)),
        (RaceProgress(9, 60), RaceProgress(9, 50), (Ending.MOVES, 1)),
        (RaceProgress(9, 60), RaceProgress(10, 90), (Ending.CARDS, 1)),
        (RaceProgress(9, 60), RaceProgress(9, 60), (Ending.DRAW, None)),
        (RaceProgress(8, 0), RaceProgress(0, 3), (Ending.NO_MOVES, 1)),
        (RaceProgress(), RaceProgress(), (Ending.DRAW, None)),
    ],
)
def test_cards_come_before_moves_and_playing_before_both(
    first: RaceProgress, second: RaceProgress, decided: tuple[Ending, int | None]
) -> None:
    assert decide(first, second) == decided


async def test_what_is_played_after_the_deadline_does_not_count(
    challenges: Challenges, race: Challenge, games: Games, clock: Clock
) -> None:
    await play_on(games, BOB, 5)
    clock.pass_by(days=1, seconds=1)
    await win(games, ANN)
    clock.pass_by(hours=1)
    [ended] = await challenges.settle()
    assert (ended.ending, ended.winner_id) == (Ending.NO_MOVES, BOB)
    assert await challenges.progress(ended) == (
        RaceProgress(),
        RaceProgress(foundation_count=0, moves=5),
    )


async def test_a_game_won_at_the_deadline_wins_the_race(
    challenges: Challenges, race: Challenge, games: Games, clock: Clock
) -> None:
    clock.now = race.deadline
    await win(games, ANN)
    ended = await challenges.get(race.id)
    assert (ended.ending, ended.winner_id) == (Ending.WON, ANN)


async def test_a_move_at_the_deadline_counts_and_one_a_millisecond_later_does_not(
    challenges: Challenges, race: Challenge, games: Games, clock: Clock
) -> None:
    clock.now = race.deadline
    await play_on(games, ANN, 1)
    clock.pass_by(milliseconds=1)
    await play_on(games, ANN, 1)
    first, _ = await challenges.progress(race)
    assert first.moves == 1


async def test_leaving_at_the_deadline_loses_and_a_millisecond_later_does_not(
    challenges: Challenges, race: Challenge, games: Games, clock: Clock
) -> None:
    await play_on(games, ANN, 5)
    clock.now = race.deadline + timedelta(milliseconds=1)
    assert (await challenges.leave(ANN, race.id)).winner_id == ANN
    again = await challenges.create(ANN, BOB, PICK)
    clock.now = (await challenges.accept(BOB, again.id)).challenge.deadline
    ended = await challenges.leave(ANN, again.id)
    assert (ended.ending, ended.winner_id) == (Ending.FORFEIT, BOB)


async def test_a_challenge_can_be_accepted_until_its_deadline(
    challenges: Challenges, asked: Challenge, clock: Clock
) -> None:
    clock.now = asked.deadline + timedelta(milliseconds=1)
    assert await challenges.open_for(BOB) == ()
    with pytest.raises(NoChallenge, match="not answered in time"):
        await challenges.accept(BOB, asked.id)
    clock.now = asked.deadline
    assert await challenges.open_for(BOB) == (asked,)
    assert (await challenges.accept(BOB, asked.id)).challenge.state is ChallengeState.RUNNING


async def test_a_race_survives_a_restart_and_ends_as_it_would_have(url: str, clock: Clock) -> None:
    async with open_database(url) as database:
        challenges = Challenges(Games(database, clock=clock), winnable, clock=clock)
        asked = await challenges.create(ANN, BOB, PICK)
        await challenges.accept(BOB, asked.id)
    async with open_database(url) as database:
        games = Games(database, clock=clock)
        challenges = Challenges(games, winnable, clock=clock)
        await challenges.board(ANN, asked.id)
        await play_on(games, ANN, 3)
    clock.pass_by(days=30)
    async with open_database(url) as database:
        challenges = Challenges(Games(database, clock=clock), winnable, clock=clock)
        [ended] = await challenges.settle()
        assert (ended.ending, ended.winner_id) == (Ending.NO_MOVES, ANN)
        assert ended.ended_at == ended.deadline


async def test_a_clock_set_back_loses_no_race(
    challenges: Challenges, race: Challenge, games: Games, clock: Clock
) -> None:
    await play_on(games, ANN, 3)
    clock.pass_by(hours=-48)
    assert await challenges.settle() == ()
    await win(games, ANN)
    ended = await challenges.get(race.id)
    assert (ended.ending, ended.winner_id) == (Ending.WON, ANN)


async def test_deadlines_are_the_same_moment_in_every_time_zone(
    challenges: Challenges, race: Challenge, clock: Clock
) -> None:
    clock.now = (race.deadline + 3 * SECOND).astimezone(timezone(timedelta(hours=-12)))
    [ended] = await challenges.settle()
    assert ended.ended_at == race.deadline
    assert ended.ended_at.tzinfo is UTC


async def test_a_race_of_a_game_that_is_not_known_any_more_is_a_draw(
    challenges: Challenges, race: Challenge, games: Games, clock: Clock, database: Database
) -> None:
    await play_on(games, ANN, 3)
    async with database.transaction() as connection:
        await connection.exec_driver_sql("UPDATE challenges SET rules_id = 'forgotten'")
    clock.pass_by(days=2)
    [ended] = await challenges.settle()
    assert (ended.ending, ended.winner_id) == (Ending.DRAW, None)


async def test_how_a_race_ended_is_told_once_and_again_only_when_telling_failed(
    challenges: Challenges, race: Challenge
) -> None:
    ended = await challenges.leave(ANN, race.id)
    assert await challenges.claim(ended)
    assert not await challenges.claim(ended)
    assert await challenges.unannounced() == ()
    await challenges.release(ended)
    assert await challenges.unannounced() == (ended,)


async def test_deadlines_are_kept_without_being_asked(
    challenges: Challenges, asked: Challenge, clock: Clock
) -> None:
    clock.pass_by(days=2)
    task = asyncio.create_task(challenges.keep_settled())
    try:
        async with asyncio.timeout(5):
            while (await challenges.get(asked.id)).is_open:  # noqa: ASYNC110  # no event tells
                await asyncio.sleep(0.01)
    finally:
        task.cancel()
        await asyncio.wait({task})
