"""Games of earlier versions, with a row an action: read, played on and packed."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import delete, func, select, update

from bot.models.play import Deal, GameState, Step, StoredGame
from bot.store.database.connection import Database
from bot.store.database.errors import StoreUnavailable
from bot.store.database.open import open_database
from bot.store.play.game_logs import load_log, load_logs, pack_games, stored_log
from bot.store.play.games import append_steps, create_game, load_game
from bot.store.play.schema import actions, games
from bot.store.players.privacy import delete_player
from tests.store.database.unpacked import unpack_games
from tests.store.finished_games import load_result
from tests.store.players.exported import export_player
from tests.store.players.player_rows import mentions

ANN = 81384788765712384
NOON = datetime(2026, 5, 1, 12, 0, 0, 123000, tzinfo=UTC)
SECOND = timedelta(seconds=1)
TEXTS = ("s", "3-5*2", "undo", "undo", "w-f1")


def step(game: StoredGame, version: int, word: str, state: GameState = GameState.PLAYING) -> Step:
    at = NOON + (version + 1) * SECOND
    return Step(game.id, version, word, at, state, 0, timedelta(), since=at - SECOND)


async def played(database: Database) -> StoredGame:
    """A game as an earlier version stored it."""
    game = await create_game(database, Deal(ANN, "saratoga", 42, NOON))
    await append_steps(database, *(step(game, *entry) for entry in enumerate(TEXTS)))
    await unpack_games(database, game.id)
    return await load_game(database, game.id)


async def rows(database: Database) -> int:
    """How many actions have rows."""
    async with database.transaction() as connection:
        return int(
            (await connection.execute(select(func.count()).select_from(actions))).scalar_one()
        )


async def test_a_game_is_read_alike_before_and_after_it_is_packed(database: Database) -> None:
    game = await played(database)
    log = await load_log(database, game.id, 99)
    assert [action.text for action in log] == list(TEXTS)
    assert [action.at - NOON for action in log] == [n * SECOND for n in range(1, 6)]
    until = NOON + 2 * SECOND
    assert await load_logs(database, [game.id, 99], until) == {game.id: ["s", "3-5*2"], 99: []}
    exported = await export_player(database, ANN)

    assert await pack_games(database, 0, 10) == game.id

    assert await rows(database) == 0
    assert (await load_game(database, game.id)).log is not None
    assert await load_log(database, game.id, 99) == log
    assert await load_log(database, game.id, 3) == log[:3]
    assert await load_logs(database, [game.id, 99], until) == {game.id: ["s", "3-5*2"], 99: []}
    assert await export_player(database, ANN) == exported


async def test_a_step_packs_the_game_it_continues(database: Database) -> None:
    game = await played(database)
    await append_steps(database, step(game, 5, "redo"))
    assert [action.text for action in await load_log(database, game.id, 99)] == [*TEXTS, "redo"]
    assert (await load_game(database, game.id)).log is not None
    assert await rows(database) == 0


@pytest.mark.parametrize("is_packed", [True, False])
async def test_a_result_counts_the_moves_undone(database: Database, is_packed: bool) -> None:
    game = await played(database)
    if is_packed:
        await pack_games(database, 0, 10)
    await append_steps(database, step(game, 5, "undo", GameState.WON))
    result = await load_result(database, game.id)
    assert result is not None
    assert result.undos == 3


@pytest.mark.parametrize("is_packed", [True, False])
async def test_the_log_of_a_finished_game_is_compressed(
    database: Database, is_packed: bool
) -> None:
    game = await played(database)
    if is_packed:
        await pack_games(database, 0, 10)
    await append_steps(database, *(step(game, 5 + n, "s") for n in range(40)))
    before = await load_log(database, game.id, 99)
    await append_steps(database, step(game, 45, "s", GameState.WON))
    assert (await load_log(database, game.id, 99))[:-1] == before
    assert len(before) == 45
    async with database.transaction() as connection:
        stored = (await connection.execute(select(games.c.log, games.c.finished_log))).one()
    assert stored.log == ""
    assert len(stored.finished_log) < 100
    assert (await load_game(database, game.id)).log == stored_log(*stored)


async def test_a_finished_game_with_a_row_an_action_is_packed_and_compressed(
    database: Database,
) -> None:
    game = await played(database)
    await append_steps(database, step(game, 5, "give up", GameState.GIVEN_UP))
    await unpack_games(database, game.id)
    log = await load_log(database, game.id, 99)
    assert await pack_games(database, 0, 10) == game.id
    assert await load_log(database, game.id, 99) == log
    async with database.transaction() as connection:
        assert (await connection.execute(select(games.c.log))).scalar_one() == ""


async def test_games_are_packed_bit_by_bit(database: Database) -> None:
    ids = [(await played(database)).id for _ in range(5)]
    seen, after = [], 0
    while (last := await pack_games(database, after, 2)) is not None:
        seen.append(last)
        after = last
    assert seen == [ids[1], ids[3], ids[4]]
    assert await rows(database) == 0


async def test_a_log_with_a_gap_stays_as_it_is_and_holds_up_no_other(database: Database) -> None:
    broken, whole = await played(database), await played(database)
    async with database.transaction() as connection:
        is_second = (actions.c.game_id == broken.id) & (actions.c.version == 2)
        await connection.execute(delete(actions).where(is_second))
    assert await pack_games(database, 0, 10) == whole.id
    assert (await load_game(database, broken.id)).log is None
    assert (await load_game(database, whole.id)).log is not None
    assert [one.version for one in await load_log(database, broken.id, 99)] == [1, 3, 4, 5]


async def test_a_log_with_a_text_of_no_action_stays_as_it_is(database: Database) -> None:
    game = await played(database)
    async with database.transaction() as connection:
        await connection.execute(
            update(actions).where(actions.c.version == 2).values(text="CASTLE")
        )
    await pack_games(database, 0, 10)
    assert (await load_log(database, game.id, 99))[1].text == "CASTLE"


async def test_deletion_takes_the_rows_of_actions_along(database: Database) -> None:
    await played(database)
    await delete_player(database, ANN, NOON)
    assert await mentions(database, ANN) == {}


@pytest.mark.postgres
async def test_a_game_packed_and_played_at_once_loses_nothing(migrated_postgres_url: str) -> None:
    async with (
        open_database(migrated_postgres_url) as ours,
        open_database(migrated_postgres_url) as theirs,
    ):
        for _ in range(10):
            game = await played(ours)
            await asyncio.gather(
                append_steps(ours, step(game, 5, "redo")), pack_games(theirs, 0, 10)
            )
            log = await load_log(ours, game.id, 99)
            assert [action.text for action in log] == [*TEXTS, "redo"]
            assert (await load_game(ours, game.id)).log is not None


@pytest.mark.postgres
async def test_a_process_of_an_earlier_version_saves_no_move(migrated_postgres_url: str) -> None:
    async with open_database(migrated_postgres_url) as database:
        game = await create_game(database, Deal(ANN, "saratoga", 42, NOON))
        row = {"game_id": game.id, "version": 1, "text": "s", "at": NOON}
        with pytest.raises(StoreUnavailable, match="A newer Patience keeps moves elsewhere"):
            async with database.transaction() as connection:
                await connection.execute(actions.insert().values(row))
