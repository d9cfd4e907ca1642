"""The daily deal as messages: notices, results, leaderboards.

Nothing here gives away how a deal is won, so results may be shared anywhere.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.chat.responding.components import button, row
from bot.chat.responding.mentions import mention
from bot.chat.responding.replies import Reply, message
from bot.chat.responding.shown_pages import show_button
from bot.i18n import N_, _, long_day, ngettext, weekday
from bot.models.results import is_late
from bot.service.daily.leaderboards import Period
from bot.wording.formatting import (
    RANKING,
    deal_goal,
    format_days,
    format_difficulty,
    format_duration,
    format_help,
    format_moves,
    format_page,
    format_standing,
    game_title,
)
from bot.wording.wins import compared_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.chat.responding.components import Component
    from bot.models.daily import Comparison, DailyDeal
    from bot.models.play import GameSnapshot
    from bot.models.rankings import LeaderboardLine, Ranking
    from bot.models.results import Result
    from bot.service.daily.calendar import Turn
    from bot.service.daily.daily import DailyStatus, DealStatus
    from bot.service.daily.streaks import Streak

PERIODS: Final = {
    Period.TODAY: N_("Today"),
    Period.YESTERDAY: N_("Yesterday"),
    Period.WEEK: N_("This week"),
    Period.ALL: N_("All time"),
}


def daily_notice(deal: DailyDeal, streak: Streak | None) -> str:
    """The lines of the board of the day's deal, with a streak for those who want to see one."""
    # The heading of the board has the day.
    first = _("**Today's deal** · par {par}", par=deal.par)
    run = f" · 🔥 {format_days(streak.current)}" if streak and streak.current else ""
    run += " ❄️" if streak and streak.has_freeze else ""
    rest = _(
        "Par is the fewest moves we know of. Your first finished game counts, until {when}.",
        when=counts_until(deal),
    )
    return f"{first}{run}\n-# {rest}"


def counts_until(deal: DailyDeal) -> str:
    """Until when a game of today's deal counts: at what time, and in how many hours."""
    # The time alone would, shortly after midnight, be in some minutes.
    at, soon = (discord.utils.format_dt(deal.final_at, style) for style in ("t", "R"))
    return f"{at} ({soon})"


def missed_notice(snapshot: GameSnapshot, deal: DailyDeal) -> str:
    """The lines above the board of a past day's deal."""
    first = (
        f"**{long_day(deal.day)}** · {_('par {par}', par=deal.par)}"
        if snapshot.is_secret
        else _("**A deal you missed**, now open to everybody · par {par}", par=deal.par)
    )
    if is_late(deal.day, snapshot.started_at):
        rest = _("It counts for its month's badge, but neither for your streak nor for its day.")
    elif snapshot.is_secret:
        when = discord.utils.format_dt(deal.final_at, "t")
        rest = _("You began it on its day, so it counts like all others until {when}.", when=when)
    else:
        rest = _("You began it on its day, so it still counts for your streak.")
    return f"{first}\n-# {rest}"


def over_notice(day: date) -> str:
    """The line above the board of a past day's deal that counts for nothing."""
    return _("{day} is over, so its deal is for fun and does not count.", day=long_day(day))


def again_notice(deal: DailyDeal) -> str:
    """The line above the board of the day's deal played again."""
    return _("**Today's deal**, again for fun · par {par}", par=deal.par)


def result_view(
    status: DailyStatus,
    result: Result,
    deals: Sequence[DealStatus],
    *,
    today: date,
    comparison: Comparison | None = None,
    offers_reminders: bool = False,
    is_quiet: bool = False,
) -> Reply:
    """A player's result of the day, which may be over; a quiet one has no streak and no time."""
    soon, is_over = discord.utils.format_dt(status.deal.ends_at, "R"), status.deal.day < today
    lines = [
        f"### {_title(status.deal)}",
        _result_line(status.deal, result, is_quiet=is_quiet),
        deal_goal(status.deal, result),
        compared_line(comparison),
        *(() if is_quiet else (streak_line(status.streak), freeze_line(status.streak))),
        "" if is_over else "-# " + _("The next deal comes {when}.", when=soon),
        "-# 🔔 " + _("/daily remind keeps your streak from being forgotten.")
        if offers_reminders
        else "",
    ]
    again = f"daily:again:{status.deal.day}:{status.deal.slot.value}"
    container = ui.Container[ui.LayoutView](
        ui.TextDisplay("\n".join(filter(None, lines))),
        ui.TextDisplay(f"```\n{share_text(status, result, deals, is_quiet=is_quiet)}\n```"),
        row(
            button(
                f"daily:share:{status.deal.day}",
                _("Share"),
                emoji="📋",
                style=discord.ButtonStyle.primary,
            ),
            leaderboard_button(is_yesterdays=status.deal.day == today - timedelta(days=1)),
            button("daily:play", _("Today's deal"), emoji="📅")
            if is_over
            else button(again, _("Play again for fun"), emoji="🔁"),
        ),
    )
    if len(deals) > 1 and not is_over:
        more = button("daily:today", _("Today's deals"), emoji="🃏")
        container.add_item(ui.Section(_more_deals(deals), accessory=more))
    return Reply(message(container), private=True)


