"""Players' games: every action, and why one is refused."""

from __future__ import annotations

import asyncio
import gc
import random
from dataclasses import replace
from datetime import UTC, timedelta, timezone
from typing import Final

import pytest
from sqlalchemy import update

from bot.models.contests import TournamentDeal
from bot.models.places import Place
from bot.models.play import BoardVersion, GameSnapshot, GameState
from bot.service.errors import GameOver, NoGame, NotYours, ServiceError, StaleBoard, UnreadableGame
from bot.service.play.deal_numbers import HIGHEST_SHORT_DEAL
from bot.service.play.games import Games
from bot.service.preferences import Preferences
from bot.store.database.connection import Database
from bot.store.play.game_logs import load_log
from bot.store.play.games import load_game
from bot.store.play.schema import games as games_table
from engine import (
    IllegalMove,
    InvalidDeal,
    InvalidMove,
    Move,
    NothingToRedo,
    NothingToUndo,
    Status,
    UnknownGame,
    deal,
)
from engine.games import FAMILIES
from engine.rules import Difficulty, Rules
from tests.service.conftest import Clock
from tests.store.database.statements import counting
from tests.store.finished_games import load_result
from tests.support.every_game import every_game
from tests.support.parameters import quick

ANN, BOB = 81384788765712384, 2**63 - 1

WON_DEAL: Final = 813
_WINNING_TEXT: Final = (
    "3-f1 5-f3 r10-f2 r3-f2 5-6 6-3*2 6-f4 r14-f4 5-f4 4-f4 5-f2 6-f2 r13-5 6-1 6-f2 6-f1 r1-f1 "
    "r4-f2 r12-f2 1-2 r7-6 2-1 r16-5 1-2 r6-6 2-1 5-6*3 3-5*3 3-2 6-3*5 5-6*3 3-1*6 5-3 2-5 1-5*6 "
    "6-3*3 2-6 5-6*7 6-5 r5-2 r11-2 6-1*5 5-1 4-5 4-f4 4-f3 5-f3 2-f3 4-f3 4-f2 1-4*3 3-5*5 3-f2 "
    "1-6*3 6-3 4-3*3 r8-4 3-6*4 1-3 6-1*7 3-6 5-3 5-f2 1-6*6 2-4*2 3-2 6-3*3 6-1*3 3-1*3 1-3 1-6*5 "
    "2-5*2 2-f4 2-5*2 6-1*5 1-2*7 1-f1 4-f1 3-f1 4-f3 2-f3 4-f4 2-f4 5-f1 5-f3 2-f3 r9-f4 2-f4 "
    "2-f2 r15-f2 6-3 6-f2 5-4 5-f3 5-f4 3-f4 r2-f4 1-3 1-f3 5-f3 2-6 2-f3 1-2 1-f1 4-f1 2-f1 3-f1 "
    "6-f1 5-f1"
)
WINNING_LINE: Final = _WINNING_TEXT.split()
"""A line that wins that deal of Phoenix."""

STUCK_DEAL: Final = 50
STUCK_MOVE: Final = "r6-4"
"""The one move after which that deal of Phoenix is stuck."""

STUCK_AT_ONCE: Final = 149
"""A deal of Saratoga in which nothing but the stock can ever be moved."""


async def winning(games: Games, player: int = ANN) -> GameSnapshot:
    """A game that the last move of the line wins."""
    snapshot = await games.start(player, "phoenix", WON_DEAL)
    for move in WINNING_LINE[:-1]:
        snapshot = await games.play(player, move)
    return snapshot


def same(one: GameSnapshot, other: GameSnapshot) -> bool:
    """Whether two snapshots are equal, their games move by move."""
    return (
        replace(one, game=other.game) == other
        and one.game.moves == other.game.moves
        and one.game.undone == other.game.undone
        and one.game.board == other.game.board
    )


# Dealing


@every_game
async def test_every_game_of_the_catalogue_can_be_dealt(games: Games, rules: Rules) -> None:
    snapshot = await games.start(ANN, rules.id, 42)
    assert snapshot.game.rules.id == rules.id
    assert snapshot.game.board == deal(rules.id, 42).board
    assert (snapshot.deal_number, snapshot.version, snapshot.undos) == (42, 0, 0)
    assert snapshot.state is GameState.PLAYING


