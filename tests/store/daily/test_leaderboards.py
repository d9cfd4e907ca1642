"""Leaderboards of daily results, who is visible on them, and a result among all of its day."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import chain
from pathlib import Path

import pytest

from bot.models.daily import Comparison, DayBest
from bot.models.rankings import LeaderboardLine
from bot.store.daily.leaderboards import best_of_days, compare_daily_result, leaderboard_page
from bot.store.database.connection import Database
from bot.store.database.open import open_database
from bot.store.play.results import days_won, load_daily_result
from bot.store.players.statistics import daily_win_counts, guild_top_players
from bot.store.preferences import Owner, is_visible, save_preferences, set_visibility
from bot.wording.formatting import format_page
from tests.store.database.migrated import sqlite_url
from tests.store.database.plans import plan_of, watch_queries
from tests.store.finished_games import load_result, play_to_the_end

ANN, BOB, CID, EVE = 1, 2, 3, 4
GUILD, ELSEWHERE = 2**62, 6
MAY_DAY = date(2026, 5, 1)
NEXT = date(2026, 5, 2)


async def table(
    database: Database,
    days: tuple[date, date] | None = (MAY_DAY, MAY_DAY),
    *,
    page: int = 1,
    size: int = 10,
) -> list[tuple[int, int]]:
    """The ranks and players of the server's leaderboard."""
    found = await leaderboard_page(database, GUILD, ANN, days, page=page, size=size)
    return [(line.rank, line.player_id) for line in found.lines]


async def line_of(
    database: Database, player: int, days: tuple[date, date] | None = None
) -> LeaderboardLine | None:
    """A player's own line, of all days by default."""
    page = await leaderboard_page(database, GUILD, player, days, page=1, size=1)
    return page.own


async def daily(
    database: Database, player: int, *, moves: int = 3, seconds: float = 60, won: bool = True
) -> int:
    """A daily result of the first of May, in the server."""
    return await play_to_the_end(
        database, player, moves=moves, seconds=seconds, won=won, day=MAY_DAY, guild=GUILD
    )


async def test_the_best_of_each_day_are_who_leaderboards_rank_first(database: Database) -> None:
    await daily(database, ANN, moves=4)
    await daily(database, BOB, moves=5)
    await daily(database, CID, moves=2, won=False)
    await daily(database, EVE, moves=3)
    await set_visibility(database, GUILD, EVE, visible=False)
    late = datetime(2026, 5, 4, tzinfo=UTC)
    await play_to_the_end(database, BOB, day=NEXT, guild=GUILD, at=late)
    best = await best_of_days(database, GUILD, MAY_DAY, NEXT)
    assert best == {MAY_DAY: DayBest(ANN, 2)}
    assert await best_of_days(database, ELSEWHERE, MAY_DAY, NEXT) == {}


@pytest.mark.parametrize("are_aided", [False, True])
async def test_the_best_of_a_day_is_who_leads_its_leaderboard(
    database: Database, *, are_aided: bool
) -> None:
    for player, moves, seconds in ((ANN, 3, 9), (EVE, 3, 8), (BOB, 3, 8), (CID, 4, 7)):
        await play_to_the_end(
            database,
            player,
            moves=moves,
            seconds=seconds,
            hints=int(are_aided),
            day=MAY_DAY,
            guild=GUILD,
        )
    await play_to_the_end(database, 9, moves=2, odds=1, seconds=90, day=MAY_DAY, guild=GUILD)
    best = await best_of_days(database, GUILD, MAY_DAY, NEXT)
    [(_, leader), *_] = await table(database)
    assert best == {MAY_DAY: DayBest(leader, 5)}
    assert leader == (9 if are_aided else BOB)


async def test_fewer_moves_rank_higher_then_less_time(database: Database) -> None:
    await daily(database, ANN, moves=5, seconds=10)
    await daily(database, BOB, moves=4, seconds=90)
    await daily(database, CID, moves=4, seconds=80)
    assert await table(database) == [(1, CID), (2, BOB), (3, ANN)]


async def test_ties_share_a_rank_and_skip_the_next(database: Database) -> None:
    for player in (BOB, ANN):
        await daily(database, player)
    await daily(database, CID, moves=4)
    assert await table(database) == [(1, ANN), (1, BOB), (3, CID)]


