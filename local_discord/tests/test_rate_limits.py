"""Rate limits as a bot meets them: refusals, headers, and what counts towards which limit."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from local_discord import LocalDiscord
from local_discord.fixtures import APPLICATION_ID, GUILDS, USERS
from local_discord.payload import Payload, text_of
from local_discord.rate_limits import UNLIMITED, Limit, Limits
from local_discord.testing import Person
from local_discord.testing.discord_py import running
from local_discord.tests.actions import Action
from local_discord.tests.clock import Clock
from local_discord.tests.demo_bot import DemoBot
from local_discord.tests.raw_client import RawClient, Reply, raw_client

PATIENCE, GENERAL, *_ = GUILDS[0].channels
MESSAGES = f"/channels/{PATIENCE.id}/messages"
COMMANDS = f"/applications/{APPLICATION_ID}/commands"
HOUR = 60 * 60


@pytest.fixture
async def local(clock: Clock) -> AsyncIterator[LocalDiscord]:
    async with LocalDiscord(clock=clock) as discord_here:
        yield discord_here


@pytest.fixture
async def raw(local: LocalDiscord) -> AsyncIterator[RawClient]:
    async with raw_client(local) as client:
        yield client


async def post(raw: RawClient, path: str = MESSAGES) -> Reply:
    return await raw.request("POST", path, {"content": "Hello!"})


async def edit(raw: RawClient, posted: Reply) -> Reply:
    path = f"{MESSAGES}/{text_of(posted.body['id'])}"
    return await raw.request("PATCH", path, {"content": "Hello again!"})


async def test_responses_tell_how_many_requests_are_left(raw: RawClient, clock: Clock) -> None:
    first, second = await post(raw), await post(raw)
    assert first.headers["X-RateLimit-Limit"] == "5"
    assert first.headers["X-RateLimit-Remaining"] == "4"
    assert second.headers["X-RateLimit-Remaining"] == "3"
    assert float(first.headers["X-RateLimit-Reset-After"]) == 5
    assert float(first.headers["X-RateLimit-Reset"]) == pytest.approx(clock.now + 5, abs=0.01)
    assert first.headers["X-RateLimit-Bucket"] == second.headers["X-RateLimit-Bucket"]


async def test_a_channel_takes_five_messages_in_five_seconds(
    raw: RawClient, local: LocalDiscord, clock: Clock
) -> None:
    assert [(await post(raw)).status for _ in range(6)] == [200] * 5 + [429]
    clock.now += 4
    refused = await post(raw)
    assert refused.body["retry_after"] == pytest.approx(1)
    assert refused.body["global"] is False
    assert refused.headers["X-RateLimit-Scope"] == "user"
    assert refused.headers["X-RateLimit-Remaining"] == "0"
    assert (await post(raw, f"/channels/{GENERAL.id}/messages")).status == 200
    clock.now += 1
    assert (await post(raw)).status == 200
    assert [one.limit for one in local.rate_limited] == ["messages", "messages"]
    assert local.refusals == []


async def test_edits_have_a_limit_of_their_own(raw: RawClient) -> None:
    posted = [await post(raw) for _ in range(5)]
    assert [(await edit(raw, one)).status for one in posted] == [200] * 5
    assert (await edit(raw, posted[0])).status == 429


async def test_a_press_may_be_switched_to_edit_old_messages_only_so_often(
    raw: RawClient, local: LocalDiscord, clock: Clock
) -> None:
    button = {"type": 2, "style": 1, "label": "Press", "custom_id": "press"}
    board: Payload = {"content": "Board", "components": [{"type": 1, "components": [button]}]}
    limited = Limits(old_callback_edits=Limit(3, 6))
    await raw.identify()
    async with Person.connect(local.page_url, "Ada") as ada:
        posted = (await raw.request("POST", MESSAGES, board)).body["id"]
        shown = await ada.until(lambda message: message.id == posted, "board")

        async def codes() -> list[int]:
            """How four presses that edit the board are refused; 0 if they are not."""
            found = []
            for _ in range(4):
                press = asyncio.create_task(ada.press(shown, label="Press"))
                action = Action(raw, await raw.event("INTERACTION_CREATE"), press)
                found.append((await action.respond(7, board)).code)
                if found[-1]:
                    await action.respond(4, {"content": "Later"})
                await press
            return found

        local.limits = limited
        assert await codes() == [0] * 4
        clock.now += HOUR + 1
        local.limits = Limits()
        assert await codes() == [0] * 4
        local.limits = limited
        assert await codes() == [0] * 3 + [30046]


async def test_messages_older_than_an_hour_take_three_edits_in_six_seconds(
    raw: RawClient, local: LocalDiscord, clock: Clock
) -> None:
    posted = await post(raw)
    clock.now += HOUR + 1
    assert [(await edit(raw, posted)).status for _ in range(3)] == [200] * 3
    refused = await edit(raw, posted)
    assert (refused.status, refused.code) == (429, 30046)
    assert refused.body["retry_after"] == pytest.approx(6)
    assert refused.headers["X-RateLimit-Remaining"] == "2"
    young = await post(raw)
    assert (await edit(raw, young)).status == 200
    clock.now += 6
    assert (await edit(raw, posted)).status == 200
    assert [one.limit for one in local.rate_limited] == ["old_edits"]


async def test_deletions_are_limited(raw: RawClient) -> None:
    posted = [await post(raw) for _ in range(4)]
    paths = [f"{MESSAGES}/{text_of(one.body['id'])}" for one in posted]
    statuses = [(await raw.request("DELETE", path)).status for path in paths]
    assert statuses == [204, 204, 204, 429]


async def test_all_routes_share_a_limit(raw: RawClient, local: LocalDiscord, clock: Clock) -> None:
    statuses = [(await raw.request("GET", "/users/@me")).status for _ in range(50)]
    assert statuses == [200] * 50
    refused = await post(raw)
    assert refused.body["global"] is True
    assert refused.headers["X-RateLimit-Global"] == "true"
    assert "X-RateLimit-Bucket" not in refused.headers
    assert [one.limit for one in local.rate_limited] == ["all_routes"]
    clock.now += 1
    assert (await raw.request("GET", "/users/@me")).status == 200


async def test_interactions_do_not_count_towards_the_limit_of_all_routes(
    local: LocalDiscord,
) -> None:
    async with running(DemoBot(), local), Person.connect(local.page_url, "Ada") as ada:
        await ada.until_online()
        local.limits = replace(UNLIMITED, all_routes=Limit(1, HOUR))
        for _ in range(3):
            await ada.command("patience", "later")
    assert local.rate_limited == []


async def test_an_interaction_takes_five_edits_of_its_response_in_two_seconds(
    local: LocalDiscord, raw: RawClient
) -> None:
    path = f"/webhooks/{APPLICATION_ID}/a-token/messages/@original"
    other = f"/webhooks/{APPLICATION_ID}/another/messages/@original"
    statuses = [(await raw.request("PATCH", path, {"content": "."})).status for _ in range(6)]
    assert statuses == [401] * 5 + [429]
    assert (await raw.request("PATCH", other, {"content": "."})).status == 401
    assert local.rate_limited[0].retry_after == 2


async def test_new_commands_are_limited_and_known_ones_are_not(
    raw: RawClient, local: LocalDiscord, clock: Clock
) -> None:
    local.limits = Limits(new_commands=Limit(2, 24 * HOUR))
    commands = [{"name": name, "description": name} for name in ("one", "two", "three")]
    for _ in range(2):
        assert (await raw.request("PUT", COMMANDS, commands[:2])).status == 200
    refused = await raw.request("PUT", COMMANDS, commands)
    assert (refused.status, refused.code) == (429, 30034)
    assert (await raw.request("POST", COMMANDS, commands[2])).code == 30034
    assert len(local.state.commands(None)) == 2
    clock.now += 24 * HOUR
    assert (await raw.request("PUT", COMMANDS, commands)).status == 200


async def test_opening_direct_messages_is_limited_by_user(
    raw: RawClient, local: LocalDiscord
) -> None:
    local.limits = Limits(opened_dms=Limit(1, 600))

    async def open_dm(user: int) -> Reply:
        return await raw.request("POST", "/users/@me/channels", {"recipient_id": str(user)})

    ada, ben, *_ = USERS
    assert [(await open_dm(one.id)).status for one in (ada, ada)] == [200, 200]
    refused = await open_dm(ben.id)
    assert (refused.status, refused.code) == (403, 40003)


async def test_cloudflare_bans_a_bot_after_too_many_invalid_requests(
    raw: RawClient, local: LocalDiscord, clock: Clock
) -> None:
    local.limits = Limits(invalid=Limit(2, 600))
    for _ in range(2):
        assert (await raw.request("GET", "/users/@me", token=None)).status == 401
    with pytest.raises(ValueError, match="Expecting value"):
        await raw.request("GET", "/users/@me")
    assert [one.limit for one in local.rate_limited] == ["invalid"]
    clock.now += 600
    assert (await raw.request("GET", "/users/@me")).status == 200


async def test_without_enforcement_requests_beyond_a_limit_are_only_recorded(
    raw: RawClient, local: LocalDiscord
) -> None:
    local.limits = Limits(enforced=False)
    replies = [await post(raw) for _ in range(6)]
    assert [one.status for one in replies] == [200] * 6
    assert not [one for one in replies if "X-RateLimit-Limit" in one.headers]
    assert [(one.limit, str(PATIENCE.id) in one.key) for one in local.rate_limited] == [
        ("messages", True)
    ]


async def test_without_enforcement_a_ban_is_only_recorded(
    raw: RawClient, local: LocalDiscord
) -> None:
    local.limits = Limits(invalid=Limit(2, 600), enforced=False)
    for _ in range(2):
        assert (await raw.request("GET", "/users/@me", token=None)).status == 401
    assert (await raw.request("GET", "/users/@me")).status == 200
    assert [one.limit for one in local.rate_limited] == ["invalid"]


async def test_limits_can_be_lifted(raw: RawClient, local: LocalDiscord) -> None:
    local.limits = UNLIMITED
    assert [(await post(raw)).status for _ in range(60)] == [200] * 60
    assert local.rate_limited == []
