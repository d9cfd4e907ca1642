"""This process among those that share its database."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Self

from bot.chat.connection.session_starts import INTERVAL
from bot.fleet.advisory_locks import AdvisoryLocks
from bot.fleet.session_gate import SharedSessionGate
from bot.fleet.shard_locks import POLL, SharedShardLocks
from bot.store.database.connection import Database
from bot.store.fleet.installation import SessionStartLog, process_name


class Cluster:
    """This process among those that share its database; a context manager."""

    def __init__(
        self,
        database: Database,
        *,
        take_over: bool = False,
        interval: float = INTERVAL,
        poll: float = POLL,
    ) -> None:
        """Keep locks in a database on PostgreSQL.

        Args:
            take_over: whether to wait for shards that another process serves.
        """
        self._changed: dict[str, list[Callable[[int], None]]] = {}
        self._missed: list[Callable[[], None]] = []
        self._advisory = AdvisoryLocks(database, self._hear)
        log = SessionStartLog(database, lambda: self._advisory.application_id)
        self.gate = SharedSessionGate(self._advisory, log, interval)
        self.locks = SharedShardLocks(
            database, self._advisory, process_name(), take_over=take_over, poll=poll
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.locks.close()
        await self._advisory.close()

    def on_change(self, kind: str, changed: Callable[[int], None]) -> None:
        """Call a function with the id of what another process changed, once it is committed."""
        self._changed.setdefault(kind, []).append(changed)

    def on_missed_changes(self, missed: Callable[[], None]) -> None:
        """Call a function when any change may have been missed."""
        self._missed.append(missed)

    def _hear(self, notice: str) -> None:
        if not notice:
            for missed in self._missed:
                missed()
            return
        kind, _, key = notice.partition(" ")
        for changed in self._changed.get(kind, ()):
            changed(int(key))
