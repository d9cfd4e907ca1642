"""The logs of stored games: read up to a moment, counted and compressed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import select

from bot.models.play import Deal, GameState, Step, StoredGame
from bot.store.database.connection import Database
from bot.store.play.game_logs import load_log, load_logs, stored_log
from bot.store.play.games import append_steps, create_game, load_game
from bot.store.play.schema import games
from tests.store.finished_games import load_result

ANN = 81384788765712384
NOON = datetime(2026, 5, 1, 12, 0, 0, 123000, tzinfo=UTC)
SECOND = timedelta(seconds=1)
TEXTS = ("s", "3-5*2", "undo", "undo", "w-f1")


def step(game: StoredGame, version: int, word: str, state: GameState = GameState.PLAYING) -> Step:
    at = NOON + (version + 1) * SECOND
    return Step(game.id, version, word, at, state, 0, timedelta(), since=at - SECOND)


async def played(database: Database) -> StoredGame:
    """A game with five actions, one each second."""
    game = await create_game(database, Deal(ANN, "saratoga", 42, NOON))
    await append_steps(database, *(step(game, *entry) for entry in enumerate(TEXTS)))
    return await load_game(database, game.id)


async def test_a_log_is_read_up_to_a_version_or_a_moment(database: Database) -> None:
    game = await played(database)
    log = await load_log(database, game.id, 99)
    assert [action.text for action in log] == list(TEXTS)
    assert [action.at - NOON for action in log] == [n * SECOND for n in range(1, 6)]
    assert await load_log(database, game.id, 3) == log[:3]
    until = NOON + 2 * SECOND
    assert await load_logs(database, [game.id, 99], until) == {game.id: [*log[:2]], 99: []}


async def test_a_result_counts_the_moves_undone(database: Database) -> None:
    game = await played(database)
    await append_steps(database, step(game, 5, "undo", GameState.WON))
    result = await load_result(database, game.id)
    assert result is not None
    assert result.undos == 3


async def test_the_log_of_a_finished_game_is_compressed(database: Database) -> None:
    game = await played(database)
    await append_steps(database, *(step(game, 5 + n, "s") for n in range(40)))
    before = await load_log(database, game.id, 99)
    await append_steps(database, step(game, 45, "s", GameState.WON))
    assert (await load_log(database, game.id, 99))[:-1] == before
    assert len(before) == 45
    async with database.reading() as connection:
        stored = (await connection.execute(select(games.c.log, games.c.finished_log))).one()
    assert stored.log == ""
    assert len(stored.finished_log) < 100
    assert (await load_game(database, game.id)).log == stored_log(*stored)
