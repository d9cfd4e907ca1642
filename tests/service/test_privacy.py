"""What is kept of players, in their own hands: all of it given, and all of it deleted."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from bot.models import DELETED_PLAYER, ChallengeState, DailyDeal, DataSummary, Ending, Place
from bot.service import (
    Challenges,
    Daily,
    DealChoice,
    Games,
    GameSnapshot,
    NoChallenge,
    NoGame,
    Preferences,
    PreferenceService,
    Privacy,
    ServiceError,
    Streak,
    TooLarge,
)
from bot.service.privacy import FORMAT, VERSION
from bot.store import Database
from bot.store.daily import save_daily_deal
from bot.store.deals import save_winnable_deal
from bot.store.leaderboard_visibility import is_visible, set_visibility
from bot.store.schema import metadata
from engine import Move, solve
from tests.service.conftest import Clock
from tests.store.player_rows import NOBODYS, mentions, rows_of

ANN, BOB, EVE = 81384788765712384, 2**63 - 1, 175928847299117063
GUILD = 613425648685547541
HERE = Place(845621332417839104, GUILD)


async def winnable(game: str) -> DealChoice:
    return DealChoice(42, winnable=True)


async def proven(game: str, number: int) -> tuple[Move, ...]:
    return (Move("s", "w"),)


@pytest.fixture
def preferences(database: Database) -> PreferenceService:
    return PreferenceService(database)


@pytest.fixture
def challenges(games: Games, clock: Clock) -> Challenges:
    return Challenges(games, winnable, clock=clock)


@pytest.fixture
def daily(games: Games, clock: Clock) -> Daily:
    return Daily(games, "a secret of some length", proven, clock=clock)


@pytest.fixture
def privacy(
    games: Games, preferences: PreferenceService, challenges: Challenges, clock: Clock
) -> Privacy:
    return Privacy(games, preferences, challenges, clock=clock)


async def win(games: Games, player: int) -> GameSnapshot:
    """Win the game on a player's table by the line that the solver finds."""
    snapshot = await games.active(player)
    for move in solve(snapshot.game.board).moves:
        snapshot = await games.play(player, move)
    return snapshot


@pytest.fixture
async def lived_in(
    database: Database,
    games: Games,
    preferences: PreferenceService,
    challenges: Challenges,
    daily: Daily,
    clock: Clock,
) -> None:
    """Ann has done all there is to do, and so has her server: no table is empty."""
    await save_daily_deal(database, DailyDeal(daily.today(), "saratoga", 42, 1, par=112), clock())
    await daily.play(ANN, HERE)
    await win(games, ANN)
    over = await challenges.create(EVE, ANN, "saratoga", place=HERE)
    await challenges.accept(ANN, over.id)
    await challenges.leave(EVE, over.id)
    running = await challenges.create(ANN, BOB, "saratoga", place=HERE)
    await challenges.accept(BOB, running.id)
    await challenges.create(ANN, EVE, "cassim")
    snapshot = await games.start(ANN, "phoenix", 7, HERE)
    await games.play(ANN, snapshot.game.legal_moves()[0])
    await games.undo(ANN)
    await games.count_hint(snapshot.game_id)
    await preferences.save(ANN, theme="dark", language="de")
    await set_visibility(database, GUILD, ANN, visible=True)
    await preferences.save_guild(GUILD, daily_channel="5")
    await save_winnable_deal(database, "golf", 1, clock())
    clock.pass_by(hours=12)
    for post in await daily.due_posts():
        await daily.claim(post)


def told(content: bytes) -> dict[str, object]:
    """A file of a player's data, read by somebody who knows nothing but JSON."""
    read: dict[str, object] = json.loads(content)
    return read


# All tables


@pytest.mark.usefixtures("lived_in")
async def test_every_table_holds_something_of_the_player_or_nothing_of_anybody(
    database: Database,
) -> None:
    """Where this fails a table is new: see that it is read and deleted, and fill it above."""
    assert set(await mentions(database, ANN)) == set(metadata.tables) - NOBODYS
    assert all((await rows_of(database, NOBODYS)).values())


@pytest.mark.usefixtures("lived_in")
async def test_the_file_holds_every_row_of_every_table_that_mentions_the_player(
    database: Database, privacy: Privacy
) -> None:
    tables = told((await privacy.export(ANN)).content)["tables"]
    assert isinstance(tables, dict)
    kept = await mentions(database, ANN)
    assert {name: len(rows) for name, rows in tables.items()} == {
        name: len(rows) for name, rows in kept.items()
    }
    for name, rows in kept.items():
        for row, written in zip(rows, tables[name], strict=True):
            assert list(written) == list(row) == list(metadata.tables[name].columns.keys())
            same = {key for key, value in row.items() if type(value) in (str, bool, type(None))}
            assert {key: written[key] for key in same} == {key: row[key] for key in same}


