"""Keeping two processes from serving the same shard, except while one hands it over.

Discord lets several sessions serve the same shard, so that one process can hand it to the next
without a moment in which nobody listens (discord-api-docs, `events/gateway`, "Sharding"). Two
advisory locks a shard, its owner's and its successor's, say who listens. They only keep order:
that nothing is done twice rests on versions and claims.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import select, update

from bot.errors import StoreError
from bot.fleet.advisory_locks import AdvisoryLocks, held_locks
from bot.models.shards import ShardInUse, ShardPlan
from bot.store.database.connection import Database
from bot.store.fleet.claims import database_now
from bot.store.fleet.schema import shard_owners
from bot.tasks import cancel_and_wait


@dataclass(frozen=True, slots=True)
class ShardOwner:
    """The process that serves a shard, or did last, hands it over, or has a successor there."""

    shard: int
    shard_count: int
    process: str
    since: datetime
    is_draining: bool
    has_successor: bool


async def load_owners(database: Database, application_id: int) -> dict[int, ShardOwner]:
    """The owners of all shards that were ever served, by shard."""
    columns = [column for column in shard_owners.c if column is not shard_owners.c.application_id]
    query = select(*columns).where(shard_owners.c.application_id == application_id)
    async with database.reading() as connection:
        rows = (await connection.execute(query)).mappings()
        return {row["shard"]: ShardOwner(**row) for row in rows}


async def save_owner(
    database: Database, application_id: int, shards: Collection[int], count: int, process: str
) -> None:
    """Save that a process serves shards from now on."""
    async with database.transaction() as connection:
        now = await database_now(connection)
        row = {"shard_count": count, "process": process, "since": now}
        row |= {"is_draining": False, "has_successor": False}
        statement = database.dialect.insert(shard_owners).on_conflict_do_update(
            index_elements=["application_id", "shard"], set_=row
        )
        rows = [{"application_id": application_id, "shard": shard, **row} for shard in shards]
        await connection.execute(statement, rows)


async def note_handover(
    database: Database, application_id: int, shards: Collection[int], **columns: bool
) -> None:
    """Note of shards whether they are handed over, or connected by the process that takes over."""
    rows = (shard_owners.c.application_id == application_id, shard_owners.c.shard.in_(shards))
    async with database.transaction() as connection:
        await connection.execute(update(shard_owners).where(*rows).values(**columns))


POLL: Final = 0.5
"""Seconds between two looks at who holds which lock."""
SUCCESSORS: Final = 1 << 20
"""An owner's lock has the number of its shard, a successor's that many more."""
_GRACE: Final = 5.0
"""Seconds for which owners that lost their locks in an outage find them free again."""

_log = logging.getLogger(__name__)


class SharedShardLocks:
    """The locks on this process's shards, in a database that processes share.

    A shard is awaited until its owner's lock is held, then owned until it is given up. Who takes an
    owner's lock has to hold the successor's, so that nobody overtakes those who wait.
    """

    def __init__(
        self,
        database: Database,
        locks: AdvisoryLocks,
        process: str,
        *,
        take_over: bool,
        poll: float = POLL,
    ) -> None:
        self._database = database
        self._locks = locks
        self._process = process
        self._take_over = take_over
        self._poll = poll
        self._plan = ShardPlan((), 1)
        self._owned: set[int] = set()
        self._awaited: set[int] = set()
        self._connected: set[int] = set()
        self._unsaved: set[int] = set()
        self._may_connect: dict[int, asyncio.Event] = {}
        self._given_up: asyncio.Queue[int | ShardInUse] = asyncio.Queue()
        self._is_draining = False
        self._drained = asyncio.Event()
        self._away_at = float("-inf")
        self._failures = 0
        self._watching: asyncio.Task[None] | None = None

    async def open(self, application_id: int, plan: ShardPlan) -> None:
        """Take the shards' locks, or a place as their successor, and look after them."""
        self._locks.application_id = application_id
        self._plan = plan
        self._may_connect = {shard: asyncio.Event() for shard in plan.ids}
        places = await self._locks.take(map(_successor, plan.ids))
        free = [shard for shard in plan.ids if _successor(shard) in places]
        owned = await self._locks.take(free)
        try:
            await self._refuse(owned, frozenset(free) if self._take_over else owned)
        except ShardInUse:
            await self._locks.release([*places, *owned])
            raise
        self._awaited = set(free)
        await self._own(owned)
        if self._awaited:
            await self._note(self._awaited, has_successor=False)
            _log.info("Waiting for %s to be given up.", _name(self._awaited, plan.count))
        self._watching = asyncio.create_task(self._watch())

    async def close(self) -> None:
        """Look after the locks no longer; they are released with their connection."""
        await cancel_and_wait([self._watching] if self._watching is not None else [])

    async def take(self, shard: int) -> None:
        """Wait until a shard may be connected: at once unless another process has it."""
        await self._may_connect[shard].wait()

    async def ready(self, shard: int) -> None:
        """Note that a shard is connected, so that the process before this one closes it."""
        self._connected.add(shard)

    async def live(self) -> frozenset[int]:
        """The shards that any process serves."""
        held = await held_locks(self._database, self._locks.application_id)
        return frozenset(number for number in held if number < SUCCESSORS)

    async def given_up(self) -> int:
        """The next shard that this process is to close, as its successor serves it."""
        shard = await self._given_up.get()
        if isinstance(shard, ShardInUse):
            raise shard
        return shard

    async def drain(self) -> None:
        """Hand every shard over; at once if nobody waits for them, else once that is done."""
        self._is_draining = True
        try:
            held = await self._locks.others()
            if not any(_successor(shard) in held for shard in self._owned):
                return
            await self._note(self._owned, is_draining=True)
        except StoreError as error:
            _log.warning("The shards cannot be handed over: %s", error)
            return
        _log.info("Handing over %s.", _name(self._owned, self._plan.count))
        await self._drained.wait()

    async def _refuse(self, owned: Collection[int], allowed: Collection[int]) -> None:
        """Refuse shards that others have, and another number of shards than theirs."""
        owners = await load_owners(self._database, self._locks.application_id)
        held = await self._locks.others()
        count = self._plan.count
        for owner in owners.values():
            if owner.shard in held and owner.shard_count != count:
                served = _served([owner.shard], owner.shard_count, owners)
                raise ShardInUse(
                    f"{served}; stop every process before the number of shards is changed to "
                    f"{count}."
                )
        if refused := [shard for shard in self._plan.ids if shard not in allowed]:
            advice = (
                "another process waits to take over already."
                if self._take_over
                else "stop that first, or set PATIENCE_TAKE_OVER=true to wait for it."
            )
            raise ShardInUse(f"{_served(refused, count, owners)}; {advice}")

    async def _watch(self) -> None:
        """Look after the locks until cancelled, however long the database is away."""
        while True:
            await asyncio.sleep(self._poll)
            try:
                await self._look()
            except StoreError as error:
                self._away_at = time.monotonic()
                if self._is_draining:
                    self._drained.set()
                if not self._failures:
                    _log.warning("%s The shards are served nonetheless.", error)
                self._failures += 1
            else:
                if self._failures:
                    _log.info("The locks on shards are kept again.")
                self._failures = 0

    async def _look(self) -> None:
        """See who holds which lock, and act on it."""
        held = await self._locks.others()
        await self._retake()
        if self._unsaved:
            await self._save(self._unsaved)
        if self._awaited:
            await self._advance(held)
        if self._is_draining:
            await self._give_up(held)

    async def _retake(self) -> None:
        """Take locks again that were lost with the connection."""
        ours = self._owned | {_successor(shard) for shard in self._awaited}
        lost = ours - self._locks.held(ours)
        if not lost:
            return
        if gone := lost - await self._locks.take(lost):
            shards = {number % SUCCESSORS for number in gone}
            owners = await load_owners(self._database, self._locks.application_id)
            served = _served(shards, self._plan.count, owners)
            self._given_up.put_nowait(
                ShardInUse(f"{served}, after the locks of this process were lost in an outage.")
            )

    async def _advance(self, held: Collection[int]) -> None:
        """Own awaited shards that nobody owns any more; connect those that are handed over."""
        if time.monotonic() - self._away_at > _GRACE:
            await self._own(await self._locks.take(self._awaited.difference(held)))
        if not self._awaited:
            return
        owners = await load_owners(self._database, self._locks.application_id)
        for shard in self._awaited & owners.keys():
            if owners[shard].is_draining:
                self._may_connect[shard].set()
        if connected := self._awaited & self._connected:
            await self._note(connected, has_successor=True)

    async def _give_up(self, held: Collection[int]) -> None:
        """Let go of shards that their successors have connected."""
        owners = await load_owners(self._database, self._locks.application_id)
        waited_for = {shard for shard in self._owned if _successor(shard) in held}
        over = {shard for shard in waited_for if owners[shard].has_successor}
        self._owned -= over
        await self._locks.release(over)
        for shard in sorted(over):
            self._given_up.put_nowait(shard)
        if waited_for == over:
            self._drained.set()

    async def _own(self, shards: Collection[int]) -> None:
        """Serve shards whose owners' locks are held, and await them no more."""
        # Before anything that may fail: a shard is awaited or owned, or nobody would serve it.
        self._awaited.difference_update(shards)
        self._owned |= {*shards}
        self._unsaved |= {*shards}
        for shard in shards:
            self._may_connect[shard].set()
        await self._locks.release(map(_successor, shards))
        if shards:
            await self._save(shards)

    async def _save(self, shards: Collection[int]) -> None:
        application, count = self._locks.application_id, self._plan.count
        await save_owner(self._database, application, sorted(shards), count, self._process)
        self._unsaved.difference_update([*shards])

    async def _note(self, shards: Collection[int], **columns: bool) -> None:
        await note_handover(self._database, self._locks.application_id, shards, **columns)


