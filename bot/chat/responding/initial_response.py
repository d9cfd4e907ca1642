"""The initial response to an interaction: one, within three seconds.

One whose connection broke is sent again. If the first one did get through, Discord says 40060. So
it does if discord.py has repeated one by itself, a second or more after a server error
(``discord/webhook/async_.py``) that came once Discord had acted.
"""

from __future__ import annotations

import asyncio
import enum
import logging
from typing import TYPE_CHECKING, Final, TypeVar

import discord

from bot import metrics
from bot.chat.requests.failures import (
    ALREADY_ANSWERED,
    FAILURES,
    UNKNOWN_INTERACTION,
    is_passing,
    reason,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.chat.context import Interaction

_log = logging.getLogger(__name__)

_PAUSES: Final = (0.1, 0.4)
"""Seconds to wait before each further attempt at the initial response."""

_LIBRARY_PAUSE: Final = 1.0
"""Seconds after which discord.py repeats a response at the earliest."""

_Sent = TypeVar("_Sent")


class Undelivered(Exception):
    """A reply could not be delivered.

    Attributes:
        is_final: whether a later attempt is in vain.
    """

    def __init__(self, why: str, *, is_final: bool) -> None:
        super().__init__(why)
        self.is_final = is_final


class First(enum.Enum):
    """The initial response: none yet, a promise, a reply, or none that Discord would accept."""

    NONE = enum.auto()
    PROMISE = enum.auto()
    REPLY = enum.auto()
    REFUSED = enum.auto()


class InitialResponse:
    """The initial response to an interaction.

    Attributes:
        kind: what it is so far.
        is_accepted: whether Discord is known to have accepted it.
        is_of_other: whether another process sent it, which can only be a promise.
    """

    def __init__(self, interaction: Interaction, *, once: bool) -> None:
        """Respond nothing yet.

        Args:
            interaction: what is responded to.
            once: whether no other process sends a reply.
        """
        self.kind = First.NONE
        self.is_accepted = False
        self.is_of_other = False
        self._interaction = interaction
        self._once = once

    async def send(
        self,
        request: Callable[[], Awaitable[_Sent]],
        kind: First,
        find: Callable[[], Awaitable[_Sent | None]] | None = None,
    ) -> _Sent | None:
        """Send the initial response, again if the connection breaks.

        Args:
            request: sends it.
            kind: what it is.
            find: finds out what became of it, if the one before did get through.

        Returns:
            None if that is not known.

        Raises:
            Undelivered: if Discord accepts no response.
            Exception: one of :data:`FAILURES`, if Discord refuses this one.
        """
        arrivals = self._interaction.client.arrivals
        for attempt, pause in enumerate((*_PAUSES, None)):
            begun = arrivals.age(self._interaction.id)
            try:
                async with asyncio.timeout(arrivals.seconds_to_try(self._interaction.id)):
                    sent = await request()
            except FAILURES as error:
                code = error.code if isinstance(error, discord.HTTPException) else 0
                took = arrivals.age(self._interaction.id) - begun
                is_repeated = bool(attempt) or (took >= _LIBRARY_PAUSE and not self._once)
                if code == ALREADY_ANSWERED and is_repeated:
                    self.kind, self.is_accepted = kind, True
                    self._note_time()
                    return None if find is None else await find()
                if code == ALREADY_ANSWERED and self._once:
                    # Whoever sent it, an edit shows the reply.
                    self.kind, self.is_of_other = First.PROMISE, True
                    return None
                if code in (ALREADY_ANSWERED, UNKNOWN_INTERACTION):
                    self.kind = First.REFUSED
                    raise Undelivered(reason(error), is_final=True) from error
                if not is_passing(error):
                    raise
                if not attempt:
                    _log.warning("A response is sent again: %s", reason(error))
            else:
                self.kind, self.is_accepted = kind, True
                self._note_time()
                return sent
            if pause is not None:
                await asyncio.sleep(pause)
        self.kind = kind
        return None

    def _note_time(self) -> None:
        age = self._interaction.client.arrivals.age(self._interaction.id)
        metrics.ANSWER_SECONDS.labels(self._interaction.type.name).observe(age)
