"""Injected faults, the network and outages, as a bot's requests meet them."""

from __future__ import annotations

import asyncio

import aiohttp
import discord
import pytest

from local_discord import LocalDiscord
from local_discord.errors import REFUSALS
from local_discord.fault_injection import (
    CloudflareBan,
    Fault,
    HttpError,
    Late,
    LateBefore,
    Network,
    RateLimited,
    Refused,
    ResetAfter,
    ResetBefore,
)
from local_discord.fixtures import GUILDS
from local_discord.testing import InteractionFailed, Person
from local_discord.testing.waiting import until
from local_discord.tests.demo_bot import DemoBot
from local_discord.tests.raw_client import RawClient, Reply, raw_client

PATIENCE = GUILDS[0].channels[0]
MESSAGES = f"/channels/{PATIENCE.id}/messages"
CONNECTION_RESET = 104
ABNORMAL_CLOSURE = 1006


async def post(raw: RawClient, content: str = "Hello!") -> Reply:
    return await raw.request("POST", MESSAGES, {"content": content})


def posted(local: LocalDiscord) -> list[str]:
    return [one.content for one in local.state.messages(PATIENCE.id)]


async def test_a_rate_limit_of_the_bot_has_discords_headers_and_body(
    raw: RawClient, local: LocalDiscord
) -> None:
    local.inject(RateLimited(1.2))
    reply = await post(raw)
    assert (reply.status, reply.body["retry_after"], reply.body["global"]) == (429, 1.2, False)
    assert reply.headers["Retry-After"] == "2"
    assert reply.headers["X-RateLimit-Scope"] == "user"
    assert "Via" in reply.headers
    assert posted(local) == []


async def test_a_global_rate_limit_says_so(raw: RawClient, local: LocalDiscord) -> None:
    local.inject(RateLimited(scope="global"))
    reply = await post(raw)
    assert reply.body["global"] is True
    assert reply.headers["X-RateLimit-Global"] == "true"
    assert reply.headers["X-RateLimit-Scope"] == "global"


async def test_a_shared_rate_limit_is_of_the_resource(raw: RawClient, local: LocalDiscord) -> None:
    local.inject(RateLimited(scope="shared"))
    reply = await post(raw)
    assert reply.body["message"] == "The resource is being rate limited."
    assert reply.headers["X-RateLimit-Scope"] == "shared"


async def test_a_rate_limit_may_come_as_a_page_of_html(raw: RawClient, local: LocalDiscord) -> None:
    local.inject(RateLimited(html=True))
    async with (
        aiohttp.ClientSession(headers={"Authorization": "Bot local"}) as session,
        session.get(local.api_url + "/users/@me") as response,
    ):
        assert (response.status, response.content_type) == (429, "text/html")
        assert "Via" in response.headers
        assert "Too Many Requests" in await response.text()


async def test_discord_py_waits_out_a_rate_limit(local: LocalDiscord, bot: DemoBot) -> None:
    local.inject(RateLimited(0.01), 2, path_contains="/messages")
    channel = bot.get_partial_messageable(PATIENCE.id)
    await channel.send("Patience is a virtue")
    assert posted(local) == ["Patience is a virtue"]
    assert local.refusals == []


async def test_discord_py_does_not_repeat_a_request_that_cloudflare_refused(
    local: LocalDiscord, bot: DemoBot
) -> None:
    local.inject(CloudflareBan())
    with pytest.raises(discord.HTTPException, match="429"):
        await bot.get_partial_messageable(PATIENCE.id).send("Hello?")
    assert posted(local) == []


@pytest.mark.parametrize("html", [False, True])
async def test_a_server_error_reaches_the_client_in_json_or_html(
    local: LocalDiscord, html: bool
) -> None:
    local.inject(HttpError(503, html=html))
    headers = {"Authorization": "Bot local"}
    url = local.api_url + "/users/@me"
    async with aiohttp.ClientSession(headers=headers) as session:
        async with session.get(url) as response:
            assert response.status == 503
            assert response.content_type == ("text/html" if html else "application/json")
        async with session.get(url) as response:
            assert response.status == 200


@pytest.mark.parametrize("code", REFUSALS)
async def test_a_refusal_has_discords_status_and_message(
    raw: RawClient, local: LocalDiscord, code: int
) -> None:
    local.inject(Refused(code))
    reply = await post(raw)
    assert (reply.code, (reply.status, reply.body["message"])) == (code, REFUSALS[code])
    assert posted(local) == []
    assert local.refusals == []


