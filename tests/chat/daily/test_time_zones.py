"""The time zones that texts mean: for sure, or perhaps, so that it is asked by the time there."""

from __future__ import annotations

import gzip
from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

import pytest
from babel import Locale
from babel.core import get_global

from bot.chat.daily.gazetteer import FILE
from bot.chat.daily.time_zones import find_time_zones, time_zones_beginning
from bot.i18n import use_locale
from tests.sampling import is_drawn

NOW: Final = datetime(2026, 11, 29, 15, 30, tzinfo=UTC)
"""When most of the north has no summer time, and New South Wales has."""
LARGE: Final = 1_000_000


def meant(typed: str) -> str:
    """The time zone that a text means for sure; empty if it is to be asked."""
    found = find_time_zones(typed, NOW)
    return found.zones[0].zone if found.is_exact else ""


def asked(typed: str) -> list[str]:
    """The places that are asked about, with the time there."""
    found = find_time_zones(typed, NOW)
    assert not found.is_exact
    return [one.title(NOW) for one in found.zones]


def large_cities() -> list[tuple[str, str, str]]:
    """Names, countries and time zones."""
    lines = gzip.decompress(FILE.read_bytes()).decode().splitlines()
    fields = [line.split("\t") for line in lines]
    return [
        (name, country, zones)
        for name, country, region, zones, people, _keys, _translated in fields
        if region and int(people) >= LARGE
    ]


@pytest.mark.slow
def test_every_large_city_with_its_country_means_its_clock_or_is_asked(seed: str) -> None:
    cities = large_cities()
    assert len(cities) > 300
    for name, country, zone in cities:
        if not is_drawn(seed, name):
            continue
        typed = f"{name}, {Locale('en').territories[country]}"
        clocks = [one.zone for one in find_time_zones(typed, NOW).zones]
        local = NOW.astimezone(ZoneInfo(zone)).time()
        assert local in [NOW.astimezone(ZoneInfo(one)).time() for one in clocks], typed


@pytest.mark.slow
@pytest.mark.parametrize("language", ["de", "ja", "hi"])
def test_every_country_is_found_in_any_language(language: str, seed: str) -> None:
    names = Locale(language).territories
    countries = {one for one in get_global("zone_territories").values() if len(one) == 2}
    assert [
        names[one]
        for one in countries - {"ZZ"}
        if is_drawn(seed, one) and not find_time_zones(names[one], NOW).zones
    ] == []


@pytest.mark.slow
@pytest.mark.parametrize("language", ["de", "zh", "uk"])
def test_every_city_that_a_time_zone_is_named_after_is_found_in_any_language(
    language: str, seed: str
) -> None:
    named = {
        zone: one["city"] for zone, one in Locale(language).time_zones.items() if "city" in one
    }
    cities = [city for zone, city in named.items() if not zone.startswith("Etc/")]
    assert len(cities) > 100
    drawn = [city for city in cities if is_drawn(seed, city)]
    assert [city for city in drawn if not find_time_zones(city, NOW).zones] == []


def test_every_name_of_the_time_zone_database_is_exact_also_an_old_one() -> None:
    names = {zone for zone in available_timezones() if "/" in zone}
    for name in sorted(names):
        zone = meant(name.lower().replace("_", " "))
        assert (
            NOW.astimezone(ZoneInfo(zone)).utcoffset() == NOW.astimezone(ZoneInfo(name)).utcoffset()
        )


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Wien", "Europe/Vienna"),
        ("vienna, AUSTRIA.", "Europe/Vienna"),
        ("sao paulo brazil", "America/Sao_Paulo"),
        ("Portland, OR", "America/Los_Angeles"),
        ("Paris in Texas", "America/Chicago"),
        ("Paris, Texas", "America/Chicago"),
        ("New York, NY, USA", "America/New_York"),
        ("London UK", "Europe/London"),
        ("Toronto (Ontario)", "America/Toronto"),
        ("東京", "Asia/Tokyo"),
        ("Österreich", "Europe/Vienna"),
        ("Bayern", "Europe/Berlin"),
        ("Sizilien", "Europe/Rome"),
        ("Kalifornien", "America/Los_Angeles"),
        ("Mallorca", "Europe/Madrid"),
        ("US/Pacific", "America/Los_Angeles"),
        ("Pacific Time", "America/Los_Angeles"),
        ("JST", "Asia/Tokyo"),
        ("UTC", "UTC"),
        ("gmt", "UTC"),
        ("UTC+5:30", "Asia/Kolkata"),
        ("+0530", "Asia/Kolkata"),
        ("GMT +5.5", "Asia/Kolkata"),
        ("utc＋９", "Etc/GMT-9"),
        ("JFK", "America/New_York"),
        ("lhr", "Europe/London"),
        ("Campinas - SP", "America/Sao_Paulo"),
        ("ROK", "Asia/Seoul"),
        ("EDT", "America/New_York"),
        ("CEST", "Europe/Berlin"),
        ("West Coast", "America/Los_Angeles"),
        ("🇩🇪", "Europe/Berlin"),
        ("🇻🇦", "Europe/Vatican"),
        ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", "Europe/London"),
        ("🇺🇸 Birmingham, Alabama", "America/Chicago"),
        ("Birmingham 🇬🇧", "Europe/London"),
    ],
)
def test_what_only_one_clock_goes_by_is_exact(typed: str, zone: str) -> None:
    assert meant(typed) == zone


