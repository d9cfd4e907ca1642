"""Remembering the name of everybody who runs a command or presses a button."""

from __future__ import annotations

import logging
import re
import unicodedata
from typing import TYPE_CHECKING, Final

import discord
from discord.ext import commands

from bot.errors import StoreError

if TYPE_CHECKING:
    from bot.chat.context import Interaction

_log = logging.getLogger(__name__)

_MOST_CHARACTERS: Final = 32
"""The length of the longest name on Discord."""
_SHOWN_TOGETHER: Final = re.compile("[\u200c\u200d\U000e0020-\U000e007f]")
"""What joins letters or emoji, without a sign of its own."""
_STACKED_MARKS: Final = re.compile("([\u0300-\u036f\u0483-\u0489]{2})[\u0300-\u036f\u0483-\u0489]+")
"""More accents on one letter than any language has, which would reach into other lines."""
_BLANK: Final = "\N{HANGUL FILLER}\N{HALFWIDTH HANGUL FILLER}\N{BRAILLE PATTERN BLANK}"
"""Characters without a sign that count as letters or symbols."""


class NamesCog(commands.Cog):
    """Players' names."""

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Remember the name of who interacts, beside what responds to them."""
        if interaction.type is discord.InteractionType.autocomplete:
            return
        user = interaction.user
        try:
            await interaction.client.services.names.see(user.id, known_name(user))
        except StoreError as error:
            _log.debug("A name was not saved: %s", error)


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
