"""The loop over what is due: looks at each subject, and shows it or does what is to be done.

How a feature shows or does something unasked:

1. Whoever changes a subject says so in the same transaction of the store:
   ``await touch(connection, Subject("race", race.id), now, guild=race.guild_id)``
   (:mod:`bot.store.due.due`). A deadline is touched as well, at its time; ``is_exact`` moves one.
2. The feature writes one function a kind, and :mod:`bot.chat.due` names it::

       async def race_message(bot: PatienceBot, due: Due) -> Post | Again | None: ...

   It looks at the subject by its id and returns what is to be shown now and, in ``again_at``, when
   to look again; ``Again`` shows nothing until then; None shows nothing and is done. It may be
   called too early, too late or twice, so it decides by the subject alone. It speaks the server's
   language.

A subject is one process's at a time, and its message is sent once (:mod:`bot.service.due`). Each
process looks at the servers of its own shards, and of shards that no process serves at the moment.
Whatever fails, in any way, is logged, counted and tried again after a pause; nothing ends the loop.
What Discord refuses for good is done.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Set
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

import discord

from bot import background, metrics
from bot.chat.requests.failures import (
    FAILURES,
    TAKEN_FOR_SPAM,
    is_refusal,
    is_worth_logging,
    reason,
)
from bot.chat.responding.context import guild_language
from bot.chat.responding.surface import Post, send, turn
from bot.errors import StoreError
from bot.i18n import use_locale
from bot.models.due import Shown
from bot.models.shards import ShardPlan
from bot.service.due import DueList, Posts, nonce_of
from bot.tasks import cancel_and_wait, shielded

if TYPE_CHECKING:
    from bot.chat.responding.context import PatienceBot
    from bot.models.due import Due, Subject

_AT_ONCE: Final = 8
"""How many subjects are looked at at once."""
_SECONDS_TO_LOOK: Final = 30.0
"""How long a handler may take: less than the claim lasts."""
_MAX_FAILURES: Final = 3
"""Failures in a row after which Discord counts as unreachable, and the rest waits."""
_SECONDS_AFTER_FAILURES: Final = 30.0
ORPHANED_AFTER: Final = 120.0
"""Seconds without a process that serves a shard, after which others announce to its servers."""
_LOOK_SECONDS: Final = 10.0
"""Seconds between two looks at which shards are served."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Again:
    """There is nothing to show; the subject is to be looked at again."""

    at: datetime


class Later(Exception):
    """A subject has to be tried again after a pause, which is no fault of anybody's.

    Attributes:
        pause: for how long; None for as long as after a failure.
    """

    def __init__(self, why: str, pause: timedelta | None = None) -> None:
        super().__init__(why)
        self.pause = pause


class AllWait(Exception):
    """Discord wants fewer requests, so nothing else is to be begun for a while; the text says."""


Handler = Callable[["PatienceBot", "Due"], Awaitable[Post | Again | None]]


