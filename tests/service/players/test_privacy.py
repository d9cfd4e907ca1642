"""Players' stored data: all of it exported, all of it deleted."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest

from bot.fleet.shard_locks import save_owner
from bot.models.contest_deals import Terms
from bot.models.contests import DELETED_PLAYER, Race, TournamentKind
from bot.models.daily import DailyDeal, Slot, day_subject
from bot.models.due import Shown, board_subject
from bot.models.places import Place
from bot.models.play import GameSnapshot
from bot.models.players import DataSummary
from bot.models.shards import ShardPlan
from bot.service.contests.contests import NoRace
from bot.service.contests.races import Races
from bot.service.contests.ratings import Ratings
from bot.service.contests.tournaments import Tournaments
from bot.service.daily.daily import Daily
from bot.service.daily.streaks import Streak
from bot.service.errors import NoGame, ServiceError
from bot.service.guilds import Guilds
from bot.service.play.games import Games
from bot.service.players.exports import FORMAT, VERSION, Export, TooLarge
from bot.service.players.names import Names
from bot.service.players.privacy import Privacy
from bot.service.players.reminders import Reminders
from bot.service.players.statistics import Statistics
from bot.service.preferences import Preferences, PreferenceService
from bot.service.solver.winnable import DealChoice
from bot.store.daily.daily import save_daily_deal
from bot.store.database.columns import metadata
from bot.store.database.connection import Database
from bot.store.due.boards import replace_board
from bot.store.due.posts import save_post
from bot.store.fleet.claims import claim
from bot.store.fleet.installation import Installation, SessionStartLog
from bot.store.play.game_logs import LOGS
from bot.store.players.privacy import read_player
from bot.store.preferences import is_visible, set_visibility
from bot.store.solver.deals import StoredSolution, save_solution, save_winnable_deal
from engine import LAST_DEAL, Move
from tests.service.conftest import Clock
from tests.service.contests.racing import all_leave, winning_line
from tests.service.daily.proofs import win
from tests.store.players.player_rows import EXPORTED, NOBODYS, fill_other_tables, mentions, rows_of

ANN, BOB, EVE = 81384788765712384, 2**63 - 1, 175928847299117063
GUILD = 613425648685547541
HERE = Place(845621332417839104, GUILD)


async def winnable(rules_id: str) -> DealChoice:
    return DealChoice(42, winnable=True)


async def proven(rules_id: str, deal_number: int) -> tuple[Move, ...]:
    return (Move("s", "w"),)


@pytest.fixture
def preferences(database: Database) -> PreferenceService:
    return PreferenceService(database)


@pytest.fixture
def tournaments(games: Games, clock: Clock) -> Tournaments:
    return Tournaments(games, winnable, clock=clock)


@pytest.fixture
def daily(games: Games, clock: Clock) -> Daily:
    return Daily(games, "a secret of some length", proven, clock=clock)


@pytest.fixture
def reminders(database: Database, clock: Clock) -> Reminders:
    return Reminders(database, clock=clock)


@pytest.fixture
def privacy(
    games: Games,
    preferences: PreferenceService,
    races: Races,
    clock: Clock,
) -> Privacy:
    return Privacy(games, preferences, races, Names(games), clock=clock)


@pytest.fixture
async def all_tables_filled(
    database: Database,
    games: Games,
    preferences: PreferenceService,
    races: Races,
    daily: Daily,
    tournaments: Tournaments,
    reminders: Reminders,
    clock: Clock,
) -> None:
    """Ann and her server have used every feature, so that no table is empty."""
    await save_daily_deal(database, DailyDeal(daily.today(), "saratoga", 42, 1, par=112), clock())
    await daily.play(ANN, HERE)
    await win(games, ANN)
    over = await races.challenge(EVE, ANN, "saratoga", place=HERE)
    await races.accept(ANN, over.id)
    await races.leave(EVE, over.id)
    await Ratings(database, clock=clock).rate_finished()
    await Statistics(database).profile(ANN, daily.today())
    running = await races.challenge(ANN, BOB, "saratoga", place=HERE)
    await races.accept(BOB, running.id)
    await races.challenge(ANN, EVE, "cassim")
    table = await races.open(ANN, "saratoga", HERE, Terms(timedelta(days=2)))
    await races.ready(BOB, table.id)
    await races.start(ANN, table.id)
    snapshot = await games.start(ANN, "phoenix", 7, HERE)
    await games.play(ANN, snapshot.game.legal_moves()[0])
    await games.undo(ANN)
    await games.count_hint(snapshot.game_id)
    await replace_board(database, Shown(board_subject(snapshot.game_id), HERE, 8, "", clock()))
    await save_solution(database, snapshot.game_id, StoredSolution(0, "s"))
    await reminders.set_daily(ANN, 18, "Europe/Berlin", "de")
    await preferences.save(ANN, theme="dark", language="de")
    names = Names(games)
    names.see(ANN, "Ann")
    await names.save(ANN)
    await set_visibility(database, GUILD, ANN, visible=True)
    await preferences.save_guild(GUILD, daily_channel="5")
    await save_winnable_deal(database, "golf", 1, clock())
    await tournaments.start(HERE, TournamentKind.GAMES, ["klondike"])
    await tournaments.play(ANN, "klondike", HERE)
    clock.advance(hours=13)
    await claim(database, "a deal", clock.now, clock.now + timedelta(hours=1))
    subject = day_subject(GUILD, clock().date())
    await save_post(database, Shown(subject, Place(5, GUILD), 9, "", clock.now))
    guilds = Guilds(database, preferences, clock=clock)
    guilds.see(GUILD + 1, "de")
    await guilds.save()
    await guilds.keep_up((), ShardPlan((0,), 1))
    await Installation(database).note_registered("a digest")
    await SessionStartLog(database, lambda: 1).save(shard=0, bucket=0)
    await save_owner(database, 1, (0,), 1, "a process")
    await fill_other_tables(database, ANN)


def parse(export: Export) -> dict[str, Any]:
    """The content of an export, as any JSON reader sees it, but with a row for each action."""
    parsed: dict[str, Any] = json.loads(export.content)
    tables = parsed["tables"]
    tables["actions"] = [
        {"game_id": game["game_id"], "version": version, "text": text, "at": at}
        for game in tables["actions"]
        for version, (text, at) in enumerate(game["actions"], 1)
    ]
    return parsed


# Every table


@pytest.mark.usefixtures("all_tables_filled")
async def test_every_table_mentions_the_player_or_holds_no_player_data(
    database: Database,
) -> None:
    assert set(await mentions(database, ANN)) == EXPORTED
    assert all((await rows_of(database, NOBODYS)).values())


def columns_of(table: str) -> list[str]:
    """The columns of an exported table; the actions are those of logs."""
    if table == "actions":
        return ["game_id", "version", "text", "at"]
    return [one.name for one in metadata.tables[table].c if one.name not in LOGS]


@pytest.mark.usefixtures("all_tables_filled")
async def test_an_export_holds_every_row_that_mentions_the_player(
    database: Database, privacy: Privacy
) -> None:
    tables = parse(await privacy.export(ANN))["tables"]
    assert isinstance(tables, dict)
    stored = await mentions(database, ANN)
    assert {name: len(rows) for name, rows in tables.items()} == {
        name: len(rows) for name, rows in stored.items()
    }
    for name, rows in stored.items():
        for row, written in zip(rows, tables[name], strict=True):
            assert list(written) == list(row) == columns_of(name)
            same = {key for key, value in row.items() if type(value) in (str, bool, type(None))}
            assert {key: written[key] for key in same} == {key: row[key] for key in same}


@pytest.mark.slow
@pytest.mark.usefixtures("all_tables_filled")
async def test_no_row_mentions_a_deleted_player(database: Database, privacy: Privacy) -> None:
    # The player leaves races, which end or are gone without them.
    untouched = NOBODYS - {"contests", "contest_deals"}
    before = await rows_of(database, untouched)
    await privacy.delete(ANN)
    assert await mentions(database, ANN) == {}
    assert await rows_of(database, untouched) == before


async def test_the_summary_counts_the_games_of_one_player(games: Games, privacy: Privacy) -> None:
    await games.start(ANN, "saratoga", 42)
    await games.give_up(ANN)
    await games.start(ANN, "saratoga", 43)
    assert await privacy.summarize(ANN) == DataSummary(2, 1, 0, 0)
    assert await privacy.summarize(BOB) == DataSummary(0, 0, 0, 0)


@pytest.mark.slow
@pytest.mark.usefixtures("all_tables_filled")
async def test_the_summary_counts_what_is_stored(privacy: Privacy) -> None:
    assert await privacy.summarize(ANN) == DataSummary(4, 1, 3, 4)
    await privacy.delete(ANN)
    assert await privacy.summarize(ANN) == DataSummary(0, 0, 0, 0)


# The export


async def test_an_export_names_its_format_and_player(privacy: Privacy, games: Games) -> None:
    await games.start(ANN, "phoenix", 7, HERE)
    export = await privacy.export(ANN)
    assert export.filename == f"patience-{ANN}.json"
    read = parse(export)
    assert read.pop("tables")
    assert read == {
        "format": FORMAT,
        "version": VERSION,
        "player_id": str(ANN),
        "made_at": "2026-05-01T12:00:00.000Z",
    }


async def test_an_export_has_iso_times_and_ids_as_text(
    privacy: Privacy, games: Games, clock: Clock
) -> None:
    snapshot = await games.start(ANN, "phoenix", 7, HERE)
    clock.advance(seconds=2.5)
    await games.play(ANN, "3-1")
    read = parse(await privacy.export(ANN))["tables"]
    assert isinstance(read, dict)
    [game], [action] = read["games"], read["actions"]
    assert (game["id"], game["player_id"], game["guild_id"]) == (
        snapshot.game_id,
        str(ANN),
        str(GUILD),
    )
    assert (game["deal_number"], game["state"], game["winnable"]) == ("7", "playing", False)
    assert game["created_at"] == "2026-05-01T12:00:00.000Z"
    assert (game["updated_at"], game["played_ms"]) == ("2026-05-01T12:00:02.500Z", 2500)
    assert action == {
        "game_id": snapshot.game_id,
        "version": 1,
        "text": "3-1",
        "at": "2026-05-01T12:00:02.500Z",
    }


@pytest.mark.parametrize("slot", [Slot.HEADLINE, Slot.CURIOUS])
async def test_an_export_hides_what_leads_to_the_cards_of_a_day_until_it_is_over(
    database: Database, privacy: Privacy, games: Games, daily: Daily, clock: Clock, slot: Slot
) -> None:
    deal = DailyDeal(daily.today(), "saratoga", LAST_DEAL, 1, par=112, slot=slot)
    await save_daily_deal(database, deal, clock())
    await daily.play(ANN, HERE, slot=slot)
    await games.play(ANN, "s")
    await games.give_up(ANN)
    hidden = "hidden until 2026-05-02, 01:00 UTC"
    export = await privacy.export(ANN)
    assert secrets_of(export) == {"games": hidden, "results": hidden, "actions": [hidden] * 2}
    assert str(LAST_DEAL) not in export.content.decode()
    clock.advance(hours=13)
    assert secrets_of(await privacy.export(ANN)) == {
        "games": str(LAST_DEAL),
        "results": str(LAST_DEAL),
        "actions": ["s", "give up"],
    }


async def test_an_export_hides_what_leads_to_the_cards_of_a_race_until_it_is_over(
    privacy: Privacy, games: Games, races: Races
) -> None:
    sent = await races.challenge(ANN, BOB, "saratoga", place=HERE)
    await races.accept(BOB, sent.id)
    await games.play(BOB, "s")
    tables = parse(await privacy.export(BOB))["tables"]
    assert isinstance(tables, dict)
    hidden = "hidden until the race is over"
    assert tables["games"][0]["deal_number"] == tables["actions"][0]["text"] == hidden
    await races.leave(ANN, sent.id)
    tables = parse(await privacy.export(BOB))["tables"]
    assert isinstance(tables, dict)
    assert (tables["games"][0]["deal_number"], tables["actions"][0]["text"]) == ("42", "s")


async def test_an_export_hides_what_leads_to_the_cards_of_a_tournament_until_it_is_over(
    privacy: Privacy, games: Games, tournaments: Tournaments, clock: Clock
) -> None:
    await tournaments.start(HERE, TournamentKind.GAMES, ["saratoga"])
    await tournaments.play(ANN, "saratoga", HERE)
    await games.play(ANN, "s")
    await games.give_up(ANN)
    hidden = "hidden until the tournament is over"
    assert secrets_of(await privacy.export(ANN)) == {
        "games": hidden,
        "results": hidden,
        "actions": [hidden] * 2,
    }
    clock.advance(days=7, minutes=1)
    assert (await tournaments.latest(GUILD)).is_over
    assert secrets_of(await privacy.export(ANN)) == {
        "games": "42",
        "results": "42",
        "actions": ["s", "give up"],
    }


async def test_an_export_hides_the_cards_of_a_race_for_many_until_it_is_over_for_all(
    privacy: Privacy, games: Games, races: Races, race: Race
) -> None:
    await win(games, BOB)
    hidden = "hidden until the race is over"
    secrets = secrets_of(await privacy.export(BOB))
    assert (secrets["games"], secrets["results"]) == (hidden, hidden)
    assert secrets["actions"] == [hidden] * len(winning_line())
    await all_leave(races, race)
    assert secrets_of(await privacy.export(BOB))["games"] == "42"


async def test_no_export_has_a_deal_that_is_not_over_or_its_moves(
    database: Database,
    privacy: Privacy,
    games: Games,
    daily: Daily,
    races: Races,
    tournaments: Tournaments,
    race: Race,
    clock: Clock,
) -> None:
    """With either, a second account would have an easy game."""
    numbers = {slot: LAST_DEAL - n for n, slot in enumerate(Slot, 1)}
    for slot, number in numbers.items():
        deal = DailyDeal(daily.today(), "saratoga", number, 1, par=112, slot=slot)
        await save_daily_deal(database, deal, clock())
        await daily.play(BOB, HERE, slot=slot)
        await games.play(BOB, "s")
        await games.give_up(BOB)
    sent = await races.challenge(ANN, BOB, "saratoga", place=HERE)
    await races.challenge(BOB, EVE, "saratoga", place=HERE)
    await races.accept(BOB, sent.id)
    await games.play(BOB, "s")
    await tournaments.start(HERE, TournamentKind.GAMES, ["saratoga"])
    await tournaments.play(BOB, "saratoga", HERE)
    await games.play(BOB, "s")
    text = (await privacy.export(BOB)).content.decode()
    secret = [f'"{number}"' for number in (*numbers.values(), 42)]
    assert not [one for one in (*secret, '"s"', '"give up"') if one in text]
    assert text.count('"deal_number":"hidden until') == 2 * len(Slot) + 3


async def test_an_export_of_many_pages_is_the_same(
    privacy: Privacy, games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(1, 6):
        await games.start(ANN, "phoenix", number, HERE)
        await games.play(ANN, (await games.active(ANN)).game.legal_moves()[0])
    whole = await privacy.export(ANN)
    monkeypatch.setattr("bot.store.players.privacy._PAGE", 2)
    assert await privacy.export(ANN) == whole
    tables = parse(whole)["tables"]
    assert isinstance(tables, dict)
    assert [row["deal_number"] for row in tables["games"]] == ["1", "2", "3", "4", "5"]
    assert len(tables["actions"]) >= 5


async def test_games_go_on_while_a_players_data_are_read(
    database: Database, games: Games, clock: Clock
) -> None:
    await games.start(ANN, "phoenix", 7, HERE)
    async with read_player(database, ANN, clock()) as stored:
        await games.play(ANN, "3-1")
        tables = {table: len([*rows]) async for table, rows in stored.pages()}
    assert (tables["games"], tables["actions"]) == (1, 0)


async def test_a_player_is_given_one_export_at_a_time(privacy: Privacy, games: Games) -> None:
    await games.start(ANN, "phoenix", 7, HERE)
    first, second, others = await asyncio.gather(
        *(privacy.export(player) for player in (ANN, ANN, BOB)), return_exceptions=True
    )
    assert isinstance(first, Export)
    assert isinstance(second, ServiceError)
    assert "collected already" in str(second)
    assert isinstance(others, Export)


def secrets_of(export: Export) -> dict[str, object]:
    """The deal numbers of the only game and its result, and the texts of its actions."""
    tables = parse(export)["tables"]
    assert isinstance(tables, dict)
    [game], [result] = tables["games"], tables["results"]
    texts = [action["text"] for action in tables["actions"]]
    return {"games": game["deal_number"], "results": result["deal_number"], "actions": texts}


async def test_the_export_of_a_new_player_is_empty(privacy: Privacy) -> None:
    read = parse(await privacy.export(ANN))["tables"]
    assert isinstance(read, dict)
    assert set(read) == EXPORTED
    assert not any(read.values())


@pytest.mark.usefixtures("all_tables_filled")
async def test_an_export_too_large_for_discord_is_compressed(
    games: Games,
    preferences: PreferenceService,
    races: Races,
    clock: Clock,
) -> None:
    def limited(max_size: int) -> Privacy:
        return Privacy(games, preferences, races, Names(games), clock=clock, max_size=max_size)

    plain = await limited(1_000_000).export(ANN)
    compressed = await limited(len(plain.content) - 1).export(ANN)
    assert compressed.filename == f"{plain.filename}.gz"
    assert gzip.decompress(compressed.content) == plain.content
    with pytest.raises(TooLarge, match="Ask whoever runs this bot"):
        await limited(len(compressed.content) - 100).export(ANN)


# Caches


@pytest.mark.usefixtures("all_tables_filled")
async def test_a_deleted_player_starts_afresh(
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
async def test_an_action_on_a_deleted_game_is_refused(
    privacy: Privacy, games: Games, press: Callable[[Games, GameSnapshot], Awaitable[GameSnapshot]]
) -> None:
    snapshot = await games.start(ANN, "phoenix", 7)
    await privacy.delete(ANN)
    with pytest.raises(
        NoGame, match=r"There is no such game\. Type /resume to choose one of yours\."
    ):
        await press(games, snapshot)


async def test_a_game_deleted_by_another_process_is_gone_at_the_next_move(
    privacy: Privacy, database: Database, clock: Clock
) -> None:
    cached_games = Games(database, clock=clock)
    snapshot = await cached_games.start(ANN, "phoenix", 7)
    await privacy.delete(ANN)
    with pytest.raises(NoGame, match="There is no such game"):
        await cached_games.play(ANN, "3-1", expected=snapshot.board_version)
    with pytest.raises(NoGame, match="You have no current game"):
        await cached_games.active(ANN)


# Concurrency


@pytest.mark.parametrize("turn", range(4))
async def test_actions_during_a_deletion_leave_nothing_behind(
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


async def test_deletion_forfeits_running_races(
    privacy: Privacy, races: Races, games: Games
) -> None:
    challenge = await races.challenge(ANN, BOB, "saratoga", place=HERE)
    accepted = await races.accept(BOB, challenge.id)
    await privacy.delete(ANN)
    ended = await races.get(challenge.id)
    assert [(racer.player_id, racer.place) for racer in ended.racers] == [
        (DELETED_PLAYER, None),
        (BOB, 1),
    ]
    assert [one.moves for one in await races.progress(ended)] == [0, 0]
    with pytest.raises(NoRace, match="This race is over"):
        await races.leave(BOB, challenge.id)
    assert (await win(games, BOB)).game_id == accepted.snapshot.game_id


async def test_deletion_does_not_forfeit_a_race_past_its_deadline(
    privacy: Privacy, races: Races, games: Games, clock: Clock
) -> None:
    challenge = await races.challenge(ANN, BOB, "saratoga")
    await races.accept(BOB, challenge.id)
    await races.board(ANN, challenge.id)
    await games.play(ANN, "s")
    clock.advance(hours=24, seconds=1)
    await privacy.delete(ANN)
    ended = await races.get(challenge.id)
    assert [(racer.player_id, racer.place) for racer in ended.racers] == [
        (DELETED_PLAYER, None),
        (BOB, None),
    ]


async def test_a_challenge_of_a_deleted_player_cannot_be_accepted(
    privacy: Privacy, races: Races
) -> None:
    challenge = await races.challenge(ANN, BOB, "saratoga")
    await privacy.delete(ANN)
    with pytest.raises(NoRace, match="challenge no longer exists"):
        await races.accept(BOB, challenge.id)
    assert await races.open_for(BOB) == ()
