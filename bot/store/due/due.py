"""What is due: touched by whoever changes a subject, taken by one process, finished or put off."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy import (
    Case,
    ColumnElement,
    RowMapping,
    Text,
    case,
    cast,
    delete,
    func,
    literal,
    select,
    tuple_,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models.due import Due, Shown, Subject
from bot.models.shards import TIMESTAMP_BITS, ShardPlan
from bot.store.database.alarm import wake_at
from bot.store.database.columns import Moment
from bot.store.database.connection import CHANNEL, Database
from bot.store.due.posts import upsert_post
from bot.store.due.schema import due

CHANGE: Final = "due"
"""The kind of change that other processes are notified of."""

_KEY: Final = (due.c.kind, due.c.subject, due.c.part)
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


async def touch(
    connection: AsyncConnection,
    subject: Subject,
    at: datetime,
    *,
    guild: int | None = None,
    player: int | None = None,
    is_exact: bool = False,
) -> None:
    """Have a subject looked at from a time on, or earlier if it is due before.

    For the transaction that changes the subject.

    Args:
        guild: whose it is: the process that serves the server looks at it.
        player: the same, where it is of no server; the row is deleted with the player.
        is_exact: whether it is looked at just then, whenever it was due before.
    """
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    statement = dialect.insert(due).values(
        kind=subject.kind,
        subject=subject.id,
        part=subject.part,
        due_at=at,
        next_at=at,
        guild_id=guild,
        player_id=player,
        version=0,
        failures=0,
    )
    new = statement.excluded
    changed: dict[str, object]
    if is_exact:
        changed = {"due_at": at, "next_at": at, "begun_at": None, "failures": 0}
    else:
        # While a process has it, or it is put off, it is not to be taken at once.
        is_free = due.c.begun_at.is_(None)
        changed = {
            "due_at": _earlier(new.due_at, due.c.due_at),
            "next_at": case((is_free, _earlier(new.next_at, due.c.next_at)), else_=due.c.next_at),
        }
    changed["version"] = due.c.version + 1
    statement = statement.on_conflict_do_update(index_elements=[*_KEY], set_=changed)
    if dialect is postgresql:
        # Other processes have to wake up only if it is due sooner than before.
        notice = func.pg_notify(CHANNEL, f"{CHANGE} {(at - _EPOCH) // timedelta(milliseconds=1)}")
        await connection.execute(
            statement.returning(case((due.c.next_at == at, cast(notice, Text))))
        )
    else:
        await connection.execute(statement)
    wake_at(connection, at)


def _earlier(one: ColumnElement[datetime], other: ColumnElement[datetime]) -> Case[datetime]:
    return case((one < other, one), else_=other)


async def drop(connection: AsyncConnection, subject: Subject) -> None:
    """Have a subject looked at no more."""
    await connection.execute(delete(due).where(_is(subject)))


async def take_due(
    database: Database, served: ShardPlan, now: datetime, until: datetime, most: int
) -> tuple[Due, ...]:
    """Claim what is due in some shards for a while, what has waited longest first."""
    # A common table expression, as PostgreSQL may run a plain subquery again and again.
    free = (
        select(*_KEY)
        .where(due.c.next_at <= now, *_served(served))
        .order_by(due.c.next_at)
        .limit(most)
        .with_for_update(skip_locked=True)
        .cte("free")
    )
    statement = (
        update(due)
        .where(tuple_(*_KEY).in_(select(free.c.kind, free.c.subject, free.c.part)))
        .values(next_at=until, begun_at=func.coalesce(due.c.begun_at, literal(now, Moment)))
        .returning(*due.c)
    )
    async with database.autocommit() as connection:
        rows = (await connection.execute(statement)).mappings().all()
    return tuple(sorted(map(_due_from, rows), key=lambda one: one.at))


async def next_due(database: Database, served: ShardPlan) -> datetime | None:
    """When something of some shards can be taken next; None if nothing is due ever."""
    query = select(due.c.next_at).where(*_served(served)).order_by(due.c.next_at).limit(1)
    async with database.reading() as connection:
        found: datetime | None = (await connection.execute(query)).scalar()
    return found


async def finish(
    database: Database,
    done: Due,
    now: datetime,
    *,
    again_at: datetime | None = None,
    shown: Shown | None = None,
) -> None:
    """End a claim, and save the message that shows its subject.

    What was touched meanwhile is due again at once. What was scheduled anew stays as it is.
    """
    is_own = _is(done.subject) & (due.c.begun_at == done.begun_at)
    is_same = due.c.version == done.version
    freed = {"begun_at": None, "failures": 0}
    next_at = (
        now
        if again_at is None
        else case((is_same, literal(again_at, Moment)), else_=literal(now, Moment))
    )
    again = update(due).where(is_own).values(due_at=next_at, next_at=next_at, **freed)
    async with database.transaction() as connection:
        if shown is not None:
            await upsert_post(connection, shown)
        if again_at is None:
            deleted = await connection.execute(delete(due).where(is_own, is_same))
            if deleted.rowcount:
                return
        await connection.execute(again)


async def put_off(
    database: Database, taken: Due, next_at: datetime, *, has_failed: bool = True
) -> None:
    """End a claim to what is to be tried again, as it has failed or was not looked at."""
    statement = (
        update(due)
        .where(_is(taken.subject), due.c.begun_at == taken.begun_at)
        .values(next_at=next_at, failures=due.c.failures + int(has_failed))
    )
    async with database.autocommit() as connection:
        await connection.execute(statement)


def _is(subject: Subject) -> ColumnElement[bool]:
    return (
        (due.c.kind == subject.kind) & (due.c.subject == subject.id) & (due.c.part == subject.part)
    )


def _served(served: ShardPlan) -> tuple[ColumnElement[bool], ...]:
    """The condition for what is of some shards, of servers and of players alike."""
    if len(served.ids) == served.count:
        return ()
    key = func.coalesce(due.c.guild_id, due.c.player_id, 0)
    return (((key // 2**TIMESTAMP_BITS) % served.count).in_(served.ids),)


def _due_from(row: RowMapping) -> Due:
    return Due(
        Subject(row["kind"], row["subject"], row["part"]),
        row["due_at"],
        row["guild_id"],
        row["player_id"],
        row["begun_at"],
        row["version"],
        row["failures"],
    )
