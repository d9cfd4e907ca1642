"""Messages that tell channels how daily games stand."""

from __future__ import annotations

from datetime import timedelta

from bot.models.daily import ProgressPost
from bot.models.places import Place
from bot.models.play import Deal, GameState, Step
from bot.store.daily.daily import (
    add_progress_post,
    delete_progress_post,
    due_progress_posts,
    note_progress_post,
)
from bot.store.database.connection import Database
from bot.store.play.games import append_steps, create_game
from tests.store.finished_games import NOON

ANN = 7
HERE = Place(5, guild_id=6)


async def deal_daily(database: Database, *, minutes: int = 0) -> int:
    at = NOON + timedelta(minutes=minutes)
    new = Deal(ANN, "saratoga", 42, at, HERE, day=NOON.date())
    return (await create_game(database, new)).id


async def play(database: Database, game: int, version: int) -> None:
    at = NOON + timedelta(hours=1, seconds=version)
    step = Step(game, version, "s", at, GameState.PLAYING, version + 1, timedelta(), since=NOON)
    await append_steps(database, step)


async def test_a_game_is_due_from_its_first_move_on(database: Database) -> None:
    game = await deal_daily(database)
    for _ in range(2):
        await add_progress_post(database, game)
    assert await due_progress_posts(database, 10) == ()
    await play(database, game, 0)
    assert await due_progress_posts(database, 10) == (ProgressPost(game, HERE, None, 0, 1),)


async def test_a_noted_post_is_due_again_with_the_next_move(database: Database) -> None:
    game = await deal_daily(database)
    await add_progress_post(database, game)
    await play(database, game, 0)
    [post] = await due_progress_posts(database, 10)
    await note_progress_post(database, post, 9)
    assert await due_progress_posts(database, 10) == ()
    await play(database, game, 1)
    assert await due_progress_posts(database, 10) == (ProgressPost(game, HERE, 9, 1, 2),)


async def test_a_deleted_post_is_due_no_more(database: Database) -> None:
    game = await deal_daily(database)
    await add_progress_post(database, game)
    await play(database, game, 0)
    await delete_progress_post(database, game)
    assert await due_progress_posts(database, 10) == ()


async def test_of_many_posts_those_that_wait_longest_come_first(database: Database) -> None:
    games = [await deal_daily(database, minutes=minutes) for minutes in (0, 1, 2)]
    for game in reversed(games):
        await add_progress_post(database, game)
        await play(database, game, 0)
    due = await due_progress_posts(database, 2)
    assert [post.game_id for post in due] == games[:2]
