"""What a player reached with a win."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.models.daily import DailyDeal
from bot.models.places import Place
from bot.models.play import GameSnapshot
from bot.service.play.games import Games
from bot.service.players.statistics import Statistics, WinSummary
from bot.store.daily.daily import save_daily_deal
from bot.store.database.connection import Database
from bot.store.preferences import set_visibility
from engine import rules_of
from tests.service.conftest import Clock
from tests.service.players.winning_line import DEAL, RULES, line
from tests.store.finished_games import NOON, play_to_the_end

ANN, BOB, EVE = 7, 8, 9
GUILD, ELSEWHERE = 2**62, 5
TODAY = NOON.date()
BEFORE = NOON - timedelta(hours=1)
SECONDS = 100


@pytest.fixture
async def win(games: Games, clock: Clock) -> GameSnapshot:
    """A game that Ann has just won, without help."""
    await games.start(ANN, RULES, DEAL, Place(1, GUILD))
    clock.advance(seconds=SECONDS)
    for move in line():
        await games.play(ANN, move)
    return await games.active(ANN)


async def reached(database: Database, win: GameSnapshot, guild: int | None = GUILD) -> WinSummary:
    return await Statistics(database).for_win(win, TODAY, guild)


async def test_a_first_win_is_no_personal_best(database: Database, win: GameSnapshot) -> None:
    found = await reached(database, win)
    assert replace(found, badges=(), stamped=None) == WinSummary(is_perfect=True, wins_in_a_row=1)


async def test_the_first_win_of_a_game_is_new_in_the_collection(
    database: Database, win: GameSnapshot
) -> None:
    found = (await reached(database, win)).stamped
    assert found is not None
    assert (found.title, found.won) == (rules_of(RULES).title, 1)
    await play_to_the_end(database, ANN, deal=999, at=BEFORE)
    assert (await reached(database, win)).stamped is None


async def test_a_win_after_an_undo_or_with_a_hint_is_not_perfect(
    games: Games, database: Database
) -> None:
    for helped in ("undo", "hint"):
        dealt = await games.start(ANN, RULES, DEAL)
        if helped == "hint":
            await games.count_hint(dealt.game_id)
        else:
            await games.play(ANN, line()[0])
            await games.undo(ANN)
        for move in line():
            await games.play(ANN, move)
        assert not (await reached(database, await games.active(ANN))).is_perfect


async def test_fewer_moves_or_less_time_than_in_any_win_before_is_a_personal_best(
    database: Database, win: GameSnapshot
) -> None:
    fewer, more = len(line()) - 1, len(line()) + 1
    await play_to_the_end(database, ANN, moves=more, seconds=SECONDS - 1, at=BEFORE)
    found = await reached(database, win)
    assert (found.beaten_moves, found.beaten_time) == (more, None)
    await play_to_the_end(database, ANN, moves=fewer, seconds=SECONDS + 1, at=BEFORE)
    assert (await reached(database, win)).beaten_moves is None


async def test_only_won_games_of_the_same_kind_by_the_same_player_are_beaten(
    database: Database, win: GameSnapshot
) -> None:
    await play_to_the_end(database, ANN, moves=999, seconds=999, won=False, at=BEFORE)
    await play_to_the_end(database, ANN, moves=999, seconds=999, rules_id="cassim", at=BEFORE)
    await play_to_the_end(database, BOB, moves=999, seconds=999, at=BEFORE)
    found = await reached(database, win)
    assert (found.beaten_moves, found.beaten_time) == (None, None)


async def test_a_time_that_reads_the_same_is_not_beaten(
    database: Database, win: GameSnapshot
) -> None:
    await play_to_the_end(database, ANN, seconds=SECONDS + 0.9, at=BEFORE)
    assert (await reached(database, win)).beaten_time is None


async def test_wins_in_a_row_are_counted_since_the_last_game_of_the_kind_that_was_lost(
    database: Database, win: GameSnapshot
) -> None:
    await play_to_the_end(database, ANN, at=BEFORE - timedelta(hours=2))
    await play_to_the_end(database, ANN, won=False, at=BEFORE - timedelta(hours=1))
    await play_to_the_end(database, ANN, at=BEFORE)
    assert (await reached(database, win)).wins_in_a_row == 2
    # Neither another kind of game nor one given up untouched ends the streak.
    await play_to_the_end(database, ANN, rules_id="cassim", won=False, at=BEFORE)
    await play_to_the_end(database, ANN, won=False, moves=0, at=NOON)
    assert (await reached(database, win)).wins_in_a_row == 2


@pytest.mark.slow
async def test_days_in_a_row_are_counted_where_the_win_counts_for_its_day(
    games: Games, database: Database
) -> None:
    for days in (1, 2):
        past = timedelta(days)
        await play_to_the_end(database, ANN, day=TODAY - past, at=BEFORE - past)
    deal = await save_daily_deal(database, DailyDeal(TODAY, RULES, DEAL, attempt=1, par=80), BEFORE)
    for days in (3, 0):
        await games.start_in_contest(ANN, deal)
        for move in line():
            await games.play(ANN, move)
        found = await reached(database, await games.active(ANN))
        # The second game of the day is for fun.
        assert found.days_in_a_row == days
        assert found.has_played_today


async def test_todays_deal_is_not_played_until_there_is_a_result(
    games: Games, database: Database, win: GameSnapshot
) -> None:
    deal = await save_daily_deal(database, DailyDeal(TODAY, RULES, DEAL, attempt=1, par=80), BEFORE)
    await games.start_in_contest(ANN, deal)
    assert not (await reached(database, win)).has_played_today
    await play_to_the_end(database, BOB, day=TODAY)
    assert not (await reached(database, win)).has_played_today
    await games.give_up(ANN)
    assert (await reached(database, win)).has_played_today


async def test_a_servers_average_is_of_five_wins_by_two_players_or_more(
    database: Database, win: GameSnapshot
) -> None:
    async def play(player: int, seconds: float) -> None:
        await play_to_the_end(database, player, seconds=seconds, guild=GUILD, at=BEFORE)

    for _ in range(5):
        await play(BOB, 200)
    assert (await reached(database, win)).beaten_average is None
    await play(EVE, 320)
    assert (await reached(database, win)).beaten_average == timedelta(seconds=220)
    assert (await reached(database, win, ELSEWHERE)).beaten_average is None
    assert (await reached(database, win, None)).beaten_average is None


async def test_an_average_that_is_not_beaten_is_not_mentioned(
    database: Database, win: GameSnapshot
) -> None:
    for player in (BOB, BOB, BOB, EVE, EVE):
        await play_to_the_end(database, player, seconds=SECONDS, guild=GUILD, at=BEFORE)
    assert (await reached(database, win)).beaten_average is None


async def test_players_hidden_in_a_server_are_not_in_its_average(
    database: Database, win: GameSnapshot
) -> None:
    for player in (BOB, BOB, BOB, BOB, EVE):
        await play_to_the_end(database, player, seconds=200, guild=GUILD, at=BEFORE)
    assert (await reached(database, win)).beaten_average is not None
    await set_visibility(database, GUILD, EVE, visible=False)
    assert (await reached(database, win)).beaten_average is None
