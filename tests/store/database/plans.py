"""How databases carry out the queries of some work."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from sqlalchemy import Connection, event
from sqlalchemy.engine.interfaces import DBAPICursor

from bot.store.database.connection import Database

Plan: TypeAlias = dict[str, Any]


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
def watch_queries(
    database: Database, verbs: tuple[str, ...] = ("SELECT", "WITH")
) -> Iterator[list[Query]]:
    """Collect the statements executed meanwhile that begin with some words, queries by default."""
    engines = {database._engine.sync_engine, database._reader.sync_engine}
    queries = list[Query]()

    def note(
        _connection: Connection,
        _cursor: DBAPICursor,
        text: str,
        values: tuple[object, ...],
        *_: object,
    ) -> None:
        if text.startswith(verbs):
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


async def tables_scanned(database: Database, query: Query, tables: Collection[str]) -> set[str]:
    """The tables, of those given, that a statement reads as a whole, or an index of them."""
    if not database.is_postgresql:
        words = [step.split() for step in await plan_of(database, query)]
        return {step[1] for step in words if step[0] == "SCAN"}.intersection(tables)
    async with database.transaction() as connection:
        explained = await connection.exec_driver_sql(
            f"EXPLAIN (FORMAT JSON) {query.text}", query.values
        )
        plan = explained.scalar_one()
    [top] = json.loads(plan) if isinstance(plan, str) else plan
    return set(_scanned(top["Plan"])).intersection(tables)


def _scanned(node: Plan, *, is_limited: bool = False) -> Iterator[str]:
    """The tables that a node of PostgreSQL's plan, or one below it, reads as a whole."""
    kind, table = str(node["Node Type"]), str(node.get("Relation Name", ""))
    reads_index = kind in ("Index Scan", "Index Only Scan") and "Index Cond" not in node
    if kind == "Seq Scan" or (reads_index and not is_limited):
        yield table
    for child in node.get("Plans", []):
        yield from _scanned(child, is_limited=kind == "Limit")
