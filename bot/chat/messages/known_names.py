"""Players' names as they are kept, for messages that do not mention them."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import discord

_MOST_CHARACTERS: Final = 32
"""The length of the longest name on Discord."""
_SHOWN_TOGETHER: Final = re.compile("[\u200c\u200d\U000e0020-\U000e007f]")
"""What joins letters or emoji, without a sign of its own."""
_STACKED_MARKS: Final = re.compile("([\u0300-\u036f\u0483-\u0489]{2})[\u0300-\u036f\u0483-\u0489]+")
"""More accents on one letter than any language has, which would reach into other lines."""
_BLANK: Final = "\N{HANGUL FILLER}\N{HALFWIDTH HANGUL FILLER}\N{BRAILLE PATTERN BLANK}"
"""Characters without a sign that count as letters or symbols."""


def known_name(user: discord.User | discord.Member) -> str:
    """A user's name in every server: the one they chose if it can be read, else their unique one.

    What a server calls them is for its members only.
    """
    return readable(user.global_name or "") or user.name


def readable(name: str) -> str:
    """A name without what has no sign or disturbs its surroundings; empty if nothing is left."""
    kept = "".join(one for one in name if one.isprintable() or _SHOWN_TOGETHER.fullmatch(one))
    kept = _STACKED_MARKS.sub(r"\1", kept[:_MOST_CHARACTERS]).strip()
    return kept if any(map(_has_sign, kept)) else ""


def _has_sign(character: str) -> bool:
    """Whether a character can be seen by itself."""
    return unicodedata.category(character)[0] in "LNPS" and character not in _BLANK
