"""Ratings: written once a race in the order of their ends, and the same when written again."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import timedelta
from random import Random

import pytest
from sqlalchemy import delete, update

from bot.models.contests import OVERALL, FinishedRace, RaceProgress, Rating
from bot.models.rankings import Ranking
from bot.service.contests.ratings import NEWCOMER, rate
from bot.store.contests.races import begin_race, begin_turn, end_turns, join_table
from bot.store.contests.ratings import (
    guild_ratings,
    load_race_ratings,
    load_rating,
    rate_next_race,
)
from bot.store.contests.schema import contests, ratings
from bot.store.database.connection import Database
from bot.store.players.privacy import delete_player
from bot.store.preferences import set_visibility
from tests.store.contests.racing import (
    GUILD,
    finish_game,
    open_table,
    run_challenge,
    start_challenge,
    start_race,
)
from tests.store.finished_games import NOON
from tests.store.players.exported import export_player
from tests.store.players.player_rows import Row, rows_of

ANN, BOB, EVE = 1, 2, 2**63 - 1
OTHER_GUILD = 7
HOUR = timedelta(hours=1)


async def run_race(database: Database, *players: int) -> int:
    """A race from noon to one o'clock, which all but the last win, one after the other; its id."""
    race = await start_race(database, *players)
    for minute, player in enumerate(players[:-1]):
        await finish_game(database, race, player, won=True, at=NOON + minute * HOUR / 60)
    await end_turns(database, race.id, {players[-1]: RaceProgress(9, 9)})
    return race.id


async def rate_all(database: Database) -> int:
    """Rate whatever can be rated, and return how many races that was."""
    count = 0
    while await rate_next_race(database, rate, NOON + 99 * HOUR):
        count += 1
    return count


async def rows(database: Database) -> list[Row]:
    return (await rows_of(database, frozenset({"ratings"})))["ratings"]


async def test_a_race_is_rated_once_overall_and_in_its_server(database: Database) -> None:
    race = await run_challenge(database, ANN, BOB, ANN)
    assert await load_rating(database, ANN, OVERALL) is None
    assert await rate_all(database) == 1
    assert await rate_all(database) == 0
    for scope in (OVERALL, GUILD):
        winner = await load_rating(database, ANN, scope)
        loser = await load_rating(database, BOB, scope)
        assert winner is not None
        assert loser is not None
        assert loser.mu < NEWCOMER.mu < winner.mu
        assert (winner.races, winner.at) == (1, NOON + HOUR)
        assert (winner.wins, loser.wins) == (1, 0)
        assert await load_race_ratings(database, race, scope) == {
            ANN: (None, winner),
            BOB: (None, loser),
        }
    assert await load_rating(database, ANN, OTHER_GUILD) is None


async def test_ratings_of_a_server_count_its_races_alone(database: Database) -> None:
    await run_challenge(database, ANN, BOB, ANN)
    await run_challenge(database, ANN, BOB, BOB, guild=OTHER_GUILD, hours=2)
    await run_challenge(database, ANN, EVE, EVE, guild=None, hours=3)
    assert await rate_all(database) == 3
    counts = [
        rating.races if (rating := await load_rating(database, ANN, scope)) else 0
        for scope in (OVERALL, GUILD, OTHER_GUILD)
    ]
    assert counts == [3, 1, 1]


async def test_a_change_is_that_between_two_races_of_a_player(database: Database) -> None:
    await run_challenge(database, ANN, BOB, ANN)
    await rate_all(database)
    before = await load_rating(database, ANN, GUILD)
    race = await run_challenge(database, ANN, EVE, EVE, hours=2)
    await rate_all(database)
    rated = await load_race_ratings(database, race, GUILD)
    assert rated[ANN] == (before, await load_rating(database, ANN, GUILD))
    assert rated[EVE][0] is None


async def test_a_race_for_many_rates_all_of_its_players_at_once(database: Database) -> None:
    race = await run_race(database, EVE, ANN, BOB)
    assert await rate_all(database) == 1
    assert await rate_all(database) == 0
    for scope in (OVERALL, GUILD):
        rated = await load_race_ratings(database, race, scope)
        eve, ann, bob = [rated[player][1].mu for player in (EVE, ANN, BOB)]
        assert eve > ann > bob


