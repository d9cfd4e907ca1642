"""The page of a player in a real browser."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from playwright.async_api import Browser, ViewportSize, expect

from bot.service.contests.ratings import Ratings
from local_discord.testing import Person
from local_discord.testing.browser import DESKTOP, PHONE, browser, window
from local_discord.testing.page import ready, run_for_message
from tests.e2e.contests.test_ratings import raced
from tests.e2e.running_bot import RunningBot
from tests.store.finished_games import play_to_the_end

__all__ = ["browser"]

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("size", "least"), [(DESKTOP, 300), (PHONE, 320)], ids=["desktop", "phone"]
)
async def test_a_profile_stands_whole_in_its_message_with_its_badges_a_press_away(
    bot: RunningBot, browser: Browser, ada: Person, ben: Person, size: ViewportSize, least: int
) -> None:
    database = bot.database
    for rules_id in ("klondike", "freecell", "saratoga", "spider-1"):
        await play_to_the_end(database, int(ada.id), rules_id=rules_id, at=datetime.now(UTC))
    await raced(bot, ada, ben, races=11)
    await bot.services[Ratings].rate_finished()

    async with window(browser, bot.discord.page_url, size) as page:
        await ready(page)
        message = await run_for_message(page, "/profile")
        picture = message.get_by_role("img", name="Profile of Ada")
        await expect(picture).to_be_visible()
        await expect(picture).to_have_attribute("alt", re.compile(r"race rating: 1\d\d\d ± \d+"))
        await expect(message).to_contain_text("Rating in all races: 1")
        box, around = await picture.bounding_box(), await message.bounding_box()
        await message.get_by_role("button", name=re.compile(r"^Bronze \d")).click()
        badges = page.get_by_role("article").filter(has_text="First past the post").last
        await expect(badges).to_contain_text("✅ First past the post")
        overflow = await page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )

    assert box is not None
    assert around is not None
    assert around["x"] <= box["x"]
    assert box["x"] + box["width"] <= around["x"] + around["width"]
    assert box["width"] >= least
    assert overflow <= 0
