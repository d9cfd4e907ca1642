"""Snapshots: what this process remembers of games."""

from __future__ import annotations

from bot.service.play.games import Games
from bot.service.play.snapshots import Snapshots
from bot.store.database.connection import Database
from tests.service.conftest import Clock

ANN = 81384788765712384


async def test_a_read_from_before_an_action_does_not_hide_the_action(
    database: Database, clock: Clock, games: Games
) -> None:
    dealt = await games.start(ANN, "saratoga", 42)
    snapshots = Snapshots(database, clock)
    read_early = await snapshots.stored(dealt.game_id)
    await games.play(ANN, "s")
    newest = await snapshots.activated(await snapshots.stored(dealt.game_id))
    await snapshots.load(read_early)
    assert newest.version == 1
    assert snapshots.remembered(ANN, newest.board_version) == newest
    assert snapshots.remembered(ANN, dealt.board_version) is None


async def test_a_later_read_replaces_an_earlier_one(
    database: Database, clock: Clock, games: Games
) -> None:
    dealt = await games.start(ANN, "saratoga", 42)
    snapshots = Snapshots(database, clock)
    await snapshots.activated(await snapshots.stored(dealt.game_id))
    played = await games.play(ANN, "s")
    await snapshots.load(await snapshots.stored(dealt.game_id))
    assert snapshots.remembered(ANN, played.board_version) is not None


async def test_help_that_another_process_gave_is_counted_at_the_next_look(
    database: Database, clock: Clock, games: Games
) -> None:
    dealt = await games.start(ANN, "saratoga", 42)
    snapshots = Snapshots(database, clock)
    await snapshots.activated(await snapshots.stored(dealt.game_id))
    await games.count_hint(dealt.game_id)
    await games.count_odds(dealt.game_id)
    looked = await snapshots.load(await snapshots.stored(dealt.game_id))
    assert (looked.version, looked.hints, looked.odds) == (0, 1, 1)
