"""The table in a real Chromium: by touch on a phone, by the mouse on a desktop, by keys alone."""

from __future__ import annotations

import asyncio
import re
from typing import Final

import pytest
from playwright.async_api import Browser, Page, Route, ViewportSize, expect

from bot.models.play import BoardVersion, GameSnapshot
from bot.service.play.games import Games
from bot.service.preferences import PreferenceService
from bot.web.protocol import OTHER_PROTOCOL
from engine import Move
from local_discord.testing.browser import browser
from tests.web.conftest import ADA, Served
from tests.web.table_page import at_table

__all__ = ["browser"]

pytestmark = pytest.mark.browser

PHONE: Final = ViewportSize(width=390, height=844)
DESKTOP: Final = ViewportSize(width=1280, height=800)
SMALL: Final = ViewportSize(width=360, height=640)
WON: Final = (
    "1-f1 s s s s s s s s s s s s s s s w-f2 s s s s s s s s s w-f3 s s s s s w-5 s s w-4 s w-3 "
    "5-3*2 5-f1 s s w-4 s w-2 s w-7 s s s s w-4 s s s s s s s s s w-4 s w-4 7-4*2 7-2 7-1 3-7*4 "
    "5-2 s s s s w-1 6-1 4-6*8 4-f4 2-f4 s s s w-f4 6-f4 s s s s s w-f4 s s s s s s s w-3 4-3 "
    "3-4*3 4-5*4 s s w-4 7-4*5 3-7 s s w-3 6-3*8 7-6*2 7-4 7-f2 2-f2 5-f2 3-f2 3-f4 4-f4 3-6 "
    "3-f4 s s s s s s w-f4 s w-5 s w-6 2-6*2 s w-6 f4-2 5-2*5 5-f2 s s w-f2 4-f2 3-f2 2-4*5 2-f4 "
    "4-2*6 4-f2 s s w-f2 6-3*7 6-f4 6-f3 3-f3 2-f3 1-f4 1-f2 6-f2 6-f1 3-f1 2-f1 3-f3 3-f1 2-f3 "
    "2-f1 3-f3 3-f1 2-f3 2-f1 3-f3 3-f1 4-f1 2-f3 3-f3 3-f1 1-f1 4-f3 3-f3 w-f4 4-f4"
)
"""Wins deal 11 of Klondike."""
LONG: Final = "3-7*4 1-f2 4-2*3 2-6*6 7-6*2 5-6*4 5-1 4-7*2 6-3*11 3-7*10 6-7*2 7-6*21"
"""Leads to a column of thirty cards in deal 1 of Yukon."""
FREECELL: Final = (
    "6-a 6-b 6-f4 6-f1 b-f4 8-b 8-7 5-7 5-2 8-2 4-2 8-f4 6-c 7-6 1-7 1-d 1-5 1-f4 1-f1 c-1 5-f1 "
    "2-c d-2 8-d 8-6 d-8 f4-6 8-6 1-8*2 b-1 1-8*2 7-1*3 7-4 6-1*3 7-b 7-f2 3-f2 1-f2 5-f2 a-1 "
    "4-7*2 4-5 5-4*2 5-f3 5-6 2-4*4 7-5*3 c-7 1-6*2 1-f2 8-5 6-1*3 7-3*2 3-7*3 7-f2 4-7 3-f1 3-8 "
    "2-3 6-3*2 4-6*4 3-8*4 7-3*3 4-7*2 2-7 2-3 b-3 4-2 4-f1 6-4*4 3-7*6 2-6*2 4-6*5 2-4 2-f3 1-f3 "
    "1-f4 7-f3 1-f3 1-f1 6-f1 7-f4 7-f3 1-f3 8-f4 7-f4 1-f4 7-f3 8-f2 6-f2 3-f2 6-f4 5-f4 8-f1 "
    "6-f2 7-f1 5-f2 8-f3 6-f4 7-f3 8-f1 7-f1 5-f1 7-f2 5-f2 8-f3 6-f3 6-f1 8-f4 4-f4 8-f3"
)
"""Wins deal 1 of FreeCell."""
PAIR: Final = (
    "22+28 s w-f1 s w-f1 s 25+w s 27+w s 23+w s s 26+w s 20+w s w-f1 s s s s 21+w 15+24 18-f1 s"
)
"""Leads to two cards of the waste that go together, in deal 1 of Pyramid."""
LAST: Final = 24
"""How many of its moves are played at the table; the service has played those before."""


