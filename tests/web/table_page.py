"""A table in a browser, played by real pointer events: touch on a phone, else the mouse."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from playwright.async_api import Browser, CDPSession, Frame, Locator, Page, ViewportSize, expect

from bot.models.play import BoardVersion
from engine import Move
from local_discord.testing.browser import window

STEPS: Final = 4
"""In how many steps a drag moves."""
Point = tuple[float, float]


class TablePage:
    """A window at a table.

    Args:
        frame: the part of the page that shows the table; None for all of it.
    """

    def __init__(self, page: Page, touch: CDPSession | None, frame: Frame | None = None) -> None:
        self.page = page
        self.frame = frame or page.main_frame
        self._touch = touch

    @property
    def board(self) -> Locator:
        """The board."""
        return self.frame.locator("#board")

    @property
    def said(self) -> Locator:
        """The line below the board."""
        return self.frame.locator("#line")

    def cards(self, pile: str) -> Locator:
        """The cards of a pile that are drawn, in no order."""
        return self.frame.locator(f'.card[data-pile="{pile}"]')

    async def shows(self, board: BoardVersion) -> None:
        """Wait until a board is shown, and every card lies still."""
        shown = f"{board.game_id}:{board.version}"
        # A busy machine takes long to draw the first deck.
        await expect(self.board).to_have_attribute("data-version", shown, timeout=60_000)
        await expect(self.frame.locator(".card.flying")).to_have_count(0)

    async def lies_still(self, pile: str) -> None:
        """Wait until a pile is not moved any more, as it is by another size of the window."""
        place = await self.frame.wait_for_selector(f'#piles button[data-pile="{pile}"]')
        assert place is not None
        await place.wait_for_element_state("stable")

    async def point_of(self, pile: str, count: int = 1) -> Point:
        """Where to take so many cards of a pile, or where it is if it is empty."""
        await self.lies_still(pile)
        left, top = await self._corner()
        boxes = await self.frame.evaluate(
            """(pile) => [...document.querySelectorAll(`.card[data-pile="${pile}"]`)]
              .sort((a, b) => a.style.zIndex - b.style.zIndex)
              .map((el) => { const { x, y, width, height } = el.getBoundingClientRect();
                return { x, y, width, height }; })""",
            pile,
        )
        if not boxes:
            button = self.frame.locator(f'#piles button[data-pile="{pile}"]')
            box = await button.bounding_box()
            assert box is not None
            return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        box = boxes[-count]
        return left + box["x"] + box["width"] / 2, top + box["y"] + min(8.0, box["height"] / 8)

    async def _corner(self) -> Point:
        """Where the table's own coordinates begin in the window."""
        if self.frame is self.page.main_frame:
            return 0.0, 0.0
        box = await (await self.frame.frame_element()).bounding_box()
        assert box is not None
        return box["x"], box["y"]

    async def press(self, at: Point) -> None:
        """Put a finger, or the button of the mouse, down."""
        if self._touch is None:
            await self.page.mouse.move(*at)
            await self.page.mouse.down()
        else:
            await self._send("touchStart", [at])

    async def move(self, to: Point) -> None:
        """Move it."""
        if self._touch is None:
            await self.page.mouse.move(*to)
        else:
            await self._send("touchMove", [to])

    async def release(self) -> None:
        """Lift it."""
        if self._touch is None:
            await self.page.mouse.up()
        else:
            await self._send("touchEnd", [])

    async def second_finger(self, first: Point, second: Point) -> None:
        """Put a second finger down while the first is."""
        await self._send("touchStart", [first, second])

    async def _send(self, kind: str, points: list[Point]) -> None:
        assert self._touch is not None
        listed = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        await self._touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": listed})

    async def drag(self, start: Point, end: Point) -> None:
        """Drag from one point to another."""
        await self.press(start)
        for step in range(1, STEPS + 1):
            share = step / STEPS
            await self.move(
                (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            )
        await self.release()

    async def tap(self, at: Point) -> None:
        """Tap."""
        await self.press(at)
        await self.release()

    async def play(self, move: Move) -> None:
        """Play a move: drag its cards, or tap the stock."""
        if move.is_stock:
            await self.tap(await self.point_of("s"))
            return
        start = await self.point_of(move.source, move.count)
        if move.others:
            await self.drag(start, await self.point_of(move.others[0]))
            return
        await self.drag(start, await self.point_of(move.target))


@asynccontextmanager
async def at_table(
    browser: Browser, link: str, size: ViewportSize, *, allowed: tuple[str, ...] = ()
) -> AsyncIterator[TablePage]:
    """A window at a table; at its end the page must have complained of nothing."""
    async with window(browser, link, size, allowed=allowed) as page:
        is_phone = size["width"] < 720
        touch = await page.context.new_cdp_session(page) if is_phone else None
        yield TablePage(page, touch)


async def table_over(page: Page, size: ViewportSize) -> TablePage:
    """The table that is shown over a chat page."""
    element = await page.wait_for_selector("#activity-frame iframe")
    frame = element and await element.content_frame()
    assert frame
    is_phone = size["width"] < 720
    touch = await page.context.new_cdp_session(page) if is_phone else None
    return TablePage(page, touch, frame)
