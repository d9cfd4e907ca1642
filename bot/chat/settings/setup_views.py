"""A guild's setup as a message, for those who manage it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.chat.components import button, channel_select, row, select
from bot.chat.messages.limits import GREEN
from bot.chat.messages.replies import Reply, message
from bot.chat.settings.views import language_options
from bot.i18n import _

if TYPE_CHECKING:
    from bot.service import GuildPreferences

_MAX_CHANNELS: Final = 25


def setup_view(preferences: GuildPreferences) -> Reply:
    """What is chosen for a guild, and selects to change it."""
    daily = (preferences.daily_channel,) if preferences.daily_channel else ()
    everywhere = _(
        "In other channels, only the player sees their board. Choose none to make boards public "
        "everywhere."
    )
    container = ui.Container[ui.LayoutView](
        ui.TextDisplay(f"### {_('Setup')}\n-# {_('This applies to everybody in this server.')}"),
        ui.TextDisplay(f"{_('**Channels with public boards**')}\n-# {everywhere}"),
        row(
            channel_select(
                "setup:channels",
                sorted(preferences.channels)[:_MAX_CHANNELS],
                placeholder=_("Everywhere"),
                max_values=_MAX_CHANNELS,
            )
        ),
        ui.TextDisplay(_daily_text(preferences)),
        row(channel_select("setup:daily_channel", daily, placeholder=_("Nowhere"))),
        ui.TextDisplay(_("**Language**")),
        row(select("setup:language", language_options(preferences.language))),
        accent_colour=GREEN,
    )
    return Reply(message(container), private=True)


def _daily_text(preferences: GuildPreferences) -> str:
    title = _("**Channel for daily results**")
    if not preferences.refused_channel:
        return title
    refused = _(
        "Results could not be posted in {channel} any more, so they are off. Let Patience see that "
        "channel and send messages there, and choose it again, or choose another.",
        channel=f"<#{preferences.refused_channel}>",
    )
    return f"{title}\n-# {refused}"


def offer_view() -> Reply:
    """Offer setup to somebody who manages the server."""
    text = _(
        "Patience has been played here on a few days. As you manage this server, you can choose a "
        "channel for the results of the day, which channels have public boards, and the language. "
        "This is the only time you are asked."
    )
    buttons = row(
        button("setup:open", _("Set up"), style=discord.ButtonStyle.primary),
        button("setup:later", _("Not now")),
    )
    return Reply(message(ui.TextDisplay(text), buttons), private=True)


def declined_view() -> Reply:
    """Say where setup is found; replaces the offer."""
    return Reply(message(ui.TextDisplay(_("All right. /setup is there when you want it."))))
