"""Rules for components, of messages (legacy and V2) and of modals."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass

from local_discord.enums import ComponentType
from local_discord.message import component_tree
from local_discord.payload import int_of, is_payload, payloads_of, snowflake_of, text_of
from local_discord.validation.existing import Existing
from local_discord.validation.fields import Fields
from local_discord.validation.menus import (
    check_defaults,
    check_emoji,
    check_options,
    check_value_count,
)

MAX_NESTED = 40
MAX_DISPLAYED_TEXT = 4000
MAX_ROWS = 5
MAX_BUTTONS = 5
MAX_ID = 2**31 - 1
MAX_FILE_TYPES = 10
FILE_TYPE = re.compile(r"image|video|audio|\.[A-Za-z0-9]+")
"""What uploads may be limited to (discord/discord-api-docs `reference`, "File Type Filtering")."""

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
    ComponentType.ACTION_ROW: ("components",),
    ComponentType.BUTTON: ("style", "label", "emoji", "custom_id", "url", "sku_id", "disabled"),
    ComponentType.STRING_SELECT: (*SELECT_KEYS, "options"),
    ComponentType.TEXT_INPUT: (
        *("custom_id", "style", "label", "placeholder", "value"),
        *("required", "min_length", "max_length"),
    ),
    ComponentType.USER_SELECT: (*SELECT_KEYS, "default_values"),
    ComponentType.ROLE_SELECT: (*SELECT_KEYS, "default_values"),
    ComponentType.MENTIONABLE_SELECT: (*SELECT_KEYS, "default_values"),
    ComponentType.CHANNEL_SELECT: (*SELECT_KEYS, "default_values", "channel_types"),
    ComponentType.SECTION: ("components", "accessory"),
    ComponentType.TEXT_DISPLAY: ("content",),
    ComponentType.THUMBNAIL: ("media", "description", "spoiler"),
    ComponentType.MEDIA_GALLERY: ("items",),
    ComponentType.FILE: ("file", "spoiler"),
    ComponentType.SEPARATOR: ("divider", "spacing"),
    ComponentType.CONTAINER: ("components", "accent_color", "spoiler"),
    ComponentType.LABEL: ("label", "description", "component"),
    ComponentType.FILE_UPLOAD: (
        *("custom_id", "min_values", "max_values", "required", "file_types"),
    ),
    ComponentType.RADIO_GROUP: ("custom_id", "options", "required"),
    ComponentType.CHECKBOX_GROUP: ("custom_id", "options", "min_values", "max_values", "required"),
    ComponentType.CHECKBOX: ("custom_id", "default"),
}
"""The keys each type of component may have besides `type` and `id`."""

DEFAULT_TYPES: dict[int, tuple[str, ...]] = {
    ComponentType.USER_SELECT: ("user",),
    ComponentType.ROLE_SELECT: ("role",),
    ComponentType.MENTIONABLE_SELECT: ("user", "role"),
    ComponentType.CHANNEL_SELECT: ("channel",),
}
"""What the default values of each type of select may be."""


@dataclass(frozen=True)
class Known:
    """What components may name.

    Attributes:
        filenames: the files that `attachment://` may name.
        there: the custom emoji and channels that there are.
    """

    filenames: Collection[str]
    there: Existing


def check_message_components(message: Fields, known: Known, *, v2: bool) -> None:
    """Check the components of a message.

    Args:
        message: the message body.
        known: what the components may name.
        v2: whether the message has the flag for Components V2.
    """
    before = len(message.problems)
    high, allowed = (MAX_NESTED, IN_V2_MESSAGE) if v2 else (MAX_ROWS, IN_LEGACY_MESSAGE)
    for component in message.objects("components", 0, high, optional=True):
        check_component(component, allowed, known)
    if len(message.problems) == before:
        check_duplicates(message)
        if v2:
            _check_totals(message)


def check_component(component: Fields, allowed: Collection[int], known: Known) -> None:
    """Check one component, and those inside it, where only some types are allowed."""
    kind = component["type"]
    if kind is None:
        component.require("type")
    elif type(kind) is not int or kind not in allowed:
        named = ", ".join(map(str, allowed)) + ("," if len(allowed) == 1 else "")
        message = f'Value of field "type" must be one of ({named}).'
        component.report("UNION_TYPE_CHOICES", message)
    else:
        component.reject_unknown(("type", "id", *KEYS[kind]))
        component.integer("id", 0, MAX_ID, optional=True)
        CHECKS[kind](component, known)


def check_duplicates(owner: Fields) -> None:
    """Report custom ids and component ids used twice in a message or modal."""
    components = list(component_tree(payloads_of(owner["components"])))
    custom_ids = Counter(text_of(component.get("custom_id")) for component in components)
    ids = Counter(int_of(component.get("id")) for component in components)
    for custom_id, count in custom_ids.items():
        if custom_id and count > 1:
            message = f"Component custom id cannot be duplicated ({custom_id!r} is)"
            owner.report("COMPONENT_CUSTOM_ID_DUPLICATED", message, "components")
    for number, count in ids.items():
        if number and count > 1:
            message = f"Component id cannot be duplicated ({number} is)"
            owner.report("COMPONENT_ID_DUPLICATED", message, "components")


def _check_totals(message: Fields) -> None:
    """Report more components, or more text, than a V2 message may have in all."""
    components = list(component_tree(payloads_of(message["components"])))
    if len(components) > MAX_NESTED:
        text = f"The message has {len(components)} components in all; {MAX_NESTED} are allowed."
        message.report("COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", text, "components")
    length = sum(
        len(text_of(component.get("content")))
        for component in components
        if component.get("type") == ComponentType.TEXT_DISPLAY
    )
    if length > MAX_DISPLAYED_TEXT:
        text = f"The texts have {length} characters in all; {MAX_DISPLAYED_TEXT} are allowed."
        message.report("COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", text, "components")


def _check_children(
    parent: Fields, low: int, high: int, allowed: Collection[int], known: Known
) -> None:
    for child in parent.objects("components", low, high):
        check_component(child, allowed, known)


def _check_row(row: Fields, known: Known) -> None:
    _check_children(row, 1, MAX_BUTTONS, IN_ROW, known)
    types = [child.get("type") for child in payloads_of(row["components"])]
    if len(types) > 1 and any(kind in SELECTS for kind in types):
        message = "The specified component exceeds the maximum width"
        row.report("COMPONENT_LAYOUT_WIDTH_EXCEEDED", message, "components", len(types) - 1)


def _check_button(button: Fields, known: Known) -> None:
    style = button["style"]
    button.choice("style", range(1, 7))
    button.text("label", 0, 80, optional=True)
    button.boolean("disabled")
    check_emoji(button, known.there)
    needed = {LINK: "url", PREMIUM: "sku_id"}.get(int_of(style), "custom_id")
    match needed:
        case "custom_id":
            button.text("custom_id", 1, 100)
        case "url":
            button.text("url", 1, 512)
        case _:
            button.require(needed)
    for other in {"custom_id", "url", "sku_id"} - {needed}:
        if button[other] is not None:
            message = f"A button of style {style} has a {needed} and no {other}."
            button.report("BASE_TYPE_MUTUALLY_EXCLUSIVE", message, other)
    if needed == "sku_id":
        for other in ("label", "emoji"):
            if button[other] is not None:
                message = f"A button of style {style} has no {other}."
                button.report("BASE_TYPE_MUTUALLY_EXCLUSIVE", message, other)
    if needed != "sku_id" and not button["label"] and button["emoji"] is None:
        button.report("BUTTON_COMPONENT_MISSING_LABEL", "A button needs a label or an emoji.")


def _check_select(select: Fields, known: Known) -> None:
    select.text("custom_id", 1, 100)
    select.text("placeholder", 0, 150, optional=True)
    check_value_count(select, 25)
    select.boolean("disabled")
    if select["type"] == ComponentType.STRING_SELECT:
        check_options(select, 1, 25, known.there)
        check_defaults(select, _chosen(select))
        return
    defaults = select.objects("default_values", 0, 25, optional=True)
    for default in defaults:
        default.reject_unknown(("id", "type"))
        if snowflake_of(default["id"]) is None:
            default.report("NUMBER_TYPE_COERCE", "Value is not snowflake.", "id")
        if default["type"] not in DEFAULT_TYPES[int_of(select["type"])]:
            default.report("BASE_TYPE_CHOICES", "Not a type that this menu offers.", "type")
        elif default["type"] == "channel" and not known.there.has_channel(
            snowflake_of(default["id"]) or 0
        ):
            message = "The channel was deleted."
            default.report("SELECT_COMPONENT_INVALID_DEFAULT_VALUES", message, "id")
    check_defaults(select, len(defaults))


def _check_section(section: Fields, known: Known) -> None:
    _check_children(section, 1, 3, (ComponentType.TEXT_DISPLAY,), known)
    _check_only_child(section, "accessory", (ComponentType.BUTTON, ComponentType.THUMBNAIL), known)


def _check_only_child(parent: Fields, key: str, allowed: Collection[int], known: Known) -> None:
    if is_payload(parent[key]):
        check_component(parent.child(key), allowed, known)
    else:
        parent.report("BASE_TYPE_REQUIRED", "This field is required", key)


def _check_text_display(display: Fields, _: Known) -> None:
    display.text("content", 1, MAX_DISPLAYED_TEXT)


def _check_media(owner: Fields, key: str, known: Known) -> None:
    if not is_payload(owner[key]):
        owner.report("BASE_TYPE_REQUIRED", "This field is required", key)
        return
    media = owner.child(key)
    media.text("url", 1, 2048)
    url = text_of(media["url"])
    if url.startswith("attachment://"):
        if url.removeprefix("attachment://") not in known.filenames:
            files = ", ".join(sorted(known.filenames)) or "none"
            message = f"{url} names a file the message does not have (it has: {files})."
            media.report("UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", message, "url")
    elif url and not url.startswith(("http://", "https://")):
        message = "Scheme must be one of ('http', 'https', 'attachment')."
        media.report("URL_TYPE_INVALID_SCHEME", message, "url")


def _check_thumbnail(item: Fields, known: Known) -> None:
    """Check a thumbnail or an item of a gallery."""
    _check_media(item, "media", known)
    item.text("description", 1, 1024, optional=True)
    item.boolean("spoiler")


def _check_gallery(gallery: Fields, known: Known) -> None:
    for item in gallery.objects("items", 1, 10):
        item.reject_unknown(KEYS[ComponentType.THUMBNAIL])
        _check_thumbnail(item, known)


def _check_file(file: Fields, known: Known) -> None:
    _check_media(file, "file", known)
    if not text_of(file.child("file")["url"]).startswith("attachment://"):
        message = "Scheme must be one of ('attachment',)."
        file.report("URL_TYPE_INVALID_SCHEME", message, "file", "url")


def _check_separator(separator: Fields, _: Known) -> None:
    separator.choice("spacing", (1, 2), optional=True)
    separator.boolean("divider")


def _check_container(container: Fields, known: Known) -> None:
    _check_children(container, 1, MAX_NESTED, IN_CONTAINER, known)
    container.integer("accent_color", 0, 0xFFFFFF, optional=True)
    container.boolean("spoiler")


def _check_text_input(field: Fields, _: Known) -> None:
    field.text("custom_id", 1, 100)
    field.choice("style", (1, 2))
    field.text("label", 1, 45, optional=True)
    field.text("placeholder", 0, 100, optional=True)
    field.text("value", 0, 4000, optional=True)
    field.integer("min_length", 0, 4000, optional=True)
    field.integer("max_length", 1, 4000, optional=True)
    shortest, longest = int_of(field["min_length"]), int_of(field["max_length"])
    if longest and shortest > longest:
        field.report("NUMBER_TYPE_MAX", "Can't be more than max_length.", "min_length")
    elif field["value"]:
        field.text("value", shortest, longest or 4000)
    field.boolean("required")


def _check_label(label: Fields, known: Known) -> None:
    label.text("label", 1, 45)
    label.text("description", 1, 100, optional=True)
    _check_only_child(label, "component", IN_LABEL, known)


def _chosen(menu: Fields) -> int:
    """How many of a menu's options are chosen beforehand."""
    return sum(bool(one.get("default")) for one in payloads_of(menu["options"]))


