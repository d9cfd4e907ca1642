"""Ada's window on the chat page, at both widths, and the buttons of a board in it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, Locator, Page, ViewportSize

from local_discord.testing.browser import DESKTOP, PHONE, window
from local_discord.testing.page import ready
from tests.e2e.running_bot import RunningBot


@pytest.fixture(params=[DESKTOP, PHONE], ids=["desktop", "phone"])
async def page(
    request: pytest.FixtureRequest, bot: RunningBot, browser: Browser
) -> AsyncIterator[Page]:
    """Ada's window, once the bot is online."""
    size: ViewportSize = request.param
    async with window(browser, bot.discord.page_url, size) as opened:
        await ready(opened)
        yield opened


at_desktop = pytest.mark.parametrize("page", [DESKTOP], ids=["desktop"], indirect=True)
"""Run a test, in which the width of the window changes nothing, once."""


def button(board: Locator, ending: str) -> Locator:
    """The button whose custom_id has this ending."""
    return board.locator(f'button[data-custom-id$=":{ending}"]')
