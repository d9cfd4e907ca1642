"""Activities: launched, signed in, and served through the proxy, without a browser."""

from __future__ import annotations

import base64
import re
from collections.abc import AsyncIterator

import aiohttp
import pytest
from aiohttp import web

from local_discord import LocalDiscord
from local_discord.activities.proxy import ORIGIN
from local_discord.fixtures import APPLICATION_ID, USE_EMBEDDED_ACTIVITIES
from local_discord.payload import Payload, payload_of, payloads_of, text_of
from local_discord.testing import Person
from local_discord.testing.person import InteractionFailed
from local_discord.testing.waiting import until
from local_discord.tests.demo_bot import DemoBot
from local_discord.tests.raw_client import RawClient

APPLICATION = {"client_id": str(APPLICATION_ID), "response_type": "code", "scope": ["identify"]}


@pytest.fixture
async def served(local: LocalDiscord) -> AsyncIterator[list[web.Request]]:
    """An Activity of a page, an echoing socket and what else was asked of it."""
    asked: list[web.Request] = []

    async def page(_: web.Request) -> web.Response:
        html = "<script src='a.js'></script><script type='module'>1</script>"
        headers = {"Content-Security-Policy": "default-src 'none'", "Cache-Control": "max-age=60"}
        return web.Response(text=html, content_type="text/html", headers=headers)

    async def echo(request: web.Request) -> web.WebSocketResponse:
        asked.append(request)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_str(await socket.receive_str())
        await socket.close(code=4321)
        return socket

    async def other(request: web.Request) -> web.Response:
        asked.append(request)
        return web.Response(text=await request.text(), headers={"Set-Cookie": "a=1", "X-Own": "1"})

    app = web.Application()
    app.router.add_get("/", page)
    app.router.add_get("/ws", echo)
    app.router.add_route("*", "/{path:.*}", other)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    local.enable_activities(f"http://127.0.0.1:{runner.addresses[0][1]}/")
    yield asked
    await runner.cleanup()


async def instance_of(raw: RawClient, launched: Payload) -> Payload:
    """An instance as the bot is told of it; empty if it has ended."""
    path = f"/applications/{APPLICATION_ID}/activity-instances/{launched['instance_id']}"
    answer = await raw.request("GET", path)
    return answer.body if answer.status == 200 else {}


async def test_a_button_launches_the_activity_and_others_join_it(
    local: LocalDiscord, bot: DemoBot, ada: Person, raw: RawClient, served: list[web.Request]
) -> None:
    asked = await ada.command("general", "menu")
    launched = await ada.press_for_activity(asked, label="Launch")
    await until(lambda: bot.launched == [launched["instance_id"]])
    async with Person.connect(local.page_url, "Ben") as ben:
        assert (await ben.launch("general"))["instance_id"] == launched["instance_id"]
        both = await instance_of(raw, launched)
        assert both["users"] == [str(ada.id), str(ben.id)]
        assert payload_of(both["location"])["kind"] == "gc"
        assert (await ada.launch("general"))["instance_id"] == launched["instance_id"]
        await ada.wait_until(lambda: len(ada.participants) == 2, "second participant")
        assert (await ben.launch("dm"))["instance_id"] != launched["instance_id"]
    await ada.wait_until(lambda: len(ada.participants) == 1, "departure")
    await ada.leave_activity()
    await ada.say("general", "bye")
    assert await instance_of(raw, launched) == {}
    local.refusals.clear()


async def test_an_activity_is_not_launched_where_it_may_not_be(
    local: LocalDiscord, bot: DemoBot, ada: Person, served: list[web.Request]
) -> None:
    async with Person.connect(local.page_url, "Ben") as ben:
        await local.deny_user(int(ben.channel("general")), ben.id, USE_EMBEDDED_ACTIVITIES)
        asked = await ben.command("general", "menu")
        assert (await ben.press(asked, label="Launch")).text == "refused with 50013"
        with pytest.raises(InteractionFailed, match="permission to use Activities"):
            await ben.launch("general")
    local.activities.target = ""
    assert (await ada.press(asked, label="Launch")).text == "refused with 50035"
    local.refusals.clear()


async def test_an_entry_point_that_the_application_handles_reaches_the_bot(
    local: LocalDiscord, bot: DemoBot, ada: Person, raw: RawClient, served: list[web.Request]
) -> None:
    [entry] = [one for one in local.state.commands(None) if one["type"] == 4]
    await raw.request(
        "PATCH", f"/applications/{APPLICATION_ID}/commands/{entry['id']}", {"handler": 1}
    )
    local.interactions.deadline = 0.2
    with pytest.raises(InteractionFailed, match="did not respond"):
        await ada.launch("general")


