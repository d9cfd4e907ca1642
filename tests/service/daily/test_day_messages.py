"""The message of a server's day: when it is due, and what is in it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypeAlias

import pytest

from bot.models.daily import DailyDeal, DayFigures, DayPlayer, day_subject
from bot.models.due import Shown, Subject
from bot.models.places import Place
from bot.models.shards import ShardPlan
from bot.service.daily.daily import Daily
from bot.service.daily.leaderboards import Leaderboards
from bot.service.daily.posts import PAUSE, DayBoard, DayMessages
from bot.service.due import DueList
from bot.service.play.games import Games
from bot.service.preferences import PreferenceService
from bot.store.daily.daily import save_daily_deal
from bot.store.database.connection import Database
from bot.store.due.due import finish as finish_due
from bot.store.due.posts import load_post
from bot.store.players.privacy import delete_player
from bot.store.preferences import Owner, save_preferences, set_visibility
from tests.service.conftest import Clock
from tests.store.due.due_times import load_due_at
from tests.store.finished_games import NOON, play_to_the_end
from tests.support.parameters import quick

GUILD, ELSEWHERE = 5, 6
HERE, THERE = Place(55, GUILD), Place(66, ELSEWHERE)
TODAY, DAY = NOON.date(), timedelta(days=1)
DEAL = DailyDeal(TODAY, "saratoga", 42, 1, par=10)
ANN, BOB, CID = 1, 2, 3


@pytest.fixture
async def days(games: Games, database: Database, clock: Clock) -> DayMessages:
    await save_preferences(database, Owner.GUILD, GUILD, {"daily_channel": "55"})
    clock.now = NOON
    return DayMessages(database, Daily(games, "a secret", None, clock=clock), clock=clock)


async def finish(
    database: Database,
    player: int,
    *,
    ago: int = 0,
    won: bool = True,
    moves: int = 20,
    hints: int = 0,
    guild: int = GUILD,
) -> None:
    await play_to_the_end(
        database,
        player,
        day=TODAY - ago * DAY,
        won=won,
        moves=moves,
        hints=hints,
        guild=guild,
        at=NOON - ago * DAY,
    )


async def chosen(games: Games) -> DailyDeal:
    """The day's deal, which is chosen the day before."""
    return await chosen_by(games.database)


async def chosen_by(database: Database) -> DailyDeal:
    return await save_daily_deal(database, DEAL, NOON - DAY)


async def move(games: Games, player: int, place: Place | None = HERE) -> None:
    """Play a move of the day's deal."""
    snapshot = await games.start_in_contest(player, await chosen(games), place)
    await games.play(player, snapshot.game.legal_moves()[0])


async def shown(days: DayMessages) -> DayBoard:
    """How the server's day stands."""
    return await days.board(GUILD, DEAL)


async def due(database: Database, *guilds: int) -> dict[Subject, datetime]:
    """The messages of today that are to be looked at, and when."""
    subjects = [day_subject(guild, TODAY) for guild in guilds or (GUILD, ELSEWHERE)]
    return await load_due_at(database, subjects)


async def looked_at(database: Database, guild: int = GUILD) -> None:
    """Have the bot show the day, and be done."""
    all_ = ShardPlan((0,), 1)
    for one in await DueList(database, clock=lambda: NOON).take(all_, 8):
        shown = Shown(one.subject, Place(55, guild), 9, "", NOON)
        await finish_due(database, one, NOON, shown=shown)
    assert await due(database) == {}


# When it is due


async def test_it_is_due_with_the_first_move_of_a_player_and_with_a_result(
    days: DayMessages, games: Games, database: Database
) -> None:
    await games.start_in_contest(ANN, await chosen(games), HERE)
    await move(games, BOB, THERE)
    assert await due(database) == {}
    await move(games, ANN)
    assert await due(database) == {day_subject(GUILD, TODAY): NOON}
    await looked_at(database)
    await games.play(ANN, (await games.active(ANN)).game.legal_moves()[0])
    assert await due(database) == {}
    await games.give_up(ANN)
    assert await due(database) == {day_subject(GUILD, TODAY): NOON}


