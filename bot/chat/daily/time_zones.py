"""Time zones to choose from, and those that a text means: named after cities, with the time there.

A text means a time zone only if nothing else goes by what it says; otherwise it is asked. What is
compared are clocks: time zones that show the same time all year are one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC as _UTC
from datetime import datetime, timedelta
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from babel.core import get_global

from bot.chat.daily.gazetteer import Locality, beginning, key_of, named, region_of, similar
from bot.chat.daily.told_times import ToldTime, told_time
from bot.i18n import city, clock_time, current_language, territory_name

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
    "hi": "Asia/Kolkata",
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
    "uk": "Europe/Kyiv",
    "vi": "Asia/Ho_Chi_Minh",
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
    "Asia/Kolkata",
    "Asia/Bangkok",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
    UTC,
)
"""One for nearly every offset from UTC, from west to east."""
_UNLIKELY: Final = 60
"""How many times as many people make a place the only one that is meant by the name of several."""
_KNOWN: Final = 10
"""How many times as many make a city or country the one that everybody means."""
_BY_OTHER_NAMES: Final = 10
"""How many times as many people a place needs that has the name among others, to count as much."""
_UNLIKELY_IN_SHORT: Final = 1000
_KNOWN_IN_SHORT: Final = 20
"""The same where a few letters are short for it, as codes of airports and countries are."""
_SHORT: Final = 3
"""Letters that may be short for something."""
_SMALL: Final = 300_000
_LARGE: Final = 1_000_000
"""People of a city that seldom, or mostly, is what its code means."""
_MOST: Final = 25
_BY_INITIALS: Final = {
    **dict.fromkeys(("eng", "nir", "sco", "wal"), "gb"),
    "drc": "cd",
    "ksa": "sa",
    "prc": "cn",
    "roc": "tw",
    "roi": "ie",
    "rok": "kr",
    "rsa": "za",
    "sui": "ch",
}
"""Countries by letters that are neither their codes nor begin their names."""
_MANY: Final = 300
_FEW: Final = 3
_MAX_WORDS: Final = 6
_MAX_TYPED: Final = 100
_FARTHEST: Final = timedelta(hours=14)
_SOON: Final = timedelta(minutes=20)
"""How far off a clock may be by which somebody tells the time."""
_ROUGHLY: Final = timedelta(minutes=30)
"""How far off it may be by which somebody tells the hour."""
_OFFSET: Final = re.compile(
    r"(?P<base>utc|gmt|z)?\s*(?P<sign>[+-])?\s*(?P<hours>\d{1,2})"
    r"(?:\s*[:.h]?\s*(?P<minutes>[0-5]\d)|[.,](?P<tenths>5|25|75))?\s*(?:hours|hrs|h|std)?",
    re.IGNORECASE | re.ASCII,
)
_QUALIFIED: Final = re.compile(r"\s*[,;/()\[\]·|]+\s*|\s+in\s+")
_COUNTRY_FLAG: Final = re.compile("[\U0001f1e6-\U0001f1ff]{2}")
"""The flag of a country, as the two letters of its code."""
_FLAG: Final = re.compile(_COUNTRY_FLAG.pattern + "|\U0001f3f4[\U000e0061-\U000e007a]+\U000e007f")
"""The flag of a country, or of a part of it."""
_FLAG_LETTERS: Final = {0x1F1E6 + at: chr(0x61 + at) for at in range(26)} | {
    0xE0061 + at: chr(0x61 + at) for at in range(26)
}
_PARTS: Final = {"gbeng": "England", "gbsct": "Scotland", "gbwls": "Wales"}
"""What the parts with flags are called."""
_DASHES: Final = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))


@dataclass(frozen=True, slots=True)
class OfferedZone:
    """A time zone, and the place in it that may be meant; empty for the city it is named after."""

    zone: str
    place: str = ""

    def time(self, now: datetime) -> str:
        """The time there."""
        return clock_time(now.astimezone(ZoneInfo(self.zone)).timetz())

    def title(self, now: datetime) -> str:
        """The place, and the time there."""
        return f"{self.place or city(self.zone)} · {self.time(now)}"


@dataclass(frozen=True, slots=True)
class FoundZones:
    """The time zones that a text may mean, the likeliest first, each showing another time.

    Attributes:
        is_exact: whether the first is meant: nothing else can be, or it is by far the best known.
    """

    zones: tuple[OfferedZone, ...]
    is_exact: bool = False


def suggested_time_zone(discord_locale: str) -> str:
    """The time zone to suggest to a player, by the locale of their Discord.

    >>> suggested_time_zone("de"), suggested_time_zone("tlh")
    ('Europe/Berlin', 'UTC')
    """
    return _OF_DISCORD_LOCALES.get(discord_locale, UTC)


def offered_time_zones(*first: str) -> list[str]:
    """The time zones to choose from in a menu, these first."""
    return list(dict.fromkeys(map(_canonical, (*first, *_WELL_KNOWN))))


def find_time_zones(typed: str, now: datetime) -> FoundZones:
    """The time zones that a text may mean: a place, a clock, an offset from UTC, the time there.

    >>> now = datetime(2026, 7, 1, 12, tzinfo=_UTC)
    >>> find_time_zones("Vienna, Austria", now)
    FoundZones(zones=(OfferedZone(zone='Europe/Vienna', place='Vienna, Austria'),), is_exact=True)
    >>> find_time_zones("Asia/Calcutta", now).zones[0].zone, find_time_zones("UTC+1", now).is_exact
    ('Asia/Kolkata', False)
    """
    text = unicodedata.normalize("NFKC", typed[:_MAX_TYPED]).translate(_DASHES)
    if _COUNTRY_FLAG.fullmatch(text.strip()):
        return _of_country(_without_flags(text), now)
    text = " ".join(_without_flags(text).split()).strip(" .!?\"'“”„*`")
    zone = _zone_named(text)
    if zone is not None:
        return FoundZones((OfferedZone(zone),), is_exact=True)
    offset = _offset_in(text)
    if offset is not None:
        return _at_offset(offset, now)
    told = told_time(text)
    if told is not None:
        return _at_time(told, now)
    return _places(text, now)


def time_zones_beginning(typed: str, now: datetime) -> list[OfferedZone]:
    """What to offer while somebody types: what the text may mean, and what it may become."""
    found, key = find_time_zones(typed, now), key_of(typed[:_MAX_TYPED])
    is_name = key and not any(map(str.isdigit, key))
    begun = _by_clock(beginning(key, _MOST), now) if is_name else []
    zones = [*found.zones, *begun] if found.is_exact else [*begun, *found.zones]
    return _distinct(zones)[:_MOST]


def _without_flags(text: str) -> str:
    """A text with the countries of its flags in their place: in which the rest of it is, if any.

    >>> _without_flags("🇫🇷"), _without_flags("🇬🇧 London")
    ('fr', ' London, gb')
    """
    letters = (
        "".join(map(str, filter(None, map(_FLAG_LETTERS.get, map(ord, flag)))))
        for flag in _FLAG.findall(text)
    )
    countries = [_PARTS.get(code, code) for code in letters]
    left = _FLAG.sub("", text)
    return ", ".join([left, *countries] if left.strip() else countries)


def _of_country(code: str, now: datetime) -> FoundZones:
    """The time zones of the country of a code, whatever else the code is short for."""
    found = _by_clock(
        (one for one in named(code) if one.country == code.upper() and _is_country(one)), now
    )
    return FoundZones(tuple(found[:_MOST]), is_exact=len(found) == 1)


def _zone_named(text: str) -> str | None:
    """The time zone of an id, also of an old one."""
    key = re.sub(r"\s*/\s*", "/", text.casefold()).replace(" ", "_")
    return _zones_by_id().get(key)


@cache
def _zones_by_id() -> dict[str, str]:
    """The time zones by their ids, old ones among them; without those that are abbreviations."""
    ids = {one.casefold(): one for one in available_timezones() if "/" in one or len(one) > 4}
    plain = {"utc": UTC, "gmt": UTC, "z": UTC, "zulu": UTC}
    return {key: _canonical(one) for key, one in ids.items() if key != "localtime"} | plain


def _canonical(zone: str) -> str:
    known = get_global("zone_aliases").get(zone, zone)
    return UTC if known in {"Etc/UTC", "Etc/GMT"} else str(known)


def _offset_in(text: str) -> timedelta | None:
    """The offset from UTC that a text says; None for another text."""
    found = _OFFSET.fullmatch(text)
    if found is None or not (found["base"] or found["sign"]):
        return None
    minutes = int(found["minutes"] or 0) + int(6 * float(f"{found['tenths'] or 0:0<2}") / 10)
    offset = timedelta(hours=int(found["hours"]), minutes=minutes)
    if offset > _FARTHEST:
        return None
    return -offset if found["sign"] == "-" else offset


def _at_offset(offset: timedelta, now: datetime) -> FoundZones:
    """The clocks that are so far from UTC at some time of the year, those of now first."""
    zones = [zone for zone in _inhabited() if offset in _clock(zone, now.year)]
    zones.sort(key=lambda zone: now.astimezone(ZoneInfo(zone)).utcoffset() != offset)
    found = _distinct(map(OfferedZone, _fixed(offset) + zones), now)
    is_always = set(_clock(found[0].zone, now.year)) == {offset} if found else False
    return FoundZones(tuple(found[:_MOST]), is_exact=len(found) == 1 and is_always)


def _fixed(offset: timedelta) -> list[str]:
    """The time zone that is always so far from UTC."""
    hours, rest = divmod(offset, timedelta(hours=1))
    if rest or not -12 <= hours <= 14:
        return []
    return [f"Etc/GMT{-hours:+d}" if hours else UTC]


def _at_time(told: ToldTime, now: datetime) -> FoundZones:
    """The clocks that show a time now; to be asked, as there are others."""
    day = timedelta(days=1)

    def off(zone: str) -> timedelta:
        local = now.astimezone(ZoneInfo(zone))
        shown = timedelta(hours=local.hour, minutes=local.minute)
        since = [(shown - time) % day for time in told.times]
        return min(min(one, day - one) for one in since)

    most = _ROUGHLY if told.is_rough else _SOON
    near = sorted((zone for zone in _inhabited() if off(zone) <= most), key=off)
    return FoundZones(tuple(_distinct(map(OfferedZone, near), now)[:_MOST]))


@cache
def _inhabited() -> tuple[str, ...]:
    """The time zones in which somebody lives, the well-known ones first."""
    places = get_global("zone_territories")
    known = {_canonical(zone) for zone in available_timezones() & set(places) if "/" in zone}
    first = (*_WELL_KNOWN[:-1], *_OF_DISCORD_LOCALES.values())
    rest = sorted(one for one in known if not one.startswith(("Etc/", "Antarctica/")))
    return tuple(dict.fromkeys((*first, *rest)))


def _places(text: str, now: datetime) -> FoundZones:
    """The time zones of the places that a text names."""
    likely = _likely(text)
    if likely:
        key = key_of(text)
        doubts = _doubts(likely, key)
        found = _by_clock([*likely, *(doubts or ())], now)
        is_exact = doubts is None and (
            len(found) == 1 or _is_known(likely, now, is_short=_is_short(key))
        )
        return FoundZones(tuple(found[:_MOST]), is_exact=is_exact)
    words = re.findall(r"[^\s,;/()\[\]·|]+", text)[-_MAX_WORDS:]
    lengths = range(len(words) - 1, 0, -1)
    parts = (words[at : at + size] for size in lengths for at in range(len(words) - size + 1))
    inside = next((places for part in parts if (places := _long_named(part))), [])
    key = key_of(text)
    begun = beginning(key, _MOST) if len(key) > _SHORT else _countries_beginning(key)
    guesses = inside or begun or similar(key, _MOST)
    return FoundZones(tuple(_by_clock(guesses, now)[:_MOST]))


def _is_short(key: str) -> bool:
    """Whether a key is of a few letters that may be short for something."""
    return len(key) <= _SHORT and key.isascii() and key.isalpha()


def _doubts(likely: Iterable[Locality], key: str) -> list[Locality] | None:
    """What else a few letters may mean, if they are short for a city that few mean by them."""
    first = next(iter(likely))
    is_sure = key == key_of(first.name) or not first.country or _is_country(first)
    is_code = len(key) < _SHORT and not first.region
    if not _is_short(key) or is_sure or is_code or first.people >= _LARGE:
        return None
    countries = _countries_beginning(key)
    is_any_called_so = any(key_of(one.name).startswith(key) for one in countries)
    return countries if first.people < _SMALL or is_any_called_so else None


def _countries_beginning(key: str) -> list[Locality]:
    """Some countries of which a name begins with three letters, or that are short for one."""
    if len(key) != _SHORT or not _is_short(key):
        return []
    places = [*named(_BY_INITIALS.get(key, "")), *beginning(key, _MANY)]
    return [one for one in places if _is_country(one)][:_FEW]


def _is_known(likely: Mapping[Locality, float], now: datetime, *, is_short: bool) -> bool:
    """Whether everybody means the first clock, as that of a city or country: London, France.

    Regions are no reason, as more people speak of the cities that share their names.
    """
    clocks = {place: {_clock(zone, now.year) for zone in place.zones} for place in likely}
    first, *_others = clocks.values()
    known = (many for place, many in likely.items() if place.region or _is_country(place))
    least = next(known, 0.0) / (_KNOWN_IN_SHORT if is_short else _KNOWN)
    others = [many for place, many in likely.items() if clocks[place] != first]
    return len(first) == 1 and max(others, default=0.0) < least


def _likely(text: str) -> dict[Locality, float]:
    """The places that are called so and may be meant: alone, or within others that follow.

    Each has how many may mean it, the first by most.
    """
    for name, within in _readings(text):
        key = key_of(name)
        areas = [named(key_of(part)) for part in within]
        places = [one for one in named(key) if all(_is_within(one, part) for part in areas)]
        if places:
            likeliness = {one: _likeliness(one, key) for one in places}
            unlikely = _UNLIKELY_IN_SHORT if _is_short(key) else _UNLIKELY
            least = max(likeliness.values()) / unlikely
            places.sort(key=likeliness.__getitem__, reverse=True)
            return {one: likeliness[one] for one in places if likeliness[one] >= least}
    return {}


def _likeliness(place: Locality, key: str) -> float:
    """How many may mean a place by a key; fewer than live there if it has another name."""
    if key == key_of(place.name):
        return place.people
    # A code of three letters begins as that of two or the name; others are words of few languages.
    initials = {place.country[:1].casefold(), key_of(place.name)[:1]}
    is_code = key[:1] in initials or _BY_INITIALS.get(key) == place.country.casefold()
    is_word = _is_short(key) and _is_country(place) and not is_code
    return place.people / (_UNLIKELY_IN_SHORT if is_word else 1) / _BY_OTHER_NAMES


def _readings(text: str) -> Iterator[tuple[str, Sequence[str]]]:
    """The ways to read a text: as a name; as a name and what that is in."""
    if not key_of(text):
        return
    yield text, ()
    name, *within = (part for part in _QUALIFIED.split(text) if key_of(part))
    if within:
        yield name, within
        return
    words = text.split()
    for at in range(len(words) - 1, max(0, len(words) - _MAX_WORDS), -1):
        yield " ".join(words[:at]), (" ".join(words[at:]),)


def _is_within(place: Locality, areas: Iterable[Locality]) -> bool:
    """Whether a place is in one of these countries and regions."""
    return any(
        area.country == place.country
        and (_is_country(area) or (area.region == "" and area.name == place.region))
        for area in areas
    )


def _is_country(place: Locality) -> bool:
    return not place.region and key_of(place.country) in place.keys


def _long_named(words: Sequence[str]) -> list[Locality]:
    """The places of a name within a longer text, unless it is a word that any text may have."""
    key = key_of("".join(words))
    return named(key) if len(key) > 3 else []


def _by_clock(places: Iterable[Locality], now: datetime) -> list[OfferedZone]:
    """The time zones of places, of each clock one."""
    offered = []
    for place in places:
        is_one = len({_clock(zone, now.year) for zone in place.zones}) == 1
        offered += [OfferedZone(zone, _title(place) if is_one else "") for zone in place.zones]
    return _distinct(offered, now)


def _title(place: Locality) -> str:
    """The name of a place with what it is in; empty for a clock."""
    if not place.country:
        return ""
    country, language = territory_name(place.country), current_language()
    if _is_country(place):
        return country
    name, region = place.name_in(language), ""
    if place.country in _OF_REGIONS and place.region not in ("", place.name):
        within = region_of(place.country, place.region)
        region = within.name_in(language) if within else place.region
    return ", ".join(filter(None, (name, region, country)))


_OF_REGIONS: Final = {"AU", "BR", "CA", "US"}
"""Countries whose places are told apart by regions."""


def _distinct(zones: Iterable[OfferedZone], now: datetime | None = None) -> list[OfferedZone]:
    """The first of those that are one clock; of those that are one time zone if it is not given."""
    found: dict[object, OfferedZone] = {}
    for one in zones:
        found.setdefault(one.zone if now is None else _clock(one.zone, now.year), one)
    return [*found.values()]


@cache
def _clock(zone: str, year: int) -> tuple[timedelta, ...]:
    """What a clock shows on each day of a year and the next months, as its offsets from UTC."""
    noon, info = datetime(year, 1, 1, 12, tzinfo=_UTC), ZoneInfo(zone)
    days = (noon + timedelta(days=day) for day in range(480))
    return tuple(at.astimezone(info).utcoffset() or timedelta() for at in days)
