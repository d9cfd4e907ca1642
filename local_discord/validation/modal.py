"""What Discord allows in a modal."""

from __future__ import annotations

from local_discord.errors import Problem
from local_discord.payload import Payload, payload_of, payloads_of
from local_discord.validation.components import (
    IN_MODAL,
    Component,
    component_problems,
    duplicate_problems,
)
from local_discord.validation.fields import (
    Path,
    key_problems,
    list_problems,
    numbered,
    text_problems,
)

MAX_ITEMS = 5


def modal_problems(modal: Payload, path: Path) -> list[Problem]:
    """All that is wrong with a modal."""
    problems = key_problems(modal, path, ("custom_id", "title", "components"))
    problems += text_problems(modal.get("custom_id"), (*path, "custom_id"), 1, 100)
    problems += text_problems(modal.get("title"), (*path, "title"), 1, 45)
    below = (*path, "components")
    problems += list_problems(modal.get("components"), below, 1, MAX_ITEMS)
    items = payloads_of(modal.get("components"))
    for item, where in numbered(items, below):
        if item.get("type") == Component.ACTION_ROW:
            problems += _row_problems(item, where)
        else:
            problems += component_problems(item, where, IN_MODAL, ())
            field = payload_of(item.get("component"))
            if field.get("disabled"):
                message = "A select in a modal can't be disabled."
                problems.append(
                    Problem((*where, "component", "disabled"), "BASE_TYPE_CHOICES", message)
                )
    return problems or duplicate_problems(items, below)


def _row_problems(row: Payload, path: Path) -> list[Problem]:
    """The older form: a row around one text input, which then has its own label."""
    below = (*path, "components")
    problems = key_problems(row, path, ("type", "id", "components"))
    problems += list_problems(row.get("components"), below, 1, 1)
    for field, where in numbered(payloads_of(row.get("components")), below):
        problems += component_problems(field, where, (Component.TEXT_INPUT,), ())
        problems += text_problems(field.get("label"), (*where, "label"), 1, 45)
    return problems
