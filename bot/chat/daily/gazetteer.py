"""A list of places and of clocks: cities, regions, countries, what Pacific Time is called.

``docs/place_names.py`` writes it, and says what it is made of. It is kept as a text, of which a
name is found in a few milliseconds: as objects its 300,000 names would take ten times the memory.
"""

from __future__ import annotations

import gzip
import itertools
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from rapidfuzz import process
from rapidfuzz.distance import OSA

FILE: Final = Path(__file__).with_name("gazetteer.txt.gz")
"""A place a line, those with most people first: name, country, region, zones, people, keys, and its
name in other languages."""
_MIN_SIMILARITY: Final = 0.7
"""How similar, from 0 to 1, a typed name must be to count as a misspelling."""


@dataclass(frozen=True, slots=True)
class Locality:
    """A place that has a name, or all that go by a clock that has one.

    Attributes:
        name: in English, or as it is called there.
        country: the code of its country; empty for a clock.
        region: the name of its region; empty for a country, a region or a clock.
        zones: its time zones, that of most people first.
        people: how many live there.
        keys: all its names as keys, the first of `name`.
        translated: its name in languages of the bot, as far as they are known, as ``de=Wien;...``.
    """

    name: str
    country: str
    region: str
    zones: tuple[str, ...]
    people: int
    keys: frozenset[str]
    translated: str = ""

    def name_in(self, language: str) -> str:
        """Its name in a language; the usual one where no other is known.

        >>> named("wien")[0].name_in("de"), named("wien")[0].name_in("tlh")
        ('Wien', 'Vienna')
        """
        names = dict(one.split("=") for one in self.translated.split(";") if one)
        return names.get(language, self.name)


def key_of(text: str) -> str:
    """What names are compared by: letters and digits, without case and Western accents.

    >>> key_of("São Tomé"), key_of("Port-au-Prince"), key_of("दिल्ली") == key_of("दलल")
    ('saotome', 'portauprince', False)
    """
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(one for one in decomposed if one.isalnum() or _is_vowel_sign(one))


def _is_vowel_sign(letter: str) -> bool:
    return unicodedata.category(letter).startswith("M") and not "\u0300" <= letter <= "\u036f"


def named(key: str) -> list[Locality]:
    """The places of a name, those with most people first.

    >>> [one.country for one in named("edinburgh")]
    ['GB']
    """
    return [*_holding(f"|{key}|")]


@cache
def region_of(country: str, name: str) -> Locality | None:
    """The region of a country that is called so.

    >>> region_of("US", "California").name_in("de")
    'Kalifornien'
    """
    regions = (one for one in named(key_of(name)) if not one.region and one.country == country)
    return next((one for one in regions if one.name == name), None)


def beginning(key: str, most: int) -> list[Locality]:
    """Some places with names that begin in a way, those with most people first.

    Those of which only another name does follow, as San Francisco de Quito is seldom meant.
    """
    found = [*itertools.islice(_holding(f"|{key}"), most)]
    return sorted(found, key=lambda one: not key_of(one.name).startswith(key))


def similar(key: str, most: int) -> list[Locality]:
    """Places whose names may be meant by a misspelt one, the likeliest first.

    >>> similar("edinbrugh", 1)[0].name
    'Edinburgh'
    """
    names = _first_keys()
    found = process.extract(
        key, names, scorer=OSA.normalized_similarity, score_cutoff=_MIN_SIMILARITY, limit=most
    )
    keys = dict.fromkeys(name for name, _similarity, _at in found)
    return [one for name in keys for one in named(name) if one.country][:most]


def _holding(part: str) -> Iterator[Locality]:
    """The places whose lines have a part."""
    text, wanted = _text(), part.encode()
    at = text.find(wanted)
    while at >= 0:
        end = text.find(b"\n", at)
        yield _locality(text[text.rfind(b"\n", 0, at) + 1 : end].decode())
        at = text.find(wanted, end)


def _locality(line: str) -> Locality:
    name, country, region, zones, people, keys, translated = line.split("\t")
    all_keys = frozenset(keys[1:-1].split("|"))
    return Locality(name, country, region, tuple(zones.split()), int(people), all_keys, translated)


@cache
def _text() -> bytes:
    return gzip.decompress(FILE.read_bytes())


@cache
def _first_keys() -> tuple[str, ...]:
    """Of every place the key of its name."""
    lines = _text().decode().splitlines()
    return tuple(dict.fromkeys(line.split("|", 2)[1] for line in lines))
