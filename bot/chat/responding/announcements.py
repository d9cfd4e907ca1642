"""Background loops, and announcements: messages that nobody has just asked for.

All of it goes through the outbox (:mod:`bot.service.outbox`), so that it comes once. What fails is
tried again within about a minute, after all others. Of its failures in a row the first, second,
fourth, eighth and so on get a line in the log. What Discord refuses, such as a message for a
channel that is gone, is dropped and logged.

Each process announces to the servers of its own shards, and of shards that no process serves at
the moment (:mod:`bot.chat.responding.announcement_state`). Passes of different kinds run in
parallel.
"""

from __future__ import annotations

import asyncio
import functools
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import discord

from bot import background, metrics
from bot.chat.requests.failures import TAKEN_FOR_SPAM, is_worth_logging, reason
from bot.chat.requests.pace import within
from bot.chat.responding.channel_messages import SaveMessage, post
from bot.chat.responding.context import guild_language
from bot.chat.responding.loop import AllWait, served_shards
from bot.errors import StoreError
from bot.i18n import use_locale
from bot.service.outbox import Outbox
from bot.tasks import cancel_and_wait, shielded

if TYPE_CHECKING:
    from bot.chat.responding.context import PatienceBot
    from bot.chat.responding.replies import Reply
    from bot.models.places import Place

SECONDS_TO_SEND: Final = 15.0
"""How long sending may take, retries included: a stop waits for it."""
_AT_ONCE: Final = 8
"""How many messages are sent at once."""
_SECONDS_AFTER_FAILURE: Final = 60.0
"""Seconds until a pass is made again of which some has to wait."""
_REFUSALS: Final = frozenset({400, 403, 404})
"""Discord's statuses for what it will not do, however often it is asked."""
_MAX_FAILURES: Final = 3
"""Failures in a row after which Discord counts as unreachable, and the rest waits."""


Pass = Callable[["PatienceBot"], Coroutine[None, None, bool]]
"""Does what there is to do just now; False if some of it has to wait for longer."""
BACKGROUND: Final[dict[str, Callable[[PatienceBot], Coroutine[None, None, None]]]] = {}
"""What features do for as long as the bot is connected, by name."""

_log = logging.getLogger(__name__)


def every(seconds: float, name: str) -> Callable[[Pass], Pass]:
    """Run this pass for as long as the bot is connected, with a pause after each."""

    def register(work: Pass) -> Pass:
        BACKGROUND[name] = functools.partial(repeat, work, name=name, seconds=seconds)
        return work

    return register


async def _keep(_message_id: int) -> bool:
    """Keep a message that stays as it is."""
    return True


@dataclass(frozen=True, slots=True)
class Announcement:
    """A message for a channel.

    Attributes:
        name: a unique name; what follows an @ is whom it tells, and no log says that.
        reply: makes the message; None if there is nothing to say.
        note: notes that it was sent, or never will be.
        due: when it was to be sent at the earliest.
        refused: called with the error when Discord refuses the message for good; if it raises, the
            announcement is tried again.
        stays: whether the message is edited where it is, whatever happens: its maker keeps the pace
            at which old messages may be.
    """

    name: str
    place: Place
    reply: Callable[[], Awaitable[Reply | None]]
    note: Callable[[], Awaitable[None]]
    before: int | None = None
    due: datetime | None = None
    until: datetime | None = None
    player: int | None = None
    save: SaveMessage = _keep
    refused: Callable[[discord.HTTPException], Awaitable[None]] | None = None
    stays: bool = False


async def announce_all(bot: PatienceBot, announcements: Iterable[Announcement]) -> bool:
    """Send the announcements for servers of this process; False to try some again later."""
    served = await served_shards(bot)
    mine = (one for one in announcements if served.serves(one.place.guild_id))
    return await do_all(bot, {one.name: functools.partial(announce, bot, one) for one in mine})


async def do_all(bot: PatienceBot, work: Mapping[str, Callable[[], Awaitable[bool]]]) -> bool:
    """Do work by name one by one until some succeeds, then a few at once; False to try again."""
    names = deque(sorted(work, key=bot.announcements.failure_counts.__contains__))
    running: set[asyncio.Task[bool | None]] = set()
    at_once, in_a_row, is_done = 1, 0, True
    try:
        while True:
            while names and in_a_row < _MAX_FAILURES and len(running) < at_once:
                name = names.popleft()
                running.add(asyncio.create_task(_try(bot, name, work[name]), name=name))
            if not running:
                return is_done
            done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for piece in done:
                if piece.result():
                    bot.announcements.failure_counts.pop(piece.get_name(), None)
                    at_once, in_a_row = _AT_ONCE, 0
                else:
                    in_a_row, is_done = in_a_row + 1, False
                    if piece.result() is None:
                        names.clear()
    finally:
        await shielded(cancel_and_wait(running))