async def test_a_game_of_another_day_or_deal_has_no_message_looked_at(
    days: DayMessages, games: Games, database: Database, clock: Clock
) -> None:
    await games.start(ANN, "saratoga", 42, HERE)
    await games.play(ANN, (await games.active(ANN)).game.legal_moves()[0])
    deal = await chosen(games)
    clock.advance(days=1)
    await games.start_in_contest(BOB, deal, HERE)
    await games.play(BOB, (await games.active(BOB)).game.legal_moves()[0])
    assert await due(database) == {}


@pytest.mark.parametrize("channel", ["", None])
async def test_a_server_without_a_channel_has_none(
    days: DayMessages, games: Games, database: Database, channel: str | None
) -> None:
    await save_preferences(database, Owner.GUILD, GUILD, {"daily_channel": channel})
    await move(games, ANN)
    assert await due(database) == {}
    assert await days.channel(GUILD) is None


Hide: TypeAlias = Callable[[Database], Awaitable[object]]
HIDING: dict[str, Hide] = {
    "not listed": lambda database: Leaderboards(database).set_visible(GUILD, ANN, visible=False),
    "private boards": lambda database: PreferenceService(database).save(
        ANN, boards_are_public="no"
    ),
    "no mention": lambda database: PreferenceService(database).save(ANN, mentioned="no"),
    "deleted": lambda database: delete_player(database, ANN, NOON),
}


@pytest.mark.parametrize("hide", HIDING.values(), ids=HIDING)
async def test_whoever_hides_is_shown_no_longer_although_nobody_plays(
    days: DayMessages, games: Games, database: Database, hide: Hide
) -> None:
    await move(games, ANN)
    await looked_at(database)
    await hide(database)
    assert await due(database) == {day_subject(GUILD, TODAY): NOON + PAUSE}


async def test_the_messages_of_servers_that_never_list_a_player_are_left_alone(
    days: DayMessages, games: Games, database: Database
) -> None:
    await move(games, ANN)
    await looked_at(database)
    await Leaderboards(database).set_visible(ELSEWHERE, BOB, visible=False)
    assert await due(database) == {}


async def test_a_card_too_loses_whoever_hides_and_is_forgotten_once_nothing_leads_to_it(
    days: DayMessages, games: Games, database: Database
) -> None:
    await move(games, ANN)
    await looked_at(database)
    subject = day_subject(GUILD, TODAY)
    await Leaderboards(database).set_visible(GUILD, ANN, visible=False)
    assert await due(database) == {subject: NOON + PAUSE}
    await days.forget_before(GUILD, TODAY)
    assert await load_post(database, subject) is not None
    await days.forget_before(GUILD, TODAY + DAY)
    assert await load_post(database, subject) is None


# What is in it


async def test_who_plays_is_shown_with_their_progress_and_who_won_with_their_place(
    days: DayMessages, games: Games, database: Database
) -> None:
    await move(games, ANN)
    await finish(database, BOB, moves=20)
    await finish(database, CID, moves=19)
    board = await shown(days)
    assert [line.player_id for line in board.winners] == [CID, BOB]
    assert board.players == (DayPlayer(ANN, (await games.active(ANN)).game.board.progress),)


async def test_who_gives_up_is_shown_as_before(days: DayMessages, games: Games) -> None:
    await move(games, ANN)
    before = await shown(days)
    await games.give_up(ANN)
    assert await shown(days) == before
    await games.start_in_contest(ANN, await chosen(games), HERE)
    assert await shown(days) == before


async def test_who_hides_plays_elsewhere_or_keeps_boards_private_is_not_shown(
    days: DayMessages, games: Games, database: Database
) -> None:
    for player, place in ((ANN, HERE), (BOB, None), (CID, HERE), (4, THERE)):
        await move(games, player, place)
    await set_visibility(database, GUILD, ANN, visible=False)
    await PreferenceService(database).save(CID, boards_are_public="no")
    assert (await shown(days)).players == ()


