"""Challenges and races: sent, answered, raced on one winnable deal, ended and announced."""

from __future__ import annotations

import asyncio
from datetime import UTC, timedelta, timezone

import pytest

from bot.models import Challenge, ChallengeState, Ending, GameState, Place, RaceProgress
from bot.service import (
    Advisor,
    GameOver,
    Games,
    GameSnapshot,
    NoHelpInRace,
    RaceNotOver,
    SolverBusy,
    SolverPool,
)
from bot.service.challenge_errors import CannotChallenge, NoChallenge
from bot.service.challenges import (
    ANSWER_WITHIN,
    MAX_PENDING,
    Challenges,
)
from bot.service.contests import ChooseDeal, NoDeal
from bot.service.race_progress import decide
from bot.service.winnable import DealChoice, WinnableDeals
from bot.store import Database, open_database
from bot.store.deals import count_winnable_deals
from engine import UnknownGame, solve
from tests.service.conftest import Clock

ANN, BOB, EVE = 81384788765712384, 2**63 - 1, 9
HERE = Place(5, guild_id=6)
DEAL = 42
SECOND, MINUTE, HOUR, DAY = (timedelta(seconds=n) for n in (1, 60, 3600, 86400))
RULES = "saratoga"


async def winnable(rules_id: str) -> DealChoice:
    return DealChoice(DEAL, winnable=True)


async def unproven(rules_id: str) -> DealChoice:
    return DealChoice(DEAL, winnable=False)


async def no_solver(rules_id: str) -> DealChoice:
    return DealChoice(DEAL, winnable=False, searched=False)


@pytest.fixture
def challenges(games: Games, clock: Clock) -> Challenges:
    """Challenges whose races are all on the same deal."""
    return Challenges(games, winnable, clock=clock)


@pytest.fixture
async def challenge(challenges: Challenges) -> Challenge:
    """Ann has challenged Bob."""
    return await challenges.create(ANN, BOB, RULES, place=HERE)


@pytest.fixture
async def race(challenges: Challenges, challenge: Challenge) -> Challenge:
    """Ann and Bob race; the board is the active game of both."""
    await challenges.accept(BOB, challenge.id)
    return (await challenges.board(ANN, challenge.id)).challenge


async def win(games: Games, player: int) -> GameSnapshot:
    """Win a player's active game with the solver's line."""
    snapshot = await games.active(player)
    for move in solve(snapshot.game.board).moves:
        snapshot = await games.play(player, move)
    assert snapshot.state is GameState.WON
    return snapshot


async def play_on(games: Games, player: int, moves: int) -> None:
    """Play the first moves of the solver's line."""
    snapshot = await games.active(player)
    for move in solve(snapshot.game.board).moves[:moves]:
        await games.play(player, move)


# Sending


async def test_a_challenge_can_be_answered_for_a_day(challenges: Challenges, clock: Clock) -> None:
    challenge = await challenges.create(ANN, BOB, RULES, time_limit=HOUR, place=HERE)
    assert (challenge.state, challenge.deadline) == (
        ChallengeState.PENDING,
        clock.now + ANSWER_WITHIN,
    )
    assert (challenge.time_limit, challenge.place, challenge.deal_number) == (HOUR, HERE, None)
    assert await challenges.open_for(ANN) == await challenges.open_for(BOB) == (challenge,)


async def test_players_cannot_challenge_themselves(challenges: Challenges) -> None:
    with pytest.raises(CannotChallenge, match=r"cannot race against yourself\. Choose another"):
        await challenges.create(ANN, ANN, RULES)


async def test_bots_cannot_be_challenged(challenges: Challenges) -> None:
    with pytest.raises(CannotChallenge, match=r"Bots do not race\. Choose a human"):
        await challenges.create(ANN, BOB, RULES, opponent_is_bot=True)
    assert await challenges.open_for(ANN) == ()


async def test_an_unknown_game_is_refused(challenges: Challenges) -> None:
    with pytest.raises(UnknownGame):
        await challenges.create(ANN, BOB, "bridge")