async def test_races_of_both_kinds_count_for_one_rating(database: Database) -> None:
    await run_challenge(database, ANN, BOB, ANN, hours=2)
    await run_race(database, ANN, BOB, EVE)
    await run_challenge(database, ANN, BOB, ANN, hours=0.5)
    assert await rate_all(database) == 3
    rating = await load_rating(database, ANN, GUILD)
    assert rating is not None
    assert (rating.races, rating.at) == (3, NOON + 2 * HOUR)


async def test_who_deleted_their_data_is_left_out_of_a_race_for_many(database: Database) -> None:
    race = await run_race(database, ANN, BOB, EVE)
    await delete_player(database, ANN, NOON)
    assert await rate_all(database) == 1
    assert set(await load_race_ratings(database, race, OVERALL)) == {BOB, EVE}


async def test_a_race_for_many_with_one_known_player_is_not_rated(database: Database) -> None:
    await run_race(database, ANN, BOB)
    await delete_player(database, ANN, NOON)
    assert await rate_all(database) == 0


async def test_races_that_did_not_finish_are_not_rated(database: Database) -> None:
    await start_challenge(database, ANN, BOB)
    assert await rate_all(database) == 0


async def test_a_race_that_nobody_won_changes_no_rating(database: Database) -> None:
    await run_challenge(database, ANN, BOB, None)
    await rate_all(database)
    assert await rows(database) == []


async def test_races_are_rated_in_the_order_of_their_ends(database: Database) -> None:
    third = await run_challenge(database, ANN, EVE, EVE, hours=3)
    first = await run_challenge(database, ANN, BOB, ANN, hours=1)
    second = await run_challenge(database, BOB, EVE, BOB, hours=2)
    rated: list[int] = []

    def noting(race: FinishedRace, before: Mapping[int, Rating]) -> Mapping[int, Rating]:
        rated.append(race.id)
        return rate(race, before)

    while await rate_next_race(database, noting, NOON):
        pass
    assert list(dict.fromkeys(rated)) == [first, second, third]


async def test_a_race_waits_for_one_that_may_have_ended_before_it(database: Database) -> None:
    await run_challenge(database, ANN, BOB, ANN, hours=0.5)
    assert await rate_all(database) == 1
    overdue = await start_challenge(database, ANN, EVE, hours=1)
    await run_challenge(database, ANN, BOB, ANN, hours=2)
    assert await rate_all(database) == 0
    await end_turns(database, overdue.id, dict.fromkeys((ANN, EVE), RaceProgress()))
    assert await rate_all(database) == 2


async def test_a_race_waits_for_none_that_lasts_longer_for_one_of_its_players(
    database: Database,
) -> None:
    table = await open_table(database, ANN)
    await join_table(database, EVE, table.id, NOON, limit=20)
    await begin_race(database, table.id, 42, NOON, until=NOON + 24 * HOUR, least=2)
    await begin_turn(database, EVE, table.id, NOON, progress=0)
    await run_challenge(database, ANN, BOB, ANN, hours=2)
    assert await rate_all(database) == 1


async def test_a_rating_that_fails_leaves_nothing_and_is_tried_again(database: Database) -> None:
    await run_challenge(database, ANN, BOB, ANN)

    def fail_in_server(race: FinishedRace, before: Mapping[int, Rating]) -> Mapping[int, Rating]:
        calls.append(race)
        if len(calls) > 1:
            raise RuntimeError("the process ends here")
        return rate(race, before)

    calls: list[FinishedRace] = []
    with pytest.raises(RuntimeError):
        await rate_next_race(database, fail_in_server, NOON)
    assert await rows(database) == []
    assert await rate_all(database) == 1


@pytest.mark.slow
async def test_rating_all_races_again_writes_the_same_rows(database: Database) -> None:
    random = Random(7)
    await run_race(database, EVE, ANN, BOB, 4)
    for hours in range(30):
        first, second = random.sample([ANN, BOB, EVE, 4, 5], 2)
        guild = random.choice([GUILD, OTHER_GUILD, None])
        winner = random.choice([first, second, None])
        await run_challenge(database, first, second, winner, guild=guild, hours=hours * 50)
        if random.random() < 0.5:
            await rate_all(database)
    await rate_all(database)
    written = await rows(database)
    assert len(written) > 60
    async with database.transaction() as connection:
        await connection.execute(delete(ratings))
        await connection.execute(update(contests).values(rated_at=None))
    await rate_all(database)

    def key(row: Row) -> tuple[int, ...]:
        return row["player_id"], row["scope"], row["races"]

    assert sorted(await rows(database), key=key) == sorted(written, key=key)


