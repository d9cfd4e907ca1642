"""Checks of request bodies against an API description."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from local_discord import LocalDiscord, LocalDiscordError
from local_discord.fixtures import GUILDS
from local_discord.openapi import Description, load_description
from local_discord.payload import Payload
from local_discord.tests.raw_client import raw_client

CHANNEL = "/channels/{channel_id}/messages"


def _of_type(kind: int, **properties: object) -> Payload:
    schema: Payload = {"type": "integer", "enum": [kind]}
    return {"type": "object", "properties": {"type": schema, **properties}}


SPEC: Payload = {
    "openapi": "3.1.0",
    "paths": {
        CHANNEL: {
            "post": {
                "requestBody": {
                    "content": {
                        "application/json": {"schema": {"$ref": "#/components/schemas/Message"}}
                    }
                }
            }
        }
    },
    "components": {
        "schemas": {
            "Message": {
                "type": "object",
                "properties": {
                    "content": {"type": ["string", "null"], "maxLength": 5},
                    "default_member_permissions": {"type": ["integer", "null"]},
                    "attachments": {
                        "type": "array",
                        "items": {"type": "object", "properties": {"id": {"type": "string"}}},
                    },
                    "components": {
                        "type": "array",
                        "items": {
                            "oneOf": [
                                _of_type(2, label={"type": "string", "maxLength": 3}),
                                _of_type(3, label={"type": "string", "maxLength": 1}),
                            ]
                        },
                    },
                },
            }
        }
    },
}


def _paths(body: object) -> list[tuple[str | int, ...]]:
    return [problem.path for problem in Description(SPEC).problems("POST", CHANNEL, body)]


def test_a_valid_body_has_no_problems() -> None:
    assert _paths({"content": "12345", "components": [{"type": 2, "label": "123"}]}) == []


def test_only_the_innermost_relevant_error_is_reported() -> None:
    body = {"components": [{"type": 3, "label": "1"}, {"type": 2, "label": "1234"}]}
    assert _paths(body) == [("components", 1, "label")]


def test_attachment_ids_may_be_numbers() -> None:
    assert _paths({"attachments": [{"id": 0}]}) == []


def test_permissions_may_be_text() -> None:
    assert _paths({"default_member_permissions": "32"}) == []
    assert _paths({"default_member_permissions": "x"}) == [("default_member_permissions",)]


def test_an_operation_without_a_description_is_not_checked() -> None:
    assert Description(SPEC).problems("POST", "/elsewhere", {"content": "123456"}) == []


async def test_the_server_refuses_a_body_that_only_the_description_forbids(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "openapi.json"
    path.write_text(json.dumps(SPEC))
    monkeypatch.setenv("DISCORD_OPENAPI", str(path))
    async with LocalDiscord() as local, raw_client(local) as client:
        messages = f"/channels/{GUILDS[0].channels[0].id}/messages"
        reply = await client.request("POST", messages, {"content": "123456"})
        assert reply.problems() == {"content": "DESCRIPTION"}
        assert (await client.request("POST", messages, {"content": "12345"})).status == 200


@pytest.mark.parametrize(
    ("text", "sentence"),
    [(None, "can't be read"), ("{", "is not JSON"), ("{}", "is not an OpenAPI description")],
)
def test_an_invalid_description_is_reported_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str | None, sentence: str
) -> None:
    path = tmp_path / "openapi.json"
    if text is not None:
        path.write_text(text)
    monkeypatch.setenv("DISCORD_OPENAPI", str(path))
    with pytest.raises(LocalDiscordError, match=sentence):
        LocalDiscord()


def test_a_missing_validator_is_reported_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("local_discord.openapi.find_spec", lambda _: None)
    with pytest.raises(LocalDiscordError, match="jsonschema-rs is not installed"):
        load_description(tmp_path / "openapi.json")
