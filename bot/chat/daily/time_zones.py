"""Time zones to choose from: named after cities, with the time of day there."""

from __future__ import annotations

import re
from datetime import datetime
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from babel.core import get_global

from bot.chat.responding.search import fuzzy_find
from bot.i18n import city, clock_time, current_language, use_locale

UTC: Final = "UTC"

_OF_DISCORD_LOCALES: Final = {
    "bg": "Europe/Sofia",
    "cs": "Europe/Prague",
    "da": "Europe/Copenhagen",
    "de": "Europe/Berlin",
    "el": "Europe/Athens",
    "en-GB": "Europe/London",
    "en-US": "America/New_York",
    "es-419": "America/Mexico_City",
    "es-ES": "Europe/Madrid",
    "fi": "Europe/Helsinki",
    "fr": "Europe/Paris",
    "hi": "Asia/Calcutta",
    "hr": "Europe/Zagreb",
    "hu": "Europe/Budapest",
    "id": "Asia/Jakarta",
    "it": "Europe/Rome",
    "ja": "Asia/Tokyo",
    "ko": "Asia/Seoul",
    "lt": "Europe/Vilnius",
    "nl": "Europe/Amsterdam",
    "no": "Europe/Oslo",
    "pl": "Europe/Warsaw",
    "pt-BR": "America/Sao_Paulo",
    "ro": "Europe/Bucharest",
    "ru": "Europe/Moscow",
    "sv-SE": "Europe/Stockholm",
    "th": "Asia/Bangkok",
    "tr": "Europe/Istanbul",
    "uk": "Europe/Kiev",
    "vi": "Asia/Saigon",
    "zh-CN": "Asia/Shanghai",
    "zh-TW": "Asia/Taipei",
}
"""Where most who have set their Discord to a locale may live."""
_WELL_KNOWN: Final = (
    "Pacific/Honolulu",
    "America/Anchorage",
    "America/Los_Angeles",
    "America/Denver",
    "America/Chicago",
    "America/New_York",
    "America/Halifax",
    "America/Sao_Paulo",
    "Europe/London",
    "Europe/Berlin",
    "Europe/Athens",
    "Europe/Moscow",
    "Asia/Dubai",
    "Asia/Karachi",
    "Asia/Calcutta",
    "Asia/Bangkok",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
    UTC,
)
"""One for nearly every offset from UTC, from west to east."""
_ABBREVIATIONS: Final = {
    name: zone
    for zone, names in {
        "America/Los_Angeles": "pst pdt",
        "America/Denver": "mst mdt",
        "America/Chicago": "cst cdt",
        "America/New_York": "est edt",
        "Europe/London": "gmt bst",
        "Europe/Berlin": "cet cest mez mesz",
        "Europe/Athens": "eet eest",
        "Asia/Calcutta": "ist",
        "Asia/Tokyo": "jst",
        "Australia/Sydney": "aest aedt",
    }.items()
    for name in names.split()
}
"""What most people mean by the short names they type; a place keeps its summer time."""
_OFFSET: Final = re.compile(r"[+\-\u2212]\s*\d")


def suggested_time_zone(discord_locale: str) -> str:
    """The time zone to suggest to a player, by the locale of their Discord.

    >>> suggested_time_zone("de"), suggested_time_zone("tlh")
    ('Europe/Berlin', 'UTC')
    """
    return _OF_DISCORD_LOCALES.get(discord_locale, UTC)


def offered_time_zones(*first: str) -> list[str]:
    """The time zones to choose from in a menu, these first."""
    return list(dict.fromkeys((*first, *_WELL_KNOWN)))


def find_time_zones(typed: str) -> list[str]:
    """The time zones that the typed text may mean, by city or name, best match first.

    None for an offset from UTC, which changes with summer time.

    >>> find_time_zones("Vienna, Austria"), find_time_zones("europe/berlin")[:1]
    (['Europe/Vienna'], ['Europe/Berlin'])
    >>> find_time_zones("EST"), find_time_zones("UTC+1")
    (['America/New_York'], [])
    """
    place = typed.partition(",")[0].strip()
    if place.casefold() in _ABBREVIATIONS:
        return [_ABBREVIATIONS[place.casefold()]]
    return [] if _OFFSET.search(place) else fuzzy_find(place, _named(current_language()))


def time_zone_title(time_zone: str, now: datetime) -> str:
    """A time zone's city, and the time there.

    >>> from datetime import timezone
    >>> time_zone_title("Europe/Vienna", datetime(2026, 7, 1, 16, 5, tzinfo=timezone.utc))
    'Vienna · 18:05'
    """
    return f"{city(time_zone)} · {clock_time(now.astimezone(ZoneInfo(time_zone)).timetz())}"


@cache
def _named(language: str) -> tuple[tuple[tuple[str, str], str], ...]:
    """Every time zone with its names in a language; of several for one place, only one."""
    places = get_global("zone_territories")
    zones = sorted(available_timezones() & {zone for zone in places if "Etc/" not in zone})
    with use_locale(language):
        return tuple(((city(zone), zone), zone) for zone in (*zones, UTC))
