"""Goals of days' deals: proven, stored with the deal, kept in sight by taps, judged at the end."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from datetime import date, timedelta

import pytest

from bot.models.daily import DailyDeal, Slot
from bot.models.play import GameSnapshot, GameState
from bot.service.daily.daily import Daily
from bot.service.daily.deal_chooser import WEEKDAYS, goals_of_day
from bot.service.play.games import Games
from bot.service.solver.pool import SolverBusy, SolverPool
from bot.service.solver.tasks import can_meet_goal
from bot.service.solver.winnable import find_goal
from bot.store.daily.daily import load_daily_deal, save_daily_deal
from bot.store.database.connection import Database
from bot.store.players.careers import load_career
from engine import Move, deal, solve
from engine.dealing import opening
from engine.goals import FewMoves, FewRedeals, Goal, GoalStatus, WithoutPile
from tests.service.conftest import Clock
from tests.service.daily.proofs import SECRET, by_search
from tests.store.finished_games import load_result

ANN = 7
SATURDAYS = [date(2026, 5, 9) + timedelta(weeks=week) for week in range(20)]
"""Days that have a goal if their game has any; the days after them never have one."""


async def first_with_goals(daily: Daily) -> DailyDeal:
    """The deal of the first Saturday whose game has goals."""
    for saturday in SATURDAYS:
        chosen = await daily.prepare(saturday)
        if goals_of_day(SECRET.encode(), chosen):
            return chosen
    raise AssertionError("No Saturday's game has goals.")


async def first(
    rules_id: str, deal_number: int, line: Sequence[Move], goals: Sequence[Goal]
) -> Goal:
    return goals[0]


async def none(
    rules_id: str, deal_number: int, line: Sequence[Move], goals: Sequence[Goal]
) -> None:
    return None


def line_with(goal: Goal) -> tuple[Move, ...]:
    """A line that wins the FreeCell deal and meets a goal."""
    restricted = goal.restricted(deal("freecell", 1).rules)
    assert restricted is not None
    return solve(opening(restricted, 1)).moves


async def begin(games: Games, database: Database, clock: Clock, goal: str | None) -> GameSnapshot:
    """Ann's game of a day's deal with a goal."""
    day = await save_daily_deal(
        database, DailyDeal(clock().date(), "freecell", 1, attempt=1, par=80, goal=goal), clock()
    )
    return await games.start_in_contest(ANN, day)


# Choosing


@pytest.mark.parametrize("offset", range(7))
def test_the_headline_has_a_goal_on_three_days_a_week(offset: int) -> None:
    day = date(2026, 5, 4 + offset)
    headline = DailyDeal(day, "freecell", 1, attempt=1, par=80)
    assert bool(goals_of_day(b"secret", headline)) == (day.weekday() in WEEKDAYS)
    extra = DailyDeal(day, "freecell", 1, attempt=1, par=80, slot=Slot.FREECELL)
    assert goals_of_day(b"secret", extra) == ()


def test_the_secret_and_the_day_draw_the_order_of_the_goals() -> None:
    def drawn(secret: bytes, day: int) -> tuple[Goal, ...]:
        return goals_of_day(secret, DailyDeal(date(2026, 5, day), "freecell", 1, 1, 80))

    assert drawn(b"one", 2) == drawn(b"one", 2)
    assert len({drawn(b"one", day) for day in (2, 5, 7, 9, 12, 14, 16)}) > 1
    assert len({drawn(secret, 2) for secret in (b"one", b"two", b"three", b"four")}) > 1
    assert drawn(b"one", 2)[-1] == FewMoves(100)


@pytest.mark.slow
async def test_a_goal_is_stored_with_the_deal_of_its_day(
    games: Games, database: Database, clock: Clock
) -> None:
    daily = Daily(games, SECRET, by_search, find_goal=first, clock=clock)
    chosen = await first_with_goals(daily)
    assert chosen.goal == str(goals_of_day(SECRET.encode(), chosen)[0])
    assert await load_daily_deal(database, chosen.day) == chosen
    assert (await daily.prepare(chosen.day + timedelta(days=1))).goal is None


async def test_a_day_on_which_no_goal_is_proven_has_none(games: Games, clock: Clock) -> None:
    daily = Daily(games, SECRET, by_search, find_goal=none, clock=clock)
    assert (await first_with_goals(daily)).goal is None


async def test_a_goal_that_the_known_line_meets_needs_no_search() -> None:
    line = line_with(WithoutPile("d"))
    find = functools.partial(find_goal, SolverPool(0))
    goals = [WithoutPile("d"), FewMoves(500)]
    assert await find("freecell", 1, line, goals) == WithoutPile("d")
    with pytest.raises(SolverBusy):
        await find("freecell", 1, line, [FewMoves(1)])


def test_a_goal_is_proven_by_a_search_without_what_it_forbids() -> None:
    assert can_meet_goal("freecell", 1, WithoutPile("d"), 20.0)
    # Few deals of draw three are won in a single pass.
    assert not can_meet_goal("klondike-3", 6, FewRedeals(0), 20.0)
    # There are no rules that forbid moves beyond a number.
    assert not can_meet_goal("freecell", 1, FewMoves(500), 20.0)


# Playing


async def test_a_win_that_meets_the_goal_counts_and_one_that_does_not_counts_not(
    games: Games, database: Database, clock: Clock
) -> None:
    snapshot = await begin(games, database, clock, "without d")
    assert snapshot.goal == WithoutPile("d")
    assert snapshot.goal_status is GoalStatus.POSSIBLE
    for move in line_with(WithoutPile("d")):
        snapshot = await games.play(ANN, move)
    assert (snapshot.state, snapshot.goal_status) == (GameState.WON, GoalStatus.MET)
    result = await load_result(database, snapshot.game_id)
    assert result is not None
    assert result.goal_met is True
    assert (await load_career(database, ANN)).goals_met == 1
    # Played again it meets the goal again, but counts no more than for the day.
    await games.restart(ANN)
    for move in line_with(WithoutPile("d")):
        snapshot = await games.play(ANN, move)
    assert (await load_career(database, ANN)).goals_met == 1
    clock.advance(days=1)
    await begin(games, database, clock, "moves 60")
    for move in line_with(WithoutPile("d")):
        snapshot = await games.play(ANN, move)
    assert (snapshot.state, snapshot.goal_status) == (GameState.WON, GoalStatus.FAILED)
    result = await load_result(database, snapshot.game_id)
    assert result is not None
    assert result.goal_met is False
    assert (await load_career(database, ANN)).goals_met == 1


@pytest.mark.parametrize(("goal", "met"), [(None, None), ("without d", False)])
async def test_a_game_given_up_meets_no_goal(
    games: Games, database: Database, clock: Clock, goal: str | None, met: bool | None
) -> None:
    snapshot = await begin(games, database, clock, goal)
    await games.give_up(ANN)
    result = await load_result(database, snapshot.game_id)
    assert result is not None
    assert result.goal_met is met


async def test_a_failed_goal_is_possible_again_after_an_undo_and_a_restart_of_the_bot(
    games: Games, database: Database, clock: Clock
) -> None:
    await begin(games, database, clock, "without d")
    await games.play(ANN, "1-d")
    failed = await Games(database, clock=clock).active(ANN)
    assert failed.goal_status is GoalStatus.FAILED
    assert (await games.undo(ANN)).goal_status is GoalStatus.POSSIBLE


async def test_a_goal_of_a_newer_version_is_none(
    games: Games, database: Database, clock: Clock
) -> None:
    snapshot = await begin(games, database, clock, "with a flourish")
    assert (snapshot.goal, snapshot.goal_status) == (None, None)


async def test_games_of_other_deals_have_no_goal(
    games: Games, database: Database, clock: Clock
) -> None:
    await begin(games, database, clock, "without d")
    assert (await games.start(ANN, "freecell", 1)).goal is None
