"""The report: what was measured, as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from benchmarks.scale.crowd import Press
from benchmarks.timing import Figures, table


@dataclass(frozen=True, slots=True)
class Usage:
    """Processor time, in seconds.

    Attributes:
        bot: of the bot's own processes.
        workers: of those in which they draw.
        database: of PostgreSQL.
        discord: of the local Discord and its crowd.
    """

    bot: float
    workers: float
    database: float
    discord: float

    def since(self, earlier: Usage) -> Usage:
        """What was spent since then."""
        return Usage(
            self.bot - earlier.bot,
            self.workers - earlier.workers,
            self.database - earlier.database,
            self.discord - earlier.discord,
        )


@dataclass(frozen=True, slots=True)
class Round:
    """Presses for some time.

    Attributes:
        name: what is special about them.
        seconds: for how long.
        presses: what came of them.
        usage: the processor time in the meantime; None where processes ended.
        load: the machine's load average of the last minute, at the end.
    """

    name: str
    seconds: float
    presses: Sequence[Press]
    usage: Usage | None
    load: float


@dataclass(frozen=True, slots=True)
class Memory:
    """The memory of a process and of its workers, in MiB; PSS, so that shares add up."""

    name: str
    own: float
    workers: float


@dataclass(frozen=True, slots=True)
class Recovery:
    """How a fleet got over the death of a process.

    Attributes:
        killed: the shards that it served.
        back: the seconds until all of them were served again.
        leftover: how many of its workers were still running then.
    """

    killed: frozenset[int]
    back: float
    leftover: int


def split(one: Round, shards: frozenset[int]) -> tuple[Round, Round]:
    """A round in some shards, and in the others."""
    there = [press for press in one.presses if press.shard in shards]
    elsewhere = [press for press in one.presses if press.shard not in shards]
    return (
        replace(one, name=f"{one.name}: its shards", presses=there),
        replace(one, name=f"{one.name}: the others", presses=elsewhere),
    )


def rounds_table(rounds: Sequence[Round]) -> str:
    """A line for each round."""
    headings = [
        *("presses", "a second", "p50 ms", "p99 ms", "unanswered"),
        *("CPU ms: bot", "drawing", "database", "Discord", "load"),
    ]
    return table(headings, map(_row, rounds))


def _row(one: Round) -> list[str]:
    times = [press.seconds for press in one.presses if press.seconds is not None]
    figures = Figures(tuple(times))
    usage = one.usage
    spent = [usage.bot, usage.workers, usage.database, usage.discord] if usage else []
    return [
        one.name,
        f"{len(times) / one.seconds:.1f}",
        f"{figures.median * 1e3:.0f}" if times else "",
        f"{figures.percentile(99) * 1e3:.0f}" if times else "",
        str(len(one.presses) - len(times)),
        *([f"{seconds / max(1, len(times)) * 1e3:.1f}" for seconds in spent] or [""] * 4),
        f"{one.load:.1f}",
    ]


def memory_table(memories: Sequence[Memory]) -> str:
    """A line for each process."""
    rows = [[one.name, f"{one.own:.0f}", f"{one.workers:.0f}"] for one in memories]
    return table(["memory, MiB", "own", "workers"], rows)


def silence(presses: Sequence[Press], shards: frozenset[int], until: float) -> float:
    """The longest time in which no press in those shards had an answer, in seconds."""
    answers = sorted(
        press.began + press.seconds
        for press in presses
        if press.seconds is not None and press.shard in shards
    )
    moments = [0.0, *answers, until]
    return max(after - before for before, after in pairwise(moments))