async def _try(bot: PatienceBot, name: str, work: Callable[[], Awaitable[bool]]) -> bool | None:
    """Do a piece of work, to be tried again if it fails; None if no other is to be begun."""
    try:
        return await work()
    except StoreError:
        raise
    except AllWait as end:
        _log.warning("The others wait: %s", end)
        return None
    except Exception:  # those after it are still to be done
        if _count_failure(bot, name):
            _log.exception("The message %s could not be made", _public(name))
        return False


def note_failure(bot: PatienceBot, name: str, error: Exception) -> None:
    """Count and log that a message could not be sent."""
    metrics.ANNOUNCEMENTS.labels("failed").inc()
    if _count_failure(bot, name):
        _log.warning("The message %s could not be sent (%s)", _public(name), reason(error))


def _count_failure(bot: PatienceBot, name: str) -> bool:
    """Count a failure; whether it is worth a line in the log."""
    bot.announcements.failure_counts[name] += 1
    return is_worth_logging(bot.announcements.failure_counts[name])


def _public(name: str) -> str:
    return name.partition("@")[0]


async def announce(bot: PatienceBot, announcement: Announcement) -> bool:
    """Send an announcement once, unless another process is about to; False to try again."""
    if bot.services[Outbox].is_late(announcement.until):
        metrics.ANNOUNCEMENTS.labels("late").inc()
        _log.warning("It is too late for the message %s", _public(announcement.name))
        await announcement.note()
        return True
    with use_locale(await guild_language(bot, announcement.place.guild_id)):
        reply = await announcement.reply()
    if reply is None:
        await announcement.note()
        return True
    return await shielded(_send(bot, announcement, reply))


async def _send(bot: PatienceBot, announcement: Announcement, reply: Reply) -> bool:
    outbox, name = bot.services[Outbox], announcement.name
    # If noting failed, it is all that is left to do.
    if name not in bot.announcements.pending_acks:
        await bot.pace.turn()
        attempt = await outbox.take(name, until=announcement.until, player=announcement.player)
        if attempt is None:
            return True
        if not attempt.is_sent:
            try:
                await within(SECONDS_TO_SEND, _post(bot, announcement, reply, attempt.nonce))
            except Exception as error:
                note_failure(bot, name, error)
                await outbox.put_off(name)
                if isinstance(error, discord.HTTPException) and error.code in TAKEN_FOR_SPAM:
                    raise AllWait(str(error)) from error
                return False
        bot.announcements.pending_acks[name] = announcement.note
        await outbox.sent(name)
    # What has happened since is for the next pass: the message does not show it.
    await bot.announcements.pending_acks[name]()
    del bot.announcements.pending_acks[name]
    return True


async def _post(bot: PatienceBot, announcement: Announcement, reply: Reply, nonce: str) -> None:
    place, due = announcement.place, announcement.due
    before, save, stays = announcement.before, announcement.save, announcement.stays
    try:
        await post(bot, place, reply, before=before, save=save, nonce=nonce, stays=stays)
    except discord.HTTPException as error:
        # Only Discord's own refusals have a code.
        if error.status not in _REFUSALS or error.code in {0, *TAKEN_FOR_SPAM}:
            raise
        if announcement.refused is not None:
            await announcement.refused(error)
        metrics.ANNOUNCEMENTS.labels("refused").inc()
        if announcement.player is None:
            _log.warning(
                "Patience may not post in channel %d; an announcement is dropped: %s",
                place.channel_id,
                error,
            )
        return
    metrics.ANNOUNCEMENTS.labels("sent").inc()
    if due is not None:
        late = (datetime.now(UTC) - due).total_seconds()
        kind = announcement.name.partition(":")[0]
        metrics.ANNOUNCEMENT_DELAY.labels(kind).observe(max(0.0, late))


async def repeat(
    work: Pass,
    bot: PatienceBot,
    *,
    name: str,
    seconds: float,
) -> None:
    """Run a pass of work again and again until cancelled, once the bot is connected."""
    await bot.connections.cache.any_ready.wait()
    while True:
        done = False
        try:
            async with bot.announcements.locks[name]:
                done = await work(bot)
            background.succeeded()
        except Exception as error:  # another pass may succeed
            background.failed(error)
        await asyncio.sleep(seconds if done else _SECONDS_AFTER_FAILURE)