def leaderboard_button(*, is_yesterdays: bool) -> Component:
    """The button to today's leaderboard, or to that of the day before."""
    if is_yesterdays:
        route = f"daily:table:{Period.YESTERDAY.value}"
        return button(route, _("Yesterday's leaderboard"), emoji="🏆")
    return button("daily:table", _("Today's leaderboard"), emoji="🏆")


def _more_deals(deals: Sequence[DealStatus]) -> str:
    """How many of the day's other deals a player has still to play."""
    left = sum(one.result is None for one in deals)
    if not left:
        return _("You have played all of today's deals.")
    return ngettext("**{number} more deal** today.", "**{number} more deals** today.", left)


def shared_result(
    player: int,
    status: DailyStatus,
    result: Result,
    deals: Sequence[DealStatus],
    *,
    is_quiet: bool = False,
) -> Reply:
    """A player's result for everybody."""
    text = f"{mention(player)}\n{share_text(status, result, deals, is_quiet=is_quiet)}"
    return Reply(message(ui.TextDisplay(text)), new_message=True, for_others=True)


def share_text(
    status: DailyStatus, result: Result, deals: Sequence[DealStatus], *, is_quiet: bool = False
) -> str:
    """A day's result in a few short lines, to be pasted; of its other deals only how many."""
    deal = status.deal
    lines = [f"Patience {deal.day.isoformat()} · {game_title(deal.rules_id)}"]
    if result.is_won:
        star = f" · ⭐ {_('perfect')}" if result.is_perfect else ""
        par = _("par {par}", par=deal.par)
        time = "" if is_quiet else f" · {format_duration(result.played)}"
        lines.append(f"✅ {format_moves(result.moves)} ({par}){time}{star}")
    else:
        lines.append(f"❌ {_('not this time')}")
    if result.goal_met:
        lines.append(f"🎯 {_('goal met')}")
    help_used = format_help(result)
    if help_used:
        lines.append(f"↩️ {help_used}")
    if sum(one.result is not None for one in deals) > 1:
        lines.append(format_score(deals))
    if status.streak.current and not is_quiet:
        days = ngettext("{number} day in a row", "{number} days in a row", status.streak.current)
        lines.append(f"🔥 {days}")
    return "\n".join(lines)


def format_score(statuses: Sequence[DealStatus]) -> str:
    """How many of today's deals a player has won."""
    won = sum(one.result is not None and one.result.is_won for one in statuses)
    return "🃏 " + _("{won} of {deals} today", won=won, deals=len(statuses))


def missed_title(deal: DailyDeal) -> str:
    """A missed day in a list to choose from."""
    return f"{weekday(deal.day)} · {game_title(deal.rules_id)}"


def format_turn(turn: DailyDeal | Turn) -> str:
    """The game of a day and how hard its deal is."""
    return f"{game_title(turn.rules_id)} ({format_difficulty(turn.difficulty)})"


def _title(deal: DailyDeal) -> str:
    return f"{long_day(deal.day)} · {format_turn(deal)}"


def _result_line(deal: DailyDeal, result: Result, *, is_quiet: bool) -> str:
    if not result.is_won:
        return ngettext(
            "Not won, after {number} move. It can be done: par is {par}.",
            "Not won, after {number} moves. It can be done: par is {par}.",
            result.moves,
            par=deal.par,
        )
    if is_quiet:
        won = ngettext(
            "**Won** in {number} move (par {par}).",
            "**Won** in {number} moves (par {par}).",
            result.moves,
            par=deal.par,
        )
    else:
        won = ngettext(
            "**Won** in {number} move (par {par}) and {time}.",
            "**Won** in {number} moves (par {par}) and {time}.",
            result.moves,
            par=deal.par,
            time=format_duration(result.played),
        )
    if result.is_perfect:
        return f"{won} {_('**Perfect:** no undo, no hint. ⭐')}"
    return f"{won}\n{_('With {help}.', help=format_help(result))}"


