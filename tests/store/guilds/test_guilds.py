"""Servers that removed the bot: noted, forgiven, and what they left behind dropped."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import engine
from bot.models.contests import RaceState, Tournament, TournamentKind
from bot.models.due import Shown, Subject, board_subject
from bot.models.places import Place
from bot.models.play import Deal
from bot.models.shards import ShardPlan
from bot.models.together import Mode, Vote, Wish
from bot.store.contests.tournaments import create_tournament, end_due_tournaments
from bot.store.daily.messages import day_channel
from bot.store.database.columns import metadata
from bot.store.database.connection import Database
from bot.store.due.boards import replace_board
from bot.store.due.due import finish, take_due, touch
from bot.store.due.posts import save_post
from bot.store.fleet.claims import claim
from bot.store.guilds.guilds import (
    drop_removed_guilds,
    note_removed_guilds,
    save_channel_choice,
    save_locales,
    stored_locale,
    touch_refusal,
)
from bot.store.guilds.schema import removed_guilds
from bot.store.play.games import active_game
from bot.store.preferences import Owner, save_preferences
from bot.store.together.boards import note_action, open_board, save_vote
from tests.store.finished_games import NOON, play_to_the_end
from tests.store.players.player_rows import rows_of
from tests.support.snapshots import snapshot_at

HERE, THERE, PLAYER = 5, 6, 7
ELSEWHERE = 1 << 22
"""A server of the second shard of two; the others are the first one's."""
ALL, FIRST, SECOND = ShardPlan((0,), 1), ShardPlan((0,), 2), ShardPlan((1,), 2)
DAY = timedelta(days=1)
OF_GUILDS = frozenset(
    {
        "channel_choices",
        "claims",
        "due",
        "guild_preferences",
        "guilds",
        "posts",
        "removed_guilds",
        "shared_boards",
        "contest_deals",
        "contests",
    }
)
OF_SHARED_GAMES = frozenset({"shared_players", "shared_votes"})
OF_PLAYERS = frozenset({"games", "results"})


async def use(database: Database, guild: int) -> None:
    """Leave rows of every kind in a server."""
    chosen = {"daily_channel": "1", "language": "de"}
    await save_preferences(database, Owner.GUILD, guild, chosen)
    await save_channel_choice(database, guild, PLAYER)
    await save_locales(database, {guild: "de"})
    new = Tournament(0, Place(1, guild), TournamentKind.GAMES, NOON, NOON + 2 * DAY)
    started = await create_tournament(database, new, [("saratoga", 42)])
    assert started is not None
    deal_id = started.deals[0].id
    game = await play_to_the_end(
        database, PLAYER, guild=guild, deal=42, contest_deal_id=deal_id, moves=1
    )
    await replace_board(database, Shown(board_subject(game), Place(1, guild), game, "", NOON))
    place = Place(guild, guild)
    deal = Deal(0, "phoenix", 7, NOON, place, practice=True)
    board = await open_board(database, place, Mode.VOTE, deal)
    shared_game = await active_game(database, board.owner)
    assert shared_game is not None
    game_id = shared_game.id
    shared = replace(snapshot_at(engine.deal("phoenix", 7).board), game_id=game_id)
    wanted = Vote(PLAYER, Wish.MOVE, "1-2", 0, NOON)
    await note_action(database, board, shared, {PLAYER}, NOON)
    await save_vote(database, board, shared.game_id, wanted, None)
    subject = Subject("day", guild)
    await save_post(database, Shown(subject, Place(1, guild), 9, "", NOON))
    async with database.transaction() as connection:
        await touch(connection, subject, NOON, guild=guild)
    await claim(database, f"day:{NOON.date()}:{guild}", NOON, NOON + DAY)


async def removed(database: Database) -> set[int]:
    rows = await rows_of(database, frozenset({"removed_guilds"}))
    return {row["guild_id"] for row in rows["removed_guilds"]}


async def test_a_servers_locale_is_the_last_that_was_saved(database: Database) -> None:
    await save_locales(database, {HERE: "de", THERE: "fr"})
    await save_locales(database, {HERE: "en-US", THERE: "fr"})
    assert await stored_locale(database, HERE) == "en-US"
    assert await stored_locale(database, THERE) == "fr"
    assert await stored_locale(database, ELSEWHERE) == ""


async def test_whoever_chose_a_servers_channel_last_is_told_of_its_refusal_once(
    database: Database,
) -> None:
    for guild in (HERE, THERE):
        for player in (PLAYER + 1, PLAYER):
            await save_channel_choice(database, guild, player)
    await save_channel_choice(database, THERE, None)
    told = []
    for guild in (HERE, HERE, THERE):
        await touch_refusal(database, guild, 20, NOON)
        for due in await take_due(database, ALL, NOON, NOON + DAY, 10):
            told.append((due.subject.id, due.player))
            await finish(database, due, NOON)
    assert told == [(HERE, PLAYER)]


