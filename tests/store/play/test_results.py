"""Results: exactly one per finished game, saved with its last step."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, timedelta
from typing import Final

import pytest
from sqlalchemy import event, text

from bot.models.daily import Slot
from bot.models.places import Place
from bot.models.play import Deal, GameState, Step, StoredGame
from bot.models.results import Result
from bot.store.database.connection import Database
from bot.store.database.errors import Conflict, GameFinished, StoreUnavailable
from bot.store.play.game_logs import load_log
from bot.store.play.games import append_steps, count_hint, create_game, load_game
from bot.store.play.results import daily_results, days_won, load_daily_result, results_of_day
from tests.store.finished_games import deal_of_day, load_result

ANN, BOB = 81384788765712384, 2**63 - 1
NOON: Final = datetime(2026, 5, 1, 12, 0, 0, 123000, tzinfo=UTC)
LEAP_DAY: Final = date(2028, 2, 29)


async def ended(
    database: Database,
    *texts: str,
    player: int = ANN,
    outcome: GameState = GameState.WON,
    day: date | None = None,
    slot: Slot = Slot.HEADLINE,
    place: Place | None = None,
) -> StoredGame:
    """A game with these actions, ended by the last one."""
    of_day = None if day is None else await deal_of_day(database, day, slot)
    new = Deal(player, "saratoga", 42, NOON, place, winnable=True, contest_deal_id=of_day)
    game = await create_game(database, new)
    for version, action in enumerate(texts):
        await append_steps(
            database,
            Step(
                game_id=game.id,
                version=version,
                text=action,
                at=NOON + timedelta(seconds=version + 1),
                state=outcome if version + 1 == len(texts) else GameState.PLAYING,
                moves=1,
                played=timedelta(seconds=version + 1),
                since=NOON + timedelta(seconds=version),
            ),
        )
    return game


def last_step(game: StoredGame) -> Step:
    return Step(game.id, 0, "w-f1", NOON, GameState.WON, 1, timedelta(seconds=1), since=NOON)


async def test_the_last_step_of_a_game_saves_its_result(database: Database) -> None:
    game = await ended(database, "s", "undo", "s", "undo", "w-f1", place=Place(7, guild_id=5))
    assert await load_result(database, game.id) == Result(
        game_id=game.id,
        player_id=ANN,
        rules_id="saratoga",
        deal_number=42,
        guild_id=5,
        state=GameState.WON,
        moves=1,
        played=timedelta(seconds=5),
        undos=2,
        hints=0,
        odds=0,
        winnable=True,
        started_at=NOON,
        finished_at=NOON + timedelta(seconds=5),
    )


async def test_an_unfinished_game_has_no_result(database: Database) -> None:
    game = await ended(database, "s", outcome=GameState.STUCK)
    assert await load_result(database, game.id) is None


async def test_a_replaced_game_has_a_result(database: Database) -> None:
    game = await create_game(database, Deal(ANN, "saratoga", 42, NOON))
    closing = Step(game.id, 0, "give up", NOON, GameState.GIVEN_UP, 0, timedelta(), since=NOON)
    await create_game(database, Deal(ANN, "saratoga", 42, NOON), closing=closing)
    result = await load_result(database, game.id)
    assert result is not None
    assert (result.state, result.is_won) == (GameState.GIVEN_UP, False)


async def test_hints_are_part_of_the_result(database: Database) -> None:
    game = await create_game(database, Deal(ANN, "saratoga", 42, NOON))
    await count_hint(database, game.id)
    await append_steps(database, last_step(game))
    result = await load_result(database, game.id)
    assert result is not None
    assert (result.hints, result.is_won, result.is_perfect) == (1, True, False)


async def test_a_game_won_without_undo_or_hint_is_perfect(database: Database) -> None:
    result = await load_result(database, (await ended(database, "w-f1")).id)
    assert result is not None
    assert result.is_perfect


async def test_a_refused_step_saves_no_result(database: Database) -> None:
    game = await ended(database, "s", outcome=GameState.PLAYING)
    with pytest.raises(Conflict):
        await append_steps(database, last_step(game))
    assert await load_result(database, game.id) is None


async def test_simultaneous_last_steps_save_one_result(database: Database) -> None:
    game = await create_game(database, Deal(ANN, "saratoga", 42, NOON))
    taken = await asyncio.gather(
        *(append_steps(database, last_step(game)) for _ in range(5)), return_exceptions=True
    )
    assert sum(isinstance(error, Conflict | GameFinished) for error in taken) == 4
    async with database.transaction() as connection:
        count = await connection.execute(text("SELECT count(*) FROM results"))
        assert count.scalar_one() == 1


async def test_a_game_stays_unfinished_if_its_result_cannot_be_saved(
    database: Database,
) -> None:
    game = await create_game(database, Deal(ANN, "saratoga", 42, NOON))
    async with database.transaction() as connection:
        await connection.execute(text("ALTER TABLE results RENAME TO elsewhere"))
    with pytest.raises(StoreUnavailable):
        await append_steps(database, last_step(game))
    assert (await load_game(database, game.id)).state is GameState.PLAYING
    assert await load_log(database, game.id, 9) == ()


async def test_only_the_first_result_of_a_day_counts(
    database: Database,
) -> None:
    first = await ended(database, "give up", outcome=GameState.GIVEN_UP, day=LEAP_DAY)
    later = await ended(database, "w-f1", day=LEAP_DAY)
    counted, fun = await load_result(database, first.id), await load_result(database, later.id)
    assert counted is not None
    assert fun is not None
    assert (counted.day, fun.day) == (LEAP_DAY, None)
    assert await load_daily_result(database, ANN, LEAP_DAY) == counted
    assert (await load_game(database, later.id)).day == LEAP_DAY


async def test_only_the_first_result_of_a_days_further_deal_counts(database: Database) -> None:
    first = await ended(
        database, "give up", outcome=GameState.GIVEN_UP, day=LEAP_DAY, slot=Slot.SPIDER
    )
    later = await ended(database, "w-f1", day=LEAP_DAY, slot=Slot.SPIDER)
    results = [await load_result(database, game.id) for game in (first, later)]
    assert [(one.day, one.slot) for one in results if one] == [
        (LEAP_DAY, Slot.SPIDER),
        (None, None),
    ]
    assert (await load_game(database, later.id)).slot is Slot.SPIDER


async def test_the_deals_of_a_day_have_a_result_each(database: Database) -> None:
    for slot in Slot:
        await ended(database, "w-f1", day=LEAP_DAY, slot=slot)
    assert [*await results_of_day(database, ANN, LEAP_DAY)] == [*Slot]
    headline = await load_daily_result(database, ANN, LEAP_DAY)
    assert headline is not None
    assert (headline.day, headline.slot) == (LEAP_DAY, Slot.HEADLINE)


async def test_any_deal_of_a_day_makes_it_won(database: Database) -> None:
    await ended(database, "w-f1", day=LEAP_DAY, slot=Slot.KLONDIKE)
    assert await days_won(database, ANN) == {LEAP_DAY}


async def test_daily_results_are_separate_by_player_and_day(database: Database) -> None:
    for player in (ANN, BOB):
        for day in (LEAP_DAY, LEAP_DAY + timedelta(days=1)):
            await ended(database, "w-f1", player=player, day=day)
    await ended(database, "w-f1")
    assert await days_won(database, ANN) == {date(2028, 2, 29), date(2028, 3, 1)}
    assert await days_won(database, BOB) == {date(2028, 2, 29), date(2028, 3, 1)}


async def test_a_lost_day_is_not_among_the_days_won(database: Database) -> None:
    await ended(database, "give up", outcome=GameState.GIVEN_UP, day=LEAP_DAY)
    assert await days_won(database, ANN) == frozenset()
    assert await load_daily_result(database, BOB, LEAP_DAY) is None


async def test_results_are_only_inserted(database: Database) -> None:
    statements: list[str] = []
    engine = database._engine.sync_engine
    event.listen(engine, "before_cursor_execute", lambda *given: statements.append(given[2]))
    await ended(database, "s", "w-f1", day=LEAP_DAY)
    await ended(database, "s", "w-f1", day=LEAP_DAY)
    verbs = ("INSERT INTO results", "UPDATE results", "DELETE FROM results")
    touching = [one.split()[0] for one in statements if one.startswith(verbs)]
    assert touching == ["INSERT", "INSERT", "INSERT"]


async def test_the_outcomes_of_days_begin_with_the_one_asked_for(database: Database) -> None:
    day = timedelta(days=1)
    await ended(database, "w-f1", day=LEAP_DAY - day)
    await ended(database, "w-f1", day=LEAP_DAY)
    await ended(database, "give up", day=LEAP_DAY + day, outcome=GameState.GIVEN_UP)
    await ended(database, "w-f1", player=BOB, day=LEAP_DAY + 2 * day)
    await ended(database, "w-f1")
    found = await daily_results(database, ANN, LEAP_DAY, LEAP_DAY + 3 * day)
    assert {result.day: result.is_won for result in found} == {
        LEAP_DAY: True,
        LEAP_DAY + day: False,
    }
    assert len(await daily_results(database, ANN, LEAP_DAY, LEAP_DAY)) == 1
