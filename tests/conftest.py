"""Fixtures for all rooms, and Hypothesis profiles.

Examples are the same on every run in CI and new ones elsewhere; a failure in CI can be repeated
anywhere by setting ``CI``.
"""

from __future__ import annotations

import os
from importlib.util import find_spec

import pytest
from hypothesis import HealthCheck, settings

from engine.solver import prepare

pytest_plugins = [
    "local_discord.pytest_plugin",
    "tests.sampling",
    "tests.store.database.migrated",
    "tests.store.postgresql",
]

collect_ignore_glob = [] if find_spec("playwright") else ["**/test_browser_*.py"]

settings.register_profile(
    "desk", max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "ci",
    max_examples=30,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("ci" if os.environ.get("CI") else "desk")


@pytest.fixture(scope="session")
def searches() -> None:
    """Load the searches, so that compiling them does not count as search time."""
    prepare()


def pytest_report_header() -> str:
    """Say what is left out."""
    if collect_ignore_glob:
        return "Tests in a browser are left out; `make setup-test-all` installs what they need."
    return ""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Where slow tests are left out, collect neither slow parameters nor all of a slow test's."""
    if "not slow" in metafunc.config.getoption("markexpr"):
        is_slow = metafunc.definition.get_closest_marker("slow") is not None
        marks = metafunc.definition.own_markers
        marks[:] = [_without_slow(mark, is_slow=is_slow) for mark in marks]


def _without_slow(mark: pytest.Mark, *, is_slow: bool) -> pytest.Mark:
    if mark.name != "parametrize" or len(mark.args) != 2 or "ids" in mark.kwargs:
        return mark
    names, values = mark.args
    values = list(values)
    quick = [] if is_slow else [value for value in values if not _is_slow(value)]
    return pytest.mark.parametrize(names, quick or values[:1], **mark.kwargs).mark


def _is_slow(parameter: object) -> bool:
    return any(mark.name == "slow" for mark in getattr(parameter, "marks", ()))