@pytest.fixture(params=[PHONE, DESKTOP], ids=["phone", "desktop"])
def size(request: pytest.FixtureRequest) -> ViewportSize:
    """The size of the window."""
    found: ViewportSize = request.param
    return found


async def klondike(table: Served, moves: int = 0) -> GameSnapshot:
    """Ada's game of Klondike, after so many of the moves that win it; negative: but for those."""
    return await table.played("klondike", 11, " ".join(WON.split()[:moves]))


def after(snapshot: GameSnapshot, actions: int = 1) -> BoardVersion:
    """The board after so many actions."""
    return BoardVersion(snapshot.game_id, snapshot.version + actions)


async def test_a_game_is_won_by_dragging(
    table: Served, browser: Browser, size: ViewportSize
) -> None:
    begun = await klondike(table, -LAST)
    async with at_table(browser, table.tables.link(ADA), size) as page:
        await page.shows(begun.board_version)
        for number, move in enumerate(WON.split()[-LAST:], start=1):
            await page.play(Move.parse(move))
            await page.shows(after(begun, number))
        sky = page.page.locator("#sky")
        await expect(sky).to_be_visible()
        await page.tap((200, 400))
        await expect(sky).to_be_hidden()
        await expect(page.page.get_by_role("dialog")).to_contain_text("Won · 178 moves")
        await page.page.get_by_role("button", name="Same deal again").click()
        await expect(page.page.locator("#facts")).to_contain_text("0 moves")


async def test_a_card_deep_in_a_very_long_column_is_dragged(
    table: Served, browser: Browser, size: ViewportSize
) -> None:
    begun = await table.played("yukon", 1, LONG)
    deep = Move.parse("6-2*23")
    async with at_table(browser, table.tables.link(ADA), size) as page:
        await page.shows(begun.board_version)
        await expect(page.cards("6")).to_have_count(30)
        await page.play(deep)
        await page.shows(after(begun))
        await expect(page.cards("6")).to_have_count(30 - deep.count)


@pytest.mark.slow
async def test_a_whole_game_is_won_by_the_keyboard_alone(table: Served, browser: Browser) -> None:
    begun = await table.services[Games].start(ADA, "freecell", 1)
    await table.services[PreferenceService].save(ADA, motion="no")
    async with at_table(browser, table.tables.link(ADA), SMALL) as page:
        await page.shows(begun.board_version)
        keyboard = page.page.keyboard
        while not await page.page.locator("#piles :focus").count():
            await keyboard.press("Tab")
        for number, text in enumerate(FREECELL.split(), start=1):
            move = Move.parse(text)
            await go_to(page.page, move.source)
            await keyboard.press("Enter")
            lifted = page.page.locator(".card.chosen")
            while await lifted.count() > move.count:
                await keyboard.press("ArrowDown")
            await go_to(page.page, move.target)
            await keyboard.press("Enter")
            await page.shows(after(begun, number))
        await expect(page.page.get_by_role("dialog")).to_contain_text("Won · 111 moves")
        await expect(page.page.get_by_role("button", name="New deal")).to_be_focused()


async def go_to(page: Page, pile: str) -> None:
    """Move the focus from pile to pile: by its letter, else by the arrows."""
    focused = page.locator("#piles button:focus")
    if len(pile) == 1:
        await page.keyboard.press(pile)
    for _ in range(40):
        if await focused.get_attribute("data-pile") == pile:
            return
        await page.keyboard.press("ArrowRight")
    raise AssertionError(f"The arrows do not lead to {pile}.")


