"""Where others were in the day's deal after as much time: for those who agree, of one server."""

from __future__ import annotations

from datetime import date
from typing import Final

import pytest

from bot.models.daily import DailyDeal
from bot.models.places import Place
from bot.models.play import GameSnapshot
from bot.service.daily.daily import Daily
from bot.service.daily.leaderboards import Leaderboards
from bot.service.daily.paces import Paces
from bot.service.play.games import Games
from bot.service.preferences import PreferenceService
from bot.store.daily.daily import save_daily_deal
from bot.store.database.connection import Database
from engine import Game, deal, solve
from tests.service.conftest import Clock
from tests.store.database.statements import counting

ANN, BOB, EVE = 7, 8, 9
HERE, ELSEWHERE = Place(5, guild_id=6), Place(5, guild_id=60)
LINE: Final = solve(deal("saratoga", 42).board).moves


def home_after(moves: int) -> int:
    """How far the deal is after the first moves of its winning line."""
    game: Game = deal("saratoga", 42)
    for move in LINE[:moves]:
        game.play(move)
    return game.board.progress


FIRST: Final = next(n for n in range(len(LINE)) if home_after(n) == 1)
SECOND: Final = next(n for n in range(len(LINE)) if home_after(n) == 2)


@pytest.fixture
async def daily(games: Games, database: Database, clock: Clock) -> Daily:
    """A day whose deal three players play, all of whom agree."""
    chosen = DailyDeal(date(2026, 5, 1), "saratoga", 42, 1, len(LINE))
    await save_daily_deal(database, chosen, clock())
    for player in (ANN, BOB, EVE):
        await PreferenceService(database).save(player, paced="yes")
    return Daily(games, "a secret of some length", None, clock=clock)


@pytest.fixture
def paces(database: Database) -> Paces:
    return Paces(database)


async def play(
    games: Games,
    daily: Daily,
    clock: Clock,
    player: int,
    moves: int,
    *,
    seconds: int = 1,
    place: Place = HERE,
) -> GameSnapshot:
    """Play the first moves of the line, so many seconds each."""
    snapshot = await daily.play(player, place)
    for move in LINE[:moves]:
        clock.advance(seconds=seconds)
        snapshot = await games.play(player, move)
    return snapshot


async def test_it_is_the_one_just_ahead_or_else_the_furthest_after_as_much_time(
    games: Games, daily: Daily, paces: Paces, clock: Clock
) -> None:
    await play(games, daily, clock, BOB, SECOND + 1)
    clock.advance(hours=3)
    await play(games, daily, clock, EVE, len(LINE))
    own = await play(games, daily, clock, ANN, 1, seconds=FIRST)
    await paces.refresh(own)
    assert own.game.board.progress == 0
    assert paces.beside(own) == (BOB, 1)
    clock.advance(seconds=SECOND - FIRST)
    later = await games.play(ANN, "s")
    assert paces.beside(later) == (BOB, 2)
    clock.advance(minutes=4)
    # Bob has not played for so long, and Eve had won.
    assert paces.beside(await games.play(ANN, "s")) == (EVE, 52)


async def test_pauses_count_as_they_do_in_the_time_of_a_game(
    games: Games, daily: Daily, paces: Paces, clock: Clock
) -> None:
    await daily.play(BOB, HERE)
    clock.advance(hours=2)
    for move in LINE[:FIRST]:
        await games.play(BOB, move)
    await daily.play(ANN, HERE)
    clock.advance(hours=1)
    own = await games.play(ANN, LINE[0])
    await paces.refresh(own)
    assert paces.beside(own) == (BOB, 1)


@pytest.mark.parametrize(
    "why", ["not agreed", "hidden", "private boards", "another server", "no move"]
)
async def test_nobody_is_shown_who_does_not_agree_or_hides(
    games: Games, daily: Daily, paces: Paces, clock: Clock, database: Database, why: str
) -> None:
    preferences = PreferenceService(database)
    match why:
        case "not agreed":
            await preferences.save(BOB, paced="no")
        case "private boards":
            await preferences.save(BOB, boards_are_public="no")
        case "hidden":
            await Leaderboards(database).set_visible(6, BOB, visible=False)
        case _:
            pass
    place, moves = ELSEWHERE if why == "another server" else HERE, 0 if why == "no move" else SECOND
    await play(games, daily, clock, BOB, moves, place=place)
    own = await play(games, daily, clock, ANN, 1)
    await paces.refresh(own)
    assert paces.beside(own) is None


async def test_it_is_read_once_a_minute_and_at_once_when_somebody_changes_their_mind(
    games: Games, daily: Daily, database: Database, clock: Clock
) -> None:
    now = 0.0
    paces = Paces(database, monotonic=lambda: now)
    await play(games, daily, clock, BOB, SECOND)
    own = await play(games, daily, clock, ANN, 1)
    assert paces.is_stale(own)
    with counting(database) as found:
        await paces.refresh(own)
    assert len([text for text in found.texts if text.startswith("SELECT")]) == 1
    with counting(database) as found:
        assert not paces.is_stale(own)
        assert paces.beside(own) is not None
    assert found.connections == 0
    paces.forget(BOB)
    assert paces.beside(own) is None
    assert paces.is_stale(own)
    await paces.refresh(own)
    now += 60
    assert paces.is_stale(own)


async def test_only_a_game_of_the_day_has_others_beside_it(
    games: Games, daily: Daily, paces: Paces, clock: Clock
) -> None:
    await play(games, daily, clock, BOB, SECOND)
    other = await games.start(ANN, "saratoga", 42, HERE)
    assert not paces.is_stale(other)
    alone = await daily.play(EVE, Place(5))
    assert not paces.is_stale(alone)


async def test_who_has_played_on_since_it_was_read_is_where_they_are_now(
    games: Games, daily: Daily, paces: Paces, clock: Clock
) -> None:
    await play(games, daily, clock, BOB, 1)
    own = await play(games, daily, clock, ANN, 1)
    await paces.refresh(own)
    assert paces.beside(own) == (BOB, 0)
    for move in LINE[1:FIRST]:
        clock.advance(seconds=1)
        await games.play(BOB, move)
    clock.advance(seconds=1)
    later = await games.play(ANN, LINE[1])
    await paces.refresh(later)
    assert paces.beside(later) == (BOB, 1)
