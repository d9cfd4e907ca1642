"""Shared boards in the database."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from bot.models.places import Place
from bot.models.play import Deal, GameState, Step
from bot.models.together import Mode, Vote, Wish
from bot.store.database.connection import Database
from bot.store.play.games import active_game, append_steps
from bot.store.together.boards import (
    board_in_play,
    count_shared_games,
    load_board,
    load_players,
    open_board,
    save_vote,
)
from tests.store.finished_games import NOON, play_to_the_end

HERE, ADA, BEN = Place(1, 5), 7, 8
DEAL = Deal(0, "phoenix", 7, NOON, HERE, practice=True)


async def test_the_first_vote_sets_when_all_are_counted(database: Database) -> None:
    board = await open_board(database, HERE, Mode.VOTE, DEAL)
    until = NOON + timedelta(seconds=20)
    for late, player in enumerate((ADA, BEN)):
        vote = Vote(player, Wish.MOVE, "1-2", 0, NOON + timedelta(seconds=late))
        await save_vote(database, board, 9, vote, until + timedelta(seconds=late))
    found = await load_board(database, board.id)
    assert found is not None
    assert (found.mode, found.place, found.vote_until) == (Mode.VOTE, HERE, until)
    changed = Vote(ADA, Wish.MOVE, "1-3", 0, NOON + timedelta(seconds=5))
    await save_vote(database, found, 9, changed, None)
    _, votes = await load_players(database, 9)
    assert [(one.player_id, one.choice) for one in votes] == [(BEN, "1-2"), (ADA, "1-3")]


async def test_of_boards_opened_at_once_in_a_channel_there_is_one(database: Database) -> None:
    places = [HERE, HERE, Place(2, 5), HERE]
    boards = await asyncio.gather(
        *(open_board(database, place, Mode.FREE, DEAL) for place in places)
    )
    assert boards[0] == boards[1] == boards[3] != boards[2]
    assert await board_in_play(database, HERE.channel_id) == boards[0]
    assert await board_in_play(database, 3) is None


async def test_a_board_whose_game_is_over_leaves_its_channel_to_the_next(
    database: Database,
) -> None:
    board = await open_board(database, HERE, Mode.FREE, DEAL)
    game = await active_game(database, board.owner)
    assert game is not None
    over = Step(game.id, 0, "give up", NOON, GameState.GIVEN_UP, 0, timedelta(), since=NOON)
    await append_steps(database, over)
    assert await board_in_play(database, HERE.channel_id) is None
    assert await open_board(database, HERE, Mode.FREE, DEAL) != board


async def test_games_of_players_are_no_shared_games(database: Database) -> None:
    await play_to_the_end(database, ADA, guild=5, moves=1)
    counted = await count_shared_games(database, 5)
    assert (counted.played, counted.won) == (0, 0)