@pytest.mark.parametrize(
    ("fault", "acted"), [(ResetBefore(), []), (ResetAfter(), ["Hello!"])], ids=["before", "after"]
)
async def test_a_reset_connection_is_reset_by_tcp(
    raw: RawClient, local: LocalDiscord, fault: Fault, acted: list[str]
) -> None:
    local.inject(fault)
    with pytest.raises(aiohttp.ClientOSError) as broken:
        await post(raw)
    assert broken.value.errno == CONNECTION_RESET
    assert posted(local) == acted
    await post(raw, "Again")
    assert posted(local) == [*acted, "Again"]


async def test_a_late_response_comes_after_discord_acted(
    raw: RawClient, local: LocalDiscord
) -> None:
    local.inject(Late(30))
    sending = asyncio.create_task(post(raw))
    await until(lambda: posted(local))
    assert not sending.done()
    sending.cancel()


async def test_a_response_accepted_in_time_is_shown_however_late_the_bot_hears_of_it(
    local: LocalDiscord, ada: Person
) -> None:
    injected = local.inject(Late(30), path_contains="/callback")
    assert (await ada.command("patience", "whereami")).text
    assert injected.happened.is_set()


async def test_a_response_to_an_interaction_accepted_late_is_refused(
    local: LocalDiscord, ada: Person
) -> None:
    local.interactions.deadline = 0.2
    local.inject(LateBefore(0.3), path_contains="/callback")
    with pytest.raises(InteractionFailed):
        await ada.command("patience", "whereami")
    await until(lambda: local.refusals)
    assert local.refusals[0].code == 10062


async def test_a_fault_meets_so_many_requests_of_its_method_and_path(
    raw: RawClient, local: LocalDiscord
) -> None:
    injected = local.inject(HttpError(500), 2, method="POST", path_contains="/messages")
    assert (await raw.request("GET", MESSAGES)).status == 200
    assert (await raw.request("POST", "/users/@me/channels", {})).status == 404
    assert (await post(raw)).status == 500
    assert not injected.happened.is_set()
    assert (await post(raw)).status == 500
    assert injected.happened.is_set()
    assert injected.remaining == 0
    assert (await post(raw)).status == 200


async def test_half_of_the_latency_passes_before_discord_acts(
    raw: RawClient, local: LocalDiscord
) -> None:
    local.network = Network(latency=(60, 60))
    sending = asyncio.create_task(post(raw))
    await raw.send(1)
    await raw.receive()
    assert posted(local) == []
    sending.cancel()


async def test_lost_requests_are_reset_before_or_after_discord_acted(
    raw: RawClient, local: LocalDiscord
) -> None:
    local.network = Network(loss=1)
    for number in range(10):
        with pytest.raises(aiohttp.ClientOSError):
            await post(raw, str(number))
    assert 0 < len(posted(local)) < 10


async def test_an_outage_resets_every_connection_of_a_bot(
    raw: RawClient, local: LocalDiscord
) -> None:
    ready = await raw.identify()
    async with local.outage():
        assert await raw.close_code() == ABNORMAL_CLOSURE
        with pytest.raises(aiohttp.ClientOSError):
            await post(raw)
        with pytest.raises(aiohttp.ClientOSError):
            async with raw_client(local):
                pass
    async with raw_client(local) as again:
        await again.send(
            6, {"token": "local", "session_id": ready["session_id"], "seq": raw.sequence}
        )
        await again.event("RESUMED")
        assert (await post(again)).status == 200


async def test_a_request_whose_body_an_outage_cuts_off_leaves_no_error(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with LocalDiscord() as local, raw_client(local) as raw:
        late = local.inject(LateBefore(0.1))
        sending = asyncio.create_task(post(raw, "a" * 2**19))
        await late.happened.wait()
        async with local.outage():
            with pytest.raises(aiohttp.ClientOSError):
                await sending
    assert "Error handling request" not in caplog.text


async def test_the_page_goes_on_in_an_outage(local: LocalDiscord, ada: Person) -> None:
    async with local.outage():
        await ada.wait_until(lambda: not ada.online, "bot offline")
        await ada.say("patience", "Is anybody there?")
    await ada.until_online()
    assert (await ada.command("patience", "whereami")).text
