"""Emoji of the application: limits, errors, and what may name them."""

from __future__ import annotations

import base64

import aiohttp
import discord
import pytest

from local_discord import LocalDiscord
from local_discord.fixtures import APPLICATION_ID, GUILDS, Emoji
from local_discord.payload import Payload, payloads_of, text_of
from local_discord.rest.emojis import MAX_EMOJIS
from local_discord.tests.demo_bot import DemoBot, png
from local_discord.tests.raw_client import RawClient
from local_discord.validation.emojis import MAX_BYTES

EMOJIS = f"/applications/{APPLICATION_ID}/emojis"
MESSAGES = f"/channels/{GUILDS[0].channels[0].id}/messages"
PICTURE = png(4, 4)


def uri(image: bytes, kind: str = "png") -> str:
    return f"data:image/{kind};base64,{base64.b64encode(image).decode()}"


def upload(name: object = "hearts", image: object = uri(PICTURE)) -> Payload:
    return {"name": name, "image": image}


async def added(raw: RawClient, name: str = "hearts") -> str:
    reply = await raw.request("POST", EMOJIS, upload(name))
    assert reply.status == 201, reply.body
    return text_of(reply.body["id"])


async def names(raw: RawClient) -> list[object]:
    return [one["name"] for one in payloads_of((await raw.request("GET", EMOJIS)).body["items"])]


async def test_a_library_uploads_emoji_and_lists_them(bot: DemoBot) -> None:
    made = await bot.create_application_emoji(name="hearts", image=PICTURE)
    assert [str(one) for one in await bot.fetch_application_emojis()] == [f"<:hearts:{made.id}>"]
    assert not made.animated


async def test_an_emoji_is_found_renamed_and_deleted(raw: RawClient) -> None:
    one = f"{EMOJIS}/{await added(raw)}"
    assert (await raw.request("GET", one)).body["name"] == "hearts"
    reply = await raw.request("PATCH", one, {"name": "cups"})
    assert (reply.status, reply.body["name"]) == (200, "cups")
    assert (await raw.request("PATCH", one, {})).body["name"] == "cups"
    assert await names(raw) == ["cups"]
    assert (await raw.request("DELETE", one)).status == 204
    assert await names(raw) == []
    replies = [await raw.request(method, one, {}) for method in ("GET", "PATCH", "DELETE")]
    assert [(reply.status, reply.code) for reply in replies] == [(404, 10014)] * 3


async def test_emoji_of_another_application_are_out_of_reach(raw: RawClient) -> None:
    reply = await raw.request("POST", "/applications/1/emojis", upload())
    assert (reply.status, reply.code) == (403, 50001)
    assert (await raw.request("GET", EMOJIS, token=None)).status == 401


@pytest.mark.parametrize(
    ("body", "path", "code"),
    [
        (upload("x"), "name", "BASE_TYPE_BAD_LENGTH"),
        (upload("x" * 33), "name", "BASE_TYPE_BAD_LENGTH"),
        (upload("two words"), "name", "STRING_TYPE_REGEX"),
        (upload("herz\u00e9"), "name", "STRING_TYPE_REGEX"),
        (upload(None), "name", "BASE_TYPE_REQUIRED"),
        (upload(7), "name", "STRING_TYPE_CONVERT"),
        (upload(image=None), "image", "BASE_TYPE_REQUIRED"),
        (upload(image=7), "image", "BASE_TYPE_BAD_IMAGE"),
        (upload(image="hearts.png"), "image", "BASE_TYPE_BAD_IMAGE"),
        (upload(image="data:image/png;base64,?"), "image", "BASE_TYPE_BAD_IMAGE"),
        (upload(image=uri(b"<svg/>")), "image", "BASE_TYPE_BAD_IMAGE"),
        (upload() | {"roles": []}, "roles", "UNKNOWN_KEY"),
    ],
)
async def test_an_emoji_that_breaks_a_rule_is_refused(
    raw: RawClient, body: Payload, path: str, code: str
) -> None:
    reply = await raw.request("POST", EMOJIS, body)
    assert (reply.status, reply.code, reply.problems()) == (400, 50035, {path: code})
    assert await names(raw) == []


async def test_a_name_belongs_to_one_emoji(raw: RawClient) -> None:
    await added(raw)
    taken = {"name": "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"}
    assert (await raw.request("POST", EMOJIS, upload())).problems() == taken
    other = f"{EMOJIS}/{await added(raw, 'spades')}"
    assert (await raw.request("PATCH", other, {"name": "hearts"})).problems() == taken
    assert (await raw.request("PATCH", other, {"name": "spades"})).status == 200
    assert (await raw.request("PATCH", other, {"image": uri(PICTURE)})).problems() == {
        "image": "UNKNOWN_KEY"
    }


async def test_an_image_has_256_kibibytes_at_most(raw: RawClient) -> None:
    full = PICTURE + bytes(MAX_BYTES - len(PICTURE))
    assert (await raw.request("POST", EMOJIS, upload(image=uri(full)))).status == 201
    reply = await raw.request("POST", EMOJIS, upload("more", uri(full + b"x")))
    assert (reply.status, reply.problems()) == (400, {"image": "BINARY_TYPE_MAX_SIZE"})


async def test_there_are_2000_emoji_at_most(raw: RawClient, local: LocalDiscord) -> None:
    for number in range(MAX_EMOJIS - 1):
        local.state.emojis[number] = Emoji(number, f"emoji_{number}", None)
    await added(raw)
    reply = await raw.request("POST", EMOJIS, upload("one_more"))
    assert (reply.status, reply.code) == (400, 30008)


async def test_a_component_may_have_an_uploaded_emoji_until_it_is_deleted(
    bot: DemoBot, raw: RawClient
) -> None:
    emoji = await bot.create_application_emoji(name="hearts", image=PICTURE)
    button: Payload = {
        "type": 2,
        "style": 2,
        "custom_id": "x",
        "label": "7",
        "emoji": {"id": str(emoji.id), "name": emoji.name},
    }
    body: Payload = {"content": "Well?", "components": [{"type": 1, "components": [button]}]}
    assert (await raw.request("POST", MESSAGES, body)).status == 200
    await emoji.delete()
    assert (await raw.request("POST", MESSAGES, body)).code == 50035


async def test_pages_get_the_picture_of_an_emoji(bot: DemoBot, local: LocalDiscord) -> None:
    emoji = await bot.create_application_emoji(name="hearts", image=PICTURE)
    bare = await local.add_emoji("bare")
    origin = local.page_url.rsplit("/", 2)[0]
    async with aiohttp.ClientSession() as session:
        async with session.get(f"{origin}/emojis/{emoji.id}") as reply:
            assert (reply.content_type, await reply.read()) == ("image/png", PICTURE)
            assert reply.headers["X-Content-Type-Options"] == "nosniff"
        for missing in (bare.id, 7):
            async with session.get(f"{origin}/emojis/{missing}") as reply:
                assert (reply.status, await reply.read()) == (204, b"")


async def test_a_library_reads_why_an_upload_is_refused(bot: DemoBot) -> None:
    await bot.create_application_emoji(name="hearts", image=PICTURE)
    with pytest.raises(discord.HTTPException, match="already exists"):
        await bot.create_application_emoji(name="hearts", image=PICTURE)
