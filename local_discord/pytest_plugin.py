"""The pytest plugin: fixtures for tests of bots.

pytest loads it by its entry point where local-discord is installed; elsewhere by
`pytest_plugins = ["local_discord.pytest_plugin"]` in the top `conftest.py`. Without pytest-asyncio
there are no fixtures.
"""

from __future__ import annotations

from importlib.util import find_spec

import pytest

if find_spec("pytest_asyncio") is not None:
    from local_discord.testing.pytest_fixtures import local_discord, person

    __all__ = ["local_discord", "person"]


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker that the fixture reads."""
    config.addinivalue_line(
        "markers", "local_discord(**arguments): what the fixture passes to LocalDiscord"
    )
