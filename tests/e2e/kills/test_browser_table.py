"""A table whose bot is killed in the middle of a game: the page comes back by itself."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Browser, expect

from local_discord.testing.browser import PHONE, browser
from tests.e2e.bot_process import bot
from tests.web.table_page import at_table

__all__ = ["browser"]

pytestmark = pytest.mark.browser

_SEVERED: Final = ("ERR_CONNECTION_REFUSED", "WebSocket connection")
_QUIET: Final = {"PATIENCE_SOLVER_WORKERS": "0", "PATIENCE_DRAWING_WORKERS": "1"}


async def table_of(process: asyncio.subprocess.Process) -> str:
    """The address of the table that the bot prints."""
    assert process.stdout is not None
    while line := (await process.stdout.readline()).decode():
        if found := re.search(r"http://\S+/#\S+", line):
            return found[0]
    raise AssertionError("The bot printed no address of a table.")


async def test_nothing_is_lost_when_the_bot_is_killed(browser: Browser, tmp_path: Path) -> None:
    async with bot(tmp_path, "local", **_QUIET) as first:
        link = await table_of(first)
        async with at_table(browser, link, PHONE, allowed=_SEVERED) as page:
            moved = page.page.locator("#facts")
            await expect(moved).to_contain_text("0 moves")
            for count in ("1 move", "2 moves"):
                await page.tap(await page.point_of("s"))
                await expect(moved).to_contain_text(count)
            first.kill()
            await first.wait()
            await expect(page.page.get_by_role("alert")).to_contain_text("Connection lost")
            async with bot(tmp_path, "local", **_QUIET) as second:
                assert urlsplit(await table_of(second)).port == urlsplit(link).port
                await expect(page.page.get_by_role("alert")).to_be_hidden()
                await expect(moved).to_contain_text("2 moves")
                await page.tap(await page.point_of("s"))
                await expect(moved).to_contain_text("3 moves")
