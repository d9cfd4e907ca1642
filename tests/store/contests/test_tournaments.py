"""Tournaments: one at a time in a server, ended and announced once, ranked from results."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

import pytest

from bot.models.contest_deals import ContestKind
from bot.models.contests import Tournament, TournamentKind
from bot.models.places import Place
from bot.models.play import Deal
from bot.models.rankings import LeaderboardLine, Ranking
from bot.store.contests.tournaments import (
    create_tournament,
    end_due_tournaments,
    end_tournament,
    ending,
    latest_tournament,
    load_tournament,
    tournament_entries,
    tournament_standings,
)
from bot.store.database.connection import Database
from bot.store.database.open import open_database
from bot.store.play.game_columns import load_contest_end
from bot.store.play.games import create_game, unfinished_of
from bot.store.preferences import set_visibility
from tests.store.database.migrated import sqlite_url
from tests.store.database.plans import plan_of, watch_queries
from tests.store.due.due_times import load_due_at
from tests.store.finished_games import NOON, play_to_the_end
from tests.store.players.exported import secret_games

ANN, BOB, EVE, DAN = 7, 8, 9, 10
GUILD: Final = 6
HERE: Final = Place(5, guild_id=GUILD)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


async def start(
    database: Database,
    *,
    kind: TournamentKind = TournamentKind.GAMES,
    place: Place = HERE,
    games: tuple[str, ...] = ("klondike", "freecell"),
    days: int = 7,
) -> Tournament:
    new = Tournament(0, place, kind, NOON, NOON + days * DAY)
    deals = [(rules_id, 42) for rules_id in games] if kind is TournamentKind.GAMES else []
    started = await create_tournament(database, new, deals)
    assert started is not None
    return started


async def finish(
    database: Database,
    tournament: Tournament,
    player: int,
    *,
    deal: int = 0,
    won: bool = True,
    moves: int = 100,
    seconds: float = 60,
    hints: int = 0,
    at: datetime = NOON,
) -> int:
    """Finish a set deal of a tournament."""
    chosen = tournament.deals[deal]
    return await play_to_the_end(
        database,
        player,
        rules_id=chosen.rules_id,
        deal=chosen.deal_number,
        contest_deal_id=chosen.id,
        won=won,
        moves=moves,
        seconds=seconds,
        hints=hints,
        guild=GUILD,
        at=at,
    )


async def standings(
    database: Database, tournament: Tournament, *, viewer: int = ANN, page: int = 1, size: int = 10
) -> Ranking[LeaderboardLine]:
    return await tournament_standings(database, tournament, viewer, page=page, page_size=size)


def places(found: Ranking[LeaderboardLine]) -> list[tuple[int, int]]:
    return [(line.rank, line.player_id) for line in found.lines]


# Starting and ending


async def test_a_server_has_one_running_tournament(database: Database) -> None:
    new = Tournament(0, HERE, TournamentKind.GAMES, NOON, NOON + DAY)
    started = await asyncio.gather(
        *(create_tournament(database, new, [("klondike", number)]) for number in (1, 2, 3))
    )
    [one] = [found for found in started if found is not None]
    assert await latest_tournament(database, GUILD) == one
    elsewhere = await start(database, place=Place(5, guild_id=60))
    assert await latest_tournament(database, 60) == elsewhere
    assert await latest_tournament(database, 61) is None


async def test_deals_keep_the_order_in_which_they_were_chosen(database: Database) -> None:
    started = await start(database, games=("spider", "klondike", "freecell"))
    found = await load_tournament(database, started.id)
    assert found == started
    assert [deal.rules_id for deal in started.deals] == ["spider", "klondike", "freecell"]


async def test_after_one_has_ended_another_can_start(database: Database) -> None:
    first = await start(database)
    assert await end_tournament(database, first.id, NOON + HOUR)
    assert not await end_tournament(database, first.id, NOON + 2 * HOUR)
    ended = await latest_tournament(database, GUILD)
    assert ended == replace(first, ends_at=NOON + HOUR, is_over=True)
    second = await start(database, kind=TournamentKind.DAYS)
    assert await latest_tournament(database, GUILD) == second


async def test_a_tournament_ends_when_it_is_due_however_late_that_is_noticed(
    database: Database,
) -> None:
    started = await start(database)
    await end_due_tournaments(database, NOON + 7 * DAY - HOUR)
    assert await load_tournament(database, started.id) == started
    assert not await end_tournament(database, started.id, NOON + 8 * DAY)
    await end_due_tournaments(database, NOON + 9 * DAY)
    assert await load_tournament(database, started.id) == replace(started, is_over=True)


async def test_an_end_is_due_when_it_was_to_come_or_once_somebody_ends_it(
    database: Database,
) -> None:
    started = await start(database)
    subject = ending(started.id)
    assert await load_due_at(database, [subject]) == {subject: NOON + 7 * DAY}
    await end_tournament(database, started.id, NOON + HOUR)
    assert await load_due_at(database, [subject]) == {subject: NOON + HOUR}


# Games


async def test_a_game_is_in_the_tournament_until_that_ends(database: Database) -> None:
    started = await start(database)
    deal = started.deals[0]
    new = Deal(ANN, deal.rules_id, 42, NOON, HERE, contest_deal_id=deal.id)
    game = await create_game(database, new)
    assert game.contest is not None
    assert (game.contest.kind, game.contest.id) == (ContestKind.GAMES, deal.id)
    assert game.contest.is_secret(NOON + HOUR)
    assert await unfinished_of(database, ANN, [deal.id]) == {deal.id: game.id}
    assert await unfinished_of(database, BOB, [deal.id]) == {}
    assert await secret_games(database, ANN, NOON) == {game.id: game.contest}
    await end_tournament(database, started.id, NOON + HOUR)
    assert await load_contest_end(database, started.id) == NOON + HOUR
    assert await secret_games(database, ANN, NOON + HOUR) == {}


async def test_entries_tell_what_is_begun_and_what_is_finished(database: Database) -> None:
    started = await start(database, games=("klondike", "freecell", "spider"))
    await finish(database, started, ANN, deal=1, won=False)
    later = await finish(database, started, ANN, deal=1)
    deal = started.deals[2]
    await create_game(database, Deal(ANN, deal.rules_id, 42, NOON, contest_deal_id=deal.id))
    fresh, finished, begun = await tournament_entries(database, started, ANN)
    assert (fresh.result, fresh.is_begun) == (None, False)
    assert finished.result is not None
    assert (finished.result.is_won, finished.result.game_id != later) == (False, True)
    assert (begun.result, begun.is_begun) == (None, True)


# Standings


async def test_more_wins_rank_first_then_unaided_ones_then_moves_then_time(
    database: Database,
) -> None:
    started = await start(database)
    for deal in (0, 1):
        await finish(database, started, BOB, deal=deal, hints=3, moves=200)
    await finish(database, started, ANN, moves=90, hints=1)
    await finish(database, started, EVE, moves=120)
    await finish(database, started, DAN, moves=120, seconds=50)
    await finish(database, started, 11, won=False, moves=1)
    found = await standings(database, started)
    assert places(found) == [(1, BOB), (2, DAN), (3, EVE), (4, ANN), (5, 11)]
    assert [(line.won, line.unaided, line.days) for line in found.lines] == [
        (2, 0, 2),
        (1, 1, 1),
        (1, 1, 1),
        (1, 0, 1),
        (0, 0, 1),
    ]
    assert (found.players, found.pages) == (5, 1)


async def test_only_the_first_finished_game_of_a_deal_counts(database: Database) -> None:
    started = await start(database)
    await finish(database, started, ANN, won=False, at=NOON + HOUR)
    await finish(database, started, ANN, won=True, at=NOON + 2 * HOUR)
    [line] = (await standings(database, started)).lines
    assert (line.won, line.days) == (0, 1)


async def test_what_is_finished_after_the_end_does_not_count(database: Database) -> None:
    started = await start(database)
    await finish(database, started, ANN, at=NOON + HOUR)
    await end_tournament(database, started.id, NOON + 2 * HOUR)
    await finish(database, started, BOB, at=NOON + 3 * HOUR)
    ended = await load_tournament(database, started.id)
    assert ended is not None
    assert places(await standings(database, ended)) == [(1, ANN)]


async def test_other_games_of_the_same_deal_do_not_count(database: Database) -> None:
    started = await start(database)
    await play_to_the_end(database, ANN, rules_id="klondike", deal=42, guild=GUILD)
    assert await standings(database, started) == Ranking()


async def test_hidden_players_stay_hidden(database: Database) -> None:
    started = await start(database)
    for player in (ANN, BOB):
        await finish(database, started, player)
    await set_visibility(database, GUILD, BOB, visible=False)
    assert places(await standings(database, started)) == [(1, ANN)]


async def test_a_league_over_the_days_counts_what_was_finished_on_its_day(
    database: Database,
) -> None:
    started = await start(database, kind=TournamentKind.DAYS, days=2)
    first, second = started.days[0], started.days[0] + DAY
    await play_to_the_end(database, ANN, day=first, guild=GUILD, at=NOON - HOUR)
    await play_to_the_end(database, ANN, day=second, guild=GUILD, at=NOON + DAY)
    await play_to_the_end(database, BOB, day=first, guild=GUILD, at=NOON + 12 * HOUR)
    await play_to_the_end(database, EVE, day=first - DAY, guild=GUILD, at=NOON - DAY)
    await play_to_the_end(database, DAN, day=second, guild=GUILD, at=NOON + DAY)
    found = await standings(database, started)
    assert places(found) == [(1, ANN), (2, DAN)]
    assert [line.won for line in found.lines] == [2, 1]


@pytest.mark.parametrize(
    ("kind", "search"),
    [
        (TournamentKind.DAYS, "USING COVERING INDEX ix_results_contests (player_id=? AND contest_"),
        (TournamentKind.GAMES, "USING COVERING INDEX ix_results_deals (contest_deal_id=?"),
    ],
)
async def test_standings_read_no_results_but_those_that_count(
    migrated_file: Path, kind: TournamentKind, search: str
) -> None:
    async with open_database(sqlite_url(migrated_file)) as database:
        started = await start(database, kind=kind)
        with watch_queries(database) as queries:
            await standings(database, started)
        plans = [await plan_of(database, query) for query in queries]
    reads = [step for steps in plans for step in steps if " results " in step]
    assert reads
    assert all(search in step for step in reads), reads


@pytest.mark.slow
@pytest.mark.parametrize(("page", "shown"), [(1, [1, 2, 3]), (2, [4, 5, 6]), (3, [7]), (99, [7])])
async def test_pages_are_cut_and_the_own_line_comes_along(
    database: Database, page: int, shown: list[int]
) -> None:
    started = await start(database)
    for player in range(1, 8):
        await finish(database, started, player, moves=100 + player)
    found = await standings(database, started, viewer=5, page=page, size=3)
    assert [line.player_id for line in found.lines] == shown
    assert (found.page, found.pages, found.players) == (min(page, 3), 3, 7)
    assert found.own is not None
    assert (found.own.rank, found.own.player_id) == (5, 5)
