"""Many guilds: their ids, their events, and how these are sent."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import AsyncIterator

import discord
import pytest

from local_discord import LocalDiscord
from local_discord.guilds import shard_of
from local_discord.many_guilds import ManyGuilds
from local_discord.payload import int_of, is_payload, payloads_of
from local_discord.testing.discord_py import running
from local_discord.testing.waiting import until
from local_discord.tests.raw_client import raw_client

HEARTBEAT_ACK = 11


@pytest.fixture
async def local() -> AsyncIterator[LocalDiscord]:
    """A local Discord with two thousand guilds."""
    async with LocalDiscord(guilds=ManyGuilds(2000), shards=2) as discord_here:
        discord_here.gateway.session_start_limit.seconds = 0
        yield discord_here


def test_guilds_are_spread_over_the_shards() -> None:
    guilds = ManyGuilds(6400)
    for count in (1, 5, 64):
        ids = [list(guilds.of_shard(number, count)) for number in range(count)]
        assert all(shard_of(id_, count) == number for number in range(count) for id_ in ids[number])
        assert sum(map(len, ids)) == len(guilds)
        assert min(map(len, ids)) > 0.5 * len(guilds) / count


def test_guilds_have_distinct_ascending_ids_that_a_seed_repeats() -> None:
    ids = [guild.id for guild in ManyGuilds(500, seed=1)]
    assert ids == sorted(set(ids)) == [guild.id for guild in ManyGuilds(500, seed=1)]
    assert ids != [guild.id for guild in ManyGuilds(500, seed=2)]


def test_a_guild_is_found_by_its_id_and_by_its_channels() -> None:
    guilds = ManyGuilds(50)
    for guild in guilds:
        assert guilds.get(guild.id) == guild
        assert all(guilds.of_channel(channel.id) == guild for channel in guild.channels)
        assert guilds.of_channel(guild.id) is None
    assert guilds.get(1) is None
    assert guilds.created(1) is None
    assert guilds.of_channel(1) is None


def test_the_event_of_a_guild_has_its_channels_roles_and_emojis() -> None:
    guilds = ManyGuilds(8)
    for guild in guilds:
        body: object = json.loads(guilds.created(guild.id) or "")
        assert is_payload(body)
        assert (body["id"], body["name"], body["preferred_locale"]) == (
            str(guild.id),
            guild.name,
            guild.locale,
        )
        groups = {group: payloads_of(body[group]) for group in ("channels", "roles", "emojis")}
        assert [len(group) for group in groups.values()] == [50, 30, 40]
        ids = Counter(int(str(one["id"])) for group in groups.values() for one in group)
        assert set(ids.values()) == {1}
        assert {channel.id for channel in guild.channels} < ids.keys()


async def test_discord_py_reads_the_guilds(local: LocalDiscord) -> None:
    intents = discord.Intents(guilds=True, emojis_and_stickers=True)
    client = discord.AutoShardedClient(
        shard_ids=[0], shard_count=64, intents=intents, guild_ready_timeout=0
    )
    async with running(client, local):
        there = list(local.state.guilds.of_shard(0, 64))
        await until(lambda: [one.id for one in client.guilds if not one.unavailable] == there)
        for guild in client.guilds:
            assert (len(guild.channels), len(guild.roles), len(guild.emojis)) == (50, 30, 40)
            assert guild.me.guild_permissions.send_messages


async def test_heartbeats_are_acknowledged_while_guilds_are_sent(local: LocalDiscord) -> None:
    async with raw_client(local) as client:
        await client.identify(shard=[0, 1])
        await client.send(1)
        before = 0
        while (payload := await client.receive())["op"] != HEARTBEAT_ACK:
            before += payload["t"] == "GUILD_CREATE"
        assert before < len(local.state.guilds)


async def test_an_event_need_not_wait_for_all_guilds(local: LocalDiscord) -> None:
    guild = next(iter(local.state.guilds))
    async with raw_client(local) as client:
        await client.identify(shard=[0, 1])
        await local.gateway.dispatch("INTERACTION_CREATE", {"id": "1"}, guild.id)
        await client.event("INTERACTION_CREATE")
        assert client.sequence < len(local.state.guilds)
        await client.event("GUILD_CREATE")


async def _stalled(local: LocalDiscord) -> None:
    """Wait until a client that reads nothing is sent nothing more."""
    before = -1

    def has_stalled() -> bool:
        nonlocal before
        [session] = local.gateway._sessions.values()
        before, after = session.sequence, before
        return before == after

    await until(has_stalled)


@pytest.mark.parametrize("has_stalled", [False, True])
async def test_guilds_that_were_not_received_come_when_a_client_resumes(
    local: LocalDiscord, has_stalled: bool
) -> None:
    local.gateway.closing_seconds = 0.1
    async with raw_client(local) as client:
        ready = await client.identify(shard=[0, 4])
        wanted = {str(one["id"]) for one in payloads_of(ready["guilds"])}
        received = {str((await client.event("GUILD_CREATE"))["id"]) for _ in range(50)}
        seen = client.sequence
        if has_stalled:
            await _stalled(local)
        await local.gateway.close_connections()
    async with raw_client(local) as client:
        await client.resume(ready["session_id"], seen)
        while received < wanted:
            payload = await client.receive()
            assert int_of(payload["s"]) > seen
            data = payload["d"]
            assert is_payload(data)
            received |= {str(data["id"])} if payload["t"] == "GUILD_CREATE" else set()
    assert received == wanted


async def test_a_shard_is_served_once_all_its_guilds_were_sent(local: LocalDiscord) -> None:
    async with raw_client(local) as client:
        ready = await client.identify(shard=[3, 8])
        assert local.gateway.served_shards == frozenset()
        for _ in payloads_of(ready["guilds"]):
            await client.event("GUILD_CREATE")
        await until(lambda: local.gateway.served_shards == {(3, 8)})
    await until(lambda: local.gateway.served_shards == frozenset())
