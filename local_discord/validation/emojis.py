"""Rules for emoji that an application uploads.

Codes and sentences are those that bots report; Discord's documents say only that what is too large
is refused with 400 (discord-api-docs `resources/emoji`, #493).
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Collection

from local_discord.errors import Problem
from local_discord.payload import Payload
from local_discord.validation.fields import Fields

MAX_BYTES = 256 * 1024
_NAME = re.compile(r"\w*", re.ASCII)
_DATA = re.compile(r"data:image/(?:png|jpeg|gif|webp|avif);base64,(.*)", re.DOTALL)
_SIGNATURES = {
    "image/png": re.compile(rb"\x89PNG\r\n\x1a\n"),
    "image/jpeg": re.compile(rb"\xff\xd8\xff"),
    "image/gif": re.compile(rb"GIF8[79]a"),
    "image/webp": re.compile(rb"RIFF.{4}WEBP", re.DOTALL),
    "image/avif": re.compile(rb".{4}ftypavi[fs]", re.DOTALL),
}
"""What files of each type begin with."""


def emoji_problems(body: Payload, taken: Collection[str], *, has_image: bool) -> list[Problem]:
    """Everything wrong with a new emoji, or with the change of one.

    Args:
        body: the request's body.
        taken: the names of the application's other emoji.
        has_image: whether it is a new one, with an image.
    """
    emoji = Fields(body)
    emoji.reject_unknown(("name", "image") if has_image else ("name",))
    emoji.text("name", 2, 32, optional=not has_image)
    name = emoji["name"]
    if isinstance(name, str) and not _NAME.fullmatch(name):
        message = "String value did not match validation regex."
        emoji.report("STRING_TYPE_REGEX", message, "name")
    elif name in taken:
        message = "An application emoji with this name already exists."
        emoji.report("APPLICATION_EMOJI_NAME_ALREADY_TAKEN", message, "name")
    if has_image:
        _check_image(emoji)
    return emoji.problems


def _check_image(emoji: Fields) -> None:
    emoji.require("image")
    given = emoji["image"]
    if given is None:
        return
    image = image_of(given) if isinstance(given, str) else b""
    if not image_type(image):
        emoji.report("BASE_TYPE_BAD_IMAGE", "Unsupported image type given", "image")
    elif len(image) > MAX_BYTES:
        emoji.report("BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.", "image")


def image_of(uri: str) -> bytes:
    """The image in a data URI; empty if there is none."""
    data = _DATA.fullmatch(uri)
    try:
        return base64.b64decode(data[1], validate=True) if data else b""
    except binascii.Error:
        return b""


def image_type(image: bytes) -> str:
    """The content type of an image; empty if it is none that emoji may have."""
    return next((kind for kind, begin in _SIGNATURES.items() if begin.match(image)), "")
