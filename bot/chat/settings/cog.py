"""The commands and presses of settings, setup and privacy."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from discord import app_commands
from discord.ext import commands

from bot.chat.responding.components import number_in, on_press
from bot.chat.responding.context import with_guild_preferences, with_preferences
from bot.chat.responding.permissions import missing_permission
from bot.chat.responding.replies import text_reply
from bot.chat.responding.responses import respond
from bot.chat.settings.guilds import first_day_line, setup_view, without_deleted
from bot.chat.settings.views import (
    TOGGLES,
    back_samples,
    chosen_values,
    court_samples,
    delete_question,
    deleted_view,
    export_view,
    privacy_view,
    settings_view,
)
from bot.i18n import _
from bot.images import DrawingFailed, ImageRenderer
from bot.service.daily.daily import Daily
from bot.service.daily.leaderboards import Leaderboards
from bot.service.daily.paces import Paces
from bot.service.daily.posts import DayMessages
from bot.service.guilds import Guilds
from bot.service.players.privacy import Privacy
from bot.service.players.reminders import Reminders
from bot.service.preferences import PreferenceService
from engine import deal
from rendering import THEMES, scene_of

if TYPE_CHECKING:
    from bot.chat.responding.context import Context, Interaction
    from bot.chat.responding.replies import Reply
    from bot.service.preferences import Preferences
    from rendering import Picture

_SAMPLE: Final = ("klondike", 658, ("3-f4", "s"))
"""A game, a deal and moves to a board with court cards and card backs."""
_SAMPLE_WIDTH: Final = 550


class SettingsCog(commands.Cog):
    """What players and guilds choose, and what is stored of players."""

    @app_commands.command(
        description="Choose how boards look, what a tap does and who sees your boards."
    )
    async def settings(self, interaction: Interaction) -> None:
        """Show the player's settings."""
        await respond(interaction, _settings, private=True)

    @app_commands.command(
        description="Choose this server's language, and channels for boards and the day's message."
    )
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    async def setup(self, interaction: Interaction) -> None:
        """Show the guild's setup to those who manage it."""
        await respond(interaction, _setup, private=True)

    @app_commands.command(description="See, export or delete what is stored about you.")
    async def privacy(self, interaction: Interaction) -> None:
        """Show what is stored of the player."""
        await respond(interaction, _privacy, private=True)


async def _settings(context: Context) -> Reply:
    pictures = await _draw_choices(context, context.preferences)
    reminders = await context.services[Reminders].settings(context.player)
    return settings_view(context.preferences, reminders, pictures)


@on_press("choose:{name}", in_place=True)
async def _choose(context: Context, name: str, values: tuple[str, ...]) -> Reply:
    return await _save(context, chosen_values(name, values[0]))


@on_press("switch:{name}:{value}", in_place=True)
async def _toggle(context: Context, name: str, value: str) -> Reply:
    return await _save(context, {name: value} if name in TOGGLES else {})


async def _save(context: Context, values: dict[str, str]) -> Reply:
    """Save the player's choice; the settings again."""
    preferences = await context.services[PreferenceService].save(context.player, **values)
    context.services[Paces].forget(context.player)
    return await _settings(with_preferences(context, preferences))


async def _draw_choices(
    context: Context, look: Preferences
) -> dict[str, list[tuple[str, Picture]]]:
    """A board in each theme, the decks and the backs; nothing if drawing fails."""
    rules_id, deal_number, moves = _SAMPLE
    game = deal(rules_id, deal_number)
    for move in moves:
        game.play(move)
    scene, style, images = scene_of(game), look.style, context.services[ImageRenderer]
    themes = [replace(style, theme=theme, width=_SAMPLE_WIDTH) for theme in THEMES]
    try:
        courts, backs, *boards = await asyncio.gather(
            images.samples(court_samples(), style),
            images.samples(back_samples(), style),
            *(images.draw(scene, theme) for theme in themes),
        )
    except DrawingFailed:
        return {}
    titles = [_(theme.title) for theme in THEMES.values()]
    return {
        "look": list(zip(titles, boards, strict=True)),
        "courts": [(courts.alt, courts)],
        "back": [(backs.alt, backs)],
    }


@on_press("setup:open", in_place=True)
async def _setup(context: Context, first_day: str = "") -> Reply:
    if context.guild_id is None:
        return text_reply(_("Setup is for servers. Type /settings for your own settings."))
    if not context.interaction.permissions.manage_guild:
        return text_reply(_("You need the Manage Server permission to set Patience up."))
    guild = context.interaction.guild if context.interaction.is_guild_integration() else None
    chosen = context.guild_preferences
    shown = await without_deleted(guild, chosen)
    are_gone = bool(chosen.channels) and not shown.channels
    return setup_view(shown, are_gone=are_gone, first_day=first_day)


