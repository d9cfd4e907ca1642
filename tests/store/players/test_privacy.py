"""A player's data: exported and deleted completely, without harm to others."""

from __future__ import annotations

import asyncio
import traceback
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select, text, update

from bot.errors import StoreError
from bot.models.contests import (
    DELETED_PLAYER,
    RacerOutcome,
    RaceState,
)
from bot.models.play import Deal, GameState, Step
from bot.models.players import DataSummary
from bot.store.contests.races import (
    begin_race,
    leave_race,
    load_race,
    open_races,
)
from bot.store.contests.schema import contests, entries
from bot.store.database.connection import Database
from bot.store.database.errors import StoreUnavailable
from bot.store.database.open import open_database
from bot.store.play.games import _append, active_game, append_steps, create_game, unfinished_games
from bot.store.players.privacy import delete_player, summarize_data
from bot.store.preferences import Owner, save_preferences
from tests.store.contests.racing import (
    MINUTE,
    challenge,
    finish_game,
    game_of,
    run_challenge,
    start_challenge,
    start_race,
)
from tests.store.database.migrated import sqlite_url
from tests.store.database.plans import watch_queries
from tests.store.finished_games import NOON, play_to_the_end
from tests.store.players.exported import export_player
from tests.store.players.played_everywhere import ANN, BOB, EVE, play_everywhere
from tests.store.players.player_rows import mentions

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


async def test_an_export_holds_exactly_the_players_rows(database: Database) -> None:
    await play_everywhere(database)
    await play_to_the_end(database, BOB)
    read = await export_player(database, ANN)
    assert {name: list(rows) for name, rows in read.items()} == await mentions(database, ANN)


async def test_nothing_is_stored_about_somebody_who_never_played(database: Database) -> None:
    await play_everywhere(database)
    assert not any((await export_player(database, 9)).values())
    assert await summarize_data(database, 9) == DataSummary(0, 0, 0, 0)


@pytest.mark.slow
async def test_the_summary_counts_the_players_rows(database: Database) -> None:
    await play_everywhere(database)
    assert await summarize_data(database, ANN) == DataSummary(
        games=5, results=1, preferences=2, races=3
    )


async def test_no_row_names_a_deleted_player(database: Database) -> None:
    await play_everywhere(database)
    await delete_player(database, ANN, NOON)
    assert await mentions(database, ANN) == {}


async def test_deleting_a_player_leaves_others_data(database: Database) -> None:
    await play_everywhere(database)
    await play_to_the_end(database, BOB, day=NOON.date())
    await save_preferences(database, Owner.PLAYER, BOB, {"theme": "dark"})
    before = await export_player(database, BOB)
    await delete_player(database, ANN, NOON)
    after = await export_player(database, BOB)
    assert before.pop("entries") != after.pop("entries")
    assert before == after


async def test_a_deleted_player_can_start_again(database: Database) -> None:
    await play_everywhere(database)
    await delete_player(database, ANN, NOON)
    assert await active_game(database, ANN) is None
    game = await create_game(database, Deal(ANN, "saratoga", 42, NOON))
    assert [one.id for one in await unfinished_games(database, ANN)] == [game.id]
    assert await summarize_data(database, ANN) == DataSummary(1, 0, 0, 0)


async def test_the_id_of_a_deleted_game_is_not_reused(database: Database) -> None:
    game = await create_game(database, Deal(ANN, "saratoga", 42, NOON))
    await delete_player(database, ANN, NOON)
    assert (await create_game(database, Deal(BOB, "saratoga", 42, NOON))).id > game.id


