"""What metrics and health tell of a process's connections to Discord."""

from __future__ import annotations

import math
from collections.abc import Mapping

from bot import metrics
from bot.chat.connection.sharding import ShardState


def why_disconnected(shards: Mapping[int, ShardState]) -> str:
    """Why players cannot reach the bot; "" if they can, or if another process still serves them."""
    if any(one.is_connected or one.is_waiting for one in shards.values()):
        return ""
    return "no shard is connected" if shards else "not connected yet"


def show_connections(shards: Mapping[int, ShardState], guilds: int) -> None:
    """Bring the metrics of the shards, and of the servers in them, up to date."""
    metrics.GUILDS.set(guilds)
    # Those that were given up are another process's to tell of.
    metrics.GATEWAY_CONNECTED.clear()
    metrics.GATEWAY_LATENCY.clear()
    for shard, state in shards.items():
        if not state.is_waiting:
            metrics.GATEWAY_CONNECTED.labels(shard).set(state.is_connected)
        if math.isfinite(state.latency):
            metrics.GATEWAY_LATENCY.labels(shard).set(state.latency)
