"""One live board in a real browser, at desktop and at phone width."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from local_discord.testing.browser import browser
from local_discord.testing.page import messages, run, run_for_message
from tests.e2e.play.board_page import at_desktop, page

__all__ = ["browser", "page"]

pytestmark = pytest.mark.browser


async def test_ten_typed_moves_leave_one_board_that_the_last_word_leads_to(page: Page) -> None:
    board = await run_for_message(page, "/play game:klondike deal:1")
    for played in range(1, 11):
        await run(page, "/type move play:s")
        await expect(board).to_contain_text(f"{played} move")
    await expect(messages(page)).to_have_count(2)
    word = messages(page).last
    await expect(word).to_contain_text("Turn 1 card from the stock")
    await word.get_by_role("link", name="Your board").click()
    await expect(board).to_be_focused()
    await expect(board).to_be_in_viewport()


@at_desktop
async def test_a_tap_on_the_board_of_an_old_game_goes_on_there(page: Page) -> None:
    phoenix = await run_for_message(page, "/play game:phoenix deal:7")
    await phoenix.locator('button[data-custom-id$=":tap:6"]').click()
    await expect(phoenix).to_contain_text("1 move ·")
    await run(page, "/play game:klondike deal:1")
    await expect(messages(page).filter(has_text="Klondike · deal 1")).to_be_visible()
    await phoenix.get_by_role("button", name="Go on").click()
    await phoenix.get_by_role("button", name="Undo").click()
    await expect(phoenix).to_contain_text("0 moves ·")
    await run(page, "/type redo")
    await expect(phoenix).to_contain_text("1 move ·")
    await expect(messages(page).filter(has=page.locator("img:not(.custom-emoji)"))).to_have_count(1)
