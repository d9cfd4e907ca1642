"""Who interacts, where, and how they want it: loaded once for each interaction."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

import discord
from discord.ext import commands

from bot.chat.requests.pace import within
from bot.chat.responding.suit_signs import SuitSigns, use_suit_signs
from bot.errors import StoreError
from bot.fair_queue import current_player
from bot.i18n import LANGUAGES, Locale, set_locale
from bot.i18n.locale import supported_language
from bot.models.places import Place
from bot.service.guilds import Guilds
from bot.service.preferences import GuildPreferences, Preferences, PreferenceService

if TYPE_CHECKING:
    from bot.background import Work
    from bot.chat.connection.sharding import Shards
    from bot.chat.requests.pace import Pace
    from bot.chat.responding.faces import Faces
    from bot.chat.responding.interactions import Interactions
    from bot.chat.responding.shown_boards import ShownBoards
    from bot.models.play import GameSnapshot
    from bot.services import Services

_TIMEOUT: Final = 1.0
"""Seconds to wait for preferences; an answer in another language is better than none."""


class PatienceBot(commands.AutoShardedBot):
    """What features know of the client.

    Attributes:
        work: what is done for as long as the bot is connected, by name.
        reposts_old_boards: whether a press on a board older than an hour posts it anew.
    """

    services: Services
    connections: Shards
    work: dict[str, Work]
    interactions: Interactions
    shown_boards: ShownBoards
    pace: Pace
    faces: Faces
    reposts_old_boards: bool
    suit_signs: SuitSigns = SuitSigns()


Interaction = discord.Interaction[PatienceBot]


@dataclass(frozen=True, slots=True)
class Context:
    """An interaction with what is known of who caused it.

    Attributes:
        player: the id of who interacts.
        guild_id: the id of the guild; None in a direct message.
        place: where the interaction happened, if Discord says.
        preferences: the player's preferences; private defaults when they could not be read.
        notice: a sentence for the board in response, if that has none of its own.
        left: the game that the response may put aside for another.
        is_private: set as soon as it is known that only the player may see the response, so that a
            slow one is not announced to all.
    """

    interaction: Interaction
    services: Services
    player: int
    guild_id: int | None
    place: Place | None
    preferences: Preferences
    guild_preferences: GuildPreferences
    notice: str = ""
    left: GameSnapshot | None = None
    is_private: asyncio.Event = field(default_factory=asyncio.Event, compare=False)

    @property
    def locale(self) -> Locale:
        """The player's locale: as they chose, else as the guild chose, else as Discord is set."""
        discord_language = supported_language(str(self.interaction.locale)) or LANGUAGES[0]
        chosen = self.preferences.language or self.guild_preferences.language
        letters = self.preferences.indices.value
        return Locale(chosen or discord_language, discord_language, letters)


def with_preferences(context: Context, preferences: Preferences) -> Context:
    """The context after the player changed their preferences, in the language they now speak."""
    context = replace(context, preferences=preferences)
    _adopt(context)
    return context


def with_guild_preferences(context: Context, preferences: GuildPreferences) -> Context:
    """The context after the guild's preferences changed, in the language they now give."""
    context = replace(context, guild_preferences=preferences)
    _adopt(context)
    return context


async def load_context(interaction: Interaction) -> Context:
    """Load who interacts and how they want it, and switch this task to their language."""
    player, guild = interaction.user.id, interaction.guild_id
    services, locale = interaction.client.services, interaction.guild_locale
    current_player.set(player)
    # Nothing is posted in servers that the bot is not in.
    if guild is not None and locale is not None and interaction.is_guild_integration():
        services[Guilds].see(guild, locale.value)
    try:
        # Not cancelled when it is late, as that would close the connection to the database.
        preferences = await within(_TIMEOUT, services[PreferenceService].both(player, guild))
    except (StoreError, TimeoutError):
        # What is asked for will fail for the same reason, and say so.
        preferences = Preferences(boards_are_public=False), GuildPreferences()
    channel = interaction.channel_id
    place = None if channel is None else Place(channel, guild)
    context = Context(interaction, services, player, guild, place, *preferences)
    _adopt(context)
    return context


def _adopt(context: Context) -> None:
    """Let this task, and those that it starts, show texts as the player wants and may see them."""
    set_locale(context.locale)
    interaction = context.interaction
    shows_emoji = interaction.app_permissions.use_external_emojis
    signs = interaction.client.suit_signs.of(context.preferences.suits)
    use_suit_signs(signs if shows_emoji else ())


async def guild_language(bot: PatienceBot, guild_id: int | None) -> str:
    """The language of announcements: the guild's choice, else its Discord locale."""
    if guild_id is None:
        return LANGUAGES[0]
    services = bot.services
    chosen = (await services[PreferenceService].get_guild(guild_id)).language
    return chosen or supported_language(await services[Guilds].locale_of(guild_id)) or LANGUAGES[0]


async def channel_language(context: Context) -> str:
    """The language of a message for a whole channel, whichever player presses its buttons."""
    if context.guild_id is None:
        return context.locale.language
    return await guild_language(context.interaction.client, context.guild_id)
