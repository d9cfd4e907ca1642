"""The figures of a server's day."""

from __future__ import annotations

from datetime import timedelta

from bot.models.daily import DayFigures, Slot
from bot.store.daily.daily import day_figures, days_won_in_a_row, was_won
from bot.store.database.connection import Database
from bot.store.preferences import set_visibility
from tests.store.finished_games import NOON, play_to_the_end

GUILD, ELSEWHERE = 5, 6
TODAY, DAY = NOON.date(), timedelta(days=1)


async def play(
    database: Database,
    player: int,
    *,
    ago: int = 0,
    late: int = 0,
    won: bool = True,
    moves: int = 20,
    undos: int = 0,
    guild: int = GUILD,
    slot: Slot = Slot.HEADLINE,
) -> None:
    await play_to_the_end(
        database,
        player,
        slot=slot,
        day=TODAY - ago * DAY,
        at=NOON - (ago - late) * DAY,
        won=won,
        moves=moves,
        undos=undos,
        guild=guild,
    )


async def test_the_figures_of_a_day_are_of_those_its_leaderboard_lists(database: Database) -> None:
    await play(database, 1, moves=10)
    await play(database, 2, moves=11, undos=1)
    await play(database, 3, won=False, moves=3)
    await play(database, 4, guild=ELSEWHERE)
    await play(database, 5)
    await set_visibility(database, GUILD, 5, visible=False)
    await play(database, 6, late=1)
    await play(database, 1, ago=1)
    assert await day_figures(database, GUILD, TODAY, 10) == DayFigures(3, 2, 1, 1)
    assert await day_figures(database, GUILD, TODAY + DAY, 10) == DayFigures(0, 0, 0, 0)


async def test_a_row_of_days_won_ends_with_the_first_that_nobody_won(database: Database) -> None:
    games = ((1, 0, True), (2, 0, True), (1, 1, False), (2, 1, True), (1, 2, False), (1, 3, True))
    for player, ago, won in games:
        await play(database, player, ago=ago, won=won, moves=1)
    assert await days_won_in_a_row(database, GUILD, TODAY, ()) == 2
    assert await days_won_in_a_row(database, ELSEWHERE, TODAY, ()) == 0


async def test_a_server_wins_a_day_by_any_of_its_deals_as_a_player_does(
    database: Database,
) -> None:
    await play(database, 1, moves=1)
    await play(database, 1, ago=1, won=False, moves=1)
    await play(database, 2, ago=1, moves=1, slot=Slot.FREECELL)
    assert await days_won_in_a_row(database, GUILD, TODAY, ()) == 2


async def test_a_day_passed_over_ends_no_row_and_counts_if_it_was_won(database: Database) -> None:
    for ago, won in ((0, True), (1, False), (2, True), (3, True)):
        await play(database, 1, ago=ago, won=won, moves=1)
    passed_over = [TODAY - ago * DAY for ago in (1, 2)]
    assert await days_won_in_a_row(database, GUILD, TODAY, passed_over) == 3


async def test_a_day_is_won_in_time_and_by_those_whom_leaderboards_show(database: Database) -> None:
    await play(database, 1)
    await play(database, 2, ago=1, late=1)
    await play(database, 3, ago=2)
    await set_visibility(database, GUILD, 3, visible=False)
    days = [await was_won(database, GUILD, TODAY - ago * DAY) for ago in range(3)]
    assert days == [True, False, False]
