"""Rules for `allowed_mentions` (discord/discord-api-docs `resources/message`)."""

from __future__ import annotations

from local_discord.payload import snowflake_of
from local_discord.validation.fields import Fields

TYPES = ("users", "roles", "everyone")
MAX_IDS = 100


def check_allowed_mentions(message: Fields) -> None:
    """Check whom a message may mention."""
    allowed = message.child("allowed_mentions")
    allowed.reject_unknown(("parse", "users", "roles", "replied_user"))
    allowed.boolean("replied_user")
    parse = _items(allowed, "parse", len(TYPES))
    for index, kind in enumerate(parse):
        if kind not in TYPES:
            text = f"Value must be one of {TYPES}."
            allowed.report("BASE_TYPE_CHOICES", text, "parse", index)
    for key in ("users", "roles"):
        ids = _items(allowed, key, MAX_IDS)
        for index, item in enumerate(ids):
            if snowflake_of(item) is None:
                text = f"Value {item!r} is not snowflake."
                allowed.report("NUMBER_TYPE_COERCE", text, key, index)
        if ids and key in parse:
            text = f'parse:["{key}"] and {key}: [ids...] are mutually exclusive.'
            allowed.report("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", text)


def _items(allowed: Fields, key: str, high: int) -> list[object]:
    """The items of an optional list of at most `high`."""
    value = allowed[key]
    if value is None:
        return []
    if not isinstance(value, list):
        allowed.report("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType", key)
        return []
    if len(value) > high:
        allowed.report("BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.", key)
    return value
