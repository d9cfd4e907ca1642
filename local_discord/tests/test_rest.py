"""REST routes apart from interactions: tokens, commands, channels, messages."""

from __future__ import annotations

from urllib.parse import quote

import aiohttp
import discord
import pytest

from local_discord import LocalDiscord
from local_discord.fixtures import ADD_REACTIONS, APPLICATION_ID, GUILDS, READ_HISTORY, USERS
from local_discord.image_size import image_size
from local_discord.payload import Payload, payload_of, payloads_of, text_of
from local_discord.testing import Person
from local_discord.tests.demo_bot import BoardView, DemoBot, png, png_file
from local_discord.tests.raw_client import RawClient, raw_client

PATIENCE = GUILDS[0].channels[0]
MESSAGES = f"/channels/{PATIENCE.id}/messages"
V2 = 1 << 15
COMMANDS = f"/applications/{APPLICATION_ID}/commands"


@pytest.fixture
def channel(bot: DemoBot) -> discord.TextChannel:
    found = bot.get_channel(PATIENCE.id)
    assert isinstance(found, discord.TextChannel)
    return found


async def test_responses_have_the_exact_content_type(raw: RawClient) -> None:
    reply = await raw.request("GET", "/users/@me")
    assert reply.headers["Content-Type"] == "application/json"


async def test_a_request_without_the_token_is_unauthorized(raw: RawClient) -> None:
    reply = await raw.request("GET", "/users/@me", token=None)
    assert (reply.status, reply.body["message"]) == (401, "401: Unauthorized")


async def test_a_request_with_another_token_is_unauthorized() -> None:
    async with LocalDiscord(token="right") as local, raw_client(local) as client:
        assert (await client.request("GET", "/users/@me", token="wrong")).status == 401
        assert (await client.request("GET", "/users/@me", token="right")).status == 200


async def test_an_unknown_route_is_not_found_and_recorded(
    raw: RawClient, local: LocalDiscord
) -> None:
    assert (await raw.request("GET", "/nothing")).status == 404
    assert (await raw.request("POST", "/users/@me", {})).status == 405
    assert [refusal.path for refusal in local.refusals] == ["/nothing", "/users/@me"]


async def test_a_bot_reacts_with_emoji_that_there_are(raw: RawClient, local: LocalDiscord) -> None:
    sent = await raw.request("POST", MESSAGES, {"content": "Well?"})
    message = f"{MESSAGES}/{text_of(sent.body['id'])}"
    own = await local.add_emoji("own")

    async def reacted(method: str, emoji: str) -> int:
        reply = await raw.request(method, f"{message}/reactions/{quote(emoji)}/@me")
        return reply.code or reply.status

    assert [await reacted("PUT", one) for one in ("🃏", f"own:{own.id}")] == [204, 204]
    assert [await reacted("PUT", one) for one in ("x", "own:7", ":7")] == [10014] * 3
    assert await reacted("DELETE", "🃏") == 204
    [shown] = payloads_of((await raw.request("GET", message)).body["reactions"])
    assert (shown["emoji"], shown["me"]) == ({"id": str(own.id), "name": "own"}, True)
    await local.deny(PATIENCE.id, ADD_REACTIONS)
    assert [await reacted("PUT", one) for one in ("🃏", f"own:{own.id}")] == [50013, 204]


async def test_a_guilds_channels_are_those_that_were_not_deleted(
    raw: RawClient, local: LocalDiscord
) -> None:
    path = f"/guilds/{GUILDS[0].id}/channels"
    await local.delete_channel(PATIENCE.id)
    reply = await raw.request("GET", path)
    assert [one["name"] for one in payloads_of(reply.body["list"])] == ["general", "daily"]
    await local.leave(GUILDS[0].id)
    assert (await raw.request("GET", path)).code == 50001


