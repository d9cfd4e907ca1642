"""The message of a shared board, brought up to date once a second at most.

A press is acknowledged as soon as it is on disk. What follows from many presses is shown together:
each asks for an edit, and one that begins later shows them all. The edits use the token of the last
press, or the bot's own permission.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from bot.chat.play.boards import board_reply
from bot.chat.requests.failures import FAILURES
from bot.chat.requests.pace import is_old
from bot.chat.responding.audience import is_private_press
from bot.chat.responding.context import channel_language
from bot.chat.responding.live_boards import edit_live_board, note_board
from bot.chat.responding.loop import Again
from bot.chat.responding.replies import Reply, acknowledgement
from bot.chat.together.views import shared_notice
from bot.errors import StoreError
from bot.i18n import use_locale
from bot.recent import Recent
from bot.service.play.games import Games
from bot.service.preferences import Preferences
from bot.service.tables import SHARED_SECONDS
from bot.service.together import Together
from engine import PatienceError

if TYPE_CHECKING:
    from bot.chat.responding.context import Context, PatienceBot
    from bot.models.advice import Hint
    from bot.models.due import Due
    from bot.models.play import BoardVersion
    from bot.models.together import SharedGame


_log = logging.getLogger(__name__)

SECONDS_APART: Final = 1.0
"""Seconds between two edits of a board: Discord allows a channel five in five seconds."""
_SECONDS_APART_IF_OLD: Final = 7.0
"""Seconds between two edits of a message older than an hour, of which Discord allows fewer."""
_MOST_REMEMBERED: Final = 1000
"""How many boards are remembered; one that is forgotten is edited a second too early."""


@dataclass(slots=True)
class _Shown:
    """A shared board as this process shows it.

    Attributes:
        context: that of the last press on it.
        hint: the hint that was agreed on, and the board it is for.
    """

    at: float = 0.0
    is_waiting: bool = False
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    context: Context | None = None
    is_followed: bool = False
    hint: tuple[BoardVersion, Hint] | None = None


_boards: Final = WeakKeyDictionary["PatienceBot", Recent[int, _Shown]]()


def _board_of(bot: PatienceBot, owner: int) -> _Shown:
    """A board as this process shows it, which is remembered."""
    boards = _boards.setdefault(bot, Recent(_MOST_REMEMBERED))
    boards[owner] = shown = boards.get(owner) or _Shown()
    return shown


async def shared_reply(context: Context, shared: SharedGame, hint: Hint | None = None) -> Reply:
    """A shared board as its channel sees it, whoever asks."""
    public = replace(
        context, preferences=Preferences(), notice="", left=None, is_private=asyncio.Event()
    )
    with use_locale(await channel_language(context)):
        notice = shared_notice(shared, context.services[Together].now(), hint)
        return await board_reply(public, shared.snapshot, notice=notice, hint=hint)


def shown_later(context: Context, owner: int) -> Reply:
    """Acknowledge a press, and bring the board up to date."""
    return acknowledgement(functools.partial(show, context, owner, is_press=True))


def follow(context: Context, owner: int) -> None:
    """Show what is done on a board at tables as well, from now on."""
    shown = _board_of(context.interaction.client, owner)
    shown.context = shown.context or context
    if not shown.is_followed:
        shown.is_followed = True
        tasks = context.interaction.client.interactions.aside
        tasks.add(asyncio.create_task(_follow(context, owner, shown)))


async def _follow(context: Context, owner: int, shown: _Shown) -> None:
    """Show each change of a board, until nothing has changed for as long as anybody sits there."""
    changed = asyncio.Event()
    try:
        with context.services[Games].changes.follow(owner, changed.set):
            while True:
                await asyncio.wait_for(changed.wait(), SHARED_SECONDS)
                changed.clear()
                try:
                    await show(shown.context or context, owner)
                except (PatienceError, StoreError, *FAILURES) as error:
                    _log.info("A shared board stays as it was: %s", error)
    except TimeoutError:
        return
    finally:
        shown.is_followed = False


def agree_on_hint(context: Context, shared: SharedGame, hint: Hint) -> None:
    """Show a hint until the next move."""
    shown = _board_of(context.interaction.client, shared.board.owner)
    shown.hint = (shared.snapshot.board_version, hint)


async def show(
    context: Context, owner: int, _message_id: int | None = None, *, is_press: bool = False
) -> None:
    """Bring a board's message up to date, together with whatever else happens until then.

    Args:
        is_press: whether somebody has pressed a message just now, which is then the board's.
    """
    shown = _board_of(context.interaction.client, owner)
    shown.context = context
    if shown.is_waiting:
        return
    shown.is_waiting = True
    try:
        pressed = context.interaction.message
        is_slow = pressed is not None and is_old(pressed.id)
        apart = _SECONDS_APART_IF_OLD if is_slow else SECONDS_APART
        await asyncio.sleep(max(0.0, shown.at + apart - time.monotonic()))
        await shown.lock.acquire()
    finally:
        # What is done from here on may come too late for this edit.
        shown.is_waiting = False
    try:
        shown.at = time.monotonic()
        await _edit(context, owner, shown, is_press=is_press)
    finally:
        shown.lock.release()


async def _edit(context: Context, owner: int, shown: _Shown, *, is_press: bool) -> None:
    shared = await context.services[Together].look(owner)
    version = shared.snapshot.board_version
    if is_press and not is_private_press(context) and context.interaction.message is not None:
        await note_board(context, version, None, private=False)
    board, hint = shown.hint or (None, None)
    reply = await shared_reply(context, shared, hint if board == version else None)
    if await edit_live_board(context, reply, anywhere=True) is None:
        _log.info("A shared board could not be brought up to date.")
    elif reply.delivered is not None:
        with use_locale(await channel_language(context)):
            await reply.delivered(None)


async def count_votes(bot: PatienceBot, due: Due) -> Again | None:
    """Count a board's votes once their time is over, and show what was played."""
    owner = -due.subject.id
    shared = await bot.services[Together].count_votes(owner)
    context = _board_of(bot, owner).context
    if context is not None:
        # After a restart nobody has pressed yet; the next press shows it.
        await show(context, owner)
    until = shared.board.vote_until
    return None if until is None else Again(until)
