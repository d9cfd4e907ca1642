"""Every metric of a process for Prometheus, with its labels and buckets.

Each is counted where the thing happens. Labels have few values, and never a player, a server or a
deal. Each process has its own figures, which Prometheus adds up.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics
from prometheus_client.process_collector import ProcessCollector

# The start of each metric would double their number; the start of the process is enough.
disable_created_metrics()  # type: ignore[no-untyped-call]  # as the library has it

REGISTRY: Final = CollectorRegistry()
"""All of them, and the process's own memory, processor time and file descriptors."""

_counter: Final = partial(Counter, registry=REGISTRY)
_gauge: Final = partial(Gauge, registry=REGISTRY)
_histogram: Final = partial(Histogram, registry=REGISTRY)

_ANSWERS: Final = (0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0)
"""Buckets up to the three seconds that Discord waits."""
_MOMENTS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_SEARCHES: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 6.0, 12.0)
_DELAYS: Final = (1.0, 5.0, 15.0, 30.0, 60.0, 120.0, 300.0, 900.0, 3600.0, 21600.0)

INFO: Final = _gauge("patience_info", "Always 1; the label names the version.", ["version"])
HEALTH: Final = _gauge(
    "patience_health", "Whether a check of the process's health succeeds, 1 or 0.", ["check"]
)

INTERACTIONS: Final = _counter(
    "patience_interactions",
    "What players did, by kind and by what became of it.",
    ["kind", "outcome"],
)
"""By kind, as Discord calls it: application_command, component, modal_submit or autocomplete.

Outcomes: answered; refused, by a sentence that says why; unavailable, as the database failed;
failed, by a fault of the bot; undelivered; late, and therefore not done; elsewhere, as another
process answers.
"""
ANSWER_SECONDS: Final = _histogram(
    "patience_answer_seconds",
    "Time from a player's action to the first answer that Discord accepted.",
    ["kind"],
    buckets=_ANSWERS,
)
IN_FLIGHT: Final = _gauge("patience_interactions_in_flight", "Interactions being responded to.")

DRAWING_SECONDS: Final = _histogram(
    "patience_drawing_seconds",
    "Time from the wish for a picture until it is there, by kind of picture.",
    ["picture"],
    buckets=_ANSWERS,
)
ENCODING_SECONDS: Final = _histogram(
    "patience_encoding_seconds",
    "Time a worker took to compress a picture, once drawn.",
    buckets=_MOMENTS,
)
DRAWINGS: Final = _counter(
    "patience_drawings", "Pictures, by kind and outcome: drawn or failed.", ["picture", "outcome"]
)
DRAWINGS_WAITING: Final = _gauge(
    "patience_drawings_waiting", "Pictures being drawn or waiting for that."
)

SEARCHES: Final = _counter(
    "patience_searches",
    "Searches by the solver, by outcome: done, failed, or refused as it was busy.",
    ["outcome"],
)
SEARCH_SECONDS: Final = _histogram(
    "patience_search_seconds",
    "Time a search took, without the wait for a worker.",
    buckets=_SEARCHES,
)
SEARCHES_WAITING: Final = _gauge("patience_searches_waiting", "Searches that wait for a worker.")

DATABASE_SECONDS: Final = _histogram(
    "patience_database_seconds",
    "Time a transaction took, the wait for a connection included, by access: read or write.",
    ["access"],
    buckets=_MOMENTS,
)
DATABASE_ERRORS: Final = _counter("patience_database_errors", "Transactions that failed.")
DATABASE_UP: Final = _gauge("patience_database_up", "Whether games can be saved, 1 or 0.")

LOOP_LAG: Final = _histogram(
    "patience_loop_lag_seconds", "How late the event loop wakes up what is due.", buckets=_MOMENTS
)

GATEWAY_LATENCY: Final = _gauge(
    "patience_gateway_latency_seconds",
    "Time until Discord acknowledges a heartbeat, by shard.",
    ["shard"],
)
GATEWAY_CONNECTED: Final = _gauge(
    "patience_gateway_connected", "Whether a shard is connected to Discord, 1 or 0.", ["shard"]
)
GATEWAY_CONNECTIONS: Final = _counter(
    "patience_gateway_connections",
    "Attempts to connect to Discord, by how they begin: identify or resume.",
    ["shard", "start"],
)
GUILDS: Final = _gauge("patience_guilds", "Servers that this process knows it is in.")

TABLE_SIGN_INS: Final = _counter(
    "patience_table_sign_ins",
    "Sign-ins at tables within Discord, by what became of them: done, refused or unavailable.",
    ["outcome"],
)
TABLES_OPEN: Final = _gauge("patience_tables_open", "Windows at tables in a browser.")
TABLE_ACTIONS: Final = _counter(
    "patience_table_actions",
    "What was asked at tables, by what became of it: done, shown, refused, stale, unavailable, "
    "failed, bad, flooded, or crowded out.",
    ["outcome"],
)

GAMES: Final = _counter(
    "patience_games",
    "Games by what they became: playing when they were dealt, then won or given up.",
    ["state"],
)
BACKGROUND_FAILURES: Final = _counter(
    "patience_background_failures",
    "Failures of background work, which is begun again, by its name.",
    ["name"],
)
ANNOUNCEMENTS: Final = _counter(
    "patience_announcements",
    "Messages that nobody asked for just then, by outcome: sent, refused or failed.",
    ["outcome"],
)
ANNOUNCEMENT_DELAY: Final = _histogram(
    "patience_announcement_delay_seconds",
    "How late an announcement was sent, by kind.",
    ["kind"],
    buckets=_DELAYS,
)

ProcessCollector(namespace="patience", registry=REGISTRY)
