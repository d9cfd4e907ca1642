"""Choices at the chat page in a real browser, where nothing moves away from under a finger."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from playwright.async_api import Locator, Page, ViewportSize, expect

import engine
from bot.service.play.moves import distinct_moves, tapped_name
from bot.service.play.taps import tapped_move
from bot.service.preferences import Tap
from engine import Move
from local_discord.testing.browser import PHONE, browser
from local_discord.testing.page import run_for_message
from tests.e2e.play.board_page import at_desktop, button, page

__all__ = ["browser", "page"]

pytestmark = pytest.mark.browser

BEGINNING = "4-5 3-f3 f3-2 2-f3 f3-2 s 2-f3 3-f3 s s s s w-1 s s s s s s s s w-f4 s 2-f4"
"""Moves of deal 34 of Klondike, draw three: cards go home and come back, the stock runs out."""

ASKING = {
    "klondike": ("3", "4"),
    "saxony": ("182", "d"),
    "freecell": ("6", "2"),
    "forty-thieves": ("2", "9"),
    "spider": ("1", "7"),
}
"""Deals of games, the largest of up to ten piles among them, and a pile that asks at once."""


BOARDS = (
    *("klondike", "saxony", "freecell", "spider", "yukon", "tri-peaks", "gaps"),
    *("phoenix", "pyramid", "cruel", "bakers-dozen", "crescent"),
)
HIGHEST = 680
LOW_DESKTOP = ViewportSize(width=1280, height=800)


async def place(component: Locator) -> tuple[float, float]:
    """Where a component begins and ends on the screen, from above, in pixels."""
    box = await component.bounding_box()
    assert box is not None
    return box["y"], box["y"] + box["height"]


async def rows(board: Locator) -> list[tuple[float, float]]:
    """Where each row of a board begins and ends."""
    return [await place(row) for row in await board.locator(".row").all()]


def still(places: Sequence[tuple[float, float]]) -> object:
    """The same places, whatever fractions of pixels the page makes of them."""
    return [pytest.approx(one, abs=1) for one in places]


async def test_a_choice_in_spider_names_its_targets_and_begins_where_the_pile_was(
    page: Page,
) -> None:
    board = await run_for_message(page, "/play game:spider-1 deal:1")
    before, pile = await rows(board), await place(button(board, "tap:7"))
    await _ask(board, "7")
    first, second = button(board, "play:7-6"), button(board, "play:7-10")
    await expect(first).to_have_text("Q · pile 6")
    await expect(second).to_have_text("Q · pile 10")
    assert await rows(board) == still(before)
    assert [await place(first)] == still([pile])
    await second.click()
    await expect(board).to_contain_text("1 move ·")
    assert await rows(board) == still(before)


@at_desktop
async def test_a_tap_taken_back_asks_the_next_time(page: Page) -> None:
    board = await run_for_message(page, "/play game:freecell deal:2")
    await button(board, "tap:1").click()
    await expect(board).to_contain_text("1 of 52 cards home")
    await button(board, "undo").click()
    await expect(board).to_contain_text("0 of 52 cards home")
    await button(board, "tap:1").click()
    await expect(button(board, "play:1-f1")).to_have_text("A → home")
    await button(board, "play:1-a").click()
    await expect(board).to_contain_text("1 move ·")
    await expect(board).to_contain_text("0 of 52 cards home")


async def test_rows_stay_where_they_are_during_a_game(page: Page) -> None:
    board = await run_for_message(page, "/play game:klondike-3 deal:34")
    game, begin = engine.deal("klondike-3", 34), await rows(board)
    for number, text in enumerate(BEGINNING.split(), start=1):
        move = Move.parse(text)
        asks = tapped_move(game, distinct_moves(game)[tapped_name(move.source)], Tap.CLEAR) is None
        await button(board, f"tap:{tapped_name(move.source)}").click()
        if asks:
            choice = button(board, f"play:{text}")
            await expect(choice).to_be_visible()
            assert await rows(board) == still(begin)
            await choice.click()
        await expect(
            board.get_by_text(f"{number} move{'s' if number > 1 else ''} ·")
        ).to_be_visible()
        assert await rows(board) == still(begin)
        game.play(move)


@pytest.mark.parametrize("page", [PHONE], indirect=True, ids=["phone"])
async def test_a_board_and_its_choices_fit_the_screen_of_a_phone(page: Page) -> None:
    _, header = await place(page.locator(".topbar"))
    composer, _ = await place(page.get_by_role("textbox", name="Message", exact=True))
    for game, (deal, pile) in ASKING.items():
        board = await run_for_message(page, f"/play game:{game} deal:{deal}")
        await expect(board.locator("img:not(.custom-emoji)")).to_be_visible()
        picture = await place(board.locator("img:not(.custom-emoji)"))
        assert await is_between(header, board, composer)
        await _ask(board, pile)
        assert await is_between(header, board, composer)
        assert [await place(board.locator("img:not(.custom-emoji)"))] == still([picture])


@pytest.mark.parametrize(
    ("page", "games"),
    [(PHONE, [*BOARDS, "giza"]), (LOW_DESKTOP, BOARDS)],
    indirect=["page"],
    ids=["phone", "desktop"],
)
async def test_a_board_and_its_buttons_are_seen_at_once(page: Page, games: Sequence[str]) -> None:
    _, header = await place(page.locator(".topbar"))
    composer, _ = await place(page.get_by_role("textbox", name="Message", exact=True))
    for game in games:
        board = await run_for_message(page, f"/play game:{game} deal:1")
        await expect(board.locator("img:not(.custom-emoji)")).to_be_visible()
        assert await is_between(header, board, composer), game


@pytest.mark.parametrize("page", [PHONE], indirect=True, ids=["phone"])
async def test_a_message_is_no_higher_than_a_phone_and_keeps_its_height(page: Page) -> None:
    for game in (*BOARDS, "giza", "accordion", "calculation", "monte-carlo", "king-albert"):
        board = await run_for_message(page, f"/play game:{game} deal:1")
        await expect(board.locator("img:not(.custom-emoji)")).to_be_visible()
        top, bottom = await place(board)
        assert bottom - top <= HIGHEST, game
        for number in range(1, 4):
            move = board.locator('button:enabled[data-custom-id*=":play:"]')
            if not await move.count():
                break
            await move.first.click()
            await expect(board.get_by_text(re.compile(rf"\b{number} moves? ·"))).to_be_visible()
            begin, end = await place(board)
            # A sign in the line below the title may be higher than its letters.
            assert end - begin == pytest.approx(bottom - top, abs=3), game


async def _ask(board: Locator, pile: str) -> None:
    """Tap a pile until it asks, which it does after Undo where a tap played."""
    await button(board, f"tap:{pile}").click()
    await expect(button(board, "back").or_(board.get_by_text("1 move ·"))).to_be_visible()
    if not await button(board, "back").is_visible():
        await button(board, "undo").click()
        await expect(board).to_contain_text("0 moves ·")
        await button(board, f"tap:{pile}").click()
        await expect(button(board, "back")).to_be_visible()


async def is_between(header: float, board: Locator, composer: float) -> bool:
    """Whether all of a board's picture and of its rows is seen."""
    top, _ = await place(board.locator("img:not(.custom-emoji)"))
    return header <= top < (await rows(board))[-1][1] <= composer
