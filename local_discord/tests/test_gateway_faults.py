"""What can go wrong at the gateway, on demand."""

from __future__ import annotations

import asyncio
import json

import pytest

from local_discord import LocalDiscord
from local_discord.payload import payload_of
from local_discord.tests.clock import Clock
from local_discord.tests.raw_client import RawClient, control, identify_body, raw_client

GUILD_ID = 1_200_000_000_000_000_000


async def _connected(client: RawClient) -> object:
    """Identify and read up to the last guild; returns the session's id."""
    session = (await client.identify())["session_id"]
    await client.event("GUILD_CREATE")
    await client.event("GUILD_CREATE")
    return session


async def _hears_nothing(client: RawClient) -> None:
    with pytest.raises(TimeoutError):
        await client.socket.receive(timeout=0.1)


@pytest.mark.parametrize("code", [1000, 1001, 4000, 4008])
async def test_a_session_outlives_its_closed_connection(local: LocalDiscord, code: int) -> None:
    async with raw_client(local) as client:
        session = await _connected(client)
        await local.gateway.close_connections(code)
        assert await client.close_code() == code
    async with raw_client(local) as again:
        await again.resume(session, client.sequence)
        assert (await again.receive())["t"] == "RESUMED"


@pytest.mark.parametrize("code", [4004, 4007, 4009, 4014])
async def test_some_close_codes_end_the_session(local: LocalDiscord, code: int) -> None:
    async with raw_client(local) as client:
        session = await _connected(client)
        await local.gateway.close_connections(code)
        assert await client.close_code() == code
    async with raw_client(local) as again:
        await again.resume(session, client.sequence)
        assert await again.receive() == control(9, False)


async def test_identify_is_refused_on_demand(local: LocalDiscord) -> None:
    local.gateway.refuse_next(2, 4014)
    for _ in range(2):
        async with raw_client(local) as client:
            await client.send(2, identify_body())
            assert await client.close_code() == 4014
    async with raw_client(local) as client:
        assert (await client.identify())["session_id"]


async def test_resume_is_refused_on_demand(local: LocalDiscord) -> None:
    async with raw_client(local) as client:
        session = await _connected(client)
        await local.gateway.close_connections()
    local.gateway.refuse_next(1, 4000)
    async with raw_client(local) as again:
        await again.resume(session, client.sequence)
        assert await again.close_code() == 4000
    async with raw_client(local) as again:
        await again.resume(session, client.sequence)
        assert (await again.receive())["t"] == "RESUMED"


async def test_heartbeats_go_unacknowledged_on_demand(local: LocalDiscord) -> None:
    async with raw_client(local) as client:
        local.gateway.acknowledges_heartbeats = False
        await client.send(1)
        await client.send(2, identify_body())
        assert (await client.receive())["t"] == "READY"


async def test_a_silent_gateway_sends_nothing(local: LocalDiscord) -> None:
    async with raw_client(local) as client:
        session = await _connected(client)
        local.gateway.silent = True
        assert await local.gateway.dispatch("MISSED", {}, GUILD_ID)
        await client.send(1)
        await client.send(99)
        await _hears_nothing(client)
        local.gateway.silent = False
        assert await local.gateway.dispatch("MISSED_TOO", {}, GUILD_ID)
        await _hears_nothing(client)
        async with raw_client(local) as again:
            await again.resume(session, client.sequence)
            events = [(await again.receive())["t"] for _ in range(3)]
        assert events == ["MISSED", "MISSED_TOO", "RESUMED"]


async def test_a_silent_gateway_does_not_even_greet(local: LocalDiscord) -> None:
    local.gateway.silent = True
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.1), raw_client(local):
            pytest.fail("It was greeted.")


async def test_a_corrupted_frame_is_no_json(local: LocalDiscord) -> None:
    async with raw_client(local) as client:
        await local.gateway.send_corrupted()
        frame = await client.socket.receive(timeout=5)
        with pytest.raises(json.JSONDecodeError):
            json.loads(frame.data)


async def test_an_invalidated_session_cannot_be_resumed(local: LocalDiscord) -> None:
    async with raw_client(local) as client:
        session = await _connected(client)
        await local.gateway.invalidate_sessions(resumable=False)
        assert await client.receive() == control(9, False)
        await client.resume(session, client.sequence)
        assert await client.receive() == control(9, False)
        assert (await client.identify())["session_id"] != session


async def test_a_session_invalidated_for_now_can_be_resumed(local: LocalDiscord) -> None:
    async with raw_client(local) as client:
        session = await _connected(client)
        await local.gateway.invalidate_sessions(resumable=True)
        assert await client.receive() == control(9, True)
        await client.resume(session, client.sequence)
        assert (await client.receive())["t"] == "RESUMED"


async def test_clients_are_asked_to_reconnect(local: LocalDiscord) -> None:
    async with raw_client(local) as client:
        await _connected(client)
        await local.gateway.ask_to_reconnect()
        assert await client.receive() == control(7)


async def test_the_last_events_are_repeated(local: LocalDiscord) -> None:
    async with raw_client(local) as client:
        await _connected(client)
        for event in ("ONE", "TWO", "THREE"):
            await local.gateway.dispatch(event, {}, GUILD_ID)
        sent = [await client.receive() for _ in range(3)]
        await local.gateway.repeat_last(2)
        assert [await client.receive() for _ in range(2)] == sent[1:]


async def test_identifies_and_resumes_are_counted(local: LocalDiscord) -> None:
    async with raw_client(local) as client:
        session = await _connected(client)
        await local.gateway.close_connections()
    async with raw_client(local) as again:
        await again.resume(session, client.sequence)
        await again.event("RESUMED")
    assert (local.gateway.identifies, local.gateway.resumes) == (1, 1)


async def _start_limit(client: RawClient) -> dict[str, object]:
    reply = await client.request("GET", "/gateway/bot")
    return payload_of(reply.body["session_start_limit"])


async def test_each_identify_counts_against_the_start_limit(local: LocalDiscord) -> None:
    async with raw_client(local) as client:
        before = await _start_limit(client)
        await client.identify()
        after = await _start_limit(client)
    assert (before["total"], before["remaining"], after["remaining"]) == (1000, 1000, 999)
    assert after["max_concurrency"] == 1


async def test_the_start_limit_begins_anew_after_a_day(clock: Clock) -> None:
    async with LocalDiscord(clock=clock) as local, raw_client(local) as client:
        await client.identify()
        assert (await _start_limit(client))["reset_after"] == 24 * 60 * 60 * 1000
        clock.now += 24 * 60 * 60
        assert (await _start_limit(client))["remaining"] == 1000


async def test_an_identify_too_many_ends_sessions_and_resets_the_token(
    local: LocalDiscord,
) -> None:
    local.gateway.session_start_limit.remaining = 1
    async with raw_client(local) as first, raw_client(local) as second:
        await _connected(first)
        await second.send(2, identify_body())
        assert await second.close_code() == 4004
        assert await first.close_code() == 4004
        assert (await first.request("GET", "/users/@me")).status == 401
    assert local.gateway.sessions == ()
