"""Field-by-field checks of a JSON object: text lengths, numbers, choices, unknown keys."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import TypeAlias

from local_discord.errors import Problem
from local_discord.payload import Payload, is_payload, payload_of

Path: TypeAlias = tuple[str | int, ...]

MAX_SAFE_INTEGER = 2**53
"""The largest number, in either direction, that an option or a choice may have."""


@dataclass(frozen=True)
class Fields:
    """A JSON object of a request and the problems found in it.

    A field whose value is null counts as missing, as it does for Discord.

    Attributes:
        body: the object.
        path: its path in the request.
        problems: what is wrong so far; shared with the objects inside this one.
    """

    body: Payload
    path: Path = ()
    problems: list[Problem] = field(default_factory=list)

    def __getitem__(self, key: str) -> object:
        return self.body.get(key)

    def report(self, code: str, message: str, *keys: str | int) -> None:
        """Add a problem with this object, or with the value under `keys`."""
        self.problems.append(Problem((*self.path, *keys), code, message))

    def child(self, key: str, *, index: int | None = None, body: object = None) -> Fields:
        """The object under a key, or at an index of the list under it; empty if there is none."""
        path = (*self.path, key) if index is None else (*self.path, key, index)
        found = self[key] if index is None else body
        return Fields(payload_of(found), path, self.problems)

    def reject_unknown(self, known: Collection[str]) -> None:
        """Report the keys that mean nothing to Discord, which would ignore them silently."""
        for key in self.body:
            if key not in known:
                self.report("UNKNOWN_KEY", "Discord knows no such key here.", key)

    def require(self, key: str) -> None:
        """Report a missing field."""
        if self[key] is None:
            self.report("BASE_TYPE_REQUIRED", "This field is required", key)

    def text(self, key: str, low: int, high: int, *, optional: bool = False) -> None:
        """Check a string of `low` to `high` characters."""
        value = self[key]
        if not self._is_missing(key, optional=optional):
            if isinstance(value, str):
                self._length(key, len(value), low, high)
            else:
                self.report("STRING_TYPE_CONVERT", "Must be a string.", key)

    def integer(self, key: str, low: int, high: int, *, optional: bool = False) -> None:
        """Check an integer from `low` to `high`."""
        value = self[key]
        if self._is_missing(key, optional=optional):
            return
        if not isinstance(value, int) or isinstance(value, bool):
            self.report("NUMBER_TYPE_COERCE", f"Value {value!r} is not an integer.", key)
        elif not low <= value <= high:
            message = f"int value should be between {low} and {high}."
            self.report("NUMBER_TYPE_RANGE", message, key)

    def boolean(self, *keys: str) -> None:
        """Check optional booleans."""
        for key in keys:
            if not isinstance(self[key], bool | None):
                self.report("BOOLEAN_TYPE_CONVERT", "Must be either true or false.", key)

    def choice(self, key: str, choices: Collection[int], *, optional: bool = False) -> None:
        """Check an integer that has to be one of a few."""
        if not self._is_missing(key, optional=optional):
            self.check_choice(self[key], choices, key)

    def check_choice(self, value: object, choices: Collection[int], *keys: str | int) -> None:
        """Report a value under `keys` that is not one of the choices."""
        if type(value) is not int or value not in choices:
            named = ", ".join(str(int(choice)) for choice in choices)
            self.report("BASE_TYPE_CHOICES", f"Value must be one of {{{named}}}.", *keys)

    def objects(self, key: str, low: int, high: int, *, optional: bool = False) -> list[Fields]:
        """Check a list of `low` to `high` objects, and give those objects."""
        value = self[key]
        if self._is_missing(key, optional=optional):
            return []
        if not isinstance(value, list):
            self.report("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType", key)
            return []
        self._length(key, len(value), low, high)
        found = []
        for index, item in enumerate(value):
            if is_payload(item):
                found.append(self.child(key, index=index, body=item))
            else:
                self.report("MODEL_TYPE_CONVERT", "Must be an object.", key, index)
        return found

    def _is_missing(self, key: str, *, optional: bool) -> bool:
        if not optional:
            self.require(key)
        return self[key] is None

    def _length(self, key: str, length: int, low: int, high: int) -> None:
        if low == 0 and length > high:
            self.report("BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.", key)
        elif not low <= length <= high:
            message = f"Must be between {low} and {high} in length."
            self.report("BASE_TYPE_BAD_LENGTH", message, key)