async def test_ten_of_each_are_listed_and_the_others_counted(
    days: DayMessages, games: Games, database: Database
) -> None:
    for player in range(1, 15):
        await finish(database, player, moves=player)
    for player in range(21, 33):
        await move(games, player)
    board = await shown(days)
    assert ([line.player_id for line in board.winners], board.won) == ([*range(1, 11)], 14)
    assert (len(board.players), board.unlisted) == (10, 2)


async def test_of_yesterday_those_are_named_who_won_and_agreed(
    days: DayMessages, database: Database
) -> None:
    preferences = PreferenceService(database)
    for player in (ANN, BOB, CID):
        await finish(database, player, ago=1, won=player != CID)
    for player in (BOB, CID):
        await preferences.save(player, mentioned="yes")
    assert [line.player_id for line in (await shown(days)).yesterday] == [BOB]


# Its end


async def test_the_card_counts_who_won_perfectly_and_at_par(
    days: DayMessages, database: Database
) -> None:
    await finish(database, 1, moves=10, hints=1)
    await finish(database, 2, moves=11)
    await finish(database, 3, moves=9)
    await finish(database, 4, won=False)
    await finish(database, 5, guild=ELSEWHERE)
    digest = await days.digest(GUILD, DEAL)
    assert digest.figures == DayFigures(players=4, won=3, perfect=2, at_par=2)
    assert [line.player_id for line in digest.lines] == [3, 2, 1]


async def test_a_day_that_nobody_played_has_no_card(
    days: DayMessages, database: Database, games: Games
) -> None:
    deal = await chosen(games)
    await finish(database, ANN, ago=1)
    assert not (await days.digest(GUILD, deal)).was_played
    await move(games, ANN)
    assert (await days.digest(GUILD, deal)).was_played


async def test_the_card_counts_who_has_started_and_keeps_no_boards_private(
    days: DayMessages, database: Database, games: Games
) -> None:
    deal = await chosen(games)
    await finish(database, 1)
    await finish(database, 2, won=False)
    for player in (ANN, BOB):
        await move(games, player)
    await PreferenceService(database).save(BOB, boards_are_public="no")
    assert (await days.digest(GUILD, deal)).started == 3


async def test_the_card_tells_streaks_but_not_of_those_who_want_quiet(
    days: DayMessages, database: Database
) -> None:
    preferences = PreferenceService(database)
    for ago in range(3):
        for player in (ANN, BOB):
            await finish(database, player, ago=ago, moves=player)
    await preferences.save(BOB, quiet="yes")
    digest = await days.digest(GUILD, await chosen_by(database))
    assert digest.streaks == {ANN: 3}
    assert digest.quiet == {BOB}


async def test_the_card_shows_the_best_board_that_is_not_private(
    days: DayMessages, database: Database
) -> None:
    for player in (ANN, BOB, CID):
        await finish(database, player, moves=player)
    await finish(database, 4, won=False)
    await PreferenceService(database).save(ANN, boards_are_public="no")
    digest = await days.digest(GUILD, await chosen_by(database))
    assert digest.shown is not None
    assert digest.shown.player_id == BOB
    assert digest.wins[ANN].won_at == NOON
    assert digest.started == 4


@pytest.mark.parametrize("length", quick([5, 1, 31, 32, 70]))
async def test_the_streak_is_the_servers(
    days: DayMessages, database: Database, length: int
) -> None:
    for ago in range(length):
        await finish(database, ago % 3 + 1, ago=ago, moves=1)
    await finish(database, 1, ago=length, won=False, moves=1)
    await finish(database, 2, ago=length + 1, moves=1)
    await finish(database, 9, ago=length, moves=1, guild=ELSEWHERE)
    assert (await days.digest(GUILD, DEAL)).streak == length


async def test_the_streak_of_a_server_passes_over_days_without_a_deal(
    days: DayMessages, database: Database, clock: Clock
) -> None:
    for ago in (0, 3, 4):
        await save_daily_deal(database, replace(DEAL, day=TODAY - ago * DAY), clock())
        await finish(database, ANN, ago=ago, moves=1)
    assert (await days.digest(GUILD, DEAL)).streak == 3