@pytest.mark.parametrize("time_limit", [timedelta(), 4 * MINUTE, 8 * DAY, -HOUR], ids=str)
async def test_a_time_limit_out_of_range_is_refused(
    challenges: Challenges, time_limit: timedelta
) -> None:
    with pytest.raises(CannotChallenge, match="from 5 minutes to 7 days"):
        await challenges.create(ANN, BOB, RULES, time_limit=time_limit)


async def test_two_players_have_one_open_challenge_at_most(
    challenges: Challenges, challenge: Challenge
) -> None:
    with pytest.raises(CannotChallenge, match="have already challenged this player"):
        await challenges.create(ANN, BOB, "cassim")
    with pytest.raises(
        CannotChallenge, match=r"This player has already challenged you\. Accept or decline that"
    ):
        await challenges.create(BOB, ANN, "cassim")
    await challenges.accept(BOB, challenge.id)
    with pytest.raises(CannotChallenge, match="already racing"):
        await challenges.create(BOB, ANN, "cassim")


async def test_simultaneous_challenges_to_one_player_create_one(challenges: Challenges) -> None:
    sending = [challenges.create(ANN, BOB, RULES) for _ in range(3)]
    results = await asyncio.gather(*sending, return_exceptions=True)
    assert sum(isinstance(one, Challenge) for one in results) == 1
    assert sum(isinstance(one, CannotChallenge) for one in results) == 2


async def test_the_number_of_pending_challenges_is_limited(challenges: Challenges) -> None:
    for opponent in range(1, MAX_PENDING + 1):
        await challenges.create(ANN, opponent, RULES)
    with pytest.raises(CannotChallenge, match="already have 5 unanswered challenges"):
        await challenges.create(ANN, BOB, RULES)


# Answering


async def test_accepting_deals_the_same_winnable_deal_to_both(
    challenges: Challenges, challenge: Challenge, games: Games, clock: Clock
) -> None:
    clock.advance(hours=3)
    bobs = await challenges.accept(BOB, challenge.id)
    anns = await challenges.board(ANN, challenge.id)
    assert bobs.snapshot.game.board == anns.snapshot.game.board
    assert (bobs.snapshot.deal_number, bobs.snapshot.winnable, anns.snapshot.place) == (
        DEAL,
        True,
        HERE,
    )
    assert bobs.challenge.deadline == clock.now + DAY
    assert (await games.active(BOB)).game_id == bobs.challenge.opponent_game_id
    assert (await games.active(ANN)).game_id == bobs.challenge.challenger_game_id


async def test_accepting_leaves_the_challengers_active_game(
    challenges: Challenges, challenge: Challenge, games: Games
) -> None:
    busy = await games.start(ANN, "phoenix", 1)
    await challenges.accept(BOB, challenge.id)
    assert (
        await games.play(ANN, busy.game.legal_moves()[0], expected=busy.board_version)
    ).version == 1


async def test_accepting_several_times_starts_one_race(
    challenges: Challenges, challenge: Challenge
) -> None:
    races = await asyncio.gather(*(challenges.accept(BOB, challenge.id) for _ in range(3)))
    assert len({race.snapshot.game_id for race in races}) == 1
    assert (await challenges.accept(BOB, challenge.id)).snapshot.game_id == races[
        0
    ].snapshot.game_id


async def test_a_deal_that_was_not_needed_is_saved_for_others(
    challenges: Challenges, challenge: Challenge, database: Database
) -> None:
    await asyncio.gather(*(challenges.accept(BOB, challenge.id) for _ in range(2)))
    assert await count_winnable_deals(database) == {RULES: 1}


async def test_only_the_opponent_can_answer(challenges: Challenges, challenge: Challenge) -> None:
    for answer in (challenges.accept, challenges.decline):
        with pytest.raises(NoChallenge, match=r"your own challenge\. The other player has to"):
            await answer(ANN, challenge.id)
        with pytest.raises(NoChallenge, match="for somebody else"):
            await answer(EVE, challenge.id)
        with pytest.raises(NoChallenge, match="challenge no longer exists"):
            await answer(BOB, challenge.id + 1)
    assert await challenges.get(challenge.id) == challenge


