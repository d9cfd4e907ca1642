"""The results of a day that is over, as a message for a server's channel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.chat.components import button, row
from bot.chat.daily.views import day_result, place_of
from bot.chat.formatting import game_title, mention
from bot.chat.responses import Reply, message
from bot.i18n import _, long_day, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.service import Digest

_MIN_STREAK: Final = 2


def digest_view(digest: Digest) -> Reply:
    """A day's results, which ping only players who agreed."""
    play = button(
        "daily:play", _("Play today's deal"), emoji="▶️", style=discord.ButtonStyle.primary
    )
    container = ui.Container[ui.LayoutView](ui.TextDisplay("\n".join(_lines(digest))), row(play))
    mentioned = tuple(line.player_id for line in digest.lines if line.player_id in digest.mentioned)
    return Reply(message(container), mentions=mentioned)


def _lines(digest: Digest) -> Iterator[str]:
    deal, figures = digest.deal, digest.figures
    yield f"### {long_day(deal.day)} · {game_title(deal.rules_id)}"
    if digest.streak >= _MIN_STREAK:
        yield ngettext(
            "🔥 Your server is on a **{number}-day streak!**",
            "🔥 Your server is on a **{number}-day streak!**",
            digest.streak,
        )
    facts = [
        ngettext(
            "{won} of {number} player won",
            "{won} of {number} players won",
            figures.players,
            won=figures.won,
        )
    ]
    if figures.perfect:
        facts.append(ngettext("⭐ {number} perfect", "⭐ {number} perfect", figures.perfect))
    if figures.at_par:
        facts.append(
            ngettext("🎯 {number} at par or better", "🎯 {number} at par or better", figures.at_par)
        )
    facts.append(_("deal {number}, par {par}", number=deal.deal_number, par=deal.par))
    yield f"-# {' · '.join(facts)}"
    for line in digest.lines:
        at_par = " 🎯" if line.won and line.moves <= deal.par else ""
        yield f"{place_of(line)} {mention(line.player_id)} · {day_result(line)}{at_par}"
    others = figures.players - len(digest.lines)
    if others:
        yield ngettext("… and {number} more", "… and {number} more", others)
