"""A racer's board, and the private note that is there until all start.

The note is edited by the token of the press that it answers, which only this process has, and so is
the board sent, below the message of the race. So all who are ready see the seconds, and then their
board, at the same moment; whoever's token has expired presses My board.
"""

from __future__ import annotations

import asyncio
import contextvars
import functools
import logging
import math
import time
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from discord.utils import format_dt

from bot.chat.play.boards import board_reply
from bot.chat.play.race_lines import final_result
from bot.chat.races.views import challenge_notice
from bot.chat.requests.failures import FAILURES
from bot.chat.responding.context import guild_language
from bot.chat.responding.delivery import follow_up
from bot.chat.responding.live_boards import note_board
from bot.chat.responding.loop import Again
from bot.chat.responding.replies import text_reply
from bot.chat.responding.shown_boards import Token
from bot.chat.responding.surface import edit_message
from bot.i18n import _, use_locale
from bot.models.contests import COUNTED, RacerOutcome, RaceState
from bot.models.places import BoardMessage
from bot.service.contests.races import Races
from bot.service.errors import ServiceError
from bot.service.preferences import PreferenceService

if TYPE_CHECKING:
    from collections.abc import Coroutine, Sequence
    from datetime import datetime

    from bot.chat.responding.context import Context, PatienceBot
    from bot.chat.responding.replies import Reply
    from bot.models.contests import Race
    from bot.models.due import Due

_SECONDS_SHOWN: Final = 1.5
"""How long a table that says who is ready stays the same at least."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Note:
    """The private note of a player who waits for a start.

    Attributes:
        variables: the language, and whatever else the press that it answers had.
    """

    context: Context
    message_id: int
    variables: contextvars.Context


@dataclass(slots=True)
class _Lobby:
    """What this process knows of a race.

    Attributes:
        notes: of who waits for it, by player.
        shown_at: when its table was shown last because of who is ready, on the monotonic clock.
        is_wanted: whether a press waits until it may be shown again.
        has_last_minute: whether its last minute was told.
    """

    notes: dict[int, _Note] = field(default_factory=dict)
    shown_at: float = -math.inf
    is_wanted: bool = False
    has_last_minute: bool = False


_lobbies: Final = WeakKeyDictionary["PatienceBot", dict[int, _Lobby]]()


def _lobby(bot: PatienceBot, race_id: int) -> _Lobby:
    return _lobbies.setdefault(bot, {}).setdefault(race_id, _Lobby())


def forget_lobby(bot: PatienceBot, race_id: int) -> None:
    """Forget who waited for a race, which is over."""
    _lobbies.get(bot, {}).pop(race_id, None)


async def own_board(context: Context, race: Race) -> Reply:
    """A racer's board; before the start and after their end what there is to wait for."""
    racer, races = race.racer(context.player), context.services[Races]
    is_running = race.state is RaceState.RUNNING
    if is_running and racer is not None and racer.outcome is not None:
        if racer.outcome is RacerOutcome.LEFT and racer.game_id is not None:
            return text_reply(_("You left this race. Type /resume to go back to your game."))
        return text_reply(final_result(race, racer))
    if is_running and racer is not None and race.starts_at and races.now() < race.starts_at:
        return waiting_note(context, race)
    board = await races.board(context.player, race.id)
    notice = challenge_notice(board.race, context.player) if race.by_invitation else ""
    return await board_reply(context, board.snapshot, notice=notice)


def waiting_note(context: Context, race: Race) -> Reply:
    """The note of a player who is ready, in whose place their board appears."""
    text = _(
        "✅ You are ready. Your board comes as the race begins. If it does not, press **My board** "
        "under the race."
    )
    if race.starts_at is not None:
        begins = format_dt(race.starts_at, "R")
        text = _("🏁 The race begins {when}: your board appears by itself.", when=begins)
    return replace(text_reply(text), delivered=functools.partial(_wait, context, race.id))


async def _wait(context: Context, race_id: int, message_id: int | None) -> None:
    pressed = context.interaction.message
    if message_id is None and pressed is not None:
        message_id = pressed.id
    if message_id is not None:
        await leave_lobby(context, race_id, unless=message_id)
        note = _Note(context, message_id, contextvars.copy_context())
        _lobby(context.interaction.client, race_id).notes[context.player] = note


async def leave_lobby(context: Context, race_id: int, *, unless: int = 0) -> None:
    """Delete the note of a player who waits no longer, or has another."""
    note = _lobby(context.interaction.client, race_id).notes.pop(context.player, None)
    if note is not None and note.message_id != unless:
        await _delete(note)


async def _delete(note: _Note) -> None:
    if note.context.interaction.is_expired():
        return
    try:
        await note.context.interaction.followup.delete_message(note.message_id)
    except FAILURES as error:
        _log.debug("A note about a race stays: %s", error)


