"""Challenges: each change once, whoever comes at the same time; races decided with a last step."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

import pytest
from sqlalchemy import select, text, update
from sqlalchemy.exc import IntegrityError

from bot.models import Challenge, ChallengeState, Ending, GameState, Place
from bot.store import Database, Step
from bot.store.challenges import (
    begin_race,
    claim_announcement,
    close_challenge,
    create_challenge,
    finish_race,
    is_racing,
    load_challenge,
    open_challenges,
    overdue_challenges,
    release_announcement,
    unannounced_challenges,
)
from bot.store.games import active_game, append_steps, load_game, unfinished_games
from bot.store.schema import challenges

ANN, BOB, EVE = 81384788765712384, 2**63 - 1, 7
NOON: Final = datetime(2026, 5, 1, 12, 0, 0, 123000, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ASKED: Final = Challenge(
    id=0,
    challenger_id=ANN,
    opponent_id=BOB,
    place=Place(5, guild_id=6),
    rules_id="saratoga",
    time_limit=DAY,
    asked_at=NOON,
    deadline=NOON + HOUR,
    state=ChallengeState.ASKED,
)


async def ask(database: Database, challenger: int = ANN, opponent: int = BOB) -> Challenge:
    asked = replace(ASKED, challenger_id=challenger, opponent_id=opponent)
    kept = await create_challenge(database, asked, limit=5)
    assert kept is not None
    return kept


async def race(database: Database) -> Challenge:
    begun = await begin_race(database, (await ask(database)).id, 42, NOON)
    assert begun is not None
    return begun


async def last_step(
    database: Database, game_id: int | None, outcome: GameState, after: timedelta = HOUR
) -> None:
    assert game_id is not None
    word = "w-f1" if outcome is GameState.WON else "give up"
    await append_steps(database, Step(game_id, 0, word, NOON + after, outcome, 0, timedelta()))


async def test_a_challenge_is_kept_as_it_was_asked(database: Database) -> None:
    kept = await ask(database)
    assert kept == replace(ASKED, id=kept.id)
    assert await load_challenge(database, kept.id) == kept
    assert await load_challenge(database, kept.id + 1) is None


async def test_a_challenge_in_a_direct_message_has_no_guild(database: Database) -> None:
    kept = await create_challenge(database, replace(ASKED, place=Place(5)), limit=5)
    nowhere = await create_challenge(database, replace(ASKED, opponent_id=EVE, place=None), limit=5)
    assert kept is not None
    assert nowhere is not None
    assert (kept.place, nowhere.place) == (Place(5), None)


async def test_a_player_is_challenged_once_by_another_until_that_has_ended(
    database: Database,
) -> None:
    asked = [create_challenge(database, ASKED, limit=5) for _ in range(4)]
    [kept] = [one for one in await asyncio.gather(*asked) if one]
    await close_challenge(database, kept.id, ChallengeState.DECLINED, NOON)
    assert await create_challenge(database, ASKED, limit=5) is not None


async def test_only_so_many_challenges_wait_for_an_answer(database: Database) -> None:
    for opponent in (BOB, EVE):
        await ask(database, opponent=opponent)
    third = replace(ASKED, opponent_id=8)
    assert await create_challenge(database, third, limit=2) is None
    assert await create_challenge(database, third, limit=3) is not None


async def test_both_find_their_open_challenges_the_newest_first(database: Database) -> None:
    first, second = await ask(database), await ask(database, EVE, ANN)
    declined = await ask(database, ANN, EVE)
    await close_challenge(database, declined.id, ChallengeState.DECLINED, NOON)
    assert await open_challenges(database, ANN) == (second, first)
    assert await open_challenges(database, BOB) == (first,)


async def test_a_race_gives_both_the_same_deal_beside_their_tables(database: Database) -> None:
    begun = await race(database)
    assert await load_challenge(database, begun.id) == begun
    assert (begun.state, begun.deadline) == (ChallengeState.RUNNING, NOON + DAY)
    for player in (ANN, BOB):
        game = await load_game(database, begun.game_id_of(player) or 0)
        assert (game.player_id, game.rules_id, game.deal_number) == (player, "saratoga", 42)
        assert (game.winnable, game.place) == (True, Place(5, guild_id=6))
        assert await active_game(database, player) is None


async def test_a_challenge_accepted_on_two_devices_at_once_is_one_race(database: Database) -> None:
    asked = await ask(database)
    begun = await asyncio.gather(*(begin_race(database, asked.id, n, NOON) for n in range(1, 5)))
    assert sum(one is not None for one in begun) == 1
    assert (
        len(await unfinished_games(database, ANN))
        == len(await unfinished_games(database, BOB))
        == 1
    )


async def test_a_challenge_past_its_deadline_cannot_be_accepted(database: Database) -> None:
    asked = await ask(database)
    assert await begin_race(database, asked.id, 42, NOON + HOUR + timedelta(seconds=1)) is None
    assert await unfinished_games(database, ANN) == ()
    assert await begin_race(database, asked.id, 42, NOON + HOUR) is not None


async def test_what_was_declined_cannot_be_accepted_and_what_runs_cannot_be_declined(
    database: Database,
) -> None:
    declined = await ask(database)
    ended = await close_challenge(database, declined.id, ChallengeState.DECLINED, NOON)
    assert ended == replace(declined, state=ChallengeState.DECLINED, ended_at=NOON)
    assert await begin_race(database, declined.id, 42, NOON) is None
    running = await race(database)
    assert await close_challenge(database, running.id, ChallengeState.DECLINED, NOON) is None


@pytest.mark.parametrize(("winner", "other"), [(ANN, BOB), (BOB, ANN)])
async def test_who_wins_first_has_won_the_race(database: Database, winner: int, other: int) -> None:
    begun = await race(database)
    await last_step(database, begun.game_id_of(winner), GameState.WON)
    await last_step(database, begun.game_id_of(other), GameState.WON, after=2 * HOUR)
    assert await load_challenge(database, begun.id) == replace(
        begun,
        state=ChallengeState.FINISHED,
        ending=Ending.WON,
        winner_id=winner,
        ended_at=NOON + HOUR,
    )


@pytest.mark.parametrize(("leaver", "winner"), [(ANN, BOB), (BOB, ANN)])
async def test_who_gives_up_has_lost_the_race(database: Database, leaver: int, winner: int) -> None:
    begun = await race(database)
    await last_step(database, begun.game_id_of(leaver), GameState.GIVEN_UP)
    ended = await load_challenge(database, begun.id)
    assert ended is not None
    assert (ended.ending, ended.winner_id) == (Ending.FORFEIT, winner)


async def test_of_two_who_win_at_once_one_wins_the_race(database: Database) -> None:
    begun = await race(database)
    await asyncio.gather(
        *(last_step(database, begun.game_id_of(player), GameState.WON) for player in (ANN, BOB))
    )
    ended = await load_challenge(database, begun.id)
    assert ended is not None
    assert (ended.ending, ended.winner_id in (ANN, BOB)) == (Ending.WON, True)


async def test_a_game_won_after_the_deadline_does_not_win_the_race(database: Database) -> None:
    begun = await race(database)
    await last_step(
        database, begun.game_id_of(ANN), GameState.WON, after=DAY + timedelta(seconds=1)
    )
    assert await load_challenge(database, begun.id) == begun


async def test_a_game_that_is_no_race_decides_none(database: Database) -> None:
    begun, other = await race(database), await race_of_others(database)
    await last_step(database, other.game_id_of(EVE), GameState.WON)
    assert await load_challenge(database, begun.id) == begun


async def race_of_others(database: Database) -> Challenge:
    begun = await begin_race(database, (await ask(database, EVE, 8)).id, 43, NOON)
    assert begun is not None
    return begun


async def test_a_race_ends_once(database: Database) -> None:
    begun = await race(database)
    ends = await asyncio.gather(
        *(
            finish_race(database, begun.id, Ending.MOVES, player, NOON + DAY)
            for player in (ANN, BOB)
        )
    )
    assert sum(one is not None for one in ends) == 1
    await last_step(database, begun.game_id_of(ANN), GameState.GIVEN_UP)
    ended = await load_challenge(database, begun.id)
    assert ended in ends


async def test_games_know_whether_they_are_racing(database: Database) -> None:
    begun = await race(database)
    game = begun.game_id_of(BOB) or 0
    assert await is_racing(database, game)
    await finish_race(database, begun.id, Ending.DRAW, None, NOON + DAY)
    assert not await is_racing(database, game)


async def test_open_challenges_are_overdue_once_their_deadline_has_passed(
    database: Database,
) -> None:
    asked, running = await ask(database, EVE, BOB), await race(database)
    assert await overdue_challenges(database, NOON + HOUR) == ()
    assert await overdue_challenges(database, NOON + 2 * HOUR) == (asked,)
    assert await overdue_challenges(database, NOON + 2 * DAY) == (asked, running)
    await close_challenge(database, asked.id, ChallengeState.EXPIRED, NOON + DAY)
    assert await overdue_challenges(database, NOON + 2 * DAY) == (running,)


async def test_what_came_of_a_challenge_is_told_once(database: Database) -> None:
    begun, declined = await race(database), await ask(database, EVE, BOB)
    ended = await finish_race(database, begun.id, Ending.DRAW, None, NOON + DAY)
    await close_challenge(database, declined.id, ChallengeState.DECLINED, NOON)
    assert await unannounced_challenges(database) == (ended,)
    claims = await asyncio.gather(*(claim_announcement(database, begun.id, NOON) for _ in range(4)))
    assert sorted(claims) == [False, False, False, True]
    assert await unannounced_challenges(database) == ()
    await release_announcement(database, begun.id)
    assert await unannounced_challenges(database) == (ended,)


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
async def test_a_challenge_that_contradicts_itself_cannot_be_written(
    database: Database, wrong: dict[str, object]
) -> None:
    await ask(database)
    async with database._engine.connect() as connection:
        with pytest.raises(IntegrityError):
            await connection.execute(update(challenges).values(**wrong))


@pytest.mark.parametrize(
    "condition",
    [
        "challenger_game_id = 1 OR opponent_game_id = 1",
        "state IN ('asked', 'running') AND deadline < 1",
        "announced_at IS NULL AND state IN ('finished', 'expired')",
        "(challenger_id = 1 OR opponent_id = 1) AND state IN ('asked', 'running')",
    ],
)
async def test_looking_for_challenges_reads_no_whole_table(
    database: Database, condition: str
) -> None:
    if database._engine.dialect.name != "sqlite":
        pytest.skip("PostgreSQL reads tables as small as this one whole")
    query = select(challenges.c.id, challenges.c.time_limit_ms).where(text(condition))
    async with database.transaction() as connection:
        plan = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}")
        steps = [row.detail for row in plan]
    assert steps
    assert not [step for step in steps if step.startswith("SCAN")]
