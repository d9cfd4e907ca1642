"""The page of a day's deals in a real browser."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.async_api import Browser, ViewportSize, expect

from bot.images import ImageRenderer
from bot.models.daily import DailyDeal, Slot
from bot.store.daily.daily import save_daily_deal
from bot.store.database.open import open_database
from local_discord.testing.browser import DESKTOP, PHONE, browser, window
from local_discord.testing.page import messages, ready, run_for_message
from tests.e2e.clocks import NOON, Clock
from tests.e2e.daily.daily_deals import days_of, prove_nothing
from tests.e2e.daily.test_extra_deals import GAMES
from tests.e2e.play.test_browser_choices import LOW_DESKTOP, is_between, place
from tests.e2e.running_bot import RunningBot, running_patience
from tests.store.database.migrated import sqlite_url

__all__ = ["browser"]

pytestmark = pytest.mark.browser


@pytest.fixture
async def bot(
    images: ImageRenderer, migrated_file: Path, clock: Clock
) -> AsyncIterator[RunningBot]:
    """A bot whose day has five known deals."""
    async with open_database(sqlite_url(migrated_file)) as database:
        for slot, rules_id in GAMES.items():
            await save_daily_deal(database, DailyDeal(NOON.date(), rules_id, 42, 1, 99, slot), NOON)
    async with running_patience(
        images, migrated_file, days=days_of(prove_nothing, clock), clock=clock
    ) as bot:
        yield bot


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_each_deal_of_the_day_has_its_picture_beside_it_and_its_button_below(
    bot: RunningBot, browser: Browser, size: ViewportSize
) -> None:
    async with window(browser, bot.discord.page_url, size) as page:
        await ready(page)
        message = await run_for_message(page, "/daily today")
        buttons = message.get_by_role("button", name="Play", exact=True)
        await expect(buttons).to_have_count(len(Slot))
        boxes = [await buttons.nth(index).bounding_box() for index in range(len(Slot))]
        title = await message.get_by_text("Spider, one suit").bounding_box()
        picture = await message.get_by_role("img", name="Spider, one suit").bounding_box()
        await buttons.nth(2).click()
        await expect(messages(page).filter(has_text="One of today's deals")).to_be_visible()

    found = [box for box in boxes if box is not None]
    assert len(found) == len(Slot)
    assert title is not None
    assert picture is not None
    assert all(above["y"] + above["height"] <= below["y"] for above, below in pairwise(found))
    assert all(box["x"] + box["width"] <= size["width"] for box in found)
    assert title["x"] + title["width"] <= picture["x"]
    assert found[2]["y"] + found[2]["height"] <= title["y"] < found[3]["y"]


@pytest.mark.parametrize("size", [LOW_DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_the_first_board_of_a_day_is_seen_at_once(
    bot: RunningBot, browser: Browser, size: ViewportSize
) -> None:
    async with window(browser, bot.discord.page_url, size) as page:
        await ready(page)
        _, header = await place(page.locator(".topbar"))
        composer, _ = await place(page.get_by_role("textbox", name="Message", exact=True))
        board = await run_for_message(page, "/daily play")
        await expect(board.locator("img:not(.custom-emoji)")).to_be_visible()
        assert await is_between(header, board, composer)
