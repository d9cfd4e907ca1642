"""Checks of request bodies against Discord's own API description.

The environment variable `DISCORD_OPENAPI` names the description, an OpenAPI 3.1 file. It and
`local_discord.validation` each know rules that the other lacks; a body has to pass both.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from local_discord.errors import LocalDiscordError, Problem
from local_discord.payload import Payload, is_payload, payload_of

if TYPE_CHECKING:
    from jsonschema_rs import ValidationError, Validator

VARIABLE = "DISCORD_OPENAPI"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
MAX_MESSAGE = 160


class Description:
    """Discord's API description.

    Args:
        spec: the parsed OpenAPI document.
    """

    def __init__(self, spec: Payload) -> None:
        self._spec = spec
        self._validators: dict[tuple[str, str], Validator | None] = {}

    def problems(self, method: str, template: str, body: object) -> list[Problem]:
        """What is wrong with the body of an operation."""
        key = (method.lower(), template)
        if key not in self._validators:
            self._validators[key] = self._validator(*key)
        validator = self._validators[key]
        if validator is None:
            return []
        return [
            problem
            for error in validator.iter_errors(_as_described(body))
            for problem in _leaves(error)
        ]

    def _validator(self, method: str, template: str) -> Validator | None:
        """The validator of an operation's JSON body; None if it is not described."""
        import jsonschema_rs  # noqa: PLC0415  # an optional, development-only dependency

        operation = payload_of(
            payload_of(payload_of(self._spec["paths"]).get(template)).get(method)
        )
        content = payload_of(payload_of(operation.get("requestBody")).get("content"))
        schema = payload_of(payload_of(content.get("application/json")).get("schema"))
        if not schema:
            return None
        return jsonschema_rs.validator_for(
            {"$schema": DIALECT, **schema, "components": self._spec["components"]}
        )


@cache
def load_description(path: Path) -> Description:
    """Read the description at a path, once per process; raises `LocalDiscordError` if it can't."""
    if find_spec("jsonschema_rs") is None:
        raise LocalDiscordError(
            f"{VARIABLE} is set, but jsonschema-rs is not installed; install the development "
            "requirements or unset the variable."
        )
    try:
        spec: object = json.loads(path.read_bytes())
    except OSError as error:
        raise LocalDiscordError(
            f"{VARIABLE} names {path}, which can't be read ({error.strerror}); "
            "set it to Discord's openapi.json or unset it."
        ) from error
    except ValueError as error:
        raise LocalDiscordError(f"{VARIABLE} names {path}, which is not JSON.") from error
    if not is_payload(spec) or not payload_of(spec.get("paths")):
        raise LocalDiscordError(f"{VARIABLE} names {path}, which is not an OpenAPI description.")
    return Description(spec)


def _as_described(value: object, key: str = "") -> object:
    """The body with snowflakes as strings and permissions as numbers.

    Clients send snowflakes as numbers as well, and permissions as strings, as Discord's documents
    say; Discord accepts both.

    Args:
        value: the body, or a value in it.
        key: the value's key.
    """
    if key == "default_member_permissions" and isinstance(value, str) and value.isdigit():
        return int(value)
    if is_payload(value):
        has_snowflake = key in ("attachments", "emoji")
        return {
            name: str(item)
            if type(item) is int and (name.endswith("_id") or (has_snowflake and name == "id"))
            else _as_described(item, name)
            for name, item in value.items()
        }
    if isinstance(value, list):
        ids = key in ("users", "roles", "sticker_ids")
        return [
            str(item) if ids and type(item) is int else _as_described(item, key) for item in value
        ]
    return value


def _leaves(error: ValidationError) -> Iterable[Problem]:
    """The innermost relevant errors.

    If a value may have one of several schemas, each one reports its own errors; those that only
    differ in `type`, or expect null, are left out.
    """
    here = list(error.instance_path)
    branches: Sequence[Sequence[ValidationError]] = getattr(error.kind, "context", None) or ()
    relevant = [branch for branch in branches if not any(_is_other(one, here) for one in branch)]
    if not relevant:
        message = error.message
        if len(message) > MAX_MESSAGE:
            message = f"{message[:40]} ... {message[-MAX_MESSAGE + 40 :]}"
        yield Problem(tuple(here), "DESCRIPTION", message)
        return
    for one in min(relevant, key=len):
        yield from _leaves(one)


def _is_other(error: ValidationError, here: list[str | int]) -> bool:
    """Whether an error only says that the value at `here` has another type."""
    path, rule = list(error.instance_path), str(error.schema_path[-1])
    return (path == here and rule == "type") or (path == [*here, "type"] and rule == "enum")