async def test_a_declined_challenge_is_over(challenges: Challenges, challenge: Challenge) -> None:
    assert (await challenges.decline(BOB, challenge.id)).state is ChallengeState.DECLINED
    for answer in (challenges.accept, challenges.decline):
        with pytest.raises(NoChallenge, match="was declined"):
            await answer(BOB, challenge.id)
    assert await challenges.open_for(BOB) == ()
    assert (await challenges.create(ANN, BOB, RULES)).state is ChallengeState.PENDING


async def test_only_the_challenger_can_withdraw_a_challenge(
    challenges: Challenges, challenge: Challenge
) -> None:
    with pytest.raises(NoChallenge, match="Only the challenger"):
        await challenges.withdraw(BOB, challenge.id)
    assert (await challenges.withdraw(ANN, challenge.id)).state is ChallengeState.WITHDRAWN
    with pytest.raises(NoChallenge, match="was withdrawn"):
        await challenges.accept(BOB, challenge.id)


async def test_a_running_race_cannot_be_declined_or_withdrawn(
    challenges: Challenges, race: Challenge
) -> None:
    with pytest.raises(NoChallenge, match="has already begun"):
        await challenges.decline(BOB, race.id)
    with pytest.raises(NoChallenge, match="has already begun"):
        await challenges.withdraw(ANN, race.id)


async def test_a_pending_challenge_has_no_board(
    challenges: Challenges, challenge: Challenge
) -> None:
    with pytest.raises(NoChallenge, match="has not been accepted yet"):
        await challenges.board(ANN, challenge.id)


async def test_an_unanswered_challenge_expires(
    challenges: Challenges, challenge: Challenge, clock: Clock
) -> None:
    clock.advance(hours=24, seconds=3)
    assert await challenges.open_for(ANN) == ()
    with pytest.raises(NoChallenge, match="not answered in time"):
        await challenges.accept(BOB, challenge.id)
    [expired] = await challenges.settle()
    assert (expired.state, expired.ended_at) == (ChallengeState.EXPIRED, challenge.deadline)
    assert await challenges.settle() == ()
    assert await challenges.unannounced() == (expired,)


@pytest.mark.parametrize(
    ("choose", "sentence"),
    [
        (unproven, "No winnable deal of Saratoga turned up"),
        (no_solver, "the solver that finds one is switched off"),
    ],
)
async def test_without_a_winnable_deal_the_challenge_stays_pending(
    games: Games, clock: Clock, choose: ChooseDeal, sentence: str
) -> None:
    challenges = Challenges(games, choose, clock=clock)
    challenge = await challenges.create(ANN, BOB, RULES)
    with pytest.raises(NoDeal, match=sentence):
        await challenges.accept(BOB, challenge.id)
    race = await Challenges(games, winnable, clock=clock).accept(BOB, challenge.id)
    assert race.challenge.state is ChallengeState.RUNNING


async def test_the_deal_of_a_race_is_proven_by_the_solver(games: Games, database: Database) -> None:
    async with SolverPool(1) as solvers:
        await solvers.wait_until_ready()
        challenges = Challenges(games, WinnableDeals(database, solvers).choose)
        challenge = await challenges.create(ANN, BOB, RULES)
        race = await challenges.accept(BOB, challenge.id)
    assert solve(race.snapshot.game.board).moves


# How races end


async def test_the_first_to_win_wins_the_race_and_the_other_can_play_on(
    challenges: Challenges, race: Challenge, games: Games, clock: Clock
) -> None:
    clock.advance(minutes=9)
    await win(games, BOB)
    ended = await challenges.get(race.id)
    assert (ended.ending, ended.winner_id, ended.ended_at) == (Ending.WON, BOB, clock.now)
    clock.advance(minutes=1)
    await win(games, ANN)
    assert await challenges.get(race.id) == ended
    assert await challenges.unannounced() == (ended,)


