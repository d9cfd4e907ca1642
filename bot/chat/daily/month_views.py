"""A player's month of daily deals as a message, and the games of the coming days."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.chat.daily.views import format_turn, freeze_line, missed_title, streak_line
from bot.chat.games.pictures import add_picture
from bot.chat.responding.components import button, row, select
from bot.chat.responding.replies import (
    MAX_OPTIONS,
    Reply,
    inline,
    message,
    text_reply,
)
from bot.i18n import N_, _, ngettext, weekday
from bot.i18n.texts import picture_strings
from bot.service.daily.calendar import Badge, badge_of, next_badge
from rendering.charts.chart import MonthChart

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.chat.responding.components import Component
    from bot.models.daily import DailyDeal
    from bot.service.daily.calendar import Month, Turn
    from rendering import Picture


COMING_DAYS: Final = 14
"""Of how many days the calendar tells the game."""
_NAMES: Final = {
    Badge.BRONZE: N_("Bronze"),
    Badge.SILVER: N_("Silver"),
    Badge.GOLD: N_("Gold"),
    Badge.DIAMOND: N_("Diamond"),
}
_EMOJI: Final = {Badge.BRONZE: "🥉", Badge.SILVER: "🥈", Badge.GOLD: "🥇", Badge.DIAMOND: "💎"}


def month_chart(month: Month, *, is_quiet: bool = False) -> MonthChart:
    """The marks of a month's days, and its streaks but for a quiet one."""
    # The streak that goes on belongs to the current month.
    streak = 0 if month.has_next else month.streak.current
    return MonthChart(_month_name(month.first), month.marks, None if is_quiet else streak)


def month_view(month: Month, picture: Picture | None, *, is_quiet: bool = False) -> Reply:
    """A player's month; a quiet one without streaks and badges."""
    container = ui.Container[ui.LayoutView](
        ui.TextDisplay(f"### {_('Daily deals')} · {_month_name(month.first)}")
    )
    files = add_picture(container, "month.png", picture)
    lines = (
        [_goals_line(month)]
        if is_quiet
        else [
            _badge_line(month),
            _goals_line(month),
            streak_line(month.streak),
            freeze_line(month.streak),
            _rules(),
        ]
    )
    text = "\n".join(filter(None, lines))
    if text:
        container.add_item(ui.TextDisplay(text))
    if month.missed:
        container.add_item(row(_missed_menu(month.missed)))
    before, after = month.first - timedelta(days=1), max(month.marks) + timedelta(days=1)
    container.add_item(
        row(
            button(f"daily:month:{before}", _("Previous"), disabled=not month.has_previous),
            button(f"daily:month:{after}", _("Next"), disabled=not month.has_next),
            button("daily:coming", _("Coming games"), emoji="📅"),
        )
    )
    return Reply(message(container), files, private=True)


def coming_view(turns: Sequence[Turn]) -> Reply:
    """The games of the next days, today's first."""
    lines = [f"### {_('Daily calendar')}"]
    for number, turn in enumerate(turns):
        game = format_turn(turn)
        lines.append(f"{weekday(turn.day)} · {game if number else f'**{game}**'}")
    note = _(
        "From an easy deal on Mondays to the hardest on Sundays. Everybody gets the same winnable "
        "deal. Every day also has four more, the second of a curious game: /daily today."
    )
    goals = "🎯 " + _("On Tuesdays, Thursdays and Saturdays the deal has a goal besides the win.")
    container = ui.Container[ui.LayoutView](
        ui.TextDisplay("\n".join([*lines, f"-# {note}", f"-# {goals}"]))
    )
    return Reply(message(container), private=True)


def _badge_line(month: Month) -> str:
    if not month.days:
        return _("There were no daily deals in this month.")
    badge, following = badge_of(month.won, month.days), next_badge(month.won, month.days)
    name = f"{_EMOJI[badge]} **{_(_NAMES[badge])}**" if badge else _("No badge yet")
    won = ngettext(
        "{won} of {number} day won", "{won} of {number} days won", month.days, won=month.won
    )
    if following is None:
        return f"{name} · {won}"
    more = ngettext(
        "{number} more day for {badge}",
        "{number} more days for {badge}",
        following[1],
        badge=f"{_EMOJI[following[0]]} {_(_NAMES[following[0]])}",
    )
    return f"{name} · {won} · {more}"


def _goals_line(month: Month) -> str:
    if not month.goals_met:
        return ""
    return "🎯 " + ngettext("{number} goal met", "{number} goals met", month.goals_met)


def _rules() -> str:
    badges = _("🥉 for 7 days won, 🥈 for 14, 🥇 for 21, 💎 for every day of the month.")
    late = _("Missed days can be won until the end of the next month, for the badge only.")
    freeze = _(
        "Seven days won in a row earn a ❄️ freeze: your streak outlasts the next day you miss, once "
        "a month."
    )
    return f"-# {badges}\n-# {late}\n-# {freeze}"


def _month_name(day: date) -> str:
    return picture_strings().format_month(day)


def missed_question(typed: str, missed: Sequence[DailyDeal]) -> Reply:
    """Ask which missed day a text means, unless there is none."""
    if not missed:
        return text_reply(
            _(
                "“{text}” is no day that you can play: you have missed none of this month or the "
                "last.",
                text=inline(typed),
            )
        )
    text = _("Which day do you mean by “{text}”?", text=inline(typed))
    return Reply(message(ui.TextDisplay(text), row(_missed_menu(missed))), private=True)


def _missed_menu(missed: Sequence[DailyDeal]) -> Component:
    options = [
        discord.SelectOption(label=missed_title(deal), value=deal.day.isoformat())
        for deal in missed[:MAX_OPTIONS]
    ]
    return select("daily:missed", options, placeholder=_("Play a day you missed"))