@pytest.mark.slow
async def test_processes_that_rate_at_once_rate_each_race_once(database: Database) -> None:
    for hours in range(6):
        await run_challenge(database, ANN, BOB, ANN, hours=hours)
    await asyncio.gather(*(rate_all(database) for _ in range(4)))
    rating = await load_rating(database, ANN, OVERALL)
    assert rating is not None
    assert rating.races == 6
    assert len(await rows(database)) == 6 * 2 * 2


async def test_a_servers_ratings_list_who_has_enough_races_best_first(database: Database) -> None:
    for hours in range(3):
        await run_challenge(database, ANN, BOB, ANN, hours=hours)
        await run_challenge(database, ANN, EVE, ANN, hours=hours, guild=OTHER_GUILD)
    await run_challenge(database, BOB, EVE, EVE, hours=9)
    await rate_all(database)
    found = await guild_ratings(database, GUILD, BOB, min_races=3, page=1, size=9)
    lines = found.lines
    assert [(line.rank, line.player_id, line.rating.races) for line in lines] == [
        (1, ANN, 3),
        (None, BOB, 4),
    ]
    assert lines[0].rating == await load_rating(database, ANN, GUILD)
    assert (found.players, found.own) == (2, lines[1])
    for page in (2, 9):
        second = await guild_ratings(database, GUILD, EVE, min_races=3, page=page, size=1)
        assert second == Ranking(lines[1:], 2, 2, 2, None, asked=page)
    first = await guild_ratings(database, GUILD, BOB, min_races=3, page=1, size=1)
    assert first == Ranking(lines[:1], 1, 2, 2, lines[1])
    nobody = await guild_ratings(database, GUILD, ANN, min_races=9, page=1, size=9)
    assert nobody == Ranking()


async def test_who_has_won_no_race_of_a_server_has_no_place_though_their_rating_is_higher(
    database: Database,
) -> None:
    await run_challenge(database, ANN, BOB, ANN)
    for hours in range(1, 5):
        await run_challenge(database, ANN, EVE, EVE, hours=hours)
    await run_challenge(database, BOB, EVE, BOB, hours=5, guild=OTHER_GUILD)
    await run_challenge(database, 4, EVE, EVE, hours=6)
    await rate_all(database)
    lines = (await guild_ratings(database, GUILD, ANN, min_races=1, page=1, size=9)).lines
    ranked, without = lines[:2], lines[2:]
    assert [(line.rank, line.player_id) for line in ranked] == [(1, EVE), (2, ANN)]
    assert {(line.rank, line.player_id) for line in without} == {(None, BOB), (None, 4)}
    assert max(line.rating.mu for line in without) > ranked[1].rating.mu


async def test_who_is_hidden_in_a_server_is_not_in_its_ratings(database: Database) -> None:
    await run_challenge(database, ANN, BOB, ANN)
    await rate_all(database)
    await set_visibility(database, GUILD, ANN, visible=False)
    found = await guild_ratings(database, GUILD, ANN, min_races=1, page=1, size=9)
    assert [line.player_id for line in found.lines] == [BOB]
    assert found.own is None


async def test_a_deleted_player_leaves_no_rating_and_keeps_others_theirs(
    database: Database,
) -> None:
    rated = await run_challenge(database, ANN, BOB, ANN)
    await rate_all(database)
    unrated = await run_challenge(database, ANN, BOB, ANN, hours=2)
    before = await load_rating(database, BOB, GUILD)
    assert len((await export_player(database, ANN))["ratings"]) == 2
    await delete_player(database, ANN, NOON)
    assert await rate_all(database) == 0
    assert await load_rating(database, ANN, GUILD) is None
    assert await load_rating(database, BOB, GUILD) == before
    assert list(await load_race_ratings(database, rated, GUILD)) == [BOB]
    assert await load_race_ratings(database, unrated, GUILD) == {}