@on_press("setup:channels", private=True, optional=True)
async def _choose_channels(context: Context, values: tuple[str, ...]) -> Reply:
    return await _save_setup(context, {"channels": " ".join(values)})


@on_press("setup:daily_channel", private=True, optional=True)
async def _choose_daily_channel(context: Context, values: tuple[str, ...]) -> Reply:
    for channel_id in values:
        refusal = await _refusal(context, number_in(channel_id))
        if refusal:
            return text_reply(refusal)
    guild, first = context.guild_id, ""
    if guild is None or not context.interaction.permissions.manage_guild:
        return await _setup(context)
    await context.services[Guilds].note_channel_choice(guild, context.player if values else None)
    days = context.services[DayMessages]
    if values:
        shown = await days.message(guild, context.services[Daily].today())
        first = first_day_line(number_in(values[0]), shown)
    chosen = {"daily_channel": " ".join(values), "refused_channel": ""}
    reply = await _save_setup(context, chosen, first)
    if values:
        await days.begin_today(guild)
    return reply


@on_press("setup:day", in_place=True, private=True)
async def _show_day_here(context: Context) -> Reply:
    place = context.place
    chosen = () if place is None else (str(place.channel_id),)
    return await _choose_daily_channel(context, chosen)


async def _refusal(context: Context, channel_id: int) -> str:
    """Why the bot cannot post in a channel; empty if it can."""
    missing, interaction = None, context.interaction
    if context.guild_id is not None and interaction.is_guild_integration():
        missing = await missing_permission(interaction.client, context.guild_id, channel_id)
    if missing is None:
        return _(
            "Patience cannot post here. Add it to this server, not only to your account, and "
            "choose the channel again."
        )
    if missing:
        return _(
            "Patience may not post in {channel}: it needs the {permissions} permission there. "
            "Grant it, and choose the channel again.",
            channel=f"<#{channel_id}>",
            permissions=missing,
        )
    return ""


@on_press("setup:language", private=True)
async def _choose_language(context: Context, values: tuple[str, ...]) -> Reply:
    language = "" if values[0] == "discord" else values[0]
    reply = await _save_setup(context, {"language": language})
    days, today = context.services[DayMessages], context.services[Daily].today()
    if context.guild_id is not None and await days.message(context.guild_id, today):
        await days.touch(context.guild_id)
    return reply


async def _save_setup(context: Context, values: dict[str, str], first_day: str = "") -> Reply:
    refusal = await _setup(context)
    if context.guild_id is None or not context.interaction.permissions.manage_guild:
        return refusal
    service = context.services[PreferenceService]
    preferences = await service.save_guild(context.guild_id, **values)
    # The page that is replaced is private already.
    reply = await _setup(with_guild_preferences(context, preferences), first_day)
    return replace(reply, private=False)


@on_press("privacy:keep", in_place=True, private=True)
async def _privacy(context: Context) -> Reply:
    services, guild_id = context.services, context.guild_id
    visible = None
    if guild_id is not None:
        visible = await services[Leaderboards].is_visible(guild_id, context.player)
    return privacy_view(
        await services[Privacy].summarize(context.player),
        context.preferences,
        is_visible=visible,
    )


@on_press("privacy:data", updates=False, private=True)
async def _export(context: Context) -> Reply:
    return export_view(await context.services[Privacy].export(context.player))


@on_press("privacy:ask", private=True)
async def _ask_to_delete(_context: Context) -> Reply:
    return delete_question()


@on_press("privacy:delete", private=True)
async def _delete(context: Context) -> Reply:
    await context.services[Privacy].delete(context.player)
    context.interaction.client.faces.forget(context.player)
    context.services[Paces].forget(context.player)
    return deleted_view()


@on_press("listed:{value}", in_place=True)
async def _set_visible(context: Context, value: str) -> Reply:
    if context.guild_id is not None:
        await context.services[Leaderboards].set_visible(
            context.guild_id, context.player, visible=value == "yes"
        )
        context.services[Paces].forget(context.player)
    return await _privacy(context)


@on_press("challenges:{may_be_challenged}", in_place=True)
@on_press("losing:{shown_losing}", in_place=True)
@on_press("pace:{paced}", in_place=True)
async def _allow(context: Context, **chosen: str) -> Reply:
    """Save what others may do."""
    values = {name: "no" if value == "no" else "yes" for name, value in chosen.items()}
    preferences = await context.services[PreferenceService].save(context.player, **values)
    context.services[Paces].forget(context.player)
    return await _privacy(with_preferences(context, preferences))
