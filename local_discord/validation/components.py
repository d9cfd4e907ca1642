"""What Discord allows in components: of messages, legacy and V2, and of modals."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from enum import IntEnum

from local_discord.errors import Problem
from local_discord.message import component_tree
from local_discord.payload import Payload, int_of, is_payload, payload_of, payloads_of, text_of
from local_discord.validation.fields import (
    Path,
    bool_problems,
    choice_problems,
    int_problems,
    key_problems,
    list_problems,
    numbered,
    required,
    text_problems,
)
from local_discord.validation.menus import emoji_problems, option_problems, value_count_problems

MAX_NESTED = 40
MAX_DISPLAYED_TEXT = 4000
MAX_ROWS = 5
MAX_BUTTONS = 5
MAX_ID = 2**31 - 1


class Component(IntEnum):
    """Discord's component types."""

    ACTION_ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT_DISPLAY = 10
    THUMBNAIL = 11
    MEDIA_GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18
    FILE_UPLOAD = 19
    RADIO_GROUP = 21
    CHECKBOX_GROUP = 22
    CHECKBOX = 23


LINK, PREMIUM = 5, 6
"""The button styles that send no interaction."""

SELECTS = (3, 5, 6, 7, 8)
IN_LEGACY_MESSAGE = (1,)
IN_CONTAINER = (1, 9, 10, 12, 13, 14)
IN_V2_MESSAGE = (*IN_CONTAINER, 17)
IN_ROW = (2, *SELECTS)
IN_LABEL = (3, 4, 5, 6, 7, 8, 19, 21, 22, 23)
IN_MODAL = (1, 10, 18)

SELECT_KEYS = ("custom_id", "placeholder", "min_values", "max_values", "disabled", "required")
KEYS: dict[int, tuple[str, ...]] = {
    Component.ACTION_ROW: ("components",),
    Component.BUTTON: ("style", "label", "emoji", "custom_id", "url", "sku_id", "disabled"),
    Component.STRING_SELECT: (*SELECT_KEYS, "options"),
    Component.TEXT_INPUT: (
        *("custom_id", "style", "label", "placeholder", "value"),
        *("required", "min_length", "max_length"),
    ),
    Component.USER_SELECT: (*SELECT_KEYS, "default_values"),
    Component.ROLE_SELECT: (*SELECT_KEYS, "default_values"),
    Component.MENTIONABLE_SELECT: (*SELECT_KEYS, "default_values"),
    Component.CHANNEL_SELECT: (*SELECT_KEYS, "default_values", "channel_types"),
    Component.SECTION: ("components", "accessory"),
    Component.TEXT_DISPLAY: ("content",),
    Component.THUMBNAIL: ("media", "description", "spoiler"),
    Component.MEDIA_GALLERY: ("items",),
    Component.FILE: ("file", "spoiler"),
    Component.SEPARATOR: ("divider", "spacing"),
    Component.CONTAINER: ("components", "accent_color", "spoiler"),
    Component.LABEL: ("label", "description", "component"),
    Component.FILE_UPLOAD: ("custom_id", "min_values", "max_values", "required"),
    Component.RADIO_GROUP: ("custom_id", "options", "required"),
    Component.CHECKBOX_GROUP: ("custom_id", "options", "min_values", "max_values", "required"),
    Component.CHECKBOX: ("custom_id", "default"),
}
"""What each type of component may have besides `type` and `id`."""


def message_component_problems(
    value: object, path: Path, *, v2: bool, filenames: Collection[str]
) -> list[Problem]:
    """What is wrong with the components of a message.

    Args:
        value: the list of components.
        path: where it stands in the body.
        v2: whether the message has the flag for Components V2.
        filenames: the files that `attachment://` may name.
    """
    allowed = IN_V2_MESSAGE if v2 else IN_LEGACY_MESSAGE
    problems = list_problems(value, path, 0, MAX_NESTED if v2 else MAX_ROWS, optional=True)
    components = payloads_of(value)
    for component, where in numbered(components, path):
        problems += component_problems(component, where, allowed, filenames)
    if problems:
        return problems
    return duplicate_problems(components, path) + (total_problems(components, path) if v2 else [])


