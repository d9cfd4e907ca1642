"""What is stored of a player, its export and its deletion, as messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.chat.components import button, row, toggle
from bot.chat.messages.limits import GREEN
from bot.chat.messages.replies import Attachment, Reply, message
from bot.i18n import N_, _, ngettext

if TYPE_CHECKING:
    from bot.models import DataSummary
    from bot.service import Export

_STORED: Final = (
    N_("your games: every move with its time, and the server and channel of each"),
    N_("the results of your games, daily deals included"),
    N_("your settings, such as your theme, and your reminders with your time zone"),
    N_("your challenges and races"),
    N_("the name you have on Discord, for messages that name you without a mention"),
)


def privacy_view(stored: DataSummary, *, is_visible: bool | None) -> Reply:
    """What is stored of a player, and what they can do about it.

    Args:
        stored: how much it is.
        is_visible: whether leaderboards of the guild show them; None outside a guild.
    """
    container = ui.Container[ui.LayoutView](
        ui.TextDisplay("\n".join(_lines(stored))),
        row(
            button("privacy:data", _("My data"), style=discord.ButtonStyle.primary),
            button("privacy:ask", _("Delete everything"), style=discord.ButtonStyle.danger),
        ),
        accent_colour=GREEN,
    )
    if is_visible is not None:
        about = _(
            "You appear on the /daily board and /serverstats of servers where you have played, "
            "and players there can see your /stats and /profile. You can change that for this "
            "server."
        )
        route = f"listed:{'no' if is_visible else 'yes'}"
        container.add_item(ui.TextDisplay(f"{_('**Leaderboards**')}\n-# {about}"))
        container.add_item(
            row(toggle(route, _("Show me on this server's leaderboards"), is_on=is_visible))
        )
    return Reply(message(container), private=True)


def export_view(export: Export) -> Reply:
    """Everything stored of a player, as a file."""
    text = _("Everything Patience stores about you, in one file.")
    view = message(ui.TextDisplay(text), ui.File(f"attachment://{export.filename}"))
    return Reply(view, (Attachment(export.filename, export.content),), private=True)


def delete_question() -> Reply:
    """Ask whether to delete everything; replaces the page."""
    text = _(
        "Delete everything? Your games, results, statistics, streaks, badges, leaderboard "
        "places, settings and challenges will be gone, and you lose any race you are in. This "
        "cannot be undone."
    )
    stays = _("Messages posted in channels stay there.")
    buttons = row(
        button("privacy:delete", _("Delete everything"), style=discord.ButtonStyle.danger),
        button("privacy:keep", _("Keep everything")),
    )
    return Reply(message(ui.TextDisplay(f"{text}\n-# {stays}"), buttons))


def deleted_view() -> Reply:
    """Say that everything is deleted; replaces the question."""
    text = _("Everything is deleted. If you play again, you start fresh.")
    return Reply(message(ui.TextDisplay(text)))


def _lines(stored: DataSummary) -> list[str]:
    counts = [
        ngettext(
            "{number} game, {finished} finished",
            "{number} games, {finished} finished",
            stored.games,
            finished=stored.results,
        ),
        ngettext("{number} setting", "{number} settings", stored.preferences),
        ngettext("{number} challenge", "{number} challenges", stored.challenges),
        ngettext("{number} race for many", "{number} races for many", stored.races),
    ]
    return [
        f"### {_('Privacy')}",
        _("This is what Patience stores about you, under your Discord ID:"),
        *(f"- {_(kind)}" for kind in _STORED),
        _("No messages are stored. Everything stays until you delete it."),
        f"-# {' · '.join(counts)}",
    ]
