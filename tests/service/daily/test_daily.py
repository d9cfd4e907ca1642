"""The daily deal: chosen once, winnable, secret until its day; the first result counts."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from bot.background import Background
from bot.models.daily import DailyDeal, Slot
from bot.models.places import Place
from bot.models.play import GameState
from bot.service.daily.calendar import game_of, games_of_slot, grade_of
from bot.service.daily.daily import AlreadyPlayed, Daily, NotReady
from bot.service.daily.deal_chooser import ATTEMPTS, daily_deal_number
from bot.service.daily.streaks import Streak
from bot.service.play.deal_numbers import HIGHEST_SHORT_DEAL
from bot.service.play.games import Games
from bot.service.play.replay import record_of
from bot.service.solver.grading import reached
from bot.service.solver.pool import SolverBusy, SolverPool
from bot.service.solver.winnable import find_graded_deal, find_par
from bot.store.daily.daily import load_daily_deal, save_daily_deal
from bot.store.database.connection import Database
from bot.store.database.open import open_database
from bot.store.solver.deals import StoredSolution, save_solution
from engine import CATALOGUE, Game, Move, deal, rules_of, solve
from engine.rules import Difficulty
from tests.service.conftest import Clock
from tests.service.daily.proofs import LINE, SECRET, always, by_search, preparing, win
from tests.store.finished_games import load_result, play_to_the_end
from tests.waiting import SECONDS, until

ANN, BOB = 7, 8
MAY_DAY = date(2026, 5, 1)
SARATOGA = DailyDeal(MAY_DAY, "saratoga", 42, attempt=1, par=112)


async def never(rules_id: str, deal_number: int) -> None:
    return None


@pytest.fixture
def daily(games: Games, clock: Clock) -> Daily:
    """Daily deals, each proven at the first attempt."""
    return Daily(games, SECRET, always, clock=clock, max_wait=SECONDS)


@pytest.fixture
async def saratoga(database: Database, clock: Clock) -> DailyDeal:
    """The deal of the first of May, a Saratoga."""
    return await save_daily_deal(database, SARATOGA, clock())


# Choosing the deal


async def test_a_fault_in_choosing_is_told_until_deals_are_chosen(
    games: Games, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    tries = 0

    async def fail_once(rules_id: str, deal_number: int) -> tuple[Move, ...]:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise KeyError("unforeseen")
        return LINE

    daily = Daily(games, SECRET, fail_once, clock=clock, max_wait=SECONDS)
    work = Background(pause=0.001)
    work.start("choosing", daily.keep_prepared)
    try:
        assert (await daily.deal()).day == MAY_DAY
        assert "“choosing” failed" in caplog.text
        await until(lambda: work.report()["choosing"]["failures"] == 0)
    finally:
        await work.stop()


async def test_the_deal_is_of_the_game_in_the_calendar(daily: Daily) -> None:
    chosen = await daily.prepare(MAY_DAY)
    assert chosen.rules_id == game_of(MAY_DAY)
    assert chosen.deal_number == daily_deal_number(SECRET.encode(), MAY_DAY, chosen.rules_id, 1)
    assert (chosen.attempt, chosen.par) == (1, len(LINE))


async def test_deals_are_tried_in_order_until_one_is_proven_winnable(
    games: Games, clock: Clock
) -> None:
    tried: list[int] = []

    async def third(rules_id: str, deal_number: int) -> tuple[Move, ...] | None:
        tried.append(deal_number)
        return LINE if len(tried) == 3 else None

    chosen = await Daily(games, SECRET, third, clock=clock).prepare(MAY_DAY)
    rules_id = game_of(MAY_DAY)
    assert tried == [daily_deal_number(SECRET.encode(), MAY_DAY, rules_id, n) for n in (1, 2, 3)]
    assert (chosen.attempt, chosen.deal_number) == (3, tried[-1])


async def test_the_deal_of_the_headline_is_as_hard_as_its_weekday_wants(
    games: Games, clock: Clock
) -> None:
    asked: list[tuple[str, int, Difficulty]] = []

    async def fifth(rules_id: str, deal_numbers: Sequence[int], grade: Difficulty) -> int:
        asked.append((rules_id, len(deal_numbers), grade))
        return deal_numbers[4]

    daily = Daily(games, SECRET, always, find_graded=fifth, clock=clock)
    chosen = await daily.prepare(MAY_DAY)
    assert asked == [(game_of(MAY_DAY), ATTEMPTS, grade_of(MAY_DAY))]
    assert (chosen.attempt, chosen.grade, chosen.difficulty) == (5, *[grade_of(MAY_DAY)] * 2)
    snapshot = await daily.play(ANN)
    assert snapshot.grade is grade_of(MAY_DAY)
    assert (await daily.prepare(MAY_DAY, Slot.CURIOUS)).grade is None
    assert len(asked) == 1


async def test_a_headline_whose_deals_cannot_be_compared_claims_no_grade(
    games: Games, clock: Clock
) -> None:
    async def none(rules_id: str, deal_numbers: Sequence[int], grade: Difficulty) -> None:
        """Compare none."""

    chosen = await Daily(games, SECRET, always, find_graded=none, clock=clock).prepare(MAY_DAY)
    assert (chosen.attempt, chosen.grade) == (1, None)
    assert chosen.difficulty is rules_of(chosen.rules_id).difficulty


@pytest.mark.slow
async def test_among_deals_that_can_be_won_one_of_each_grade_is_found() -> None:
    numbers = range(1, 13)
    async with SolverPool(1) as solvers:
        await solvers.wait_until_ready()
        found = [
            await find_graded_deal(solvers, "freecell", numbers, grade, most=600.0)
            for grade in (Difficulty.EASY, Difficulty.EXPERT)
        ]
        few = await find_graded_deal(solvers, "freecell", numbers[:3], Difficulty.EASY)
    easy, expert = (reached(deal("freecell", one or 0).board, str(one)) for one in found)
    assert easy > expert
    assert few is None


async def test_a_game_without_a_winnable_deal_is_replaced_by_the_next_in_rotation(
    games: Games, clock: Clock
) -> None:
    first, second = games_of_slot(MAY_DAY, Slot.HEADLINE)[:2]
    tried: list[str] = []

    async def not_the_first(rules_id: str, deal_number: int) -> tuple[Move, ...] | None:
        tried.append(rules_id)
        return None if rules_id == first else LINE

    chosen = await Daily(games, SECRET, not_the_first, clock=clock).prepare(MAY_DAY)
    assert (chosen.rules_id, chosen.attempt) == (second, 1)
    assert tried == [first] * ATTEMPTS + [second]


async def test_the_length_of_the_line_found_is_par(games: Games, clock: Clock) -> None:
    chosen = await Daily(games, SECRET, by_search, clock=clock).prepare(date(2026, 5, 4))
    line = solve(deal(chosen.rules_id, chosen.deal_number).board).moves
    assert 0 < chosen.par == len(line)


@pytest.mark.slow
async def test_the_search_for_a_par_returns_a_winning_line(database: Database) -> None:
    async with SolverPool(1) as solvers:
        await solvers.wait_until_ready()
        line = await find_par(solvers, "saratoga", 42, slices=2)
        lost = await find_par(solvers, "golf", 3, seconds=20.0)
    assert line is not None
    board = deal("saratoga", 42).board
    for move in line:
        board = board.apply(move)
    assert board.is_won
    assert len(line) <= len(solve(deal("saratoga", 42).board).moves)
    assert lost is None


async def test_without_a_solver_no_deal_is_chosen(games: Games, clock: Clock) -> None:
    daily = Daily(games, SECRET, functools.partial(find_par, SolverPool(0)), clock=clock)
    with pytest.raises(SolverBusy, match="without its solver"):
        await daily.prepare(MAY_DAY)


@pytest.mark.parametrize("rules_id", ["freecell", "saratoga"])
def test_deal_numbers_differ_by_secret_day_game_and_attempt(rules_id: str) -> None:
    last = CATALOGUE[rules_id].last_deal
    given = (b"secret", MAY_DAY, rules_id, 1)
    others = [
        daily_deal_number(b"another", MAY_DAY, rules_id, 1),
        daily_deal_number(b"secret", MAY_DAY + timedelta(days=1), rules_id, 1),
        daily_deal_number(b"secret", MAY_DAY, "klondike" if rules_id != "klondike" else "golf", 1),
        daily_deal_number(b"secret", MAY_DAY, rules_id, 2),
    ]
    assert daily_deal_number(*given) == daily_deal_number(*given)
    assert daily_deal_number(*given) not in others
    assert all(1 <= deal_number <= last for deal_number in (daily_deal_number(*given), *others[:2]))


def test_deals_of_days_are_too_many_to_be_searched() -> None:
    days = [MAY_DAY + timedelta(days=later) for later in range(20)]
    numbers = [daily_deal_number(b"secret", day, "klondike", 1) for day in days]
    assert min(numbers) > HIGHEST_SHORT_DEAL
    assert max(numbers).bit_length() > 60


async def test_a_new_secret_does_not_change_a_chosen_deal(
    games: Games, daily: Daily, clock: Clock
) -> None:
    chosen = await daily.prepare(MAY_DAY)
    other = Daily(games, "another secret, as long", always, clock=clock)
    assert await other.prepare(MAY_DAY) == chosen
    assert (await other.prepare(date(2026, 5, 2))).deal_number != daily_deal_number(
        SECRET.encode(), date(2026, 5, 2), game_of(date(2026, 5, 2)), 1
    )


async def test_a_new_solver_does_not_change_a_chosen_deal(
    games: Games, daily: Daily, clock: Clock
) -> None:
    chosen = await daily.prepare(MAY_DAY)
    assert await Daily(games, SECRET, never, clock=clock).prepare(MAY_DAY) == chosen


async def test_simultaneous_preparations_choose_one_deal(games: Games, clock: Clock) -> None:
    tried: list[int] = []

    async def counted(rules_id: str, deal_number: int) -> tuple[Move, ...]:
        tried.append(deal_number)
        await asyncio.sleep(0)
        return LINE

    daily = Daily(games, SECRET, counted, clock=clock)
    chosen = await asyncio.gather(*(daily.prepare(MAY_DAY) for _ in range(5)))
    assert (len(set(chosen)), len(tried)) == (1, 1)


async def test_processes_that_choose_at_once_agree(database: Database, clock: Clock) -> None:
    def choosing(prove: Callable[[str, int], Awaitable[tuple[Move, ...]]]) -> Daily:
        return Daily(Games(database), SECRET, prove, clock=clock)

    async def longer(rules_id: str, deal_number: int) -> tuple[Move, ...]:
        await asyncio.sleep(0.01)
        return LINE * 2

    both = await asyncio.gather(
        choosing(always).prepare(MAY_DAY), choosing(longer).prepare(MAY_DAY)
    )
    assert both[0] == both[1] == await load_daily_deal(database, MAY_DAY)


# When the deal is known


async def test_tomorrows_deal_is_prepared_and_stays_secret(
    daily: Daily, database: Database
) -> None:
    tomorrow = MAY_DAY + timedelta(days=1)
    async with preparing(daily):
        assert (await daily.deal()).day == MAY_DAY
        await until(lambda: load_daily_deal(database, tomorrow))
        with pytest.raises(NotReady, match="2026-05-02 stays secret until that day begins"):
            await daily.deal(tomorrow)


async def test_a_player_waits_for_a_deal_that_is_being_chosen(games: Games, clock: Clock) -> None:
    go_on = asyncio.Event()

    async def slow(rules_id: str, deal_number: int) -> tuple[Move, ...]:
        await go_on.wait()
        return LINE

    daily = Daily(games, SECRET, slow, clock=clock, max_wait=SECONDS)
    async with preparing(daily):
        waiting = asyncio.create_task(daily.play(ANN))
        await asyncio.sleep(0.02)
        assert not waiting.done()
        go_on.set()
        assert (await waiting).day == MAY_DAY


async def test_a_player_who_waits_too_long_is_refused(games: Games, clock: Clock) -> None:
    daily = Daily(games, SECRET, never, clock=clock, max_wait=0.01)
    with pytest.raises(NotReady, match="is being chosen"):
        await daily.play(ANN)
    with pytest.raises(NotReady, match="not ready yet"):
        await daily.prepare(MAY_DAY)


async def test_a_past_day_without_a_deal_is_refused(daily: Daily) -> None:
    with pytest.raises(NotReady, match="no daily deal on 2026-04-30"):
        await daily.deal(date(2026, 4, 30))


async def test_days_are_in_utc_whatever_the_clocks_zone(games: Games, clock: Clock) -> None:
    eastward, westward = timezone(timedelta(hours=14)), timezone(timedelta(hours=-12))
    daily = Daily(games, SECRET, always, clock=clock)
    clock.now = datetime(2026, 5, 2, 13, 59, tzinfo=eastward)
    assert daily.today() == date(2026, 5, 1)
    clock.now = datetime(2026, 5, 1, 12, 0, tzinfo=westward)
    assert daily.today() == date(2026, 5, 2)


async def test_a_leap_day_has_a_deal(daily: Daily, clock: Clock) -> None:
    clock.now = datetime(2028, 2, 29, 23, 59, tzinfo=UTC)
    await daily.prepare(date(2028, 2, 29))
    assert (await daily.deal()).day == date(2028, 2, 29)
    assert (await daily.status(ANN)).deal.ends_at == datetime(2028, 3, 1, tzinfo=UTC)


# Playing the deal


async def test_everybody_plays_the_same_deal(daily: Daily, saratoga: DailyDeal) -> None:
    anns, bobs = await daily.play(ANN), await daily.play(BOB, Place(5, guild_id=6))
    assert anns.game.board == bobs.game.board
    assert (anns.deal_number, anns.day, anns.winnable) == (42, MAY_DAY, True)
    assert bobs.place == Place(5, guild_id=6)


async def test_playing_again_resumes_the_unfinished_game(
    daily: Daily, games: Games, saratoga: DailyDeal
) -> None:
    begun = await daily.play(ANN)
    await games.play(ANN, "s")
    await games.start(ANN, "phoenix", 1)
    back = await daily.play(ANN)
    assert (back.game_id, back.version) == (begun.game_id, 1)
    assert (await games.active(ANN)).game_id == begun.game_id


async def test_simultaneous_starts_share_one_game(daily: Daily, saratoga: DailyDeal) -> None:
    begun = await asyncio.gather(*(daily.play(ANN) for _ in range(4)))
    assert len({snapshot.game_id for snapshot in begun}) == 1


async def test_the_result_records_the_whole_game(
    daily: Daily, games: Games, database: Database, clock: Clock, saratoga: DailyDeal
) -> None:
    snapshot = await daily.play(ANN)
    await games.play(ANN, "s")
    await games.undo(ANN)
    await games.count_hint(snapshot.game_id)
    clock.advance(seconds=30)
    won = await win(games)
    result = (await daily.status(ANN)).result
    assert result is not None
    assert (result.is_won, result.is_perfect) == (True, False)
    assert (result.undos, result.hints, result.moves) == (1, 1, len(won.game.moves))
    assert (result.played, result.day) == (timedelta(seconds=30), MAY_DAY)
    assert result == await load_result(database, snapshot.game_id)


async def test_the_status_follows_the_game_from_before_its_start_to_its_end(
    daily: Daily, games: Games, saratoga: DailyDeal
) -> None:
    before = await daily.status(ANN)
    assert (before.deal, before.game_id, before.result) == (SARATOGA, None, None)
    snapshot = await daily.play(ANN)
    assert (await daily.status(ANN)).game_id == snapshot.game_id
    await win(games)
    after = await daily.status(ANN)
    assert (after.game_id, after.streak) == (None, Streak(1, 1))
    assert after.result is not None


@pytest.mark.parametrize("is_shown", [False, True], ids=["given up", "solution shown"])
async def test_a_second_game_can_be_gone_back_to_and_does_not_change_the_result(
    daily: Daily, games: Games, database: Database, saratoga: DailyDeal, is_shown: bool
) -> None:
    first = await daily.play(ANN)
    await games.give_up(ANN)
    if is_shown:
        await save_solution(database, first.game_id, StoredSolution(0, ""))
    with pytest.raises(AlreadyPlayed, match="You have already played today's deal") as refused:
        await daily.play(ANN)
    assert refused.value.result.game_id == first.game_id
    again = await daily.play(ANN, again=True)
    assert again.game_id != first.game_id
    assert again.practice is is_shown
    [move, *_rest] = solve(again.game.board).moves
    await games.play(ANN, move)
    await games.start(ANN, "saratoga", 42)
    assert (await daily.status(ANN)).game_id == again.game_id
    [headline] = await daily.deals_of_day(ANN)
    assert headline.game_id == again.game_id
    resumed = await daily.play(ANN, again=True)
    assert (resumed.game_id, resumed.game.moves) == (again.game_id, (move,))
    await win(games)
    status = await daily.status(ANN)
    assert (status.result, status.game_id) == (refused.value.result, None)
    assert status.streak == Streak()


async def test_restarting_takes_back_all_moves_and_costs_no_result(
    daily: Daily, games: Games, saratoga: DailyDeal
) -> None:
    snapshot = await daily.play(ANN)
    for _ in range(3):
        await games.play(ANN, "s")
    anew = await games.restart(ANN)
    assert (anew.game_id, anew.undos, anew.state) == (snapshot.game_id, 3, GameState.PLAYING)
    assert anew.game.board == snapshot.game.board
    assert (await games.restart(ANN)).version == anew.version
    assert (await daily.status(ANN)).result is None


async def test_restarting_a_finished_game_does_not_change_the_result(
    daily: Daily, games: Games, saratoga: DailyDeal
) -> None:
    await daily.play(ANN)
    lost = await games.give_up(ANN)
    anew = await games.restart(ANN)
    assert (anew.day, anew.deal_number) == (MAY_DAY, 42)
    await win(games)
    result = (await daily.status(ANN)).result
    assert result is not None
    assert result.game_id == lost.game_id


async def test_an_ordinary_game_of_the_same_deal_does_not_count(
    daily: Daily, games: Games, saratoga: DailyDeal
) -> None:
    await games.start(ANN, "saratoga", 42)
    await win(games)
    assert (await daily.status(ANN)).result is None


# Secrecy


async def test_a_days_game_is_secret_until_nobody_can_finish_it_even_once_won(
    daily: Daily, games: Games, clock: Clock, saratoga: DailyDeal
) -> None:
    assert (await daily.play(ANN)).is_secret
    assert (await games.unfinished(ANN))[0].is_secret
    assert (await win(games)).is_secret
    clock.now = datetime(2026, 5, 2, 0, 59, 59, 999_000, tzinfo=UTC)
    assert (await games.active(ANN)).is_secret
    clock.now = datetime(2026, 5, 2, 1, tzinfo=UTC)
    assert not (await games.active(ANN)).is_secret
    assert not (await games.recent(ANN))[0].is_secret


async def test_a_day_dealt_again_is_as_secret(
    daily: Daily, games: Games, clock: Clock, saratoga: DailyDeal
) -> None:
    await daily.play(ANN)
    await games.give_up(ANN)
    assert (await games.restart(ANN)).is_secret
    await games.give_up(ANN)
    assert (await daily.play(ANN, again=True)).is_secret


async def test_an_ordinary_game_is_not_secret(games: Games) -> None:
    assert not (await games.start(ANN, "saratoga", 42)).is_secret


async def test_the_record_of_a_secret_game_has_its_board_instead_of_its_number(
    daily: Daily, games: Games, saratoga: DailyDeal
) -> None:
    await daily.play(ANN)
    played = (await games.play(ANN, "s")).game
    record = record_of(played, is_secret=True)
    assert "42" not in record
    assert Game.from_record(record).board == played.board
    assert '[Deal "42"]' in record_of(played, is_secret=False)


# Days and clocks


async def test_a_game_finished_after_midnight_counts_for_the_day_it_was_started(
    daily: Daily, games: Games, clock: Clock, saratoga: DailyDeal
) -> None:
    clock.now = datetime(2026, 5, 1, 23, 59, 59, tzinfo=UTC)
    await daily.play(ANN)
    clock.now = datetime(2026, 5, 2, 0, 10, tzinfo=UTC)
    await win(games)
    assert await daily.streak(ANN) == Streak(1, 1)
    await daily.prepare(date(2026, 5, 2))
    assert (await daily.status(ANN)).result is None


async def test_yesterdays_game_can_be_resumed_beside_todays(
    daily: Daily, games: Games, clock: Clock, saratoga: DailyDeal
) -> None:
    late = await daily.play(ANN)
    clock.advance(days=1)
    await daily.prepare(date(2026, 5, 2))
    today = await daily.play(ANN)
    assert (late.day, today.day) == (MAY_DAY, date(2026, 5, 2))
    assert (await games.resume(ANN, late.game_id)).day == MAY_DAY


async def test_a_day_repeated_by_a_clock_set_back_counts_once(
    daily: Daily, games: Games, clock: Clock, saratoga: DailyDeal
) -> None:
    await daily.play(ANN)
    await win(games)
    clock.advance(days=1)
    await daily.prepare(date(2026, 5, 2))
    await daily.play(ANN)
    clock.advance(days=-1)
    with pytest.raises(AlreadyPlayed):
        await daily.play(ANN)
    assert await daily.streak(ANN) == Streak(1, 1)
    assert await daily.deal() == SARATOGA


async def test_a_day_on_which_the_bot_was_down_ends_no_streak(
    daily: Daily, database: Database, clock: Clock
) -> None:
    for days in (0, 2):
        clock.advance(days=days)
        async with preparing(daily):
            await until(lambda: load_daily_deal(database, daily.today() + timedelta(days=1)))
        await play_to_the_end(database, ANN, day=daily.today(), at=clock())
    assert await load_daily_deal(database, MAY_DAY + timedelta(days=1)) is not None
    assert await daily.streak(ANN) == Streak(2, 2)


async def test_a_streak_survives_a_restart(url: str, clock: Clock) -> None:
    for day in range(3):
        async with open_database(url) as database:
            daily = Daily(Games(database, clock=clock), SECRET, always, clock=clock)
            await save_daily_deal(
                database, DailyDeal(daily.today(), "saratoga", 42, 1, 112), clock()
            )
            await daily.play(ANN)
            await win(Games(database, clock=clock))
            assert await daily.streak(ANN) == Streak(day + 1, day + 1)
        clock.advance(days=1)
