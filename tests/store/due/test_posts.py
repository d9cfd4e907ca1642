"""Posts of boards: one message for each game, and none for a game that is gone."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from bot.models.due import Shown, board_subject
from bot.models.places import Place
from bot.models.play import Deal
from bot.store.database.connection import Database
from bot.store.due.boards import replace_board
from bot.store.due.posts import load_post
from bot.store.play.games import create_game
from tests.store.finished_games import NOON

PLAYER: Final = 7
SERVER, DIRECT = Place(2**62, guild_id=2**62 + 1), Place(5)


@pytest.fixture
async def board(database: Database) -> Shown:
    """The board of a game as a message of a server shows it."""
    game = await create_game(database, Deal(PLAYER, "phoenix", 7, NOON))
    return Shown(board_subject(game.id), SERVER, 2**62 + 2, "", NOON, PLAYER)


async def test_a_game_has_no_live_board_until_one_is_stored(
    database: Database, board: Shown
) -> None:
    assert await load_post(database, board.subject) is None
    assert await replace_board(database, replace(board, player=None)) is None
    assert await load_post(database, board.subject) == board


async def test_a_live_board_takes_the_place_of_the_one_before(
    database: Database, board: Shown
) -> None:
    direct = replace(board, place=DIRECT, message_id=6)
    await replace_board(database, board)
    assert await replace_board(database, direct) == board
    assert await replace_board(database, direct) == direct
    assert await load_post(database, board.subject) == direct


async def test_of_a_live_board_that_cannot_be_edited_later_no_message_is_stored(
    database: Database, board: Shown
) -> None:
    unreachable = replace(board, message_id=None)
    assert await replace_board(database, unreachable) is None
    assert await load_post(database, board.subject) is None
    await replace_board(database, board)
    assert await replace_board(database, unreachable) == board
    assert await load_post(database, board.subject) == unreachable


async def test_a_game_that_is_gone_gets_none(database: Database, board: Shown) -> None:
    gone = replace(board, subject=board_subject(board.subject.id + 1))
    assert await replace_board(database, gone) is None
    assert await load_post(database, gone.subject) is None
