"""The results of a day that is over, as a message for a server's channel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.chat.components import button, row
from bot.chat.messages.formatting import (
    format_help,
    format_moves,
    format_place,
    game_title,
    mention,
)
from bot.chat.messages.replies import Reply, message
from bot.i18n import _, long_day, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.models import LeaderboardLine
    from bot.service import Digest

_MIN_STREAK: Final = 2


def digest_view(digest: Digest) -> Reply:
    """A day's results, which ping only players who agreed."""
    play = button(
        "daily:play", _("Play today's deal"), emoji="▶️", style=discord.ButtonStyle.primary
    )
    container = ui.Container[ui.LayoutView](ui.TextDisplay("\n".join(_lines(digest))), row(play))
    players = {line.player_id for line in digest.lines}
    pings = tuple(sorted(players & digest.mentioned))
    return Reply(message(container), pings=pings, spares=frozenset(players) - digest.mentioned)


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
            ngettext("⛳ {number} at par or better", "⛳ {number} at par or better", figures.at_par)
        )
    yield " · ".join(facts)
    for line in digest.lines:
        place = format_place(line.rank, has_medal=line.won > 0)
        yield f"{place} {mention(line.player_id)} · {_result(line, deal.par)}"
    others = figures.players - len(digest.lines)
    if others:
        yield ngettext("… and {number} more", "… and {number} more", others)
    yield "-# " + _("Deal {number}, par {par}.", number=deal.deal_number, par=deal.par)


def _result(line: LeaderboardLine, par: int) -> str:
    """A player's result, short enough for a line on a phone: without its time."""
    if not line.won:
        return _("not won")
    signs = (" ⭐" if line.perfect else "") + (" ⛳" if line.moves <= par else "")
    return ", ".join(filter(None, (f"{format_moves(line.moves)}{signs}", format_help(line))))