async def test_games_are_deleted_in_batches(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL takes so long to delete very many that the statement would be ended."""
    monkeypatch.setattr("bot.store.players.privacy._BATCH", 2)
    for deal in range(1, 6):
        await play_to_the_end(database, ANN, deal=deal, moves=2, guild=6)
    with watch_queries(database, ("DELETE FROM games",)) as deletions:
        await delete_player(database, ANN, NOON)
    assert [len(one.values) for one in deletions] == [2, 2, 1, 1]
    assert await mentions(database, ANN) == {}


async def test_deleting_twice_is_harmless(database: Database) -> None:
    await play_everywhere(database)
    await asyncio.gather(*(delete_player(database, ANN, NOON) for _ in range(3)))
    assert await mentions(database, ANN) == {}


# Challenges


@pytest.mark.parametrize(("leaver", "other"), [(ANN, BOB), (BOB, ANN)])
async def test_deleting_a_player_forfeits_a_running_challenge(
    database: Database, leaver: int, other: int
) -> None:
    race = await start_challenge(database, ANN, BOB)
    await delete_player(database, leaver, NOON + MINUTE)
    ended = await load_race(database, race.id)
    assert ended is not None
    assert (ended.state, ended.ended_at) == (RaceState.FINISHED, NOON + MINUTE)
    gone, winner = ended.racer(DELETED_PLAYER), ended.racer(other)
    assert gone is not None
    assert winner is not None
    assert (gone.outcome, gone.place, gone.game_id) == (RacerOutcome.LEFT, None, None)
    assert (winner.place, winner.game_id) == (1, game_of(race, other))


async def test_challenges_of_several_deleted_players_stay(database: Database) -> None:
    races = [await start_challenge(database, one, BOB) for one in (ANN, EVE)]
    await asyncio.gather(*(delete_player(database, one, NOON) for one in (ANN, EVE)))
    assert [await load_race(database, one.id) is not None for one in races] == [True, True]
    assert await mentions(database, ANN) == await mentions(database, EVE) == {}


async def test_challenges_that_never_became_races_are_deleted(database: Database) -> None:
    declined = await challenge(database, ANN, EVE)
    await leave_race(database, EVE, declined.id, NOON)
    sent = [await challenge(database, ANN, BOB), await challenge(database, EVE, ANN)]
    others = await challenge(database, EVE, BOB)
    await delete_player(database, ANN, NOON)
    assert [await load_race(database, one.id) for one in (declined, *sent)] == [None] * 3
    assert await open_races(database, EVE, by_invitation=True) == (others,)


# Concurrency


@pytest.mark.slow
@pytest.mark.parametrize("turn", range(4))
async def test_a_move_during_deletion_leaves_nothing_behind(database: Database, turn: int) -> None:
    game = game_of(await start_challenge(database, ANN, BOB), ANN)
    works = [
        append_steps(
            database, Step(game, n, "s", NOON, GameState.PLAYING, 1, timedelta(), since=NOON)
        )
        for n in range(3)
    ]
    works.insert(turn, delete_player(database, ANN, NOON))
    done = await asyncio.gather(*works, return_exceptions=True)
    assert all(one is None or isinstance(one, StoreError) for one in done)
    assert done[turn] is None
    assert await mentions(database, ANN) == {}


@pytest.mark.postgres
async def test_deletion_waits_for_a_move_in_progress(migrated_postgres_url: str) -> None:
    async with open_database(migrated_postgres_url) as database:
        game = await create_game(database, Deal(ANN, "saratoga", 42, NOON))
        async with database.transaction() as connection:
            step = Step(game.id, 0, "s", NOON, GameState.PLAYING, 1, timedelta(), since=NOON)
            await _append(database, connection, (step,))
            deleting = asyncio.create_task(delete_player(database, ANN, NOON))
            assert not (await asyncio.wait({deleting}, timeout=0.3))[0]
        await deleting
        assert await mentions(database, ANN) == {}


@pytest.mark.slow
@pytest.mark.postgres
async def test_deletion_touches_no_racer_of_a_race_that_is_being_rated(postgres_url: str) -> None:
    async with open_database(postgres_url) as database:
        race = await start_race(database, ANN, BOB)
        for player in (ANN, BOB):
            await finish_game(database, race, player, won=True)
        await delete_player(database, BOB, NOON)
        async with database.transaction() as connection:
            await connection.execute(update(contests).values(rated_at=NOON))
            deleting = asyncio.create_task(delete_player(database, ANN, NOON))
            assert not (await asyncio.wait({deleting}, timeout=0.3))[0]
            found = await connection.execute(select(entries).with_for_update(nowait=True))
            assert ANN in {row.player_id for row in found}
        await deleting
        assert await mentions(database, ANN) == {}


@pytest.mark.slow
@pytest.mark.postgres
async def test_players_of_challenges_both_ways_delete_their_data_at_once(postgres_url: str) -> None:
    async with open_database(postgres_url) as database:
        for challenger, opponent in ((ANN, BOB), (BOB, ANN)) * 10:
            await run_challenge(database, challenger, opponent, None)
        await asyncio.gather(*(delete_player(database, one, NOON) for one in (ANN, BOB)))
        assert await mentions(database, ANN) == await mentions(database, BOB) == {}


async def test_a_win_during_deletion_leaves_a_race_that_can_be_decided(database: Database) -> None:
    race = await start_challenge(database, ANN, BOB)
    won = finish_game(database, race, ANN, won=True)
    await asyncio.gather(won, delete_player(database, ANN, NOON), return_exceptions=True)
    await leave_race(database, BOB, race.id, NOON)
    ended = await load_race(database, race.id)
    assert ended is not None
    assert sorted(racer.place or 0 for racer in ended.racers) == [0, 1]
    assert await mentions(database, ANN) == {}


async def test_a_challenge_accepted_during_deletion_ends(database: Database) -> None:
    sent = await challenge(database, ANN, BOB)
    await asyncio.gather(
        begin_race(database, sent.id, 42, NOON, until=NOON + HOUR, least=2),
        delete_player(database, ANN, NOON),
    )
    ended = await load_race(database, sent.id)
    assert ended is None or ended.state is RaceState.FINISHED
    assert await mentions(database, ANN) == {}


async def test_a_failed_deletion_deletes_nothing(migrated_file: Path) -> None:
    async with open_database(sqlite_url(migrated_file)) as database:
        await play_everywhere(database)
        before = await mentions(database, ANN)
        async with database.transaction() as connection:
            await connection.execute(
                text(
                    "CREATE TRIGGER refuse BEFORE DELETE ON player_preferences "
                    "BEGIN SELECT RAISE(ABORT, 'refused'); END"
                )
            )
        with pytest.raises(StoreUnavailable, match="refused"):
            await delete_player(database, ANN, NOON)
        assert await mentions(database, ANN) == before


# Logs and files


async def test_errors_name_no_player(migrated_file: Path) -> None:
    async with open_database(sqlite_url(migrated_file)) as database:
        with pytest.raises(StoreUnavailable) as raised:
            await create_game(database, Deal(ANN, "saratoga", 0, NOON))
    logged = "".join(traceback.format_exception(raised.value))
    assert "INSERT INTO games" in logged
    assert str(ANN) not in logged


async def test_no_trace_of_a_deleted_player_stays_in_sqlite_files(migrated_file: Path) -> None:
    def is_left() -> bool:
        files = [path.read_bytes() for path in migrated_file.parent.glob("patience.db*")]
        return any(trace in one for one in files for trace in traces)

    traces = (ANN.to_bytes(8, "big"), str(ANN).encode(), b"a secret choice")
    async with open_database(sqlite_url(migrated_file)) as database:
        for _ in range(20):
            await play_to_the_end(database, ANN)
        await play_everywhere(database)
        await save_preferences(database, Owner.PLAYER, ANN, {"theme": "a secret choice"})
        await play_to_the_end(database, BOB)
        assert is_left()
        await delete_player(database, ANN, NOON)
        assert not is_left()
    assert not is_left()
