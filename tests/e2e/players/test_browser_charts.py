"""Charts of statistics and months in a real browser."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from playwright.async_api import Browser, ViewportSize, expect

from local_discord.testing import Person
from local_discord.testing.browser import DESKTOP, PHONE, browser, window
from local_discord.testing.page import ready, run_for_message
from tests.e2e.running_bot import RunningBot
from tests.store.finished_games import play_to_the_end

__all__ = ["browser"]

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("size", "least"), [(DESKTOP, 540), (PHONE, 320)], ids=["desktop", "phone"]
)
async def test_charts_stand_one_below_the_other_at_full_width(
    bot: RunningBot, browser: Browser, ada: Person, size: ViewportSize, least: int
) -> None:
    database = bot.database
    for rules_id in ("klondike", "freecell") * 5:
        await play_to_the_end(database, int(ada.id), rules_id=rules_id, at=datetime.now(UTC))

    async with window(browser, bot.discord.page_url, size) as page:
        await ready(page)
        message = await run_for_message(page, "/profile")
        await message.get_by_role("button", name="Statistics").click()
        rates = message.get_by_role("img", name="Win rate by game")
        weeks = message.get_by_role("img", name="Games by week")
        await expect(weeks).to_be_visible()
        above, below = await rates.bounding_box(), await weeks.bounding_box()

    assert above is not None
    assert below is not None
    assert above["y"] + above["height"] <= below["y"]
    assert above["x"] == below["x"]
    assert above["width"] == below["width"] >= least


@pytest.mark.parametrize(
    ("size", "least"), [(DESKTOP, 400), (PHONE, 320)], ids=["desktop", "phone"]
)
async def test_a_month_is_as_wide_as_a_phones_message(
    bot: RunningBot, browser: Browser, size: ViewportSize, least: int
) -> None:
    async with window(browser, bot.discord.page_url, size) as page:
        await ready(page)
        message = await run_for_message(page, "/daily calendar")
        month = message.get_by_role("img", name="to come")
        await expect(month).to_be_visible()
        box = await month.bounding_box()
        text = await message.inner_text()

    assert box is not None
    assert box["width"] >= least
    assert "No badge yet" in text
    assert "for 7 days won" in text
