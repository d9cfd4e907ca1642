"""Reminders as messages, and the page on which they are set."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo

import discord
from discord import ui

from bot.chat.daily.time_zones import OfferedZone, offered_time_zones
from bot.chat.responding.components import button, row, select, toggle
from bot.chat.responding.forms import form, select_field, text_field, tick_field
from bot.chat.responding.replies import (
    GREEN,
    MAX_OPTION_TEXT,
    MAX_OPTIONS,
    Reply,
    inline,
    message,
)
from bot.i18n import _, clock_time, ngettext
from bot.models.players import ReminderKind
from bot.service.players.reminders import MIN_STREAK
from bot.wording.formatting import format_days, game_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.chat.responding.components import Component
    from bot.models.daily import DailyDeal
    from bot.service.daily.streaks import Streak
    from bot.service.players.reminders import ReminderSettings

NEVER: Final = "never"
"""The value of the option that turns a reminder off."""
_HOURS_BEFORE: Final = (1, 2, 3, 4, 6, 8, 12)
_DAY: Final = timedelta(days=1)
_PLACES: Final = "Kathmandu · UTC+5:45"
_MAX_TYPED: Final = 60
"""Characters of a place that fit the id of a button."""


def reminders_view(
    settings: ReminderSettings,
    suggested: str,
    now: datetime,
    *,
    are_mentioned: bool,
    meant: OfferedZone | None = None,
) -> Reply:
    """How a player's reminders are set, and selects to change that.

    Args:
        meant: the place that was just typed, as it was understood.
    """
    time_zone = settings.time_zone or suggested
    about = _(
        "A direct message, and only while the day's deal is unplayed. One press on it stops them "
        "all."
    )
    streaks = ngettext(
        "For streaks of {number} day or more, unless your freeze covers the day.",
        "For streaks of {number} days or more, unless your freeze covers the day.",
        MIN_STREAK,
    )
    container = ui.Container[ui.LayoutView](
        ui.TextDisplay(f"### 🔔 {_('Reminders')}\n-# {about}"), accent_colour=GREEN
    )
    if settings.refused:
        container.add_item(ui.TextDisplay(_refused_notice()))
    streak_hours = _streak_options(settings.hours_before, time_zone, now)
    there = f"\n-# {_time_there(meant, now)}" if meant is not None and meant.place else ""
    for text, menu in (
        (
            _("**Remind me of the day's deal**"),
            select("remind:hour", _hour_options(settings.hour)),
        ),
        (
            f"{_('**My time zone**')}{there}",
            select("remind:zone", _zone_options(time_zone, suggested, now)),
        ),
        (
            f"{_('**Remind me before a streak ends**')}\n-# {streaks}",
            select("remind:streak", streak_hours),
        ),
    ):
        container.add_item(ui.TextDisplay(text))
        container.add_item(row(menu))
    container.add_item(row(_other_place(settings.hour)))
    mentions = _("Mention me in my servers' results")
    route = f"remind:mention:{'no' if are_mentioned else 'yes'}"
    container.add_item(row(toggle(route, mentions, is_on=are_mentioned)))
    return Reply(message(container), private=True)


def _time_there(place: OfferedZone, now: datetime) -> str:
    """Say which place is meant, so that nobody takes one of its namesakes for it unnoticed."""
    return _("{place}: it is {time} there.", place=place.place, time=place.time(now))


def reminders_form(
    settings: ReminderSettings, suggested: str, now: datetime, *, are_mentioned: bool
) -> Reply:
    """The same as a form."""
    time_zone = settings.time_zone or suggested
    refused = _("Off, as direct messages to you could not be delivered.")
    fields = [
        select_field(
            "hour",
            _("Remind me of the day's deal"),
            _hour_options(settings.hour),
            description=refused if settings.refused else None,
        ),
        select_field("zone", _("My time zone"), _zone_options(time_zone, suggested, now)),
        text_field("city", _("Or a city near me"), placeholder=_PLACES),
        select_field(
            "streak",
            _("Remind me before a streak ends"),
            _streak_options(settings.hours_before, time_zone, now),
        ),
        tick_field("mentioned", _("Mention me in my servers' results"), is_on=are_mentioned),
    ]
    return form("remind:form", _("Reminders"), fields)


def place_question(
    typed: str, found: Sequence[OfferedZone], hour: int | None, now: datetime
) -> Reply:
    """Ask which time zone a place is in, by the time there: nothing is set before.

    Args:
        hour: the hour of the reminder that is to be set, then.
    """
    quoted = inline(typed, _MAX_TYPED)
    text = (
        _("Where is “{place}”? Beside each is the time there now.", place=quoted)
        if found
        else _("Nothing here is called “{place}”. What time is it where you are?", place=quoted)
    )
    zones = found or [OfferedZone(zone) for zone in offered_time_zones()]
    options = [
        discord.SelectOption(label=one.title(now)[:MAX_OPTION_TEXT], value=one.zone)
        for one in zones[:MAX_OPTIONS]
    ]
    at = NEVER if hour is None else str(hour)
    container = ui.Container[ui.LayoutView](
        ui.TextDisplay(f"### 🔔 {_('Reminders')}\n{text}"),
        row(select(f"remind:place:{at}", options, placeholder=_("My time zone"))),
        row(_other_place(hour, typed)),
        accent_colour=GREEN,
    )
    return Reply(message(container), private=True)


def _other_place(hour: int | None, typed: str = "") -> Component:
    """The button that asks for a place, which begins with what was typed."""
    at = NEVER if hour is None else str(hour)
    kept = " ".join(typed.replace(":", ".").split())[:_MAX_TYPED] or "-"
    return button(f"remind:where:{at}:{kept}", _("Another place, or the time here"), emoji="✏️")


def place_form(typed: str, hour: str) -> Reply:
    """Ask for a place, or for the time there."""
    place = text_field(
        "place",
        _("A city near me, or the time here now"),
        description=_("Such as Kathmandu; Paris, Texas; India; UTC+5:45; or 14:05."),
        default=typed.removeprefix("-"),
        required=True,
    )
    return form(f"remind:find:{hour}", _("My time zone"), [place])


def _refused_notice() -> str:
    """Say that Discord delivers no direct messages, and what to do."""
    return "⚠️ " + _(
        "Direct messages to you could not be delivered, so reminders are off. Allow them in this "
        "server's privacy settings, and choose again."
    )


def reminder_view(
    kind: ReminderKind, streak: Streak, deal: DailyDeal, *, is_quiet: bool = False
) -> ui.LayoutView:
    """A reminder; a quiet one tells of a streak only if that is what was asked for."""
    when, game = discord.utils.format_dt(deal.ends_at, "t"), game_title(deal.rules_id)
    days = streak.current
    if kind is ReminderKind.STREAK:
        lines = [
            "🔥 "
            + _(
                "**Your streak of {days} ends at {when}** unless you win a deal of today: {game}.",
                days=format_days(days),
                when=when,
                game=game,
            )
        ]
    else:
        lines = [_("**Today's deal is waiting:** {game}. It ends at {when}.", game=game, when=when)]
        if days and not is_quiet:
            lines.append("🔥 " + _("Your streak: {days}.", days=format_days(days)))
    lines.append("-# " + _("You asked for this in /daily remind."))
    return message(
        ui.Container(
            ui.TextDisplay("\n".join(lines)),
            row(
                button(
                    "daily:play",
                    _("Play today's deal"),
                    emoji="▶️",
                    style=discord.ButtonStyle.primary,
                ),
                button("remind:stop", _("Stop reminders"), emoji="🔕"),
            ),
            accent_colour=GREEN,
        )
    )


def stopped_view() -> Reply:
    """Say that all reminders are off; replaces the reminder."""
    text = "🔕 " + _("Stopped: you get no more reminders. /daily remind turns them on again.")
    return Reply(message(ui.TextDisplay(text)))


def _hour_options(chosen: int | None) -> list[discord.SelectOption]:
    return [
        _never(is_chosen=chosen is None),
        *(
            discord.SelectOption(
                label=clock_time(time(hour)), value=str(hour), default=hour == chosen
            )
            for hour in range(24)
        ),
    ]


def _zone_options(chosen: str, suggested: str, now: datetime) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(label=OfferedZone(zone).title(now), value=zone, default=number == 0)
        for number, zone in enumerate(offered_time_zones(chosen, suggested))
    ]


def _streak_options(
    chosen: int | None, time_zone: str, now: datetime
) -> list[discord.SelectOption]:
    midnight = datetime.combine(now.astimezone(UTC).date() + _DAY, time(), UTC)
    zone = ZoneInfo(time_zone)
    options = [_never(is_chosen=chosen is None)]
    for hours in _HOURS_BEFORE:
        local = (midnight - timedelta(hours=hours)).astimezone(zone)
        label = ngettext(
            "{number} hour before it ends, at {time}",
            "{number} hours before it ends, at {time}",
            hours,
            time=clock_time(local.time()),
        )
        options.append(discord.SelectOption(label=label, value=str(hours), default=hours == chosen))
    return options


def _never(*, is_chosen: bool) -> discord.SelectOption:
    return discord.SelectOption(label=_("Never"), value=NEVER, default=is_chosen)
