"""Users who bring the app along on their account to places that do not have it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Final, TypeAlias

import pytest

from local_discord import LocalDiscord
from local_discord.enums import EphemeralityReason
from local_discord.fixtures import (
    APPLICATION_ID,
    ATTACH_FILES,
    GUILDS,
    SEND_IN_THREADS,
    SEND_MESSAGES,
    USE_COMMANDS,
    USE_EXTERNAL_APPS,
    USERS,
    VIEW_CHANNEL,
)
from local_discord.payload import Payload, int_of, payload_of, payloads_of, text_of
from local_discord.permissions import ANSWER_PERMISSIONS, PRIVATE_PERMISSIONS
from local_discord.rate_limits import Limits
from local_discord.testing import Message, Person
from local_discord.tests.actions import Action
from local_discord.tests.demo_bot import png
from local_discord.tests.raw_client import RawClient, raw_client

TABLE: Final = GUILDS[0]
PATIENCE: Final = TABLE.channels[0].id
ADA, BEN, CHIYO = (user.id for user in USERS[:3])

COMMAND: Final[Payload] = {
    "name": "deal",
    "description": "Deal",
    "integration_types": [0, 1],
    "contexts": [0, 1, 2],
}
MESSAGE, DEFERRED, UPDATE = 4, 5, 7
TEXT: Final[Payload] = {"content": "Dealt"}
BUTTON: Final[Payload] = {"type": 2, "style": 1, "label": "Join", "custom_id": "join"}
INVITATION: Final[Payload] = TEXT | {"components": [{"type": 1, "components": [BUTTON]}]}

Begin: TypeAlias = Callable[[Person, str], Coroutine[None, None, Action]]


@pytest.fixture
async def raw(local: LocalDiscord) -> AsyncIterator[RawClient]:
    """A bot that is not in The Card Table."""
    async with raw_client(local) as client:
        await client.identify()
        await client.request("PUT", f"/applications/{APPLICATION_ID}/commands", [COMMAND])
        await local.leave(TABLE.id)
        yield client


@pytest.fixture
async def begin(local: LocalDiscord, raw: RawClient) -> AsyncIterator[Begin]:
    """Runs a command, up to the bot's answer, after which follow-ups may come at any rate."""
    local.limits = Limits(follow_ups=None)
    tasks: list[asyncio.Task[Message]] = []

    async def run(person: Person, channel: str) -> Action:
        tasks.append(asyncio.create_task(person.command(channel, "deal")))
        return Action(raw, await raw.event("INTERACTION_CREATE"), tasks[-1])

    yield run
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@pytest.fixture
async def ben(local: LocalDiscord, raw: RawClient) -> AsyncIterator[Person]:
    async with Person.connect(local.page_url, "Ben") as person:
        yield person


@pytest.fixture
async def chiyo(local: LocalDiscord, raw: RawClient) -> AsyncIterator[Person]:
    async with Person.connect(local.page_url, "Chiyo") as person:
        yield person


async def answered(action: Action, kind: int = MESSAGE) -> Message:
    """The message of an answer that asks to be public."""
    reply = await action.respond(kind, TEXT if kind == MESSAGE else None, query="?with_response=1")
    assert reply.status == 200
    summary = payload_of(reply.body["interaction"])
    if kind == DEFERRED:
        await action.client.request("PATCH", action.webhook("/messages/@original"), TEXT)
    message = await action.outcome
    assert summary["response_message_ephemeral"] is message.ephemeral
    return message


def reason(message: Message) -> int:
    """Why a message is ephemeral although the bot did not ask for that; 0 if there is no reason."""
    return int_of(payload_of(message.raw["interaction_metadata"]).get("ephemerality_reason"))


async def test_an_answer_is_public_with_the_permissions_that_members_have(
    begin: Begin, ben: Person
) -> None:
    assert not (await answered(await begin(ben, "patience"))).ephemeral


