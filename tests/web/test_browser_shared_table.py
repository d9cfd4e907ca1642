"""Several people at one board, each in a Chromium window."""

from __future__ import annotations

import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import pytest
from playwright.async_api import Browser, ViewportSize, expect

from bot.models.contests import Race
from bot.models.together import Mode, SharedGame
from bot.service.play.games import Games
from bot.service.together import Together
from engine import Move
from local_discord.testing.browser import browser
from tests.web.conftest import ADA, Served
from tests.web.table_page import TablePage, at_table
from tests.web.test_browser_table import WON
from tests.web.test_protocol import BEN
from tests.web.test_shared_tables import opened, race

__all__ = ["browser", "race"]

pytestmark = pytest.mark.browser

PHONE: Final = ViewportSize(width=390, height=844)
DESKTOP: Final = ViewportSize(width=1280, height=800)


@asynccontextmanager
async def both(
    table: Served, browser: Browser, shared: SharedGame
) -> AsyncIterator[tuple[TablePage, TablePage]]:
    """Ada's phone and Ben's desktop at a board."""
    links = (table.tables.link(player, shared.board.owner) for player in (ADA, BEN))
    async with (
        at_table(browser, next(links), PHONE) as ada,
        at_table(browser, next(links), DESKTOP) as ben,
    ):
        for page in (ada, ben):
            await page.shows(shared.snapshot.board_version)
        yield ada, ben


async def look(name: str, *pages: TablePage) -> None:
    folder = os.environ.get("LOOK")
    if folder:
        for number, page in enumerate(pages):
            await page.page.screenshot(path=f"{folder}/{name}-{number}.png")


async def test_a_hand_is_seen_on_the_card_it_holds_and_its_move_at_once(
    table: Served, browser: Browser
) -> None:
    shared = await opened(table)
    async with both(table, browser, shared) as (ada, ben):
        start, end = await ada.point_of("1"), await ada.point_of("f1")
        await ada.press(start)
        await ada.move((start[0] + 40, start[1] + 60))
        hand = ben.page.locator(".hand")
        await expect(hand).to_have_text("Ada")
        await expect(ben.cards("1")).to_have_class(re.compile("theirs"))
        await look("hand", ada, ben)
        await ada.move(end)
        await ada.release()
        now = (await table.services[Together].look(shared.board.owner)).snapshot
        await ben.shows(now.board_version)
        await expect(hand).to_have_count(0)
        await expect(ben.said).to_contain_text("Ada A♠ → home")
        await look("moved", ada, ben)


async def test_where_people_vote_a_dragged_card_flies_back_and_the_vote_is_seen(
    table: Served, browser: Browser
) -> None:
    shared = await opened(table, Mode.VOTE)
    async with both(table, browser, shared) as (ada, ben):
        await ada.play(Move.parse("1-f1"))
        for page in (ada, ben):
            await expect(page.page.locator(".vote")).to_have_text("1")
            await expect(page.cards("1")).to_have_count(1)
            await expect(page.said).to_contain_text("1 for A♠ → home")
        await ben.play(Move.parse("1-f1"))
        await expect(ada.page.locator(".vote")).to_have_text("2")
        await look("vote", ada, ben)


async def test_whoever_is_left_of_a_decided_race_ends_it_at_the_table(
    table: Served, browser: Browser, race: Race
) -> None:
    for move in WON.split():
        await table.services[Games].play(BEN, move)
    async with at_table(browser, table.tables.link(ADA), PHONE) as page:
        await page.shows((await table.services[Games].active(ADA)).board_version)
        await expect(page.said).to_contain_text("Ben has won.")
        await page.page.get_by_role("button", name="Another deal").click()
        await page.page.get_by_role("button", name="End here").click()
        await expect(page.said).to_have_text("🏁 Your race is over.")
        # It is still said of the same board in another window.
        narrow = await page.board.get_attribute("data-units")
        assert narrow is not None
        await page.page.set_viewport_size(DESKTOP)
        await expect(page.board).not_to_have_attribute("data-units", narrow)
        await expect(page.said).to_have_text("🏁 Your race is over.")
        await look("ended", page)