async def test_a_server_that_the_bot_is_in_no_longer_is_noted_once(database: Database) -> None:
    await use(database, HERE)
    await use(database, THERE)
    await note_removed_guilds(database, {HERE}, ALL, NOON)
    await note_removed_guilds(database, {HERE}, ALL, NOON + DAY)
    [row] = (await rows_of(database, frozenset({"removed_guilds"})))["removed_guilds"]
    assert row == {"guild_id": THERE, "removed_at": NOON}


async def test_a_server_without_data_of_its_own_is_not_noted(database: Database) -> None:
    await play_to_the_end(database, PLAYER, guild=HERE, moves=1)
    await note_removed_guilds(database, (), ALL, NOON)
    assert await removed(database) == set()


async def test_a_server_that_adds_the_bot_again_is_noted_no_longer(database: Database) -> None:
    await use(database, HERE)
    await note_removed_guilds(database, (), ALL, NOON)
    await note_removed_guilds(database, {HERE}, ALL, NOON + DAY)
    await end_due_tournaments(database, NOON + 2 * DAY)
    assert await removed(database) == set()
    assert await drop_removed_guilds(database, ALL, NOON + DAY) == ()


async def test_servers_of_other_processes_are_neither_noted_nor_forgiven(
    database: Database,
) -> None:
    await use(database, HERE)
    await use(database, ELSEWHERE)
    await note_removed_guilds(database, {HERE}, FIRST, NOON)
    assert await removed(database) == set()
    await note_removed_guilds(database, (), SECOND, NOON)
    assert await removed(database) == {ELSEWHERE}
    await note_removed_guilds(database, {HERE}, FIRST, NOON)
    assert await removed(database) == {ELSEWHERE}


async def test_servers_of_other_processes_are_not_dropped(database: Database) -> None:
    await use(database, ELSEWHERE)
    await end_due_tournaments(database, NOON + 2 * DAY)
    await note_removed_guilds(database, (), SECOND, NOON)
    assert await drop_removed_guilds(database, FIRST, NOON) == ()
    assert await drop_removed_guilds(database, SECOND, NOON) == (ELSEWHERE,)


async def test_before_any_shard_is_ready_nobody_is_noted(database: Database) -> None:
    await use(database, HERE)
    await note_removed_guilds(database, (), ShardPlan((), 1), NOON)
    assert await removed(database) == set()


async def test_what_a_server_left_behind_is_dropped_and_nothing_of_its_players(
    database: Database,
) -> None:
    await use(database, THERE)
    kept = await rows_of(database, OF_GUILDS | OF_SHARED_GAMES)
    await use(database, HERE)
    of_players = await rows_of(database, OF_PLAYERS)
    await end_due_tournaments(database, NOON + 2 * DAY)
    kept["contests"][0]["state"] = RaceState.FINISHED
    # Their games stay, as games of no contest.
    for row in (*of_players["games"], *of_players["results"]):
        if row["guild_id"] == HERE:
            row["contest_deal_id"] = None
    await note_removed_guilds(database, {THERE}, ALL, NOON)
    assert await drop_removed_guilds(database, ALL, NOON - DAY) == ()
    assert await drop_removed_guilds(database, ALL, NOON) == (HERE,)
    left = await rows_of(database, OF_GUILDS | OF_SHARED_GAMES)
    # The claim says only what a process is doing, until it runs out.
    assert {**left, "claims": []} == {**kept, "claims": []}
    assert await rows_of(database, OF_PLAYERS) == of_players
    await drop_removed_guilds(database, ALL, NOON + DAY)
    assert (await rows_of(database, frozenset({"claims"})))["claims"] == []


async def test_a_tournament_that_runs_is_waited_for(database: Database) -> None:
    await use(database, HERE)
    await note_removed_guilds(database, (), ALL, NOON)
    assert await drop_removed_guilds(database, ALL, NOON) == ()
    await end_due_tournaments(database, NOON + 2 * DAY)
    assert await drop_removed_guilds(database, ALL, NOON) == (HERE,)


async def test_a_server_that_removed_the_bot_gets_no_posts(database: Database) -> None:
    await use(database, HERE)
    assert await day_channel(database, HERE) == 1
    await note_removed_guilds(database, (), ALL, NOON)
    assert await day_channel(database, HERE) is None
    await note_removed_guilds(database, {HERE}, ALL, NOON)
    assert await day_channel(database, HERE) == 1


def test_every_table_with_a_server_is_dropped_or_kept_for_its_players() -> None:
    with_guild = {name for name, table in metadata.tables.items() if "guild_id" in table.c}
    assert removed_guilds.name in with_guild
    of_players = {"games", "results", "guild_players"}
    assert with_guild - OF_GUILDS == of_players
