"""What players do, and what the bot posts, while Discord is at fault: one request of each fails."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from bot.chat.responding.context import PatienceBot
from bot.chat.responding.shown_boards import ShownBoards
from bot.models.daily import DailyDeal
from bot.service.daily.daily import Daily
from bot.service.daily.posts import DayMessages
from bot.service.players.reminders import Reminders
from bot.service.preferences import PreferenceService
from bot.store.daily.daily import save_daily_deal
from bot.store.preferences import Owner, save_preferences
from local_discord.fixtures import GUILDS
from local_discord.payload import payloads_of, text_of
from local_discord.testing import Message
from tests.e2e.contests.race_tables import prepare_deal, race_message
from tests.e2e.faults.stage import Stage
from tests.e2e.messages import labels
from tests.e2e.player import Player, Word
from tests.e2e.running_bot import do_due
from tests.store.finished_games import play_to_the_end

TABLE: Final = GUILDS[0]
POSTS: Final = TABLE.channels[2]
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Request:
    """Which of the bot's requests fails."""

    method: str
    path: str

    @property
    def is_response(self) -> bool:
        """Whether it is the first response to an interaction."""
        return self.path == "/callback"


Act = Callable[[], Awaitable[Word]]


@dataclass(frozen=True, slots=True)
class Action:
    """Something that a player does.

    Attributes:
        name: what it is, in a table's cell.
        request: the request that fails.
        prepare: leads up to it, and returns what does it.
        version: the version of the game that it leads to.
        late: whether the bot takes longer than Discord waits.
    """

    name: str
    request: Request
    prepare: Callable[[Stage], Awaitable[Act]]
    version: int
    late: bool = False


@dataclass(frozen=True, slots=True)
class Posting:
    """Something that the bot posts on its own.

    Attributes:
        name: what it is, in a table's cell.
        request: the request that fails.
        prepare: leads up to it.
        post: posts what is due.
        told: the posted messages that tell of it, as the other person sees them.
    """

    name: str
    request: Request
    prepare: Callable[[Stage], Awaitable[None]]
    post: Callable[[PatienceBot], Awaitable[bool]]
    told: Callable[[Stage], Awaitable[list[Message]]]


_NOTED: Final = 10.0
"""Seconds in which a board that is seen is noted."""
CALLBACK: Final = Request("POST", "/callback")
EDIT: Final = Request("PATCH", "/webhooks/")
FOLLOW_UP: Final = Request("", "/webhooks/")
HISTORY: Final = Request("GET", "/channels/")
CHANNEL_EDIT: Final = Request("PATCH", "/channels/")
CHANNEL_POST: Final = Request("POST", "/channels/")


async def _deal(stage: Stage) -> Message:
    return await stage.player.command("patience", "play", game="phoenix", deal="7")


async def _play(stage: Stage) -> Act:
    return lambda: stage.player.types("patience", "play", game="phoenix", deal="7")


async def _move(stage: Stage) -> Act:
    await _deal(stage)
    return lambda: stage.player.types("patience", "type move", play="r4-2")


async def _move_after_restart(stage: Stage) -> Act:
    """A move on a board whose token only the process before knew."""
    await _deal(stage)
    await stage.bot.client.interactions.in_flight.wait(_NOTED)  # noted last
    stage.bot.client.shown_boards = ShownBoards()
    return lambda: stage.player.types("patience", "type move", play="r4-2")


async def _undo(stage: Stage) -> Act:
    await stage.player.press(await _deal(stage), label="6")
    return lambda: stage.player.types("patience", "type undo")


def _tap(stage: Stage, board: Message) -> Act:
    return lambda: stage.player.presses(board, board.button("6").custom_id)


async def _press(stage: Stage) -> Act:
    return _tap(stage, await _deal(stage))


async def _press_in_private(stage: Stage) -> Act:
    preferences = stage.bot.services[PreferenceService]
    await preferences.save(stage.player.id, boards_are_public="no")
    board = await _deal(stage)
    await preferences.save(stage.player.id, boards_are_public="yes")
    assert board.ephemeral
    return _tap(stage, board)


async def _choose(stage: Stage) -> Act:
    board = await stage.player.command("patience", "play", game="house-in-the-wood", deal="1")
    menu = next(one for one in board.components if one["type"] == 3)
    pile = text_of(payloads_of(menu["options"])[0]["value"])
    return lambda: stage.player.chooses(board, text_of(menu["custom_id"]), pile)


ACTIONS: Final = (
    # First, as it needs a board that few messages follow.
    Action(
        "types /type move: the board's edit after a restart", CHANNEL_EDIT, _move_after_restart, 1
    ),
    Action("types /play", CALLBACK, _play, 0),
    Action("types /play, answered late", FOLLOW_UP, _play, 0, late=True),
    Action("types /type move", CALLBACK, _move, 1),
    Action("types /type move: a look at the channel", HISTORY, _move, 1),
    Action("types /type undo: the board's edit", EDIT, _undo, 2),
    Action("presses a public board", CALLBACK, _press, 1),
    Action("presses a public board, answered late", EDIT, _press, 1, late=True),
    Action("presses a private board", CALLBACK, _press_in_private, 1),
    Action("chooses from a menu", CALLBACK, _choose, 1),
)


async def _results(stage: Stage) -> None:
    database, now = stage.bot.database, stage.bot.clock()
    yesterday = now.date() - DAY
    await save_daily_deal(database, DailyDeal(yesterday, "saratoga", 42, 1, 112), now)
    await play_to_the_end(database, 7, day=yesterday, guild=TABLE.id, at=now - DAY)
    await save_preferences(database, Owner.GUILD, TABLE.id, {"daily_channel": str(POSTS.id)})
    await stage.bot.services[DayMessages].touch(TABLE.id)


async def _in_daily(stage: Stage) -> list[Message]:
    return await stage.other.open("daily")


async def _closing(stage: Stage) -> None:
    await stage.player.command("general", "race start", game="klondike")
    stage.bot.clock.advance(HOUR)


async def _closed(stage: Stage) -> list[Message]:
    return [one for one in await stage.other.open("general") if "closed" in one.text]


async def _race(stage: Stage) -> None:
    await prepare_deal(stage.bot)
    await stage.player.command("lounge", "race start", game="klondike")
    await _press_race(stage.other, "Ready")
    await _press_race(stage.player, "Start")
    for person in (stage.player, stage.other):
        await person.press(await _press_race(person, "Leave race"), label="Leave race")


async def _press_race(person: Player, label: str) -> Message:
    return await person.press(await race_message(person, "lounge"), label=label)


async def _raced(stage: Stage) -> list[Message]:
    return [one for one in await stage.other.open("lounge") if "Rematch" in labels(one)]


async def _reminder(stage: Stage) -> None:
    due = stage.bot.clock() + HOUR
    await stage.bot.services[Reminders].set_daily(stage.other.id, due.hour, "UTC", "en")
    stage.bot.clock.advance(HOUR)
    await stage.bot.services[Daily].prepare(due.date())


async def _reminded(stage: Stage) -> list[Message]:
    return await stage.other.open("dm")


REMINDER: Final = "a reminder"
POSTINGS: Final = (
    Posting("a message of the day", CHANNEL_POST, _results, do_due, _in_daily),
    Posting("a table that closes", CHANNEL_EDIT, _closing, do_due, _closed),
    Posting("a race's result", CHANNEL_POST, _race, do_due, _raced),
    Posting(REMINDER, CHANNEL_POST, _reminder, do_due, _reminded),
)
