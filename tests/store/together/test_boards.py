"""Shared boards in the database."""

from __future__ import annotations

from datetime import timedelta

from bot.models.places import Place
from bot.models.play import Deal
from bot.models.together import Mode, Vote, Wish
from bot.store.database.connection import Database
from bot.store.play.games import create_game
from bot.store.together.boards import (
    board_in_play,
    count_shared_games,
    create_board,
    load_board,
    load_players,
    save_vote,
)
from tests.store.finished_games import NOON, play_to_the_end

HERE, ADA, BEN = Place(1, 5), 7, 8


async def test_the_first_vote_sets_when_all_are_counted(database: Database) -> None:
    board = await create_board(database, HERE, Mode.VOTE, NOON)
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


async def test_a_channel_has_the_newest_board_in_play(database: Database) -> None:
    boards = [await create_board(database, HERE, Mode.FREE, NOON) for _ in range(2)]
    for board in boards:
        await create_game(database, Deal(board.owner, "phoenix", 7, NOON, HERE, practice=True))
    found = await board_in_play(database, HERE.channel_id)
    assert found == boards[1]
    assert await board_in_play(database, 2) is None


async def test_games_of_players_are_no_shared_games(database: Database) -> None:
    await play_to_the_end(database, ADA, guild=5, moves=1)
    counted = await count_shared_games(database, 5)
    assert (counted.played, counted.won) == (0, 0)
