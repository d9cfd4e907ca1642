"""What some work asks of a database: its statements, and how often it takes a connection."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from sqlalchemy import Connection, event
from sqlalchemy.engine.interfaces import DBAPICursor

from bot.store.database.connection import Database


@dataclass
class Statements:
    """The statements of some work.

    Attributes:
        texts: their SQL, in order.
        connections: how often a connection was taken from a pool.
        commits: how many transactions of several statements were committed.
    """

    texts: list[str] = field(default_factory=list)
    connections: int = 0
    commits: int = 0


@contextlib.contextmanager
def counting(
    database: Database, *, counts: Callable[[], bool] = lambda: True
) -> Iterator[Statements]:
    """Count the statements executed meanwhile.

    Args:
        database: the database.
        counts: whether the work that is being done just now counts.
    """
    found = Statements()

    def note(_: Connection, __: DBAPICursor, text: str, *___: object) -> None:
        if counts():
            found.texts.append(text)

    def take(*_: object) -> None:
        if counts():
            found.connections += 1

    def commit(_: Connection) -> None:
        if counts():
            found.commits += 1

    engines = {database._engine.sync_engine, database._reader.sync_engine}
    pools = {engine.pool for engine in engines}
    for engine in engines:
        event.listen(engine, "before_cursor_execute", note)
        event.listen(engine, "commit", commit)
    for pool in pools:
        event.listen(pool, "checkout", take)
    try:
        yield found
    finally:
        for engine in engines:
            event.remove(engine, "before_cursor_execute", note)
            event.remove(engine, "commit", commit)
        for pool in pools:
            event.remove(pool, "checkout", take)
