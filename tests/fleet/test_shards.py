"""Which shards a process serves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.fleet.supervisor import share_out
from bot.models.shards import ShardPlan, parse_shards


@pytest.mark.parametrize(
    ("text", "plan"),
    [
        ("0-15/64", ShardPlan(tuple(range(16)), 64)),
        ("3/64", ShardPlan((3,), 64)),
        ("0/1", ShardPlan((0,), 1)),
        (" 62-63/64 ", ShardPlan((62, 63), 64)),
        ("", None),
        (" ", None),
    ],
)
def test_shards_are_read_as_written(text: str, plan: ShardPlan | None) -> None:
    assert parse_shards(text) == plan


@pytest.mark.parametrize(
    "text", ["64", "0-15", "15-0/64", "64/64", "0-64/64", "0/0", "-1/4", "a/b", "1,2/4", "٣/٤"]
)
def test_shards_that_are_not_among_so_many_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        parse_shards(text)


@given(st.integers(1, 200), st.integers(1, 64))
def test_processes_share_all_shards_out_evenly_among_neighbours(
    shards: int, processes: int
) -> None:
    plan = ShardPlan(tuple(range(shards)), shards)
    shares = [share_out(plan, processes, index).ids for index in range(processes)]
    assert tuple(shard for share in shares for shard in share) == plan.ids
    sizes = {len(share) for share in shares}
    assert max(sizes) - min(sizes) <= 1
