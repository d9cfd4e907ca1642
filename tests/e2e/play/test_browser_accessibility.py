"""Whole games without a mouse, and without a picture, in a real browser."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.async_api import Locator, Page, expect

import engine
from bot.service.play.moves import distinct_moves, tapped_name
from bot.service.play.taps import tapped_move
from bot.service.preferences import Tap
from bot.store.preferences import Owner, save_preferences
from engine import Move
from local_discord.fixtures import USERS
from local_discord.testing.browser import browser
from local_discord.testing.page import fixed, newest, run, run_for_message
from tests.e2e.play.board_page import at_desktop, page
from tests.e2e.play.test_browser_games import count
from tests.e2e.play.winning import WON_PHOENIX
from tests.e2e.running_bot import RunningBot

__all__ = ["browser", "page"]

pytestmark = pytest.mark.browser

FOCUSED = "document.activeElement?.dataset.customId ?? document.activeElement?.tagName"
MOST_TABS = 60


async def press(page: Page, ending: str) -> int:
    """Press a board's button by the keys alone; returns how many it took to reach it."""
    for tabs in range(MOST_TABS):
        if str(await page.evaluate(FOCUSED)).endswith(f":{ending}"):
            await page.keyboard.press("Enter")
            return tabs
        await page.keyboard.press("Tab")
    raise AssertionError(f"The keyboard does not reach {ending}.")


def keys_of(number: int, moves: str) -> list[list[str]]:
    """The buttons that play each move of a deal of Phoenix, undoing where a tap plays another."""
    game, keys = engine.deal("phoenix", number), list[list[str]]()
    for text in moves.split():
        move = Move.parse(text)
        pile = tapped_name(move.source)
        tapped = tapped_move(game, distinct_moves(game)[pile], Tap.CHOOSE)
        keys.append([f"tap:{pile}"] if tapped == move else [f"tap:{pile}", f"play:{text}"])
        game.play(move)
    return keys


@at_desktop
async def test_a_game_is_won_by_the_keyboard_alone(bot: RunningBot, page: Page) -> None:
    player = USERS[0].id
    looks = {"suits": "4", "large_index": "yes", "tap": Tap.CHOOSE.value}
    await save_preferences(bot.database, Owner.PLAYER, player, looks)
    while await page.evaluate(FOCUSED) != "TEXTAREA":
        await page.keyboard.press("Tab")
    await page.keyboard.type("/play game:phoenix deal:47")
    await page.keyboard.press("Enter")
    await expect(newest(page)).to_contain_text("Phoenix · deal 47")
    board = await fixed(newest(page))
    tabs = []
    for played, keys in enumerate(keys_of(47, WON_PHOENIX), start=1):
        for key in keys:
            await expect(board.locator(f'button[data-custom-id$=":{key}"]')).to_be_enabled()
            tabs.append(await press(page, key))
        if played < len(WON_PHOENIX.split()):
            await expect(count(board, played)).to_be_visible()
    await expect(board.get_by_text("Won", exact=True)).to_be_visible()
    assert sum(tabs) / len(tabs) < 15


@at_desktop
async def test_a_game_is_won_on_the_board_of_text_alone(bot: RunningBot, page: Page) -> None:
    await save_preferences(bot.database, Owner.PLAYER, USERS[0].id, {"text_boards": "yes"})
    board = await run_for_message(page, "/play game:phoenix deal:47")
    moves = WON_PHOENIX.split()
    await run(page, f"/type move play:{moves[0]}")
    await expect(count(board, 1)).to_be_visible()
    await expect(board).to_contain_text("Last move: ")
    assert await board.locator("img:not(.custom-emoji)").count() == 0
    for part in (moves[1:30], moves[30:]):
        await type_moves(page, board, part)
    await expect(board.get_by_text("Won", exact=True)).to_be_visible()
    await expect(board).to_contain_text("Won in 72 moves and")


async def type_moves(page: Page, board: Locator, moves: Sequence[str]) -> None:
    """Open the form for moves and fill it in, by the keys alone."""
    await board.get_by_role("button", name="Type moves").press("Enter")
    await expect(page.get_by_role("dialog")).to_be_visible()
    await page.keyboard.type("\n".join(moves))
    await page.keyboard.press("Tab")
    while await page.evaluate("document.activeElement.textContent") != "Submit":
        await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("dialog")).to_have_count(0)
