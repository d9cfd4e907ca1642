"""The gateway: connecting, being refused, resuming."""

from __future__ import annotations

import asyncio

import aiohttp
import discord
import pytest

from local_discord import LocalDiscord
from local_discord.fixtures import GUILDS
from local_discord.payload import payload_of, payloads_of
from local_discord.testing import InteractionFailed, Person
from local_discord.testing.discord_py import pointed_at, running
from local_discord.testing.waiting import until
from local_discord.tests.clock import Clock
from local_discord.tests.demo_bot import DemoBot
from local_discord.tests.raw_client import control, identify_body, raw_client

CARD_TABLE, NIGHT_OWLS = GUILDS
HEARTBEAT_ACK = 11


async def test_identify_gets_ready_and_the_guilds(local: LocalDiscord) -> None:
    async with raw_client(local) as client:
        ready = await client.identify()
        assert ready["resume_gateway_url"] == local.gateway_url
        assert [one["id"] for one in payloads_of(ready["guilds"])] == [
            str(CARD_TABLE.id),
            str(NIGHT_OWLS.id),
        ]
        names = [(await client.event("GUILD_CREATE"))["name"] for _ in GUILDS]
        assert names == ["The Card Table", "Night Owls"]


async def test_the_gateways_address_needs_no_token(local: LocalDiscord) -> None:
    async with raw_client(local) as client:
        reply = await client.request("GET", "/gateway", token=None)
    assert reply.body == {"url": local.gateway_url}


async def test_without_the_guilds_intent_there_are_no_guild_events(local: LocalDiscord) -> None:
    async with raw_client(local) as client:
        await client.identify(intents=0)
        await local.delete_channel(CARD_TABLE.channels[0].id)
        await local.gateway.dispatch("INTERACTION_CREATE", {}, CARD_TABLE.id)
        assert (await client.receive())["t"] == "INTERACTION_CREATE"


async def test_ready_names_the_shard_only_if_identify_does(local: LocalDiscord) -> None:
    async with raw_client(local) as client, raw_client(local) as sharded:
        assert "shard" not in await client.identify()
        assert (await sharded.identify(shard=[0, 2]))["shard"] == [0, 2]


async def test_ready_has_the_fields_that_discord_sends_besides(local: LocalDiscord) -> None:
    async with raw_client(local) as client:
        ready = await client.identify()
    documented = {"v", "user", "guilds", "session_id", "resume_gateway_url", "application"}
    empty = ("private_channels", "relationships", "game_relationships", "presences")
    assert ready.keys() >= documented
    assert [ready[key] for key in (*empty, "guild_join_requests")] == [[]] * 5
    assert (ready["session_type"], ready["user_settings"]) == ("normal", {})
    assert ready.keys() >= {"geo_ordered_rtc_regions", "auth", "_trace"}


async def test_a_heartbeat_is_acknowledged(local: LocalDiscord) -> None:
    async with raw_client(local) as client:
        await client.send(1)
        assert await client.receive() == control(HEARTBEAT_ACK)


@pytest.mark.parametrize("path", ["/", "/gateway", "/gateway/"])
async def test_the_gateway_has_a_path_with_or_without_a_slash_or_none(
    local: LocalDiscord, path: str
) -> None:
    address = f"ws://127.0.0.1:{local.port}{path}?v=10&encoding=json"
    async with aiohttp.ClientSession() as session, session.ws_connect(address) as socket:
        hello = await socket.receive_json()
    assert hello == control(10, {"heartbeat_interval": 41250})


async def test_events_can_come_later_and_stay_in_order(local: LocalDiscord) -> None:
    channels = [channel.id for channel in CARD_TABLE.channels]
    async with raw_client(local) as client:
        await client.identify()
        for _ in GUILDS:
            await client.event("GUILD_CREATE")
        began = asyncio.get_running_loop().time()
        for channel, delay in zip(channels, (0.2, 0.1, 0.0), strict=True):
            local.gateway.event_delay = delay
            await local.delete_channel(channel)
        assert (await client.request("GET", f"/channels/{channels[0]}")).code == 10003
        deleted = [(await client.event("CHANNEL_DELETE"))["id"] for _ in channels]
        assert asyncio.get_running_loop().time() - began >= 0.2
    assert deleted == list(map(str, channels))


