"""Shards, and whose servers are whose."""

from __future__ import annotations

import pytest

from bot.models.shards import ShardPlan


@pytest.mark.parametrize(
    ("guild", "shard"),
    [(None, 0), (0, 0), ((1 << 22) - 1, 0), (1 << 22, 1), (6 << 22, 2), (7 << 22 | 5, 3)],
)
def test_each_server_is_served_by_the_shard_to_which_discord_deals_it(
    guild: int | None, shard: int
) -> None:
    assert [one for one in range(4) if ShardPlan((one,), 4).serves(guild)] == [shard]


def test_no_shards_serve_nobody() -> None:
    assert not ShardPlan((), 4).serves(1 << 22)
    assert not ShardPlan((), 4).serves(None)
