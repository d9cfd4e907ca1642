"""How SQLite carries out the queries of some work."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, event
from sqlalchemy.engine.interfaces import DBAPICursor

from bot.store import Database


@dataclass(frozen=True)
class Query:
    """A query as it was executed.

    Attributes:
        text: its SQL.
        values: the values of its parameters.
    """

    text: str
    values: tuple[object, ...]


@contextlib.contextmanager
def watch_queries(database: Database) -> Iterator[list[Query]]:
    """Collect the queries executed meanwhile, on any of the connections."""
    engines = {database._engine.sync_engine, database._reader.sync_engine}
    queries = list[Query]()

    def note(
        _connection: Connection,
        _cursor: DBAPICursor,
        text: str,
        values: tuple[object, ...],
        *_: object,
    ) -> None:
        if text.startswith(("SELECT", "WITH")):
            queries.append(Query(text, values))

    for engine in engines:
        event.listen(engine, "before_cursor_execute", note)
    try:
        yield queries
    finally:
        for engine in engines:
            event.remove(engine, "before_cursor_execute", note)


async def plan_of(database: Database, query: Query) -> list[str]:
    """The steps of the plan by which SQLite executes a query."""
    async with database.transaction() as connection:
        explained = await connection.exec_driver_sql(
            f"EXPLAIN QUERY PLAN {query.text}", query.values
        )
        return [row.detail for row in explained]