@pytest.mark.usefixtures("lived_in")
async def test_no_row_of_any_table_mentions_a_player_who_deleted_everything(
    database: Database, privacy: Privacy
) -> None:
    nobodys = await rows_of(database, NOBODYS)
    await privacy.delete(ANN)
    assert await mentions(database, ANN) == {}
    assert await rows_of(database, NOBODYS) == nobodys


@pytest.mark.usefixtures("lived_in")
async def test_what_is_kept_is_counted(privacy: Privacy) -> None:
    assert await privacy.summary_of(ANN) == DataSummary(4, 1, 3, 3)
    await privacy.delete(ANN)
    assert await privacy.summary_of(ANN) == DataSummary(0, 0, 0, 0)


# The file


async def test_the_file_says_what_it_is_and_whose(privacy: Privacy, games: Games) -> None:
    await games.start(ANN, "phoenix", 7, HERE)
    made = await privacy.export(ANN)
    assert made.filename == f"patience-{ANN}.json"
    read = told(made.content)
    assert read.pop("tables")
    assert read == {
        "format": FORMAT,
        "version": VERSION,
        "player_id": str(ANN),
        "made_at": "2026-05-01T12:00:00.000Z",
    }


async def test_the_file_has_times_as_people_read_them_and_ids_that_no_program_rounds(
    privacy: Privacy, games: Games, clock: Clock
) -> None:
    snapshot = await games.start(ANN, "phoenix", 7, HERE)
    clock.pass_by(seconds=2.5)
    await games.play(ANN, "3-1")
    read = told((await privacy.export(ANN)).content)["tables"]
    assert isinstance(read, dict)
    [game], [action] = read["games"], read["actions"]
    assert (game["id"], game["player_id"], game["guild_id"]) == (
        snapshot.game_id,
        str(ANN),
        str(GUILD),
    )
    assert (game["deal_number"], game["state"], game["winnable"]) == (7, "playing", False)
    assert game["created_at"] == "2026-05-01T12:00:00.000Z"
    assert (game["updated_at"], game["played_ms"]) == ("2026-05-01T12:00:02.500Z", 2500)
    assert action == {
        "game_id": snapshot.game_id,
        "version": 1,
        "text": "3-1",
        "at": "2026-05-01T12:00:02.500Z",
    }


async def test_of_who_never_played_the_file_is_empty(privacy: Privacy) -> None:
    read = told((await privacy.export(ANN)).content)["tables"]
    assert isinstance(read, dict)
    assert set(read) == set(metadata.tables) - NOBODYS
    assert not any(read.values())


@pytest.mark.usefixtures("lived_in")
async def test_a_file_too_large_for_discord_is_compressed(
    games: Games, preferences: PreferenceService, challenges: Challenges, clock: Clock
) -> None:
    def limited(largest: int) -> Privacy:
        return Privacy(games, preferences, challenges, clock=clock, largest=largest)

    plain = await limited(1_000_000).export(ANN)
    packed = await limited(len(plain.content) - 1).export(ANN)
    assert packed.filename == f"{plain.filename}.gz"
    assert gzip.decompress(packed.content) == plain.content
    with pytest.raises(TooLarge, match="Ask whoever runs this bot"):
        await limited(len(packed.content) - 100).export(ANN)


# What is remembered


@pytest.mark.usefixtures("lived_in")
async def test_who_deleted_everything_starts_as_new(
    privacy: Privacy, games: Games, preferences: PreferenceService, daily: Daily, database: Database
) -> None:
    table = await games.active(ANN)
    assert (await preferences.get(ANN)).theme == "dark"
    assert (await daily.streak(ANN)).longest == 1
    await privacy.delete(ANN)
    assert await preferences.get(ANN) == Preferences()
    assert await daily.streak(ANN) == Streak()
    assert not await is_visible(database, GUILD, ANN)
    with pytest.raises(NoGame, match="You have no current game"):
        await games.active(ANN)
    anew = await games.start(ANN, "phoenix", 7)
    assert (anew.version, anew.game_id > table.game_id) == (0, True)
    assert [one.game_id for one in await games.unfinished(ANN)] == [anew.game_id]


