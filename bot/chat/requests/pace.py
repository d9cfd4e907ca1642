"""How fast the bot asks Discord for what no player waits for.

The library keeps the limit of each route, which it reads from Discord's responses. It cannot keep
limits that those do not announce:

- 50 requests a second over all routes but those of interactions (discord/discord-api-docs,
  topics/rate-limits);
- edits of messages older than an hour, 3 in 6 seconds in each channel (error 30046;
  discord-userdoccers/discord-userdoccers pull request 551; circuitsacul/starboard-4 issue 118 has 3
  in 20 seconds);
- direct messages opened, 25 to 40 in a while (discord-php/DiscordPHP issue 467).
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Final, TypeVar

from discord.utils import snowflake_time, utcnow

from bot.tasks import retrieve_error

OLD_AFTER: Final = timedelta(hours=1)
"""The age from which on Discord limits the edits of a message."""

SECONDS_APART: Final = 0.04
"""Seconds between two turns of background work: 25 a second leave room for players."""
_DIRECT_MESSAGES: Final = 20
_PAUSE_AFTER_SPAM: Final = 3600.0
_MAX_KEYS: Final = 1000

_Result = TypeVar("_Result")


class Allowance:
    """A rate limit for each of many keys: a number of times within a number of seconds."""

    def __init__(
        self, times: int, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Begin with none."""
        self._times = times
        self._seconds = seconds
        self._clock = clock
        self._taken: defaultdict[int, deque[float]] = defaultdict(lambda: deque(maxlen=times))

    def take(self, key: int = 0) -> bool:
        """Whether it may happen once more now, which is then assumed.

        >>> allowance = Allowance(2, seconds=60)
        >>> [allowance.take(key) for key in (1, 1, 1, 2)]
        [True, True, False, True]
        """
        now = self._clock()
        if len(self._taken) > _MAX_KEYS:
            for one in [*self._taken]:
                if self._taken[one][-1] <= now - self._seconds:
                    del self._taken[one]
        taken = self._taken[key]
        if len(taken) == self._times and taken[0] > now - self._seconds:
            return False
        taken.append(now)
        return True


class Pace:
    """The pace of this process's requests, one of so many that share the bot's limits."""

    processes: float = 1.0

    def __init__(self) -> None:
        self._turns = asyncio.Lock()
        self._next = 0.0
        self._old_edits = Allowance(1, seconds=7)
        self._looks = Allowance(3, seconds=5)
        self._direct_messages = Allowance(_DIRECT_MESSAGES, seconds=600)
        self._none_before = -math.inf

    async def turn(self) -> None:
        """Wait for the turn of a request that no player waits for."""
        # One after the other, so that no turns meet after the event loop was held up.
        async with self._turns:
            await asyncio.sleep(max(0.0, self._next - time.monotonic()))
            self._next = time.monotonic() + SECONDS_APART * self.processes

    def may_edit(self, channel_id: int, message_id: int) -> bool:
        """Whether a message of a channel may be edited now, which is then assumed."""
        return not is_old(message_id) or self._old_edits.take(channel_id)

    def may_look(self, channel_id: int) -> bool:
        """Whether the messages of a channel may be read now, which is then assumed."""
        return self._looks.take(channel_id)

    def may_open_direct_messages(self) -> bool:
        """Whether they may be opened with somebody new, of which each process has its part."""
        if time.monotonic() < self._none_before:
            return False
        share = min(math.ceil(self.processes), _DIRECT_MESSAGES)
        return all(self._direct_messages.take() for _ in range(share))

    def open_none_for_a_while(self) -> None:
        """Let no direct messages be opened, as Discord takes them for spam."""
        self._none_before = time.monotonic() + _PAUSE_AFTER_SPAM


def is_old(message_id: int) -> bool:
    """Whether Discord limits the edits of a message for its age."""
    return utcnow() - snowflake_time(message_id) > OLD_AFTER


async def within(seconds: float, request: Awaitable[_Result]) -> _Result:
    """The result of a request that comes in time. One that is given up goes on nonetheless.

    A request that waits for the end of a global rate limit must not be cancelled: the library
    resumes all others only after that wait (Rapptz/discord.py, http.py, ``_global_over``).
    """
    task = asyncio.ensure_future(request)
    task.add_done_callback(retrieve_error)
    await asyncio.wait({task}, timeout=seconds)
    if not task.done():
        raise TimeoutError
    return task.result()
