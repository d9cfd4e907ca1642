"""The chat page of a user with a German Discord: commands and replies in German."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, expect

from local_discord.testing.browser import DESKTOP, browser, window
from local_discord.testing.page import box, run_for_message, suggestions
from tests.e2e.running_bot import RunningBot

__all__ = ["browser"]

pytestmark = pytest.mark.browser


async def test_commands_are_found_and_answered_in_german(bot: RunningBot, browser: Browser) -> None:
    async with window(browser, f"{bot.discord.page_url}#user=Dmitri", DESKTOP) as page:
        await page.locator('[data-testid="application"][data-online="true"]').wait_for(
            state="attached"
        )
        await box(page).fill("/spi")
        play = suggestions(page).filter(has_text="/spielen")
        await expect(play).to_contain_text("Beginnt eine Patience")
        await box(page).fill("")

        board = await run_for_message(page, "/spielen spiel:phoenix nummer:47")
        await expect(board).to_contain_text("Phoenix · Nr. 47")
        await board.get_by_role("button", name="A♣", exact=True).click()
        await expect(board).to_contain_text("1 Zug · 1 von 52 Karten abgelegt")