async def test_giving_up_loses_the_race(
    challenges: Challenges, race: Challenge, games: Games
) -> None:
    await games.give_up(ANN)
    ended = await challenges.get(race.id)
    assert (ended.ending, ended.winner_id) == (Ending.FORFEIT, BOB)


async def test_leaving_loses_the_race_and_keeps_the_game(
    challenges: Challenges, race: Challenge, games: Games
) -> None:
    ended = await challenges.leave(ANN, race.id)
    assert (ended.ending, ended.winner_id) == (Ending.FORFEIT, BOB)
    assert (await games.active(ANN)).state is GameState.PLAYING
    with pytest.raises(NoChallenge, match="is over"):
        await challenges.leave(BOB, race.id)
    with pytest.raises(NoChallenge, match="between other players"):
        await challenges.leave(EVE, race.id)


async def test_leaving_after_the_deadline_does_not_forfeit(
    challenges: Challenges, race: Challenge, games: Games, clock: Clock
) -> None:
    await play_on(games, ANN, 5)
    clock.advance(days=2)
    ended = await challenges.leave(ANN, race.id)
    assert (ended.ending, ended.winner_id) == (Ending.NO_MOVES, ANN)


async def test_a_race_is_secret_until_it_is_over_for_both(
    challenges: Challenges, games: Games, race: Challenge
) -> None:
    assert (await games.play(ANN, "s")).is_secret
    assert (await games.unfinished(BOB))[0].is_secret
    won = await win(games, BOB)
    assert (won.raced, won.is_secret) == (False, False)
    assert not (await games.active(ANN)).is_secret
    assert not (await games.play(ANN, "s")).raced


async def test_a_win_after_the_deadline_is_secret_until_the_race_is_decided(
    challenges: Challenges, games: Games, race: Challenge, clock: Clock
) -> None:
    clock.now = race.deadline + timedelta(seconds=1)
    assert (await win(games, BOB)).is_secret
    with pytest.raises(RaceNotOver, match="Your race is not over yet"):
        await games.restart(BOB)
    clock.advance(minutes=1)
    await challenges.settle()
    assert not (await games.active(BOB)).is_secret
    assert not (await games.restart(BOB)).is_secret


async def test_a_race_has_no_hints_odds_or_solutions_until_it_is_over(
    challenges: Challenges, games: Games, race: Challenge
) -> None:
    advisor = Advisor(SolverPool(0))
    snapshot = await games.active(ANN)
    for ask in (advisor.hint, advisor.odds, advisor.solution):
        with pytest.raises(NoHelpInRace, match="until your race is over"):
            await ask(snapshot)
    await challenges.leave(ANN, race.id)
    with pytest.raises(SolverBusy):
        await advisor.odds(await games.active(ANN))


async def test_the_progress_of_a_race_counts_undos(
    challenges: Challenges, games: Games, race: Challenge
) -> None:
    for _ in range(2):
        await games.play(BOB, "s")
    await games.undo(BOB)
    assert await challenges.progress(race) == (RaceProgress(), RaceProgress(0, 1, undos=1))


