"""Whole games at the chat page in a real browser, played by taps alone."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, Page, expect

import engine
from bot.service import Tap
from bot.service.moves import distinct_moves
from bot.service.taps import tapped_move
from engine import Game, Move, Status
from tests.browser import browser
from tests.e2e.board_page import button, page
from tests.local_discord.page.actions import run_for_message

__all__ = ["browser", "page"]

pytestmark = pytest.mark.browser

WON_PHOENIX = (
    "4-f1 4-f1 r4-f4 2-f4 r5-f2 r9-f2 r11-f2 4-f2 r8-f2 4-f2 r14-f1 r3-f1 6-f1 6-f3 6-f4 2-f4 1-6 "
    "2-5 2-5 1-2 1-f1 r7-f1 3-1 6-3*2 6-f1 1-f1 6-f4 4-1 2-6*2 2-f1 r12-f1 1-2*2 r2-2 6-2*2 1-6 "
    "1-f2 r10-f2 3-5*3 3-1 3-f2 5-3*6 5-6 5-f4 5-f2 r6-6 3-6*4 3-f2 5-f2 2-5*5 3-2*2 3-f3 4-f3 "
    "r1-f3 r15-f3 5-f3 5-f4 6-f3 5-f3 6-f4 5-f4 6-f3 5-f3 6-f4 5-f4 2-f4 6-f3 1-f3 2-f3 6-f1 6-f2 "
    "r13-f4 r16-f1"
)
"""Wins deal 47 of Phoenix."""

STUCK_CASSIM = "2-a 1-f4 3-b s 2-f3 1-c 3-d 4-f1 s s s s s s s s s s s s s s s s s s w-3 s 3-f1"
"""Leads deal 294 of Cassim to a stuck board."""


async def tap_through(board: Locator, game: Game, moves: str) -> None:
    """Play moves by tapping, checking the board's move count after each."""
    for played, text in enumerate(moves.split(), start=1):
        move = Move.parse(text)
        tapped = tapped_move(game, distinct_moves(game)[move.source], Tap.CLEAR)
        await button(board, f"tap:{move.source}").click()
        if tapped not in (None, move):
            await expect(count(board, played)).to_be_visible()
            await button(board, "undo").click()
            await expect(count(board, played - 1)).to_be_visible()
            await button(board, f"tap:{move.source}").click()
        if tapped != move:
            await button(board, f"play:{text}").click()
        await expect(count(board, played)).to_be_visible()
        game.play(move)


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
    await board.get_by_role("button", name="Same deal again").click()
    await expect(board).to_contain_text("0 of 52 cards home")


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
