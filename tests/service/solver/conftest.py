"""Fixtures for the solver's tasks run in this process."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True, scope="session")
def searches(searches: None) -> None:
    """Load the searches for all tests here."""
