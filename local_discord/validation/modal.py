"""Rules for modals."""

from __future__ import annotations

from local_discord.enums import ComponentType
from local_discord.errors import Problem
from local_discord.payload import Payload
from local_discord.validation.components import (
    IN_MODAL,
    Known,
    check_component,
    check_duplicates,
)
from local_discord.validation.existing import EVERYTHING, Existing
from local_discord.validation.fields import Fields, Path
from local_discord.validation.menus import check_required_count

MAX_ITEMS = 5


def modal_problems(body: Payload, path: Path, there: Existing = EVERYTHING) -> list[Problem]:
    """Everything wrong with a modal, which may name what is there."""
    known = Known((), there)
    modal = Fields(body, path)
    modal.reject_unknown(("custom_id", "title", "components"))
    modal.text("custom_id", 1, 100)
    modal.text("title", 1, 45)
    for item in modal.objects("components", 1, MAX_ITEMS):
        if item["type"] == ComponentType.ACTION_ROW:
            _check_row(item, known)
            continue
        check_component(item, IN_MODAL, known)
        field = item.child("component")
        if field["disabled"]:
            field.report("BASE_TYPE_CHOICES", "A select in a modal can't be disabled.", "disabled")
        if field["required"] is None:
            # discord/discord-api-docs `components/reference`: a field of a modal is required.
            check_required_count(field)
    if not modal.problems:
        check_duplicates(modal)
    return modal.problems


def _check_row(row: Fields, known: Known) -> None:
    """Check the legacy form of a field: a row with one text input, which has its own label."""
    row.reject_unknown(("type", "id", "components"))
    for field in row.objects("components", 1, 1):
        check_component(field, (ComponentType.TEXT_INPUT,), known)
        field.text("label", 1, 45)
