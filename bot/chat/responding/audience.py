"""Who sees what the bot answers: where players bring it along, Discord may hide it from others.

Where the bot is on a player's account only, Discord binds it to what that player may do. They alone
see its answers, and no error says so, if they lack Use External Apps or may not write there
(discord/discord-api-docs, ``developers/topics/permissions.mdx`` and
``developers/resources/application.mdx``), and for reasons other than permissions, such as slow
mode (discord-userdoccers, ``pages/resources/message.mdx``, Ephemerality Reason). The message that
comes back brings those to light.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.chat.responding.replies import MAX_COMPONENTS, text_reply
from bot.i18n import N_, _
from bot.service.errors import ServiceError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.chat.responding.context import Context, Interaction
    from bot.chat.responding.replies import Reply
    from bot.models.places import Place


_APPS_MAY_NOT_POST: Final = N_(
    "Only you can see this: the server does not let apps post that are installed to your account. "
    "Ask somebody who manages it to add Patience, or go to a chat with the others."
)
_MAY_NOT_WRITE: Final = N_(
    "Only you can see this: you cannot send messages in this channel. Go to one where you can."
)
HIDDEN: Final = N_(
    "Only you can see this: Discord hides it from the others, as it does in slow mode. Try again "
    "in a minute, or elsewhere."
)
"""The notice on a message that Discord hid for another reason than permissions."""


_IN_DIRECT_MESSAGES: Final = N_(
    "Nobody else can see what you start here. Use the command in a server, or in a chat with the "
    "others."
)


class NobodySees(ServiceError):
    """What a player starts is for others, who would not see it."""


def place_for_others(context: Context, refusal: str) -> Place:
    """Where something starts that is for others; NobodySees, translated, if they see none."""
    place = context.place
    if place is None or context.interaction.context.dm_channel:
        raise NobodySees(_IN_DIRECT_MESSAGES)
    reason = why_hidden(context.interaction)
    if reason:
        raise NobodySees(refusal, why=_(reason))
    return place


def is_private_press(context: Context) -> bool:
    """Whether a button was pressed that only the player sees."""
    pressed = context.interaction.message
    return pressed is not None and pressed.flags.ephemeral


def why_hidden(interaction: Interaction) -> str:
    """Why only the player would see an answer, untranslated; "" if others do, for all we know."""
    if interaction.guild_id is None or interaction.is_guild_integration():
        return ""
    granted = interaction.permissions
    if not granted.use_external_apps:
        return _APPS_MAY_NOT_POST
    is_thread = isinstance(interaction.channel, discord.Thread)
    may_write = granted.send_messages_in_threads if is_thread else granted.send_messages
    return "" if may_write else _MAY_NOT_WRITE


async def for_player_alone(reply: Reply, why: str) -> Reply | None:
    """What a player is shown in place of what only they see; None if that is all the same."""
    if reply.retract is not None:
        return text_reply(await reply.retract(why))
    is_new_board = reply.board is not None and reply.board.version == 0 and not reply.word
    if not (reply.for_others or is_new_board) or reply.view.total_children_count >= MAX_COMPONENTS:
        return None
    reply.view.add_item(ui.TextDisplay(f"-# {_(why)}"))
    return replace(reply, private=True)


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