@pytest.mark.parametrize(
    "press",
    [
        lambda games, snapshot: games.play(ANN, "3-1", expected=snapshot.board_version),
        lambda games, snapshot: games.undo(ANN, expected=snapshot.board_version),
        lambda games, snapshot: games.restart(ANN, expected=snapshot.board_version),
        lambda games, snapshot: games.start(ANN, "phoenix", 8, expected=snapshot.board_version),
        lambda games, snapshot: games.resume(ANN, snapshot.game_id),
        lambda games, snapshot: games.get(snapshot.game_id),
    ],
    ids=["play", "undo", "restart", "new", "resume", "look"],
)
async def test_a_board_of_before_is_answered_with_a_sentence(
    privacy: Privacy, games: Games, press: Callable[[Games, GameSnapshot], Awaitable[GameSnapshot]]
) -> None:
    snapshot = await games.start(ANN, "phoenix", 7)
    await privacy.delete(ANN)
    with pytest.raises(
        NoGame, match=r"There is no such game\. Type /resume to choose one of yours\."
    ):
        await press(games, snapshot)


async def test_a_game_that_another_process_deleted_is_gone_at_the_next_move(
    privacy: Privacy, database: Database, clock: Clock
) -> None:
    remembers = Games(database, clock=clock)
    snapshot = await remembers.start(ANN, "phoenix", 7)
    await privacy.delete(ANN)
    with pytest.raises(NoGame, match="There is no such game"):
        await remembers.play(ANN, "3-1", expected=snapshot.board_version)
    with pytest.raises(NoGame, match="You have no current game"):
        await remembers.active(ANN)


# At the same time


@pytest.mark.parametrize("turn", range(4))
async def test_a_move_played_while_everything_is_deleted_leaves_nothing_behind(
    privacy: Privacy, games: Games, database: Database, turn: int
) -> None:
    snapshot = await games.start(ANN, "phoenix", 7)
    works = [games.play(ANN, "3-1"), games.undo(ANN), games.active(ANN)]
    done = await asyncio.gather(
        *works[:turn], privacy.delete(ANN), *works[turn:], return_exceptions=True
    )
    failures = [one for one in done if isinstance(one, BaseException)]
    assert all(isinstance(one, ServiceError) for one in failures)
    assert done[turn] is None
    assert await mentions(database, ANN) == {}
    with pytest.raises(NoGame):
        await games.play(ANN, "3-1", expected=snapshot.board_version)


# Races


async def test_who_deletes_everything_has_left_their_races(
    privacy: Privacy, challenges: Challenges
) -> None:
    asked = await challenges.create(ANN, BOB, "saratoga", place=HERE)
    await challenges.accept(BOB, asked.id)
    await privacy.delete(ANN)
    ended = await challenges.get(asked.id)
    assert (ended.state, ended.ending) == (ChallengeState.FINISHED, Ending.FORFEIT)
    assert (ended.winner_id, ended.challenger_id) == (BOB, DELETED_PLAYER)
    assert await challenges.unannounced() == (ended,)
    assert [mark.moves for mark in await challenges.progress(ended)] == [0, 0]
    with pytest.raises(NoChallenge, match="This race is over"):
        await challenges.leave(BOB, asked.id)


async def test_a_race_whose_time_was_up_ends_as_it_stood(
    privacy: Privacy, challenges: Challenges, games: Games, clock: Clock
) -> None:
    asked = await challenges.create(ANN, BOB, "saratoga")
    await challenges.accept(BOB, asked.id)
    await challenges.board(ANN, asked.id)
    await games.play(ANN, "s")
    clock.pass_by(hours=24, seconds=1)
    await privacy.delete(ANN)
    ended = await challenges.get(asked.id)
    assert (ended.ending, ended.winner_id) == (Ending.NO_MOVES, DELETED_PLAYER)


async def test_a_challenge_by_who_is_gone_is_answered_with_a_sentence(
    privacy: Privacy, challenges: Challenges
) -> None:
    asked = await challenges.create(ANN, BOB, "saratoga")
    await privacy.delete(ANN)
    with pytest.raises(NoChallenge, match="challenge no longer exists"):
        await challenges.accept(BOB, asked.id)
    assert await challenges.open_for(BOB) == ()


async def test_the_other_plays_the_race_they_won_to_its_end(
    privacy: Privacy, challenges: Challenges, games: Games
) -> None:
    asked = await challenges.create(ANN, BOB, "saratoga", time_limit=timedelta(hours=1))
    race = await challenges.accept(BOB, asked.id)
    await privacy.delete(ANN)
    assert (await win(games, BOB)).game_id == race.snapshot.game_id
    assert (await challenges.get(asked.id)).ending is Ending.FORFEIT
