"""An Activity on the real Embedded App SDK, in a real browser, hosted by the chat page.

`make clients` installs the SDK. Without it, the tests are skipped with a line saying so.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio
from aiohttp import web
from playwright.async_api import Browser, FrameLocator, Locator, Page, expect

from local_discord import LocalDiscord
from local_discord.fixtures import APPLICATION_ID
from local_discord.testing import Person
from local_discord.testing.browser import NARROW_PHONE, window
from local_discord.testing.page import ready
from local_discord.tests.page.page_bot import PageBot

CLIENTS = Path(__file__).parents[1] / "clients"
SDK = CLIENTS / "node_modules/@discord/embedded-app-sdk/output"
ADVICE = "The Embedded App SDK is not installed: make -C local_discord clients"

HTML = """<!doctype html><title>An Activity</title><pre id="told"></pre><button>close</button>
<script type="module" src="main.js"></script>"""


@pytest_asyncio.fixture(loop_scope="session")
async def activity(here: LocalDiscord, bot: PageBot) -> AsyncIterator[LocalDiscord]:
    """The local Discord with an Activity, whose server trades codes as Discord's guides do."""
    if not SDK.is_dir():
        pytest.skip(ADVICE)

    async def page(_: web.Request) -> web.Response:
        return web.Response(text=HTML, content_type="text/html")

    async def module(request: web.Request) -> web.Response:
        path = request.match_info.get("path")
        text = (CLIENTS / "activity.js" if path is None else SDK / path).read_text()
        headers = {"Access-Control-Allow-Origin": "*"}
        return web.Response(text=text, content_type="text/javascript", headers=headers)

    async def token(request: web.Request) -> web.Response:
        form = {"grant_type": "authorization_code", "code": await request.text()}
        form |= {"client_id": str(APPLICATION_ID), "client_secret": "any"}
        [instance] = here.activities.running
        path = f"/applications/{APPLICATION_ID}/activity-instances/{instance.id}"
        async with aiohttp.ClientSession() as session:
            granted = await (await session.post(f"{here.api_url}/oauth2/token", data=form)).json()
            asked = await session.get(here.api_url + path, headers={"Authorization": "Bot any"})
            granted |= {"users": (await asked.json())["users"]}
        return web.json_response(granted, headers={"Access-Control-Allow-Origin": "*"})

    async def socket(request: web.Request) -> web.WebSocketResponse:
        answer = web.WebSocketResponse()
        await answer.prepare(request)
        await answer.send_str(request.headers["Origin"].partition("://")[2] or "opaque")
        await answer.close(code=4321)
        return answer

    app = web.Application()
    app.router.add_get("/", page)
    app.router.add_get("/main.js", module)
    app.router.add_get("/sdk/{path:.*}", module)
    app.router.add_post("/api/token", token)
    app.router.add_get("/ws", socket)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    here.enable_activities(f"http://127.0.0.1:{runner.addresses[0][1]}")
    yield here
    await runner.cleanup()


def frame(page: Page) -> FrameLocator:
    """The Activity's frame."""
    return page.frame_locator("#activity-frame iframe")


async def launch(page: Page) -> Locator:
    """Launch the Activity; what it tells."""
    await page.get_by_role("button", name=re.compile("^Launch Patience")).click()
    return frame(page).locator("#told")


async def test_the_sdk_signs_in_and_is_answered(page: Page, activity: LocalDiscord) -> None:
    told = await launch(page)
    await expect(told).to_contain_text(f"socket {APPLICATION_ID}.discordsays.com\nclosed 4321")
    for line in (
        *("ready on desktop", "signed in as Ada for identify, there", "orientation 1"),
        *("there are 1", "channel patience", "locale en-US", "accelerated true", "refused true"),
    ):
        await expect(told).to_contain_text(line)
    await page.get_by_label("Layout").select_option("pip")
    await expect(told).to_contain_text("layout 1")
    async with Person.connect(activity.page_url, "Ben") as ben:
        await ben.launch("patience")
        await expect(told).to_contain_text("with Ada,Ben")
        # The chat goes on beside the picture.
        await ben.say("patience", "hello, Ada")
        await expect(page.get_by_role("article").last).to_contain_text("hello, Ada")
    await page.get_by_label("Layout").select_option("focused")
    await page.get_by_role("button", name="Close the Activity").click()
    await expect(page.get_by_test_id("activity")).to_be_hidden()


async def test_on_a_phone_the_frame_is_told_what_is_covered(
    phone: Page, activity: LocalDiscord
) -> None:
    told = await launch(phone)
    await expect(told).to_contain_text("ready on mobile")
    await expect(told).to_contain_text("inset 52px")
    await expect(told).to_contain_text("orientation 0")


async def test_an_activity_that_closes_itself_says_why(page: Page, activity: LocalDiscord) -> None:
    told = await launch(page)
    await expect(told).to_contain_text("ready")
    await frame(page).get_by_role("button", name="close").click()
    await expect(page.get_by_test_id("activity")).to_be_hidden()
    await expect(page.get_by_test_id("log")).to_contain_text("Enough.")


async def test_a_frame_with_an_opaque_origin_works_as_well(
    activity: LocalDiscord, shared_browser: Browser
) -> None:
    activity.activities.sandboxed = True
    async with window(shared_browser, activity.page_url, NARROW_PHONE) as page:
        await ready(page)
        told = await launch(page)
        await expect(told).to_contain_text("signed in as Ada for identify, there")
        await expect(told).to_contain_text("socket opaque")
