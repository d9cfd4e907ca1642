"""All deals of the day, a player's month of them, and the games of the coming days, as messages.

Nothing here gives away how a deal is won, nor which number it has.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.chat.daily.views import format_score, freeze_line, missed_title, streak_line
from bot.chat.games.formatting import (
    deal_goal,
    format_difficulty,
    format_duration,
    format_help,
    format_moves,
    game_title,
)
from bot.chat.games.pictures import NO_THUMBNAILS, add_entry, gallery
from bot.chat.play.buttons import deal_route
from bot.chat.responding.components import button, row, select
from bot.chat.responding.replies import MAX_OPTIONS, Attachment, Reply, message
from bot.i18n import N_, _, long_day, ngettext, translate, weekday
from bot.i18n.texts import picture_strings
from bot.models.daily import Slot
from bot.service.daily.calendar import Badge, badge_of, game_of, next_badge
from engine import rules_of
from rendering.charts.chart import MonthChart

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.chat.games.pictures import Thumbnails
    from bot.chat.responding.components import Component
    from bot.chat.responding.replies import Attachment
    from bot.models.daily import DailyDeal
    from bot.models.play import Result
    from bot.service.daily.calendar import Month
    from bot.service.daily.daily import DealStatus
    from rendering import Picture


_COMING_DAYS: Final = 14
_NAMES: Final = {
    Badge.BRONZE: N_("Bronze"),
    Badge.SILVER: N_("Silver"),
    Badge.GOLD: N_("Gold"),
    Badge.DIAMOND: N_("Diamond"),
}
_EMOJI: Final = {Badge.BRONZE: "🥉", Badge.SILVER: "🥈", Badge.GOLD: "🥇", Badge.DIAMOND: "💎"}


def month_chart(month: Month) -> MonthChart:
    """The marks of a month's days."""
    return MonthChart(_month_name(month.first), month.marks)


def month_view(month: Month, picture: Picture | None, *, is_quiet: bool = False) -> Reply:
    """A player's month; a quiet one without streaks and badges."""
    container = ui.Container[ui.LayoutView](
        ui.TextDisplay(f"### {_('Daily deals')} · {_month_name(month.first)}")
    )
    files = () if picture is None else (Attachment("month.png", picture.png),)
    if picture is not None:
        container.add_item(gallery(("month.png", picture.alt)))
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
        options = [
            discord.SelectOption(label=missed_title(deal), value=deal.day.isoformat())
            for deal in month.missed[:MAX_OPTIONS]
        ]
        chosen = select("daily:missed", options, placeholder=_("Play a day you missed"))
        container.add_item(row(chosen))
    before, after = month.first - timedelta(days=1), max(month.marks) + timedelta(days=1)
    container.add_item(
        row(
            button(f"daily:month:{before}", _("Previous"), disabled=not month.has_previous),
            button(f"daily:month:{after}", _("Next"), disabled=not month.has_next),
            button("daily:coming", _("Coming games"), emoji="📅"),
        )
    )
    return Reply(message(container), files, private=True)


def coming_view(today: date) -> Reply:
    """The games of the next days, today's first."""
    lines = [f"### {_('Daily calendar')}"]
    for offset in range(_COMING_DAYS):
        day = today + timedelta(days=offset)
        rules = rules_of(game_of(day))
        game = f"{translate(rules.name)} ({format_difficulty(rules.difficulty)})"
        lines.append(f"{weekday(day)} · {f'**{game}**' if day == today else game}")
    note = _(
        "From easy on Mondays to hard on Sundays. Everybody gets the same winnable deal. Every day "
        "also has four more: /daily today."
    )
    goals = "🎯 " + _("On Tuesdays, Thursdays and Saturdays the deal has a goal besides the win.")
    container = ui.Container[ui.LayoutView](
        ui.TextDisplay("\n".join([*lines, f"-# {note}", f"-# {goals}"]))
    )
    return Reply(message(container), private=True)