@pytest.mark.parametrize("days", [(MAY_DAY, MAY_DAY), None], ids=["day", "all"])
async def test_who_did_not_win_is_seen_by_themselves_alone(
    database: Database, days: tuple[date, date] | None
) -> None:
    await daily(database, ANN, won=False, moves=1, seconds=1)
    await daily(database, BOB, moves=9, seconds=900)
    await daily(database, CID, won=False, moves=1, seconds=1)
    assert await table(database, days) == [(1, BOB), (2, ANN)]
    page = await leaderboard_page(database, GUILD, 0, days, page=1, size=10)
    assert ([line.player_id for line in page.lines], page.players) == ([BOB], 1)


async def test_who_did_not_win_and_agreed_is_listed_last_where_losers_are_shown(
    database: Database,
) -> None:
    days = (MAY_DAY, MAY_DAY)
    await daily(database, ANN, won=False)
    await daily(database, BOB)
    await daily(database, CID, won=False)
    await save_preferences(database, Owner.PLAYER, CID, {"shown_losing": "yes"})
    for losers, listed in ((True, [BOB, CID]), (False, [BOB])):
        page = await leaderboard_page(database, GUILD, 0, days, page=1, size=10, losers=losers)
        assert [line.player_id for line in page.lines] == listed
    await set_visibility(database, GUILD, CID, visible=False)
    page = await leaderboard_page(database, GUILD, 0, days, page=1, size=10, losers=True)
    assert [line.player_id for line in page.lines] == [BOB]


@pytest.mark.parametrize(("hints", "odds"), [(1, 0), (0, 1), (3, 2)])
async def test_a_win_with_hints_or_odds_ranks_below_those_without(
    database: Database, hints: int, odds: int
) -> None:
    aided = await play_to_the_end(
        database, ANN, moves=2, seconds=1, day=MAY_DAY, guild=GUILD, hints=hints, odds=odds
    )
    unaided = await daily(database, BOB, moves=9, seconds=900)
    await daily(database, CID, won=False)
    assert await table(database) == [(1, BOB), (2, ANN)]
    for game, expected in ((unaided, Comparison(2, 2)), (aided, Comparison(2, 1))):
        result = await load_result(database, game)
        assert result is not None
        assert await compare_daily_result(database, result) == expected


async def test_undos_weigh_nothing_in_the_ranking(database: Database) -> None:
    await play_to_the_end(database, ANN, moves=4, undos=3, day=MAY_DAY, guild=GUILD)
    await daily(database, BOB, moves=5)
    assert await table(database) == [(1, ANN), (2, BOB)]


async def test_among_wins_with_help_its_amount_weighs_nothing(database: Database) -> None:
    await play_to_the_end(database, ANN, moves=3, hints=9, day=MAY_DAY, guild=GUILD)
    await play_to_the_end(database, BOB, moves=4, hints=1, day=MAY_DAY, guild=GUILD)
    assert await table(database) == [(1, ANN), (2, BOB)]


@pytest.mark.parametrize(("late", "ranked"), [(-0.001, [(1, ANN)]), (0, [])])
async def test_a_game_finished_after_its_day_is_on_no_leaderboard(
    database: Database, late: float, ranked: list[tuple[int, int]]
) -> None:
    """Once the day is over, everybody knows its deal."""
    at = datetime(2026, 5, 2, tzinfo=UTC) + timedelta(seconds=late)
    await play_to_the_end(database, ANN, day=MAY_DAY, guild=GUILD, at=at)
    assert await table(database) == ranked
    assert await table(database, None) == ranked
    assert await days_won(database, ANN) == {MAY_DAY}


async def test_a_line_totals_the_days_won(database: Database) -> None:
    await play_to_the_end(database, ANN, moves=3, seconds=30, day=MAY_DAY, guild=GUILD)
    await play_to_the_end(database, ANN, moves=4, seconds=50, day=NEXT, undos=1)
    await play_to_the_end(database, ANN, moves=9, seconds=99, day=date(2026, 5, 3), won=False)
    assert await line_of(database, ANN) == LeaderboardLine(
        rank=1,
        player_id=ANN,
        days=3,
        won=2,
        unaided=2,
        perfect=1,
        moves=7,
        played=timedelta(seconds=80),
        undos=1,
    )


async def test_more_days_won_rank_above_fewer_moves(database: Database) -> None:
    for day in (MAY_DAY, NEXT):
        await play_to_the_end(database, ANN, moves=9, day=day, guild=GUILD)
    await daily(database, BOB, moves=1)
    assert await table(database, None) == [(1, ANN), (2, BOB)]


