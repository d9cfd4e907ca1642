"""The page on which those who manage a server choose how Patience behaves in it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from bot.chat.locale import speech_for
from bot.chat.replies import Reply, answer, note
from bot.chat.settings_page import LANGUAGE_NAMES
from bot.i18n import _, set_locale

if TYPE_CHECKING:
    from discord.types.components import SelectDefaultValues

    from bot.chat.client import PatienceClient
    from bot.service import GuildPreferences, PreferenceService

    Interaction = discord.Interaction[PatienceClient]

_CHANNELS: Final = re.compile(r"patience:setup:(?P<name>channels|daily_channel)")
_LANGUAGE: Final = re.compile(r"patience:setup:language")
_MOST_CHANNELS: Final = 25
_KINDS: Final = [discord.ChannelType.text, discord.ChannelType.news]
_NEEDED: Final = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
}
"""What the bot needs to be allowed to post in a channel, as Discord calls it; what comes first is
needed for the rest."""


def setup_page(preferences: GuildPreferences) -> Reply:
    """What is chosen for a server, and menus to change it; private."""
    container = ui.Container[ui.LayoutView](accent_colour=0x1B6B4A)
    container.add_item(ui.TextDisplay(f"### {_('Setup')}\n-# {_('For everybody in this server.')}"))
    container.add_item(
        ui.TextDisplay(
            _("**Boards that all can see**")
            + "\n-# "
            + _(
                "Elsewhere only their player sees them. Without a channel here all can see them "
                "everywhere."
            )
        )
    )
    container.add_item(ui.ActionRow(ChannelMenu("channels", preferences.channels)))
    container.add_item(ui.TextDisplay(_("**Where the day's results are posted**")))
    daily = (preferences.daily_channel,) if preferences.daily_channel else ()
    container.add_item(ui.ActionRow(ChannelMenu("daily_channel", daily)))
    container.add_item(ui.TextDisplay(_("**Language**")))
    container.add_item(ui.ActionRow(GuildLanguageMenu(preferences.language)))
    return Reply(ui.LayoutView(timeout=None).add_item(container), private=True)


async def show_setup(interaction: Interaction, choices: PreferenceService) -> Reply:
    """The setup of the server a command was typed in, for those who may change it."""
    guild = interaction.guild_id
    if guild is None:
        return note(_("A setup is for servers; type /settings for your own settings."))
    if not interaction.permissions.manage_guild:
        return note(_("Only those who may manage this server set Patience up for it."))
    return setup_page(await choices.of_guild(guild))


async def _change(
    interaction: Interaction, choices: PreferenceService, values: dict[str, str]
) -> Reply:
    page = await show_setup(interaction, choices)
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        return page
    changed = await choices.choose_for_guild(interaction.guild_id, **values)
    # The page is the first to be in the language that may just have been chosen.
    set_locale(await speech_for(interaction))
    # The page that was pressed on is private already.
    return replace(setup_page(changed), private=False)


async def _choose_channels(
    interaction: Interaction, choices: PreferenceService, name: str, channels: Iterable[int]
) -> Reply:
    chosen = list(channels)
    if name == "daily_channel":
        for channel in chosen:
            lacks = missing_permission(interaction.guild, channel)
            if lacks is None:
                return note(
                    _(
                        "Patience cannot post here: add it to this server, not only to your "
                        "account, and choose the channel again."
                    )
                )
            if lacks:
                return note(
                    _(
                        "Patience may not post in {channel}: it lacks {permissions} there. Allow "
                        "it that, and choose the channel again.",
                        channel=f"<#{channel}>",
                        permissions=lacks,
                    )
                )
    return await _change(interaction, choices, {name: " ".join(map(str, chosen))})


def missing_permission(guild: discord.Guild | None, channel: int) -> str | None:
    """Which permission the bot lacks to post in a channel, as Discord calls it.

    Returns:
        The first that it lacks, as nobody can tell of the others before it has that one; an empty
        text where it lacks none, and None where it is not in the server, or the channel is gone.
    """
    found = guild.get_channel(channel) if guild is not None else None
    if guild is None or found is None or guild.me is None:
        return None
    allowed = found.permissions_for(guild.me)
    return next((title for name, title in _NEEDED.items() if not getattr(allowed, name)), "")


class _Chosen(discord.SelectDefaultValue):
    """A channel that is chosen now, its id told as Discord describes it: as text."""

    def __init__(self, channel: int) -> None:
        super().__init__(id=channel, type=discord.SelectDefaultValueType.channel)

    def to_dict(self) -> SelectDefaultValues:
        """The channel as it is sent."""
        return {"id": str(self.id), "type": "channel"}  # type: ignore[typeddict-item]  # the library knows no text here


class ChannelMenu(ui.DynamicItem[ui.ChannelSelect[ui.LayoutView]], template=_CHANNELS):
    """A menu of channels; what is chosen is kept at once."""

    def __init__(self, name: str, channels: Iterable[int]) -> None:
        """Make the menu of that name, with the channels chosen now."""
        self.name = name
        many = name == "channels"
        super().__init__(
            ui.ChannelSelect(
                custom_id=f"patience:setup:{name}",
                channel_types=_KINDS,
                min_values=0,
                max_values=_MOST_CHANNELS if many else 1,
                placeholder=_("Everywhere") if many else _("Nowhere"),
                default_values=[_Chosen(channel) for channel in sorted(channels)[:_MOST_CHANNELS]],
            )
        )

    @classmethod
    async def from_custom_id(  # type: ignore[override]  # the library's own client type is generic
        cls,
        interaction: Interaction,
        item: ui.Item[Any],  # the library finds the item by its custom_id, whatever its view
        match: re.Match[str],
        /,
    ) -> ChannelMenu:
        """Make the menu of a message again."""
        return cls(match["name"], ())

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]  # as above
        """Keep the choice and show the page again."""
        channels = [channel.id for channel in self.item.values]
        work = _choose_channels(interaction, interaction.client.choices, self.name, channels)
        await answer(interaction, work, updates=True, private=True)


class GuildLanguageMenu(ui.DynamicItem[ui.Select[ui.LayoutView]], template=_LANGUAGE):
    """The menu of a server's languages; what is chosen is kept at once."""

    def __init__(self, language: str) -> None:
        """Make the menu, with the language chosen now."""
        options = [
            discord.SelectOption(label=_(title), value=code or "discord", default=code == language)
            for code, title in LANGUAGE_NAMES.items()
        ]
        super().__init__(ui.Select(custom_id="patience:setup:language", options=options))

    @classmethod
    async def from_custom_id(  # type: ignore[override]  # the library's own client type is generic
        cls,
        interaction: Interaction,
        item: ui.Item[Any],  # as above
        match: re.Match[str],
        /,
    ) -> GuildLanguageMenu:
        """Make the menu of a message again."""
        return cls("")

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]  # as above
        """Keep the choice and show the page again."""
        value = self.item.values[0]
        language = "" if value == "discord" else value
        work = _change(interaction, interaction.client.choices, {"language": language})
        await answer(interaction, work, updates=True, private=True)
