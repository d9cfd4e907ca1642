"""The window: users and channels, its URL, lost connections, narrow layout, accessibility."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, Page, expect

from local_discord import LocalDiscord
from local_discord.testing import Person
from local_discord.testing.browser import window
from local_discord.testing.discord_py import running
from local_discord.testing.page import (
    box,
    messages,
    newest,
    ready,
    run,
    run_for_message,
    suggestions,
)
from local_discord.tests.page.page_bot import PageBot

WAITING = "Waiting for Patience to connect…"


async def test_the_banner_says_that_this_is_a_local_discord(page: Page) -> None:
    await expect(page.get_by_test_id("banner")).to_have_text(
        "A local Discord for testing. Nothing leaves this machine."
    )
    await expect(page.get_by_test_id("application")).to_have_text("Patience is connected")


async def test_servers_and_direct_messages_are_listed(page: Page) -> None:
    side = page.get_by_role("navigation", name="Servers and channels")
    await expect(side.get_by_role("heading")).to_have_text(
        ["CTThe Card Table", "NONight Owls", "DMDirect messages"]
    )
    await expect(side.get_by_role("listitem")).to_have_text(
        ["#patience", "#general", "#daily", "#lounge", "#games", "@Patience"]
    )


async def test_the_user_can_be_switched(page: Page) -> None:
    await page.get_by_role("combobox", name="You are").select_option("Ben")
    await run_for_message(page, "It is me")
    await expect(newest(page).locator(".author")).to_have_text("Ben")


async def test_direct_messages_belong_to_their_user(page: Page) -> None:
    await page.get_by_role("button", name="Patience", exact=True).click()
    await run_for_message(page, "Between us")
    await page.get_by_role("combobox", name="You are").select_option("Ben")
    await expect(messages(page)).to_have_count(0)
    await expect(page.get_by_test_id("channel-name")).to_have_text("@Patience")
    await page.get_by_role("combobox", name="You are").select_option("Ada")
    await expect(newest(page)).to_contain_text("Between us")


async def test_ephemeral_messages_are_not_shown_to_the_next_user(page: Page) -> None:
    await run_for_message(page, "/secret")
    await page.get_by_role("combobox", name="You are").select_option("Ben")
    await expect(messages(page)).to_have_count(0)


async def test_the_url_contains_user_and_channel(page: Page) -> None:
    await page.get_by_role("combobox", name="You are").select_option("Chiyo")
    await expect(page).to_have_title(re.compile("Chiyo"))
    await page.get_by_role("button", name="lounge").click()
    await expect(page.get_by_test_id("channel-name")).to_have_text("#lounge")
    await page.reload()
    await expect(page.get_by_test_id("channel-name")).to_have_text("#lounge")
    await expect(page.get_by_role("combobox", name="You are")).to_have_value(re.compile("3$"))


@pytest.mark.parametrize(
    ("address", "person", "channel"),
    [
        ("#user=Ben&channel=games", "Ben", "#games"),
        ("#user=dmitri", "Dmitri", "#patience"),
        ("#user=nobody&channel=nowhere", "Ada", "#patience"),
        ("#user=12345", "Ada", "#patience"),
        ("#channel=daily", "Ada", "#daily"),
    ],
)
async def test_a_url_may_name_user_and_channel(
    here: LocalDiscord, shared_browser: Browser, address: str, person: str, channel: str
) -> None:
    async with window(shared_browser, here.page_url + address) as page:
        await expect(page.get_by_test_id("channel-name")).to_have_text(channel)
        await expect(page.locator("#user option:checked")).to_have_text(person)


async def test_the_page_follows_a_changed_url(page: Page) -> None:
    await page.evaluate("location.hash = '#user=Ben&channel=games'")
    await expect(page.locator("#user option:checked")).to_have_text("Ben")
    await expect(page.get_by_test_id("channel-name")).to_have_text("#games")


async def test_a_changed_url_may_open_another_users_direct_messages(
    page: Page, here: LocalDiscord
) -> None:
    async with Person.connect(here.page_url, "Ben") as ben:
        await ben.say("dm", "Between us")
        where = f"#user={ben.id}&channel={ben.channel('dm')}"
    await page.evaluate("(where) => { location.hash = where; }", where)
    await expect(newest(page)).to_contain_text("Between us")


async def test_two_windows_can_have_two_users(
    page: Page, here: LocalDiscord, shared_browser: Browser
) -> None:
    async with window(shared_browser, f"{here.page_url}#user=Ben") as other:
        await ready(other)
        await run_for_message(other, "/board")
        await expect(newest(page)).to_contain_text("Ben used /board")
        await newest(page).get_by_role("button", name="Turn", exact=True).click()
        await expect(newest(other)).to_contain_text("Board 1")


async def test_a_lost_connection_is_shown_and_restored(
    here: LocalDiscord, shared_browser: Browser
) -> None:
    port = here.port
    async with window(shared_browser, here.page_url, allowed=("WebSocket", "ERR_")) as page:
        await run_for_message(page, "Before")
        await here.__aexit__(None, None, None)
        line = page.get_by_test_id("connection")
        await expect(line).to_have_text("Connection lost. Reconnecting…")
        await run(page, "While away")
        await expect(box(page)).to_have_value("While away")
        async with LocalDiscord(port, page_token=here.page_token):
            await expect(line).to_have_text(WAITING)
            await box(page).press("Enter")
            await expect(newest(page)).to_contain_text("While away")


async def test_the_page_shows_whether_the_bot_is_connected(
    here: LocalDiscord, shared_browser: Browser
) -> None:
    async with window(shared_browser, here.page_url) as page:
        state = page.get_by_test_id("application")
        await expect(state).to_have_text("Patience is not connected")
        await box(page).press_sequentially("/")
        await expect(page.get_by_test_id("connection")).to_have_text(WAITING)
        await expect(page.get_by_text("appear here once it is connected")).to_be_visible()
        async with running(PageBot(), here):
            await expect(state).to_have_text("Patience is connected")
            await expect(suggestions(page).filter(has_text="/board")).to_have_count(1)
            await expect(page.get_by_test_id("connection")).to_be_hidden()
        await expect(state).to_have_text("Patience is not connected")
        await expect(page.get_by_test_id("connection")).to_have_text(WAITING)


async def test_a_command_waits_for_the_bot_and_is_then_sent(
    here: LocalDiscord, shared_browser: Browser
) -> None:
    async with window(shared_browser, here.page_url) as page:
        await run(page, "/board")
        await expect(page.get_by_test_id("problem")).to_have_text(
            "Sent as soon as Patience is connected."
        )
        async with running(PageBot(), here):
            await expect(messages(page)).to_have_count(1)
            await expect(page.get_by_test_id("problem")).to_be_hidden()
            await expect(box(page)).to_have_value("")


async def test_a_command_changed_while_it_waits_is_not_sent(
    here: LocalDiscord, shared_browser: Browser
) -> None:
    async with window(shared_browser, here.page_url) as page:
        await run(page, "/board")
        await box(page).press("Backspace")
        await expect(page.get_by_test_id("problem")).to_be_hidden()
        async with running(PageBot(), here):
            await expect(suggestions(page).filter(has_text="/board")).to_have_count(1)
            await expect(box(page)).to_have_value("/boar")
            await expect(messages(page)).to_have_count(0)


async def test_on_a_phone_the_channels_are_in_a_drawer(phone: Page) -> None:
    lounge = phone.get_by_role("button", name="lounge")
    await expect(lounge).to_have_count(0)
    await phone.get_by_role("button", name="Channels", exact=True).tap()
    await expect(lounge).to_be_in_viewport()
    await lounge.tap()
    await expect(phone.get_by_test_id("channel-name")).to_have_text("#lounge")
    await expect(lounge).to_have_count(0)
    await phone.get_by_role("button", name="Channels", exact=True).tap()
    await phone.keyboard.press("Escape")
    await expect(lounge).to_have_count(0)


CONTRASTS = """
(async () => {
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const over = ([r, g, b, a = 1], [x, y, z]) =>
    [r * a + x * (1 - a), g * a + y * (1 - a), b * a + z * (1 - a)];
  const ground = (node) => {
    const layers = [];
    for (let at = node; at; at = at.parentElement) layers.unshift(getComputedStyle(at));
    return layers.reduce((below, style) => over(parse(style.backgroundColor), below), [0, 0, 0]);
  };
  const light = (colour) => {
    const [r, g, b] = colour.map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = [];
  for (const node of document.querySelectorAll("body *")) {
    const own = [...node.childNodes].some((one) => one.nodeType === 3 && one.data.trim());
    if (!own || !node.checkVisibility() || node.closest(":disabled, [inert], textarea, option")) {
      continue;
    }
    const behind = ground(node);
    const text = over(parse(getComputedStyle(node).color), behind);
    const [low, high] = [light(text), light(behind)].sort((one, other) => one - other);
    const ratio = (high + 0.05) / (low + 0.05);
    if (ratio < 4.5) found.push(`${ratio.toFixed(2)} ${node.outerHTML.slice(0, 100)}`);
  }
  return found;
})()
"""


async def test_all_text_has_enough_contrast(page: Page) -> None:
    for line in ("/showcase", "/old", "/menus", "/secret", "/board", "Hello <@12> `code`"):
        await run_for_message(page, line)
    await page.mouse.move(0, 0)
    await box(page).press_sequentially("/order dish:")
    await expect(suggestions(page)).to_have_count(3)
    assert await page.evaluate(CONTRASTS) == []


async def test_the_keyboard_reaches_everything_with_a_visible_focus(page: Page) -> None:
    await run_for_message(page, "/board")
    await page.evaluate("document.activeElement.blur()")
    reached: dict[str, str] = {}
    for _ in range(24):
        await page.keyboard.press("Tab")
        name, outline = await page.evaluate(
            "[document.activeElement.getAttribute('aria-label')"
            " ?? document.activeElement.textContent.trim(),"
            " getComputedStyle(document.activeElement).outlineStyle]"
        )
        reached[name] = outline
    for wanted in ("You are", "general", "Messages", "Turn", "Slow", "Send"):
        assert reached[wanted] == "solid"
    assert "Message" in reached
