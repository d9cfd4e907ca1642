"""The day's challenge as players see it: the way in, their result, and words to share.

Nothing here gives the way to win away, so it may be pasted anywhere.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from bot.chat.replies import Reply
from bot.chat.wording import days_of, duration, level_of, moves_of, title_of
from bot.i18n import N_, _, long_day, ngettext
from engine import rules_of

if TYPE_CHECKING:
    from bot.chat.client import PatienceClient
    from bot.models import DailyDeal, DayRank, Result
    from bot.service import DailyStatus, Streak

    Interaction = discord.Interaction[PatienceClient]

_BUTTON: Final = re.compile(r"patience:daily:(?P<what>again|share|table|result)")
_LABELS: Final = {
    "result": (N_("My result"), "📅", discord.ButtonStyle.primary),
    "share": (N_("Share"), "📋", discord.ButtonStyle.primary),
    "table": (N_("Today's table"), "🏆", discord.ButtonStyle.secondary),
    "again": (N_("Play again for fun"), "🔁", discord.ButtonStyle.secondary),
}
_UNDER_RESULT: Final = ("share", "table", "again")


def daily_notice(today: DailyStatus) -> str:
    """The sentences above the board of the day's deal."""
    deal = today.deal
    first = _(
        "**The deal of {day}**, the same for everybody · par {par}",
        day=long_day(deal.day),
        par=deal.par,
    )
    streak = f" · 🔥 {days_of(today.streak.current)}" if today.streak.current else ""
    rest = _("Your first finished game counts. You may leave it and come back with /daily play.")
    return f"{first}{streak}\n-# {rest}"


def again_notice(deal: DailyDeal) -> str:
    """The sentence above the board of the day's deal played once more."""
    return _(
        "**The deal of {day}** once more, for fun · par {par}", day=long_day(deal.day), par=deal.par
    )


def result_page(today: DailyStatus, result: Result, rank: DayRank) -> Reply:
    """A player's result of the day; private.

    Args:
        today: how they stand with the day.
        result: what they came to.
        rank: how that stands among the results of all.
    """
    view = ui.LayoutView(timeout=None)
    lines = [f"### {_title(today.deal)}", _told(today.deal, result)]
    if rank.percent_behind is not None:
        lines.append(
            ngettext(
                "Better than {percent} % of {number} other player so far.",
                "Better than {percent} % of {number} other players so far.",
                rank.players - 1,
                percent=rank.percent_behind,
            )
        )
    lines.append(_streak(today.streak))
    soon = discord.utils.format_dt(today.ends_at, "R")
    lines.append("-# " + _("The next deal comes {when}.", when=soon))
    container = ui.Container[ui.LayoutView](ui.TextDisplay("\n".join(filter(None, lines))))
    container.add_item(ui.TextDisplay(f"```\n{share_text(today, result)}\n```"))
    container.add_item(ui.ActionRow(*(DailyButton(what) for what in _UNDER_RESULT)))
    return Reply(view.add_item(container), private=True)


def shared_page(player: int, today: DailyStatus, result: Result) -> Reply:
    """A player's result for all to see; nothing of it tells how the deal is won."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(f"<@{player}>\n{share_text(today, result)}"))
    return Reply(view, adds=True)


def share_text(today: DailyStatus, result: Result) -> str:
    """A day's result in a few short lines, as people paste it."""
    deal = today.deal
    lines = [f"Patience {deal.day.isoformat()} · {title_of(deal.rules_id)}"]
    if result.is_won:
        star = f" · ⭐ {_('perfect')}" if result.is_perfect else ""
        par = _("par {par}", par=deal.par)
        lines.append(f"✅ {moves_of(result.moves)} ({par}) · {duration(result.played)}{star}")
        help_taken = []
        if result.undos:
            help_taken.append(ngettext("{number} undo", "{number} undos", result.undos))
        if result.hints:
            help_taken.append(ngettext("{number} hint", "{number} hints", result.hints))
        if help_taken:
            lines.append(f"↩️ {', '.join(help_taken)}")
    else:
        lines.append(f"❌ {_('not this time')}")
    if today.streak.current:
        in_a_row = ngettext("{number} day in a row", "{number} days in a row", today.streak.current)
        lines.append(f"🔥 {in_a_row}")
    return "\n".join(lines)


def _title(deal: DailyDeal) -> str:
    level = level_of(rules_of(deal.rules_id).difficulty)
    return f"{long_day(deal.day)} · {title_of(deal.rules_id)} ({level})"


def _told(deal: DailyDeal, result: Result) -> str:
    """A result in a sentence."""
    if not result.is_won:
        return ngettext(
            "Not won, after {number} move. It can be: par is {par}.",
            "Not won, after {number} moves. It can be: par is {par}.",
            result.moves,
            par=deal.par,
        )
    won = ngettext(
        "**Won** in {number} move (par {par}) and {time}.",
        "**Won** in {number} moves (par {par}) and {time}.",
        result.moves,
        par=deal.par,
        time=duration(result.played),
    )
    return f"{won} {_('**Perfect:** no undo, no hint. ⭐')}" if result.is_perfect else won


def _streak(streak: Streak) -> str:
    if not streak.longest:
        return ""
    return "🔥 " + ngettext(
        "{number} day won in a row; the longest was {longest}.",
        "{number} days won in a row; the longest was {longest}.",
        streak.current,
        longest=days_of(streak.longest),
    )


class DailyButton(ui.DynamicItem[ui.Button[ui.LayoutView]], template=_BUTTON):
    """A button under the day's result."""

    def __init__(self, what: str) -> None:
        """Make the button: ``share``, ``table``, ``again`` or ``result``."""
        self.what = what
        label, emoji, style = _LABELS[what]
        super().__init__(
            ui.Button(label=_(label), emoji=emoji, style=style, custom_id=f"patience:daily:{what}")
        )

    @classmethod
    async def from_custom_id(  # type: ignore[override]  # the library's own client type is generic
        cls,
        interaction: Interaction,
        item: ui.Item[Any],  # the library finds the item by its custom_id, whatever its view
        match: re.Match[str],
        /,
    ) -> DailyButton:
        """Make the button of a message again."""
        return cls(match["what"])

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]  # as above
        """Hand the press on."""
        await interaction.client.days.pressed(interaction, self.what)
