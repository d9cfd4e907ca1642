"""Whole games at the chat page in a real browser, played by taps alone."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, Page, expect

import engine
from bot.service.play.moves import distinct_moves, tapped_name
from bot.service.play.taps import tapped_move
from bot.service.preferences import Tap
from engine import Game, Move, Status
from local_discord.testing.browser import browser
from local_discord.testing.page import run_for_message
from tests.e2e.play.board_page import at_desktop, button, page
from tests.e2e.play.winning import WON_PHOENIX

__all__ = ["browser", "page"]

pytestmark = pytest.mark.browser

STUCK_CASSIM = "2-a 1-f4 3-b s 2-f3 1-c 3-d 4-f1 s s s s s s s s s s s s s s s s s s w-3 s 3-f1"
"""Leads deal 294 of Cassim to a stuck board."""


async def tap_through(board: Locator, game: Game, moves: str) -> None:
    """Play moves by tapping, checking the board's move count after each."""
    for played, text in enumerate(moves.split(), start=1):
        move = Move.parse(text)
        tapped = tapped_move(game, distinct_moves(game)[tapped_name(move.source)], Tap.CLEAR)
        await button(board, f"tap:{tapped_name(move.source)}").click()
        if tapped not in (None, move):
            await expect(count(board, played)).to_be_visible()
            await button(board, "undo").click()
            await expect(count(board, played - 1)).to_be_visible()
            await button(board, f"tap:{tapped_name(move.source)}").click()
        if tapped != move:
            await button(board, f"play:{text}").click()
        game.play(move)
        if game.status is Status.PLAYING:
            await expect(count(board, played)).to_be_visible()


def count(board: Locator, moves: int) -> Locator:
    """The number of moves that a board shows."""
    return board.get_by_text(f"{moves} move{'s' if moves != 1 else ''} ·")


async def test_a_game_is_won_by_taps_alone(page: Page) -> None:
    board = await run_for_message(page, "/play game:phoenix deal:47")
    game = engine.deal("phoenix", 47)
    await tap_through(board, game, WON_PHOENIX)
    assert game.status is Status.WON
    await expect(board.get_by_text("Won", exact=True)).to_be_visible()
    await expect(board).to_contain_text("Won in 72 moves and")
    await expect(board).to_contain_text("deal 47")
    await expect(board.get_by_role("img", name="Phoenix")).to_be_visible()
    await expect(board.get_by_role("button", name="New deal")).to_be_enabled()
    await board.get_by_role("button", name="More …").click()
    await page.get_by_role("option", name="Same deal again").click()
    await expect(board.get_by_text("Won", exact=True)).not_to_be_visible()


@at_desktop
async def test_a_game_is_lost_until_it_is_stuck_and_goes_on_after_undo(page: Page) -> None:
    board = await run_for_message(page, "/play game:cassim deal:294")
    game = engine.deal("cassim", 294)
    await tap_through(board, game, STUCK_CASSIM)
    assert game.status is Status.STUCK
    await expect(board.get_by_text("Stuck:")).to_be_visible()
    for label in ("Undo", "Same deal again", "New deal"):
        await expect(board.get_by_role("button", name=label)).to_be_enabled()
    await board.get_by_role("button", name="Undo").click()
    await expect(board.get_by_text("Stuck:")).to_have_count(0)
    await expect(board).to_contain_text("28 moves ·")
