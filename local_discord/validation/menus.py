"""Rules that buttons, selects and checkboxes share: emoji, options, number of values."""

from __future__ import annotations

from local_discord.payload import text_of
from local_discord.validation.fields import Fields

OPTION_KEYS = ("label", "value", "description", "emoji", "default")


def check_emoji(owner: Fields) -> None:
    """Check the optional emoji of a button or an option."""
    emoji = owner.child("emoji")
    emoji.reject_unknown(("id", "name", "animated"))
    if owner["emoji"] is not None and emoji["id"] is None and not text_of(emoji["name"]):
        emoji.report("COMPONENT_INVALID_EMOJI", "Invalid emoji")


def check_value_count(component: Fields, high: int) -> None:
    """Check the smallest and largest number of values to choose."""
    component.integer("min_values", 0, high, optional=True)
    component.integer("max_values", 1, high, optional=True)
    least, most = component["min_values"], component["max_values"]
    if isinstance(least, int) and isinstance(most, int) and least > most:
        message = "min_values can't be more than max_values."
        component.report("NUMBER_TYPE_MAX", message, "min_values")


def check_defaults(component: Fields, count: int) -> None:
    """Check how many values are chosen beforehand.

    There may be as many as a user may choose (discord/discord-api-docs `components/reference`).
    """
    least, most = component["min_values"], component["max_values"]
    low, high = (given if isinstance(given, int) else 1 for given in (least, most))
    if count and not low <= count <= high:
        text = f"{count} values are chosen beforehand; {low} to {high} are allowed."
        component.report("SELECT_COMPONENT_INVALID_DEFAULT_VALUES", text)


def check_options(component: Fields, high: int) -> int:
    """Check the options of a select or a group of boxes, and count them."""
    options = component.objects("options", 1, high)
    seen: set[str] = set()
    for option in options:
        option.reject_unknown(OPTION_KEYS)
        option.text("label", 1, 100)
        option.text("value", 1, 100)
        option.text("description", 0, 100, optional=True)
        check_emoji(option)
        option.boolean("default")
        value = text_of(option["value"])
        if value in seen:
            message = "The specified option value is already used"
            option.report("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message, "value")
        seen.add(value)
    return len(options)
