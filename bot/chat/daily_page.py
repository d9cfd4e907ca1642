"""The day's challenge as players see it: the way in, their result, and words to share.

Nothing here gives the way to win away, so it may be pasted anywhere.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from bot.chat.replies import Reply
from bot.chat.wording import count_of, day_in_words, duration
from engine import rules_of

if TYPE_CHECKING:
    from bot.chat.client import PatienceClient
    from bot.service import Streak, Today
    from bot.store import DailyDeal, DayRank, Result

    Interaction = discord.Interaction[PatienceClient]

_BUTTON: Final = re.compile(r"patience:daily:(?P<what>again|share|table|result)")
_LABELS: Final = {
    "result": ("My result", "📅", discord.ButtonStyle.primary),
    "share": ("Share", "📋", discord.ButtonStyle.primary),
    "table": ("Today's table", "🏆", discord.ButtonStyle.secondary),
    "again": ("Play again for fun", "🔁", discord.ButtonStyle.secondary),
}
_UNDER_RESULT: Final = ("share", "table", "again")


def daily_notice(today: Today) -> str:
    """The sentences above the board of the day's deal."""
    deal = today.deal
    streak = f" · 🔥 {count_of(today.streak.current, 'day')}" if today.streak.current else ""
    return (
        f"**The deal of {day_in_words(deal.day)}**, the same for everybody · par {deal.par}{streak}"
        "\n-# Your first finished game counts. You may leave it and come back with /daily."
    )


def again_notice(deal: DailyDeal) -> str:
    """The sentence above the board of the day's deal played once more."""
    return f"**The deal of {day_in_words(deal.day)}** once more, for fun · par {deal.par}"


def result_page(today: Today, result: Result, rank: DayRank) -> Reply:
    """A player's result of the day; private.

    Args:
        today: how they stand with the day.
        result: what they came to.
        rank: how that stands among the results of all.
    """
    view = ui.LayoutView(timeout=None)
    lines = [f"### {_title(today.deal)}", _told(today.deal, result)]
    if rank.percent_behind is not None:
        others = count_of(rank.players - 1, "other player")
        lines.append(f"Better than {rank.percent_behind} % of {others} so far.")
    lines.append(_streak(today.streak))
    lines.append(f"-# The next deal comes {discord.utils.format_dt(today.ends_at, 'R')}.")
    container = ui.Container[ui.LayoutView](ui.TextDisplay("\n".join(filter(None, lines))))
    container.add_item(ui.TextDisplay(f"```\n{share_text(today, result)}\n```"))
    container.add_item(ui.ActionRow(*(DailyButton(what) for what in _UNDER_RESULT)))
    return Reply(view.add_item(container), private=True)


def shared_page(player: int, today: Today, result: Result) -> Reply:
    """A player's result for all to see; nothing of it tells how the deal is won."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(f"<@{player}>\n{share_text(today, result)}"))
    return Reply(view, adds=True)


def share_text(today: Today, result: Result) -> str:
    """A day's result in a few short lines, as people paste it."""
    deal = today.deal
    lines = [f"Patience {deal.day.isoformat()} · {rules_of(deal.game).title}"]
    if result.is_won:
        star = " · ⭐ perfect" if result.is_perfect else ""
        lines.append(f"✅ {_against(result.moves, deal.par)} · {duration(result.played)}{star}")
        help_taken = [
            count_of(number, thing)
            for number, thing in ((result.undos, "undo"), (result.hints, "hint"))
            if number
        ]
        if help_taken:
            lines.append(f"↩️ {', '.join(help_taken)}")
    else:
        lines.append("❌ not this time")
    if today.streak.current:
        lines.append(f"🔥 {count_of(today.streak.current, 'day')} in a row")
    return "\n".join(lines)


def _title(deal: DailyDeal) -> str:
    rules = rules_of(deal.game)
    return f"{day_in_words(deal.day)} · {rules.title} ({rules.difficulty.name.lower()})"


def _told(deal: DailyDeal, result: Result) -> str:
    """A result in a sentence."""
    if not result.is_won:
        return f"Not won, after {count_of(result.moves, 'move')}. It can be: par is {deal.par}."
    star = " **Perfect:** no undo, no hint. ⭐" if result.is_perfect else ""
    return f"**Won** in {_against(result.moves, deal.par)} and {duration(result.played)}.{star}"


def _against(moves: int, par: int) -> str:
    """How many moves it took, beside the shortest way that the solver knows."""
    return f"{count_of(moves, 'move')} (par {par})"


def _streak(streak: Streak) -> str:
    if not streak.longest:
        return ""
    longest = count_of(streak.longest, "day")
    return f"🔥 {count_of(streak.current, 'day')} won in a row; the longest was {longest}."


class DailyButton(ui.DynamicItem[ui.Button[ui.LayoutView]], template=_BUTTON):
    """A button under the day's result."""

    def __init__(self, what: str) -> None:
        """Make the button: ``share``, ``table``, ``again`` or ``result``."""
        self.what = what
        label, emoji, style = _LABELS[what]
        super().__init__(
            ui.Button(label=label, emoji=emoji, style=style, custom_id=f"patience:daily:{what}")
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
