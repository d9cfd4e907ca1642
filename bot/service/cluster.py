"""What the processes of one bot agree on: who serves which shard, and when sessions start."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from types import TracebackType
from typing import Self

from bot.service.session_gate import INTERVAL, SessionGate
from bot.service.shard_locks import POLL, SUCCESSORS, SharedShardLocks
from bot.store import Database
from bot.store.advisory_locks import AdvisoryLocks, held_locks


class Cluster:
    """This process among those that share its database; a context manager.

    Attributes:
        process: what this process is called, by its machine and its number there.
        gate: lets the sessions of all processes start one after the other.
        locks: keep two processes from serving the same shard; None where there can be no other, as
            the database is not shared.
    """

    def __init__(
        self,
        database: Database,
        *,
        take_over: bool = False,
        interval: float = INTERVAL,
        poll: float = POLL,
    ) -> None:
        """Prepare.

        Args:
            database: an open database.
            take_over: whether to wait for shards that another process serves.
            interval: seconds between the starts of two sessions of a bucket.
            poll: seconds between two looks at who serves what.
        """
        self.process = f"{socket.gethostname()}:{os.getpid()}"
        self._database = database
        self._followers: list[tuple[str, Callable[[int], None], Callable[[], None]]] = []
        self._advisory = AdvisoryLocks(database, self._hear) if database.is_shared else None
        self.gate = SessionGate(database, self._advisory, self.process, interval)
        self.locks: SharedShardLocks | None = None
        if self._advisory is not None:
            self.locks = SharedShardLocks(
                database, self._advisory, self.process, take_over=take_over, poll=poll
            )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self.locks is not None:
            await self.locks.close()
        if self._advisory is not None:
            await self._advisory.close()

    async def live_shards(self) -> frozenset[int]:
        """The shards that any process serves; empty where the database is not shared.

        Raises:
            StoreUnavailable: if the database fails.
        """
        if self._advisory is None:
            return frozenset()
        held = await held_locks(self._database, self._advisory.application_id)
        return frozenset(number for number in held if number < SUCCESSORS)

    def on_change(
        self, kind: str, changed: Callable[[int], None], missed: Callable[[], None]
    ) -> None:
        """Follow changes of a kind, which are told as they are committed.

        Args:
            kind: what changes, such as ``player``.
            changed: called with the id of what has changed.
            missed: called when any change may have been missed.
        """
        self._followers.append((kind, changed, missed))

    def _hear(self, notice: str) -> None:
        said, _, key = notice.partition(" ")
        for kind, changed, missed in self._followers:
            if not notice:
                missed()
            elif kind == said:
                changed(int(key))
