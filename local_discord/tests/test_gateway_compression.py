"""The gateway's encodings."""

from __future__ import annotations

import json
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest
from discord import utils

from local_discord import LocalDiscord
from local_discord.payload import payload_of
from local_discord.testing import Person
from local_discord.tests.demo_bot import DemoBot
from local_discord.tests.raw_client import identify_body

SUFFIX = b"\x00\x00\xff\xff"


@asynccontextmanager
async def _connection(
    local: LocalDiscord, query: str
) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(local.gateway_url + query, max_msg_size=0) as socket,
    ):
        yield socket


async def test_a_zlib_stream_has_one_context_and_ends_each_frame(local: LocalDiscord) -> None:
    inflator = zlib.decompressobj()
    async with _connection(local, "?v=10&encoding=json&compress=zlib-stream") as socket:
        await socket.send_json({"op": 2, "d": identify_body()})
        frames = [await socket.receive_bytes(timeout=5) for _ in range(4)]
    assert all(frame.endswith(SUFFIX) for frame in frames)
    payloads = [payload_of(json.loads(inflator.decompress(frame))) for frame in frames]
    assert [one.get("t") for one in payloads] == [None, "READY", "GUILD_CREATE", "GUILD_CREATE"]
    with pytest.raises(zlib.error):
        zlib.decompressobj().decompress(frames[1])


async def test_a_corrupted_frame_of_a_zlib_stream_cannot_be_inflated(local: LocalDiscord) -> None:
    inflator = zlib.decompressobj()
    async with _connection(local, "?compress=zlib-stream") as socket:
        inflator.decompress(await socket.receive_bytes(timeout=5))
        await local.gateway.send_corrupted()
        with pytest.raises(zlib.error):
            inflator.decompress(await socket.receive_bytes(timeout=5))


async def test_large_payloads_are_compressed_if_identify_asks_for_it(local: LocalDiscord) -> None:
    async with _connection(local, "") as socket:
        await socket.receive_str(timeout=5)
        await socket.send_json({"op": 2, "d": identify_body(compress=True)})
        frames = [(await socket.receive(timeout=5)).data for _ in range(3)]
        assert json.loads(frames[0])["t"] == "READY"
        assert json.loads(zlib.decompress(frames[1]))["t"] == "GUILD_CREATE"


async def test_payloads_in_a_zlib_stream_are_not_compressed_twice(local: LocalDiscord) -> None:
    inflator = zlib.decompressobj()
    async with _connection(local, "?compress=zlib-stream") as socket:
        await socket.send_json({"op": 2, "d": identify_body(compress=True)})
        for _ in range(4):
            json.loads(inflator.decompress(await socket.receive_bytes(timeout=5)))


@pytest.mark.parametrize(
    ("query", "code"),
    [("?v=8", 4012), ("?v=10&encoding=etf", 4002), ("?v=10&compress=brotli", 4002)],
)
async def test_another_protocol_is_refused(local: LocalDiscord, query: str, code: int) -> None:
    async with _connection(local, query) as socket:
        assert (await socket.receive(timeout=5)).data == code


async def test_discord_py_reads_the_compression_it_asks_for(
    local: LocalDiscord, bot: DemoBot, ada: Person
) -> None:
    assert local.gateway.transports == (utils._ActiveDecompressionContext.COMPRESSION_TYPE,)
    await local.gateway.close_connections()
    assert (await ada.command("patience", "echo", fruit="fig")).text == "fig"