async def test_a_code_is_traded_once_for_a_token_of_its_user(
    local: LocalDiscord, ada: Person, raw: RawClient, served: list[web.Request]
) -> None:
    await ada.launch("general")
    code = text_of((await ada.rpc("AUTHORIZE", **APPLICATION))["code"])
    form = {"grant_type": "authorization_code", "code": code}
    form |= {"client_id": str(APPLICATION_ID), "client_secret": "any"}
    async with aiohttp.ClientSession() as session:
        url = f"{local.api_url}/oauth2/token"
        granted = await (await session.post(url, data=form)).json()
        headers = {"Authorization": f"Bearer {granted['access_token']}"}
        me = await (await session.get(f"{local.api_url}/users/@me", headers=headers)).json()
        known = await (await session.get(f"{local.api_url}/oauth2/@me", headers=headers)).json()
        basic = base64.b64encode(f"{APPLICATION_ID}:any".encode()).decode()
        own = {"grant_type": "client_credentials", "scope": "identify"}
        headers = {"Authorization": f"Basic {basic}"}
        assert (await session.post(url, data=own, headers=headers)).status == 200
        again = await session.post(url, data=form)
        assert (again.status, (await again.json())["error"]) == (400, "invalid_grant")
        unknown = await session.post(url, data=form | {"client_id": "1"})
        assert (unknown.status, (await unknown.json())["error"]) == (401, "invalid_client")
    assert (me["id"], known["user"]["id"], known["scopes"]) == (
        str(ada.id),
        str(ada.id),
        ["identify"],
    )
    authenticated = await ada.rpc("AUTHENTICATE", access_token=granted["access_token"])
    assert payload_of(authenticated["user"])["id"] == str(ada.id)
    async with Person.connect(local.page_url, "Ben") as ben:
        await ben.launch("general")
        with pytest.raises(InteractionFailed, match="Invalid token"):
            await ben.rpc("AUTHENTICATE", access_token=granted["access_token"])
    local.refusals.clear()


async def test_commands_of_other_applications_or_of_no_client_are_refused(
    local: LocalDiscord, ada: Person, served: list[web.Request]
) -> None:
    await ada.launch("general")
    for command, args, why in (
        ("AUTHORIZE", APPLICATION | {"client_id": "1"}, "Invalid Client ID"),
        ("AUTHORIZE", APPLICATION | {"scope": "identify"}, "a list of scopes"),
        ("GET_CHANNEL", {"channel_id": "1"}, "not the Activity's channel"),
        ("OPEN_SESAME", {}, "Invalid command"),
    ):
        with pytest.raises(InteractionFailed, match=why):
            await ada.rpc(command, **args)
    local.grants.refusing.add(ada.id)
    with pytest.raises(InteractionFailed, match="access_denied"):
        await ada.rpc("AUTHORIZE", **APPLICATION)
    found = await ada.rpc("GET_ACTIVITY_INSTANCE_CONNECTED_PARTICIPANTS")
    assert [one["id"] for one in payloads_of(found["participants"])] == [str(ada.id)]


async def test_the_proxy_puts_its_policy_and_nonces_in_place_of_the_pages_own(
    local: LocalDiscord, ada: Person, served: list[web.Request]
) -> None:
    launched = await ada.launch("general")
    async with aiohttp.ClientSession() as session:
        page = await session.get(f"{local.page_url}activity/{launched['instance_id']}/")
        html, policy = await page.text(), page.headers["Content-Security-Policy"]
    [nonce] = re.findall(r"'nonce-([\w-]+)'", policy)
    assert html == f"<script src='a.js'></script><script nonce=\"{nonce}\" type='module'>1</script>"
    assert f"connect-src http://127.0.0.1:{local.port}/ ws://127.0.0.1:{local.port}/ " in policy
    assert page.headers["Cache-Control"] == "no-store"


async def test_the_proxy_says_that_requests_come_from_discord(
    local: LocalDiscord, ada: Person, served: list[web.Request]
) -> None:
    launched = await ada.launch("general")
    base = f"{local.page_url}activity/{launched['instance_id']}"
    own = f"http://127.0.0.1:{local.port}"
    async with aiohttp.ClientSession(headers={"Origin": own, "Referer": base}) as session:
        answer = await session.post(f"{base}/.proxy/api/token?a=b", data="code")
        assert (await answer.text(), "Set-Cookie" in answer.headers) == ("code", False)
        async with session.ws_connect(f"{base}/ws") as socket:
            await socket.send_str("hello")
            assert await socket.receive_str() == "hello"
            await socket.receive()
            assert socket.close_code == 4321
        assert [one.headers["Origin"] for one in served] == [ORIGIN, ORIGIN]
        assert (served[0].path_qs, served[0].headers.get("Referer")) == ("/api/token?a=b", None)
        # A frame with an opaque origin is passed on as one; another page is refused.
        await session.post(f"{base}/api", headers={"Origin": "null"})
        assert served[-1].headers["Origin"] == "null"
        elsewhere = await session.post(f"{base}/api", headers={"Origin": "https://evil.example"})
        assert elsewhere.status == 403


async def test_a_window_shows_its_activity_again_after_a_restart(
    local: LocalDiscord, ada: Person, raw: RawClient, served: list[web.Request]
) -> None:
    launched = await ada.launch("general")
    await ada.leave_activity()
    await ada.send({"op": "rejoin", "instance": launched["instance_id"]})
    await ada.say("general", "back")
    assert (await instance_of(raw, launched))["users"] == [str(ada.id)]
    await ada.send({"op": "rejoin", "instance": "i-1-gc-1-1"})
    await ada.wait_until(lambda: bool(ada.errors), "refusal")
    assert "no such Activity" in ada.errors[-1]


async def test_nothing_is_served_for_an_instance_that_has_ended(
    local: LocalDiscord, ada: Person, served: list[web.Request]
) -> None:
    async with aiohttp.ClientSession() as session:
        gone = await session.get(f"{local.page_url}activity/i-1-gc-1-1/")
        assert gone.status == 404
        launched = await ada.launch("general")
        local.activities.target = "http://127.0.0.1:9"
        nowhere = await session.get(f"{local.page_url}activity/{launched['instance_id']}/")
        assert (nowhere.status, "Nothing answers" in await nowhere.text()) == (502, True)
