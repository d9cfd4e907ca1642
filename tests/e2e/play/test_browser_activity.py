"""The table over the local Discord's chat, in a real Chromium, at phone and desktop width."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Browser, Page, ViewportSize, expect

from bot.images import ImageRenderer
from bot.models.play import BoardVersion
from bot.service.play.games import Games
from bot.service.tables import Tables
from engine import Move
from local_discord.fixtures import USERS
from local_discord.testing.browser import DESKTOP, PHONE, browser, window
from local_discord.testing.page import ready, run_for_message
from tests.e2e.play.tables import serving_tables
from tests.e2e.running_bot import RunningBot
from tests.web.table_page import table_over

__all__ = ["browser"]

pytestmark = pytest.mark.browser


@pytest.fixture(params=[PHONE, DESKTOP], ids=["phone", "desktop"])
def size(request: pytest.FixtureRequest) -> ViewportSize:
    """The size of the window."""
    found: ViewportSize = request.param
    return found


@pytest.fixture
async def activity(bot: RunningBot, images: ImageRenderer) -> AsyncIterator[Tables]:
    """The bot's tables, which are its Activity."""
    async with serving_tables(bot, images, activity=True) as tables:
        yield tables


@asynccontextmanager
async def chat(
    bot: RunningBot, browser: Browser, size: ViewportSize, *, allowed: tuple[str, ...] = ()
) -> AsyncIterator[Page]:
    """Ada's chat page; a board's picture may be replaced while it is being loaded."""
    allowed = (*allowed, "/attachments/")
    async with window(browser, bot.discord.page_url, size, allowed=allowed) as page:
        await ready(page)
        yield page


async def test_a_game_goes_from_the_chat_to_the_table_over_it_and_back(
    bot: RunningBot, activity: Tables, browser: Browser, size: ViewportSize
) -> None:
    async with chat(bot, browser, size) as page:
        board = await run_for_message(page, "/play game:klondike deal:11")
        await board.get_by_role("button", name="Table").click()
        table = await table_over(page, size)
        game = (await bot.services[Games].active(USERS[0].id)).game_id
        await table.shows(BoardVersion(game, 0))
        for number, move in enumerate(("1-f1", "s", "s"), start=1):
            await table.play(Move.parse(move))
            await table.shows(BoardVersion(game, number))
        # Its own bar is below what Discord's covers on a phone.
        title = await table.frame.locator("#title").bounding_box()
        close = await page.locator("#activity-close").bounding_box()
        assert title is not None
        assert close is not None
        assert title["y"] >= close["y"] + close["height"]
        await page.get_by_role("button", name="Close the Activity").click()
        await expect(board).to_contain_text("3 moves")
        await board.get_by_role("button", name="Undo").click()
        await expect(board).to_contain_text("2 moves")


async def test_a_table_from_the_launcher_shows_only_its_board_when_small(
    bot: RunningBot, activity: Tables, browser: Browser
) -> None:
    async with chat(bot, browser, DESKTOP) as page:
        board = await run_for_message(page, "/play game:klondike deal:11")
        await page.get_by_role("button", name="Launch Patience: launch").click()
        table = await table_over(page, DESKTOP)
        # A busy machine takes long to draw the first deck.
        await expect(table.frame.locator("#title")).to_contain_text("Klondike", timeout=60_000)
        layout = page.get_by_label("Layout")
        for mode in ("pip", "grid"):
            await layout.select_option(mode)
            await expect(table.frame.locator("body")).to_have_attribute("data-layout", mode)
            await expect(table.frame.locator("#bar")).to_be_hidden()
            await expect(table.board).to_be_visible()
        # Its keys are of no use when it is small, but the chat goes on.
        await board.get_by_role("button", name="1", exact=True).click()
        await layout.select_option("focused")
        await expect(table.frame.locator("#bar")).to_be_visible()
        await expect(table.frame.locator("#facts")).to_contain_text("1 move")
        await table.tap(await table.point_of("s"))
        await expect(table.frame.locator("#facts")).to_contain_text("2 moves")
        await page.get_by_role("button", name="Close the Activity").click()
        await expect(board).to_contain_text("2 moves")


async def test_a_table_speaks_the_language_of_its_players_discord(
    bot: RunningBot, activity: Tables, browser: Browser
) -> None:
    async with chat(bot, browser, PHONE) as page:
        await page.get_by_label("You are").select_option("Dmitri")
        await page.get_by_role("button", name="Launch Patience: starten").click()
        table = await table_over(page, PHONE)
        await expect(table.frame.locator("#undo")).to_have_accessible_name("Rückgängig")


async def test_whoever_does_not_let_discord_say_who_they_are_is_told_so(
    bot: RunningBot, activity: Tables, browser: Browser
) -> None:
    bot.discord.grants.refusing.add(USERS[0].id)
    async with chat(bot, browser, PHONE, allowed=("401",)) as page:
        await page.get_by_role("button", name="Launch Patience: launch").click()
        table = await table_over(page, PHONE)
        said = table.frame.get_by_role("alert")
        await expect(said).to_contain_text("Discord does not confirm that you are here.")


async def test_a_table_works_where_discord_gives_its_frame_no_origin(
    bot: RunningBot, activity: Tables, browser: Browser
) -> None:
    bot.discord.activities.sandboxed = True
    async with chat(bot, browser, PHONE) as page:
        await page.get_by_role("button", name="Launch Patience: launch").click()
        table = await table_over(page, PHONE)
        await expect(table.board).to_have_class("ready")
        await table.tap(await table.point_of("s"))
        await expect(table.frame.locator("#facts")).to_contain_text("1 move")
