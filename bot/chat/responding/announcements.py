"""Background loops, and announcements: unsolicited messages to channels.

An announcement is sent once, wherever the process dies on the way. It is claimed, sent, noted as
sent, and the claim is released. A claim runs out, so that what a dead process did not send is sent
by the next; what it sent and did not note carries the same nonce, for which Discord returns the
message that is there already. Discord remembers nonces for a few minutes (discord/discord-api-docs,
resources/message, ``enforce_nonce``); a bot that died just between sending and noting, and is back
only later, sends that one message again.

What fails is tried again within about a minute, after all others. Of its failures in a row the
first, second, fourth, eighth and so on get a line in the log. What Discord refuses, such as a
message for a channel that is gone, is dropped and logged.

Each process announces to the servers of its own shards, and of shards that no process serves at
the moment (:mod:`bot.chat.responding.announcement_state`). Passes of different kinds run in
parallel.
"""

from __future__ import annotations

import asyncio
import functools
import hashlib
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from bot import metrics
from bot.chat.requests.failures import is_worth_logging, reason
from bot.chat.requests.pace import within
from bot.chat.responding.channel_messages import (
    OnRejected,
    SaveMessage,
    ignore,
    post,
    post_or_handle_rejection,
)
from bot.chat.responding.context import guild_language
from bot.errors import StoreError
from bot.i18n import use_locale
from bot.models.shards import ShardPlan
from bot.service.claims import Claims
from bot.tasks import cancel_and_wait, shielded

if TYPE_CHECKING:
    import discord

    from bot.chat.responding.context import PatienceBot
    from bot.chat.responding.replies import Reply
    from bot.models.places import Place

SECONDS_TO_SEND: Final = 15.0
"""How long sending may take, retries included: well within a claim, and a stop waits for it."""
_AT_ONCE: Final = 8
"""How many messages are sent at once."""
_MAX_FAILURES: Final = 3
"""Failures in a row after which Discord counts as unreachable, and the rest waits."""


_log = logging.getLogger(__name__)


async def _keep(_message_id: int) -> bool:
    """Keep a message that stays as it is."""
    return True


@dataclass(frozen=True, slots=True)
class Announcement:
    """A message for a channel.

    Attributes:
        name: a unique name.
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
    refused: OnRejected = ignore


async def announce_all(bot: PatienceBot, announcements: Iterable[Announcement]) -> bool:
    """Send the announcements for the servers of this process.

    Returns:
        Whether none is to be tried again later.
    """
    served = await served_shards(bot)
    mine = (one for one in announcements if served.serves(one.place.guild_id))
    return await do_all(bot, {one.name: functools.partial(_announce, bot, one) for one in mine})


async def served_shards(bot: PatienceBot) -> ShardPlan:
    """The shards whose servers this process announces to; processes share the pace."""
    own = bot.connections.plan or ShardPlan((0,), 1)
    bot.pace.processes = own.count / len(own.ids)
    if len(own.ids) == own.count:
        return own
    return await bot.announcements.ownership.served_shards(own, bot.connections.live)


async def do_all(bot: PatienceBot, work: Mapping[str, Callable[[], Awaitable[bool]]]) -> bool:
    """Do pieces of work, those last that failed the last time.

    They are done one after the other until one succeeds, then a few at once.

    Args:
        work: the pieces by name; each returns False if it is to be tried again later.

    Returns:
        Whether none is to be tried again later.
    """
    names = deque(sorted(work, key=bot.announcements.failure_counts.__contains__))
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
                    bot.announcements.failure_counts.pop(piece.get_name(), None)
                    at_once, in_a_row = _AT_ONCE, 0
                else:
                    in_a_row, is_done = in_a_row + 1, False
    finally:
        await shielded(cancel_and_wait(running))


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
    bot.announcements.failure_counts[name] += 1
    return is_worth_logging(bot.announcements.failure_counts[name])


async def _announce(bot: PatienceBot, announcement: Announcement) -> bool:
    """Send an announcement.

    Returns:
        False if it is to be tried again later.
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
        sent = await post_or_handle_rejection(posted, refused)
        if sent is not None:
            count_sent(announcement.name.partition(":")[0], announcement.due)
        return sent

    async def note(_message: int | None) -> None:
        await announcement.note()

    return await deliver(bot, announcement.name, send, note)


def count_sent(kind: str, due: datetime | None) -> None:
    """Count a message that was sent, and how late it was.

    Args:
        kind: the kind of announcement.
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
        name: a unique name.
        send: sends it, with :func:`nonce`, and returns its id; None if it never can be sent.
        note: notes that it was sent, with what ``send`` returned.

    Returns:
        False if it is to be tried again later.
    """
    return await shielded(_deliver(bot, name, send, note))


async def _deliver(
    bot: PatienceBot,
    name: str,
    send: Callable[[], Awaitable[int | None]],
    note: Callable[[int | None], Awaitable[None]],
) -> bool:
    claims = bot.services[Claims]
    # If noting failed, it is all that is left to do.
    if name not in bot.announcements.pending_acks:
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
        bot.announcements.pending_acks[name] = functools.partial(note, sent)
    # What has happened since is for the next pass: the message does not show it.
    await bot.announcements.pending_acks[name]()
    del bot.announcements.pending_acks[name]
    await claims.release(name)
    return True


def nonce(name: str) -> str:
    """The nonce of a message, by which Discord knows one that is sent again within minutes."""
    return hashlib.blake2b(name.encode(), digest_size=12).hexdigest()


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
        work: one pass; returns whether nothing is left to be tried again.
        name: what the work is called in the log.
        seconds: the pause after a pass.
        seconds_after_failure: the pause after a pass that failed.
    """
    await bot.connections.cache.any_ready.wait()
    while True:
        done = False
        try:
            async with bot.announcements.locks[name]:
                done = await work()
        except StoreError as error:
            _log.warning("%s: the database failed: %s", name, error)
        except Exception:
            _log.exception("%s failed", name)
        await asyncio.sleep(seconds if done else seconds_after_failure)
