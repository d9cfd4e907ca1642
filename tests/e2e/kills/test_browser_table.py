"""A table whose bot is killed in the middle of a game: the page comes back by itself."""

from __future__ import annotations

import asyncio
import base64
import re
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Browser, expect

from local_discord import LocalDiscord
from local_discord.fixtures import APPLICATION_ID
from local_discord.testing.browser import PHONE, browser, window
from local_discord.testing.page import ready
from tests.e2e.bot_process import bot
from tests.web.table_page import at_table, table_over

__all__ = ["browser"]

pytestmark = pytest.mark.browser

_TOKEN: Final = f"{base64.b64encode(str(APPLICATION_ID).encode()).decode()}.any.any"

_SEVERED: Final = ("ERR_CONNECTION_REFUSED", "WebSocket connection")
_QUIET: Final = {"PATIENCE_SOLVER_WORKERS": "0", "PATIENCE_DRAWING_WORKERS": "1"}


async def table_of(process: asyncio.subprocess.Process) -> str:
    """The address of the table that the bot prints."""
    assert process.stdout is not None
    while line := (await process.stdout.readline()).decode():
        if found := re.search(r"http://\S+/#\S+", line):
            return found[0]
    raise AssertionError("The bot printed no address of a table.")


async def connected(process: asyncio.subprocess.Process) -> None:
    """Wait until the bot says that it is connected."""
    assert process.stderr is not None
    while line := (await process.stderr.readline()).decode():
        if "Connected to Discord" in line:
            return
    raise AssertionError("The bot did not connect.")


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


async def test_nothing_is_lost_when_the_bot_is_killed_whose_activity_somebody_plays(
    browser: Browser, tmp_path: Path, unused_tcp_port: int
) -> None:
    severed = (*_SEVERED, "502")
    address = f"http://127.0.0.1:{unused_tcp_port}"
    async with LocalDiscord() as discord:
        discord.enable_activities(address)
        settings = {
            **_QUIET,
            "DISCORD_TOKEN": _TOKEN,
            "DISCORD_CLIENT_SECRET": "any",
            "PATIENCE_DISCORD_API": discord.api_url,
            "PATIENCE_DISCORD_GATEWAY": discord.gateway_url,
            "PATIENCE_WEB_PORT": str(unused_tcp_port),
            "PATIENCE_WEB_URL": address,
        }
        async with (
            bot(tmp_path, "run", **settings) as first,
            window(browser, discord.page_url, PHONE, allowed=severed) as page,
        ):
            await connected(first)
            await ready(page)
            await page.get_by_role("button", name="Launch Patience: launch").click()
            table = await table_over(page, PHONE)
            moved = table.frame.locator("#facts")
            await expect(moved).to_contain_text("0 moves")
            for count in ("1 move", "2 moves"):
                await table.tap(await table.point_of("s"))
                await expect(moved).to_contain_text(count)
            first.kill()
            await first.wait()
            await expect(table.frame.get_by_role("alert")).to_contain_text("Connection lost")
            async with bot(tmp_path, "run", **settings) as second:
                await connected(second)
                await expect(table.frame.get_by_role("alert")).to_be_hidden()
                await expect(moved).to_contain_text("2 moves")
                await table.tap(await table.point_of("s"))
                await expect(moved).to_contain_text("3 moves")
