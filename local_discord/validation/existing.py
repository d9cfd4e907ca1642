"""What a request may name because it is there: custom emoji and channels."""

from __future__ import annotations

from typing import Protocol


class Existing(Protocol):
    """What is there."""

    def has_emoji(self, emoji_id: int) -> bool:
        """Whether the bot can use the custom emoji with that id."""

    def has_channel(self, channel_id: int) -> bool:
        """Whether a select may have the channel with that id as a default value."""


class Everything:
    """Everything is there, for checks of a body alone."""

    def has_emoji(self, _: int) -> bool:
        """It is."""
        return True

    def has_channel(self, _: int) -> bool:
        """It is."""
        return True


EVERYTHING = Everything()
