"""What the page says to Discord's client is what the Embedded App SDK would say.

The SDK is installed by ``make -C local_discord clients``; without it, the test is skipped.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import pytest
from aiohttp import web
from playwright.async_api import Browser

from local_discord.testing.browser import browser, window

__all__ = ["browser"]

pytestmark = pytest.mark.browser

CLIENTS: Final = Path(__file__).parents[2] / "local_discord/tests/clients"
SDK: Final = CLIENTS / "node_modules/@discord/embedded-app-sdk/output"

OURS: Final = """
import { hostOf } from "./host.js";
const host = hostOf("12");
const { code, instance } = await host.proof();
await host.settle(`${code} of ${instance}`);
"""
THEIRS: Final = """
import { DiscordSDK } from "./sdk/index.mjs";
const sdk = new DiscordSDK("12");
await sdk.ready();
const { code } = await sdk.commands.authorize(
  { client_id: "12", response_type: "code", state: "", prompt: "none", scope: ["identify"] });
await sdk.commands.authenticate({ access_token: `${code} of ${sdk.instanceId}` });
await sdk.subscribe("ACTIVITY_LAYOUT_MODE_UPDATE", () => {});
"""
CLIENT: Final = """
window.heard = [];
const data = { AUTHORIZE: { code: "a code" }, SUBSCRIBE: { evt: "ACTIVITY_LAYOUT_MODE_UPDATE" },
  AUTHENTICATE: { access_token: "", scopes: [], expires: "",
    user: { username: "", discriminator: "", id: "", public_flags: 0 },
    application: { description: "", id: "", name: "" } } };
addEventListener("message", ({ source, data: [opcode, sent] }) => {
  const { nonce, sdk_version, ...told } = sent;
  window.heard.push(JSON.parse(JSON.stringify([opcode, told])));
  const config = { api_endpoint: "", environment: "" };
  source.postMessage([1, opcode === 0
    ? { cmd: "DISPATCH", evt: "READY", data: { v: 1, config }, nonce: null }
    : { cmd: sent.cmd, evt: null, data: data[sent.cmd], nonce }], "*");
});
"""


async def told_by(browser: Browser, script: str) -> list[list[Any]]:
    """What a script in a frame says to a client that grants all that it asks."""
    query = "?frame_id=f&instance_id=i&platform=desktop"

    async def page(request: web.Request) -> web.Response:
        inner = f"<script type=module>{script}</script>"
        outer = f"<script>{CLIENT}</script><iframe src='/frame{query}'></iframe>"
        html = inner if request.path == "/frame" else outer
        return web.Response(text=f"<link rel=icon href=data:,>{html}", content_type="text/html")

    async def module(request: web.Request) -> web.Response:
        path = request.match_info.get("path")
        ours = (files("bot.web") / "page/host.js").read_text(encoding="utf-8")
        text = ours if path is None else (SDK / path).read_text(encoding="utf-8")
        return web.Response(text=text, content_type="text/javascript")

    app = web.Application()
    app.router.add_get("/host.js", module)
    app.router.add_get("/sdk/{path:.*}", module)
    app.router.add_get("/{path:.*}", page)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        url = f"http://127.0.0.1:{runner.addresses[0][1]}/"
        async with window(browser, url) as client:
            await client.wait_for_function("heard.length === 4")
            heard: list[list[Any]] = await client.evaluate("heard")
            return heard
    finally:
        await runner.cleanup()


async def test_the_page_speaks_as_the_sdk_does(browser: Browser) -> None:
    if not SDK.is_dir():
        pytest.skip("The Embedded App SDK is not installed: make -C local_discord clients")
    ours = await told_by(browser, OURS)
    assert ours == await told_by(browser, THEIRS)
    assert ours[2] == [1, {"cmd": "AUTHENTICATE", "args": {"access_token": "a code of i"}}]
