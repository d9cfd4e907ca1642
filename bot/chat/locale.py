"""The language of a guild, and of commands and their options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location

from bot.i18n import LANGUAGES, _, command_name, option_name, use_locale
from bot.i18n.locale import supported_language

if TYPE_CHECKING:
    from bot.chat.context import PatienceBot

_COMMANDS: Final = (Location.command_name, Location.group_name)


async def guild_language(bot: PatienceBot, guild_id: int | None) -> str:
    """The language of messages that nobody asked for: the guild's choice, else its Discord locale.

    Args:
        bot: the bot.
        guild_id: the guild; None for a direct message.

    Raises:
        StoreError: if the database cannot be reached.
    """
    if guild_id is None:
        return LANGUAGES[0]
    services = bot.services
    chosen = (await services.preferences.get_guild(guild_id)).language
    return chosen or supported_language(await services.guilds.locale_of(guild_id)) or LANGUAGES[0]


class CommandTranslator(app_commands.Translator):
    """Translates names and descriptions of commands and options from the catalogues."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """A text of a command in a locale; None where there is no translation."""
        language = supported_language(locale.value)
        if not language or language == LANGUAGES[0]:
            return None
        if context.location in _COMMANDS:
            return command_name(context.data.qualified_name, language)
        if context.location is Location.parameter_name:
            return option_name(string.message, language)
        with use_locale(language):
            return _(string.message)
