"""How people are spoken to: as they chose, else as their server chose, else as Discord is set."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location

from bot.i18n import LANGUAGES, Locale, _, command_name, option_name, use_locale
from bot.i18n.locale import supported_language
from bot.store import StoreError

if TYPE_CHECKING:
    from bot.chat.client import PatienceClient

_SHORT: Final = 1.0
"""Seconds to wait for what was chosen; an answer in another language is better than none."""

_COMMANDS: Final = (Location.command_name, Location.group_name)


async def speech_for(interaction: discord.Interaction[PatienceClient]) -> Locale:
    """How to speak to who caused an interaction."""
    commands = supported_language(str(interaction.locale)) or LANGUAGES[0]
    choices = interaction.client.choices
    try:
        async with asyncio.timeout(_SHORT):
            language = (await choices.of(interaction.user.id)).language
            if not language and interaction.guild_id is not None:
                language = (await choices.of_guild(interaction.guild_id)).language
    except (StoreError, TimeoutError):
        language = ""
    return Locale(language or commands, commands)


async def language_in(client: PatienceClient, guild_id: int | None) -> str:
    """The language of a server, for what nobody asked for: as it chose, else as its Discord is set.

    Args:
        client: the bot.
        guild_id: the server; None for a direct message, which has none of its own.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    if guild_id is None:
        return LANGUAGES[0]
    guild = client.get_guild(guild_id)
    chosen = (await client.choices.of_guild(guild_id)).language
    return (
        chosen
        or supported_language("" if guild is None else guild.preferred_locale.value)
        or LANGUAGES[0]
    )


class CommandTranslator(app_commands.Translator):
    """Names and descriptions of commands and options, in the languages of the catalogues."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """A text of a command in a locale; None where that is not spoken here."""
        language = supported_language(locale.value)
        if not language or language == LANGUAGES[0]:
            return None
        if context.location in _COMMANDS:
            return command_name(context.data.qualified_name, language)
        if context.location is Location.parameter_name:
            return option_name(string.message, language)
        with use_locale(language):
            return _(string.message)
