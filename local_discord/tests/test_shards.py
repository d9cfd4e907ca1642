"""Shards: who gets which events, and what IDENTIFY may ask for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import discord
import pytest

from local_discord import LocalDiscord
from local_discord.fixtures import DMS, Channel, Guild
from local_discord.guilds import FixedGuilds, shard_of
from local_discord.payload import payloads_of
from local_discord.testing.discord_py import running
from local_discord.testing.waiting import until
from local_discord.tests.clock import Clock
from local_discord.tests.raw_client import RawClient, control, identify_body, raw_client

COUNT = 4
GUILDS = FixedGuilds(
    [
        Guild(number << 22, f"Guild {number}", "en-US", (Channel((number << 22) + 1, "cards"),))
        for number in range(1, 9)
    ]
)


@pytest.fixture
async def sharded(clock: Clock) -> AsyncIterator[LocalDiscord]:
    """A local Discord that recommends four shards, any two of which may identify at once."""
    async with LocalDiscord(guilds=GUILDS, shards=COUNT, max_concurrency=2, clock=clock) as local:
        yield local


async def _identified(client: RawClient, number: int, count: int = COUNT) -> list[int]:
    """Identify as a shard; returns the ids of its guilds."""
    ready = await client.identify(shard=[number, count])
    return [int(str(one["id"])) for one in payloads_of(ready["guilds"])]


async def test_gateway_bot_recommends_the_shards(sharded: LocalDiscord) -> None:
    async with raw_client(sharded) as client:
        body = (await client.request("GET", "/gateway/bot")).body
    assert body["shards"] == COUNT
    assert body["session_start_limit"] == {
        "total": 1000,
        "remaining": 1000,
        "reset_after": 86_400_000,
        "max_concurrency": 2,
    }


async def test_every_guild_is_on_one_shard(sharded: LocalDiscord, clock: Clock) -> None:
    found: dict[int, int] = {}
    for number in range(COUNT):
        clock.now += 5
        async with raw_client(sharded) as client:
            for guild_id in await _identified(client, number):
                assert (await client.event("GUILD_CREATE"))["id"] == str(guild_id)
                found[guild_id] = number
    assert found == {guild.id: (guild.id >> 22) % COUNT for guild in GUILDS}


async def test_a_bucket_starts_one_shard_in_five_seconds(
    sharded: LocalDiscord, clock: Clock
) -> None:
    async with raw_client(sharded) as zero, raw_client(sharded) as one, raw_client(sharded) as two:
        await _identified(zero, 0)
        await _identified(one, 1)
        await two.send(2, identify_body(shard=[2, COUNT]))
        assert await two.receive() == control(9, False)
        clock.now += 5
        assert await _identified(two, 2) == [2 << 22, 6 << 22]


async def test_all_sessions_of_a_shard_hear_everything(sharded: LocalDiscord, clock: Clock) -> None:
    async with raw_client(sharded) as old, raw_client(sharded) as new:
        await _identified(old, 1)
        clock.now += 5
        await _identified(new, 1)
        await sharded.gateway.dispatch("INTERACTION_CREATE", {"id": "1"}, 5 << 22)
        assert [(await one.event("INTERACTION_CREATE"))["id"] for one in (old, new)] == ["1", "1"]


async def test_fleets_of_different_sizes_hear_the_same_guild(sharded: LocalDiscord) -> None:
    async with raw_client(sharded) as of_four, raw_client(sharded) as of_two:
        assert 6 << 22 in await _identified(of_four, 2)
        assert 6 << 22 not in await _identified(of_two, 1, 2)
        await sharded.gateway.dispatch("INTERACTION_CREATE", {"id": "1"}, 6 << 22)
        await sharded.gateway.dispatch("INTERACTION_CREATE", {"id": "2"}, 5 << 22)
        assert (await of_four.event("INTERACTION_CREATE"))["id"] == "1"
        assert (await of_two.event("INTERACTION_CREATE"))["id"] == "2"


async def test_direct_messages_reach_the_first_shard_only(sharded: LocalDiscord) -> None:
    async with raw_client(sharded) as zero, raw_client(sharded) as one:
        await _identified(zero, 0)
        await _identified(one, 1)
        await sharded.gateway.dispatch("INTERACTION_CREATE", {"id": "1"}, DMS[0].guild_id)
        await sharded.gateway.dispatch("INTERACTION_CREATE", {"id": "2"}, 1 << 22)
        assert (await zero.event("INTERACTION_CREATE"))["id"] == "1"
        assert (await one.event("INTERACTION_CREATE"))["id"] == "2"


@pytest.mark.parametrize("shard", [[4, 4], [-1, 4], [0, 0], [0], [0, 1, 2], ["0", "4"], "0/4"])
async def test_an_invalid_shard_is_refused(sharded: LocalDiscord, shard: object) -> None:
    async with raw_client(sharded) as client:
        await client.send(2, identify_body(shard=shard))
        assert await client.close_code() == 4010


async def test_large_applications_need_a_multiple_of_their_shards(sharded: LocalDiscord) -> None:
    sharded.gateway.shard_multiple = COUNT
    async with raw_client(sharded) as client:
        await client.send(2, identify_body(shard=[1, COUNT + 2]))
        assert await client.close_code() == 4010
    async with raw_client(sharded) as client:
        assert await _identified(client, 1, 2 * COUNT) == [1 << 22]


async def test_too_many_guilds_for_a_shard_require_sharding(
    sharded: LocalDiscord, clock: Clock
) -> None:
    sharded.gateway.max_guilds_per_shard = 2
    for shard in (None, [0, 3]):
        clock.now += 5
        async with raw_client(sharded) as client:
            await client.send(2, identify_body(shard=shard))
            assert await client.close_code() == 4011
    async with raw_client(sharded) as client:
        assert await _identified(client, 0) == [4 << 22, 8 << 22]


async def test_a_session_resumes_on_its_own_shard(sharded: LocalDiscord) -> None:
    async with raw_client(sharded) as client:
        session = (await client.identify(shard=[1, COUNT]))["session_id"]
        for _ in range(2):
            await client.event("GUILD_CREATE")
        await sharded.gateway.close_connections()
        await sharded.gateway.dispatch("INTERACTION_CREATE", {"id": "1"}, 2 << 22)
        await sharded.gateway.dispatch("INTERACTION_CREATE", {"id": "2"}, 1 << 22)
    async with raw_client(sharded) as client:
        await client.resume(session, 3)
        assert (await client.event("INTERACTION_CREATE"))["id"] == "2"


class ShardedBot(discord.AutoShardedClient):
    """A bot with as many shards as Discord recommends."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify without the pause that Discord's gateway requires."""


