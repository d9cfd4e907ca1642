"""Games and their logs."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from bot.models.places import Place
from bot.models.play import Deal, Experience, GameState, Step, StoredGame
from bot.store.database.connection import Database
from bot.store.database.errors import Conflict, GameFinished, NoSuchGame, StoreUnavailable
from bot.store.play.game_logs import load_log
from bot.store.play.games import (
    activate_game,
    active_game,
    append_steps,
    count_hint,
    create_game,
    load_game,
    recent_games,
    unfinished_games,
)
from tests.store.finished_games import deal_of_day

ANN, BOB = 81384788765712384, 2**63 - 1
NOON = datetime(2026, 5, 1, 12, 0, 0, 123000, tzinfo=UTC)


def deal(player: int = ANN, number: int = 42, at: datetime = NOON) -> Deal:
    return Deal(player, "saratoga", number, at)


def step(
    game: StoredGame,
    version: int = 0,
    text: str = "s",
    outcome: GameState = GameState.PLAYING,
    at: datetime = NOON,
) -> Step:
    return Step(
        game.id, version, text, at, outcome, version + 1, timedelta(seconds=version + 1), since=NOON
    )


async def test_a_new_game_is_stored_as_dealt(database: Database) -> None:
    place = Place(channel_id=7, guild_id=2**63 - 2)
    created = await create_game(database, Deal(ANN, "cassim", 2**63 - 1, NOON, place))
    assert created == StoredGame(
        id=created.id,
        player_id=ANN,
        rules_id="cassim",
        deal_number=2**63 - 1,
        place=place,
        version=0,
        state=GameState.PLAYING,
        moves=0,
        played=timedelta(),
        created_at=NOON,
        updated_at=NOON,
        finished_at=None,
        experience=Experience.NONE,
        log="",
    )
    assert await load_game(database, created.id) == created


async def test_a_new_game_tells_what_its_player_had_played_before(database: Database) -> None:
    async def experience(rules_id: str) -> Experience:
        return (await create_game(database, Deal(ANN, rules_id, 1, NOON))).experience

    theirs = await create_game(database, Deal(BOB, "cassim", 1, NOON))
    await append_steps(database, step(theirs))
    first = await create_game(database, Deal(ANN, "cassim", 1, NOON))
    assert first.experience is Experience.NONE
    assert await experience("cassim") is Experience.NONE
    await append_steps(database, step(first))
    assert await experience("phoenix") is Experience.OTHER_GAMES
    assert await experience("cassim") is Experience.SAME_GAME
    assert (await load_game(database, first.id)).experience is Experience.NONE


async def test_times_are_stored_in_utc_to_the_millisecond(database: Database) -> None:
    eastward = timezone(timedelta(hours=9))
    created = await create_game(
        database,
        deal(at=datetime(2026, 5, 1, 21, 0, 0, 123999, tzinfo=eastward)),
    )
    assert created.created_at == NOON
    assert created.created_at.tzinfo is UTC


async def test_a_game_in_a_direct_message_has_a_channel_and_no_guild(database: Database) -> None:
    created = await create_game(database, Deal(ANN, "cassim", 1, NOON, Place(channel_id=7)))
    assert (await load_game(database, created.id)).place == Place(channel_id=7, guild_id=None)


async def test_a_new_game_is_its_players_active_game(database: Database) -> None:
    created = await create_game(database, deal())
    assert await active_game(database, ANN) == created
    assert await active_game(database, BOB) is None


async def test_a_second_game_becomes_active_and_the_first_stays(database: Database) -> None:
    first = await create_game(database, deal(number=1))
    second = await create_game(database, deal(number=2))
    assert await active_game(database, ANN) == second
    assert await load_game(database, first.id) == first


async def test_each_player_has_their_own_active_game(database: Database) -> None:
    anns = await create_game(database, deal(ANN))
    bobs = await create_game(database, deal(BOB))
    assert await active_game(database, ANN) == anns
    assert await active_game(database, BOB) == bobs


async def test_an_earlier_game_can_be_activated_again(database: Database) -> None:
    first = await create_game(database, deal(number=1))
    await create_game(database, deal(number=2))
    assert await activate_game(database, ANN, first.id) == first
    assert await active_game(database, ANN) == first


async def test_another_players_game_cannot_be_activated(database: Database) -> None:
    anns = await create_game(database, deal(ANN))
    bobs = await create_game(database, deal(BOB))
    with pytest.raises(NoSuchGame):
        await activate_game(database, BOB, anns.id)
    assert await active_game(database, BOB) == bobs


async def test_a_missing_game_is_named_in_the_error(database: Database) -> None:
    with pytest.raises(NoSuchGame, match="no game 12345"):
        await load_game(database, 12345)
    with pytest.raises(NoSuchGame, match="no game 12345"):
        await activate_game(database, ANN, 12345)


async def test_an_appended_action_updates_the_game(database: Database) -> None:
    game = await create_game(database, deal())
    later = NOON + timedelta(seconds=1)
    await append_steps(
        database,
        Step(
            game.id, 0, "3-5*2", later, GameState.STUCK, 1, timedelta(milliseconds=999), since=NOON
        ),
    )
    now = await load_game(database, game.id)
    assert (now.version, now.moves, now.state) == (1, 1, GameState.STUCK)
    assert (now.played, now.updated_at) == (timedelta(milliseconds=999), later)
    assert now.finished_at is None
    [action] = await load_log(database, game.id, 1)
    assert (action.version, action.text, action.at) == (1, "3-5*2", later)


async def test_the_log_is_in_order_and_ends_at_the_requested_version(
    database: Database,
) -> None:
    game = await create_game(database, deal())
    texts = ["s", "3-5*2", "undo", "redo", "w-f1"]
    for version, text in enumerate(texts):
        await append_steps(database, step(game, version, text))
    assert [action.text for action in await load_log(database, game.id, 5)] == texts
    assert [action.version for action in await load_log(database, game.id, 3)] == [1, 2, 3]
    assert await load_log(database, game.id, 0) == ()


async def test_an_action_on_an_old_version_conflicts_and_writes_nothing(
    database: Database,
) -> None:
    game = await create_game(database, deal())
    await append_steps(database, step(game, 0, "s"))
    with pytest.raises(Conflict, match="version 1, not 0"):
        await append_steps(database, step(game, 0, "3-5"))
    assert [action.text for action in await load_log(database, game.id, 9)] == ["s"]
    assert (await load_game(database, game.id)).version == 1


async def test_an_action_on_a_future_version_conflicts(database: Database) -> None:
    game = await create_game(database, deal())
    with pytest.raises(Conflict):
        await append_steps(database, step(game, 1))
    assert await load_log(database, game.id, 9) == ()


async def test_of_simultaneous_actions_on_one_version_exactly_one_is_taken(
    database: Database,
) -> None:
    game = await create_game(database, deal())
    results = await asyncio.gather(
        *(append_steps(database, step(game, 0, f"{n}-f1")) for n in range(1, 8)),
        return_exceptions=True,
    )
    assert sum(result is None for result in results) == 1
    assert sum(isinstance(result, Conflict) for result in results) == 6
    assert len(await load_log(database, game.id, 9)) == 1


@pytest.mark.parametrize("outcome", [GameState.WON, GameState.GIVEN_UP])
async def test_a_finished_game_takes_no_more_actions(
    database: Database, outcome: GameState
) -> None:
    game = await create_game(database, deal())
    await append_steps(database, step(game, 0, "w-f1", outcome))
    with pytest.raises(GameFinished, match=outcome.value):
        await append_steps(database, step(game, 1))
    finished = await load_game(database, game.id)
    assert (finished.version, finished.state, finished.finished_at) == (1, outcome, NOON)


async def test_a_stuck_game_goes_on_with_undo(database: Database) -> None:
    game = await create_game(database, deal())
    await append_steps(database, step(game, 0, "s", GameState.STUCK))
    await append_steps(database, step(game, 1, "undo", GameState.PLAYING))
    assert (await load_game(database, game.id)).state is GameState.PLAYING


async def test_an_action_on_a_missing_game_is_refused(database: Database) -> None:
    game = await create_game(database, deal())
    with pytest.raises(NoSuchGame):
        await append_steps(
            database, Step(game.id + 1, 0, "s", NOON, GameState.PLAYING, 1, timedelta(), since=NOON)
        )


async def test_a_replacement_game_closes_the_old_one_in_the_same_transaction(
    database: Database,
) -> None:
    old = await create_game(database, deal())
    await append_steps(database, step(old, 0))
    new = await create_game(database, deal(), closing=step(old, 1, "give up", GameState.GIVEN_UP))
    assert (await load_game(database, old.id)).state is GameState.GIVEN_UP
    assert await active_game(database, ANN) == new


async def test_no_game_is_created_if_the_old_one_cannot_be_closed(database: Database) -> None:
    old = await create_game(database, deal())
    await append_steps(database, step(old, 0))
    with pytest.raises(Conflict):
        await create_game(database, deal(), closing=step(old, 0, "give up", GameState.GIVEN_UP))
    assert [game.id for game in await unfinished_games(database, ANN)] == [old.id]
    assert await active_game(database, ANN) == await load_game(database, old.id)


async def test_unfinished_games_are_listed_most_recently_played_first(
    database: Database,
) -> None:
    hours = [NOON + timedelta(hours=n) for n in range(4)]
    first = await create_game(database, deal(number=1, at=hours[0]))
    second = await create_game(database, deal(number=2, at=hours[1]))
    won = await create_game(database, deal(number=3, at=hours[2]))
    await create_game(database, deal(BOB, number=4, at=hours[2]))
    await append_steps(database, step(won, 0, "w-f1", GameState.WON, hours[2]))
    await append_steps(database, step(first, at=hours[0]))
    await append_steps(database, step(second, at=hours[1]))
    assert [game.deal_number for game in await unfinished_games(database, ANN)] == [2, 1]
    await append_steps(database, step(first, 1, "s", GameState.STUCK, hours[3]))
    assert [game.deal_number for game in await unfinished_games(database, ANN)] == [1, 2]
    assert [game.id for game in await unfinished_games(database, ANN, limit=1)] == [first.id]
    without_log = replace(await load_game(database, second.id), log=None)
    assert (await unfinished_games(database, ANN))[1] == without_log


async def test_games_put_aside_untouched_are_left_out_unless_of_a_day(
    database: Database,
) -> None:
    await create_game(database, deal(number=1))
    of_day = await deal_of_day(database, NOON.date())
    daily = await create_game(database, replace(deal(number=2), contest_deal_id=of_day))
    active = await create_game(database, deal(number=3))
    assert [game.id for game in await unfinished_games(database, ANN)] == [active.id, daily.id]


async def test_recent_games_are_those_with_actions_most_recently_played_first(
    database: Database,
) -> None:
    untouched, first, second = [await create_game(database, deal(number=n)) for n in (1, 2, 3)]
    for game, hours in ((second, 1), (first, 2)):
        await append_steps(database, step(game, at=NOON + timedelta(hours=hours)))
    assert [game.id for game in await recent_games(database, ANN)] == [first.id, second.id]
    await append_steps(database, step(untouched, at=NOON + timedelta(hours=3)))
    assert [game.id for game in await recent_games(database, ANN, limit=1)] == [untouched.id]


async def test_games_last_played_at_the_same_time_are_listed_newest_first(
    database: Database,
) -> None:
    ids = [(await create_game(database, deal(number=n))).id for n in (1, 2, 3)]
    for game_id in ids:
        await append_steps(database, step(await load_game(database, game_id), at=NOON))
    assert [game.id for game in await unfinished_games(database, ANN)] == ids[::-1]


async def test_hints_are_counted_for_their_game_alone(database: Database) -> None:
    hinted, other = await create_game(database, deal()), await create_game(database, deal())
    for _ in range(2):
        await count_hint(database, hinted.id)
    assert (await load_game(database, hinted.id)).hints == 2
    assert (await load_game(database, other.id)).hints == 0


async def test_at_most_25_unfinished_games_are_listed(database: Database) -> None:
    for n in range(1, 28):
        at = NOON + timedelta(minutes=n)
        game = await create_game(database, deal(number=n, at=at))
        await append_steps(database, step(game, at=at))
    assert [game.deal_number for game in await unfinished_games(database, ANN)] == list(
        range(27, 2, -1)
    )


async def test_an_action_that_is_too_long_changes_nothing(database: Database) -> None:
    game = await create_game(database, deal())
    with pytest.raises(ValueError, match="is no action"):
        await append_steps(database, step(game, 0, "x" * 17))
    assert (await load_game(database, game.id)).version == 0


async def test_a_cancelled_call_leaves_the_database_usable(
    database: Database,
) -> None:
    game = await create_game(database, deal())
    for moment in range(15):
        version = game.version
        call = asyncio.ensure_future(append_steps(database, step(game, version)))
        await asyncio.sleep(moment / 8000)
        call.cancel()
        await asyncio.wait([call])
        game = await load_game(database, game.id)
        assert game.version in (version, version + 1)
        assert len(await load_log(database, game.id, 99)) == game.version
    await append_steps(database, step(game, game.version))


async def test_a_closed_database_refuses_calls(database: Database) -> None:
    game = await create_game(database, deal())
    await database.close()
    with pytest.raises(StoreUnavailable, match="shutting down"):
        await append_steps(database, step(game))


async def test_closing_waits_for_running_calls(database: Database) -> None:
    game = await create_game(database, deal())
    call = asyncio.ensure_future(append_steps(database, step(game)))
    await asyncio.sleep(0)
    await database.close()
    assert call.done()
    assert call.exception() is None