async def test_gateway_bot_returns_the_gateways_url(raw: RawClient, local: LocalDiscord) -> None:
    reply = await raw.request("GET", "/gateway/bot")
    assert reply.body["url"] == local.gateway_url
    assert payload_of(reply.body["session_start_limit"])["max_concurrency"] == 1


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        (f"/users/{APPLICATION_ID}", 200, 0),
        ("/users/1", 404, 10013),
        (f"/guilds/{GUILDS[0].id}", 200, 0),
        ("/guilds/1", 403, 50001),
        (f"/guilds/{GUILDS[0].id}/members/{APPLICATION_ID}", 200, 0),
        (f"/guilds/{GUILDS[0].id}/members/{USERS[1].id}", 200, 0),
        (f"/guilds/{GUILDS[0].id}/members/1", 404, 10013),
        (f"/guilds/1/members/{APPLICATION_ID}", 403, 50001),
        (f"/channels/{PATIENCE.id}", 200, 0),
        ("/channels/1", 404, 10003),
        (f"{MESSAGES}/1", 404, 10008),
        ("/applications/1/commands", 403, 50001),
        (f"{COMMANDS}/1", 404, 10063),
    ],
)
async def test_existing_resources_are_found_and_missing_ones_have_their_own_error(
    raw: RawClient, path: str, status: int, code: int
) -> None:
    reply = await raw.request("GET", path)
    assert (reply.status, reply.code) == (status, code)


async def test_a_former_member_of_a_guild_is_unknown(raw: RawClient, local: LocalDiscord) -> None:
    local.remove_member(GUILDS[0].id, USERS[1].id)
    for guild, status, code in ((GUILDS[0], 404, 10007), (GUILDS[1], 200, 0)):
        reply = await raw.request("GET", f"/guilds/{guild.id}/members/{USERS[1].id}")
        assert (reply.status, reply.code) == (status, code)


async def test_a_bots_guilds_come_in_pages(raw: RawClient) -> None:
    pages = ("limit=1", f"limit=1&after={GUILDS[0].id}", f"after={GUILDS[1].id}")
    replies = [await raw.request("GET", f"/users/@me/guilds?{page}") for page in pages]
    found = [[one["name"] for one in payloads_of(reply.body["list"])] for reply in replies]
    assert found == [["The Card Table"], ["Night Owls"], []]


async def test_registering_again_keeps_the_ids_of_commands(bot: DemoBot, ada: Person) -> None:
    before = {text_of(one["name"]): one["id"] for one in ada.commands}
    synced = await bot.tree.sync()
    assert {one.name: str(one.id) for one in synced} == before


async def test_a_command_is_added_edited_and_removed(raw: RawClient) -> None:
    command: Payload = {"name": "deal", "description": "Deal"}
    made = await raw.request("POST", COMMANDS, command)
    assert made.status == 201
    assert (await raw.request("POST", COMMANDS, command)).status == 200
    path = f"{COMMANDS}/{made.body['id']}"
    changed = await raw.request("PATCH", path, {"description": "Deal cards"})
    assert changed.body["description"] == "Deal cards"
    assert (await raw.request("GET", path)).body["description"] == "Deal cards"
    assert (await raw.request("DELETE", path)).status == 204
    assert (await raw.request("GET", COMMANDS)).body["list"] == []


async def test_a_guild_command_overrides_the_global_one(
    raw: RawClient, local: LocalDiscord
) -> None:
    await raw.identify()
    guild = f"/applications/{APPLICATION_ID}/guilds/{GUILDS[0].id}/commands"
    await raw.request("PUT", COMMANDS, [{"name": "deal", "description": "Everywhere"}])
    reply = await raw.request("PUT", guild, [{"name": "deal", "description": "Here"}])
    (own,) = payloads_of(reply.body["list"])
    async with Person.connect(local.page_url) as ada:
        await ada.send(ada._command_frame("command", "patience", "deal", {}) | {"nonce": "1"})
        event = await raw.event("INTERACTION_CREATE")
        assert payload_of(event["data"])["id"] == own["id"]
        await ada.send(ada._command_frame("command", "lounge", "deal", {}) | {"nonce": "2"})
        event = await raw.event("INTERACTION_CREATE")
        assert payload_of(event["data"])["id"] != own["id"]


async def test_the_bot_sends_edits_and_deletes_messages(
    ada: Person, channel: discord.TextChannel
) -> None:
    sent = await channel.send("Good morning")
    await ada.until(lambda one: one.text == "Good morning")
    await sent.edit(content="Good evening")
    changed = await ada.until(lambda one: one.text == "Good evening")
    assert changed.raw["edited_timestamp"]
    assert (await channel.fetch_message(sent.id)).content == "Good evening"
    assert [one.id async for one in channel.history()] == [sent.id]
    await sent.delete()
    assert await ada.open("patience") == []


