"""Fixtures for all rooms, and Hypothesis profiles.

Examples are the same on every run in CI and new ones elsewhere; a failure in CI can be repeated
anywhere by setting ``CI``.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

pytest_plugins = [
    "local_discord.pytest_plugin",
    "tests.store.database.migrated",
    "tests.store.postgresql",
]

settings.register_profile(
    "desk", max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "ci",
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("ci" if os.environ.get("CI") else "desk")
