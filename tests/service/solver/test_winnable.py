"""Winnable deals, found ahead of demand."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from itertools import pairwise

import pytest

from bot.models.play import Deal
from bot.service.errors import NotYet
from bot.service.play.deal_numbers import HIGHEST_SHORT_DEAL, secret_deals, short_deals
from bot.service.solver.pool import SolverPool
from bot.service.solver.winnable import (
    _AHEAD_SEARCHES,
    KNOWN_WINNABLE,
    DealChoice,
    WinnableDeals,
)
from bot.store.database.connection import Database
from bot.store.play.games import create_game, popular_rules
from bot.store.solver.deals import count_winnable_deals, save_winnable_deal, take_winnable_deal
from engine import CATALOGUE, LAST_DEAL, UnknownGame, deal, solve
from engine.hidden_cards import is_fully_known
from engine.rules import Rules
from engine.solver import Outcome
from tests.sample_tasks import take
from tests.support.every_game import every_game
from tests.waiting import until

SEARCHES = 2 * _AHEAD_SEARCHES
"""How many searches there are for a deal to be known by its number, and for one of a race."""
NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
SECRET = secret_deals("klondike").start


@asynccontextmanager
async def keeping_ready(deals: WinnableDeals, *games: str) -> AsyncIterator[None]:
    """Find deals ahead of demand in the background."""
    task = asyncio.create_task(deals.keep_ready(games or None))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait({task})


async def until_kept(
    database: Database, rules_id: str, count: int, numbers: range = short_deals("phoenix")
) -> None:
    async def are_ready() -> bool:
        return await ready(database, rules_id, numbers) >= count

    await until(are_ready)


async def ready(database: Database, rules_id: str, numbers: range) -> int:
    return (await count_winnable_deals(database, numbers)).get(rules_id, 0)


@pytest.mark.slow
async def test_proven_deals_are_kept_ready_and_dealt_once(database: Database) -> None:
    async with SolverPool(1) as solvers:
        await solvers.wait_until_ready()
        deals = WinnableDeals(database, solvers, ahead=3, retry=0.1)
        async with keeping_ready(deals, "phoenix"):
            await until_kept(database, "phoenix", 3)
        chosen = await asyncio.gather(*(deals.choose("phoenix") for _ in range(3)))
    assert all(one.winnable for one in chosen)
    assert len({one.deal_number for one in chosen}) == 3
    for one in chosen:
        assert solve(deal("phoenix", one.deal_number).board).outcome is Outcome.WON


@pytest.mark.slow
async def test_a_deal_taken_is_replaced(database: Database) -> None:
    async with SolverPool(1) as solvers:
        await solvers.wait_until_ready()
        deals = WinnableDeals(database, solvers, ahead=1, retry=0.1)
        async with keeping_ready(deals, "phoenix", "saratoga"):
            await until_kept(database, "saratoga", 1)
            assert (await deals.choose("saratoga")).winnable
            await until_kept(database, "saratoga", 1)


@pytest.mark.slow
async def test_games_of_which_no_deal_is_found_are_searched_less_and_less(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.service.solver.winnable._AHEAD_SECONDS", 0.0)  # finds none
    monkeypatch.setattr("bot.service.solver.winnable._PAUSE", 0.0)
    began = list[float]()
    run = SolverPool.run

    async def counted(solvers: SolverPool, *arguments: object, **named: object) -> object:
        began.append(time.monotonic())
        return await run(solvers, *arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(SolverPool, "run", counted)
    async with SolverPool(1) as solvers:
        await solvers.wait_until_ready()
        deals = WinnableDeals(database, solvers, ahead=1, retry=0.1)
        async with keeping_ready(deals, "phoenix"):
            await until(lambda: len(began) >= 5 * SEARCHES)
    pauses = [later - one for one, later in pairwise(began[::SEARCHES])]
    assert all(pause >= 0.1 * 2**which for which, pause in enumerate(pauses))


@pytest.mark.slow
async def test_a_race_takes_a_deal_that_cannot_be_found_from_the_cards_in_sight(
    database: Database,
) -> None:
    numbers = secret_deals("phoenix")
    async with SolverPool(1) as solvers:
        await solvers.wait_until_ready()
        deals = WinnableDeals(database, solvers, ahead=1, retry=0.1)
        async with keeping_ready(deals, "phoenix"):
            await until_kept(database, "phoenix", 1, numbers)
        chosen = await deals.choose_secret("phoenix")
    assert chosen.winnable
    assert HIGHEST_SHORT_DEAL < chosen.deal_number <= LAST_DEAL
    assert await ready(database, "phoenix", numbers) == 0
    assert await ready(database, "phoenix", short_deals("phoenix")) == 1


async def test_without_a_solver_any_deal_of_a_race_is_secret_too(database: Database) -> None:
    chosen = await WinnableDeals(database, SolverPool(0)).choose_secret("klondike")
    assert chosen.deal_number > HIGHEST_SHORT_DEAL


@every_game
def test_a_game_with_few_deals_hides_no_card(rules: Rules) -> None:
    """Its days and races may have a number that the cards in sight give away."""
    numbers, opening = secret_deals(rules.id), deal(rules.id, 1)
    assert numbers[-1] == rules.last_deal
    if len(numbers) < 2**62:
        assert is_fully_known(opening)
        assert "s" not in opening.board.piles


@pytest.mark.slow
async def test_a_deal_is_found_on_demand_if_none_is_ready(database: Database) -> None:
    async with SolverPool(1) as solvers:
        await solvers.wait_until_ready()
        chosen = await WinnableDeals(database, solvers).choose("klondike")
    assert chosen.winnable
    assert solve(deal("klondike", chosen.deal_number).board).outcome is Outcome.WON


async def test_without_a_solver_any_deal_is_chosen(database: Database) -> None:
    chosen = await WinnableDeals(database, SolverPool(0)).choose("klondike")
    assert not chosen.winnable
    assert not chosen.searched


async def test_an_unknown_game_is_refused(database: Database) -> None:
    with pytest.raises(UnknownGame):
        await WinnableDeals(database, SolverPool(0)).choose("klondyke-9")


async def test_saved_deals_are_counted_and_taken_by_game(database: Database) -> None:
    for deal_number in (5, 6):
        await save_winnable_deal(database, "phoenix", deal_number, NOW)
    await save_winnable_deal(database, "phoenix", 5, NOW)
    await save_winnable_deal(database, "saxony", 9, NOW)
    assert await count_winnable_deals(database) == {"phoenix": 2, "saxony": 1}
    assert {await take_winnable_deal(database, "phoenix") for _ in range(3)} == {5, 6, None}
    assert await count_winnable_deals(database) == {"saxony": 1}


async def test_popular_rules_come_most_played_first(database: Database) -> None:
    for player, rules_id in enumerate(
        ("saxony", "cassim", "saxony", "phoenix", "cassim", "saxony")
    ):
        await create_game(database, Deal(player, rules_id, 1, NOW))
    assert (await popular_rules(database))[:3] == ("saxony", "cassim", "phoenix")
    assert set(await popular_rules(database)) <= set(CATALOGUE)


async def test_popular_rules_are_those_of_the_newest_games(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.play.games._NEWEST_GAMES", 2)
    for player, rules_id in enumerate(("saxony", "saxony", "cassim", "phoenix")):
        await create_game(database, Deal(player, rules_id, 1, NOW))
    assert await popular_rules(database) == ("cassim", "phoenix")


@pytest.mark.slow
@pytest.mark.parametrize("rules_id", KNOWN_WINNABLE)
def test_deals_known_to_be_winnable_are(rules_id: str) -> None:
    for deal_number in KNOWN_WINNABLE[rules_id]:
        verdict = solve(deal(rules_id, deal_number).board, max_seconds=60)
        assert verdict.outcome is Outcome.WON


async def test_a_well_known_game_is_winnable_while_the_solver_is_starting(
    database: Database,
) -> None:
    chosen = await WinnableDeals(database, SolverPool(1)).choose("klondike")
    assert chosen.winnable
    assert chosen.deal_number in KNOWN_WINNABLE["klondike"]


async def test_a_secret_deal_waits_for_a_solver_that_is_starting(database: Database) -> None:
    deals = WinnableDeals(database, SolverPool(1))
    with pytest.raises(NotYet, match="still starting up"):
        await deals.choose_secret("klondike")
    await save_winnable_deal(database, "klondike", SECRET, NOW)
    assert await deals.choose_secret("klondike") == DealChoice(SECRET, winnable=True)


@pytest.mark.slow
async def test_a_secret_deal_is_searched_although_somebody_asks_the_solver(
    database: Database,
) -> None:
    async with SolverPool(1) as solvers:
        await solvers.wait_until_ready()
        asking = asyncio.create_task(solvers.run_for_player(7, take, 0.5, seconds=9))
        await until(lambda: solvers.is_busy)
        chosen = await WinnableDeals(database, solvers).choose_secret("phoenix")
        await asking
    assert chosen.winnable