async def test_restarting_takes_back_all_moves_and_stays_in_the_race(
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


async def test_the_deal_of_a_finished_race_can_be_played_again(
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
async def test_a_race_without_a_winner_is_decided_at_its_deadline(
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
    clock.advance(days=1)
    assert await challenges.settle() == ()
    clock.advance(seconds=3)
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
def test_having_moved_counts_before_cards_and_cards_before_moves(
    first: RaceProgress, second: RaceProgress, decided: tuple[Ending, int | None]
) -> None:
    assert decide(first, second) == decided


async def test_moves_after_the_deadline_do_not_count(
    challenges: Challenges, race: Challenge, games: Games, clock: Clock
) -> None:
    await play_on(games, BOB, 5)
    clock.advance(days=1, seconds=1)
    await win(games, ANN)
    clock.advance(hours=1)
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
    clock.advance(milliseconds=1)
    await play_on(games, ANN, 1)
    first, _ = await challenges.progress(race)
    assert first.moves == 1


async def test_leaving_at_the_deadline_forfeits_and_a_millisecond_later_does_not(
    challenges: Challenges, race: Challenge, games: Games, clock: Clock
) -> None:
    await play_on(games, ANN, 5)
    clock.now = race.deadline + timedelta(milliseconds=1)
    assert (await challenges.leave(ANN, race.id)).winner_id == ANN
    again = await challenges.create(ANN, BOB, RULES)
    clock.now = (await challenges.accept(BOB, again.id)).challenge.deadline
    ended = await challenges.leave(ANN, again.id)
    assert (ended.ending, ended.winner_id) == (Ending.FORFEIT, BOB)


async def test_a_challenge_can_be_accepted_until_its_deadline(
    challenges: Challenges, challenge: Challenge, clock: Clock
) -> None:
    clock.now = challenge.deadline + timedelta(milliseconds=1)
    assert await challenges.open_for(BOB) == ()
    with pytest.raises(NoChallenge, match="not answered in time"):
        await challenges.accept(BOB, challenge.id)
    clock.now = challenge.deadline
    assert await challenges.open_for(BOB) == (challenge,)
    assert (await challenges.accept(BOB, challenge.id)).challenge.state is ChallengeState.RUNNING


async def test_a_race_that_ends_while_the_bot_is_down_ends_the_same(url: str, clock: Clock) -> None:
    async with open_database(url) as database:
        challenges = Challenges(Games(database, clock=clock), winnable, clock=clock)
        challenge = await challenges.create(ANN, BOB, RULES)
        await challenges.accept(BOB, challenge.id)
    async with open_database(url) as database:
        games = Games(database, clock=clock)
        challenges = Challenges(games, winnable, clock=clock)
        await challenges.board(ANN, challenge.id)
        await play_on(games, ANN, 3)
    clock.advance(days=30)
    async with open_database(url) as database:
        challenges = Challenges(Games(database, clock=clock), winnable, clock=clock)
        [ended] = await challenges.settle()
        assert (ended.ending, ended.winner_id) == (Ending.NO_MOVES, ANN)
        assert ended.ended_at == ended.deadline


async def test_a_clock_set_back_ends_no_race(
    challenges: Challenges, race: Challenge, games: Games, clock: Clock
) -> None:
    await play_on(games, ANN, 3)
    clock.advance(hours=-48)
    assert await challenges.settle() == ()
    await win(games, ANN)
    ended = await challenges.get(race.id)
    assert (ended.ending, ended.winner_id) == (Ending.WON, ANN)


async def test_deadlines_do_not_depend_on_the_time_zone(
    challenges: Challenges, race: Challenge, clock: Clock
) -> None:
    clock.now = (race.deadline + 3 * SECOND).astimezone(timezone(timedelta(hours=-12)))
    [ended] = await challenges.settle()
    assert ended.ended_at == race.deadline
    assert ended.ended_at.tzinfo is UTC


async def test_a_race_with_unknown_rules_is_a_draw(
    challenges: Challenges, race: Challenge, games: Games, clock: Clock, database: Database
) -> None:
    await play_on(games, ANN, 3)
    async with database.transaction() as connection:
        await connection.exec_driver_sql("UPDATE challenges SET rules_id = 'forgotten'")
    clock.advance(days=2)
    [ended] = await challenges.settle()
    assert (ended.ending, ended.winner_id) == (Ending.DRAW, None)


async def test_the_end_of_a_race_is_unannounced_until_that_is_noted(
    challenges: Challenges, race: Challenge
) -> None:
    ended = await challenges.leave(ANN, race.id)
    assert await challenges.unannounced() == (ended,)
    await challenges.announced(ended)
    assert await challenges.unannounced() == ()


async def test_challenges_are_settled_in_the_background(
    challenges: Challenges, challenge: Challenge, clock: Clock
) -> None:
    clock.advance(days=2)
    task = asyncio.create_task(challenges.keep_settled())
    try:
        async with asyncio.timeout(5):
            while (await challenges.get(challenge.id)).is_open:  # noqa: ASYNC110  # no event tells
                await asyncio.sleep(0.01)
    finally:
        task.cancel()
        await asyncio.wait({task})