async def test_a_command_fails_if_its_event_comes_too_late(
    local: LocalDiscord, ada: Person
) -> None:
    local.gateway.event_delay = 1.0
    local.interactions.deadline = 0.2
    with pytest.raises(InteractionFailed, match="did not respond"):
        await ada.command("general", "secret")
    # What the bot answers then is refused.
    await until(lambda: [one.code for one in local.refusals] == [10062])


async def test_missing_heartbeats_close_the_connection(local: LocalDiscord) -> None:
    local.gateway.heartbeat_seconds = 0.05
    async with raw_client(local) as client:
        assert await client.close_code() == 4009


async def test_a_wrong_token_closes_the_connection() -> None:
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
async def test_an_invalid_payload_closes_the_connection(
    local: LocalDiscord, op: int, data: object, code: int
) -> None:
    async with raw_client(local) as client:
        await client.send(op, data)
        assert await client.close_code() == code


async def test_only_120_payloads_a_minute_are_accepted(local: LocalDiscord) -> None:
    async with raw_client(local) as client:
        await client.identify()
        for _ in range(119):
            await client.send(3, {})
        await client.send(3, {})
        assert await client.close_code() == 4008


async def test_the_payloads_of_an_earlier_minute_do_not_count(clock: Clock) -> None:
    async with LocalDiscord(clock=clock) as local, raw_client(local) as client:
        await client.identify()
        for _ in range(2):
            for _ in range(118):
                await client.send(3, {})
            await client.send(1)
            while (await client.receive())["op"] != HEARTBEAT_ACK:
                pass
            clock.now += 60


async def test_heartbeats_keep_the_connection_open(local: LocalDiscord) -> None:
    local.gateway.heartbeat_seconds = 0.4
    async with raw_client(local) as client:
        for _ in range(15):
            await client.send(1)
            assert (await client.receive())["op"] == 11


async def test_a_second_identify_within_five_seconds_is_answered_by_an_invalid_session() -> None:
    async with LocalDiscord() as local, raw_client(local) as one, raw_client(local) as other:
        await one.identify(shard=[0, 2])
        await other.send(2, identify_body(shard=[1, 2]))
        assert await other.receive() == control(9, False)


async def test_shards_of_different_buckets_identify_at_once() -> None:
    async with LocalDiscord() as local, raw_client(local) as one, raw_client(local) as other:
        local.gateway.session_start_limit.max_concurrency = 2
        await one.identify(shard=[0, 2])
        assert (await other.identify(shard=[1, 2]))["shard"] == [1, 2]


async def test_the_user_in_ready_has_flags(local: LocalDiscord) -> None:
    async with raw_client(local) as client:
        user = payload_of((await client.identify())["user"])
    assert (user["flags"], user["bot"], user["verified"]) == (0, True, True)


async def test_invalid_json_closes_the_connection(local: LocalDiscord) -> None:
    async with raw_client(local) as client:
        await client.socket.send_str("hello?")
        assert await client.close_code() == 4002


async def test_identifying_twice_closes_the_connection(local: LocalDiscord) -> None:
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


async def test_resume_replays_missed_events(local: LocalDiscord) -> None:
    async with raw_client(local) as client:
        session = (await client.identify())["session_id"]
        await client.event("GUILD_CREATE")
        seen = client.sequence
        await local.gateway.close_connections()
    async with raw_client(local) as client:
        await client.resume(session, seen)
        assert (await client.receive())["s"] == seen + 1
        assert (await client.receive())["t"] == "RESUMED"


async def test_an_unknown_session_is_invalid(local: LocalDiscord) -> None:
    async with raw_client(local) as client:
        await client.resume("nobody", 1)
        assert await client.receive() == control(9, False)
        assert (await client.identify())["session_id"]


async def _disconnect(local: LocalDiscord) -> None:
    await local.gateway.close_connections()
    await until(lambda: not local.state.online)


