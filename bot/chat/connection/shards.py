"""Which shards a process serves: as it is told, or as processes on one machine share them."""

from __future__ import annotations

import re
from typing import Final

from bot.models import ShardPlan

_WRITTEN: Final = re.compile(r"(\d+)(?:-(\d+))?/(\d+)", re.ASCII)


def parse_shards(text: str) -> ShardPlan | None:
    """The shards that a text such as ``0-15/64`` or ``3/64`` names; None if it is blank.

    >>> parse_shards("2-3/64")
    ShardPlan(ids=(2, 3), count=64)

    Raises:
        ValueError: if it names none, or one that is not among so many.
    """
    if not text.strip():
        return None
    written = _WRITTEN.fullmatch(text.strip())
    if written is None:
        raise ValueError(text)
    first, last, count = int(written[1]), int(written[2] or written[1]), int(written[3])
    if not first <= last < count:
        raise ValueError(text)
    return ShardPlan(tuple(range(first, last + 1)), count)


def share_out(plan: ShardPlan, processes: int, index: int) -> ShardPlan:
    """The shards of one of several processes: neighbours, and as many as others have, or one more.

    Neighbours start beside each other: Discord lets shards start at the same time whose ids differ
    by its concurrency's remainder (discord-api-docs, `events/gateway`, "Max Concurrency").

    >>> [share_out(ShardPlan((0, 1, 2, 3, 4), 5), 2, index).ids for index in range(2)]
    [(0, 1), (2, 3, 4)]

    Args:
        plan: the shards of all of them.
        processes: how many there are. Where there are more than shards, some get none.
        index: which process, from 0.
    """
    shards = len(plan.ids)
    start, end = index * shards // processes, (index + 1) * shards // processes
    return ShardPlan(plan.ids[start:end], plan.count)