def _badge_line(month: Month) -> str:
    days = len(month.marks)
    badge, following = badge_of(month.won, days), next_badge(month.won, days)
    name = f"{_EMOJI[badge]} **{_(_NAMES[badge])}**" if badge else _("No badge yet")
    won = ngettext("{won} of {number} day won", "{won} of {number} days won", days, won=month.won)
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


_NOT_BEGUN: Final = N_("not played yet")
_IN_PLAY: Final = N_("in play")


def extra_notice(deal: DailyDeal) -> str:
    """The lines above the board of a deal of today beside the headline."""
    first = _("**One of today's deals**, the same for everybody · par {par}", par=deal.par)
    rest = _(
        "Only your first finished game counts, until midnight UTC. /daily today has all the deals."
    )
    return f"{first}\n-# {rest}"


def extra_again_notice(deal: DailyDeal) -> str:
    """The line above the board of such a deal played again."""
    return _("**One of today's deals**, again for fun · par {par}", par=deal.par)


def today_view(
    statuses: Sequence[DealStatus],
    headline: DailyDeal,
    *,
    thumbnails: Thumbnails = NO_THUMBNAILS,
    is_quiet: bool = False,
) -> Reply:
    """All deals of today, each with its mark, a button and what its game looks like."""
    heading = "### " + _("Today's deals") + f" · {long_day(headline.day)}"
    container = ui.Container[ui.LayoutView](ui.TextDisplay(heading))
    attachments: tuple[Attachment, ...] = ()
    for status in statuses:
        standing = _standing(status, is_quiet=is_quiet)
        lines = filter(None, (standing, deal_goal(status.deal, status.result)))
        text = "\n".join([_title(status), *(f"-# {line}" for line in lines)])
        file, picture = f"{status.deal.slot.value}.png", thumbnails.get(status.deal.rules_id)
        attachments += add_entry(container, text, _button(status), file, picture)
    container.add_item(ui.Separator())
    soon = discord.utils.format_dt(headline.ends_at, "R")
    footer = [
        format_score(statuses) if any(one.result for one in statuses) else "",
        "" if is_quiet else _("Only the first deal counts for streak, badge and leaderboard."),
        _("The others can be played today only; new ones come {when}.", when=soon),
    ]
    container.add_item(ui.TextDisplay("\n".join(f"-# {line}" for line in footer if line)))
    return Reply(message(container), attachments, private=True)


def deal_choice(status: DealStatus) -> str:
    """A deal of today in a list to choose from."""
    title = game_title(status.deal.rules_id)
    if status.result is not None:
        return f"{title} · {_mark(status.result)}"
    return f"{title} · {_(_IN_PLAY) if status.game_id is not None else _(_NOT_BEGUN)}"


def _title(status: DealStatus) -> str:
    mark = "" if status.result is None else f"{_mark(status.result)} "
    difficulty = format_difficulty(rules_of(status.deal.rules_id).difficulty)
    return f"{mark}**{game_title(status.deal.rules_id)}** ({difficulty})"


def _mark(result: Result) -> str:
    if not result.is_won:
        return "❌"
    return "⭐" if result.is_perfect else "✅"


def _standing(status: DealStatus, *, is_quiet: bool) -> str:
    """How a player stands with a deal, in a line."""
    par = _("par {par}", par=status.deal.par)
    result = status.result
    if result is None:
        return f"{par} · {_(_IN_PLAY)}" if status.game_id is not None else par
    if not result.is_won:
        return f"{par} · {_('not won')}"
    facts = [f"{format_moves(result.moves)} ({par})"]
    facts += ["" if is_quiet else format_duration(result.played), format_help(result)]
    return " · ".join(filter(None, facts))


def _button(status: DealStatus) -> Component:
    slot = status.deal.slot
    if status.game_id is not None:
        return button(deal_route(slot), _("Continue"), style=discord.ButtonStyle.primary)
    if status.result is None:
        return button(deal_route(slot), _("Play"), style=discord.ButtonStyle.primary)
    if slot is Slot.HEADLINE:
        return button("daily:result", _("My result"))
    return button(f"daily:again:{slot.value}", _("Again"))
