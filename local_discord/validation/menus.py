"""What menus of every kind share: options, emoji, and how many values may be chosen."""

from __future__ import annotations

from local_discord.errors import Problem
from local_discord.payload import Payload, payload_of, payloads_of, text_of
from local_discord.validation.fields import (
    Path,
    bool_problems,
    int_problems,
    key_problems,
    list_problems,
    numbered,
    text_problems,
)


def emoji_problems(value: object, path: Path) -> list[Problem]:
    """What is wrong with the emoji of a button or an option, which may be none."""
    if value is None:
        return []
    emoji = payload_of(value)
    problems = key_problems(emoji, path, ("id", "name", "animated"))
    if emoji.get("id") is None and not text_of(emoji.get("name")):
        problems.append(Problem(path, "COMPONENT_INVALID_EMOJI", "Invalid emoji"))
    return problems


def value_count_problems(component: Payload, path: Path, high: int) -> list[Problem]:
    """What is wrong with the least and the most values that may be chosen."""
    low_value, high_value = component.get("min_values"), component.get("max_values")
    problems = int_problems(low_value, (*path, "min_values"), 0, high, optional=True)
    problems += int_problems(high_value, (*path, "max_values"), 1, high, optional=True)
    if isinstance(low_value, int) and isinstance(high_value, int) and low_value > high_value:
        message = "min_values can't be more than max_values."
        problems.append(Problem((*path, "min_values"), "NUMBER_TYPE_MAX", message))
    return problems


def option_problems(value: object, path: Path, high: int) -> list[Problem]:
    """What is wrong with the options of a select or of a group of boxes."""
    problems = list_problems(value, path, 1, high)
    seen: set[str] = set()
    for option, where in numbered(payloads_of(value), path):
        problems += key_problems(
            option, where, ("label", "value", "description", "emoji", "default")
        )
        problems += text_problems(option.get("label"), (*where, "label"), 1, 100)
        problems += text_problems(option.get("value"), (*where, "value"), 1, 100)
        problems += text_problems(
            option.get("description"), (*where, "description"), 0, 100, optional=True
        )
        problems += emoji_problems(option.get("emoji"), (*where, "emoji"))
        problems += bool_problems(option.get("default"), (*where, "default"))
        if text_of(option.get("value")) in seen:
            message = "The specified option value is already used"
            problems.append(
                Problem((*where, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)
            )
        seen.add(text_of(option.get("value")))
    return problems
