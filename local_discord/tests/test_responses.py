"""Responses to interactions: what is accepted, and what is refused with which code."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from local_discord import LocalDiscord
from local_discord.fixtures import APPLICATION_ID, GUILDS
from local_discord.payload import Payload, payload_of, payloads_of, text_of
from local_discord.testing import InteractionFailed, Message, Person
from local_discord.tests.actions import COMMANDS, Action
from local_discord.tests.demo_bot import png
from local_discord.tests.raw_client import RawClient, Reply, raw_client

V2 = 1 << 15
BUTTON: Payload = {"type": 2, "style": 1, "label": "Press", "custom_id": "press"}
ROW: Payload = {"type": 1, "components": [BUTTON]}
BOARD: Payload = {"flags": V2, "components": [{"type": 10, "content": "Board"}, ROW]}


@pytest.fixture
async def raw(local: LocalDiscord) -> AsyncIterator[RawClient]:
    async with raw_client(local) as client:
        await client.identify()
        await client.request("PUT", f"/applications/{APPLICATION_ID}/commands", COMMANDS)
        yield client


@pytest.fixture
async def ben(local: LocalDiscord, raw: RawClient) -> AsyncIterator[Person]:
    async with Person.connect(local.page_url, "Ben") as person:
        yield person


@pytest.fixture
async def action(raw: RawClient, ben: Person) -> AsyncIterator[Action]:
    task = asyncio.create_task(ben.command("patience", "deal"))
    yield Action(raw, await raw.event("INTERACTION_CREATE"), task)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def _board(action: Action) -> Message:
    assert (await action.respond(4, BOARD)).status == 204
    return await action.outcome


async def _press(action: Action, ben: Person, message: Message) -> Action:
    task = asyncio.create_task(ben.press(message, label="Press"))
    return Action(action.client, await action.client.event("INTERACTION_CREATE"), task)


async def test_a_response_is_acknowledged_without_a_body(action: Action) -> None:
    reply = await action.respond(4, {"content": "Dealt"})
    assert (reply.status, reply.body) == (204, {})
    assert (await action.outcome).text == "Dealt"


async def test_a_response_can_return_its_message(action: Action) -> None:
    reply = await action.respond(4, {"content": "Dealt", "flags": 64}, query="?with_response=true")
    summary, resource = payload_of(reply.body["interaction"]), payload_of(reply.body["resource"])
    message = payload_of(resource["message"])
    assert summary["response_message_id"] == message["id"]
    assert summary["response_message_ephemeral"] is True
    assert message["content"] == "Dealt"


async def test_components_in_a_response_have_defaults(raw: RawClient) -> None:
    shown: list[Payload] = [
        {"type": 17, "components": [{"type": 10, "content": "Board"}]},
        {"type": 14},
        {"type": 12, "items": [{"media": {"url": "https://example.org/board.png"}}]},
    ]
    body: Payload = {"flags": V2, "components": shown}
    channel = GUILDS[0].channels[0].id
    reply = await raw.request("POST", f"/channels/{channel}/messages", body)
    container, separator, gallery = payloads_of(reply.body["components"])
    (picture,) = payloads_of(gallery["items"])
    assert (container["accent_color"], container["spoiler"]) == (None, False)
    assert (separator["spacing"], separator["divider"]) == (1, True)
    assert (picture["description"], picture["spoiler"]) == (None, False)


async def test_a_wrong_token_is_an_unknown_interaction(action: Action) -> None:
    action.event["token"] = "wrong"
    reply = await action.respond(4, {"content": "Dealt"})
    assert (reply.status, reply.code) == (404, 10062)


async def test_a_wrong_id_is_an_unknown_interaction(action: Action) -> None:
    action.event["id"] = "1"
    assert (await action.respond(4, {"content": "Dealt"})).code == 10062


async def test_a_late_response_is_to_an_unknown_interaction(
    local: LocalDiscord, raw: RawClient, ben: Person
) -> None:
    local.interactions.deadline = 0.02
    task = asyncio.create_task(ben.command("patience", "deal"))
    late = Action(raw, await raw.event("INTERACTION_CREATE"), task)
    with pytest.raises(InteractionFailed, match="The application did not respond"):
        await task
    assert (await late.respond(4, {"content": "Dealt"})).code == 10062


async def test_a_second_response_of_any_type_is_refused(action: Action) -> None:
    await action.respond(5)
    for kind in (4, 5):
        reply = await action.respond(kind, {"content": "Again"})
        assert (reply.status, reply.code) == (400, 40060)


async def test_a_refused_response_leaves_the_interaction_open(action: Action) -> None:
    assert (await action.respond(4, {"content": "x" * 2001})).code == 50035
    assert (await action.respond(4, {"content": "Short"})).status == 204


@pytest.mark.parametrize(("kind", "data"), [(6, None), (7, BOARD), (8, {"choices": []}), (1, None)])
async def test_a_command_allows_only_some_callback_types(
    action: Action, kind: int, data: Payload | None
) -> None:
    assert (await action.respond(kind, data)).problems() == {"type": "BASE_TYPE_CHOICES"}


async def test_an_empty_response_is_refused(action: Action) -> None:
    assert (await action.respond(4, {"content": ""})).code == 50006
    assert (await action.respond(4, {"flags": V2, "components": []})).code == 50006


async def test_follow_ups_need_an_initial_response(action: Action) -> None:
    reply = await action.client.request("POST", action.webhook(), {"content": "More"})
    assert (reply.status, reply.code) == (404, 10015)
    await action.respond(4, {"content": "Dealt"})
    reply = await action.client.request("POST", action.webhook(), {"content": "More"})
    assert reply.status == 200


async def test_a_follow_up_with_a_wrong_token_or_application_is_refused(action: Action) -> None:
    await action.respond(4, {"content": "Dealt"})
    path = f"/webhooks/{APPLICATION_ID}/wrong"
    reply = await action.client.request("POST", path, {"content": "More"})
    assert (reply.status, reply.code) == (401, 50027)
    reply = await action.client.request(
        "POST", f"/webhooks/1/{action.event['token']}", {"content": "x"}
    )
    assert (reply.status, reply.code) == (404, 10015)


async def test_a_token_expires(action: Action, local: LocalDiscord) -> None:
    await action.respond(4, {"content": "Dealt"})
    local.interactions.token_life = 0.0
    reply = await action.client.request("POST", action.webhook(), {"content": "More"})
    assert reply.code == 50027


async def test_the_response_is_read_edited_and_deleted_as_original(action: Action) -> None:
    await action.respond(4, {"content": "Dealt"})
    original = action.webhook("/messages/@original")
    assert (await action.client.request("GET", original)).body["content"] == "Dealt"
    reply = await action.client.request("PATCH", original, {"content": "Redealt"})
    assert reply.body["content"] == "Redealt"
    by_id = action.webhook(f"/messages/{reply.body['id']}")
    assert (await action.client.request("GET", by_id)).body["content"] == "Redealt"
    assert (await action.client.request("DELETE", original)).status == 204
    assert (await action.client.request("GET", original)).code == 10008


async def test_the_first_follow_up_fills_in_a_deferred_response(
    action: Action, ben: Person
) -> None:
    await action.respond(5, {"flags": 64})
    loading = await ben.until(lambda one: one.loading)
    assert loading.ephemeral
    filled = await action.client.request("POST", action.webhook(), {"content": "Here it is"})
    assert filled.body["id"] == loading.id
    message = await action.outcome
    assert (message.text, message.ephemeral, message.loading) == ("Here it is", True, False)
    more = await action.client.request("POST", action.webhook(), {"content": "And more"})
    assert more.body["id"] != loading.id


async def test_a_filled_in_deferred_response_is_not_marked_as_edited(action: Action) -> None:
    await action.respond(5)
    original = action.webhook("/messages/@original")
    reply = await action.client.request("PATCH", original, {"content": "Here it is"})
    assert reply.body["edited_timestamp"] is None


async def test_a_press_includes_the_current_message(action: Action, ben: Person) -> None:
    board = await _board(action)
    pressed = await _press(action, ben, board)
    message = payload_of(pressed.event["message"])
    assert message["id"] == board.id
    assert message["components"] == board.raw["components"]
    assert payload_of(pressed.event["data"])["custom_id"] == "press"
    user = payload_of(payload_of(pressed.event["member"])["user"])
    assert user["global_name"] == "Ben"


async def test_a_press_edits_the_message(action: Action, ben: Person) -> None:
    board = await _board(action)
    pressed = await _press(action, ben, board)
    data = BOARD | {"components": [{"type": 10, "content": "Moved"}, ROW]}
    await pressed.respond(7, data)
    moved = await pressed.outcome
    assert (moved.id, moved.text) == (board.id, "Moved")


async def test_a_press_cannot_edit_a_message_deleted_meanwhile(action: Action, ben: Person) -> None:
    board = await _board(action)
    pressed = await _press(action, ben, board)
    await ben.delete(board)
    reply = await pressed.respond(7, BOARD)
    assert (reply.status, reply.code) == (404, 10008)
    assert (await pressed.respond(4, {"content": "It is gone"})).status == 204


async def test_the_components_v2_flag_cannot_be_removed(action: Action, ben: Person) -> None:
    board = await _board(action)
    pressed = await _press(action, ben, board)
    reply = await pressed.respond(7, BOARD | {"flags": 0})
    assert reply.problems() == {"data.components.0": "UNION_TYPE_CHOICES"}
    reply = await pressed.respond(7, {"content": "Plain"})
    assert "data.content" in reply.problems()
    await pressed.respond(7, {"components": [{"type": 10, "content": "Kept"}]})
    assert (await pressed.outcome).raw["flags"] == V2


async def test_a_legacy_message_becomes_v2_only_without_its_content(
    action: Action, ben: Person
) -> None:
    assert (await action.respond(4, {"content": "Plain", "components": [ROW]})).status == 204
    pressed = await _press(action, ben, await action.outcome)
    assert list((await pressed.respond(7, BOARD)).problems()) == ["data.content"]
    assert (await pressed.respond(7, BOARD | {"content": None})).status == 204
    assert (await pressed.outcome).text == "Board"


async def test_an_edit_with_a_list_of_attachments_replaces_the_old_ones(
    action: Action, ben: Person
) -> None:
    gallery: Payload = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}
    data: Payload = {"flags": V2, "components": [gallery, ROW]}
    path = f"/interactions/{action.event['id']}/{action.event['token']}/callback"
    files = [("a.png", png(4, 4))]
    await action.client.request("POST", path, {"type": 4, "data": data}, files=files)
    pressed = await _press(action, ben, await action.outcome)
    path = f"/interactions/{pressed.event['id']}/{pressed.event['token']}/callback"
    again = {"type": 7, "data": data | {"attachments": [{"id": 0}]}}
    files = [("a.png", png(5, 5))]
    assert (await action.client.request("POST", path, again, files=files)).status == 204
    message = await pressed.outcome
    assert payload_of(message.media[0]["media"])["width"] == 5


async def test_autocomplete_returns_the_choices(
    action: Action, raw: RawClient, ben: Person
) -> None:
    task = asyncio.create_task(ben.choices("patience", "deal", focused="game", game="sa"))
    event = await raw.event("INTERACTION_CREATE")
    (option,) = payloads_of(payload_of(event["data"])["options"])
    assert (option["focused"], option["value"]) == (True, "sa")
    path = f"/interactions/{event['id']}/{event['token']}/callback"

    async def offer(count: int) -> Reply:
        choices = [{"name": f"Game {n}", "value": f"game{n}"} for n in range(count)]
        return await raw.request("POST", path, {"type": 8, "data": {"choices": choices}})

    assert (await offer(26)).problems() == {"data.choices": "BASE_TYPE_MAX_LENGTH"}
    assert (await offer(2)).status == 204
    assert [choice.value for choice in await task] == ["game0", "game1"]


async def test_a_refusal_names_path_and_reason_in_one_line(
    action: Action, local: LocalDiscord
) -> None:
    long = BUTTON | {"label": "x" * 81}
    await action.respond(4, {"content": "Hi", "components": [{"type": 1, "components": [long]}]})
    (refusal,) = local.refusals
    assert refusal.code == 50035
    assert refusal.sentence == (
        "Invalid Form Body; data.components[0].components[0].label: Must be 80 or fewer in length."
    )
    assert text_of(str(refusal)).startswith("POST /interactions/")
