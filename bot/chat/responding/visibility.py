"""Whether others see a player's boards: as the player and the guild chose."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.chat.context import Context, Interaction


def boards_are_private(context: Context) -> bool:
    """Whether boards are shown to their player only where an interaction happens."""
    if not context.preferences.boards_are_public:
        return True
    channels = context.guild_preferences.channels
    return bool(channels) and channels.isdisjoint(_channel_ids(context.interaction))


def _channel_ids(interaction: Interaction) -> Iterator[int]:
    """The id of the interaction's channel and, in a thread, that of the channel it belongs to."""
    if interaction.channel_id is not None:
        yield interaction.channel_id
    parent_id = getattr(interaction.channel, "parent_id", None)
    if parent_id is not None:
        yield parent_id
