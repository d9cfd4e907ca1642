"""The first minute of somebody new, in a real browser: from a page that waits to the first move."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, ViewportSize, expect

from bot.images import ImageRenderer
from bot.service.guilds import SETUP, Guilds
from local_discord import LocalDiscord
from local_discord.fixtures import GUILDS
from local_discord.testing.browser import DESKTOP, PHONE, browser, window
from local_discord.testing.page import box, fixed, newest, run, suggestions
from tests.e2e.running_bot import RunningBot

__all__ = ["browser"]

pytestmark = pytest.mark.browser


@pytest.fixture
async def bot(images: ImageRenderer, migrated_file: Path) -> AsyncIterator[RunningBot]:
    """A bot that is not started yet, and its Discord, which is."""
    async with LocalDiscord() as discord:
        bot = RunningBot(discord, images, migrated_file)
        try:
            # Whoever manages the servers has been offered their setup before.
            await bot.start()
            for guild in GUILDS:
                await bot.services[Guilds].note_offer(guild.id, SETUP)
            await bot.stop()
            yield bot
        finally:
            await bot.stop()
        assert discord.refusals == []


@pytest.fixture(params=[DESKTOP, PHONE], ids=["desktop", "phone"])
async def page(
    request: pytest.FixtureRequest, bot: RunningBot, browser: Browser
) -> AsyncIterator[Page]:
    """Ada's window, at desktop and at phone width, opened before the bot is there."""
    size: ViewportSize = request.param
    async with window(browser, bot.discord.page_url, size) as opened:
        yield opened


async def test_somebody_new_comes_too_early_plays_and_reads_the_rules(
    page: Page, bot: RunningBot
) -> None:
    await expect(page.get_by_test_id("connection")).to_have_text("Waiting for Patience to connect…")
    await run(page, "/play solitaire")
    await expect(page.get_by_test_id("problem")).to_contain_text("as soon as Patience is connected")
    await bot.start()

    await expect(page.get_by_test_id("connection")).to_be_hidden()
    await expect(newest(page)).to_contain_text("Klondike · deal")
    board = await fixed(newest(page))
    lines = board.get_by_text("What most call solitaire, one card at a time.")
    await expect(lines).to_be_in_viewport(ratio=1)
    assert await height(lines) < 2 * 24
    rules = board.get_by_role("button", name="Rules")
    assert await height(rules) < 48

    await board.locator('button[data-custom-id*=":tap:"]:enabled').first.click()
    await expect(board.get_by_text("1 move ·").or_(board.get_by_text("where to?"))).to_be_visible()
    await expect(lines).to_be_hidden()

    await rules.click()
    told = newest(page)
    await expect(told).to_contain_text("Only you can see this")
    await expect(told).to_contain_text("one card at a time")


async def test_a_new_player_finds_the_first_board_with_the_keyboard_alone(
    page: Page, bot: RunningBot
) -> None:
    await bot.start()
    await expect(page.get_by_test_id("connection")).to_be_hidden()
    await box(page).press_sequentially("/play")
    await expect(suggestions(page).first).to_contain_text("/play")
    await box(page).press("Enter")
    await expect(newest(page)).to_contain_text("Klondike · deal ")
    await expect(newest(page).get_by_role("button", name="Rules")).to_be_visible()


async def test_the_offer_of_setup_leaves_the_first_board_in_view(
    browser: Browser, bot: RunningBot
) -> None:
    await bot.start()
    await bot.services[Guilds].release_offer(GUILDS[0].id, SETUP)
    async with window(browser, bot.discord.page_url, PHONE) as page:
        await expect(page.get_by_test_id("connection")).to_be_hidden()
        await run(page, "/play")
        offer = page.get_by_role("article").filter(has_text="You manage this server")
        lines = offer.get_by_text("You manage this server")
        await expect(lines).to_be_in_viewport(ratio=1)
        assert await height(lines) < 3 * 20
        # Of the board's message, only its title and the line below are out of view.
        board = page.get_by_role("article").filter(has_text="Klondike · deal")
        await expect(board.get_by_role("img", name="Klondike, deal")).to_be_in_viewport(ratio=0.9)
        await expect(board.get_by_role("button", name="Hint")).to_be_in_viewport(ratio=1)


async def height(locator: Locator) -> float:
    """How many CSS pixels high something is."""
    bounds = await locator.bounding_box()
    assert bounds is not None
    return float(bounds["height"])
