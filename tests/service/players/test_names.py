"""Players' names: seen at every press, read and written rarely."""

from __future__ import annotations

import asyncio

import pytest

from bot.service.contests.races import Races
from bot.service.play.games import Games
from bot.service.players.names import Names
from bot.service.players.privacy import Privacy
from bot.service.preferences import PreferenceService
from bot.store.database.connection import Database
from tests.store.players.player_rows import mentions

ANN, BOB, CHIYO = 7, 8, 9


@pytest.fixture
def names(games: Games) -> Names:
    return Names(games)


async def seen(names: Names, player: int, name: str) -> None:
    """See a player and answer them."""
    names.see(player, name)
    await names.save(player)


async def named_in(database: Database, player: int) -> list[object]:
    """The names that are stored of a player."""
    return [row["name"] for row in (await mentions(database, player)).get("player_names", ())]


async def test_a_player_has_the_name_seen_last(
    games: Games, names: Names, database: Database
) -> None:
    await games.start(ANN, "saratoga", 42)
    await seen(names, ANN, "Ann")
    await seen(names, ANN, "Annie")
    assert await names.of([ANN, BOB]) == {ANN: "Annie"}
    assert await Names(games).of([ANN, BOB]) == {ANN: "Annie"}
    assert await named_in(database, ANN) == ["Annie"]


async def test_the_database_is_asked_only_when_a_name_is_new(
    games: Games, names: Names, monkeypatch: pytest.MonkeyPatch
) -> None:
    await games.start(ANN, "saratoga", 42)
    await seen(names, ANN, "Ann")

    def fail() -> None:
        raise AssertionError("The database was asked.")

    monkeypatch.setattr(Database, "transaction", lambda _self: fail())
    await seen(names, ANN, "Ann")
    assert await names.of([ANN]) == {ANN: "Ann"}
    with pytest.raises(AssertionError):
        await seen(names, ANN, "Annie")


async def test_a_newcomers_name_is_stored_once_they_play(
    games: Games, names: Names, database: Database
) -> None:
    await seen(names, ANN, "Ann")
    assert await names.of([ANN]) == {ANN: "Ann"}
    assert await named_in(database, ANN) == []
    await games.start(ANN, "saratoga", 42)
    await seen(names, ANN, "Ann")
    assert await named_in(database, ANN) == ["Ann"]


async def test_a_deleted_player_leaves_no_name(
    games: Games, names: Names, races: Races, database: Database
) -> None:
    privacy = Privacy(games, PreferenceService(database), races, names)
    await games.start(ANN, "saratoga", 42)
    await seen(names, ANN, "Ann")
    await privacy.delete(ANN)
    assert await names.of([ANN]) == {}
    await seen(names, ANN, "Ann")
    assert await named_in(database, ANN) == []


async def test_the_names_of_those_seen_long_ago_are_read_again(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.service.players.names._MOST_KNOWN", 1)
    names = Names(games)
    await games.start(ANN, "saratoga", 42)
    await seen(names, ANN, "Ann")
    await seen(names, BOB, "Bob")
    assert await names.of([ANN, BOB]) == {ANN: "Ann", BOB: "Bob"}


async def test_the_names_of_those_seen_lately_are_kept(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.service.players.names._MOST_KNOWN", 2)
    names = Names(games)
    for player, name in ((ANN, "Ann"), (BOB, "Bob"), (ANN, "Ann"), (CHIYO, "Chiyo")):
        names.see(player, name)
    assert await names.of([ANN, BOB, CHIYO]) == {ANN: "Ann", CHIYO: "Chiyo"}


async def test_a_name_that_changes_while_it_is_saved_is_saved_next(
    games: Games, names: Names, database: Database
) -> None:
    await games.start(ANN, "saratoga", 42)
    names.see(ANN, "Ann")
    async with games.lock(ANN):
        saving = asyncio.create_task(names.save(ANN))
        await asyncio.sleep(0)
        names.see(ANN, "Annie")
    await saving
    await names.save(ANN)
    assert await named_in(database, ANN) == ["Annie"]


async def test_no_name_is_saved_while_its_player_is_being_deleted(
    games: Games, names: Names, database: Database
) -> None:
    await games.start(ANN, "saratoga", 42)
    names.see(ANN, "Ann")
    async with games.lock(ANN):
        saving = asyncio.create_task(names.save(ANN))
        await asyncio.wait([saving], timeout=0.05)
        assert await named_in(database, ANN) == []
    await saving
    assert await named_in(database, ANN) == ["Ann"]
