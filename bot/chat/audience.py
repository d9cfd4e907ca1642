"""Who sees what the bot answers: where players bring it along, Discord may hide it from others.

Where the bot is on a player's account only, Discord binds it to what that player may do. They alone
see its answers, and no error says so, if they lack Use External Apps or may not write there
(discord/discord-api-docs, ``developers/topics/permissions.mdx`` and
``developers/resources/application.mdx``), and for reasons that no permission tells, such as slow
mode (discord-userdoccers, ``pages/resources/message.mdx``, Ephemerality Reason). The message that
comes back brings those to light.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord

from bot.i18n import N_
from bot.service.errors import ServiceError

if TYPE_CHECKING:
    from bot.chat.context import Interaction

_APPS_MAY_NOT_POST: Final = N_(
    "Nobody else can see this here: the server does not let an app that you brought along post. "
    "Ask somebody who manages it to add Patience, or go to a chat with the others."
)
_MAY_NOT_WRITE: Final = N_(
    "Nobody else can see this here, as you may not write in this channel. Go to one where you may."
)
HIDDEN: Final = N_(
    "Nobody else can see this here: Discord shows it to you alone, as it does in slow mode. Try "
    "again in a minute, or in a chat with the others."
)
"""What is said of a message that Discord hid although the permissions did not tell."""


class NobodySees(ServiceError):
    """What a player starts is for others, who would not see it."""


def why_hidden(interaction: Interaction) -> str:
    """Why only the player would see the answer to an interaction.

    Returns:
        A sentence, not translated; empty if others see it, as far as can be known.
    """
    if interaction.guild_id is None or interaction.is_guild_integration():
        return ""
    granted = interaction.permissions
    if not granted.use_external_apps:
        return _APPS_MAY_NOT_POST
    is_thread = isinstance(interaction.channel, discord.Thread)
    may_write = granted.send_messages_in_threads if is_thread else granted.send_messages
    return "" if may_write else _MAY_NOT_WRITE
