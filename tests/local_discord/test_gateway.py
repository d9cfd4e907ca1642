"""The gateway: connecting, being refused, coming back."""

from __future__ import annotations

import asyncio

import discord
import pytest

from local_discord import LocalDiscord
from local_discord.fixtures import GUILDS
from local_discord.payload import payloads_of
from local_discord.testing import Person
from tests.local_discord.client import pointed_at, running
from tests.local_discord.demo_bot import DemoBot
from tests.local_discord.raw_client import RawClient, identify_body, raw_client

CARD_TABLE, NIGHT_OWLS = GUILDS


async def test_ready_and_guilds_follow_identify(local: LocalDiscord) -> None:
    async with raw_client(local) as client:
        ready = await client.identify()
        assert ready["resume_gateway_url"] == local.gateway_url
        assert [one["id"] for one in payloads_of(ready["guilds"])] == [
            str(CARD_TABLE.id),
            str(NIGHT_OWLS.id),
        ]
        names = [(await client.event("GUILD_CREATE"))["name"] for _ in GUILDS]
        assert names == ["The Card Table", "Night Owls"]


async def test_a_heartbeat_is_acknowledged(local: LocalDiscord) -> None:
    async with raw_client(local) as client:
        await client.send(1)
        assert (await client.receive())["op"] == 11


async def test_silence_ends_the_connection(local: LocalDiscord) -> None:
    local.heartbeat_seconds = 0.05
    async with raw_client(local) as client:
        assert await client.close_code() == 4009


async def test_a_wrong_token_ends_the_connection() -> None:
    async with LocalDiscord(token="right") as local, raw_client(local) as client:
        await client.send(2, identify_body("wrong"))
        assert await client.close_code() == 4004


@pytest.mark.parametrize(
    ("op", "data", "code"),
    [
        (3, {}, 4003),
        (99, None, 4001),
        (2, {"token": "x" * 5000}, 4002),
        (2, identify_body(intents=1 << 15), 4014),
        (2, identify_body(intents=1 << 40), 4013),
        (2, identify_body(intents=None), 4013),
        (2, identify_body(shard=[3, 2]), 4010),
        (2, identify_body(""), 4004),
    ],
)
async def test_what_the_gateway_does_not_take_ends_the_connection(
    local: LocalDiscord, op: int, data: object, code: int
) -> None:
    async with raw_client(local) as client:
        await client.send(op, data)
        assert await client.close_code() == code


async def test_what_is_no_json_ends_the_connection(local: LocalDiscord) -> None:
    async with raw_client(local) as client:
        await client.socket.send_str("hello?")
        assert await client.close_code() == 4002


async def test_identifying_twice_ends_the_connection(local: LocalDiscord) -> None:
    async with raw_client(local) as client:
        await client.identify()
        await client.send(2, identify_body())
        assert await client.close_code() == 4005


async def test_each_shard_gets_its_guilds(local: LocalDiscord) -> None:
    async with raw_client(local) as even, raw_client(local) as odd:
        first = await even.identify(shard=[0, 2])
        second = await odd.identify(shard=[1, 2])
    assert [one["id"] for one in payloads_of(first["guilds"])] == [str(NIGHT_OWLS.id)]
    assert [one["id"] for one in payloads_of(second["guilds"])] == [str(CARD_TABLE.id)]


async def _resume(client: RawClient, session: object, sequence: int) -> None:
    await client.send(6, {"token": "local", "session_id": session, "seq": sequence})


async def test_resume_replays_what_was_missed(local: LocalDiscord) -> None:
    async with raw_client(local) as client:
        session = (await client.identify())["session_id"]
        await client.event("GUILD_CREATE")
        seen = client.sequence
        await local.drop_gateway()
    async with raw_client(local) as client:
        await _resume(client, session, seen)
        assert (await client.receive())["s"] == seen + 1
        assert (await client.receive())["t"] == "RESUMED"


async def test_an_unknown_session_is_not_resumed(local: LocalDiscord) -> None:
    async with raw_client(local) as client:
        await _resume(client, "nobody", 1)
        assert await client.receive() == {"op": 9, "d": False}
        assert (await client.identify())["session_id"]


async def test_a_sequence_from_the_future_ends_the_connection(local: LocalDiscord) -> None:
    async with raw_client(local) as client:
        session = (await client.identify())["session_id"]
        await local.drop_gateway()
    async with raw_client(local) as client:
        await _resume(client, session, 1000)
        assert await client.close_code() == 4007


async def test_a_session_closed_by_its_client_can_not_be_resumed(local: LocalDiscord) -> None:
    async with raw_client(local) as client:
        session = (await client.identify())["session_id"]
        await client.socket.close(code=1000)
    async with raw_client(local) as client:
        await _resume(client, session, 1)
        assert (await client.receive())["op"] == 9


async def test_the_real_client_resumes_after_a_drop(
    local: LocalDiscord, bot: DemoBot, ada: Person
) -> None:
    resumed = asyncio.Event()

    async def on_resumed() -> None:
        resumed.set()

    bot.event(on_resumed)
    before = local.sessions
    await local.drop_gateway()
    assert (await ada.command("patience", "echo", fruit="fig")).text == "fig"
    await asyncio.wait_for(resumed.wait(), 10)
    assert local.sessions == before


async def test_the_real_client_reconnects_when_asked(
    local: LocalDiscord, bot: DemoBot, ada: Person
) -> None:
    before = local.sessions
    await local.ask_to_reconnect()
    assert (await ada.command("patience", "echo", fruit="fig")).text == "fig"
    assert local.sessions == before


async def test_the_real_client_identifies_anew_when_its_session_is_gone(
    local: LocalDiscord, bot: DemoBot, ada: Person
) -> None:
    before = local.sessions
    again = asyncio.Event()

    async def on_connect() -> None:
        again.set()

    bot.event(on_connect)
    await local.invalidate_sessions()
    await asyncio.wait_for(again.wait(), 20)
    assert (await ada.command("patience", "echo", fruit="fig")).text == "fig"
    assert len(local.sessions) == 1
    assert local.sessions != before


async def test_the_real_client_is_told_of_a_wrong_token() -> None:
    async with LocalDiscord(token="right") as local:
        client = DemoBot()
        with pointed_at(local):
            with pytest.raises(discord.LoginFailure):
                await client.start("wrong")
            await client.close()


async def test_the_real_client_knows_guilds_and_channels(
    local: LocalDiscord, bot: DemoBot, ada: Person
) -> None:
    assert {guild.name: [one.name for one in guild.text_channels] for guild in bot.guilds} == {
        "The Card Table": ["patience", "general", "daily"],
        "Night Owls": ["lounge", "games"],
    }


async def test_the_page_sees_the_bot_come_and_go(local: LocalDiscord) -> None:
    async with Person.connect(local.page_url) as ada:
        assert not ada.online
        async with running(DemoBot(), local):
            await ada.until_online()
        await ada._until(lambda: not ada.online, "bot gone")


class ShardedBot(discord.AutoShardedClient):
    """Two shards, identified one right after the other."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), shard_count=2, guild_ready_timeout=0)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Without the pause that Discord's own gateway asks for."""


async def test_the_real_client_s_shards_each_have_their_guild(local: LocalDiscord) -> None:
    client = ShardedBot()
    async with running(client, local):
        await asyncio.wait_for(client.wait_until_ready(), 20)
        assert {guild.name: guild.shard_id for guild in client.guilds} == {
            "The Card Table": 1,
            "Night Owls": 0,
        }
