"""Ratings as players see them: after three races, and less sure with time."""

from __future__ import annotations

import pytest

from bot.service.contests.ratings import MIN_RACES, PlayerRating, Ratings
from bot.store.database.connection import Database
from bot.store.players.careers import load_career
from tests.service.conftest import Clock
from tests.store.contests.racing import GUILD, run_challenge

ANN, BOB, EVE = 1, 2, 3


@pytest.fixture
def ratings(database: Database, clock: Clock) -> Ratings:
    return Ratings(database, clock=clock)


async def ann_wins(database: Database, races: int, *, since: int = 0) -> int:
    """Races that Ann won against Bob, an hour each; the id of the last."""
    last = 0
    for hours in range(since, since + races):
        last = await run_challenge(database, ANN, BOB, ANN, hours=hours)
    return last


async def test_a_rating_is_shown_after_three_races(database: Database, ratings: Ratings) -> None:
    assert await ratings.of_player(ANN, None) == PlayerRating()
    await ann_wins(database, MIN_RACES - 1)
    await ratings.rate_finished()
    assert await ratings.of_player(ANN, None) == PlayerRating(races=2)
    last = await ann_wins(database, 1, since=20)
    assert await ratings.of_race(last, GUILD) == {}
    await ratings.rate_finished()
    ann, bob = [await ratings.of_player(player, GUILD) for player in (ANN, BOB)]
    assert ann.races == bob.races == 3
    assert ann.shown is not None
    assert bob.shown is not None
    assert bob.shown.points < 1500 < ann.shown.points


async def test_a_change_is_the_difference_of_the_numbers_shown(
    database: Database, ratings: Ratings
) -> None:
    first = await ann_wins(database, MIN_RACES)
    await ratings.rate_finished()
    third = await ratings.of_race(first, GUILD)
    assert {player: change.gain for player, change in third.items()} == {ANN: None, BOB: None}
    second = await ann_wins(database, 1, since=20)
    await ratings.rate_finished()
    fourth = await ratings.of_race(second, GUILD)
    for player, sign in ((ANN, 1), (BOB, -1)):
        gain = fourth[player].gain
        assert gain is not None
        assert sign * gain > 0
        assert fourth[player].after.points == third[player].after.points + gain


async def test_a_race_shows_the_ratings_of_its_server(database: Database, ratings: Ratings) -> None:
    await ann_wins(database, MIN_RACES)
    elsewhere = await run_challenge(database, ANN, BOB, BOB, guild=GUILD + 1, hours=30)
    await ratings.rate_finished()
    assert await ratings.of_race(elsewhere, GUILD + 1) == {}
    assert set(await ratings.of_race(elsewhere, None)) == {ANN, BOB}


async def test_races_by_house_rules_rate_nobody(database: Database, ratings: Ratings) -> None:
    for hours in range(MIN_RACES):
        await run_challenge(database, ANN, BOB, ANN, hours=hours, rules_id="klondike.cells-2")
    await ratings.rate_finished()
    assert await ratings.of_player(ANN, None) == PlayerRating()
    career = await load_career(database, ANN)
    assert not career.races_won


async def test_time_away_adds_deviation_and_takes_no_points(
    database: Database, ratings: Ratings, clock: Clock
) -> None:
    await ann_wins(database, MIN_RACES)
    await ratings.rate_finished()
    before = (await ratings.page(GUILD, ANN)).lines
    clock.advance(days=365)
    after = (await ratings.page(GUILD, ANN)).lines
    for early, late in zip(before, after, strict=True):
        assert late.player == early.player
        assert late.rating.points == early.rating.points
        assert late.rating.deviation > early.rating.deviation


@pytest.mark.slow
async def test_a_page_has_the_viewers_line_wherever_it_stands(
    database: Database, ratings: Ratings
) -> None:
    # Each pair races often enough, and each player beats those with higher numbers.
    players = range(1, 13)
    for hours in range(MIN_RACES):
        for first in players[::2]:
            await run_challenge(database, first, first + 1, first, hours=hours)
    await run_challenge(database, EVE, 99, EVE, hours=50)
    await ratings.rate_finished()
    page = await ratings.page(GUILD, 12, page=99)
    assert (page.page, page.pages, page.players, len(page.lines)) == (2, 2, 12, 2)
    assert page.own is not None
    assert page.own in page.lines
    first_page = await ratings.page(GUILD, 12)
    assert len(first_page.lines) == 10
    assert first_page.own == page.own
    assert first_page.lines[0].player == EVE
    assert (await ratings.page(GUILD, 99)).own is None
    for guild in (GUILD, None):
        assert await ratings.of_player(99, guild) == PlayerRating(races=1)
