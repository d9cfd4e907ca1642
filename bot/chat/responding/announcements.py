"""Background loops, and announcements: messages to channels that nobody asked for just then.

An announcement is sent once, wherever the process dies on the way. It is claimed, sent, noted as
sent, and the claim is released. A claim runs out, so that what a dead process did not send is sent
by the next; what it sent and did not note carries the same nonce, for which Discord returns the
message that is there already. Discord remembers nonces for a few minutes (discord/discord-api-docs,
resources/message, ``enforce_nonce``); a bot that died just between sending and noting, and is back
only later, sends that one message again.

What fails is tried again within about a minute, after all others. Of its failures in a row the
first, second, fourth, eighth and so on get a line in the log. What Discord refuses, such as a
message for a channel that is gone, is dropped with a line.

Each process tells the servers of its own shards, and those that no process serves for the time
being (:mod:`bot.chat.memory.duty`). Passes of different kinds go on side by side.
"""

from __future__ import annotations

import asyncio
import functools
import hashlib
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, TypeVar

from bot import metrics
from bot.chat.channels.channel_messages import Refused, SaveMessage, drop, post, unless_refused
from bot.chat.locale import guild_language
from bot.chat.requests.backoff import is_worth_logging
from bot.chat.requests.failures import reason
from bot.chat.requests.pace import within
from bot.errors import StoreError
from bot.i18n import use_locale
from bot.models import ShardPlan
from bot.service.stopping import cancel_and_wait

if TYPE_CHECKING:
    import discord

    from bot.chat.context import PatienceBot
    from bot.chat.messages.replies import Reply
    from bot.models import Place

SECONDS_TO_SEND: Final = 15.0
"""How long sending may take, retries included: well within a claim, and a stop waits for it."""
_AT_ONCE: Final = 8
"""How many messages are sent at once."""
_MAX_FAILURES: Final = 3
"""After so many failures in a row Discord is out of reach, and what is left waits."""

_Result = TypeVar("_Result")

_log = logging.getLogger(__name__)


async def _keep(_message_id: int) -> bool:
    """Keep a message that stays as it is."""
    return True


@dataclass(frozen=True, slots=True)
class Announcement:
    """A message for a channel.

    Attributes:
        name: tells it from all other announcements.
        place: the channel, and the guild in whose language it is.
        reply: makes the message; None if there is nothing to say.
        note: notes that it was sent, or never will be.
        before: the message that the announcement brings up to date, if there is one.
        due: when it was to be sent at the earliest.
        save: saves the message that shows the announcement.
        refused: is called if Discord refuses the announcement, which is dropped.
    """

    name: str
    place: Place
    reply: Callable[[], Awaitable[Reply | None]]
    note: Callable[[], Awaitable[None]]
    before: int | None = None
    due: datetime | None = None
    save: SaveMessage = _keep
    refused: Refused = drop


async def announce_all(bot: PatienceBot, announcements: Iterable[Announcement]) -> bool:
    """Send the announcements for the servers that this process tells.

    Returns:
        Whether none is to be tried again later.

    Raises:
        StoreError: if the database cannot be reached.
    """
    duty = await on_duty(bot)
    mine = (one for one in announcements if duty.serves(one.place.guild_id))
    return await do_all(bot, {one.name: functools.partial(_announce, bot, one) for one in mine})


async def on_duty(bot: PatienceBot) -> ShardPlan:
    """The shards whose servers this process tells; the pace is shared with the other processes.

    Raises:
        StoreError: if the database cannot be reached.
    """
    own = bot.plan or ShardPlan((0,), 1)
    bot.pace.processes = own.count / len(own.ids)
    if len(own.ids) == own.count:
        return own
    return await bot.duty.of(own, bot.services.cluster.live_shards)


async def do_all(bot: PatienceBot, work: Mapping[str, Callable[[], Awaitable[bool]]]) -> bool:
    """Do pieces of work, those last that failed the last time.

    They are done one after the other until one succeeds, then a few at once.

    Args:
        bot: the bot.
        work: the pieces by name; each returns False if it is to be tried again later.

    Returns:
        Whether none is to be tried again later.

    Raises:
        StoreError: if the database cannot be reached.
    """
    names = deque(sorted(work, key=bot.failing.__contains__))
    running: set[asyncio.Task[bool]] = set()
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
                    bot.failing.pop(piece.get_name(), None)
                    at_once, in_a_row = _AT_ONCE, 0
                else:
                    in_a_row, is_done = in_a_row + 1, False
    finally:
        await to_its_end(cancel_and_wait(running))


async def _try(bot: PatienceBot, name: str, work: Callable[[], Awaitable[bool]]) -> bool:
    """Do a piece of work; one that fails unexpectedly is to be tried again, too."""
    try:
        return await work()
    except StoreError:
        raise
    except Exception:  # those after it are still to be done
        if _count_failure(bot, name):
            _log.exception("The message %s could not be made", name)
        return False