async def turn_to_show(bot: PatienceBot, race_id: int) -> bool:
    """Wait until a table may be shown again; False if another press waits, and shows this as well.

    Twenty presses within seconds would else be twenty edits, behind which the seconds before the
    start wait for the channel's rate limit.
    """
    lobby = _lobby(bot, race_id)
    if lobby.is_wanted:
        return False
    lobby.is_wanted = True
    try:
        await asyncio.sleep(lobby.shown_at + _SECONDS_SHOWN - time.monotonic())
    finally:
        lobby.is_wanted = False
    lobby.shown_at = time.monotonic()
    return True


def next_second(starts_at: datetime, seconds: int) -> datetime:
    """When the next of the last seconds before a start begins, of which so many are left."""
    return starts_at - min(COUNTED, timedelta(seconds=seconds - 1))


async def start_of_race(bot: PatienceBot, due: Due) -> Again | None:
    """Show all who wait for a race how many seconds are left, and then their boards.

    These come at once, as soon as the last of them is drawn.
    """
    races = bot.services[Races]
    try:
        race = await races.get(due.subject.id)
    except ServiceError:
        return None
    waiting = _waiting(bot, race)
    seconds = race.seconds_to_start(races.now())
    if race.starts_at is not None and seconds:
        for note in waiting:
            _begin(bot, note, _show(note, text_reply(f"# {seconds}")))
        return Again(next_second(race.starts_at, seconds))
    if waiting:
        _lobby(bot, race.id).notes.clear()
        _begin(bot, waiting[0], _show_drawn(bot, race, waiting))
    return None


def _waiting(bot: PatienceBot, race: Race) -> tuple[_Note, ...]:
    """The notes of those for whom a race begins, as far as they can be edited."""
    notes = _lobby(bot, race.id).notes
    known = [notes.get(one.player_id) for one in race.left]
    return tuple(one for one in known if one and not one.context.interaction.is_expired())


def _begin(bot: PatienceBot, note: _Note, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
    """Do something for a player in their language, of which nobody waits for the end."""
    task = asyncio.create_task(work, context=note.variables)
    bot.interactions.aside.add(task)
    return task


async def _show_drawn(bot: PatienceBot, race: Race, waiting: Sequence[_Note]) -> None:
    drawing = [
        asyncio.create_task(own_board(one.context, race), context=one.variables) for one in waiting
    ]
    for note, drawn in zip(
        waiting, await asyncio.gather(*drawing, return_exceptions=True), strict=True
    ):
        if isinstance(drawn, BaseException):
            # They are shown it, or why not, as soon as they press My board.
            _log.warning("A board could not be shown at the start of a race: %r", drawn)
        else:
            _begin(bot, note, _send_board(note, drawn))


async def _show(note: _Note, reply: Reply) -> None:
    """Show something in a note, after what was to be shown there before."""
    context, bot = note.context, note.context.interaction.client
    if context.place is None:
        return
    shown, token = BoardMessage(context.place, note.message_id), Token.of(context.interaction)
    async with bot.shown_boards.lock(context.player):
        try:
            await edit_message(bot, shown, reply, token=token, as_member=False)
        except FAILURES as error:
            _log.info("A note about a race could not be edited: %s", error)


async def _send_board(note: _Note, reply: Reply) -> None:
    """Send a board that takes the place of a note."""
    context = note.context
    async with context.interaction.client.shown_boards.lock(context.player):
        try:
            sent = await follow_up(context.interaction, reply)
        except FAILURES as error:
            _log.info("A board could not be sent at the start of a race: %s", error)
            return
        if reply.board is not None:
            await note_board(context, reply.board, sent.message_id, private=sent.private)
    if reply.delivered is not None:
        await reply.delivered(sent.message_id)
    await _delete(note)


async def tell_last_minute(bot: PatienceBot, race: Race) -> None:
    """Tell those who play a race privately, once, that its last minute has begun."""
    lobby = _lobby(bot, race.id)
    if lobby.has_last_minute:
        return
    lobby.has_last_minute = True
    boards = [(one.player_id, bot.shown_boards.get(one.game_id or 0)) for one in race.left]
    for player, board in boards:
        if board is None or not board.private or board.token is None or board.token.is_expired:
            continue
        preferences = await bot.services[PreferenceService].get(player)
        with use_locale(preferences.language or await guild_language(bot, race.guild_id)):
            ends = format_dt(race.due(race.left[0]), "R")
            reply = text_reply(_("⏳ **The last minute of your race**: it ends {when}.", when=ends))
        try:
            await board.token.followup.send(view=reply.view, ephemeral=True)
        except FAILURES as error:
            _log.info("A racer was not told of the last minute: %s", error)