async def test_only_the_requested_days_count(database: Database) -> None:
    await daily(database, ANN)
    await play_to_the_end(database, BOB, moves=3, day=NEXT, guild=GUILD)
    assert await table(database, (MAY_DAY, MAY_DAY)) == [(1, ANN)]
    assert await table(database, (NEXT, NEXT)) == [(1, BOB)]
    assert len(await table(database, (MAY_DAY, NEXT))) == 2
    assert await table(database, (date(2026, 5, 3), date(2026, 5, 9))) == []


async def test_ordinary_and_repeated_games_are_on_no_leaderboard(database: Database) -> None:
    await daily(database, ANN, moves=9)
    await daily(database, ANN, moves=1)
    await play_to_the_end(database, BOB, guild=GUILD, moves=3)
    line = await line_of(database, ANN)
    assert line is not None
    assert line.moves == 9
    assert await line_of(database, BOB) is None


async def test_a_leaderboard_is_read_page_by_page(database: Database) -> None:
    for player in range(1, 8):
        await daily(database, player, moves=player)
    pages = [await table(database, page=page, size=3) for page in (1, 2, 3)]
    assert [len(page) for page in pages] == [3, 3, 1]
    assert list(chain.from_iterable(pages)) == [(player, player) for player in range(1, 8)]


async def test_a_page_that_is_not_there_is_named_beside_the_last(database: Database) -> None:
    for player in range(1, 8):
        await daily(database, player, moves=player)
    found = await leaderboard_page(database, GUILD, ANN, None, page=999, size=3)
    assert format_page(found) == "7 players, page 3 of 3, there is no page 999"


async def test_of_a_page_behind_the_last_the_last_is_read(database: Database) -> None:
    assert await table(database, page=2) == []
    for player in range(1, 7):
        await daily(database, player, moves=player)
    for page in (2, 3, 9):
        assert await table(database, page=page, size=3) == [(4, 4), (5, 5), (6, 6)]


async def test_every_page_says_how_many_players_are_ranked(database: Database) -> None:
    for player in range(1, 6):
        await daily(database, player)
    for number in (1, 3):
        page = await leaderboard_page(database, GUILD, ANN, (MAY_DAY, MAY_DAY), page=number, size=2)
        assert page.players == 5


async def test_a_players_own_line_has_its_rank_on_the_whole_leaderboard(
    database: Database,
) -> None:
    for player in range(1, 5):
        await daily(database, player, moves=player)
    own = await line_of(database, 4, (MAY_DAY, MAY_DAY))
    assert own is not None
    assert own.rank == 4
    assert await line_of(database, 5, (MAY_DAY, MAY_DAY)) is None


# Visibility


async def test_players_from_elsewhere_are_not_visible(database: Database) -> None:
    await play_to_the_end(database, ANN, moves=3, day=MAY_DAY, guild=ELSEWHERE)
    await play_to_the_end(database, BOB, moves=3, day=MAY_DAY)
    await daily(database, CID)
    assert await table(database) == [(1, CID)]


async def test_any_game_in_a_server_makes_its_player_visible_there(
    database: Database,
) -> None:
    await play_to_the_end(database, ANN, moves=3, day=MAY_DAY)
    await play_to_the_end(database, ANN, moves=3, guild=GUILD)
    assert await table(database) == [(1, ANN)]


async def test_a_player_can_choose_to_be_visible_without_having_played_there(
    database: Database,
) -> None:
    await play_to_the_end(database, ANN, moves=3, day=MAY_DAY)
    await set_visibility(database, GUILD, ANN, visible=True)
    assert await table(database) == [(1, ANN)]
    assert await is_visible(database, GUILD, ANN)
    assert not await is_visible(database, ELSEWHERE, ANN)


async def test_a_player_who_chose_to_be_hidden_takes_no_rank(
    database: Database,
) -> None:
    await daily(database, ANN, moves=1)
    await daily(database, BOB, moves=2)
    await set_visibility(database, GUILD, ANN, visible=False)
    assert await table(database) == [(1, BOB)]
    assert not await is_visible(database, GUILD, ANN)
    assert list(await guild_top_players(database, GUILD, 10)) == [BOB]


async def test_resetting_the_choice_makes_players_of_the_server_visible_again(
    database: Database,
) -> None:
    await daily(database, ANN)
    await set_visibility(database, GUILD, ANN, visible=False)
    await set_visibility(database, GUILD, ANN, visible=None)
    assert await table(database) == [(1, ANN)]
    assert await is_visible(database, GUILD, ANN)


# Among all players


