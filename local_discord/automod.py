"""AutoMod: words that a guild blocks.

It exempts the messages of bots that are in the guild, and of the guild's owner (Discord's AutoMod
FAQ, as quoted by UQComputingSociety/uqcsbot-discord #113 and tibue99/ezcord #85). An app that a
user brings along counts as that user: where a word is blocked, a new answer is shown to them alone
(discord-userdoccers, `pages/resources/message.mdx`, "Ephemerality Reason"), and an edit of a
message that others see, filling in a deferred answer included, is refused with 200000
(discord/discord-api-docs, `developers/change-log.mdx` of June 27, 2024).
"""

from __future__ import annotations

import re

from local_discord.errors import refusal
from local_discord.interactions import Interaction
from local_discord.message import Message, texts_of
from local_discord.payload import Payload
from local_discord.permissions import is_brought_along
from local_discord.state import State


def blocks(state: State, interaction: Interaction, body: Payload) -> bool:
    """Whether AutoMod blocks a message in response to an interaction."""
    guild_id = interaction.channel.guild_id
    if guild_id is None or interaction.user.is_owner or not is_brought_along(interaction.owners):
        return False
    text = "\n".join(texts_of(body)).casefold()
    words = state.blocked_words.get(guild_id, ())
    return any(re.search(rf"\b{re.escape(word.casefold())}\b", text) for word in words)


def require_allowed(
    state: State, interaction: Interaction, message: Message, body: Payload
) -> None:
    """Raise `ApiError` 200000 if AutoMod blocks an edit of a message."""
    if message.ephemeral_for is None and blocks(state, interaction, body):
        raise refusal(200000)