async def test_a_session_can_be_resumed_for_some_minutes(clock: Clock) -> None:
    async with LocalDiscord(clock=clock) as local:
        async with raw_client(local) as client:
            session = (await client.identify())["session_id"]
            clock.now += 1000
            await _disconnect(local)
        clock.now += 180
        async with raw_client(local) as client:
            await client.resume(session, 3)
            assert (await client.receive())["t"] == "RESUMED"
            await _disconnect(local)
        clock.now += 181
        async with raw_client(local) as client:
            await client.resume(session, 4)
            assert await client.receive() == control(9, False)
        assert local.gateway.sessions == ()


async def test_an_unsent_sequence_number_closes_the_connection(local: LocalDiscord) -> None:
    async with raw_client(local) as client:
        session = (await client.identify())["session_id"]
        await local.gateway.close_connections()
    async with raw_client(local) as client:
        await client.resume(session, 1000)
        assert await client.close_code() == 4007


async def test_a_session_closed_by_its_client_cannot_be_resumed(local: LocalDiscord) -> None:
    async with raw_client(local) as client:
        session = (await client.identify())["session_id"]
        await client.socket.close(code=1000)
    async with raw_client(local) as client:
        await client.resume(session, 1)
        assert (await client.receive())["op"] == 9


async def test_discord_py_resumes_after_a_dropped_connection(
    local: LocalDiscord, bot: DemoBot, ada: Person
) -> None:
    resumed = asyncio.Event()

    async def on_resumed() -> None:
        resumed.set()

    bot.event(on_resumed)
    before = local.gateway.sessions
    await local.gateway.close_connections()
    assert (await ada.command("patience", "echo", fruit="fig")).text == "fig"
    await asyncio.wait_for(resumed.wait(), 10)
    assert local.gateway.sessions == before


async def test_discord_py_reconnects_when_asked(
    local: LocalDiscord, bot: DemoBot, ada: Person
) -> None:
    before = local.gateway.sessions
    await local.gateway.ask_to_reconnect()
    assert (await ada.command("patience", "echo", fruit="fig")).text == "fig"
    assert local.gateway.sessions == before


async def test_discord_py_identifies_again_when_its_session_is_invalid(
    local: LocalDiscord, bot: DemoBot, ada: Person
) -> None:
    before = local.gateway.sessions
    again = asyncio.Event()

    async def on_connect() -> None:
        again.set()

    bot.event(on_connect)
    await local.gateway.invalidate_sessions()
    await asyncio.wait_for(again.wait(), 20)
    assert (await ada.command("patience", "echo", fruit="fig")).text == "fig"
    assert len(local.gateway.sessions) == 1
    assert local.gateway.sessions != before


async def test_discord_py_fails_to_log_in_with_a_wrong_token() -> None:
    async with LocalDiscord(token="right") as local:
        client = DemoBot()
        with pointed_at(local):
            with pytest.raises(discord.LoginFailure):
                await client.start("wrong")
            await client.close()


async def test_discord_py_knows_guilds_and_channels(
    local: LocalDiscord, bot: DemoBot, ada: Person
) -> None:
    assert {guild.name: [one.name for one in guild.text_channels] for guild in bot.guilds} == {
        "The Card Table": ["patience", "general", "daily"],
        "Night Owls": ["lounge", "games"],
    }


async def test_the_page_shows_whether_the_bot_is_connected(local: LocalDiscord) -> None:
    async with Person.connect(local.page_url) as ada:
        assert not ada.online
        async with running(DemoBot(), local):
            await ada.until_online()
        await ada.wait_until(lambda: not ada.online, "bot gone")


class ShardedBot(discord.AutoShardedClient):
    """A bot with two shards."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), shard_count=2, guild_ready_timeout=0)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify without the pause that Discord's gateway requires."""


async def test_each_shard_of_discord_py_has_its_guild(local: LocalDiscord) -> None:
    client = ShardedBot()
    async with running(client, local):
        await asyncio.wait_for(client.wait_until_ready(), 20)
        assert {guild.name: guild.shard_id for guild in client.guilds} == {
            "The Card Table": 1,
            "Night Owls": 0,
        }