def _check_radio_group(group: Fields, known: Known) -> None:
    group.text("custom_id", 1, 100)
    group.boolean("required")
    check_options(group, 2, 10, known.there)
    check_defaults(group, _chosen(group))


def _check_boxes(boxes: Fields, known: Known) -> None:
    boxes.text("custom_id", 1, 100)
    count = check_options(boxes, 1, 10, known.there)
    check_value_count(boxes, 10)
    check_defaults(boxes, _chosen(boxes), most=count)


def _check_upload(upload: Fields, _: Known) -> None:
    upload.text("custom_id", 1, 100)
    check_value_count(upload, 10)
    types = upload["file_types"]
    if types is None:
        return
    if not isinstance(types, list) or len(types) > MAX_FILE_TYPES:
        message = f"Must be {MAX_FILE_TYPES} or fewer in length."
        upload.report("BASE_TYPE_MAX_LENGTH", message, "file_types")
        return
    for index, kind in enumerate(types):
        if not isinstance(kind, str) or not FILE_TYPE.fullmatch(kind):
            message = "Must be image, video, audio, or an extension such as .pdf."
            upload.report("FILE_TYPE_INVALID", message, "file_types", index)


def _check_checkbox(box: Fields, _: Known) -> None:
    box.text("custom_id", 1, 100)
    box.boolean("default")


CHECKS: dict[int, Callable[[Fields, Known], None]] = {
    ComponentType.ACTION_ROW: _check_row,
    ComponentType.BUTTON: _check_button,
    **dict.fromkeys(SELECTS, _check_select),
    ComponentType.TEXT_INPUT: _check_text_input,
    ComponentType.SECTION: _check_section,
    ComponentType.TEXT_DISPLAY: _check_text_display,
    ComponentType.THUMBNAIL: _check_thumbnail,
    ComponentType.MEDIA_GALLERY: _check_gallery,
    ComponentType.FILE: _check_file,
    ComponentType.SEPARATOR: _check_separator,
    ComponentType.CONTAINER: _check_container,
    ComponentType.LABEL: _check_label,
    ComponentType.FILE_UPLOAD: _check_upload,
    ComponentType.RADIO_GROUP: _check_radio_group,
    ComponentType.CHECKBOX_GROUP: _check_boxes,
    ComponentType.CHECKBOX: _check_checkbox,
}
