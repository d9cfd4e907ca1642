"""Races: of concurrent changes each sees the one before, and a last step ends a race."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from sqlalchemy import event, select, text
from sqlalchemy.exc import IntegrityError

from bot.models.contests import (
    DELETED_PLAYER,
    Race,
    RaceProgress,
    RacerOutcome,
    RaceState,
    race_subject,
)
from bot.models.places import Place
from bot.models.play import GameState, Step
from bot.store.contests.entries import MOVES_GATHERED
from bot.store.contests.races import (
    begin_race,
    begin_turn,
    close_race,
    end_turns,
    join_table,
    leave_race,
    load_race,
    open_race,
    open_races,
    race_progress,
    recent_races,
)
from bot.store.database.connection import Database
from bot.store.due.due import touch
from bot.store.play.game_logs import load_logs
from bot.store.play.games import append_steps, count_hint, count_odds, load_game
from bot.store.players.privacy import delete_player
from tests.store.contests.racing import (
    HERE,
    HOUR,
    MINUTE,
    begin,
    challenge,
    finish_game,
    game_of,
    new_race,
    open_table,
    reload,
    start_challenge,
    start_race,
)
from tests.store.due.due_times import load_due_at
from tests.store.finished_games import NOON
from tests.store.players.exported import export_player, secret_games
from tests.store.players.player_rows import mentions

ANN, BOB, EVE = 81384788765712384, 2**63 - 1, 175928847299117063


def outcomes(race: Race) -> list[RacerOutcome | None]:
    return [racer.outcome for racer in race.racers]


# Tables


async def test_a_table_is_saved_as_opened(database: Database) -> None:
    table = await open_table(database, ANN, hints=True)
    assert table == replace(new_race(ANN, hints=True), id=table.id)
    assert await reload(database, table) == table
    assert await load_race(database, table.id + 1) is None


async def test_one_of_several_tables_at_once_opens_in_a_channel(database: Database) -> None:
    calls = [open_race(database, new_race(player)) for player in (ANN, BOB, EVE)]
    [opened] = [one for one in await asyncio.gather(*calls) if one]
    await close_race(database, opened.id, NOON)
    assert (await open_table(database, ANN)).id != opened.id


async def test_no_more_join_at_once_than_there_are_seats(database: Database) -> None:
    table = await open_table(database, ANN)
    await asyncio.gather(*(join_table(database, n, table.id, NOON, limit=3) for n in range(1, 6)))
    assert len((await reload(database, table)).racers) == 3


async def test_a_table_that_starts_takes_no_more_players(database: Database) -> None:
    table = await open_table(database, ANN)
    await join_table(database, BOB, table.id, NOON, limit=20)
    begun, joined = await asyncio.gather(
        begin_race(database, table.id, 42, NOON, until=NOON + HOUR, least=2),
        join_table(database, EVE, table.id, NOON, limit=20),
    )
    assert begun is not None
    seated = 2 if joined is None else 3
    race = await reload(database, table)
    assert (len(race.racers), race.state) == (seated, RaceState.RUNNING)
    assert all(racer.joined_at for racer in race.racers)


async def test_nothing_happens_at_a_table_past_its_time(database: Database) -> None:
    table, late = await open_table(database, ANN), NOON + HOUR
    await join_table(database, BOB, table.id, NOON, limit=20)
    assert await join_table(database, EVE, table.id, late, limit=20) is None
    assert await begin_race(database, table.id, 42, late, until=late + HOUR, least=2) is None
    assert await leave_race(database, ANN, table.id, late) is None
    assert await load_due_at(database, [race_subject(table.id)]) == {
        race_subject(table.id): table.deadline
    }


async def test_a_race_of_enough_players_starts_once(
    database: Database,
) -> None:
    table = await open_table(database, ANN)
    assert await begin_race(database, table.id, 42, NOON, until=NOON + HOUR, least=2) is None
    await join_table(database, BOB, table.id, NOON, limit=20)
    calls = [begin_race(database, table.id, 42, NOON, until=NOON + HOUR, least=2) for _ in range(3)]
    [begun] = [one for one in await asyncio.gather(*calls) if one]
    assert begun.deadline == NOON + HOUR
    assert [(one.game_id, one.started_at, one.deadline) for one in begun.racers] == [
        (None,) * 3
    ] * 2


# Turns


async def started(database: Database, *players: int) -> Race:
    """A race of an hour that has begun a minute ago, at whose deal nobody has looked."""
    table = await open_table(database, players[0])
    for player in players[1:]:
        await join_table(database, player, table.id, NOON, limit=20)
    race = await begin_race(database, table.id, 42, NOON, until=NOON + 24 * HOUR, least=2)
    assert race is not None
    return race


async def look(database: Database, race: Race, player: int, at: datetime) -> Race | None:
    """Have a player look at the deal of a race."""
    return await begin_turn(database, player, race.id, at, progress=3)


async def test_the_first_look_deals_a_board_and_starts_the_time_of_that_player_alone(
    database: Database,
) -> None:
    race = await started(database, ANN, BOB)
    looks = [look(database, race, BOB, NOON + MINUTE) for _ in range(3)]
    first, *again = await asyncio.gather(*looks)
    assert first is not None
    assert again == [first, first]
    game = await load_game(database, game_of(first, BOB))
    assert (game.deal_number, game.winnable, game.place) == (42, True, HERE)
    assert (game.created_at, first.racers[1].started_at) == (NOON + MINUTE,) * 2
    assert first.racers[1].deadline == NOON + MINUTE + HOUR
    assert first.racers[0] == race.racers[0]
    assert await race_progress(database, [game.id]) == {game.id: RaceProgress(3)}


async def test_the_deal_can_be_looked_at_only_in_time_and_by_those_who_race(
    database: Database,
) -> None:
    race = await started(database, ANN, BOB, EVE)
    await leave_race(database, ANN, race.id, NOON)
    assert await look(database, race, ANN, NOON) is None
    assert await look(database, race, 99, NOON) is None
    assert await look(database, race, BOB, race.deadline) is not None
    assert await look(database, race, EVE, race.deadline + MINUTE) is None


async def test_a_race_is_overdue_once_the_time_of_one_is_up(database: Database) -> None:
    race = await started(database, ANN, BOB)
    await look(database, race, BOB, NOON + MINUTE)
    end = NOON + MINUTE + HOUR
    found = await reload(database, race)
    assert found.overdue(end) == ()
    assert [one.player_id for one in found.overdue(end + MINUTE)] == [BOB]
    ended = await end_turns(database, race.id, {BOB: RaceProgress(4, 9)})
    assert ended is not None
    assert (ended.state, ended.racers[1].ended_at) == (RaceState.RUNNING, end)
    over = await end_turns(database, race.id, {ANN: None})
    assert over is not None
    assert (over.state, over.ended_at) == (RaceState.FINISHED, race.deadline)
    assert [(one.result, one.place) for one in over.racers] == [
        (None, None),
        (RaceProgress(4, 9), None),
    ]


# Races


@pytest.mark.parametrize("act", ["first move", "move", "hint", "odds"])
@pytest.mark.parametrize("by_invitation", [False, True])
async def test_what_the_message_of_a_race_from_a_table_shows_makes_it_due_soon(
    database: Database, act: str, by_invitation: bool
) -> None:
    start = start_challenge if by_invitation else start_race
    race = await start(database, ANN, BOB)
    subject, game_id, later = race_subject(race.id), game_of(race, ANN), NOON + HOUR
    contest = (await load_game(database, game_id)).contest
    first, second = (
        Step(game_id, n, "s", NOON, GameState.PLAYING, n, timedelta(), since=NOON, contest=contest)
        for n in range(2)
    )
    if act == "move":
        await append_steps(database, first)
    async with database.transaction() as connection:
        await touch(connection, subject, later, guild=race.guild_id, is_exact=True)
    match act:
        case "first move":
            await append_steps(database, first)
        case "move":
            await append_steps(database, second)
        case "hint":
            await count_hint(database, game_id)
        case _:
            await count_odds(database, game_id)
    due_at = later if by_invitation else NOON + MOVES_GATHERED
    assert await load_due_at(database, [subject]) == {subject: due_at}


async def test_a_finished_game_is_recorded_with_everything_used(database: Database) -> None:
    race = await start_race(database, ANN, BOB)
    game_id = game_of(race, ANN)
    await count_hint(database, game_id)
    await count_odds(database, game_id)
    undone = Step(game_id, 0, "undo", NOON, GameState.PLAYING, 0, timedelta(), since=NOON)
    won = Step(
        game_id,
        1,
        "s",
        NOON + MINUTE,
        GameState.WON,
        1,
        timedelta(),
        progress=52,
        since=NOON,
    )
    await append_steps(database, undone, won)
    found = await reload(database, race)
    assert found.state is RaceState.RUNNING
    assert found.racers[0] == replace(
        race.racers[0],
        outcome=RacerOutcome.WON,
        result=RaceProgress(52, 1, undos=1, hints=1, odds=1),
        ended_at=NOON + MINUTE,
    )
    assert await open_races(database, BOB, by_invitation=False) == (found,)


@pytest.mark.parametrize("turn", range(3))
async def test_the_last_to_finish_ends_the_race_also_at_once(database: Database, turn: int) -> None:
    players = [ANN, BOB, EVE]
    race = await start_race(database, *players)
    leaving = players.pop(turn)
    await asyncio.gather(
        *(finish_game(database, race, player, won=True) for player in players),
        leave_race(database, leaving, race.id, NOON),
    )
    ended = await reload(database, race)
    assert (ended.state, ended.ended_at) == (RaceState.FINISHED, NOON)
    assert [racer.place for racer in ended.racers] == [None if n == turn else 1 for n in range(3)]
    assert await recent_races(database, ANN, limit=1) == (ended,)


async def test_a_refused_last_step_records_nothing(database: Database) -> None:
    race = await start_race(database, ANN, BOB)
    stale = Step(game_of(race, ANN), 7, "s", NOON, GameState.WON, 1, timedelta(), since=NOON)
    with pytest.raises(Exception, match="is at version 0, not 7"):
        await append_steps(database, stale)
    assert await reload(database, race) == race


async def test_a_win_after_the_deadline_or_after_leaving_counts_for_nothing(
    database: Database,
) -> None:
    race = await start_race(database, ANN, BOB)
    left = await leave_race(database, ANN, race.id, NOON + MINUTE)
    assert left is not None
    await finish_game(database, race, ANN, won=True, at=NOON + 2 * MINUTE)
    await finish_game(database, race, BOB, won=True, at=race.deadline + timedelta(milliseconds=1))
    assert await reload(database, race) == left
    assert outcomes(left) == [RacerOutcome.LEFT, None]


async def test_a_deadline_ends_a_race_once_and_overrules_nothing(database: Database) -> None:
    race = await start_race(database, ANN, BOB, EVE)
    await finish_game(database, race, BOB, won=True)
    results = {ANN: RaceProgress(7, 20), BOB: RaceProgress(), EVE: RaceProgress(9, 20)}
    calls = [end_turns(database, race.id, results) for _ in range(3)]
    [ended] = [one for one in await asyncio.gather(*calls) if one]
    assert (ended.state, ended.ended_at) == (RaceState.FINISHED, race.deadline)
    assert outcomes(ended) == [
        RacerOutcome.UNFINISHED,
        RacerOutcome.WON,
        RacerOutcome.UNFINISHED,
    ]
    assert [racer.place for racer in ended.racers] == [None, 1, None]


async def test_the_logs_of_all_players_come_from_one_query(database: Database) -> None:
    race = await start_race(database, *range(1, 21))
    games = [racer.game_id or 0 for racer in race.racers]
    for n, game_id in enumerate(games):
        steps = [
            Step(
                game_id,
                m,
                "s",
                NOON + m * MINUTE,
                GameState.PLAYING,
                m + 1,
                timedelta(),
                since=NOON + max(m - 1, 0) * MINUTE,
            )
            for m in range(n % 4)
        ]
        if steps:
            await append_steps(database, *steps)
    statements: list[str] = []

    def note(*arguments: object) -> None:
        statements.append(str(arguments[2]))

    event.listen(database._reader.sync_engine, "before_cursor_execute", note)
    logs = await load_logs(database, games, NOON + MINUTE)
    assert sum("FROM games" in one for one in statements) == 1
    assert {game_id: len(log) for game_id, log in logs.items()} == {
        game_id: min(n % 4, 2) for n, game_id in enumerate(games)
    }


async def test_progress_reads_only_the_games_asked_for(database: Database) -> None:
    race = await start_race(database, ANN, BOB)
    await finish_game(database, race, BOB, won=True, cards=52)
    assert await race_progress(database, [game_of(race, BOB)]) == {
        game_of(race, BOB): RaceProgress(52, 1)
    }
    assert await race_progress(database, []) == {}


async def test_games_of_a_race_are_contested_until_it_is_over(database: Database) -> None:
    race = await start_race(database, ANN, BOB)
    await finish_game(database, race, ANN, won=True)
    assert set(await secret_games(database, ANN, NOON)) == {game_of(race, ANN)}
    await leave_race(database, BOB, race.id, NOON)
    assert await secret_games(database, ANN, NOON) == {}


@pytest.mark.parametrize(
    "wrong",
    [
        "UPDATE contests SET state = 'won'",
        "UPDATE contests SET ends_at = 5",
        "UPDATE contests SET channel_id = NULL",
        "UPDATE entries SET outcome = 'won'",
        "UPDATE entries SET place = 1",
        "UPDATE entries SET ended_at = 5",
        "UPDATE entries SET started_at = NULL",
        "UPDATE entries SET moves = 5",
        "UPDATE entries SET player_id = 5",
        "UPDATE entries SET player_id = 0",
    ],
)
async def test_an_inconsistent_race_violates_a_constraint(database: Database, wrong: str) -> None:
    await start_race(database, ANN, BOB)
    async with database._engine.connect() as connection:
        with pytest.raises(IntegrityError):
            await connection.execute(text(wrong))


async def test_queries_for_races_scan_no_table(database: Database) -> None:
    if database.is_postgresql:
        pytest.skip("PostgreSQL reads tables as small as this one whole")
    conditions = {
        "contests": ("state IN ('open', 'running') AND deadline < 1",),
        "entries": ("game_id = 1", "player_id = 1", "contest_id = 1"),
    }
    async with database.transaction() as connection:
        for table, of_table in conditions.items():
            for condition in of_table:
                query = select(text("rowid")).select_from(text(table)).where(text(condition))
                plan = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}")
                assert not [row.detail for row in plan if row.detail.startswith("SCAN")]


# Challenges


async def test_a_challenge_is_saved_as_sent(database: Database) -> None:
    sent = await challenge(database, ANN, BOB, guild=None)
    expected = new_race(ANN, BOB, by_invitation=True, place=Place(5))
    assert sent == await reload(database, sent) == replace(expected, id=sent.id)
    nowhere = new_race(ANN, EVE, by_invitation=True, place=None)
    assert (await open_race(database, nowhere, unanswered=5)) is not None


async def test_of_challenges_between_two_players_one_is_open(database: Database) -> None:
    pairs = [(ANN, BOB), (BOB, ANN)] * 2
    calls = [
        open_race(database, new_race(*pair, by_invitation=True), unanswered=5) for pair in pairs
    ]
    [sent] = [one for one in await asyncio.gather(*calls) if one]
    race = await begin(database, sent)
    again = new_race(ANN, BOB, by_invitation=True)
    assert await open_race(database, again, unanswered=5) is None
    await leave_race(database, ANN, race.id, NOON)
    assert await open_race(database, again, unanswered=5) is not None


async def test_the_number_of_unanswered_challenges_is_limited(database: Database) -> None:
    await begin(database, await challenge(database, ANN, 8))
    await challenge(database, 8, EVE)
    await challenge(database, EVE, ANN)
    calls = [
        open_race(database, new_race(ANN, player, by_invitation=True), unanswered=2)
        for player in range(20, 24)
    ]
    assert sum(one is not None for one in await asyncio.gather(*calls)) == 2


async def test_a_challenge_and_a_table_are_open_in_one_channel(database: Database) -> None:
    sent = [await challenge(database, ANN, BOB), await challenge(database, ANN, EVE)]
    table = await open_table(database, ANN)
    assert await open_races(database, ANN, by_invitation=True) == (*reversed(sent),)
    assert await open_races(database, ANN, by_invitation=False) == (table,)


async def test_a_challenge_cannot_be_accepted_and_closed(database: Database) -> None:
    sent = await challenge(database, ANN, BOB)
    begun, closed = await asyncio.gather(
        begin_race(database, sent.id, 42, NOON, until=NOON + HOUR, least=2),
        close_race(database, sent.id, NOON),
    )
    assert (begun is None) is not (closed is None)
    assert await reload(database, sent) in (begun, closed)


@pytest.mark.parametrize(
    ("leaver", "refusal"), [(BOB, RacerOutcome.DECLINED), (ANN, RacerOutcome.LEFT)]
)
async def test_who_leaves_an_open_challenge_closes_it_unannounced(
    database: Database, leaver: int, refusal: RacerOutcome
) -> None:
    sent, expired = await challenge(database, ANN, BOB), await challenge(database, ANN, EVE)
    closed = await leave_race(database, leaver, sent.id, NOON)
    assert closed is not None
    assert (closed.state, closed.refusal, closed.ended_at) == (RaceState.CLOSED, refusal, NOON)
    unanswered = await close_race(database, expired.id, expired.deadline)
    assert unanswered is not None
    assert unanswered.refusal is None
    subjects = [race_subject(one.id) for one in (sent, expired)]
    assert [*await load_due_at(database, subjects)] == [subjects[1]]


async def test_the_faster_win_decides_a_challenge_not_the_earlier_one(database: Database) -> None:
    sent = await challenge(database, ANN, BOB)
    await begin_race(database, sent.id, 42, NOON, until=NOON + 24 * HOUR, least=2)
    await begin_turn(database, ANN, sent.id, NOON, progress=0)
    race = await begin_turn(database, BOB, sent.id, NOON + 5 * MINUTE, progress=0)
    assert race is not None
    await finish_game(database, race, ANN, won=True, at=NOON + 4 * MINUTE)
    running = await reload(database, race)
    assert (running.state, outcomes(running)) == (RaceState.RUNNING, [RacerOutcome.WON, None])
    await finish_game(database, race, BOB, won=True, at=NOON + 8 * MINUTE)
    ended = await reload(database, race)
    assert (ended.state, ended.ended_at) == (RaceState.FINISHED, NOON + 8 * MINUTE)
    assert [racer.place for racer in ended.racers] == [2, 1]


@pytest.mark.parametrize(("winner", "other"), [(ANN, BOB), (BOB, ANN)])
async def test_giving_up_decides_a_challenge(database: Database, winner: int, other: int) -> None:
    race = await start_challenge(database, ANN, BOB)
    await finish_game(database, race, other, won=False, at=NOON + MINUTE)
    await finish_game(database, race, winner, won=True, at=NOON + 2 * MINUTE)
    ended = await reload(database, race)
    assert (ended.state, ended.ended_at) == (RaceState.FINISHED, NOON + MINUTE)
    first, last = [ended.racer(player) for player in (winner, other)]
    assert first is not None
    assert last is not None
    assert (first.place, last.place) == (1, None)
    assert (first.outcome, last.outcome) == (RacerOutcome.UNFINISHED, RacerOutcome.GIVEN_UP)


async def test_two_wins_at_once_end_a_challenge(database: Database) -> None:
    race = await start_challenge(database, ANN, BOB)
    await asyncio.gather(*(finish_game(database, race, one, won=True) for one in (ANN, BOB)))
    ended = await reload(database, race)
    assert [racer.place for racer in ended.racers] == [1, 1]


async def test_the_cards_of_a_challenge_are_counted_when_it_ends(database: Database) -> None:
    race = await start_challenge(database, ANN, BOB)
    step = Step(
        game_of(race, BOB),
        0,
        "s",
        NOON,
        GameState.PLAYING,
        1,
        timedelta(),
        progress=3,
        since=NOON,
    )
    await append_steps(database, step)
    await finish_game(database, race, ANN, won=False, cards=9)
    await append_steps(database, replace(step, version=1, moves=2, progress=9))
    results = [racer.result for racer in (await reload(database, race)).racers]
    assert results == [RaceProgress(9, 0), RaceProgress(3, 1)]


# Privacy


async def test_deleting_a_player_leaves_a_running_race_to_the_others(database: Database) -> None:
    race = await start_race(database, ANN, BOB, EVE)
    await delete_player(database, ANN, NOON + MINUTE)
    left = await reload(database, race)
    assert (left.state, left.racers[1:]) == (RaceState.RUNNING, race.racers[1:])
    gone = left.racers[0]
    assert (gone.player_id, gone.game_id) == (DELETED_PLAYER, None)
    assert gone.outcome is RacerOutcome.LEFT
    assert await mentions(database, ANN) == {}
    await delete_player(database, BOB, NOON + MINUTE)
    await finish_game(database, race, EVE, won=True)
    ended = await reload(database, race)
    assert [racer.place for racer in ended.racers] == [None, None, 1]


async def test_deleting_the_last_who_races_ends_the_race(database: Database) -> None:
    race = await start_race(database, ANN, BOB)
    await finish_game(database, race, BOB, won=False)
    await delete_player(database, ANN, NOON + MINUTE)
    ended = await reload(database, race)
    assert (ended.state, ended.ended_at) == (RaceState.FINISHED, NOON + MINUTE)


async def test_a_finished_race_keeps_its_places(database: Database) -> None:
    race = await start_race(database, ANN, BOB)
    await finish_game(database, race, ANN, won=True)
    await finish_game(database, race, BOB, won=False)
    before = await reload(database, race)
    await delete_player(database, ANN, NOON)
    after = await reload(database, race)
    assert after == replace(
        before,
        racers=(
            replace(before.racers[0], player_id=DELETED_PLAYER, game_id=None),
            before.racers[1],
        ),
    )


async def test_a_race_is_deleted_with_the_last_of_its_players(database: Database) -> None:
    race, other = [await start_race(database, *players) for players in ((ANN, BOB), (BOB, EVE))]
    for player in (ANN, BOB):
        await delete_player(database, player, NOON)
    assert await load_race(database, race.id) is None
    assert [racer.player_id for racer in (await reload(database, other)).racers] == [
        DELETED_PLAYER,
        EVE,
    ]


async def test_deleted_players_leave_their_tables(database: Database) -> None:
    shared = await open_table(database, ANN)
    await join_table(database, BOB, shared.id, NOON, limit=20)
    alone = await open_table(database, ANN, place=Place(7))
    closed = await open_table(database, BOB, place=Place(8))
    await join_table(database, ANN, closed.id, NOON, limit=20)
    await close_race(database, closed.id, NOON)
    await delete_player(database, ANN, NOON)
    assert await load_race(database, alone.id) is None
    for table in (shared, closed):
        assert [racer.player_id for racer in (await reload(database, table)).racers] == [BOB]
    assert await mentions(database, ANN) == {}


async def test_an_export_holds_no_row_about_others(database: Database) -> None:
    await start_race(database, ANN, BOB, EVE)
    rows = (await export_player(database, ANN))["entries"]
    assert [row["player_id"] for row in rows] == [ANN]


@pytest.mark.slow
@pytest.mark.parametrize("turn", range(3))
async def test_a_win_a_start_and_a_deletion_at_once_leave_a_sound_race(
    database: Database, turn: int
) -> None:
    table = await open_table(database, ANN, place=Place(9))
    await join_table(database, BOB, table.id, NOON, limit=20)
    race = await start_race(database, ANN, BOB)
    works = [
        finish_game(database, race, BOB, won=True),
        begin_race(database, table.id, 42, NOON, until=NOON + HOUR, least=2),
    ]
    works.insert(turn, delete_player(database, ANN, NOON))
    await asyncio.gather(*works)
    assert await mentions(database, ANN) == {}
    ended = await reload(database, race)
    assert (ended.state, [racer.place for racer in ended.racers]) == (RaceState.FINISHED, [None, 1])
    begun = await reload(database, table)
    assert (begun.state is RaceState.RUNNING) == (len(begun.racers) == 2)
