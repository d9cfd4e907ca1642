"""A PostgreSQL server for the tests marked ``postgres``: one for the whole run."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.postgresql import NoServer, Server, running_server


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Server]:
    """A server. If it cannot be started the test is skipped, or fails if ``CI`` is set."""
    with ExitStack() as stack:
        try:
            server = stack.enter_context(running_server())
        except NoServer as error:
            if os.environ.get("CI"):
                pytest.fail(str(error))
            pytest.skip(str(error))
        yield server


@pytest.fixture
def postgres_url(postgres_server: Server) -> str:
    """The URL of a new, empty database."""
    return postgres_server.create_database()