async def test_a_key_ends_the_cascade_of_a_win(table: Served, browser: Browser) -> None:
    begun = await klondike(table, -1)
    async with at_table(browser, table.tables.link(ADA), DESKTOP) as page:
        await page.shows(begun.board_version)
        await page.page.keyboard.press("f")
        sky = page.page.locator("#sky")
        await expect(sky).to_be_visible()
        await page.page.keyboard.press("Enter")
        await expect(sky).to_be_hidden()
        await expect(page.page.get_by_role("dialog")).to_contain_text("Won · 178 moves")


async def test_a_screen_reader_hears_each_pile_and_what_has_changed(
    table: Served, browser: Browser
) -> None:
    begun = await klondike(table)
    async with at_table(browser, table.tables.link(ADA), DESKTOP) as page:
        await page.shows(begun.board_version)
        board = page.page.get_by_role("group", name="Board")
        await expect(board.get_by_role("button")).to_have_count(13)
        await expect(board.get_by_role("button", name="Pile 2: 1 face down, 5♦")).to_have_count(1)
        await expect(board.get_by_role("button", name="The stock: 24 cards")).to_have_count(1)
        await page.page.keyboard.press("s")
        await expect(page.page.get_by_role("status")).to_contain_text("Last move:")


async def test_what_is_lifted_by_keys_is_named_and_arrows_lead_to_where_it_may_go(
    table: Served, browser: Browser
) -> None:
    begun = await klondike(table)
    async with at_table(browser, table.tables.link(ADA), DESKTOP) as page:
        await page.shows(begun.board_version)
        await page.page.evaluate(
            """() => {
              const line = document.getElementById("line");
              window.heard = [];
              new MutationObserver(() => line.textContent && window.heard.push(line.textContent))
                .observe(line, { childList: true });
            }"""
        )
        for key in ("1", "Enter", "ArrowRight"):
            await page.page.keyboard.press(key)
        await expect(page.page.locator(":focus")).to_have_accessible_name(
            "Foundation f1: no ♠, can go here"
        )
        await page.page.keyboard.press("Enter")
        await page.shows(after(begun))
        heard = await page.page.evaluate("() => window.heard")
        assert heard == ["A♠: Where to?", "Last move: A♠ home."]


@pytest.mark.parametrize("is_by_keys", [False, True], ids=["by taps", "by keys"])
async def test_two_cards_of_one_pile_are_discarded_by_taking_it_twice(
    table: Served, browser: Browser, is_by_keys: bool
) -> None:
    begun = await table.played("pyramid", 1, PAIR)
    await table.services[PreferenceService].save(ADA, tap="choose")
    async with at_table(browser, table.tables.link(ADA), PHONE) as page:
        await page.shows(begun.board_version)
        if is_by_keys:
            for key in ("w", "Enter", "Enter"):
                await page.page.keyboard.press(key)
        else:
            for _ in range(2):
                await page.tap(await page.point_of("w"))
        await page.shows(after(begun))


async def test_a_tap_plays_what_is_clear_and_else_asks_where_to(
    table: Served, browser: Browser, size: ViewportSize
) -> None:
    begun = await klondike(table)
    async with at_table(browser, table.tables.link(ADA), size) as page:
        await page.shows(begun.board_version)
        await page.tap(await page.point_of("1"))
        await page.shows(after(begun))
        await table.services[PreferenceService].save(ADA, tap="choose")
        await page.page.get_by_role("button", name="Undo").click()
        await page.shows(after(begun, 2))
        await page.tap(await page.point_of("1"))
        await expect(page.said).to_have_text("A♠: Where to?")
        await page.tap(await page.point_of("f1"))
        await page.shows(after(begun, 3))


async def test_cards_that_may_not_go_somewhere_fly_back_with_the_reason(
    table: Served, browser: Browser, size: ViewportSize
) -> None:
    begun = await klondike(table)
    async with at_table(browser, table.tables.link(ADA), size) as page:
        await page.shows(begun.board_version)
        await page.drag(await page.point_of("1"), await page.point_of("7"))
        await expect(page.said).to_contain_text(re.compile(r"cannot|can only|not"))
        await page.shows(begun.board_version)
        await expect(page.cards("1")).to_have_count(1)