def streak_line(streak: Streak) -> str:
    """How many days in a row a player has won; empty if none ever."""
    if not streak.longest:
        return ""
    return "🔥 " + _(
        "Daily deals: {now} in a row (best {most})",
        now=format_days(streak.current),
        most=streak.longest,
    )


def freeze_line(streak: Streak) -> str:
    """Whether a streak has a freeze, or which day it has outlasted last."""
    if streak.has_freeze:
        return "❄️ " + _("Freeze ready: your streak outlasts the next day you miss.")
    if streak.frozen:
        return "❄️ " + _("Your streak outlasted {day}.", day=long_day(streak.frozen[0]))
    return ""


def leaderboard_view(
    ranking: Ranking[LeaderboardLine], period: Period, today: date, *, is_own: bool = True
) -> Reply:
    """A page of a guild's leaderboard, for one reader or to show everybody."""
    heading = _("daily leaderboard")
    lines = [f"### {_(PERIODS[period])} · {heading}", *_lines(ranking, period)]
    if ranking.own is not None and ranking.own not in ranking.lines:
        lines += ["…", _line(ranking.own, period)]
    is_over = period is Period.YESTERDAY
    if is_own and ranking.own is None and ranking.players and not is_over:
        lines.append("-# " + _("You are not on it yet. Type /daily play to get there."))
    container = ui.Container[ui.LayoutView](ui.TextDisplay("\n".join(lines)))
    if ranking.pages > 1:
        container.add_item(_page_buttons(ranking, period))
    container.add_item(
        row(
            *(
                button(f"table:{other.value}:1=", _(title), disabled=other is period)
                for other, title in PERIODS.items()
            )
        )
    )
    if ranking.lines:
        shown = show_button(f"show:table:{period.value}:{ranking.page}")
        container.add_item(row(shown))
    count = format_page(ranking)
    facts = [count] if ranking.players else []
    day = today - timedelta(days=is_over)
    footer = f"-# {' · '.join([*facts, f'{long_day(day)} UTC'])}\n-# {_(RANKING)}"
    container.add_item(ui.TextDisplay(footer))
    return Reply(message(container))


def _page_buttons(ranking: Ranking[LeaderboardLine], period: Period) -> ui.ActionRow[ui.LayoutView]:
    page = ranking.page
    # The sign tells apart two buttons that lead to the same page.
    return row(
        button(f"table:{period.value}:{page - 1}<", _("Previous"), disabled=page == 1),
        button(f"table:{period.value}:{page + 1}>", _("Next"), disabled=page == ranking.pages),
    )


def _lines(ranking: Ranking[LeaderboardLine], period: Period) -> list[str]:
    if not ranking.lines:
        over = _("Nobody here won the deal of that day.")
        return [over if period is Period.YESTERDAY else _("Nobody has won a deal yet.")]
    return [_line(line, period) for line in ranking.lines]


def _line(line: LeaderboardLine, period: Period) -> str:
    """A player's line: place, name, result. No place for who has won nothing."""
    if period in (Period.TODAY, Period.YESTERDAY):
        result = day_result(line)
    else:
        aided = line.won - line.unaided
        perfect = f" ⭐ {line.perfect}" if line.perfect else ""
        result = ngettext(
            "{won} of {number} day won", "{won} of {number} days won", line.days, won=line.won
        )
        result += perfect + (f", {format_moves(line.moves)}" if line.won else "")
        if aided:
            result += ", " + ngettext("{number} with help", "{number} with help", aided)
    place = format_standing(line.rank if line.won else None)
    return f"{place} {mention(line.player_id)} · {result}"


def day_result(line: LeaderboardLine) -> str:
    """A player's result of one day."""
    if not line.won:
        return _("not won")
    star = " ⭐" if line.perfect else ""
    used = format_help(line)
    result = f"{format_moves(line.moves)}, {format_duration(line.played)}{star}"
    return f"{result}, {used}" if used else result
