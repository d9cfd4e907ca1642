"""Fixtures for the solver's tasks run in this process."""

from __future__ import annotations

import pytest

from engine.solver import prepare


@pytest.fixture(autouse=True, scope="session")
def searches() -> None:
    """Load the searches, so that compiling them does not count as search time."""
    prepare()
