"""Verdicts on the deals of a game, in a Parquet file with their cost, limits and solver.

A Parquet file is written as a whole. What comes in between two writes is kept in a journal beside
it, an Arrow stream to which each task's results are appended, so that a command that is killed
loses nothing that came in.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from engine import Outcome, Rules
from research.deal_results import Limits, Tally
from research.rates.cluster import Deals, Searched

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

SCHEMA: Final = pa.schema(
    [
        ("deal", pa.int64()),
        ("outcome", pa.dictionary(pa.int8(), pa.string())),
        ("states", pa.uint64()),
        ("seconds", pa.float32()),
        ("processor_seconds", pa.float32()),
        ("max_states", pa.uint64()),
        ("max_seconds", pa.float32()),
        ("solver", pa.dictionary(pa.int8(), pa.string())),
    ]
)
"""A row for each deal: the verdict, its cost, the limits of the search, the solver's version."""
RULES: Final = b"rules"
"""Where a file says, by :func:`fingerprint`, under which rules its verdicts hold."""
_DESCRIPTION: Final = ("id", "title", "summary", "text", "source")
"""The fields of a declaration that do not change how the game is played."""


class OtherRules(Exception):
    """The results in a file are not of the rules in force."""


class Results:
    """The results of one game, read from a file if there is one.

    Raises:
        OtherRules: The file has verdicts on a game of other rules.
    """

    def __init__(self, rules: Rules, path: Path) -> None:
        self._path = path
        self._fingerprint = fingerprint(rules).encode()
        self._table = SCHEMA.empty_table()
        self._new: list[pa.Table] = []
        self._journal: pa.OSFile | None = None
        self._stream: pa.RecordBatchStreamWriter | None = None
        if path.exists():
            self._table = pq.read_table(path)
            if self._table.schema.metadata[RULES] != self._fingerprint:
                raise OtherRules(
                    f"{path} has verdicts on {rules.id} under other rules; move it away"
                )
        if self._journal_path.exists():
            self._new = [table for table in self._read_journal() if len(table)]
            self.save()

    @property
    def table(self) -> pa.Table:
        """The newest result of each deal, by deal."""
        if self._new:
            table = pa.concat_tables([self._table, *self._new]).unify_dictionaries()
            # The first of each deal in reverse order is its newest.
            _, at = np.unique(table["deal"].to_numpy()[::-1], return_index=True)
            self._table, self._new = table.take(len(table) - 1 - at), []
        return self._table

    def add(self, searched: Searched, limits: Limits) -> None:
        """Add the results of a task, and write them into the journal."""
        rows = [
            (
                *(each.deal_number, each.outcome.value, each.states),
                *(each.seconds, each.processor_seconds),
                *(limits.states, limits.seconds, searched.solver),
            )
            for each in searched.results
        ]
        if not rows:
            return
        table = pa.table(list(map(list, zip(*rows, strict=True))), schema=SCHEMA)
        self._new.append(table)
        if self._stream is None:
            self._journal_path.parent.mkdir(parents=True, exist_ok=True)
            self._journal = pa.OSFile(str(self._journal_path), "wb")
            self._stream = pa.ipc.new_stream(self._journal, self._journal_schema)
        self._stream.write_table(table.cast(self._journal_schema))

    def missing(self, deals: Deals, limits: Limits) -> Deals:
        """The deals that are not decided, and not given up under limits as high as these."""
        table = self.table
        given_up = pc.and_(
            pc.greater_equal(table["max_states"], limits.states),
            pc.greater_equal(table["max_seconds"], pa.scalar(limits.seconds, pa.float32())),
        )
        decided = pc.not_equal(table["outcome"].cast(pa.string()), Outcome.UNKNOWN.value)
        settled = table.filter(pc.or_(decided, given_up))["deal"].to_numpy()
        return np.setdiff1d(deals, settled)

    def tally(self, deals: Deals) -> Tally:
        """Count the outcomes of those deals that have one."""
        wanted = self.table.filter(np.isin(self.table["deal"].to_numpy(), deals))
        return tally_of(wanted)

    def save(self) -> None:
        """Replace the file, so that whatever happens either the old or the new one is there."""
        table = self.table.replace_schema_metadata({RULES: self._fingerprint})
        self._path.parent.mkdir(parents=True, exist_ok=True)
        partial = self._path.with_suffix(".partial")
        pq.write_table(
            table,
            partial,
            compression="zstd",
            use_dictionary=["outcome", "solver", "max_states", "max_seconds"],
            column_encoding={"deal": "DELTA_BINARY_PACKED", "states": "DELTA_BINARY_PACKED"},
        )
        partial.replace(self._path)
        if self._journal is not None:
            self._journal.close()
            self._journal = self._stream = None
        self._journal_path.unlink(missing_ok=True)

    @property
    def _journal_path(self) -> Path:
        return self._path.with_suffix(".arrows")

    @property
    def _journal_schema(self) -> pa.Schema:
        """The columns of the journal, texts as such: a dictionary may differ from task to task."""
        texts = [
            pa.field(each.name, pa.string()) if pa.types.is_dictionary(each.type) else each
            for each in SCHEMA
        ]
        return pa.schema(texts, {RULES: self._fingerprint})

    def _read_journal(self) -> Iterator[pa.Table]:
        """The results in the journal that were written as a whole."""
        try:
            with pa.ipc.open_stream(self._journal_path.read_bytes()) as stream:
                if stream.schema.metadata[RULES] != self._fingerprint:
                    raise OtherRules(f"{self._journal_path} has verdicts under other rules")
                for batch in stream:
                    yield pa.Table.from_batches([batch]).cast(SCHEMA)
        except (pa.ArrowInvalid, OSError):
            return


def tally_of(table: pa.Table) -> Tally:
    """Count the outcomes in a table of results."""
    counts = {
        each["values"]: each["counts"]
        for each in pc.value_counts(table["outcome"].cast(pa.string())).to_pylist()
    }
    won, lost, unknown = (counts.get(each.value, 0) for each in Outcome)
    return Tally(won, lost, unknown)


def fingerprint(rules: Rules) -> str:
    """A digest of how a game is played: verdicts hold for games with the same one.

    What a declaration leaves at its default does not count, so that the vocabulary can grow.
    """
    declared = _declared(rules)
    played = {name: value for name, value in declared.items() if name not in _DESCRIPTION}
    return hashlib.sha256(json.dumps(played, sort_keys=True).encode()).hexdigest()[:16]


def _declared(declaration: DataclassInstance) -> dict[str, object]:
    """The fields of a declaration that are not at their defaults, in values of JSON."""
    return {
        field.name: _plain(value)
        for field in dataclasses.fields(declaration)
        if (value := getattr(declaration, field.name)) != field.default
    }


def _plain(value: object) -> object:
    """A part of a declaration in values of JSON."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _declared(value)
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, frozenset):
        return sorted(str(_plain(part)) for part in value)
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return value
