"""Deals of days are searched, in this process."""

from __future__ import annotations

import pytest

from engine.solver import prepare


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """Compile before a player waits, so that on a busy machine boards come at once, too."""
    prepare()
