"""What a table says of a game that is lost: which move lost it, and the ways on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import Browser, ViewportSize, WebSocketRoute, expect

from bot.images import ImageRenderer
from bot.models.play import BoardVersion, GameSnapshot, GameState
from bot.service.play.games import Games
from bot.service.preferences import PreferenceService
from bot.service.solver.advice import Advisor
from bot.service.solver.pool import SolverPool
from local_discord.testing.browser import DESKTOP, PHONE, browser
from tests.web.conftest import ADA, Served, served
from tests.web.table_page import at_table
from tests.web.test_browser_table import LONG
from tests.web.test_protocol import Window, window_of

__all__ = ["browser"]

pytestmark = pytest.mark.slow

LOW = ViewportSize(width=1280, height=800)
STOCK = 16
"""After how many cards from its stock deal 5 of Golf is stuck, if nothing else is played."""


@pytest.fixture
async def table(url: str, images: ImageRenderer) -> AsyncIterator[Served]:
    """Tables with a solver."""
    async with SolverPool(1) as solvers, served(url, images, solvers=solvers) as table:
        await solvers.wait_until_ready()
        yield table


async def nearly_stuck(table: Served) -> GameSnapshot:
    """A game of Golf that is stuck after one more card from its stock."""
    return await table.played("golf", 5, "s " * (STOCK - 1))


async def settled(table: Served) -> None:
    """Wait until it is known which move lost the game, for which nobody at the table has asked."""
    snapshot = await table.services[Games].active(ADA)
    advisor = table.services[Advisor]
    while not (await advisor.odds(snapshot)).names_move:
        await advisor.look_longer(snapshot)


async def named(window: Window) -> dict[str, Any]:
    """What is said once the move is known that lost the game, which a busy machine finds later."""
    while " lost it: " not in (told := await window.hear("verdict"))["said"]:
        pass
    return told


async def test_a_stuck_board_says_which_move_lost_it_and_leads_back(table: Served) -> None:
    games = table.services[Games]
    await nearly_stuck(table)
    async with window_of(table) as window:
        assert (await window.ask("play", move="s"))["stuck"]
        told = await named(window)
        assert told["ways"] == [["back", "Back to there"], ["why", "See why"]]
        assert (await games.active(ADA)).odds == 0
        back = await window.ask("back", moves=told["moves"])
        assert back["facts"][0].startswith(f"{told['moves']} move")
        assert (await games.active(ADA)).odds == 1


async def test_why_it_is_lost_is_a_hint_and_shows_no_more_than_was_seen_then(
    table: Served,
) -> None:
    games = table.services[Games]
    await nearly_stuck(table)
    async with window_of(table) as window:
        await window.ask("play", move="s")
        told = await named(window)
        await window.send("why")
        lesson = await window.hear("lesson")
        lost, better = lesson["moves"]
        assert lost == "s"
        assert {lost, better} <= set(lesson["before"]["moves"])
        assert [said[0] for said in lesson["said"]] == ["❌", "✅"]
        assert (await games.active(ADA)).hints == 1
        back = await window.ask("back", moves=told["moves"])
        assert back["piles"] == lesson["before"]["piles"]
        again = await window.ask("play", move=lost)
        assert again["piles"] == lesson["after"]["piles"]
        # Whoever has seen why was told anyway.
        assert (await games.active(ADA)).odds == 0


async def test_a_game_that_was_given_up_is_played_on_for_practice(table: Served) -> None:
    games = table.services[Games]
    await games.start(ADA, "phoenix", 47)
    await games.play(ADA, (await games.active(ADA)).game.legal_moves()[0])
    async with window_of(table) as window:
        await games.give_up(ADA)
        told = await window.hear("verdict")
        assert (told["said"], told["ways"]) == ("It could still be won.", [["back", "Go on"]])
        again = await window.ask("back", moves=told["moves"])
        assert (again["remark"], again["end"]) == ("does not count", "")
    assert (await games.active(ADA)).practice


@pytest.mark.parametrize("setting", ["losses", "verdicts"])
async def test_it_is_said_as_its_player_wants_it(table: Served, setting: str) -> None:
    preferences, games = table.services[PreferenceService], table.services[Games]
    await preferences.save(ADA, **{setting: "no" if setting == "losses" else "yes"})
    if setting == "losses":
        await nearly_stuck(table)
        async with window_of(table) as window:
            await window.ask("play", move="s")
            # The search that would have been for it is behind this one of its own.
            await settled(table)
            await window.send("why")
            frame = await window.socket.receive_json(timeout=120)
            while frame["t"] != "lesson":
                assert frame["t"] != "verdict"
                frame = await window.socket.receive_json(timeout=120)
        return
    await games.start(ADA, "phoenix", 7)
    async with window_of(table) as window:
        await window.ask("play", move=next(one for one in window.board["moves"] if one[0] == "6"))
        while window.board["remark"] != "can no longer be won":
            await window.hear("board")
        assert (await games.active(ADA)).odds == 1
        assert (await games.active(ADA)).state is GameState.PLAYING


async def test_windows_at_one_board_are_told_the_same_and_count_once(table: Served) -> None:
    games = table.services[Games]
    await table.services[PreferenceService].save(ADA, verdicts="yes")
    await games.start(ADA, "phoenix", 7)
    async with (
        window_of(table) as first,
        window_of(table) as second,
        window_of(table) as third,
    ):
        lost = next(one for one in first.board["moves"] if one[0] == "6")
        await first.ask("play", move=lost)
        for window in (first, second, third):
            while window.board["remark"] != "can no longer be won":
                await window.hear("board")
        assert (await games.active(ADA)).odds == 1


async def test_each_window_at_a_stuck_board_says_what_lost_it(table: Served) -> None:
    await nearly_stuck(table)
    async with (
        window_of(table) as first,
        window_of(table) as second,
        window_of(table) as third,
    ):
        await first.ask("play", move="s")
        told = [await named(window) for window in (first, second, third)]
        assert told[0] == told[1] == told[2]


@pytest.mark.browser
async def test_what_lost_a_game_is_said_though_it_came_while_an_action_was_on_its_way(
    table: Served, browser: Browser
) -> None:
    await nearly_stuck(table)
    stuck = await table.services[Games].play(ADA, "s")
    verdicts = asyncio.Queue[str]()

    def hold(route: WebSocketRoute) -> None:
        """Keep verdicts from the page; it gets one before its action is refused."""
        server = route.connect_to_server()

        def from_bot(said: str | bytes) -> None:
            if json.loads(said)["t"] == "verdict":
                verdicts.put_nowait(str(said))
            else:
                route.send(said)

        def from_page(asked: str | bytes) -> None:
            frame = json.loads(asked)
            if frame["t"] == "undo":
                route.send(verdict)
                route.send(json.dumps({"t": "refused", "re": frame["re"], "said": "Not now."}))
            else:
                server.send(asked)

        server.on_message(from_bot)
        route.on_message(from_page)

    async with at_table(browser, "about:blank", DESKTOP) as page:
        await page.page.route_web_socket("**/ws", hold)
        await page.page.goto(table.tables.link(ADA))
        await page.shows(stuck.board_version)
        while " lost it: " not in (verdict := await verdicts.get()):
            pass
        await page.page.get_by_role("button", name="Undo").click()
        await expect(page.said).to_have_text("Not now.")
        await expect(page.page.get_by_role("button", name="See why")).to_be_visible()


@pytest.mark.browser
@pytest.mark.parametrize("size", [PHONE, LOW], ids=["phone", "desktop"])
async def test_the_ways_on_lie_on_no_card_of_a_column_that_reaches_down_to_them(
    table: Served, browser: Browser, size: ViewportSize
) -> None:
    lost = await table.played("yukon", 1, LONG)
    ways = [["back", "Back to there"], ["why", "See why"]]
    about = {"game": lost.game_id, "version": lost.version, "said": "Lost.", "moves": 1}
    lines = list[WebSocketRoute]()

    def listen(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    async with at_table(browser, "about:blank", size) as page:
        await page.page.route_web_socket("**/ws", listen)
        await page.page.goto(table.tables.link(ADA))
        await page.shows(lost.board_version)
        lines[-1].send(json.dumps({"t": "verdict", "ways": ways, **about}))
        why = page.page.get_by_role("button", name="See why")
        await expect(why).to_be_visible()
        # The board is laid out anew to make room for them, and they are drawn anew with it.
        await page.page.wait_for_function("""() => {
          const of = (selector) => document.querySelector(selector).getBoundingClientRect();
          return of('#piles [data-pile="6"]').bottom <= of("#ways button:last-child").top;
        }""")


@pytest.mark.browser
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
async def test_the_cards_show_why_and_a_touch_ends_that(
    table: Served, browser: Browser, size: ViewportSize
) -> None:
    begun = await nearly_stuck(table)
    lost = BoardVersion(begun.game_id, begun.version + 1)
    async with at_table(browser, table.tables.link(ADA), size) as page:
        await page.shows(begun.board_version)
        await page.tap(await page.point_of("s"))
        await expect(page.said).to_contain_text(" lost it: ", timeout=60_000)
        why = page.page.get_by_role("button", name="See why")
        await why.click()
        await expect(page.said).to_contain_text("❌ Move")
        await expect(page.said).to_contain_text("✅ Better: ")
        await page.tap(await page.point_of("1"))
        await page.shows(lost)
        await expect(why).to_be_visible()
        await page.page.get_by_role("button", name="Back to there").click()
        await expect(why).to_be_hidden()
        await page.shows((await table.services[Games].active(ADA)).board_version)