def component_problems(
    component: Payload, path: Path, allowed: Collection[int], filenames: Collection[str]
) -> list[Problem]:
    """What is wrong with one component and those inside it, given the types allowed here."""
    kind = component.get("type")
    if kind is None:
        return required((*path, "type"))
    if isinstance(kind, bool) or not isinstance(kind, int) or kind not in allowed:
        named = ", ".join(map(str, allowed)) + ("," if len(allowed) == 1 else "")
        message = f'Value of field "type" must be one of ({named}).'
        return [Problem(path, "UNION_TYPE_CHOICES", message)]
    problems = key_problems(component, path, ("type", "id", *KEYS[kind]))
    problems += int_problems(component.get("id"), (*path, "id"), 0, MAX_ID, optional=True)
    check = CHECKS.get(kind)
    return problems + (check(component, path, filenames) if check else [])


def _inside(
    component: Payload,
    path: Path,
    sizes: tuple[int, int],
    allowed: Collection[int],
    filenames: Collection[str],
) -> list[Problem]:
    below = (*path, "components")
    problems = list_problems(component.get("components"), below, *sizes)
    for child, where in numbered(payloads_of(component.get("components")), below):
        problems += component_problems(child, where, allowed, filenames)
    return problems


def _row(component: Payload, path: Path, filenames: Collection[str]) -> list[Problem]:
    children = payloads_of(component.get("components"))
    problems = _inside(component, path, (1, MAX_BUTTONS), IN_ROW, filenames)
    selects = [child for child in children if child.get("type") in SELECTS]
    if selects and len(children) > 1:
        message = "The specified component exceeds the maximum width"
        where = (*path, "components", len(children) - 1)
        problems.append(Problem(where, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message))
    return problems


def _button(component: Payload, path: Path, _: Collection[str]) -> list[Problem]:
    style = component.get("style")
    problems = choice_problems(style, (*path, "style"), range(1, 7))
    problems += text_problems(component.get("label"), (*path, "label"), 0, 80, optional=True)
    problems += bool_problems(component.get("disabled"), (*path, "disabled"))
    problems += emoji_problems(component.get("emoji"), (*path, "emoji"))
    wanted = {LINK: "url", PREMIUM: "sku_id"}.get(int_of(style), "custom_id")
    if wanted == "custom_id":
        problems += text_problems(component.get("custom_id"), (*path, "custom_id"), 1, 100)
    elif component.get(wanted) is None:
        problems += required((*path, wanted))
    if wanted == "url":
        problems += text_problems(component.get("url"), (*path, "url"), 1, 512, optional=True)
    for other in ("custom_id", "url", "sku_id"):
        if other != wanted and component.get(other) is not None:
            message = f"A button of style {style} has a {wanted} and no {other}."
            problems.append(Problem((*path, other), "BASE_TYPE_MUTUALLY_EXCLUSIVE", message))
    if wanted != "sku_id" and not component.get("label") and component.get("emoji") is None:
        message = "A button needs a label or an emoji."
        problems.append(Problem(path, "BUTTON_COMPONENT_MISSING_LABEL", message))
    return problems


def _select(component: Payload, path: Path, _: Collection[str]) -> list[Problem]:
    problems = text_problems(component.get("custom_id"), (*path, "custom_id"), 1, 100)
    problems += text_problems(
        component.get("placeholder"), (*path, "placeholder"), 0, 150, optional=True
    )
    problems += value_count_problems(component, path, 25)
    problems += bool_problems(component.get("disabled"), (*path, "disabled"))
    if component.get("type") == Component.STRING_SELECT:
        problems += option_problems(component.get("options"), (*path, "options"), 25)
        count = len(payloads_of(component.get("options")))
        if int_of(component.get("max_values")) > count > 0:
            message = f"There are only {count} options to choose from."
            problems.append(Problem((*path, "max_values"), "NUMBER_TYPE_MAX", message))
    return problems