@pytest.mark.parametrize("kind", [MESSAGE, DEFERRED])
@pytest.mark.parametrize(
    ("denied", "why"),
    [
        (USE_EXTERNAL_APPS, EphemeralityReason.CANNOT_USE_EXTERNAL_APPS),
        (SEND_MESSAGES, EphemeralityReason.MISSING_PERMISSIONS),
        (USE_COMMANDS, EphemeralityReason.CANNOT_USE_COMMAND),
    ],
)
async def test_an_answer_is_hidden_where_its_user_lacks_a_permission(
    local: LocalDiscord,
    begin: Begin,
    ben: Person,
    chiyo: Person,
    denied: int,
    why: EphemeralityReason,
    kind: int,
) -> None:
    await local.deny_user(PATIENCE, BEN, denied)
    message = await answered(await begin(ben, "patience"), kind)
    assert message.ephemeral
    assert reason(message) == why
    assert not await chiyo.open("patience")
    assert local.refusals == []


async def test_answers_to_others_stay_public(
    local: LocalDiscord, begin: Begin, ben: Person, chiyo: Person
) -> None:
    await local.deny_user(PATIENCE, BEN, USE_EXTERNAL_APPS)
    assert not (await answered(await begin(chiyo, "patience"))).ephemeral


async def test_an_answer_is_public_where_the_server_has_the_app(
    local: LocalDiscord, begin: Begin, ben: Person
) -> None:
    lounge = GUILDS[1].channels[0].id
    await local.deny_user(lounge, BEN, USE_EXTERNAL_APPS | SEND_MESSAGES)
    assert not (await answered(await begin(ben, "lounge"))).ephemeral


async def test_files_are_hidden_where_their_user_may_attach_none(
    local: LocalDiscord, begin: Begin, ben: Person
) -> None:
    await local.deny_user(PATIENCE, BEN, ATTACH_FILES)
    assert not (await answered(await begin(ben, "patience"))).ephemeral
    action = await begin(ben, "patience")
    path = f"/interactions/{action.event['id']}/{action.event['token']}/callback"
    body = {"type": MESSAGE, "data": TEXT}
    await action.client.request("POST", path, body, files=[("a.png", png(1, 1))], token=None)
    message = await action.outcome
    assert (message.ephemeral, reason(message)) == (
        True,
        EphemeralityReason.CANNOT_SEND_ATTACHMENTS,
    )


async def test_in_a_thread_its_own_permission_counts(
    local: LocalDiscord, begin: Begin, ben: Person
) -> None:
    thread = await local.open_thread(PATIENCE, "a thread")
    await local.deny_user(PATIENCE, BEN, SEND_MESSAGES)
    assert not (await answered(await begin(ben, str(thread.id)))).ephemeral
    await local.deny_user(PATIENCE, BEN, SEND_IN_THREADS)
    assert (await answered(await begin(ben, str(thread.id)))).ephemeral


async def test_slow_mode_hides_answers_without_a_permission_that_tells(
    local: LocalDiscord, begin: Begin, ben: Person
) -> None:
    local.hide_answers(PATIENCE, BEN)
    action = await begin(ben, "patience")
    granted = int(text_of(payload_of(action.event["member"])["permissions"]))
    assert granted & USE_EXTERNAL_APPS
    assert reason(await answered(action)) == EphemeralityReason.SLOWMODE
    local.hide_answers(PATIENCE, BEN, None)
    assert not (await answered(await begin(ben, "patience"))).ephemeral


async def test_a_follow_up_is_hidden_as_well(
    local: LocalDiscord, begin: Begin, ben: Person
) -> None:
    await local.deny_user(PATIENCE, BEN, USE_EXTERNAL_APPS)
    action = await begin(ben, "patience")
    await answered(action)
    sent = await action.client.request("POST", action.webhook(), TEXT)
    assert Message(sent.body).ephemeral


async def test_the_sixth_follow_up_is_refused(
    local: LocalDiscord, begin: Begin, ben: Person
) -> None:
    action = await begin(ben, "patience")
    await answered(action)
    replies = [await action.client.request("POST", action.webhook(), TEXT) for _ in range(6)]
    assert [reply.code for reply in replies] == [0] * 5 + [40094]
    last = action.webhook(f"/messages/{replies[4].body['id']}")
    assert (await action.client.request("PATCH", last, TEXT)).status == 200


