"""Checks of single values: text lengths, numbers, choices, keys nobody reads.

Each takes the value and the path to it and gives the problems found, none when all is well. A value
of null counts as left out, as it does for Discord.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from local_discord.errors import Problem
from local_discord.payload import Payload

Path = tuple[str | int, ...]


def required(path: Path) -> list[Problem]:
    """The problem of a value that is missing."""
    return [Problem(path, "BASE_TYPE_REQUIRED", "This field is required")]


def text_problems(
    value: object, path: Path, low: int, high: int, *, optional: bool = False
) -> list[Problem]:
    """Text of `low` to `high` characters."""
    if value is None:
        return [] if optional else required(path)
    if not isinstance(value, str):
        return [Problem(path, "STRING_TYPE_CONVERT", "Must be text.")]
    if low == 0 and len(value) > high:
        message = f"Must be {high} or fewer in length."
        return [Problem(path, "BASE_TYPE_MAX_LENGTH", message)]
    if not low <= len(value) <= high:
        message = f"Must be between {low} and {high} in length."
        return [Problem(path, "BASE_TYPE_BAD_LENGTH", message)]
    return []


def int_problems(
    value: object, path: Path, low: int, high: int, *, optional: bool = False
) -> list[Problem]:
    """A whole number from `low` to `high`."""
    if value is None:
        return [] if optional else required(path)
    if not isinstance(value, int) or isinstance(value, bool):
        return [Problem(path, "NUMBER_TYPE_COERCE", f"Value {value!r} is not a whole number.")]
    if not low <= value <= high:
        message = f"int value should be between {low} and {high}."
        return [Problem(path, "NUMBER_TYPE_RANGE", message)]
    return []


def bool_problems(value: object, path: Path) -> list[Problem]:
    """True or false, or nothing."""
    if value is None or isinstance(value, bool):
        return []
    return [Problem(path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")]


def choice_problems(
    value: object, path: Path, choices: Collection[int], *, optional: bool = False
) -> list[Problem]:
    """One of a few numbers."""
    if value is None:
        return [] if optional else required(path)
    if isinstance(value, bool) or not isinstance(value, int) or value not in choices:
        named = ", ".join(map(str, choices))
        return [Problem(path, "BASE_TYPE_CHOICES", f"Value must be one of {{{named}}}.")]
    return []


def list_problems(
    value: object, path: Path, low: int, high: int, *, optional: bool = False
) -> list[Problem]:
    """A list of `low` to `high` objects."""
    if value is None:
        return [] if optional else required(path)
    if not isinstance(value, list):
        return [Problem(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")]
    strangers = [
        Problem((*path, index), "MODEL_TYPE_CONVERT", "Must be an object.")
        for index, item in enumerate(value)
        if not isinstance(item, dict)
    ]
    if low == 0 and len(value) > high:
        message = f"Must be {high} or fewer in length."
        return [Problem(path, "BASE_TYPE_MAX_LENGTH", message), *strangers]
    if not low <= len(value) <= high:
        message = f"Must be between {low} and {high} in length."
        return [Problem(path, "BASE_TYPE_BAD_LENGTH", message), *strangers]
    return strangers


def key_problems(value: Payload, path: Path, known: Collection[str]) -> list[Problem]:
    """Keys that mean nothing here: Discord passes over them, and the sender never learns."""
    return [
        Problem((*path, key), "UNKNOWN_KEY", "Discord knows no such key here.")
        for key in value
        if key not in known
    ]


def numbered(items: Iterable[Payload], path: Path) -> Iterable[tuple[Payload, Path]]:
    """Each object of a list with the path to it."""
    return ((item, (*path, index)) for index, item in enumerate(items))