async def test_history_is_read_in_pages(ada: Person, channel: discord.TextChannel) -> None:
    sent = [(await channel.send(str(number))).id for number in range(103)]
    assert [one.id async for one in channel.history(limit=None)] == sent[::-1]
    later = channel.history(limit=2, after=discord.Object(sent[100]))
    assert [one.id async for one in later] == sent[101:]


async def test_history_is_empty_without_the_permission_to_read_it(
    local: LocalDiscord, channel: discord.TextChannel
) -> None:
    await channel.send("Good morning")
    await local.deny(channel.id, READ_HISTORY)
    assert [one async for one in channel.history()] == []


async def test_the_bot_sends_a_direct_message(local: LocalDiscord, bot: DemoBot) -> None:
    async with Person.connect(local.page_url, "Ben") as ben:
        user = await bot.fetch_user(ben.id)
        await user.send("Your daily deal is waiting")
        message = await ben.until(lambda one: "daily deal" in one.text)
        assert message.channel == ben.channel("dm")


async def test_a_message_of_a_user_cannot_be_edited(ada: Person, raw: RawClient) -> None:
    said = await ada.say("patience", "Mine")
    reply = await raw.request("PATCH", f"{MESSAGES}/{said.id}", {"content": "Yours"})
    assert (reply.status, reply.code) == (403, 50005)


async def test_an_ephemeral_message_cannot_be_read_through_its_channel(
    ada: Person, raw: RawClient
) -> None:
    secret = await ada.command("patience", "secret")
    reply = await raw.request("GET", f"{MESSAGES}/{secret.id}")
    assert (reply.status, reply.code) == (404, 10008)


async def test_an_edit_without_attachments_keeps_the_files(
    ada: Person, channel: discord.TextChannel
) -> None:
    sent = await channel.send("One file", file=png_file(0))
    edited = await sent.edit(content="Still one file")
    assert [one.filename for one in edited.attachments] == ["board0.png"]
    assert edited.attachments[0].description == "Board 0"


async def test_a_file_added_without_a_list_replaces_the_old_files(raw: RawClient) -> None:
    sent = await raw.request("POST", MESSAGES, {}, files=[("a.png", png(1, 1))])
    path = f"{MESSAGES}/{sent.body['id']}"
    edited = await raw.request("PATCH", path, {}, files=[("b.png", png(2, 2))])
    names = [one["filename"] for one in payloads_of(edited.body["attachments"])]
    assert names == ["b.png"]


async def test_files_that_components_show_are_not_listed(raw: RawClient) -> None:
    gallery: Payload = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}
    file: Payload = {"type": 13, "file": {"url": "attachment://b.txt"}}
    body: Payload = {"flags": V2, "components": [gallery, file]}
    files = [("a.png", png(1, 1)), ("b.txt", b"four"), ("c.txt", b"more")]
    sent = await raw.request("POST", MESSAGES, body, files=files)
    assert [one["filename"] for one in payloads_of(sent.body["attachments"])] == ["c.txt"]
    shown = payloads_of(sent.body["components"])[1]
    assert (shown["name"], shown["size"]) == ("b.txt", 4)


@pytest.mark.parametrize("uploads", [0, 1], ids=["old", "new"])
async def test_an_edit_lists_the_files_that_its_components_name(
    raw: RawClient, uploads: int
) -> None:
    gallery: Payload = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}
    body: Payload = {"flags": V2, "components": [gallery]}
    files = [("a.png", png(1, 1))]
    sent = await raw.request("POST", MESSAGES, body, files=files)
    path = f"{MESSAGES}/{sent.body['id']}"
    refused = await raw.request("PATCH", path, body, files=files[:uploads])
    assert refused.problems() == {
        "components.0.items.0.media.url": "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
    }
    (item,) = payloads_of(payloads_of(sent.body["components"])[0]["items"])
    old = payload_of(item["media"])["attachment_id"]
    body["attachments"] = [{"id": 0 if uploads else old}]
    assert (await raw.request("PATCH", path, body, files=files[:uploads])).status == 200


async def test_an_edit_keeps_only_the_files_it_lists(
    ada: Person, channel: discord.TextChannel
) -> None:
    sent = await channel.send("Two files", files=[png_file(0), png_file(1)])
    edited = await sent.edit(attachments=[sent.attachments[1], png_file(2)])
    assert [one.filename for one in edited.attachments] == ["board1.png", "board2.png"]
    assert [one.height for one in edited.attachments] == [3, 3]
    emptied = await edited.edit(attachments=[])
    assert emptied.attachments == []


