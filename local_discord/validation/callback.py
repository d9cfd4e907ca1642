"""Rules for the initial response to an interaction, and for lists of choices."""

from __future__ import annotations

from collections.abc import Sequence

from local_discord.enums import CallbackType
from local_discord.errors import Problem
from local_discord.payload import is_payload
from local_discord.validation.fields import MAX_SAFE_INTEGER, Fields

NEED_DATA = (CallbackType.MESSAGE, CallbackType.CHOICES, CallbackType.MODAL)
MAX_CHOICES = 25


def callback_problems(body: object) -> list[Problem]:
    """What is wrong with an initial response, apart from its message or modal."""
    if not is_payload(body):
        return [Problem((), "BASE_TYPE_DICT", "Must be a JSON object.")]
    callback = Fields(body)
    callback.reject_unknown(("type", "data"))
    callback.choice("type", tuple(CallbackType))
    data = callback["data"]
    if data is None:
        if callback["type"] in NEED_DATA:
            callback.require("data")
    elif not is_payload(data):
        callback.report("BASE_TYPE_DICT", "Must be a JSON object.", "data")
    elif callback["type"] == CallbackType.CHOICES:
        choices = callback.child("data")
        choices.reject_unknown(("choices",))
        check_choices(choices.objects("choices", 0, MAX_CHOICES))
    return callback.problems


def check_choices(choices: Sequence[Fields]) -> None:
    """Check the choices of an option."""
    for choice in choices:
        choice.reject_unknown(("name", "name_localizations", "value"))
        choice.text("name", 1, 100)
        value = choice["value"]
        if isinstance(value, str):
            choice.text("value", 1, 100)
        elif isinstance(value, bool) or not isinstance(value, int | float):
            message = "A choice's value must be a string or a number."
            choice.report("UNION_TYPE_CHOICES", message, "value")
        elif abs(value) > MAX_SAFE_INTEGER:
            choice.report("NUMBER_TYPE_RANGE", "Must be between -2^53 and 2^53.", "value")
