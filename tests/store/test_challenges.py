"""Challenges: each change happens once, and a last step decides a race."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

import pytest
from sqlalchemy import select, text, update
from sqlalchemy.exc import IntegrityError

from bot.models import Challenge, ChallengeState, Contest, Ending, GameState, Place
from bot.store import Database, Step
from bot.store.challenges import (
    begin_race,
    close_challenge,
    create_challenge,
    finish_race,
    load_challenge,
    note_announcement,
    open_challenges,
    overdue_challenges,
    recent_races,
    unannounced_challenges,
)
from bot.store.contests import load_contest
from bot.store.games import activate_game, active_game, append_steps, load_game, unfinished_games
from bot.store.schema import challenges
from tests.store.exported import contested_games

ANN, BOB, EVE = 81384788765712384, 2**63 - 1, 7
NOON: Final = datetime(2026, 5, 1, 12, 0, 0, 123000, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
PENDING: Final = Challenge(
    id=0,
    challenger_id=ANN,
    opponent_id=BOB,
    place=Place(5, guild_id=6),
    rules_id="saratoga",
    time_limit=DAY,
    created_at=NOON,
    deadline=NOON + HOUR,
    state=ChallengeState.PENDING,
)


async def send(database: Database, challenger: int = ANN, opponent: int = BOB) -> Challenge:
    challenge = replace(PENDING, challenger_id=challenger, opponent_id=opponent)
    saved = await create_challenge(database, challenge, limit=5)
    assert saved is not None
    return saved


async def start_race(database: Database) -> Challenge:
    race = await begin_race(database, (await send(database)).id, 42, NOON)
    assert race is not None
    return race


async def last_step(
    database: Database, game_id: int | None, outcome: GameState, after: timedelta = HOUR
) -> None:
    assert game_id is not None
    word = "w-f1" if outcome is GameState.WON else "give up"
    await append_steps(
        database, Step(game_id, 0, word, NOON + after, outcome, 0, timedelta(), since=NOON)
    )


async def test_a_challenge_is_saved_as_created(database: Database) -> None:
    saved = await send(database)
    assert saved == replace(PENDING, id=saved.id)
    assert await load_challenge(database, saved.id) == saved
    assert await load_challenge(database, saved.id + 1) is None


async def test_a_challenge_in_a_direct_message_has_no_guild(database: Database) -> None:
    saved = await create_challenge(database, replace(PENDING, place=Place(5)), limit=5)
    nowhere = await create_challenge(
        database, replace(PENDING, opponent_id=EVE, place=None), limit=5
    )
    assert saved is not None
    assert nowhere is not None
    assert (saved.place, nowhere.place) == (Place(5), None)


async def test_only_one_challenge_from_one_player_to_another_is_open(
    database: Database,
) -> None:
    calls = [create_challenge(database, PENDING, limit=5) for _ in range(4)]
    [saved] = [one for one in await asyncio.gather(*calls) if one]
    await close_challenge(database, saved.id, ChallengeState.DECLINED, NOON)
    assert await create_challenge(database, PENDING, limit=5) is not None


async def test_the_number_of_pending_challenges_is_limited(database: Database) -> None:
    for opponent in (BOB, EVE):
        await send(database, opponent=opponent)
    third = replace(PENDING, opponent_id=8)
    assert await create_challenge(database, third, limit=2) is None
    assert await create_challenge(database, third, limit=3) is not None


async def test_a_running_race_does_not_count_as_pending(database: Database) -> None:
    await start_race(database)
    assert await create_challenge(database, replace(PENDING, opponent_id=EVE), limit=1) is not None


async def test_both_players_find_their_open_challenges_newest_first(database: Database) -> None:
    first, second = await send(database), await send(database, EVE, ANN)
    declined = await send(database, ANN, EVE)
    await close_challenge(database, declined.id, ChallengeState.DECLINED, NOON)
    assert await open_challenges(database, ANN) == (second, first)
    assert await open_challenges(database, BOB) == (first,)


async def test_a_race_deals_both_the_same_deal_and_leaves_their_active_games(
    database: Database,
) -> None:
    race = await start_race(database)
    assert await load_challenge(database, race.id) == race
    assert (race.state, race.deadline) == (ChallengeState.RUNNING, NOON + DAY)
    for player in (ANN, BOB):
        game = await load_game(database, race.game_id_of(player) or 0)
        assert (game.player_id, game.rules_id, game.deal_number) == (player, "saratoga", 42)
        assert (game.winnable, game.place) == (True, Place(5, guild_id=6))
        assert await active_game(database, player) is None


async def test_a_challenge_accepted_twice_at_once_becomes_one_race(database: Database) -> None:
    pending = await send(database)
    races = await asyncio.gather(*(begin_race(database, pending.id, n, NOON) for n in range(1, 5)))
    assert sum(one is not None for one in races) == 1
    assert (
        len(await unfinished_games(database, ANN))
        == len(await unfinished_games(database, BOB))
        == 1
    )


async def test_a_challenge_past_its_deadline_cannot_be_accepted(database: Database) -> None:
    pending = await send(database)
    assert await begin_race(database, pending.id, 42, NOON + HOUR + timedelta(seconds=1)) is None
    assert await unfinished_games(database, ANN) == ()
    assert await begin_race(database, pending.id, 42, NOON + HOUR) is not None


async def test_a_declined_challenge_cannot_be_accepted_nor_a_running_race_declined(
    database: Database,
) -> None:
    declined = await send(database)
    ended = await close_challenge(database, declined.id, ChallengeState.DECLINED, NOON)
    assert ended == replace(declined, state=ChallengeState.DECLINED, ended_at=NOON)
    assert await begin_race(database, declined.id, 42, NOON) is None
    running = await start_race(database)
    assert await close_challenge(database, running.id, ChallengeState.DECLINED, NOON) is None


@pytest.mark.parametrize(("winner", "other"), [(ANN, BOB), (BOB, ANN)])
async def test_the_first_to_win_wins_the_race(database: Database, winner: int, other: int) -> None:
    race = await start_race(database)
    await last_step(database, race.game_id_of(winner), GameState.WON)
    await last_step(database, race.game_id_of(other), GameState.WON, after=2 * HOUR)
    assert await load_challenge(database, race.id) == replace(
        race,
        state=ChallengeState.FINISHED,
        ending=Ending.WON,
        winner_id=winner,
        ended_at=NOON + HOUR,
    )


@pytest.mark.parametrize(("leaver", "winner"), [(ANN, BOB), (BOB, ANN)])
async def test_giving_up_loses_the_race(database: Database, leaver: int, winner: int) -> None:
    race = await start_race(database)
    await last_step(database, race.game_id_of(leaver), GameState.GIVEN_UP)
    ended = await load_challenge(database, race.id)
    assert ended is not None
    assert (ended.ending, ended.winner_id) == (Ending.FORFEIT, winner)


async def test_of_two_simultaneous_wins_one_wins_the_race(database: Database) -> None:
    race = await start_race(database)
    await asyncio.gather(
        *(last_step(database, race.game_id_of(player), GameState.WON) for player in (ANN, BOB))
    )
    ended = await load_challenge(database, race.id)
    assert ended is not None
    assert (ended.ending, ended.winner_id in (ANN, BOB)) == (Ending.WON, True)


async def test_a_game_won_after_the_deadline_does_not_win_the_race(database: Database) -> None:
    race = await start_race(database)
    await last_step(database, race.game_id_of(ANN), GameState.WON, after=DAY + timedelta(seconds=1))
    assert await load_challenge(database, race.id) == race


async def test_a_game_won_at_the_deadline_wins_the_race(database: Database) -> None:
    race = await start_race(database)
    await last_step(database, race.game_id_of(ANN), GameState.WON, after=DAY)
    ended = await load_challenge(database, race.id)
    assert ended is not None
    assert (ended.ending, ended.winner_id) == (Ending.WON, ANN)


async def test_a_game_decides_no_race_but_its_own(database: Database) -> None:
    race, other = await start_race(database), await race_of_others(database)
    await last_step(database, other.game_id_of(EVE), GameState.WON)
    assert await load_challenge(database, race.id) == race


async def race_of_others(database: Database) -> Challenge:
    race = await begin_race(database, (await send(database, EVE, 8)).id, 43, NOON)
    assert race is not None
    return race


async def test_a_race_ends_only_once(database: Database) -> None:
    race = await start_race(database)
    ends = await asyncio.gather(
        *(finish_race(database, race.id, Ending.MOVES, player, NOON + DAY) for player in (ANN, BOB))
    )
    assert sum(one is not None for one in ends) == 1
    await last_step(database, race.game_id_of(ANN), GameState.GIVEN_UP)
    ended = await load_challenge(database, race.id)
    assert ended in ends


async def test_a_game_is_in_a_contest_until_its_race_ends(database: Database) -> None:
    race = await start_race(database)
    game = race.game_id_of(BOB) or 0
    assert await load_contest(database, game) is Contest.RACE
    assert await contested_games(database, BOB) == {game: Contest.RACE}
    await finish_race(database, race.id, Ending.DRAW, None, NOON + DAY)
    assert await load_contest(database, game) is None
    assert await contested_games(database, BOB) == {}


async def test_an_active_game_is_known_to_belong_to_a_race(database: Database) -> None:
    race = await start_race(database)
    await activate_game(database, BOB, race.game_id_of(BOB) or 0)
    game = await active_game(database, BOB)
    assert game is not None
    assert game.contest is Contest.RACE


async def test_open_challenges_are_overdue_after_their_deadline(
    database: Database,
) -> None:
    pending, running = await send(database, EVE, BOB), await start_race(database)
    assert await overdue_challenges(database, NOON + HOUR) == ()
    assert await overdue_challenges(database, NOON + 2 * HOUR) == (pending,)
    assert await overdue_challenges(database, NOON + 2 * DAY) == (pending, running)
    await close_challenge(database, pending.id, ChallengeState.EXPIRED, NOON + DAY)
    assert await overdue_challenges(database, NOON + 2 * DAY) == (running,)


async def test_of_challenges_with_one_deadline_the_oldest_is_overdue_first(
    database: Database,
) -> None:
    pending = [await send(database, opponent=opponent) for opponent in (BOB, EVE, 8)]
    assert await overdue_challenges(database, NOON + DAY) == tuple(pending)


async def test_the_end_of_a_challenge_is_unannounced_until_that_is_noted(
    database: Database,
) -> None:
    race, declined = await start_race(database), await send(database, EVE, BOB)
    ended = await finish_race(database, race.id, Ending.DRAW, None, NOON + DAY)
    await close_challenge(database, declined.id, ChallengeState.DECLINED, NOON)
    assert await unannounced_challenges(database) == (ended,)
    await note_announcement(database, race.id, NOON)
    assert await unannounced_challenges(database) == ()


async def test_noting_an_announcement_leaves_others_to_be_made(database: Database) -> None:
    pending = [await send(database), await send(database, EVE, BOB)]
    for one in pending:
        await close_challenge(database, one.id, ChallengeState.EXPIRED, NOON)
    await note_announcement(database, pending[1].id, NOON)
    assert [one.id for one in await unannounced_challenges(database)] == [pending[0].id]


async def test_challenges_without_a_channel_are_not_announced(database: Database) -> None:
    pending = await create_challenge(database, replace(PENDING, place=None), limit=5)
    assert pending is not None
    await close_challenge(database, pending.id, ChallengeState.EXPIRED, NOON)
    assert await unannounced_challenges(database) == ()


async def test_recent_races_are_the_finished_ones_newest_first(database: Database) -> None:
    first, second = await start_race(database), await race_of_others(database)
    running = await begin_race(database, (await send(database, BOB, EVE)).id, 44, NOON)
    assert running is not None
    await close_challenge(
        database, (await send(database, EVE, ANN)).id, ChallengeState.EXPIRED, NOON
    )
    third = await begin_race(database, (await send(database, BOB, ANN)).id, 45, NOON)
    assert third is not None
    ended = [
        await finish_race(database, one.id, Ending.DRAW, None, NOON)
        for one in (first, second, third)
    ]
    assert await recent_races(database, ANN, limit=5) == (ended[2], ended[0])
    assert await recent_races(database, ANN, limit=1) == (ended[2],)


@pytest.mark.parametrize(
    "wrong",
    [
        {"opponent_id": ANN},
        {"state": "running"},
        {"state": "lost"},
        {"winner_id": ANN},
        {"ended_at": NOON},
        {"deal_number": 1},
        {"ending": "won"},
        {"channel_id": None},
    ],
    ids=str,
)
async def test_an_inconsistent_challenge_violates_a_constraint(
    database: Database, wrong: dict[str, object]
) -> None:
    await send(database)
    async with database._engine.connect() as connection:
        with pytest.raises(IntegrityError):
            await connection.execute(update(challenges).values(**wrong))


@pytest.mark.parametrize(
    "condition",
    [
        "challenger_game_id = 1 OR opponent_game_id = 1",
        "state IN ('pending', 'running') AND deadline < 1",
        "announced_at IS NULL AND state IN ('finished', 'expired')",
        "(challenger_id = 1 OR opponent_id = 1) AND state IN ('pending', 'running')",
    ],
)
async def test_queries_for_challenges_scan_no_table(database: Database, condition: str) -> None:
    if database._engine.dialect.name != "sqlite":
        pytest.skip("PostgreSQL reads tables as small as this one whole")
    query = select(challenges.c.id, challenges.c.time_limit_ms).where(text(condition))
    async with database.transaction() as connection:
        plan = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}")
        steps = [row.detail for row in plan]
    assert steps
    assert not [step for step in steps if step.startswith("SCAN")]