class ShardOwnership:
    """The shards whose servers this process announces to: its own, and those nobody serves."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._looked: float | None = None
        self._missing_since: dict[int, float] = {}

    async def served_shards(
        self, own: ShardPlan, live: Callable[[], Awaitable[Set[int]]]
    ) -> ShardPlan:
        """The shards whose servers this process announces to."""
        now = self._clock()
        if self._looked is None or now - self._looked >= _LOOK_SECONDS:
            missing = {*range(own.count)} - {*own.ids} - await live()
            self._missing_since = {one: self._missing_since.get(one, now) for one in missing}
            self._looked = now
        orphaned = [
            one for one, since in self._missing_since.items() if now - since >= ORPHANED_AFTER
        ]
        return ShardPlan(tuple(sorted([*own.ids, *orphaned])), own.count)


class DueLoop:
    """Looks at whatever is due, a few subjects at once, until it is cancelled.

    Attributes:
        handlers: what looks at a subject, by its kind.
        one_pass: held while the loop looks at anything.
        ownership: the shards whose servers it looks after.
    """

    def __init__(
        self,
        bot: PatienceBot,
        handlers: Mapping[str, Handler],
        *,
        pause: float = _SECONDS_AFTER_FAILURES,
    ) -> None:
        """Begin nothing yet.

        Args:
            handlers: what looks at a subject, by its kind.
            pause: the seconds after which a loop goes on that could do nothing.
        """
        self._bot = bot
        self.handlers = {**handlers}
        self._pause = pause
        self._list = bot.services[DueList]
        self.one_pass = asyncio.Lock()
        self.ownership = ShardOwnership()
        self._failures_in_a_row = 0
        self._are_waiting = False
        self._unsaved: dict[tuple[Subject, datetime], Callable[[], Awaitable[None]]] = {}

    async def run(self) -> None:
        """Do what is due whenever something is, once the bot is connected."""
        await self._bot.connections.cache.any_ready.wait()
        while True:
            try:
                async with self.one_pass:
                    await self.do_due()
                if self._failures_in_a_row < _MAX_FAILURES and not self._are_waiting:
                    background.succeeded()
                    await self._list.sleep(await self._served_shards())
                    continue
            except Exception as error:  # nothing ends it
                background.failed(error)
            await asyncio.sleep(self._pause)
            self.forgive()

    async def _served_shards(self) -> ShardPlan:
        """The shards whose servers this process looks after; processes share the pace."""
        connections = self._bot.connections
        own = connections.plan or ShardPlan((0,), 1)
        self._bot.pace.processes = own.count / len(own.ids)
        if len(own.ids) == own.count:
            return own
        return await self.ownership.served_shards(own, connections.live)

    def forgive(self) -> None:
        """Try one after a pause; if it succeeds, the others follow."""
        self._are_waiting = False
        self._failures_in_a_row = min(self._failures_in_a_row, 1)

    async def do_due(self) -> None:
        """Do all that is due now: one by one until something succeeds, then a few at once."""
        running: set[asyncio.Task[None]] = set()
        taken: dict[Subject, Due] = {}
        try:
            while await self._begin(running, taken):
                await self._until_news(running, may_begin=self._room(running) > 0)
        finally:
            await shielded(self._end(running, taken))

    async def _end(self, running: set[asyncio.Task[None]], taken: dict[Subject, Due]) -> None:
        """End what runs, and leave to the next process what is not done."""
        await cancel_and_wait(running)
        for left in taken.values():
            # Else its claim runs out.
            with contextlib.suppress(StoreError):
                await self._list.release(left)

    async def _begin(self, running: set[asyncio.Task[None]], taken: dict[Subject, Due]) -> bool:
        """Begin as much as may be begun; whether anything runs."""
        room = self._room(running)
        if room > 0:
            running |= {
                asyncio.create_task(self._do(one, taken), name=f"due {one.subject.kind}")
                for one in await shielded(self._take(room, taken))
            }
        return bool(running)

    async def _take(self, room: int, taken: dict[Subject, Due]) -> tuple[Due, ...]:
        found = await self._list.take(await self._served_shards(), room)
        taken.update((one.subject, one) for one in found)
        return found

    def _room(self, running: set[asyncio.Task[None]]) -> int:
        """How many more subjects may be begun."""
        if self._are_waiting or self._failures_in_a_row >= _MAX_FAILURES:
            return 0
        return (1 if self._failures_in_a_row else _AT_ONCE) - len(running)

    async def _until_news(self, running: set[asyncio.Task[None]], *, may_begin: bool) -> None:
        """Wait until something is done, or something else is due that may be begun."""
        rung = asyncio.create_task(self._list.rung())
        try:
            awaited = {*running, rung} if may_begin else running
            await asyncio.wait(awaited, return_when=asyncio.FIRST_COMPLETED)
        finally:
            rung.cancel()
        running -= {one for one in running if one.done()}

    async def _do(self, due: Due, taken: dict[Subject, Due]) -> None:
        """Look at a subject; whatever happens, it does not reach the loop."""
        try:
            await self._look(due)
        except Later as later:
            _log.debug("%s is put off: %s", _name(due), later)
            await self._put_off(due, later.pause)
        except Exception as error:  # those after it are still to be done
            if isinstance(error, (StoreError, *FAILURES)):
                self._failures_in_a_row += 1
            self._log_failure(due, error)
            await self._put_off(due)
        else:
            self._failures_in_a_row = 0
        taken.pop(due.subject, None)

    async def _look(self, due: Due) -> None:
        key = (due.subject, due.begun_at)
        if key not in self._unsaved:
            # If saving failed, it is all that is left to do.
            post = await self._ask(due)
            if isinstance(post, Post):
                await self._bot.pace.turn()
                async with turn(due.subject):
                    await shielded(self._show(due, post))
                return
            again_at = None if post is None else post.at
            self._unsaved[key] = functools.partial(self._list.finish, due, again_at=again_at)
        await self._finish(due)

    async def _ask(self, due: Due) -> Post | Again | None:
        """Ask the handler of a subject what is to be shown."""
        handler = self.handlers.get(due.subject.kind)
        if handler is None:
            raise LookupError(f"No handler is named for {due.subject.kind!r} in bot.chat.due.")
        async with asyncio.timeout(_SECONDS_TO_LOOK):
            if due.guild is None:
                return await handler(self._bot, due)
            with use_locale(await guild_language(self._bot, due.guild)):
                return await handler(self._bot, due)

    async def _show(self, due: Due, post: Post) -> None:
        posts = self._bot.services[Posts]
        before = await posts.find(due.subject)
        shown = before
        try:
            nonce = nonce_of(due, before)
            shown = await send(self._bot, due.subject, post, before, nonce=nonce)
        except discord.HTTPException as error:
            if error.code in TAKEN_FOR_SPAM:
                raise AllWait(str(error)) from error
            if not is_refusal(error):
                raise
            if post.refused is None:
                shown = Shown(due.subject, post.place, None, post.state, posts.now(), post.player)
            else:
                await post.refused(error)
            metrics.ANNOUNCEMENTS.labels("refused").inc()
            if due.player is None:
                channel = post.place.channel_id
                _log.warning(
                    "Patience may not post in channel %d; %s is dropped: %s",
                    channel,
                    _name(due),
                    error,
                )
        else:
            if shown is None:
                raise Later("the channel has been edited too often")
            if shown != before:
                _count_shown(due)
        self._unsaved[due.subject, due.begun_at] = functools.partial(
            self._list.finish,
            due,
            again_at=post.again_at,
            shown=None if shown == before else shown,
        )
        await self._finish(due)

    async def _finish(self, due: Due) -> None:
        # As it was when it was looked at: what was touched since is to be looked at again.
        key = (due.subject, due.begun_at)
        await self._unsaved[key]()
        # A subject whose claim ran out meanwhile is looked at twice at once.
        self._unsaved.pop(key, None)

    async def _put_off(self, due: Due, pause: timedelta | None = None) -> None:
        # Else its claim runs out.
        with contextlib.suppress(StoreError):
            await self._list.put_off(due, pause)

    def _log_failure(self, due: Due, error: Exception) -> None:
        metrics.ANNOUNCEMENTS.labels("failed").inc()
        if isinstance(error, AllWait):
            self._are_waiting = True
            _log.warning("The others wait: %s", error)
        elif not is_worth_logging(due.failures + 1):
            return
        elif isinstance(error, (StoreError, *FAILURES)):
            _log.warning("%s could not be shown (%s)", _name(due), reason(error))
        else:
            _log.error("%s could not be looked at", _name(due), exc_info=error)


def _name(due: Due) -> str:
    """What is due, for the log, which does not say whom it is about."""
    kind, key, part = due.subject
    return f"{kind}{f':{part}' if part else ''}{'' if due.player else f':{key}'}"


def _count_shown(due: Due) -> None:
    metrics.ANNOUNCEMENTS.labels("sent").inc()
    late = (datetime.now(UTC) - due.at).total_seconds()
    metrics.ANNOUNCEMENT_DELAY.labels(due.subject.kind).observe(max(0.0, late))