async def test_a_random_deal_number_is_short_enough_to_type(games: Games) -> None:
    numbers = {(await games.start(ANN, "phoenix")).deal_number for _ in range(8)}
    assert len(numbers) > 1
    assert all(1 <= number <= HIGHEST_SHORT_DEAL for number in numbers)


async def test_a_random_deal_exists_in_the_game(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.service.play.deal_numbers.secrets.choice", lambda numbers: numbers[-1])
    assert (await games.start(ANN, "freecell")).deal_number == 1_000_000
    assert (await games.start(ANN, "phoenix")).deal_number == HIGHEST_SHORT_DEAL


async def test_a_deal_stuck_from_the_start_is_in_the_stuck_state(
    games: Games, database: Database
) -> None:
    snapshot = await games.start(ANN, "saratoga", STUCK_AT_ONCE)
    assert snapshot.state is GameState.STUCK
    assert same(await Games(database).active(ANN), snapshot)
    [line] = await games.unfinished(ANN)
    assert line.state is GameState.STUCK
    await games.play(ANN, "s")
    assert (await games.restart(ANN)).state is GameState.STUCK
    assert (await games.unfinished(ANN))[0].state is GameState.STUCK


async def test_a_random_deal_is_not_stuck_from_the_start(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = iter([STUCK_AT_ONCE, STUCK_AT_ONCE, 42])
    monkeypatch.setattr("bot.service.play.deal_numbers.secrets.choice", lambda _: next(drawn))
    assert (await games.start(ANN, "saratoga")).deal_number == 42


async def test_the_rules_id_is_stored_as_in_the_catalogue(games: Games) -> None:
    await games.start(ANN, "  PHOENIX ", 1)
    [line] = await games.unfinished(ANN)
    assert line.rules_id == "phoenix"


async def test_a_game_remembers_where_it_was_dealt(games: Games, database: Database) -> None:
    place = Place(channel_id=5, guild_id=6)
    snapshot = await games.start(ANN, "phoenix", 1, place)
    assert snapshot.place == place
    assert (await Games(database).active(ANN)).place == place


async def test_an_unknown_game_is_refused_and_changes_nothing(games: Games) -> None:
    before = await games.start(ANN, "phoenix", 1)
    with pytest.raises(UnknownGame):
        await games.start(ANN, "solitär", 1)
    assert same(await games.active(ANN), before)


@pytest.mark.parametrize("deal_number", [0, -1, 2**63])
async def test_a_deal_number_out_of_range_is_refused(games: Games, deal_number: int) -> None:
    with pytest.raises(InvalidDeal):
        await games.start(ANN, "phoenix", deal_number)
    assert await games.unfinished(ANN) == ()


async def test_the_highest_deal_number_can_be_played(games: Games) -> None:
    await games.start(ANN, "saratoga", 2**63 - 1)
    assert (await games.play(ANN, "s")).deal_number == 2**63 - 1


async def test_a_board_that_was_entered_is_dealt_and_counts_nowhere(
    games: Games, database: Database
) -> None:
    entered = deal("phoenix", WON_DEAL)
    for move in WINNING_LINE[:-1]:
        entered.play(move)
    board = entered.board
    snapshot = await games.start_with(ANN, board, Place(5, guild_id=6))
    assert (snapshot.game.board, snapshot.version, snapshot.practice) == (board, 0, True)
    assert (await load_game(database, snapshot.game_id)).place == Place(5, guild_id=6)
    won = await games.play(ANN, WINNING_LINE[-1])
    assert won.state is GameState.WON
    assert await load_result(database, won.game_id) is None


async def test_a_player_without_games_is_refused_with_advice(games: Games) -> None:
    with pytest.raises(NoGame, match=r"Type /play to start one, or /resume"):
        await games.active(ANN)
    with pytest.raises(NoGame):
        await games.play(ANN, "s")
    assert await games.unfinished(ANN) == ()


# Playing


async def test_a_move_is_played_and_saved(games: Games, database: Database) -> None:
    dealt = await games.start(ANN, "phoenix", WON_DEAL)
    played = await games.play(ANN, Move("3", "f1"))
    assert played.version == 1
    assert played.game.moves == (Move("3", "f1"),)
    assert played.game_id == dealt.game_id
    assert same(await Games(database).active(ANN), played)


async def test_a_typed_move_is_saved_in_the_canonical_form(
    games: Games, database: Database
) -> None:
    snapshot = await games.start(ANN, "phoenix", WON_DEAL)
    await games.play(ANN, "3 F")
    assert [action.text for action in await load_log(database, snapshot.game_id, 9)] == ["3-f1"]


async def test_a_deal_from_the_stock_is_saved_as_s_and_replayed(
    games: Games, database: Database
) -> None:
    for rules_id in ("saratoga", "saxony"):
        await games.start(ANN, rules_id, 7)
        snapshot = await games.play(ANN, "s")
        assert [action.text for action in await load_log(database, snapshot.game_id, 9)] == ["s"]
        assert same(await Games(database).active(ANN), snapshot)


@pytest.mark.parametrize(
    ("move", "error"), [("1-f4", IllegalMove), ("x" * 4000, InvalidMove), ("3-", InvalidMove)]
)
async def test_an_illegal_move_changes_nothing(
    games: Games, database: Database, move: str, error: type[Exception]
) -> None:
    before = await games.start(ANN, "phoenix", WON_DEAL)
    with pytest.raises(error):
        await games.play(ANN, move)
    assert same(await games.active(ANN), before)
    assert same(await Games(database).active(ANN), before)


async def test_a_move_can_be_undone_and_redone(games: Games, database: Database) -> None:
    start = await games.start(ANN, "phoenix", WON_DEAL)
    played = await games.play(ANN, "3-f1")
    undone = await games.undo(ANN)
    assert undone.game.board == start.game.board
    assert (undone.version, undone.undos) == (2, 1)
    assert same(await Games(database).active(ANN), undone)
    redone = await games.redo(ANN)
    assert redone.game.board == played.game.board
    assert (redone.version, redone.undos) == (3, 1)
    assert same(await Games(database).active(ANN), redone)


async def test_a_new_game_has_nothing_to_undo_or_redo(games: Games) -> None:
    before = await games.start(ANN, "phoenix", WON_DEAL)
    with pytest.raises(NothingToUndo):
        await games.undo(ANN)
    with pytest.raises(NothingToRedo):
        await games.redo(ANN)
    assert same(await games.active(ANN), before)


async def test_an_action_does_not_change_earlier_snapshots(games: Games) -> None:
    dealt = await games.start(ANN, "phoenix", WON_DEAL)
    played = await games.play(ANN, "3-f1")
    await games.undo(ANN)
    assert dealt.game.moves == ()
    assert played.game.moves == (Move("3", "f1"),)


# The board the player acted on


async def test_an_action_on_the_current_board_is_taken(games: Games) -> None:
    snapshot = await games.start(ANN, "phoenix", WON_DEAL)
    snapshot = await games.play(ANN, "3-f1", expected=snapshot.board_version)
    snapshot = await games.undo(ANN, expected=snapshot.board_version)
    snapshot = await games.redo(ANN, expected=snapshot.board_version)
    assert snapshot.board_version == BoardVersion(snapshot.game_id, 3)


async def test_an_action_on_an_old_board_is_refused_with_the_current_one(
    games: Games,
) -> None:
    old = await games.start(ANN, "phoenix", WON_DEAL)
    now = await games.play(ANN, "3-f1")
    for act in (games.undo, games.redo, games.give_up, games.restart):
        with pytest.raises(StaleBoard) as caught:
            await act(ANN, expected=old.board_version)
        assert same(caught.value.current, now)
    with pytest.raises(StaleBoard, match="out of date"):
        await games.play(ANN, "5-f3", expected=old.board_version)
    assert same(await games.active(ANN), now)


async def test_a_tap_on_an_old_board_plays_nothing_though_its_move_is_still_there(
    games: Games,
) -> None:
    old = await games.start(ANN, "klondike", 88)
    now = await games.play(ANN, "s")
    with pytest.raises(StaleBoard) as caught:
        await games.tap(ANN, "5", Preferences(), expected=old.board_version)
    assert same(caught.value.current, now)
    assert (await games.tap(ANN, "5", Preferences(), expected=now.board_version)).moved


async def test_a_board_of_another_game_is_an_old_one_even_at_the_same_version(
    games: Games,
) -> None:
    put_aside = await games.start(ANN, "phoenix", WON_DEAL)
    now = await games.start(ANN, "phoenix", WON_DEAL)
    with pytest.raises(StaleBoard) as caught:
        await games.play(ANN, "3-f1", expected=put_aside.board_version)
    assert same(caught.value.current, now)


async def test_of_two_simultaneous_moves_on_a_board_one_is_played(games: Games) -> None:
    snapshot = await games.start(ANN, "phoenix", WON_DEAL)
    results = await asyncio.gather(
        games.play(ANN, "3-f1", expected=snapshot.board_version),
        games.play(ANN, "5-f3", expected=snapshot.board_version),
        return_exceptions=True,
    )
    assert sorted(type(result).__name__ for result in results) == ["GameSnapshot", "StaleBoard"]
    assert (await games.active(ANN)).version == 1


async def test_simultaneous_moves_are_played_in_order(games: Games) -> None:
    await games.start(ANN, "phoenix", WON_DEAL)
    await asyncio.gather(*(games.play(ANN, move) for move in WINNING_LINE[:20]))
    assert [str(move) for move in (await games.active(ANN)).game.moves] == WINNING_LINE[:20]


async def test_whatever_a_player_does_waits_for_their_last_action_and_for_nobody_elses(
    games: Games, clock: Clock
) -> None:
    board = (await games.start(ANN, "phoenix", WON_DEAL)).game.board
    finished = (await games.give_up(ANN)).game_id
    unfinished = (await games.start(ANN, "phoenix", WON_DEAL)).game_id
    actions = (
        games.play(ANN, WINNING_LINE[0]),
        games.restart(ANN),
        games.start(ANN, "phoenix"),
        games.start_with(ANN, board),
        games.start_in_contest(ANN, TournamentDeal(1, "phoenix", WON_DEAL)),
        games.practise(ANN, finished, 0),
        games.resume(ANN, unfinished),
        games.take_up(ANN, unfinished),
    )
    async with games.lock(ANN):
        waiting = [asyncio.create_task(action) for action in actions]
        await games.start(BOB, "phoenix", WON_DEAL)
        for move in WINNING_LINE[:5]:
            await games.play(BOB, move)
        early = [one for one in waiting if one.done()]
    await asyncio.gather(*waiting, return_exceptions=True)
    assert early == []


async def test_an_action_on_the_board_seen_last_is_saved_without_reading_it_again(
    games: Games, database: Database
) -> None:
    board = await games.start(ANN, "phoenix", WON_DEAL)
    with counting(database) as found:
        board = await games.play(ANN, WINNING_LINE[0], expected=board.board_version)
        await games.play(ANN, WINNING_LINE[1])
    # The first move of a game concerns its day as well, in one transaction.
    assert [text.split()[0] for text in found.texts] == ["BEGIN", "UPDATE", "UPDATE"]


async def test_locks_of_idle_players_are_dropped(games: Games) -> None:
    await asyncio.gather(*(games.start(player, "phoenix", WON_DEAL) for player in range(20)))
    await asyncio.gather(*(games.play(player, "3-f1") for player in range(20)))
    assert {(await games.active(player)).version for player in range(20)} == {1}
    gc.collect()
    assert not games._locks


async def test_another_players_board_is_refused(games: Games) -> None:
    anns = await games.start(ANN, "phoenix", WON_DEAL)
    with pytest.raises(NotYours, match=r"somebody else's game\. Type /play"):
        await games.play(BOB, "3-f1", expected=anns.board_version)
    await games.start(BOB, "phoenix", WON_DEAL)
    with pytest.raises(NotYours):
        await games.undo(BOB, expected=anns.board_version)
    assert same(await games.active(ANN), anns)


async def test_a_board_of_a_missing_game_is_refused(games: Games) -> None:
    with pytest.raises(NoGame, match="no such game"):
        await games.play(ANN, "3-f1", expected=BoardVersion(99, 0))


# The end of a game


async def test_the_last_foundation_move_wins_the_game(games: Games, database: Database) -> None:
    await winning(games)
    snapshot = await games.play(ANN, WINNING_LINE[-1])
    assert snapshot.state is GameState.WON
    assert snapshot.game.status is Status.WON
    assert snapshot.finished_at is not None
    assert same(await Games(database).active(ANN), snapshot)
    assert await games.unfinished(ANN) == ()


async def test_a_won_game_takes_no_actions_and_stays_active(games: Games) -> None:
    await winning(games)
    won = await games.play(ANN, WINNING_LINE[-1])
    for act in (games.undo, games.redo, games.give_up):
        with pytest.raises(GameOver, match=r"This game is won\. Type /play") as caught:
            await act(ANN)
        assert same(caught.value.snapshot, won)
    assert same(await games.active(ANN), won)


async def test_a_repeated_winning_move_is_refused_with_the_won_game(games: Games) -> None:
    before = await winning(games)
    results = await asyncio.gather(
        *(games.play(ANN, WINNING_LINE[-1], expected=before.board_version) for _ in range(2)),
        return_exceptions=True,
    )
    [stale] = [result for result in results if isinstance(result, StaleBoard)]
    assert stale.current.state is GameState.WON


async def test_a_stuck_game_is_unfinished_and_can_be_undone(games: Games) -> None:
    await games.start(ANN, "phoenix", STUCK_DEAL)
    stuck = await games.play(ANN, STUCK_MOVE)
    assert (stuck.state, stuck.finished_at) == (GameState.STUCK, None)
    [line] = await games.unfinished(ANN)
    assert line.state is GameState.STUCK
    assert (await games.undo(ANN)).state is GameState.PLAYING


async def test_a_game_given_up_takes_no_moves(games: Games, database: Database) -> None:
    await games.start(ANN, "phoenix", WON_DEAL)
    await games.play(ANN, "3-f1")
    snapshot = await games.give_up(ANN)
    assert (snapshot.state, snapshot.version) == (GameState.GIVEN_UP, 2)
    assert snapshot.game.moves == (Move("3", "f1"),)
    assert snapshot.finished_at is not None
    assert same(await Games(database).active(ANN), snapshot)
    with pytest.raises(GameOver, match="This game is given up"):
        await games.play(ANN, "5-f3")


# Restarting


async def test_restarting_gives_up_the_old_game(games: Games) -> None:
    place = Place(channel_id=5)
    old = await games.start(ANN, "phoenix", STUCK_DEAL, place)
    await games.play(ANN, STUCK_MOVE)
    new = await games.restart(ANN)
    assert new.game_id != old.game_id
    assert (new.deal_number, new.version, new.place) == (STUCK_DEAL, 0, place)
    assert new.game.board == old.game.board
    assert (await games.get(old.game_id)).state is GameState.GIVEN_UP
    assert [line.game_id for line in await games.unfinished(ANN)] == [new.game_id]


async def test_of_several_typed_moves_those_before_the_first_illegal_one_are_played(
    games: Games,
) -> None:
    dealt = await games.start(ANN, "phoenix", WON_DEAL)
    typed = [*WINNING_LINE[:2], "1-r1", WINNING_LINE[2]]
    snapshot, refused = await games.play_all(ANN, typed, expected=dealt.board_version)
    assert [str(move) for move in snapshot.game.moves] == WINNING_LINE[:2]
    assert isinstance(refused, IllegalMove)
    with pytest.raises(IllegalMove):
        await games.play_all(ANN, typed[2:], expected=snapshot.board_version)


async def test_several_typed_moves_end_with_the_game(games: Games) -> None:
    dealt = await games.start(ANN, "phoenix", WON_DEAL)
    typed = [*WINNING_LINE, WINNING_LINE[0]]
    snapshot, refused = await games.play_all(ANN, typed, expected=dealt.board_version)
    assert (snapshot.state, refused) == (GameState.WON, None)


@pytest.mark.parametrize("winnable", [True, False])
async def test_a_restarted_deal_is_as_winnable_as_it_was(games: Games, winnable: bool) -> None:
    await games.start(ANN, "phoenix", STUCK_DEAL, winnable=winnable)
    await games.play(ANN, STUCK_MOVE)
    new = await games.restart(ANN)
    assert new.winnable is winnable
    assert (await load_game(games.database, new.game_id)).winnable is winnable


async def test_an_untouched_deal_is_its_own_restart(games: Games) -> None:
    snapshot = await games.start(ANN, "phoenix", STUCK_DEAL)
    assert same(await games.restart(ANN, expected=snapshot.board_version), snapshot)


async def test_a_won_game_stays_won_after_a_restart(games: Games) -> None:
    await winning(games)
    won = await games.play(ANN, WINNING_LINE[-1])
    assert (await games.restart(ANN, expected=won.board_version)).version == 0
    assert same(await games.get(won.game_id), won)


async def test_of_two_simultaneous_restarts_one_deals(games: Games) -> None:
    await games.start(ANN, "phoenix", STUCK_DEAL)
    stuck = await games.play(ANN, STUCK_MOVE)
    results = await asyncio.gather(
        *(games.restart(ANN, expected=stuck.board_version) for _ in range(2)),
        return_exceptions=True,
    )
    assert sorted(type(result).__name__ for result in results) == ["GameSnapshot", "StaleBoard"]
    assert len(await games.unfinished(ANN)) == 1


# Putting aside and resuming


async def test_a_new_game_puts_the_first_aside_unchanged(games: Games) -> None:
    await games.start(ANN, "phoenix", WON_DEAL)
    put_aside = await games.play(ANN, "3-f1")
    await games.start(ANN, "saratoga", 2)
    assert same(await games.get(put_aside.game_id), put_aside)
    back = await games.resume(ANN, put_aside.game_id)
    assert same(back, put_aside)
    assert (await games.play(ANN, "5-f3")).version == 2


async def test_unfinished_games_come_most_recently_played_first(games: Games, clock: Clock) -> None:
    first = await games.start(ANN, "phoenix", WON_DEAL)
    await games.play(ANN, "3-f1")
    await games.undo(ANN)
    clock.advance(hours=1)
    second = await games.start(ANN, "saratoga", 2)
    await games.play(ANN, "s")
    lines = await games.unfinished(ANN)
    assert [(line.rules_id, line.deal_number, line.is_active) for line in lines] == [
        ("saratoga", 2, True),
        ("phoenix", WON_DEAL, False),
    ]
    assert lines[0].started_at == second.started_at
    clock.advance(hours=1)
    await games.resume(ANN, first.game_id)
    await games.play(ANN, "3-f1")
    lines = await games.unfinished(ANN)
    assert [(line.game_id, line.moves, line.is_active) for line in lines] == [
        (first.game_id, 1, True),
        (second.game_id, 1, False),
    ]


async def test_missing_finished_and_other_players_games_cannot_be_resumed(games: Games) -> None:
    anns = await games.start(ANN, "phoenix", WON_DEAL)
    with pytest.raises(NotYours):
        await games.resume(BOB, anns.game_id)
    with pytest.raises(NoGame, match=r"no such game\. Type /resume to choose"):
        await games.resume(ANN, 99)
    await games.give_up(ANN)
    with pytest.raises(GameOver):
        await games.resume(ANN, anns.game_id)


# Time


async def test_the_time_between_actions_counts_as_played(games: Games, clock: Clock) -> None:
    await games.start(ANN, "phoenix", WON_DEAL)
    clock.advance(seconds=30)
    await games.play(ANN, "3-f1")
    clock.advance(minutes=4, milliseconds=1.9)
    snapshot = await games.undo(ANN)
    assert snapshot.elapsed == timedelta(minutes=4, seconds=30, milliseconds=1)


async def test_a_long_pause_counts_as_five_minutes(games: Games, clock: Clock) -> None:
    await games.start(ANN, "phoenix", WON_DEAL)
    clock.advance(hours=9)
    assert (await games.play(ANN, "3-f1")).elapsed == timedelta(minutes=5)


async def test_a_clock_set_back_subtracts_no_time(games: Games, clock: Clock) -> None:
    start = await games.start(ANN, "phoenix", WON_DEAL)
    clock.advance(hours=-2)
    snapshot = await games.play(ANN, "3-f1")
    assert snapshot.elapsed == timedelta()
    assert snapshot.updated_at == start.updated_at


async def test_times_are_in_utc_whatever_the_clocks_zone(
    games: Games, database: Database, clock: Clock
) -> None:
    clock.now = clock.now.astimezone(timezone(timedelta(hours=-7)))
    await games.start(ANN, "phoenix", WON_DEAL)
    snapshot = await games.play(ANN, "3-f1")
    assert snapshot.updated_at.tzinfo is UTC
    assert same(await Games(database).active(ANN), snapshot)


# Unreadable games


async def corrupt(database: Database, game_id: int, **wrong: object) -> None:
    """Corrupt a stored game."""
    wrong_game = update(games_table).where(games_table.c.id == game_id).values(**wrong)
    async with database._engine.begin() as connection:
        await connection.execute(wrong_game)


@pytest.mark.parametrize(
    "wrong",
    [
        {"rules_id": "golf"},
        {"deal_number": 814},
        {"version": 2},
        {"log": "1-f4A"},
        {"log": "redoA"},
        {"log": "castleA"},
        {"log": "give upA"},
    ],
    ids=str,
)
async def test_a_game_with_an_impossible_log_is_refused_and_left_alone(
    games: Games, database: Database, wrong: dict[str, object]
) -> None:
    await games.start(ANN, "phoenix", WON_DEAL)
    snapshot = await games.play(ANN, "3-f1")
    await corrupt(database, snapshot.game_id, **wrong)
    stored = await load_game(database, snapshot.game_id)
    fresh = Games(database)
    for call in (fresh.active(ANN), fresh.get(snapshot.game_id), fresh.play(ANN, "5-f3")):
        with pytest.raises(
            UnreadableGame, match=r"This game of .* was saved by another version of Patience"
        ):
            await call
    assert await load_game(database, snapshot.game_id) == stored
    [line] = await fresh.unfinished(ANN)
    assert line.rules_id == stored.rules_id
    assert (await fresh.start(ANN, "saratoga", 1)).version == 0
    with pytest.raises(UnreadableGame):
        await fresh.resume(ANN, snapshot.game_id)
    assert (await fresh.active(ANN)).game.rules.id == "saratoga"


# Caching


@pytest.mark.parametrize("rules_id", quick((family[0].id for family in FAMILIES), 6))
@pytest.mark.parametrize("seed", quick(range(3)))
async def test_replaying_the_log_leads_to_the_same_board(
    games: Games, database: Database, rules_id: str, seed: int
) -> None:
    rng = random.Random(seed)
    snapshot = await games.start(ANN, rules_id, 1 + seed)
    for _ in range(40):
        acts = [games.undo] * bool(snapshot.game.moves) + [games.redo] * bool(snapshot.game.undone)
        moves = snapshot.game.legal_moves()
        if acts and (not moves or rng.random() < 0.3):
            snapshot = await rng.choice(acts)(ANN)
        elif moves:
            snapshot = await games.play(ANN, rng.choice(moves))
    assert snapshot.version == len(await load_log(database, snapshot.game_id, 99))
    assert same(await Games(database).active(ANN), snapshot)


async def test_games_dropped_from_the_cache_are_loaded_again(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.service.play.snapshots._CACHED_GAMES", 2)
    games = Games(database)
    for player in range(5):
        await games.start(player, "phoenix", WON_DEAL)
        await games.play(player, "3-f1")
    # Those who played last are kept.
    assert [one.player for one in games._snapshots._cache.values()] == [3, 4]
    assert list(games._snapshots._active) == [3, 4]
    assert {(await games.active(player)).version for player in range(5)} == {1}


def test_service_errors_are_value_errors() -> None:
    assert issubclass(ServiceError, ValueError)
    assert str(NotYours(2)).endswith(".")


@pytest.mark.parametrize("tapped", ["f", "f3"])
async def test_a_card_comes_back_by_a_tap_on_the_foundations_or_on_its_own(
    games: Games, tapped: str
) -> None:
    await games.start(ANN, "klondike", 88)
    played = await games.play(ANN, "5-f3")
    result = await games.tap(ANN, tapped, Preferences(), expected=played.board_version)
    assert result.moved
    assert str(result.snapshot.game.moves[-1]) == "f3-6"


async def test_a_graded_deal_keeps_its_grade_however_often_it_is_dealt(
    games: Games, database: Database
) -> None:
    snapshot = await games.start(ANN, "phoenix", 47, grade=Difficulty.HARD)
    assert snapshot.grade is Difficulty.HARD
    await games.play(ANN, snapshot.game.legal_moves()[0])
    stored = await Games(database).active(ANN)
    assert stored.grade is Difficulty.HARD
    await games.give_up(ANN, expected=stored.board_version)
    again = await games.restart(ANN, expected=(await games.active(ANN)).board_version)
    assert again.grade is Difficulty.HARD
    assert (await games.practise(ANN, stored.game_id, 1)).grade is Difficulty.HARD
    assert (await games.start(ANN, "phoenix", 47)).grade is None