def _count_failure(bot: PatienceBot, name: str) -> bool:
    """Count a failure; whether it is worth a line in the log."""
    bot.failing[name] += 1
    return is_worth_logging(bot.failing[name])


async def _announce(bot: PatienceBot, announcement: Announcement) -> bool:
    """Send an announcement.

    Returns:
        False if it is to be tried again later.

    Raises:
        StoreError: if the database cannot be reached.
    """
    with use_locale(await guild_language(bot, announcement.place.guild_id)):
        reply = await announcement.reply()
    if reply is None:
        await announcement.note()
        return True

    async def refused(error: discord.HTTPException) -> None:
        metrics.ANNOUNCEMENTS.labels("refused").inc()
        _log.warning(
            "Patience may not post in channel %d; an announcement is dropped: %s",
            announcement.place.channel_id,
            error,
        )
        await announcement.refused(error)

    async def send() -> int | None:
        posted = post(
            bot,
            announcement.place,
            reply,
            before=announcement.before,
            save=announcement.save,
            nonce=nonce(announcement.name),
        )
        sent = await unless_refused(posted, refused)
        if sent is not None:
            count_sent(announcement.name.partition(":")[0], announcement.due)
        return sent

    async def note(_message: int | None) -> None:
        await announcement.note()

    return await deliver(bot, announcement.name, send, note)


def count_sent(kind: str, due: datetime | None) -> None:
    """Count a message that was sent, and how late it was.

    Args:
        kind: what it tells of.
        due: when it was to be sent at the earliest.
    """
    metrics.ANNOUNCEMENTS.labels("sent").inc()
    if due is not None:
        late = (datetime.now(UTC) - due).total_seconds()
        metrics.ANNOUNCEMENT_DELAY.labels(kind).observe(max(0.0, late))


async def deliver(
    bot: PatienceBot,
    name: str,
    send: Callable[[], Awaitable[int | None]],
    note: Callable[[int | None], Awaitable[None]],
) -> bool:
    """Send a message once, unless another process is about to.

    Args:
        bot: the bot.
        name: tells the message from all others.
        send: sends it, with :func:`nonce`, and returns its id; None if it never can be sent.
        note: notes that it was sent, with what ``send`` returned.

    Returns:
        False if it is to be tried again later.

    Raises:
        StoreError: if the database cannot be reached.
    """
    return await to_its_end(_deliver(bot, name, send, note))


async def _deliver(
    bot: PatienceBot,
    name: str,
    send: Callable[[], Awaitable[int | None]],
    note: Callable[[int | None], Awaitable[None]],
) -> bool:
    claims = bot.services.claims
    # If noting failed, it is all that is left to do.
    if name not in bot.unnoted:
        await bot.pace.turn()
        if not await claims.claim(name):
            return True
        try:
            sent = await within(SECONDS_TO_SEND, send())
        except Exception as error:
            metrics.ANNOUNCEMENTS.labels("failed").inc()
            if _count_failure(bot, name):
                _log.warning("The message %s could not be sent (%s)", name, reason(error))
            await claims.release(name)
            return False
        bot.unnoted[name] = functools.partial(note, sent)
    # What has happened since is for the next pass: the message does not show it.
    await bot.unnoted[name]()
    del bot.unnoted[name]
    await claims.release(name)
    return True


def nonce(name: str) -> str:
    """The nonce of a message, by which Discord knows one that is sent again within minutes."""
    return hashlib.blake2b(name.encode(), digest_size=12).hexdigest()


async def to_its_end(work: Coroutine[None, None, _Result]) -> _Result:
    """Do work that is not to be left half done to its end, even if cancelled meanwhile."""
    task = asyncio.ensure_future(work)
    is_cancelled = False
    while not task.done():
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError:
            is_cancelled = True
    if is_cancelled:
        raise asyncio.CancelledError from task.exception()
    return task.result()


async def repeat(
    bot: PatienceBot,
    work: Callable[[], Awaitable[bool]],
    *,
    name: str,
    seconds: float,
    seconds_after_failure: float = 60.0,
) -> None:
    """Run a pass of work again and again until cancelled, once the bot is connected.

    Args:
        bot: the bot.
        work: one pass; returns whether nothing is left to be tried again.
        name: what the work is called in the log.
        seconds: the pause after a pass.
        seconds_after_failure: the pause after a pass that failed.
    """
    await bot.any_ready.wait()
    while True:
        done = False
        try:
            async with bot.announce_locks[name]:
                done = await work()
        except StoreError as error:
            _log.warning("%s: the database failed: %s", name, error)
        except Exception:
            _log.exception("%s failed", name)
        await asyncio.sleep(seconds if done else seconds_after_failure)
