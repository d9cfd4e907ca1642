"""A database in which the last version before 2.0 was played: everything goes on in this one.

``before_2_0.sql`` is what that version left of three players: games won, given up and under way,
three days, a race that is over and one that runs, an open table, challenges, tournaments, boards.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import Connection, MetaData, create_engine, insert, select, text

from bot.models.contests import RacerOutcome, RaceState
from bot.models.due import board_subject
from bot.models.places import BoardMessage, Place
from bot.models.play import GameState
from bot.service.checks import find_faults
from bot.service.contests.races import Races
from bot.service.contests.tournaments import Tournaments
from bot.service.daily.daily import Daily
from bot.service.play.games import Games
from bot.service.players.reminders import Reminders
from bot.service.players.statistics import Statistics
from bot.service.preferences import PreferenceService, Tap
from bot.service.together import Together
from bot.store.database.connection import Database
from bot.store.database.open import open_database
from bot.store.due.posts import load_post
from tests.service.conftest import Clock
from tests.service.contests.racing import ANN, BOB, EVE, RULES, winnable, winning_line
from tests.store.database.before_2_0 import before_2_0
from tests.store.database.migrated import EACH_KIND, sqlite_url

pytestmark = pytest.mark.slow

BEFORE: Final = Path(__file__).with_name("before_2_0.sql")
NOW: Final = datetime(2026, 5, 4, 12, 2, 9, tzinfo=UTC)
"""When it was left."""
GUILD: Final = 6


@pytest.fixture
def before(tmp_path: Path) -> Path:
    """The database as that version left it."""
    file = tmp_path / "before.db"
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.executescript(BEFORE.read_text(encoding="utf-8"))
    return file


@pytest.fixture(params=EACH_KIND)
async def database(request: pytest.FixtureRequest, before: Path) -> AsyncIterator[Database]:
    """The database, carried over, of each kind in turn."""
    if request.param == "sqlite":
        url = sqlite_url(before)
    else:
        url = str(request.getfixturevalue("postgres_url"))
        async with before_2_0(url) as connection:
            await connection.run_sync(copy_rows, before)
    async with open_database(url) as database:
        yield database


def copy_rows(target: Connection, source: Path) -> None:
    """Copy the rows of an SQLite file into tables of the same names."""
    there, here = MetaData(), MetaData()
    here.reflect(target)
    with create_engine(f"sqlite:///{source}").connect() as connection:
        there.reflect(connection)
        for table in here.sorted_tables:
            rows = connection.execute(select(there.tables[table.name])).mappings().all()
            if rows and table.name != "alembic_version":
                target.execute(insert(table), [dict(row) for row in rows])
            if "id" in table.c:
                sequence = f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), 1000)"
                target.execute(text(sequence))


@pytest.fixture
def clock() -> Clock:
    clock = Clock()
    clock.now = NOW
    return clock


@pytest.fixture
def races(games: Games, clock: Clock) -> Races:
    return Races(games, winnable, clock=clock)


async def test_nothing_is_wrong_with_it(database: Database) -> None:
    with ThreadPoolExecutor(1) as workers:
        assert [fault async for fault in find_faults(database, workers)] == []


async def test_every_game_is_as_it_was(games: Games, before: Path) -> None:
    query = """
        SELECT id, player_id, rules_id, CASE WHEN opening IS NULL THEN deal_number END, state,
            version, moves
        FROM games
    """
    with contextlib.closing(sqlite3.connect(before)) as connection:
        rows = connection.execute(query).fetchall()
    assert len(rows) == 21
    for game_id, player, rules_id, number, state, version, moves in rows:
        game = await games.get(game_id)
        assert (game.player, game.state, game.version) == (player, GameState(state), version)
        assert (game.game.rules.id, game.game.number) == (rules_id, number)
        assert len(game.game.moves) == moves


async def test_days_go_on(games: Games, clock: Clock) -> None:
    daily = Daily(games, "a secret", None, clock=clock)
    streak = await daily.streak(ANN)
    assert streak.current == 3
    status = await daily.status(BOB, date(2026, 5, 3))
    assert status.deal.rules_id == "russian"
    assert status.result is None
    assert [deal.day for deal in await daily.missed(BOB)] == [date(2026, 5, 3)]
    resumed = await daily.play_missed(BOB, date(2026, 5, 3))
    assert len(resumed.game.moves) == 1


async def test_races_go_on_and_those_that_are_over_stay_so(games: Games, races: Races) -> None:
    over = await races.get(1)
    assert over.state is RaceState.FINISHED
    assert [(one.player_id, one.outcome, one.place) for one in over.racers] == [
        (ANN, RacerOutcome.WON, 1),
        (BOB, RacerOutcome.LEFT, None),
        (EVE, RacerOutcome.LEFT, None),
    ]
    running = await races.get(2)
    assert running.state is RaceState.RUNNING
    await races.board(ANN, running.id)
    for move in winning_line()[3:]:
        await games.play(ANN, move)
    racer = (await races.get(running.id)).racer(ANN)
    assert racer is not None
    assert racer.outcome is RacerOutcome.WON


async def test_the_messages_of_races_and_boards_are_known(
    database: Database, games: Games, races: Races
) -> None:
    assert [(await races.get(one)).message_id for one in (1, 2, 3)] == [None, 4241, None]
    board, game = await load_post(database, board_subject(19)), await games.get(19)
    assert board is not None
    assert (board.message, board.player) == (BoardMessage(Place(5, 6), 4242), game.player)


async def test_tables_and_challenges_stay_open(races: Races) -> None:
    assert len((await races.join(BOB, 3)).racers) == 2
    challenge = await races.get(5, by_invitation=True)
    assert challenge.state is RaceState.OPEN
    assert (await races.accept(EVE, challenge.id)).race.state is RaceState.RUNNING


async def test_tournaments_go_on(games: Games, clock: Clock) -> None:
    tournaments = Tournaments(games, winnable, clock=clock)
    latest = await tournaments.latest(GUILD)
    assert not latest.is_over
    over = await tournaments.get(GUILD, latest.id - 1)
    entries = {one.deal.rules_id: one.result for one in await tournaments.entries(over, ANN)}
    assert entries[RULES] is not None
    assert entries["golf"] is None


async def test_shared_boards_go_on(games: Games, clock: Clock) -> None:
    together = Together(games, clock=clock)
    shared = await together.in_play(78)
    assert shared is not None
    move = winning_line()[3]
    played = await together.play(ANN, shared.board.owner, move, shared.snapshot.board_version)
    assert len(played.snapshot.game.moves) == 4
    by_vote = await together.in_play(77)
    assert by_vote is not None
    assert by_vote.board.vote_until is not None
    clock.advance(minutes=1)
    counted = await together.count_votes(by_vote.board.owner)
    assert len(counted.snapshot.game.moves) == 1


async def test_players_keep_what_they_have_chosen_and_reached(
    database: Database, clock: Clock
) -> None:
    preferences = await PreferenceService(database).get(ANN)
    assert (preferences.theme, preferences.tap) == ("dark", Tap.BEST)
    assert preferences.house_rules == ("klondike.draw-2",)
    assert not preferences.may_be_challenged
    guild = await PreferenceService(database).get_guild(GUILD)
    assert (guild.daily_channel, guild.language) == (5, "de")
    reminders = Reminders(database, clock=clock)
    assert (await reminders.settings(ANN)).hour == 18
    assert (await reminders.settings(BOB)).hours_before == 3
    statistics = await Statistics(database).for_player(ANN, clock.now.date())
    assert statistics.all.won == 6


async def test_a_game_goes_on_where_it_was_left(games: Games) -> None:
    game = await games.resume(ANN, 2)
    await games.play(ANN, winning_line()[7])
    assert len((await games.get(game.game_id)).game.moves) == 8
