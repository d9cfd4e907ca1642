"""Rules that buttons, selects and checkboxes share: emoji, options, number of values.

That a required select can't have a `min_values` of 0, in messages either, is reported in
discord/discord-api-docs #7800, and how emoji are refused in #8071.
"""

from __future__ import annotations

from local_discord.emoji import is_emoji
from local_discord.enums import ComponentType
from local_discord.payload import int_of, snowflake_of, text_of
from local_discord.validation.existing import Existing
from local_discord.validation.fields import Fields

OPTION_KEYS = ("label", "value", "description", "emoji", "default")
INVALID_EMOJI = "BUTTON_COMPONENT_INVALID_EMOJI"
"""Discord's code, in selects as well."""


def check_emoji(owner: Fields, there: Existing) -> None:
    """Check the optional emoji of a button or an option: Unicode has it, or the bot."""
    if owner["emoji"] is None:
        return
    emoji = owner.child("emoji")
    emoji.reject_unknown(("id", "name", "animated"))
    if emoji["id"] is None:
        if not is_emoji(text_of(emoji["name"])):
            emoji.report(INVALID_EMOJI, "Invalid emoji", "name")
    elif not there.has_emoji(snowflake_of(emoji["id"]) or 0):
        emoji.report(INVALID_EMOJI, "Invalid emoji", "id")


def check_value_count(component: Fields, high: int) -> None:
    """Check the smallest and largest number of values to choose."""
    component.integer("min_values", 0, high, optional=True)
    component.integer("max_values", 1, high, optional=True)
    component.boolean("required")
    least, most = component["min_values"], component["max_values"]
    if isinstance(least, int) and isinstance(most, int) and least > most:
        message = "min_values can't be more than max_values."
        component.report("NUMBER_TYPE_MAX", message, "min_values")
    if component["required"] is True:
        check_required_count(component)


def check_required_count(component: Fields) -> None:
    """Check the smallest number of values of a required select or group."""
    if component["min_values"] == 0:
        message = "Select menus marked as required cannot have a min_values of 0"
        component.report("SELECT_COMPONENT_REQUIRED_ZERO_MIN_VALUES", message, "min_values")


def check_defaults(component: Fields, count: int, most: int = 1) -> None:
    """Check how many values are chosen beforehand.

    There may be as many as a user may choose (discord/discord-api-docs `components/reference`).

    Args:
        most: how many a user may choose of a component that does not say.
    """
    given = component["min_values"], component["max_values"]
    low, high = (one if isinstance(one, int) else 0 for one in given)
    low, high = (1 if given[0] is None else low), (most if given[1] is None else high)
    if count and not low <= count <= high:
        text = f"{count} values are chosen beforehand; {low} to {high} are allowed."
        component.report("SELECT_COMPONENT_INVALID_DEFAULT_VALUES", text)


def check_options(component: Fields, low: int, high: int, there: Existing) -> int:
    """Check the options of a select, or of a group of buttons or boxes, and count them."""
    options = component.objects("options", low, high)
    is_select = component["type"] == ComponentType.STRING_SELECT
    seen: set[str] = set()
    for option in options:
        # Only a select's have an emoji (discord/discord-api-docs `components/reference`).
        option.reject_unknown(OPTION_KEYS if is_select else set(OPTION_KEYS) - {"emoji"})
        option.text("label", 1, 100)
        option.text("value", 1, 100)
        option.text("description", 0, 100, optional=True)
        check_emoji(option, there)
        option.boolean("default")
        value = text_of(option["value"])
        if value in seen:
            message = "The specified option value is already used"
            option.report("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message, "value")
        seen.add(value)
    for key in ("min_values", "max_values"):
        if int_of(component[key]) > len(options) > 0:
            message = f"There are only {len(options)} options to choose from."
            component.report("NUMBER_TYPE_MAX", message, key)
    return len(options)