async def comparison(database: Database, player: int = ANN) -> Comparison:
    """A player's result of the first of May among everybody's."""
    result = await load_daily_result(database, player, MAY_DAY)
    assert result is not None
    return await compare_daily_result(database, result)


@pytest.mark.parametrize(("player", "worse"), [(ANN, 3), (BOB, 1), (CID, 1), (EVE, 0)])
async def test_a_result_is_compared_with_all_others_of_its_day(
    database: Database, player: int, worse: int
) -> None:
    await play_to_the_end(database, ANN, moves=3, seconds=9, day=MAY_DAY, guild=GUILD)
    for equal in (BOB, CID):
        await play_to_the_end(database, equal, moves=3, seconds=10, day=MAY_DAY, guild=ELSEWHERE)
    await play_to_the_end(database, EVE, moves=2, day=MAY_DAY, won=False, guild=GUILD)
    await play_to_the_end(database, EVE, moves=1, seconds=1, day=NEXT, guild=GUILD)
    assert await comparison(database, player) == Comparison(others=3, worse=worse)


async def test_who_cannot_be_told_from_one_person_counts_in_no_comparison(
    database: Database,
) -> None:
    await daily(database, ANN)
    await daily(database, BOB, moves=9)
    assert await comparison(database) == Comparison(others=1, worse=1)
    # In a server of one, in direct messages, without a move, and on an account of that week.
    await play_to_the_end(database, 11, moves=9, day=MAY_DAY, guild=ELSEWHERE)
    await play_to_the_end(database, 12, moves=9, day=MAY_DAY)
    await play_to_the_end(database, 13, moves=0, day=MAY_DAY, won=False, guild=GUILD)
    made = datetime(2026, 4, 24, tzinfo=UTC) - datetime(2015, 1, 1, tzinfo=UTC)
    young = int(made.total_seconds() * 1000) << 22
    await daily(database, young, moves=9)
    assert await comparison(database) == Comparison(others=1, worse=1)
    await daily(database, young - 1, moves=9)
    assert await comparison(database) == Comparison(others=2, worse=2)


async def test_an_account_has_one_result_however_often_it_plays(database: Database) -> None:
    await daily(database, ANN)
    for moves in (9, 8, 7):
        await daily(database, BOB, moves=moves)
    assert await comparison(database) == Comparison(others=1, worse=1)


async def test_a_result_that_counts_for_no_day_cannot_be_compared(database: Database) -> None:
    result = await load_result(database, await play_to_the_end(database, ANN, moves=3))
    assert result is not None
    with pytest.raises(ValueError, match="compare one that counts"):
        await compare_daily_result(database, result)


# Speed


async def test_leaderboards_and_statistics_scan_no_table(migrated_file: Path) -> None:
    async with open_database(sqlite_url(migrated_file)) as database:
        result = await load_result(database, await daily(database, ANN))
        assert result is not None
        with watch_queries(database) as queries:
            await table(database)
            await compare_daily_result(database, result)
            await guild_top_players(database, GUILD, 10)
            await daily_win_counts(database, ANN)
        plans = [await plan_of(database, query) for query in queries]
    for steps in plans:
        assert any(step.startswith("SEARCH results USING") for step in steps), steps
        assert not any(step.startswith("SCAN results") for step in steps), steps


@pytest.mark.parametrize(
    "days",
    [(MAY_DAY, MAY_DAY), (MAY_DAY - timedelta(days=6), MAY_DAY), None],
    ids=["day", "week", "all"],
)
async def test_leaderboards_read_nothing_but_an_index_of_days(
    migrated_file: Path, days: tuple[date, date] | None
) -> None:
    async with open_database(sqlite_url(migrated_file)) as database:
        await daily(database, ANN)
        with watch_queries(database) as queries:
            await table(database, days)
        plans = [await plan_of(database, query) for query in queries]
    index = (
        "SEARCH results USING COVERING INDEX ix_results_contests (player_id=? AND contest_deal_id"
    )
    for steps in plans:
        assert [step for step in steps if step.startswith(index)], steps


async def test_a_comparison_among_all_reads_nothing_but_an_index_of_deals(
    migrated_file: Path,
) -> None:
    async with open_database(sqlite_url(migrated_file)) as database:
        result = await load_result(database, await daily(database, ANN))
        assert result is not None
        with watch_queries(database) as queries:
            await compare_daily_result(database, result)
        [steps] = [await plan_of(database, query) for query in queries]
    index = "SEARCH results USING COVERING INDEX ix_results_deals (contest_deal_id=?"
    assert any(step.startswith(index) for step in steps), steps
