"""Rendering of Discord's markdown."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from local_discord import LocalDiscord
from local_discord.testing.browser import window
from local_discord.testing.page import newest, run_for_message

SHOW = """
async ([text, mentions]) => {
  const { formatted } = await import(new URL("page/formatted.js", location).href);
  const { State } = await import(new URL("page/state.js", location).href);
  const state = new State();
  state.me = { id: "1" };
  state.users = ["Ada", "Ben", "Chiyo"].map((name, at) => ({ id: `${at + 1}`, global_name: name }));
  state.guilds = [{ id: "8", name: "Here", channels: [{ id: "9", name: "cards" }] }];
  const place = document.createElement("div");
  const allowed = state.users.filter((user) => mentions.includes(user.id));
  place.append(...formatted(text, state, { mentions: allowed }));
  return place.innerHTML;
}
"""


def outward(url: str, text: str) -> str:
    """The HTML of a link."""
    return f'<a href="{url}" target="_blank" rel="noopener noreferrer">{text}</a>'


JUNK = (
    *("*" * 4000, "||" * 2000, "`" * 3999, "> " * 2000, "[" * 4000, "_*" * 2000, "-# " * 1300),
    *("<t:99999999999999999:R>", "**" + "_a" * 1999, "\n" * 4000, "- " * 2000, "a\u0000b"),
)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def reader(shared_browser: Browser) -> AsyncIterator[Page]:
    """A shared window: rendering text changes nothing in it."""
    async with LocalDiscord() as local, window(shared_browser, local.page_url) as opened:
        yield opened


async def shown(page: Page, text: str, mentions: Sequence[str] = ("1", "2")) -> str:
    """A text as rendered HTML, in a message that may mention these users."""
    html = await page.evaluate(SHOW, [text, mentions])
    assert isinstance(html, str)
    return html


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("plain", "<p>plain</p>"),
        (
            "**bold** *it* _it_ __under__ ~~gone~~",
            "<p><strong>bold</strong> <em>it</em> <em>it</em> <u>under</u> <s>gone</s></p>",
        ),
        ("**bold *and italic***", "<p><strong>bold <em>and italic</em></strong></p>"),
        ("***both***", "<p><strong><em>both</em></strong></p>"),
        ("snake_case_name", "<p>snake_case_name</p>"),
        ("2 * 3 * 4", "<p>2 * 3 * 4</p>"),
        (r"\*not italic\*", "<p>*not italic*</p>"),
        ("`a *b* <i>`", "<p><code>a *b* &lt;i&gt;</code></p>"),
        ("``a ` b``", "<p><code>a ` b</code></p>"),
        (
            "```py\nx = **1**\n```",
            '<pre data-language="py"><code>x = **1**</code></pre>',
        ),
        ("```\n3: 9S 7D\n```", "<pre><code>3: 9S 7D</code></pre>"),
        (
            "Before ```in\nside``` after",
            '<p>Before </p><pre data-language="in"><code>side</code></pre><p> after</p>',
        ),
        ("# One\ntext", '<h2 class="heading heading-1">One</h2><p>text</p>'),
        ("### Three", '<h4 class="heading heading-3">Three</h4>'),
        ("#hash", "<p>#hash</p>"),
        ("-# small", '<p class="subtext">small</p>'),
        ("> one\n> two\nthree", "<blockquote><p>one\ntwo</p></blockquote><p>three</p>"),
        (">>> one\n\ntwo", "<blockquote><p>one\n\ntwo</p></blockquote>"),
        ("- a\n- b\n  - c", "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>"),
        ("3. a\n4. b", '<ol start="3"><li>a</li><li>b</li></ol>'),
        ("4. a\n4. b\n6. c", '<ol start="4"><li>a</li><li>b</li><li>c</li></ol>'),
        ("4\\. a\n4\\. b", "<p>4. a\n4. b</p>"),
        ("**4.** a\n**4.** b", "<p><strong>4.</strong> a\n<strong>4.</strong> b</p>"),
        ("- a\n1. b", '<ul><li>a</li></ul><ol start="1"><li>b</li></ol>'),
        ("-5 degrees", "<p>-5 degrees</p>"),
        ("a\nb", "<p>a\nb</p>"),
        ("<@1>", '<p><span class="mention mine">@Ada</span></p>'),
        ("<@!2>", '<p><span class="mention">@Ben</span></p>'),
        ("<@3>", '<p><span class="mention">@unknown-user</span></p>'),
        ("<#9>", '<p><span class="mention">#cards</span></p>'),
        ("</play:123>", '<p><span class="mention">/play</span></p>'),
        (
            "<:card:123>",
            '<p><img class="custom-emoji" src="/emojis/123" alt=":card:" title=":card:"></p>',
        ),
        (
            "[there](https://example.com/a_b)",
            f"<p>{outward('https://example.com/a_b', 'there')}</p>",
        ),
        (
            "see https://example.com/x, now",
            f"<p>see {outward('https://example.com/x', 'https://example.com/x')}, now</p>",
        ),
        (
            "[there](https://discord.com/channels/8/9/10)",
            (
                '<p><a href="https://discord.com/channels/8/9/10" data-channel="9" '
                'data-message="10">there</a></p>'
            ),
        ),
        (
            "[away](https://discord.com/channels/8/99/10)",
            f"<p>{outward('https://discord.com/channels/8/99/10', 'away')}</p>",
        ),
        ("[bad](javascript:alert(1))", "<p>[bad](javascript:alert(1))</p>"),
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"),
        ('<img src=x onerror="x()">', '<p>&lt;img src=x onerror="x()"&gt;</p>'),
    ],
)
async def test_markdown_is_rendered_as_in_discord(reader: Page, text: str, html: str) -> None:
    assert await shown(reader, text) == html


async def test_nobody_has_a_name_whom_the_message_may_not_mention(reader: Page) -> None:
    unknown = '<span class="mention">@unknown-user</span>'
    assert await shown(reader, "<@1> <@3>", mentions=()) == f"<p>{unknown} {unknown}</p>"


async def test_a_timestamp_is_readable(reader: Page) -> None:
    html = await shown(reader, "<t:0:D> <t:0:R>")
    assert '<time datetime="1970-01-01T00:00:00.000Z"' in html
    assert ">1 January 1970</time>" in html
    assert "years ago</time>" in html


@pytest.mark.parametrize("text", JUNK, ids=range(len(JUNK)))
async def test_malformed_markdown_is_rendered(reader: Page, text: str) -> None:
    assert (await shown(reader, text)).startswith("<")


async def test_a_press_reveals_a_spoiler(page: Page) -> None:
    message = await run_for_message(page, "/say text:It was ||the butler||!")
    spoiler = message.get_by_role("button", name="Spoiler, press to reveal")
    await expect(spoiler.locator(".spoiler-text")).to_have_css("visibility", "hidden")
    await spoiler.press("Enter")
    await expect(message.locator(".spoiler-text")).to_have_css("visibility", "visible")


async def test_html_in_names_and_text_is_escaped(page: Page) -> None:
    await run_for_message(page, '<img src="x" onerror="document.title = 1">')
    await expect(newest(page).locator("img")).to_have_count(0)
