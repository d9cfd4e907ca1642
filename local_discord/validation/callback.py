"""What Discord allows around the data of a first answer, and in a list of choices."""

from __future__ import annotations

from local_discord.errors import Problem
from local_discord.payload import is_payload, payloads_of
from local_discord.validation.fields import (
    Path,
    choice_problems,
    key_problems,
    list_problems,
    numbered,
    required,
    text_problems,
)

CALLBACK_TYPES = (4, 5, 6, 7, 8, 9)
CHOICES = 8
NEED_DATA = (4, CHOICES, 9)
MAX_CHOICES = 25
MAX_SAFE_INTEGER = 2**53


def callback_problems(body: object) -> list[Problem]:
    """What is wrong with a first answer, its message or modal left aside."""
    if not is_payload(body):
        return [Problem((), "BASE_TYPE_DICT", "Must be a JSON object.")]
    problems = key_problems(body, (), ("type", "data"))
    problems += choice_problems(body.get("type"), ("type",), CALLBACK_TYPES)
    data = body.get("data")
    if data is not None and not is_payload(data):
        return [*problems, Problem(("data",), "BASE_TYPE_DICT", "Must be a JSON object.")]
    if data is None:
        return problems + (required(("data",)) if body.get("type") in NEED_DATA else [])
    if body.get("type") == CHOICES:
        problems += key_problems(data, ("data",), ("choices",))
        problems += list_problems(data.get("choices"), ("data", "choices"), 0, MAX_CHOICES)
        problems += choice_list_problems(data.get("choices"), ("data", "choices"))
    return problems


def choice_list_problems(value: object, path: Path) -> list[Problem]:
    """What is wrong with the choices of an option, the number of them left aside."""
    problems: list[Problem] = []
    for choice, where in numbered(payloads_of(value), path):
        problems += key_problems(choice, where, ("name", "name_localizations", "value"))
        problems += text_problems(choice.get("name"), (*where, "name"), 1, 100)
        given = choice.get("value")
        if isinstance(given, str):
            problems += text_problems(given, (*where, "value"), 1, 100)
        elif isinstance(given, bool) or not isinstance(given, int | float):
            message = "A choice's value is text or a number."
            problems.append(Problem((*where, "value"), "UNION_TYPE_CHOICES", message))
        elif abs(given) > MAX_SAFE_INTEGER:
            message = "A number is at most 2^53 either way."
            problems.append(Problem((*where, "value"), "NUMBER_TYPE_RANGE", message))
    return problems
