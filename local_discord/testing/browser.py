"""A real Chromium for tests: finding it, starting it, and windows at desktop and phone width.

Without a Chromium, tests that want one are skipped with a line saying how to get one; where the
environment variable `CI` is set they fail instead.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
from playwright.async_api import (
    Browser,
    ConsoleMessage,
    Page,
    ViewportSize,
    async_playwright,
    expect,
)

NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
ADVICE = "There is no Chromium to test the chat page in; on Debian or Ubuntu: apt install chromium"
LONGEST_WAIT_MS = 15_000
expect.set_options(timeout=LONGEST_WAIT_MS)

DESKTOP = ViewportSize(width=1280, height=900)
PHONE = ViewportSize(width=390, height=844)
NARROW_PHONE = ViewportSize(width=360, height=740)


def chromium_path() -> str:
    """Where Chromium is; skips the test, or fails it in CI, when there is none."""
    for name in NAMES:
        path = shutil.which(name)
        if path is not None:
            return path
    if os.environ.get("CI"):
        pytest.fail(ADVICE, pytrace=False)
    pytest.skip(ADVICE)


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """A headless Chromium, running while the block does."""
    path = chromium_path()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        try:
            yield browser
        finally:
            await browser.close()


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """A Chromium of the test's own."""
    async with chromium() as started:
        yield started


@dataclass
class Trouble:
    """What a window complained about: uncaught errors and error lines of its console."""

    lines: list[str] = field(default_factory=list)

    def note(self, message: ConsoleMessage) -> None:
        """Keep a line of the console if it is an error."""
        if message.type == "error":
            self.lines.append(f"{message.text} ({message.location.get('url', '')})")


@asynccontextmanager
async def window(
    browser: Browser, url: str, size: ViewportSize = DESKTOP, *, allowed: tuple[str, ...] = ()
) -> AsyncIterator[Page]:
    """A window of its own at an address.

    At the end of the block the page must have complained of nothing.

    Args:
        browser: where to open it.
        url: what to open.
        size: the window's size in CSS pixels; below 720 wide it is a phone with a touch screen.
        allowed: parts of complaints that the test brings about on purpose.
    """
    is_phone = size["width"] < 720
    context = await browser.new_context(viewport=size, has_touch=is_phone, is_mobile=is_phone)
    context.set_default_timeout(LONGEST_WAIT_MS)
    page = await context.new_page()
    trouble = Trouble()
    page.on("console", trouble.note)
    page.on("pageerror", lambda error: trouble.lines.append(str(error)))
    try:
        await page.goto(url)
        yield page
    finally:
        await context.close()
    complaints = [line for line in trouble.lines if not any(part in line for part in allowed)]
    assert complaints == []  # noqa: S101  # for tests
