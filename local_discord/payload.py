"""JSON objects as they travel over the wire, and safe ways to read them.

What a client sends may have any shape, so values are `object` until looked at. The readers here
give what was asked for or nothing: never an exception.
"""

from __future__ import annotations

import json
from typing import TypeAlias, TypeGuard

Payload: TypeAlias = dict[str, object]


def is_payload(value: object) -> TypeGuard[Payload]:
    """Whether a parsed JSON value is an object (whose keys JSON makes text)."""
    return isinstance(value, dict)


def payload_of(value: object) -> Payload:
    """The object, or an empty one when the value is something else."""
    return value if is_payload(value) else {}


def payloads_of(value: object) -> list[Payload]:
    """The objects in a list; an empty list when the value is not a list."""
    return [item for item in value if is_payload(item)] if isinstance(value, list) else []


def text_of(value: object) -> str:
    """The text, or an empty one when the value is something else."""
    return value if isinstance(value, str) else ""


def int_of(value: object) -> int:
    """The whole number, or 0 when the value is something else (true and false included)."""
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def snowflake_of(value: object) -> int | None:
    """An id given as text or as a number; None when it is neither."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 20:
        return int(value)
    return None


def dumps(value: object) -> str:
    """Compact JSON text, as Discord writes it."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def without_nulls(value: Payload) -> Payload:
    """The object without the keys whose value is null."""
    return {key: item for key, item in value.items() if item is not None}
