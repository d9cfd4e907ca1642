"""Whom a message mentions."""

from __future__ import annotations

import pytest

from local_discord import LocalDiscord
from local_discord.fixtures import DMS, GUILDS, USERS
from local_discord.message import mentions
from local_discord.payload import Payload, payloads_of, text_of
from local_discord.testing import Person
from local_discord.tests.raw_client import RawClient, Reply

TEXT = "<@1> and <@!2>, @everyone"


@pytest.mark.parametrize(
    ("allowed", "mentioned"),
    [
        (None, {0, 1, 2}),
        ({"parse": []}, set()),
        ({"parse": ["users"]}, {1, 2}),
        ({"parse": ["everyone"]}, {0}),
        ({"parse": [], "users": ["2", "3"]}, {2}),
    ],
)
def test_mentions_need_to_be_in_the_text_and_allowed(
    allowed: Payload | None, mentioned: set[int]
) -> None:
    rest: Payload = {} if allowed is None else {"allowed_mentions": allowed}
    shown: Payload = {"type": 17, "components": [{"type": 10, "content": TEXT}]}
    assert mentions({"content": TEXT, **rest}) == mentioned
    assert mentions({"components": [shown], **rest}) == mentioned


def test_an_interaction_mentions_users_only_unless_it_allows_more() -> None:
    assert mentions({"content": TEXT}, is_webhook=True) == {1, 2}


def test_other_signs_are_no_mentions() -> None:
    assert mentions({"content": "somebody@example.org, <#1>, <@x>"}) == set()


async def test_new_text_means_new_mentions_whatever_was_allowed_before(raw: RawClient) -> None:
    url = f"/channels/{GUILDS[0].channels[0].id}/messages"
    ada, ben = (str(user.id) for user in USERS[:2])
    both = {"content": f"<@{ada}> <@{ben}>"}
    sent = await raw.request("POST", url, {**both, "allowed_mentions": {"users": [ada]}})
    assert mentioned(sent) == [ada]
    message = f"{url}/{text_of(sent.body['id'])}"
    assert mentioned(await raw.request("PATCH", message, {"flags": 4})) == [ada]
    allowed = {"allowed_mentions": {"users": [ben]}}
    assert mentioned(await raw.request("PATCH", message, {**both, **allowed})) == [ben]
    assert mentioned(await raw.request("PATCH", message, both)) == [ada, ben]


async def test_components_may_be_switched_to_mention_nobody(
    raw: RawClient, local: LocalDiscord
) -> None:
    url = f"/channels/{GUILDS[0].channels[0].id}/messages"
    ada = str(USERS[0].id)
    text = {"type": 10, "content": f"<@{ada}>"}
    body = {"flags": 1 << 15, "components": [text]}
    assert mentioned(await raw.request("POST", url, body)) == [ada]
    local.switches.mentions_of_components = False
    assert mentioned(await raw.request("POST", url, body)) == []
    assert mentioned(await raw.request("POST", url, {"content": f"<@{ada}>"})) == [ada]


async def test_nobody_is_mentioned_who_is_not_there(raw: RawClient, local: LocalDiscord) -> None:
    ada, ben = (str(user.id) for user in USERS[:2])
    both = {"content": f"<@{ada}> <@{ben}>"}
    local.remove_member(GUILDS[0].id, USERS[1].id)
    for channel, there in ((GUILDS[0].channels[0], [ada]), (GUILDS[1].channels[0], [ada, ben])):
        sent = await raw.request("POST", f"/channels/{channel.id}/messages", both)
        assert mentioned(sent) == there
    sent = await raw.request("POST", f"/channels/{DMS[1].id}/messages", both)
    assert mentioned(sent) == [ben]


async def test_what_a_user_writes_mentions_whom_it_names(local: LocalDiscord) -> None:
    async with Person.connect(local.page_url, "Ada") as ada:
        said = await ada.say("general", f"Hello <@{USERS[1].id}>")
    assert [user["id"] for user in payloads_of(said.raw["mentions"])] == [str(USERS[1].id)]


def mentioned(reply: Reply) -> list[str]:
    """The ids of the users that a message mentions."""
    return [text_of(user["id"]) for user in payloads_of(reply.body["mentions"])]
