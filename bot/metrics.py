"""What Prometheus reads of a process: every metric, its labels and its buckets.

Each is counted where the thing happens. Labels have few values, and none of them tells of a player,
a server or a deal. Each process has its own figures, which Prometheus adds up.
"""

from __future__ import annotations

from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
)
from prometheus_client.process_collector import ProcessCollector

# When a process started is known; when each of its metrics did would double their number.
disable_created_metrics()  # type: ignore[no-untyped-call]  # as the library has it

REGISTRY: Final = CollectorRegistry()
"""All of them, and the process's own memory, processor time and file descriptors."""

_ANSWERS: Final = (0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0)
"""Buckets up to the three seconds that Discord waits."""
_MOMENTS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_SEARCHES: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 6.0, 12.0)
_DELAYS: Final = (1.0, 5.0, 15.0, 30.0, 60.0, 120.0, 300.0, 900.0, 3600.0, 21600.0)

INFO: Final = Gauge(
    "patience_info", "Always 1; the label names the version.", ["version"], registry=REGISTRY
)
HEALTH: Final = Gauge(
    "patience_health",
    "Whether a check of the process's health succeeds, 1 or 0.",
    ["check"],
    registry=REGISTRY,
)

INTERACTIONS: Final = Counter(
    "patience_interactions",
    "What players did, by kind and by what became of it.",
    ["kind", "outcome"],
    registry=REGISTRY,
)
"""By kind, as Discord calls it: application_command, component, modal_submit or autocomplete.

Outcomes: answered; refused, by a sentence that says why; unavailable, as the database failed;
failed, by a fault of the bot; undelivered; late, and therefore not done; elsewhere, as another
process answers.
"""
ANSWER_SECONDS: Final = Histogram(
    "patience_answer_seconds",
    "Time from a player's action to the first answer that Discord accepted.",
    ["kind"],
    buckets=_ANSWERS,
    registry=REGISTRY,
)
IN_FLIGHT: Final = Gauge(
    "patience_interactions_in_flight", "Interactions being responded to.", registry=REGISTRY
)

DRAWING_SECONDS: Final = Histogram(
    "patience_drawing_seconds",
    "Time from the wish for a picture until it is there, by kind of picture.",
    ["picture"],
    buckets=_ANSWERS,
    registry=REGISTRY,
)
ENCODING_SECONDS: Final = Histogram(
    "patience_encoding_seconds",
    "Time a worker took to compress a picture, once drawn.",
    buckets=_MOMENTS,
    registry=REGISTRY,
)
DRAWINGS: Final = Counter(
    "patience_drawings",
    "Pictures, by kind and outcome: drawn or failed.",
    ["picture", "outcome"],
    registry=REGISTRY,
)
DRAWINGS_WAITING: Final = Gauge(
    "patience_drawings_waiting", "Pictures being drawn or waiting for that.", registry=REGISTRY
)

SEARCHES: Final = Counter(
    "patience_searches",
    "Searches by the solver, by outcome: done, failed, or refused as it was busy.",
    ["outcome"],
    registry=REGISTRY,
)
SEARCH_SECONDS: Final = Histogram(
    "patience_search_seconds",
    "Time a search took, without the wait for a worker.",
    buckets=_SEARCHES,
    registry=REGISTRY,
)
SEARCHES_WAITING: Final = Gauge(
    "patience_searches_waiting", "Searches that wait for a worker.", registry=REGISTRY
)

DATABASE_SECONDS: Final = Histogram(
    "patience_database_seconds",
    "Time a transaction took, the wait for a connection included, by access: read or write.",
    ["access"],
    buckets=_MOMENTS,
    registry=REGISTRY,
)
DATABASE_ERRORS: Final = Counter(
    "patience_database_errors", "Transactions that failed.", registry=REGISTRY
)
DATABASE_UP: Final = Gauge(
    "patience_database_up", "Whether games can be saved, 1 or 0.", registry=REGISTRY
)

LOOP_LAG: Final = Histogram(
    "patience_loop_lag_seconds",
    "How late the event loop wakes up what is due.",
    buckets=_MOMENTS,
    registry=REGISTRY,
)

GATEWAY_LATENCY: Final = Gauge(
    "patience_gateway_latency_seconds",
    "Time until Discord acknowledges a heartbeat, by shard.",
    ["shard"],
    registry=REGISTRY,
)
GATEWAY_CONNECTED: Final = Gauge(
    "patience_gateway_connected",
    "Whether a shard is connected to Discord, 1 or 0.",
    ["shard"],
    registry=REGISTRY,
)
GATEWAY_CONNECTIONS: Final = Counter(
    "patience_gateway_connections",
    "Attempts to connect to Discord, by how they begin: identify or resume.",
    ["shard", "start"],
    registry=REGISTRY,
)
GUILDS: Final = Gauge(
    "patience_guilds", "Servers that this process knows it is in.", registry=REGISTRY
)

GAMES: Final = Counter(
    "patience_games",
    "Games by what they became: playing when they were dealt, then won or given up.",
    ["state"],
    registry=REGISTRY,
)
ANNOUNCEMENTS: Final = Counter(
    "patience_announcements",
    "Messages that nobody asked for just then, by outcome: sent, refused or failed.",
    ["outcome"],
    registry=REGISTRY,
)
ANNOUNCEMENT_DELAY: Final = Histogram(
    "patience_announcement_delay_seconds",
    "How late an announcement was sent, by kind.",
    ["kind"],
    buckets=_DELAYS,
    registry=REGISTRY,
)

ProcessCollector(namespace="patience", registry=REGISTRY)
