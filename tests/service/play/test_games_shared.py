"""Two bots on one database: the version of a game resolves conflicts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.models.play import GameSnapshot, GameState
from bot.service.errors import StaleBoard
from bot.service.play.games import Games
from bot.service.preferences import Preferences
from bot.store.database.open import open_database

pytestmark = pytest.mark.postgres

ANN = 81384788765712384


@pytest.fixture
async def pair(migrated_postgres_url: str) -> AsyncIterator[tuple[Games, Games]]:
    """The games of two bots with connections to the same PostgreSQL database."""
    url = migrated_postgres_url
    async with open_database(url) as one, open_database(url) as other:
        yield Games(one), Games(other)


async def test_each_bot_sees_the_others_moves(pair: tuple[Games, Games]) -> None:
    one, other = pair
    await one.start(ANN, "saratoga", 42)
    for version in range(1, 9):
        snapshot = await pair[version % 2].play(ANN, "s")
        assert snapshot.version == version
    assert (await one.active(ANN)).game.board == (await other.active(ANN)).game.board


async def test_a_tap_on_a_board_that_another_bot_played_on_is_refused(
    pair: tuple[Games, Games],
) -> None:
    one, other = pair
    seen = await one.start(ANN, "saratoga", 42)
    await other.play(ANN, "s")
    with pytest.raises(StaleBoard) as refused:
        await one.tap(ANN, "s", Preferences(), expected=seen.board_version)
    assert refused.value.current.version == 1
    assert (await other.active(ANN)).version == 1


async def test_a_tap_on_a_game_that_another_bot_put_aside_is_refused(
    pair: tuple[Games, Games],
) -> None:
    one, other = pair
    aside = await one.start(ANN, "saratoga", 42)
    new = await other.start(ANN, "saratoga", 43)
    with pytest.raises(StaleBoard) as refused:
        await one.tap(ANN, "s", Preferences(), expected=aside.board_version)
    assert refused.value.current.game_id == new.game_id
    assert (await other.get(aside.game_id)).version == 0


async def test_a_typed_move_is_played_in_the_game_that_another_bot_dealt(
    pair: tuple[Games, Games],
) -> None:
    one, other = pair
    aside = await one.start(ANN, "saratoga", 42)
    new = await other.start(ANN, "saratoga", 43)
    assert (await one.play(ANN, "s")).game_id == new.game_id
    assert (await other.get(aside.game_id)).version == 0


async def test_a_move_is_judged_by_the_board_that_another_bot_left(
    pair: tuple[Games, Games],
) -> None:
    one, other = pair
    await one.start(ANN, "saratoga", 42)
    await other.play(ANN, "s")
    # On the board that this bot saw last, there is nothing to take back.
    assert (await one.undo(ANN)).version == 2


async def test_of_two_moves_on_one_board_one_is_played(
    pair: tuple[Games, Games],
) -> None:
    snapshot = await pair[0].start(ANN, "saratoga", 42)
    for version in range(1, 21):
        results = await asyncio.gather(
            *(games.play(ANN, "s", expected=snapshot.board_version) for games in pair),
            return_exceptions=True,
        )
        [snapshot] = [result for result in results if isinstance(result, GameSnapshot)]
        [stale] = [result for result in results if isinstance(result, StaleBoard)]
        assert snapshot.version == version
        assert stale.current.version == version


async def test_simultaneous_moves_are_each_played_or_refused(
    pair: tuple[Games, Games],
) -> None:
    await pair[0].start(ANN, "saratoga", 42)
    results = await asyncio.gather(
        *(pair[n % 2].play(ANN, "s") for n in range(30)), return_exceptions=True
    )
    played = sum(isinstance(result, GameSnapshot) for result in results)
    refused = sum(isinstance(result, StaleBoard) for result in results)
    assert played + refused == len(results)
    snapshot = await pair[1].active(ANN)
    assert snapshot.version == len(snapshot.game.moves) == played


async def test_of_a_move_and_giving_up_one_is_saved(
    pair: tuple[Games, Games],
) -> None:
    snapshot = await pair[0].start(ANN, "saratoga", 42)
    await asyncio.gather(
        pair[0].give_up(ANN, expected=snapshot.board_version),
        pair[1].play(ANN, "s", expected=snapshot.board_version),
        return_exceptions=True,
    )
    end = await pair[0].active(ANN)
    assert end.version == 1
    assert (end.state is GameState.GIVEN_UP) == (not end.game.moves)


async def test_of_a_restart_and_a_move_one_is_saved(pair: tuple[Games, Games]) -> None:
    await pair[0].start(ANN, "saratoga", 42)
    snapshot = await pair[0].play(ANN, "s")
    results = await asyncio.gather(
        pair[0].restart(ANN, expected=snapshot.board_version),
        pair[1].play(ANN, "s", expected=snapshot.board_version),
        return_exceptions=True,
    )
    assert sorted(type(result).__name__ for result in results) == ["GameSnapshot", "StaleBoard"]