async def test_discord_py_starts_the_recommended_shards(sharded: LocalDiscord) -> None:
    sharded.gateway.session_start_limit.seconds = 0
    client = ShardedBot()
    async with running(client, sharded):
        await asyncio.wait_for(client.wait_until_ready(), 20)
        assert client.shard_count == COUNT
        assert {one.id: one.shard_id for one in client.guilds} == {
            guild.id: shard_of(guild.id, COUNT) for guild in GUILDS
        }
        assert sharded.gateway.identifies == COUNT
        assert sharded.refusals == []


async def test_discord_py_identifies_again_where_it_was_too_early(sharded: LocalDiscord) -> None:
    client = ShardedBot()
    async with running(client, sharded):
        await until(lambda: sharded.gateway.identifies > COUNT)
        sharded.gateway.session_start_limit.seconds = 0
        await asyncio.wait_for(client.wait_until_ready(), 20)
        assert len(client.guilds) == len(GUILDS)


async def test_a_bot_finds_its_own_permissions(sharded: LocalDiscord) -> None:
    sharded.gateway.session_start_limit.seconds = 0
    client = ShardedBot()
    async with running(client, sharded):
        await asyncio.wait_for(client.wait_until_ready(), 20)
        assert client.user is not None
        guild = await client.fetch_guild(1 << 22)
        member = await guild.fetch_member(client.user.id)
        assert guild.default_role.permissions.send_messages
        assert member.guild_permissions.send_messages
