"""The chat page shows unusual names as they are written."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from bot.chat.responding.mentions import plain, readable
from local_discord import LocalDiscord
from local_discord.testing.browser import browser, window
from tests.e2e.players.test_names import NAMES

__all__ = ["browser"]

SHOW = """
async (text) => {
  const { formatted } = await import(new URL("page/formatted.js", location).href);
  const { State } = await import(new URL("page/state.js", location).href);
  return formatted(text, new State()).map((node) => node.textContent).join("\\n");
}
"""


@pytest.mark.browser
async def test_names_that_are_no_mentions_read_as_they_are_written(browser: Browser) -> None:
    async with LocalDiscord() as local, window(browser, local.page_url) as page:
        for name in filter(None, map(readable, NAMES.values())):
            for text in (plain(name), f"1 {plain(name)} · 2", f"**{plain(name)}**"):
                shown = await page.evaluate(SHOW, text)
                assert shown.replace("\u2068", "").replace("\u2069", "") in (name, f"1 {name} · 2")
