"""Actions at the chat page in a browser; needs playwright."""

from __future__ import annotations

from playwright.async_api import Locator, Page, expect


async def ready(page: Page) -> None:
    """Wait until the page shows a channel and the bot is connected."""
    await page.locator('[data-testid="application"][data-online="true"]').wait_for(state="attached")


def box(page: Page) -> Locator:
    """The message box."""
    return page.get_by_role("textbox", name="Message", exact=True)


def suggestions(page: Page) -> Locator:
    """The items in the list of suggestions."""
    return page.locator("#suggestions").get_by_role("option")


def messages(page: Page) -> Locator:
    """All messages."""
    return page.get_by_role("article")


def newest(page: Page) -> Locator:
    """The last message."""
    return messages(page).last


async def run(page: Page, line: str) -> None:
    """Paste a line and send it."""
    await box(page).fill(line)
    await box(page).press("Enter")


async def run_for_message(page: Page, line: str) -> Locator:
    """Run a command and return the message in response."""
    before = await messages(page).count()
    await run(page, line)
    await expect(messages(page)).to_have_count(before + 1)
    return await fixed(newest(page))


async def fixed(message: Locator) -> Locator:
    """A locator of the message by its id, which stays valid when others follow."""
    number = await message.get_attribute("data-message-id")
    return message.page.locator(f'article[data-message-id="{number}"]')
