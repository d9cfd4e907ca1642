"""Live boards: one message for each game, and none for a game that is gone."""

from __future__ import annotations

from typing import Final

import pytest

from bot.models.places import BoardMessage, Place
from bot.models.play import Deal
from bot.store.database.connection import Database
from bot.store.play.games import create_game
from bot.store.play.live_boards import load_live_board, replace_live_board
from tests.store.finished_games import NOON

SERVER: Final = BoardMessage(Place(2**62, guild_id=2**62 + 1), 2**62 + 2)
DIRECT: Final = BoardMessage(Place(5), 6)


@pytest.fixture
async def game_id(database: Database) -> int:
    return (await create_game(database, Deal(7, "phoenix", 7, NOON))).id


async def test_a_game_has_no_live_board_until_one_is_stored(
    database: Database, game_id: int
) -> None:
    assert await load_live_board(database, game_id) is None
    assert await replace_live_board(database, game_id, SERVER) is None
    assert await load_live_board(database, game_id) == SERVER


async def test_a_live_board_takes_the_place_of_the_one_before(
    database: Database, game_id: int
) -> None:
    await replace_live_board(database, game_id, SERVER)
    assert await replace_live_board(database, game_id, DIRECT) == SERVER
    assert await replace_live_board(database, game_id, DIRECT) == DIRECT
    assert await load_live_board(database, game_id) == DIRECT


async def test_a_live_board_that_cannot_be_edited_later_is_not_stored(
    database: Database, game_id: int
) -> None:
    await replace_live_board(database, game_id, SERVER)
    assert await replace_live_board(database, game_id, None) == SERVER
    assert await load_live_board(database, game_id) is None
    assert await replace_live_board(database, game_id, None) is None


async def test_each_game_has_its_own(database: Database, game_id: int) -> None:
    other = await create_game(database, Deal(7, "phoenix", 8, NOON))
    await replace_live_board(database, game_id, SERVER)
    await replace_live_board(database, other.id, DIRECT)
    assert await load_live_board(database, game_id) == SERVER


async def test_a_game_that_is_gone_gets_none(database: Database, game_id: int) -> None:
    assert await replace_live_board(database, game_id + 1, SERVER) is None
    assert await load_live_board(database, game_id + 1) is None
