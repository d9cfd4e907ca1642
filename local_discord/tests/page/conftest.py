"""The chat page in a real browser, with a local Discord and a bot behind it.

Starting a browser takes a second, so all these tests share one and run in one event loop.
"""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from local_discord import LocalDiscord
from local_discord.testing.browser import DESKTOP, NARROW_PHONE, chromium, window
from local_discord.testing.discord_py import running
from local_discord.testing.page import ready
from local_discord.tests.page.page_bot import PageBot

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test in this folder as a browser test in the session's event loop."""
    for item in items:
        if item.path.is_relative_to(HERE) and isinstance(item, pytest.Function):
            item.add_marker(pytest.mark.browser)
            if inspect.iscoroutinefunction(item.function):
                item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def shared_browser() -> AsyncIterator[Browser]:
    """One Chromium for all tests."""
    async with chromium() as started:
        yield started


@pytest_asyncio.fixture(loop_scope="session")
async def here() -> AsyncIterator[LocalDiscord]:
    """A local Discord."""
    async with LocalDiscord() as local:
        yield local


@pytest_asyncio.fixture(loop_scope="session")
async def bot(here: LocalDiscord) -> AsyncIterator[PageBot]:
    """The bot, connected."""
    client = PageBot()
    async with running(client, here):
        yield client


@pytest_asyncio.fixture(loop_scope="session")
async def page(here: LocalDiscord, bot: PageBot, shared_browser: Browser) -> AsyncIterator[Page]:
    """Ada's window at desktop width."""
    async with window(shared_browser, here.page_url, DESKTOP) as opened:
        await ready(opened)
        yield opened


@pytest_asyncio.fixture(loop_scope="session")
async def phone(here: LocalDiscord, bot: PageBot, shared_browser: Browser) -> AsyncIterator[Page]:
    """Ada's window, 360 pixels wide."""
    async with window(shared_browser, here.page_url, NARROW_PHONE) as opened:
        await ready(opened)
        yield opened
