"""Servers: their setup and its offer, the bot's permissions there, and which servers it is in."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot import background
from bot.chat.play.boards import after_days
from bot.chat.requests.failures import FAILURES
from bot.chat.responding.components import button, channel_select, row, select
from bot.chat.responding.delivery import follow_up
from bot.chat.responding.permissions import may_post
from bot.chat.responding.replies import GREEN, Reply, message
from bot.chat.responding.responses import after_commands
from bot.chat.settings.views import language_options
from bot.i18n import _
from bot.models.shards import ShardPlan
from bot.service.guilds import DAY, SETUP, Guilds

if TYPE_CHECKING:
    from bot.chat.responding.context import Context, PatienceBot
    from bot.models.places import BoardMessage
    from bot.service.preferences import GuildPreferences

_MAX_CHANNELS: Final = 25


def setup_view(
    preferences: GuildPreferences, *, are_gone: bool = False, first_day: str = ""
) -> Reply:
    """What is chosen for a guild, and selects to change it.

    Args:
        are_gone: whether all channels that were chosen for public boards were deleted.
        first_day: when the first message of a day comes to the channel just chosen, if one was.
    """
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
                placeholder=_("Nowhere: the chosen channels were deleted")
                if are_gone
                else _("Everywhere"),
                max_values=_MAX_CHANNELS,
            )
        ),
        ui.TextDisplay("\n".join(filter(None, (_daily_text(preferences), first_day)))),
        row(channel_select("setup:daily_channel", daily, placeholder=_("Nowhere"))),
        ui.TextDisplay(_("**Language**")),
        row(select("setup:language", language_options(preferences.language))),
        accent_colour=GREEN,
    )
    return Reply(message(container), private=True)


def _daily_text(preferences: GuildPreferences) -> str:
    title = _("**Channel for the day's message**")
    if not preferences.refused_channel:
        about = _(
            "One message a day: today's game, who plays and who wins. An hour after midnight UTC, "
            "when all games are over, it becomes the results."
        )
        return f"{title}\n-# {about}"
    refused = _(
        "The day could not be shown in {channel} any more, so that is off. Let Patience see the "
        "channel and send messages there, and choose it again, or choose another.",
        channel=f"<#{preferences.refused_channel}>",
    )
    return f"{title}\n-# {refused}"


def first_day_line(channel: int, shown: BoardMessage | None) -> str:
    """When the first message comes to the channel just chosen; today's may be elsewhere."""
    chosen = f"<#{channel}>"
    if shown is None or shown.place.channel_id == channel:
        return "✅ " + _(
            "Today's message comes to {channel} at once, and another on each day on which "
            "somebody plays the day's game.",
            channel=chosen,
        )
    return "✅ " + _(
        "Today's message stays in {before}. The first in {channel} comes tomorrow, as soon as "
        "somebody plays the day's game.",
        before=f"<#{shown.place.channel_id}>",
        channel=chosen,
    )


def offer_view() -> Reply:
    """Offer setup to somebody who manages the server; so small that it pushes no board away."""
    text = _("You manage this server: set it up here, or later with /setup.")
    accessory = button("setup:open", _("Set up"), style=discord.ButtonStyle.primary)
    section = ui.Section[ui.LayoutView](ui.TextDisplay(f"-# {text}"), accessory=accessory)
    return Reply(message(section), private=True)


_COMMAND: Final = "setup"


@after_commands
async def offer_setup(context: Context) -> None:
    """Offer setup once in a server, to somebody who may use it."""
    interaction, guild_id = context.interaction, context.guild_id
    if guild_id is None or not interaction.is_guild_integration():
        return
    if not interaction.permissions.manage_guild:
        return
    guilds = context.services[Guilds]
    if interaction.command is not None and interaction.command.name == _COMMAND:
        await guilds.note_offer(guild_id, SETUP)
        return
    if not await guilds.claim_setup_offer(guild_id):
        return
    try:
        await follow_up(interaction, offer_view())
    except FAILURES:
        await guilds.release_offer(guild_id, SETUP)
        raise


def day_offer_view() -> Reply:
    """Offer the message of the day, where somebody has just won it."""
    text = _(
        "🏆 Somebody of this server has won the day's deal. Patience can show this server's day in "
        "one message in this channel: today's game, who plays and who wins. Or elsewhere, with "
        "/setup."
    )
    accessory = button("setup:day", _("Show it here"), style=discord.ButtonStyle.primary)
    section = ui.Section[ui.LayoutView](ui.TextDisplay(f"-# {text}"), accessory=accessory)
    return Reply(message(section), private=True)


@after_commands
@after_days
async def offer_day(context: Context) -> None:
    """Offer the message of the day once in a server, to somebody who may decide."""
    interaction, guild_id = context.interaction, context.guild_id
    chosen = context.guild_preferences
    if guild_id is None or not interaction.is_guild_integration():
        return
    if not interaction.permissions.manage_guild or chosen.daily_channel or chosen.day_offered:
        return
    # One offer at a time.
    is_setup = interaction.command is not None and interaction.command.name == _COMMAND
    if is_setup or not (chosen.is_set_up or chosen.setup_offered):
        return
    kind = None if interaction.channel is None else interaction.channel.type
    if kind not in (discord.ChannelType.text, discord.ChannelType.news) or not may_post(
        interaction
    ):
        return
    guilds = context.services[Guilds]
    if not await guilds.claim_day_offer(guild_id):
        return
    try:
        await follow_up(interaction, day_offer_view())
    except FAILURES:
        await guilds.release_offer(guild_id, DAY)
        raise


_SECONDS_APART: Final = 3600.0
"""Seconds between two looks at which servers there are."""

_log = logging.getLogger(__name__)


async def without_deleted(
    guild: discord.Guild | None, preferences: GuildPreferences
) -> GuildPreferences:
    """The preferences without channels that were deleted: Discord may refuse to show them."""
    if guild is None or not (preferences.channels or preferences.daily_channel):
        return preferences
    try:
        there = {channel.id for channel in await guild.fetch_channels()}
    except (*FAILURES, discord.InvalidData) as error:
        _log.warning("The channels of a server could not be asked: %s", error)
        return preferences
    return replace(
        preferences,
        channels=preferences.channels & there,
        daily_channel=preferences.daily_channel if preferences.daily_channel in there else 0,
    )


async def keep_following(bot: PatienceBot) -> None:
    """Follow servers for as long as the bot is connected."""
    await bot.connections.cache.any_ready.wait()
    while True:
        await follow_guilds(bot)
        background.succeeded()
        await asyncio.sleep(_SECONDS_APART)


async def follow_guilds(bot: PatienceBot) -> bool:
    """Note which servers removed the bot, and drop what they left behind a month ago.

    Servers of shards that have never been ready in this process are other processes' servers.

    Looking at the servers finds those as well that removed the bot while it was not connected.
    Discord lists a server that is not available just now all the same (discord/discord-api-docs,
    events/gateway-events, Ready and Guild Delete), and the library keeps it.
    """
    if bot.connections.plan is None:
        return False
    present = [guild.id for guild in bot.guilds]
    ready = ShardPlan(tuple(sorted(bot.connections.cache.ready_shards)), bot.connections.plan.count)
    dropped = await bot.services[Guilds].keep_up(present, ready)
    if dropped:
        _log.info("Dropped the data of %d servers that removed the bot.", dropped)
    return True