async def test_a_file_missing_from_the_list_is_not_attached(raw: RawClient) -> None:
    body: Payload = {"attachments": [{"id": "1", "description": "The second"}]}
    files = [("a.png", png(1, 1)), ("b.png", png(2, 2))]
    sent = await raw.request("POST", MESSAGES, body, files=files)
    (kept,) = payloads_of(sent.body["attachments"])
    assert (kept["filename"], kept["description"]) == ("b.png", "The second")


async def test_the_file_of_a_deleted_message_is_gone(
    ada: Person, channel: discord.TextChannel
) -> None:
    sent = await channel.send(view=BoardView(1), file=png_file(1))
    message = await ada.until(lambda one: one.text == "Number 1")
    assert image_size(await message.picture()) == (3, 3)
    await sent.delete()
    with pytest.raises(aiohttp.ClientResponseError, match="Not Found"):
        await message.picture()


async def test_media_may_refer_to_a_file_by_its_url(
    ada: Person, channel: discord.TextChannel
) -> None:
    sent = await channel.send(view=BoardView(1), file=png_file(1))
    view: discord.ui.LayoutView = discord.ui.LayoutView()
    shown = await ada.until(lambda one: one.id == str(sent.id))
    url = text_of(payload_of(shown.media[0]["media"])["url"])
    view.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem(url)))
    await sent.edit(view=view)
    message = await ada.until(lambda one: one.id == str(sent.id) and not one.text)
    assert payload_of(message.media[0]["media"])["width"] == 3


async def test_messages_of_an_archived_thread_stay_as_they_are_until_somebody_writes(
    raw: RawClient, local: LocalDiscord
) -> None:
    thread = await local.open_thread(PATIENCE.id, "a thread")
    messages = f"/channels/{thread.id}/messages"
    sent = await raw.request("POST", messages, {"content": "One"})
    path = f"{messages}/{sent.body['id']}"
    await local.archive_thread(thread.id)
    for method in ("PATCH", "DELETE"):
        refused = await raw.request(method, path, {"content": "Two"})
        assert (refused.status, refused.code) == (400, 50083)
    assert (await raw.request("GET", path)).status == 200
    assert (await raw.request("POST", messages, {"content": "Three"})).status == 200
    assert (await raw.request("PATCH", path, {"content": "Two"})).status == 200


async def test_a_user_may_close_their_direct_messages(bot: DemoBot, local: LocalDiscord) -> None:
    ada = USERS[0]
    channel = await bot.create_dm(discord.Object(ada.id))
    local.close_direct_messages(ada.id)
    with pytest.raises(discord.Forbidden) as refused:
        await channel.send("Hello?")
    assert refused.value.code == 50007
    local.open_direct_messages(ada.id)
    assert (await channel.send("Hello!")).content == "Hello!"


async def test_a_message_with_an_enforced_nonce_is_sent_once(
    channel: discord.TextChannel, local: LocalDiscord
) -> None:
    sent = [await channel.send(text, nonce="same") for text in ("one", "two")]
    assert sent[0].id == sent[1].id
    assert [one.content for one in local.state.messages(channel.id)] == ["one"]
    local.state.forget_nonces()
    await channel.send("two", nonce="same")
    assert [one.content for one in local.state.messages(channel.id)] == ["one", "two"]


async def test_a_nonce_has_at_most_25_characters(channel: discord.TextChannel) -> None:
    with pytest.raises(discord.HTTPException, match="25 or fewer"):
        await channel.send("Hello", nonce="x" * 26)


async def test_an_entry_point_is_removed_by_itself_only(
    raw: RawClient, local: LocalDiscord
) -> None:
    local.enable_activities()
    deal = {"name": "deal", "description": "Deal"}
    assert (await raw.request("PUT", COMMANDS, [deal])).code == 50240
    listed = await raw.request("GET", COMMANDS + "?with_localizations=true")
    [launch] = payloads_of(listed.body["list"])
    again = {name: launch[name] for name in ("id", "type", "name", "description", "handler")}
    assert (await raw.request("PUT", COMMANDS, [deal, again])).status == 200
    assert local.state.commands(None)[1]["id"] == launch["id"]
    assert (await raw.request("DELETE", f"{COMMANDS}/{launch['id']}")).status == 204
    assert (await raw.request("PUT", COMMANDS, [deal])).status == 200
