"""What is said of a win: what the player reached with it, and how others did."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.i18n import _, format_integer, format_percent, long_day, ngettext
from bot.wording.formatting import family_title, format_days, format_duration

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.models.daily import Comparison
    from bot.service.players.achievements import Achievement
    from bot.service.players.statistics import WinSummary

_MAX_LINES: Final = 3
_MAX_BADGES: Final = 2
_MIN_WINS_IN_A_ROW: Final = 3
_MIN_DAYS_IN_A_ROW: Final = 2


def win_notice(win: WinSummary, title: str) -> str:
    """What a player reached with a win, best first: three lines at most, and one for badges."""
    lines = [*_of_ended_day(win), *_lines(win, title)][:_MAX_LINES]
    if win.badges:
        lines.append(_badges(win.badges))
    return "\n".join(lines)


def _lines(win: WinSummary, title: str) -> Iterator[str]:
    if win.is_perfect:
        yield _("⭐ **Perfect game:** no undo, no hint.")
    yield from _personal_best(win, title)
    if win.stamped is not None:
        family, won, games = win.stamped.title, win.stamped.won, len(win.stamped.games)
        yield "📮 " + _(
            "New in your collection: {family} {won}/{games}.",
            family=family_title(family),
            won=won,
            games=games,
        )
    if win.days_in_a_row >= _MIN_DAYS_IN_A_ROW:
        yield _("🔥 Daily deal won {days} in a row.", days=format_days(win.days_in_a_row))
    elif win.wins_in_a_row >= _MIN_WINS_IN_A_ROW:
        yield ngettext(
            "🔥 {number} win in a row at {game}.",
            "🔥 {number} wins in a row at {game}.",
            win.wins_in_a_row,
            game=title,
        )
    if win.beaten_average is not None:
        average = format_duration(win.beaten_average)
        yield _("⚡ Faster than this server's recent average of {time}.", time=average)


def _of_ended_day(win: WinSummary) -> Iterator[str]:
    """For what a win still counts whose day was over."""
    if win.ended_day is None:
        return
    day = long_day(win.ended_day)
    if win.counts_for_day:
        yield "🌙 " + _(
            "Begun on {day}, won more than an hour after it: it counts for your streak, but no "
            "longer for that day's leaderboard.",
            day=day,
        )
    else:
        yield "🌙 " + _(
            "{day} was over: it counts for its month's badge, but neither for your streak nor for "
            "that day's leaderboard.",
            day=day,
        )


def _badges(badges: Sequence[Achievement]) -> str:
    """The badges that a win earned, the most demanding by name."""
    named = ", ".join(f"**{_(badge.title)}**" for badge in badges[:_MAX_BADGES])
    if len(badges) > _MAX_BADGES:
        return ngettext(
            "🎖️ Badges: {badges} and {number} more. See /profile.",
            "🎖️ Badges: {badges} and {number} more. See /profile.",
            len(badges) - _MAX_BADGES,
            badges=named,
        )
    if len(badges) > 1:
        return _("🎖️ Badges: {badges}.", badges=named)
    return _("🎖️ Badge: {badge}.", badge=named)


def _personal_best(win: WinSummary, title: str) -> Iterator[str]:
    """Which of the player's own records of the game the win beats."""
    if win.beaten_moves is not None and win.beaten_time is not None:
        yield _(
            "🏅 **Personal best:** your fewest moves and fastest time in {game} yet.", game=title
        )
    elif win.beaten_moves is not None:
        yield _(
            "🏅 **Personal best:** your fewest moves in {game} yet, down from {number}.",
            game=title,
            number=win.beaten_moves,
        )
    elif win.beaten_time is not None:
        yield _(
            "🏅 **Personal best:** your fastest {game} yet, down from {time}.",
            game=title,
            time=format_duration(win.beaten_time),
        )


def late_line(when: str) -> str:
    """Until when a game counts for its day, which is over."""
    return "⏳ " + _("**Yesterday's deal**, counts until {when}", when=when)


def compared_line(comparison: Comparison | None) -> str:
    """How a win compares with the results of everybody; empty if that says nothing."""
    percent = None if comparison is None else comparison.percent
    if comparison is None or not percent:
        return ""
    return "🌍 " + _(
        "Better than {percent} of the {others} others who played today.",
        percent=format_percent(percent),
        others=format_integer(comparison.others),
    )
