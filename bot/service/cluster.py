"""What the processes of one bot agree on: who serves which shard, and when sessions start."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from typing import TYPE_CHECKING

from bot.store import Database

if TYPE_CHECKING:
    from bot.models.cluster import ShardLocks, StartGate


class Cluster:
    """This process among those that share its database; a context manager.

    Where a database is not shared, it needs no locks.

    Attributes:
        process: what this process is called, by its machine and its number there.
        gate: lets the sessions of all processes start one after the other.
        locks: keep two processes from serving the same shard; None where there can be no other.
    """

    process: str
    gate: StartGate
    locks: ShardLocks | None

    def __init__(self, database: Database, *, take_over: bool = False) -> None:
        """Prepare.

        Args:
            database: an open database.
            take_over: whether to wait for shards that another process serves.
        """
        self._database = database
        self._take_over = take_over
        self.process = f"{socket.gethostname()}:{os.getpid()}"
        self.locks = None

    async def live_shards(self) -> frozenset[int]:
        """The shards that any process serves; empty where the database is not shared.

        Raises:
            StoreUnavailable: if the database fails.
        """
        return frozenset()

    async def tell(self, kind: str, key: int) -> None:
        """Tell the other processes that something changed."""

    def on_told(self, kind: str, callback: Callable[[int], None]) -> None:
        """Call back with the keys of what changed in other processes."""