@pytest.mark.parametrize(
    ("typed", "places"),
    [
        ("Georgia", ["Georgia, United States · 10:30", "Georgia · 19:30"]),
        ("Vienna, Nowhere", ["Vienna, Austria · 16:30", "Vienna, Virginia, United States · 10:30"]),
        ("I live in Graz", ["Graz, Austria · 16:30"]),
        ("Kathmandoo", ["Kathmandu, Nepal · 21:15"]),
        ("Newfoundland", ["St John’s · 12:00", "Goose Bay · 11:30"]),
        ("-0330", ["St John’s · 12:00"]),
        ("CET", ["Berlin · 16:30", "Algiers · 16:30"]),
        ("PST", ["Manila · 23:30", "Los Angeles · 07:30"]),
        ("Texas", ["Chicago · 09:30", "Denver · 08:30"]),
        ("HND", ["Tokyo, Japan · 00:30", "Honduras · 09:30"]),
        ("🇵🇹", ["Lisbon · 15:30", "Azores · 14:30"]),
        ("US Eastern", ["New York · 10:30", "Panama · 10:30"]),
    ],
)
def test_what_several_go_by_or_what_is_not_exact_is_asked(typed: str, places: list[str]) -> None:
    assert asked(typed) == places


def test_the_largest_cities_are_meant_by_their_names_alone() -> None:
    largest = large_cities()[:100]
    asked = [name for name, _country, zone in largest if meant(name) != zone]
    assert asked == ["Hyderabad"]


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("London", "Europe/London"),
        ("Dublin", "Europe/Dublin"),
        ("Los Angeles", "America/Los_Angeles"),
        ("San Francisco", "America/Los_Angeles"),
        ("Rome", "Europe/Rome"),
        ("France", "Europe/Paris"),
    ],
)
def test_the_place_that_everybody_means_is_not_asked(typed: str, zone: str) -> None:
    assert meant(typed) == zone


@pytest.mark.parametrize(
    "typed",
    ["Birmingham", "Portland", "Springfield", "Kingston", "San Jose", "Victoria", "Washington"],
)
def test_a_name_that_people_of_several_places_use_is_asked(typed: str) -> None:
    assert len(asked(typed)) > 1


def test_an_offset_that_changes_in_summer_is_asked_those_of_now_first() -> None:
    places = asked("GMT-3")
    assert places[0] == "UTC-3 · 12:30"
    assert "Halifax · 11:30" in places[1:]


@pytest.mark.parametrize(
    "typed", ["4:30 pm", "16.30 Uhr", "16 Uhr 30", "16:28", "16:30:05", "4:32 P.M."]
)
def test_the_time_on_somebodys_clock_is_answered_with_where_it_is_that_late(typed: str) -> None:
    assert asked(typed)[0] == "Berlin · 16:30"


@pytest.mark.parametrize(
    "typed",
    [
        "halb fünf",
        "half past four",
        "half four in the afternoon",
        "quarter to five",
        "viertel nach vier",
        "dreiviertel fünf",
        "fünf vor halb fünf",
        "four thirty pm",
        "4 30 pm",
        "1630",
        "it's 4:30 pm",
        "es ist 16:30",
        "5pm",
        "17h",
        "at 5 p.m.",
        "um 17 Uhr",
    ],
)
def test_a_time_in_words_or_told_roughly_is_asked_where_it_is_that_late(typed: str) -> None:
    assert asked(typed)[0] == "Berlin · 16:30"


@pytest.mark.parametrize("typed", ["noon", "Mittag", "midi", "12 noon"])
def test_noon_is_a_time(typed: str) -> None:
    assert asked(typed)[0] == "St John’s · 12:00"


@pytest.mark.parametrize(
    ("typed", "places"),
    [
        ("SIN", ["Singapore · 23:30"]),
        ("IRE", ["Irecê, Bahia, Brazil · 12:30", "Ireland · 15:30"]),
        ("GER", ["Nueva Gerona, Cuba · 10:30", "Germany · 16:30"]),
        ("DEN", ["Denver, Colorado, United States · 08:30", "Denmark · 16:30"]),
        ("RSA", ["Santa Rosa, Argentina · 12:30", "South Africa · 17:30"]),
        ("PER", ["Peru · 10:30", "Perth, Western Australia, Australia · 23:30"]),
        ("NED", ["Netherlands · 16:30"]),
    ],
)
def test_letters_that_may_be_short_for_several_places_are_asked(
    typed: str, places: list[str]
) -> None:
    assert asked(typed)[: len(places)] == places


@pytest.mark.parametrize("typed", ["", "qqqq", "🎉", "UTC+15", "+25:00", "14:05", "|", "\0", "-"])
def test_what_is_no_place_gives_none(typed: str) -> None:
    assert asked(typed) == []


def test_places_are_offered_while_they_are_typed() -> None:
    offered = [one.title(NOW) for one in time_zones_beginning("kathm", NOW)]
    assert offered[0] == "Kathmandu, Nepal · 21:15"
    assert time_zones_beginning("", NOW) == []


def test_a_place_whose_name_begins_so_comes_before_one_that_is_also_called_so() -> None:
    assert asked("San Fran")[0] == "San Francisco, California, United States · 07:30"


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("San Jose", "San Jose, Kalifornien, Vereinigte Staaten · 07:30"),
        ("Bavaria", "Bayern, Deutschland · 16:30"),
        ("Vienna, Austria", "Wien, Österreich · 16:30"),
    ],
)
def test_places_and_the_regions_they_are_in_are_called_in_the_language(
    typed: str, title: str
) -> None:
    with use_locale("de"):
        assert title in [one.title(NOW) for one in find_time_zones(typed, NOW).zones]