async def test_follow_ups_have_no_such_limit_where_the_server_has_the_app(
    begin: Begin, ben: Person
) -> None:
    action = await begin(ben, "lounge")
    await answered(action)
    replies = [await action.client.request("POST", action.webhook(), TEXT) for _ in range(6)]
    assert {reply.code for reply in replies} == {0}


async def test_the_first_follow_up_to_a_deferred_answer_does_not_count(
    begin: Begin, ben: Person
) -> None:
    action = await begin(ben, "patience")
    await action.respond(DEFERRED)
    replies = [await action.client.request("POST", action.webhook(), TEXT) for _ in range(6)]
    assert {reply.code for reply in replies} == {0}


async def test_the_owner_of_a_server_lacks_nothing(
    local: LocalDiscord, begin: Begin, raw: RawClient
) -> None:
    await local.deny_user(PATIENCE, ADA, USE_EXTERNAL_APPS)
    async with Person.connect(local.page_url, "Ada") as ada:
        assert not (await answered(await begin(ada, "patience"))).ephemeral


async def test_an_interaction_tells_what_its_user_and_the_app_may_do(
    local: LocalDiscord, begin: Begin, ben: Person
) -> None:
    await local.deny_user(PATIENCE, BEN, USE_EXTERNAL_APPS | ATTACH_FILES)
    event = (await begin(ben, "patience")).event
    granted = int(text_of(payload_of(event["member"])["permissions"]))
    assert granted & SEND_MESSAGES
    assert not granted & (USE_EXTERNAL_APPS | ATTACH_FILES)
    assert payload_of(event["channel"])["permissions"] == str(granted)
    app = int(text_of(event["app_permissions"]))
    assert app & ~ANSWER_PERMISSIONS == 0
    assert not app & ATTACH_FILES
    assert event["authorizing_integration_owners"] == {"1": str(BEN)}


async def test_a_conversation_of_two_users_is_no_place_of_the_bots(
    local: LocalDiscord, begin: Begin, raw: RawClient, ben: Person
) -> None:
    channel = local.open_conversation(BEN, CHIYO)
    action = await begin(ben, str(channel.id))
    assert (action.event["context"], payload_of(action.event["channel"])["type"]) == (2, 1)
    assert action.event["app_permissions"] == str(PRIVATE_PERMISSIONS)
    assert not (await answered(action)).ephemeral
    refused = await raw.request("POST", f"/channels/{channel.id}/messages", TEXT)
    assert (refused.status, refused.code) == (403, 50001)


async def test_a_press_names_the_user_whose_command_made_the_message(
    raw: RawClient, begin: Begin, ben: Person, chiyo: Person
) -> None:
    action = await begin(ben, "patience")
    await action.respond(MESSAGE, INVITATION)
    invitation = await action.outcome
    pressing = asyncio.create_task(chiyo.press(invitation, label="Join"))
    event = await raw.event("INTERACTION_CREATE")
    assert event["authorizing_integration_owners"] == {"1": str(BEN)}
    assert payload_of(payload_of(event["member"])["user"])["id"] == str(CHIYO)
    pressing.cancel()


async def test_a_user_who_may_not_write_cannot(local: LocalDiscord, ben: Person) -> None:
    await local.deny_user(PATIENCE, BEN, SEND_MESSAGES)
    await ben.send({"op": "say", "channel": str(PATIENCE), "content": "Hello"})
    await ben.wait_until(lambda: bool(ben.errors), "complaint")
    assert "permission to send messages" in ben.errors[0]


async def test_a_user_who_may_not_see_a_channel_cannot_open_it(
    local: LocalDiscord, ben: Person
) -> None:
    await local.deny_user(PATIENCE, BEN, VIEW_CHANNEL)
    await ben.send({"op": "open", "channel": str(PATIENCE)})
    await ben.wait_until(lambda: bool(ben.errors), "complaint")
    assert "no channel" in ben.errors[0]


