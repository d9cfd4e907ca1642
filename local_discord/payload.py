"""JSON payloads, and readers that never raise.

Clients may send any JSON, so values are `object` until checked. The readers here return a value
of the requested type, or an empty one.
"""

from __future__ import annotations

import json
from typing import TypeAlias, TypeGuard

Payload: TypeAlias = dict[str, object]


def is_payload(value: object) -> TypeGuard[Payload]:
    """Whether a parsed JSON value is an object."""
    return isinstance(value, dict)


def payload_of(value: object) -> Payload:
    """The object, or an empty one if the value isn't one."""
    return value if is_payload(value) else {}


def payloads_of(value: object) -> list[Payload]:
    """The objects in a list; none if the value isn't a list."""
    return [item for item in value if is_payload(item)] if isinstance(value, list) else []


def text_of(value: object) -> str:
    """The string, or an empty one if the value isn't one."""
    return value if isinstance(value, str) else ""


def int_of(value: object) -> int:
    """The integer, or 0 if the value isn't one; booleans aren't."""
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def snowflake_of(value: object) -> int | None:
    """An id from a string or a number; None if it is neither."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 20:
        return int(value)
    return None


def dumps(value: object) -> str:
    """Compact JSON, as Discord writes it."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def without_nulls(value: Payload) -> Payload:
    """The object without its null values."""
    return {key: item for key, item in value.items() if item is not None}