def _section(component: Payload, path: Path, filenames: Collection[str]) -> list[Problem]:
    problems = _inside(component, path, (1, 3), (Component.TEXT_DISPLAY,), filenames)
    accessory = component.get("accessory")
    where = (*path, "accessory")
    if not is_payload(accessory):
        return problems + required(where)
    return problems + component_problems(
        accessory, where, (Component.BUTTON, Component.THUMBNAIL), filenames
    )


def _text_display(component: Payload, path: Path, _: Collection[str]) -> list[Problem]:
    return text_problems(component.get("content"), (*path, "content"), 1, MAX_DISPLAYED_TEXT)


def _media(value: object, path: Path, filenames: Collection[str]) -> list[Problem]:
    if not is_payload(value):
        return required(path)
    where = (*path, "url")
    url = text_of(value.get("url"))
    problems = text_problems(value.get("url"), where, 1, 2048)
    if url.startswith("attachment://"):
        if url.removeprefix("attachment://") not in filenames:
            there = ", ".join(sorted(filenames)) or "none"
            message = f"{url} names a file the message does not have (it has: {there})."
            problems.append(
                Problem(where, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", message)
            )
    elif url and not url.startswith(("http://", "https://")):
        message = "Scheme must be one of ('http', 'https', 'attachment')."
        problems.append(Problem(where, "URL_TYPE_INVALID_SCHEME", message))
    return problems


def _described(item: Payload, path: Path) -> list[Problem]:
    problems = text_problems(
        item.get("description"), (*path, "description"), 1, 1024, optional=True
    )
    return problems + bool_problems(item.get("spoiler"), (*path, "spoiler"))


def _thumbnail(component: Payload, path: Path, filenames: Collection[str]) -> list[Problem]:
    problems = _media(component.get("media"), (*path, "media"), filenames)
    return problems + _described(component, path)


def _gallery(component: Payload, path: Path, filenames: Collection[str]) -> list[Problem]:
    below = (*path, "items")
    problems = list_problems(component.get("items"), below, 1, 10)
    for item, where in numbered(payloads_of(component.get("items")), below):
        problems += key_problems(item, where, ("media", "description", "spoiler"))
        problems += _media(item.get("media"), (*where, "media"), filenames)
        problems += _described(item, where)
    return problems


def _file(component: Payload, path: Path, filenames: Collection[str]) -> list[Problem]:
    where = (*path, "file")
    problems = _media(component.get("file"), where, filenames)
    if not text_of(payload_of(component.get("file")).get("url")).startswith("attachment://"):
        message = "Scheme must be one of ('attachment',)."
        problems.append(Problem((*where, "url"), "URL_TYPE_INVALID_SCHEME", message))
    return problems


def _separator(component: Payload, path: Path, _: Collection[str]) -> list[Problem]:
    problems = choice_problems(component.get("spacing"), (*path, "spacing"), (1, 2), optional=True)
    return problems + bool_problems(component.get("divider"), (*path, "divider"))


def _container(component: Payload, path: Path, filenames: Collection[str]) -> list[Problem]:
    problems = _inside(component, path, (1, MAX_NESTED), IN_CONTAINER, filenames)
    accent = component.get("accent_color")
    problems += int_problems(accent, (*path, "accent_color"), 0, 0xFFFFFF, optional=True)
    return problems + bool_problems(component.get("spoiler"), (*path, "spoiler"))


def _text_input(component: Payload, path: Path, _: Collection[str]) -> list[Problem]:
    problems = text_problems(component.get("custom_id"), (*path, "custom_id"), 1, 100)
    problems += choice_problems(component.get("style"), (*path, "style"), (1, 2))
    for key, low, high in (("label", 1, 45), ("placeholder", 0, 100), ("value", 0, 4000)):
        problems += text_problems(component.get(key), (*path, key), low, high, optional=True)
    for key, low, high in (("min_length", 0, 4000), ("max_length", 1, 4000)):
        problems += int_problems(component.get(key), (*path, key), low, high, optional=True)
    return problems


def _label(component: Payload, path: Path, filenames: Collection[str]) -> list[Problem]:
    problems = text_problems(component.get("label"), (*path, "label"), 1, 45)
    problems += text_problems(
        component.get("description"), (*path, "description"), 0, 100, optional=True
    )
    field = component.get("component")
    where = (*path, "component")
    if not is_payload(field):
        return problems + required(where)
    return problems + component_problems(field, where, IN_LABEL, filenames)


def _boxes(component: Payload, path: Path, _: Collection[str]) -> list[Problem]:
    problems = text_problems(component.get("custom_id"), (*path, "custom_id"), 1, 100)
    problems += option_problems(component.get("options"), (*path, "options"), 10)
    return problems + value_count_problems(component, path, 10)


def _upload(component: Payload, path: Path, _: Collection[str]) -> list[Problem]:
    problems = text_problems(component.get("custom_id"), (*path, "custom_id"), 1, 100)
    return problems + value_count_problems(component, path, 10)


def _checkbox(component: Payload, path: Path, _: Collection[str]) -> list[Problem]:
    return text_problems(component.get("custom_id"), (*path, "custom_id"), 1, 100)


CHECKS: dict[int, Callable[[Payload, Path, Collection[str]], list[Problem]]] = {
    Component.ACTION_ROW: _row,
    Component.BUTTON: _button,
    **dict.fromkeys(SELECTS, _select),
    Component.TEXT_INPUT: _text_input,
    Component.SECTION: _section,
    Component.TEXT_DISPLAY: _text_display,
    Component.THUMBNAIL: _thumbnail,
    Component.MEDIA_GALLERY: _gallery,
    Component.FILE: _file,
    Component.SEPARATOR: _separator,
    Component.CONTAINER: _container,
    Component.LABEL: _label,
    Component.FILE_UPLOAD: _upload,
    Component.RADIO_GROUP: _boxes,
    Component.CHECKBOX_GROUP: _boxes,
    Component.CHECKBOX: _checkbox,
}


def duplicate_problems(components: Sequence[Payload], path: Path) -> list[Problem]:
    """Custom ids and component numbers used twice in one message or modal."""
    problems: list[Problem] = []
    custom_ids: set[str] = set()
    numbers: set[int] = set()
    for component in component_tree(components):
        custom_id = text_of(component.get("custom_id"))
        number = int_of(component.get("id"))
        if custom_id and custom_id in custom_ids:
            message = f"Component custom id cannot be duplicated ({custom_id!r} is)"
            problems.append(Problem(path, "COMPONENT_CUSTOM_ID_DUPLICATED", message))
        if number and number in numbers:
            message = f"Component id cannot be duplicated ({number} is)"
            problems.append(Problem(path, "COMPONENT_ID_DUPLICATED", message))
        custom_ids.add(custom_id)
        numbers.add(number)
    return problems


def total_problems(components: Sequence[Payload], path: Path) -> list[Problem]:
    """More components, or more text, than one V2 message may have in all."""
    problems: list[Problem] = []
    every = list(component_tree(components))
    if len(every) > MAX_NESTED:
        message = f"The message has {len(every)} components in all; {MAX_NESTED} are allowed."
        problems.append(Problem(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message))
    length = sum(
        len(text_of(component.get("content")))
        for component in every
        if component.get("type") == Component.TEXT_DISPLAY
    )
    if length > MAX_DISPLAYED_TEXT:
        message = f"The texts have {length} characters in all; {MAX_DISPLAYED_TEXT} are allowed."
        problems.append(Problem(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message))
    return problems