async def test_turning_the_phone_or_a_second_finger_drops_nothing(
    table: Served, browser: Browser
) -> None:
    begun = await klondike(table)
    async with at_table(browser, table.tables.link(ADA), PHONE) as page:
        await page.shows(begun.board_version)
        start = await page.point_of("1")
        await page.press(start)
        await page.move((start[0] + 30, start[1] - 20))
        await page.second_finger((start[0] + 30, start[1] - 20), (200, 600))
        await expect(page.page.locator(".card.lifted")).to_have_count(1)
        upright = await page.board.get_attribute("data-units")
        assert upright is not None
        await page.page.set_viewport_size(ViewportSize(width=844, height=390))
        await expect(page.page.locator(".card.lifted")).to_have_count(0)
        await page.release()
        await expect(page.board).not_to_have_attribute("data-units", upright)
        await page.shows(begun.board_version)
        await page.drag(await page.point_of("1"), await page.point_of("f1"))
        await page.shows(after(begun))


async def test_a_tap_counts_though_the_board_is_laid_out_anew_meanwhile(
    table: Served, browser: Browser
) -> None:
    begun = await klondike(table)
    async with at_table(browser, table.tables.link(ADA), DESKTOP) as page:
        await page.shows(begun.board_version)
        wide = await page.board.get_attribute("data-units")
        assert wide is not None
        await page.press(await page.point_of("s"))
        await page.page.set_viewport_size(PHONE)
        await expect(page.board).not_to_have_attribute("data-units", wide)
        await page.release()
        await page.shows(after(begun))


async def test_a_move_that_is_made_while_another_is_on_its_way_is_played_after_it(
    table: Served, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = await klondike(table, 3)
    games = table.services[Games]
    play = games.play

    async def late(*arguments: object, **named: object) -> GameSnapshot:
        await asyncio.sleep(0.3)
        return await play(*arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(games, "play", late)
    async with at_table(browser, table.tables.link(ADA), DESKTOP) as page:
        await page.shows(begun.board_version)
        for _ in range(2):
            await page.tap(await page.point_of("s"))
        await page.shows(after(begun, 2))


@pytest.mark.parametrize("is_answered", [True, False], ids=["by a proxy", "by nobody"])
async def test_a_page_signs_in_once_the_bot_is_there(
    table: Served, browser: Browser, is_answered: bool
) -> None:
    begun = await klondike(table)

    async def answer(route: Route) -> None:
        if is_answered:
            await route.fulfill(status=502, content_type="text/html", body="<h1>Bad Gateway</h1>")
        else:
            await route.abort()

    async with at_table(browser, "about:blank", PHONE, allowed=("502", "ERR_FAILED")) as page:
        await page.page.route("**/session", answer)
        await page.page.goto(table.tables.link(ADA))
        await expect(page.page.get_by_role("alert")).to_contain_text("waiting for Patience")
        await page.page.unroute("**/session")
        await page.shows(begun.board_version)


async def test_a_page_that_stays_old_is_reloaded_once(table: Served, browser: Browser) -> None:
    loads = 0

    def count(_page: Page) -> None:
        nonlocal loads
        loads += 1

    async with at_table(browser, "about:blank", PHONE) as page:
        page.page.on("domcontentloaded", count)
        await page.page.route_web_socket("**/ws", lambda line: line.close(code=OTHER_PROTOCOL))
        await page.page.goto(table.tables.link(ADA), wait_until="commit")
        await expect(page.page.get_by_role("alert")).to_contain_text("Reload it in a minute")
    assert loads == 2


async def test_a_deck_that_could_not_be_drawn_is_asked_for_again(
    table: Served, browser: Browser
) -> None:
    begun = await klondike(table)

    async def refuse(route: Route) -> None:
        await route.fulfill(status=503)

    async with at_table(browser, "about:blank", PHONE, allowed=("503",)) as page:
        await page.page.route("**/deck/*", refuse, times=2)
        await page.page.goto(table.tables.link(ADA))
        await page.shows(begun.board_version)
        await expect(page.board).to_have_class("ready")
