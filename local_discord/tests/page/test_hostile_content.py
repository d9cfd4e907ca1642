"""Markup and scripts in whatever people and bots can write: the page shows them as text."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator

import discord
import pytest_asyncio
from discord import ui
from playwright.async_api import Browser, Page, expect

from local_discord import LocalDiscord
from local_discord.fixtures import GUILDS
from local_discord.testing.browser import window
from local_discord.testing.page import newest, run_for_message
from local_discord.tests.demo_bot import png
from local_discord.tests.page.page_bot import PageBot

HOSTILE = "\"'><img src=x onerror='window.ran=1'>"
SCRIPT_LINKS = (
    "[press](javascript:window.ran=1) [press](<javascript:window.ran=1>) <javascript:window.ran=1>"
    " [press](data:text/html,<script>window.ran=1</script>) javascript:window.ran=1"
)
CRAFTED = (
    '[a](https://example.com/"onmouseover="window.ran=1)',
    "[a](https://example.com 'x' onclick='window.ran=1')",
    "![a](javascript:window.ran=1)",
    "[<img src=x onerror=window.ran=1>](https://example.com)",
    "**<b onclick=window.ran=1>bold</b>** ||<svg onload=window.ran=1>||",
    "`<script>window.ran=1</script>`",
    "```html\n</code></pre><script>window.ran=1</script>\n```",
    "# <iframe srcdoc='<script>parent.ran=1</script>'>",
    "> <math href=javascript:window.ran=1>quoted",
    "-# <style>*{background:url(javascript:window.ran=1)}</style>",
    '<:x"onerror="window.ran=1:1> <a:<img>:1> <t:1:<img> <#1<img> <@1<img>',
    "https://example.com/<img/src=x/onerror=window.ran=1>",
)
"""Markdown that a careless page would turn into markup."""

FOREIGN = """
() => [...document.querySelectorAll("*")].filter((node) =>
  [...node.attributes].some(({ name, value }) =>
    name.startsWith("on") || name === "style" && value.includes("expression")
    || ["href", "src"].includes(name) && !/^(https?:|page\\/|[/#]|$)/.test(value)
    || name === "src" && value === "x")
).map((node) => node.outerHTML)
"""
"""The elements that only markup from outside the page's scripts can have made."""


@pytest_asyncio.fixture(loop_scope="session")
async def here() -> AsyncIterator[LocalDiscord]:
    """A local Discord whose bot and one of whose users have hostile names."""
    async with LocalDiscord(name=HOSTILE) as local:
        local.add_user(HOSTILE)
        yield local


def channel(bot: PageBot) -> discord.PartialMessageable:
    """The channel that windows show first."""
    return bot.get_partial_messageable(GUILDS[0].channels[0].id)


async def assert_harmless(page: Page) -> None:
    """Assert that nothing on the page is made of markup in texts, and that nothing ran."""
    assert await page.evaluate(FOREIGN) == []
    assert await page.evaluate("window.ran") is None


async def test_names_are_text(page: Page) -> None:
    await page.get_by_role("combobox", name="You are").select_option(HOSTILE)
    said = await run_for_message(page, "It is me")
    await expect(said.locator(".author")).to_have_text(HOSTILE)
    answer = await run_for_message(page, "/undo")
    await expect(answer.locator(".author")).to_have_text(HOSTILE)
    await expect(answer.locator(".used")).to_contain_text(HOSTILE)
    await assert_harmless(page)


async def test_messages_are_text(page: Page) -> None:
    said = await run_for_message(page, HOSTILE)
    await expect(said).to_contain_text(HOSTILE)
    answer = await run_for_message(page, f"/say {HOSTILE}")
    await expect(answer).to_contain_text(HOSTILE)
    await assert_harmless(page)


async def test_only_web_addresses_become_links(page: Page) -> None:
    answer = await run_for_message(page, f"/say {SCRIPT_LINKS}")
    await expect(answer).to_contain_text("javascript:window.ran=1")
    await expect(answer.get_by_role("link")).to_have_count(0)
    await assert_harmless(page)


async def test_crafted_markdown_is_text(page: Page, bot: PageBot) -> None:
    view = ui.LayoutView(timeout=None)
    for markdown in CRAFTED:
        view.add_item(ui.TextDisplay(markdown))
    await channel(bot).send(view=view)
    await expect(newest(page)).to_contain_text("window.ran=1")
    await assert_harmless(page)
    await expect(newest(page).locator("iframe, math, script, style, svg[onload]")).to_have_count(0)
    for node in await newest(page).get_by_role("link").all():
        assert str(await node.get_attribute("href")).startswith("https://example.com")


async def test_labels_and_alternative_texts_are_text(page: Page, bot: PageBot) -> None:
    view = ui.LayoutView(timeout=None)
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    row.add_item(ui.Button(label=HOSTILE, custom_id=HOSTILE))
    row.add_item(ui.Button(label=HOSTILE, url=f"https://example.com/{HOSTILE}"))
    menu: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    option = discord.SelectOption(label=HOSTILE, value=HOSTILE, description=HOSTILE)
    menu.add_item(ui.Select(custom_id="menu", placeholder=HOSTILE, options=[option]))
    picture = discord.MediaGalleryItem("attachment://board.png", description=HOSTILE)
    view.add_item(ui.MediaGallery(picture)).add_item(row).add_item(menu)
    file = discord.File(io.BytesIO(png(40, 30)), filename="board.png")
    await channel(bot).send(view=view, file=file)
    shown = newest(page)
    await expect(shown.locator("button.secondary")).to_have_text(HOSTILE)
    await expect(shown.get_by_role("img", name=HOSTILE, exact=True)).to_be_visible()
    await expect(shown.get_by_role("link")).to_have_text(HOSTILE)
    await shown.locator("button.menu").click()
    await expect(shown.get_by_role("option", name=HOSTILE)).to_be_visible()
    await page.keyboard.press("Escape")
    await shown.get_by_role("button", name=f"Enlarge: {HOSTILE}").click()
    await expect(page.locator(".large-caption")).to_have_text(HOSTILE)
    await assert_harmless(page)


async def test_embeds_and_file_names_are_text(page: Page, bot: PageBot) -> None:
    embed = discord.Embed(title=HOSTILE, description=f"{HOSTILE} {SCRIPT_LINKS}")
    embed.set_author(name=HOSTILE).set_footer(text=HOSTILE).add_field(name=HOSTILE, value=HOSTILE)
    file = discord.File(io.BytesIO(b"<script>window.ran=1</script>"), filename=f"{HOSTILE}.html")
    await channel(bot).send(HOSTILE, embed=embed, file=file)
    shown = newest(page)
    await expect(shown.locator(".embed-title")).to_have_text(HOSTILE)
    await expect(shown.locator(".embed-foot")).to_have_text(HOSTILE)
    await expect(shown.locator(".file a")).to_have_text("img_srcx_onerrorwindow.ran1.html")
    await assert_harmless(page)


async def test_an_uploaded_page_is_downloaded(page: Page, bot: PageBot) -> None:
    for name in ("page.html", "drawing.svg"):
        file = discord.File(io.BytesIO(b"<script>1</script>"), filename=name)
        sent = await channel(bot).send(file=file)
        async with page.expect_download() as download:
            await page.evaluate("(url) => { location.href = url }", sent.attachments[0].url)
        assert (await download.value).suggested_filename == name


async def test_markup_that_got_in_would_not_run(
    here: LocalDiscord, shared_browser: Browser
) -> None:
    refused = ("Content Security Policy",)
    async with window(shared_browser, here.page_url, allowed=refused) as opened:
        violated = await opened.evaluate(
            """() => new Promise((resolve) => {
              addEventListener("securitypolicyviolation", (one) => resolve(one.violatedDirective));
              document.body.insertAdjacentHTML("beforeend", "<b onclick='window.ran=1'></b>");
              document.body.lastElementChild.click();
            })"""
        )
        assert violated == "script-src-attr"
        assert await opened.evaluate("window.ran") is None