async def test_a_channels_overwrites_list_what_each_member_lacks(
    local: LocalDiscord, raw: RawClient
) -> None:
    games = GUILDS[1].channels[1].id
    await local.deny(games, ATTACH_FILES)
    await local.deny_user(games, BEN, SEND_MESSAGES)
    reply = await raw.request("GET", f"/channels/{games}")
    overwrites = payloads_of(reply.body["permission_overwrites"])
    assert {one["id"]: one["deny"] for one in overwrites} == {
        str(APPLICATION_ID): str(ATTACH_FILES),
        str(BEN): str(SEND_MESSAGES),
    }


async def test_an_answer_with_a_blocked_word_is_shown_to_its_user_only(
    local: LocalDiscord, begin: Begin, ben: Person
) -> None:
    local.block_words(TABLE.id, "dealt")
    message = await answered(await begin(ben, "patience"))
    assert (message.ephemeral, reason(message)) == (True, EphemeralityReason.AUTOMOD_BLOCKED)


@pytest.mark.parametrize("channel", ["lounge", "dm"])
async def test_words_are_blocked_in_their_server_only(
    local: LocalDiscord, begin: Begin, ben: Person, channel: str
) -> None:
    local.block_words(TABLE.id, "dealt")
    assert not (await answered(await begin(ben, channel))).ephemeral


async def test_words_are_blocked_whole_and_in_any_case(
    local: LocalDiscord, begin: Begin, ben: Person
) -> None:
    local.block_words(TABLE.id, "deal")
    assert not (await answered(await begin(ben, "patience"))).ephemeral
    local.block_words(TABLE.id, "DEALT")
    assert (await answered(await begin(ben, "patience"))).ephemeral


async def test_the_servers_owner_may_use_blocked_words(
    local: LocalDiscord, begin: Begin, raw: RawClient
) -> None:
    local.block_words(TABLE.id, "dealt")
    async with Person.connect(local.page_url, "Ada") as ada:
        assert not (await answered(await begin(ada, "patience"))).ephemeral


async def test_a_bot_of_the_server_may_use_blocked_words(
    local: LocalDiscord, begin: Begin, ben: Person
) -> None:
    local.block_words(GUILDS[1].id, "dealt")
    assert not (await answered(await begin(ben, "lounge"))).ephemeral


async def test_a_public_deferred_answer_is_not_filled_in_with_a_blocked_word(
    local: LocalDiscord, begin: Begin, ben: Person
) -> None:
    local.block_words(TABLE.id, "dealt")
    action = await begin(ben, "patience")
    await action.respond(DEFERRED)
    original = action.webhook("/messages/@original")
    for method, path in (("PATCH", original), ("POST", action.webhook())):
        refused = await action.client.request(method, path, TEXT)
        assert (refused.status, refused.code) == (400, 200000)
    assert (await action.client.request("PATCH", original, {"content": "Here"})).status == 200


async def test_a_deferred_answer_for_one_user_may_have_blocked_words(
    local: LocalDiscord, begin: Begin, ben: Person
) -> None:
    local.block_words(TABLE.id, "dealt")
    action = await begin(ben, "patience")
    await action.respond(DEFERRED, {"flags": 1 << 6})
    original = action.webhook("/messages/@original")
    assert (await action.client.request("PATCH", original, TEXT)).status == 200


async def test_a_press_does_not_bring_a_blocked_word_into_a_public_message(
    local: LocalDiscord, begin: Begin, ben: Person, raw: RawClient
) -> None:
    action = await begin(ben, "patience")
    await action.respond(MESSAGE, INVITATION)
    pressing = asyncio.create_task(ben.press(await action.outcome, label="Join"))
    pressed = Action(raw, await raw.event("INTERACTION_CREATE"), pressing)
    local.block_words(TABLE.id, "gone")
    refused = await pressed.respond(UPDATE, {"content": "Gone", "components": []})
    assert (refused.status, refused.code) == (400, 200000)
    assert (await pressed.respond(UPDATE, {"content": "Here", "components": []})).status == 204
    assert (await pressing).text == "Here"
