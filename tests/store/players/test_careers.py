"""What players have reached, computed by the database."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest

from bot.models.contests import Race, RaceProgress
from bot.models.daily import Slot
from bot.models.results import Career, GameRecord
from bot.store.contests.races import end_turns, leave_race
from bot.store.database.connection import Database
from bot.store.players.careers import load_career
from tests.store.contests.racing import finish_game, game_of, start_race
from tests.store.finished_games import NOON, play_to_the_end, save_many, save_race
from tests.store.players.counting import career_of

ANN, BOB = 1, 2**63 - 1
DAY = timedelta(days=1)
MINUTE = timedelta(minutes=1)


async def race(database: Database, winner: int, loser: int) -> int:
    """A race that one of them won; the id of the winner's game."""
    game, other = [await play_to_the_end(database, player, moves=3) for player in (winner, loser)]
    await save_race(database, (loser, other), (winner, game))
    return game


async def finished_race(database: Database, outcomes: list[str]) -> Race:
    """A race of Ann and Bob; those who have not finished did not move."""
    race = await start_race(database, ANN, BOB)
    for player, outcome in zip((ANN, BOB), outcomes, strict=True):
        if outcome == "left":
            await leave_race(database, player, race.id, NOON)
        elif outcome != "unfinished":
            await finish_game(database, race, player, won=outcome == "won")
    await end_turns(database, race.id, {ANN: RaceProgress(), BOB: RaceProgress()})
    return race


async def test_a_player_without_games_has_reached_nothing(database: Database) -> None:
    await play_to_the_end(database, BOB, day=NOON.date())
    assert await load_career(database, ANN) == Career()


async def test_each_game_has_its_own_figures_and_counts_a_deal_once(database: Database) -> None:
    await play_to_the_end(database, ANN, deal=1, moves=10, seconds=60)
    await play_to_the_end(database, ANN, deal=1, moves=12, seconds=30)
    await play_to_the_end(database, ANN, deal=2, moves=11, seconds=90, hints=1)
    await play_to_the_end(database, ANN, deal=3, moves=5, seconds=10, undos=1)
    await play_to_the_end(database, ANN, deal=4, moves=1, seconds=1, won=False)
    await play_to_the_end(database, ANN, deal=5, moves=0, won=False)
    await play_to_the_end(database, ANN, rules_id="cassim", moves=1, won=False)
    assert (await load_career(database, ANN)).games == {
        "saratoga": GameRecord(
            played=5,
            won=4,
            perfect_wins=2,
            total_moves=38,
            total_time=timedelta(seconds=190),
            most_wins_in_a_row=4,
            deals=3,
            perfect=1,
            without_undo=2,
            fewest_moves=5,
            shortest=timedelta(seconds=10),
            longest=timedelta(seconds=90),
        ),
        "cassim": GameRecord(played=1),
    }


async def test_rows_of_wins_end_with_a_game_that_is_not_won(database: Database) -> None:
    # The order in which they are stored is not the one in which they ended.
    for minute, won in reversed(list(enumerate([True, True, True, False, True, True]))):
        await play_to_the_end(database, ANN, won=won, at=NOON + minute * MINUTE)
    # One that was given up untouched counts nowhere.
    await play_to_the_end(database, ANN, won=False, moves=0, at=NOON + 9 * MINUTE)
    career = await load_career(database, ANN)
    assert (career.wins_in_a_row, career.most_wins_in_a_row) == (2, 3)
    await play_to_the_end(database, ANN, won=False, at=NOON + DAY)
    career = await load_career(database, ANN)
    assert (career.wins_in_a_row, career.most_wins_in_a_row) == (0, 3)


async def test_a_win_with_help_ends_a_row_without(database: Database) -> None:
    for minute, hints in enumerate([0, 0, 1, 0, 0, 0]):
        await play_to_the_end(database, ANN, hints=hints, undos=1, at=NOON + minute * MINUTE)
    career = await load_career(database, ANN)
    assert (career.most_wins_in_a_row, career.most_unaided_in_a_row) == (6, 3)


async def test_days_are_those_of_daily_deals_and_of_any_wins(database: Database) -> None:
    today = NOON.date()
    await play_to_the_end(database, ANN, day=today)
    await play_to_the_end(database, ANN, day=today - DAY, odds=1, at=NOON - DAY)
    await play_to_the_end(database, ANN, day=today - 2 * DAY, won=False, at=NOON - 2 * DAY)
    await play_to_the_end(database, ANN, at=NOON - 5 * DAY)
    career = await load_career(database, ANN)
    assert career.days_won == {today, today - DAY}
    assert career.daily_deals == 2
    assert career.perfect_days == 1
    assert career.days_with_wins == 3


async def test_a_day_that_is_made_up_for_is_a_daily_deal_but_no_day_won(database: Database) -> None:
    await play_to_the_end(database, ANN, day=NOON.date() - DAY)
    career = await load_career(database, ANN)
    assert (career.days_won, career.daily_deals, career.perfect_days) == (frozenset(), 1, 1)


async def test_a_day_is_full_once_every_deal_of_it_is_won(database: Database) -> None:
    today, yesterday = NOON.date(), NOON.date() - DAY
    for slot in Slot:
        assert (await load_career(database, ANN)).full_days == 0
        await play_to_the_end(database, ANN, day=today, slot=slot)
    for slot in Slot:
        await play_to_the_end(database, ANN, day=yesterday, slot=slot, won=slot is not Slot.SPIDER)
        await play_to_the_end(database, ANN, day=yesterday, slot=slot)
    career = await load_career(database, ANN)
    assert (career.full_days, career.daily_deals) == (1, 2)


async def test_races_count_for_whoever_won_them(database: Database) -> None:
    await race(database, ANN, BOB)
    await race(database, ANN, BOB)
    assert (await load_career(database, ANN)).races_won == 2
    assert (await load_career(database, BOB)).races_won == 0


@pytest.mark.slow
async def test_a_career_without_a_game_is_without_its_race_and_day(database: Database) -> None:
    game = await play_to_the_end(database, ANN, day=NOON.date())
    assert await load_career(database, ANN, without_game=game) == Career()
    before = await load_career(database, ANN)
    raced = await race(database, ANN, BOB)
    assert await load_career(database, ANN, without_game=raced) == before
    assert (await load_career(database, ANN)).races_won == before.races_won + 1 == 1


@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 3))]
)
async def test_a_career_is_what_its_results_come_to_one_by_one(
    database: Database, seed: int
) -> None:
    found = await save_many(database, ANN, 400, seed=seed)
    await save_many(database, BOB, 10, first_id=2000)
    without = random.Random(seed).choice(found)
    assert await load_career(database, ANN) == career_of(found)
    assert await load_career(database, ANN, without_game=without.game_id) == career_of(
        [one for one in found if one is not without]
    )


async def test_a_race_for_many_counts_for_who_alone_came_first(database: Database) -> None:
    races = [await finished_race(database, outcomes) for outcomes in (["won", "unfinished"],) * 2]
    await finished_race(database, ["unfinished", "won"])
    assert (await load_career(database, ANN)).races_won == 2
    assert (await load_career(database, BOB)).races_won == 1
    before = await load_career(database, ANN, without_game=game_of(races[0], ANN))
    assert before.races_won == 1


async def test_nobody_wins_a_race_that_is_tied_or_that_all_have_left(database: Database) -> None:
    await finished_race(database, ["unfinished", "unfinished"])
    await finished_race(database, ["left", "given up"])
    assert [(await load_career(database, one)).races_won for one in (ANN, BOB)] == [0, 0]
