"""The fixtures of `local_discord.pytest_plugin`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import TypeAlias

import pytest
import pytest_asyncio

from local_discord.server import LocalDiscord
from local_discord.testing.person import Person

Connect: TypeAlias = Callable[[str | None], Awaitable[Person]]


@pytest_asyncio.fixture
async def local_discord(request: pytest.FixtureRequest) -> AsyncIterator[LocalDiscord]:
    """A local Discord, where a bot may identify again at once.

    At the end it must have refused no request of the bot, except those that the test has cleared
    from its `refusals`. The marker `local_discord` has the arguments of `LocalDiscord`.
    """
    marker = request.node.get_closest_marker("local_discord")
    async with LocalDiscord(**(marker.kwargs if marker else {})) as running:
        running.gateway.session_start_limit.seconds = 0
        yield running
    if running.refusals:
        pytest.fail(f"Discord refused: {'; '.join(map(str, running.refusals))}", pytrace=False)


@pytest_asyncio.fixture
async def person(local_discord: LocalDiscord) -> AsyncIterator[Connect]:
    """A function that opens the page as a user, by name, once the bot is there."""
    async with AsyncExitStack() as stack:

        async def connect(name: str | None = None) -> Person:
            """The page, opened as the user with that name, once the bot is there."""
            opened = await stack.enter_async_context(Person.connect(local_discord.page_url, name))
            await opened.until_online()
            return opened

        yield connect