def _successor(shard: int) -> int:
    """The number of the lock of a shard's successor."""
    return SUCCESSORS + shard


def _served(shards: Collection[int], count: int, owners: Mapping[int, ShardOwner]) -> str:
    """Which processes serve shards, of so many, and since when."""
    by_process: defaultdict[str, list[int]] = defaultdict(list)
    for shard in sorted(shards):
        by_process[owners[shard].process if shard in owners else ""].append(shard)
    parts: list[str] = []
    for process, some in by_process.items():
        by = (
            f"by {process} since {owners[some[0]].since:%Y-%m-%d %H:%M} UTC"
            if process
            else "already"
        )
        parts.append(f"{_name(some, count)} {'is' if len(some) == 1 else 'are'} served {by}")
    text = ", ".join(parts)
    return f"{text[0].upper()}{text[1:]}"


def _name(shards: Collection[int], count: int) -> str:
    """What shards, of so many, are called.

    >>> _name({0}, 1), _name({2}, 4), _name({0, 1, 2, 5}, 8)
    ('this bot', 'shard 2 of 4', 'shards 0-2, 5 of 8')
    """
    if count == 1:
        return "this bot"
    runs: list[list[int]] = []
    for shard in sorted(shards):
        if runs and shard == runs[-1][-1] + 1:
            runs[-1].append(shard)
        else:
            runs.append([shard])
    spans = (f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)
    return f"shard{'s' * (len(shards) > 1)} {', '.join(spans)} of {count}"
