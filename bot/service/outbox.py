"""The outbox: whatever is told to people who did not ask just then comes once.

What is to be told follows from its subject: a race that is over and not announced, a reminder that
is due. Before it is sent, the outbox has a row about it, which names it. That is claimed for a
while, so that one of several processes sends it, and what a dead process did not send is sent by
the next. The row's nonce is the same each time, and Discord answers with the message that is there
already. Its answer is saved first, then the subject's: it is not sent again although the process
dies in between. Once it is too late, the row goes.

Discord remembers a nonce for a few minutes (discord/discord-api-docs, resources/message,
``enforce_nonce``). A bot that died just between Discord's answer and saving it, and is back only
later, sends that one message again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.store.database.connection import Database
from bot.store.outbox.messages import forget_messages, put_off, save_sent, take_message

CLAIM: Final = timedelta(minutes=1)
"""How long a process has a message: far less than Discord remembers its nonce."""
KEPT: Final = timedelta(days=1)
"""How long a message is known that may be sent at any time."""
_SWEEP: Final = timedelta(minutes=10)
"""How often messages are forgotten."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A message to send, by its nonce; if it was sent already, only its subject has to know."""

    nonce: str
    is_sent: bool


class Outbox:
    """One process's view of the outbox."""

    def __init__(
        self, database: Database, *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._database = database
        self._clock = clock
        self._swept: datetime | None = None

    def is_late(self, until: datetime | None) -> bool:
        """Whether it is too late for a message, which has until then."""
        return until is not None and until <= self._clock()

    async def take(
        self, name: str, *, until: datetime | None = None, player: int | None = None
    ) -> Attempt | None:
        """Begin to send a message, unless it is too late; None if another process does."""
        now = self._clock()
        if self._swept is None or not timedelta() <= now - self._swept < _SWEEP:
            self._swept = now
            await forget_messages(self._database, now)
        taken = await take_message(
            self._database,
            name,
            now,
            now + CLAIM,
            until=until or now + KEPT,
            player_id=player,
        )
        if taken is None:
            return None
        begun_at, sent_at = taken
        key = f"{name} {begun_at.isoformat()}".encode()
        return Attempt(hashlib.blake2b(key, digest_size=12).hexdigest(), sent_at is not None)

    async def sent(self, name: str) -> None:
        """Save that Discord has taken a message, or refused it for good."""
        await save_sent(self._database, name, self._clock())

    async def put_off(self, name: str) -> None:
        """Let a message that could not be sent be sent later."""
        await put_off(self._database, name, self._clock())
