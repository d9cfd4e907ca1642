"""Players who do not come back are deleted, after a notice in the log."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest

from bot.service.claims import Claims
from bot.service.contests.races import Races
from bot.service.play.games import Games
from bot.service.players.names import Names
from bot.service.players.privacy import Absence, Privacy
from bot.service.preferences import PreferenceService
from bot.store.database.connection import Database
from tests.service.conftest import Clock
from tests.store.players.player_rows import mentions

ANN, BOB = 7_000_000_007, 7_000_000_008
TWO_YEARS = timedelta(days=730)


@pytest.fixture
def absence(games: Games, races: Races, database: Database, clock: Clock) -> Absence:
    names = Names(games)
    privacy = Privacy(games, PreferenceService(database), races, names, clock=clock)
    return Absence(games, privacy, Claims(database, clock=clock), clock=clock)


@pytest.fixture
async def played(games: Games, absence: Absence) -> None:
    """Ann and Bob were here."""
    for player in (ANN, BOB):
        await games.start(player, "saratoga", 42)
        await absence.note_here(player)


async def look(absence: Absence, clock: Clock, days: int) -> None:
    """Let days pass, on each of which somebody looks who stayed away."""
    for _ in range(days):
        clock.advance(days=1)
        await absence.delete_absent(TWO_YEARS)


@pytest.mark.usefixtures("played")
async def test_who_does_not_come_back_for_two_years_is_deleted(
    absence: Absence, clock: Clock, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="bot")
    clock.advance(days=722)
    await look(absence, clock, 1)
    assert "723 days: 2. On 2028-04-30" in caplog.text, "A week before."
    await absence.note_here(BOB)
    await look(absence, clock, 6)
    assert await mentions(database, ANN)
    await look(absence, clock, 1)
    assert await mentions(database, ANN) == {}
    assert await mentions(database, BOB)
    assert "everything about 1 players" in caplog.text
    assert str(ANN) not in caplog.text.split()


@pytest.mark.usefixtures("played")
async def test_nobody_is_deleted_without_a_notice_of_a_week(
    absence: Absence, clock: Clock, database: Database
) -> None:
    clock.advance(days=2000)
    await absence.delete_absent(TWO_YEARS)
    assert await mentions(database, ANN)
    await look(absence, clock, 6)
    assert await mentions(database, ANN)
    await look(absence, clock, 1)
    assert await mentions(database, ANN) == {}


@pytest.mark.usefixtures("played")
async def test_the_database_is_asked_once_a_day_who_is_here(
    absence: Absence, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise AssertionError("The database was asked.")

    monkeypatch.setattr(Database, "transaction", lambda _self: fail())
    await absence.note_here(ANN)
    clock.advance(days=1)
    with pytest.raises(AssertionError):
        await absence.note_here(ANN)


async def test_who_is_deleted_leaves_no_day_behind(
    games: Games, absence: Absence, database: Database
) -> None:
    await absence.note_here(ANN)
    assert await mentions(database, ANN) == {}
    await games.start(ANN, "saratoga", 42)
    await absence.note_here(ANN)
    assert "last_seen" in await mentions(database, ANN)
