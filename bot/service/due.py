"""What is due, for the process that looks at it; and the messages that show it.

Whoever changes a subject touches it in the same transaction (:func:`bot.store.due.due.touch`). One
process takes it, for a while: what a dead process had begun, the next one takes. The nonce of its
message is the same each time, and Discord answers with the message that is there already. That is
saved together with the end of the claim: it is not sent again although the process dies in between.

Discord remembers a nonce for a few minutes (discord/discord-api-docs, resources/message,
``enforce_nonce``). A bot that died just between Discord's answer and saving it, and is back only
later, sends that one message again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.models.due import Due, Shown, Subject
from bot.models.shards import ShardPlan
from bot.store.database.connection import Database
from bot.store.due import boards as stored_boards
from bot.store.due import due as stored
from bot.store.due import posts as stored_posts

CLAIM: Final = timedelta(minutes=1)
"""How long a process has what it took: far less than Discord remembers a nonce."""
FIRST_PAUSE: Final = timedelta(seconds=5)
LONGEST_PAUSE: Final = timedelta(minutes=1)
"""After a failure it is tried again; after each further one twice as long, within these limits."""
LONGEST_SLEEP: Final = timedelta(minutes=1)
"""How long nobody looks: another process may have left something behind."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


class DueList:
    """What is due, as one process sees it."""

    def __init__(
        self, database: Database, *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._database = database
        self._clock = clock

    async def take(self, served: ShardPlan, most: int) -> tuple[Due, ...]:
        """Claim some of what is due in these shards; what rings from then on comes after it."""
        self._database.alarm.reset()
        now = self._clock()
        return await stored.take_due(self._database, served, now, now + CLAIM, most)

    async def rung(self) -> None:
        """Wait until something is due that was not when it was last looked."""
        await self._database.alarm.rung()

    async def sleep(self, served: ShardPlan) -> None:
        """Sleep until something is due in these shards."""
        until = await stored.next_due(self._database, served)
        await self._database.alarm.sleep(until, LONGEST_SLEEP, self._clock)

    async def finish(
        self, done: Due, *, again_at: datetime | None = None, shown: Shown | None = None
    ) -> None:
        """Note that something is done until it is due again, and the message that shows it."""
        await stored.finish(self._database, done, self._clock(), again_at=again_at, shown=shown)

    async def put_off(self, failed: Due, pause: timedelta | None = None) -> None:
        """Let something be tried after a pause, which else grows with its failures."""
        if pause is None:
            pause = min(FIRST_PAUSE * 2 ** min(failed.failures, 10), LONGEST_PAUSE)
        await stored.put_off(self._database, failed, self._clock() + pause)

    async def release(self, taken: Due) -> None:
        """Let another process do at once what this one has taken and will not do."""
        await stored.put_off(self._database, taken, self._clock(), has_failed=False)

    def hear(self, at: int) -> None:
        """Note when another process has something be due, in milliseconds since 1970."""
        self._database.alarm.ring_at(_EPOCH + timedelta(milliseconds=at))

    def look_again(self) -> None:
        """Look, as something may be due that was not heard of."""
        self._database.alarm.ring()


def nonce_of(due: Due, before: Shown | None) -> str:
    """The nonce of the message of something that is due: the same until it is done.

    Args:
        before: what showed it last.
    """
    last = None if before is None else before.message_id
    key = f"{due.subject} {due.begun_at.isoformat()} {last}".encode()
    return hashlib.blake2b(key, digest_size=12).hexdigest()


class Posts:
    """The messages that show subjects."""

    def __init__(
        self, database: Database, *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._database = database
        self._clock = clock

    def now(self) -> datetime:
        """The time by which it is said when a message was shown."""
        return self._clock()

    async def find(self, subject: Subject) -> Shown | None:
        """The message that shows a subject; None if there was none."""
        return await stored_posts.load_post(self._database, subject)

    async def replace_board(self, board: Shown) -> Shown | None:
        """Save which message shows a game's board, or that none does; returns what did before."""
        return await stored_boards.replace_board(self._database, board)

    async def save(self, shown: Shown) -> None:
        """Save which message shows a subject, and what it shows."""
        await stored_posts.save_post(self._database, shown)
