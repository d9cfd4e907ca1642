"""Who interacts, where, and how they want it: loaded once for each interaction."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

import discord
from discord.ext import commands

from bot.chat.requests.pace import Pace, within
from bot.errors import StoreError
from bot.fair import asker
from bot.i18n import LANGUAGES, Locale, set_locale
from bot.i18n.locale import supported_language
from bot.models import Place, ShardPlan
from bot.service import GuildPreferences, Preferences

if TYPE_CHECKING:
    from collections import Counter, defaultdict
    from collections.abc import Awaitable, Callable, Coroutine, Set

    from bot.chat.memory.arrivals import Arrivals
    from bot.chat.memory.duty import Duty
    from bot.chat.memory.in_flight import InFlight
    from bot.chat.memory.shown_boards import ShownBoards
    from bot.chat.memory.unseen import UnseenReplies
    from bot.services import Services

_TIMEOUT: Final = 1.0
"""Seconds to wait for preferences; an answer in another language is better than none."""


class PatienceBot(commands.AutoShardedBot):
    """What features know of the client.

    Attributes:
        services: what handlers ask.
        plan: the shards of this process; None until Discord was asked how many it recommends.
        any_ready: set once Discord has listed the servers of any shard.
        ready_shards: the shards whose servers Discord has listed to this process.
        background: coroutine functions to run for as long as the bot is connected; features add
            theirs when they are set up.
        after_commands: called after each command that was responded to; features add theirs.
        announce_locks: serialise the passes of each kind of announcement, by its name.
        duty: which shards' servers this process tells what nobody asked for just then.
        unnoted: what notes a message that was sent, or cannot be, and is not noted because that
            failed; by the name of the message.
        failing: how often messages could not be sent in a row, by their names.
        pace: the pace of requests that no player waits for.
        shown_boards: the live boards that this process has shown.
        in_flight: the interactions that are being responded to.
        arrivals: the interactions that this process has received lately.
        unseen: replies that never reached their players.
    """

    services: Services
    plan: ShardPlan | None
    any_ready: asyncio.Event
    ready_shards: Set[int]
    background: list[Callable[[], Coroutine[None, None, None]]]
    after_commands: list[Callable[[Context], Awaitable[None]]]
    announce_locks: defaultdict[str, asyncio.Lock]
    duty: Duty
    unnoted: dict[str, Callable[[], Awaitable[None]]]
    failing: Counter[str]
    pace: Pace
    shown_boards: ShownBoards
    in_flight: InFlight
    arrivals: Arrivals
    unseen: UnseenReplies


Interaction = discord.Interaction[PatienceBot]


@dataclass(frozen=True, slots=True)
class Context:
    """An interaction with what is known of who caused it.

    Attributes:
        interaction: the interaction.
        preferences: the player's preferences; private defaults when they could not be read.
        guild_preferences: the guild's preferences; the defaults outside a guild.
        notice: a sentence for the board in response, if that has none of its own.
        is_private: set as soon as it is known that only the player may see the response, so that a
            slow one is not announced to all.
    """

    interaction: Interaction
    preferences: Preferences
    guild_preferences: GuildPreferences
    notice: str = ""
    is_private: asyncio.Event = field(default_factory=asyncio.Event, compare=False)

    @property
    def services(self) -> Services:
        """The services."""
        return self.interaction.client.services

    @property
    def player(self) -> int:
        """The id of who interacts."""
        return self.interaction.user.id

    @property
    def guild_id(self) -> int | None:
        """The id of the guild; None in a direct message."""
        return self.interaction.guild_id

    @property
    def place(self) -> Place | None:
        """Where the interaction happened, if Discord says."""
        if self.interaction.channel_id is None:
            return None
        return Place(self.interaction.channel_id, self.interaction.guild_id)

    @property
    def locale(self) -> Locale:
        """The player's locale: as they chose, else as the guild chose, else as Discord is set."""
        discord_language = supported_language(str(self.interaction.locale)) or LANGUAGES[0]
        chosen = self.preferences.language or self.guild_preferences.language
        letters = self.preferences.indices.value
        return Locale(chosen or discord_language, discord_language, letters)


def with_preferences(context: Context, preferences: Preferences) -> Context:
    """The context after the player changed their preferences, in the language they now speak."""
    return _speaking(replace(context, preferences=preferences))


def with_guild_preferences(context: Context, preferences: GuildPreferences) -> Context:
    """The context after the guild's preferences changed, in the language they now give."""
    return _speaking(replace(context, guild_preferences=preferences))


async def load_context(interaction: Interaction) -> Context:
    """Load who interacts and how they want it; work for them, in their language, from here on."""
    asker.set(interaction.user.id)
    _see_guild(interaction)
    try:
        # Not cancelled when it is late, as that would close the connection to the database.
        preferences, guild_preferences = await within(_TIMEOUT, _load_preferences(interaction))
    except (StoreError, TimeoutError):
        # What is asked for will fail for the same reason, and say so.
        preferences, guild_preferences = Preferences(boards_are_public=False), GuildPreferences()
    return _speaking(Context(interaction, preferences, guild_preferences))


def _see_guild(interaction: Interaction) -> None:
    """Note the locale of a guild that the bot is in; nothing is posted in others."""
    guild_id, locale = interaction.guild_id, interaction.guild_locale
    if guild_id is not None and locale is not None and interaction.is_guild_integration():
        interaction.client.services.guilds.see(guild_id, locale.value)


async def _load_preferences(interaction: Interaction) -> tuple[Preferences, GuildPreferences]:
    service = interaction.client.services.preferences
    preferences = await service.get(interaction.user.id)
    if interaction.guild_id is None:
        return preferences, GuildPreferences()
    return preferences, await service.get_guild(interaction.guild_id)


def _speaking(context: Context) -> Context:
    set_locale(context.locale)
    return context
