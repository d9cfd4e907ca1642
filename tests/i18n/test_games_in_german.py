"""The German rules of the games state the facts of the English ones.

A test cannot compare meanings, but it can compare numbers, ranks, suits and piles.
"""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Final

import pytest

from bot.i18n.locale import read
from engine import CATALOGUE

_DESCRIBED: Final = re.compile(r" [a-z]+$")
"""Titles that are more than a name, such as ``Klondike, draw three``."""
_TITLES: Final = frozenset(rules.title for rules in CATALOGUE.values())
_SUMMARIES: Final = frozenset(rules.summary for rules in CATALOGUE.values())
_SENTENCES: Final = frozenset(line for rules in CATALOGUE.values() for line in rules.text)
_SOURCES: Final = frozenset(
    source
    for rules in CATALOGUE.values()
    for source in (rules.source, *((rules.win_rate.source,) if rules.win_rate else ()))
    if not re.fullmatch(r"(?:PySolFC|Solvitaire|Solitaire Forever), [^;,]*", source)
)
_NAMES: Final = re.compile(
    "|".join(
        rf"\b{re.escape(title)}(?!\w)"
        for title in sorted(_TITLES, key=len, reverse=True)
        if not _DESCRIBED.search(title)
    )
)
"""Titles that are only names, the longest first: ranks and piles in them state nothing."""
_PHONE_LINE: Final = 46
"""How many small letters a line of a phone has room for, such as that above a board."""

_NUMBERS: Final = {
    "two|twos|twice|second|both|every other": "zwei|zweien|zweimal|zweiten?|beiden?",
    "three|threes|third": "drei|dreimal|dritten?",
    "fours?|fourth": "vier|viermal|vierten?",
    "(?<!thirty-)five|fifth": "fünf|fünfmal|fünften?",
    "six": "sechs|sechsmal",
    "seven|seventh": "sieben|siebten?",
    "eight": "acht|achtmal",
    "nine": "neun|neunmal",
    "ten|tenth": "zehn|zehnmal|zehnten?",
    "eleven": "elf",
    "twelve": "zwölf|zwölfmal",
    "thirteen": "dreizehn",
    "sixteen": "sechzehn",
    "seventeen": "siebzehn",
    "eighteen": "achtzehn",
    "twenty": "zwanzig",
    "thirty-five": "fünfunddreißig",
}
_CARDS: Final = {
    "aces?": "ass(en?)?",
    "kings?": "könig(en?)?",
    "queens?": "damen?",
    "jacks?": "buben?",
    "spades?": "pik",
    "hearts?": "herz",
    "diamonds?": "karo",
    "clubs?": "kreuz",
}
_COLOURS: Final = {"suits?": "(karten)?farben?", "colours?|red|black": "rot|schwarz"}
_TABLE: Final = {
    "foundations?": "grundstapeln?",
    "reserve": "reserve(stapeln?)?",
    "waste": "ablage",
    "cells?": "zellen?",
    "decks?": "kartenspiel(en?)?",
    "face[- ]down|hidden|hide": "verdeckt(en?)?",
}


@pytest.fixture(scope="module")
def german() -> dict[str, str]:
    """The German texts by their English ones."""
    return {str(entry.id): str(entry.string) for entry in read("games", "de") if entry.id}


def test_the_catalogue_has_every_text_of_every_game_and_no_other(
    german: dict[str, str],
) -> None:
    described = {title for title in _TITLES if _DESCRIBED.search(title)}

    assert set(german) == described | _SUMMARIES | _SENTENCES | _SOURCES


def test_no_text_has_two_entries(german: dict[str, str]) -> None:
    file = (files("bot.i18n") / "games.de.po").read_text(encoding="utf-8")
    header = 1

    assert len(re.findall(r"^msgid ", file, re.MULTILINE)) == header + len(german)


def test_every_entry_is_translated() -> None:
    assert not [entry.id for entry in read("games", "de") if entry.fuzzy or not entry.string]


def test_no_entry_is_left_in_english(german: dict[str, str]) -> None:
    texts = [english for english, text in german.items() if text == english]
    assert not {*texts} - _SOURCES


def test_no_two_games_have_the_same_title(german: dict[str, str]) -> None:
    assert len({german.get(title, title) for title in _TITLES}) == len(_TITLES)


def test_games_named_in_a_text_are_named_in_its_translation(
    german: dict[str, str],
) -> None:
    missing = [
        (name, text)
        for english, text in german.items()
        for name in _NAMES.findall(english)
        if name not in text
    ]

    assert not missing


def test_numbers_in_digits_are_the_same(german: dict[str, str]) -> None:
    differing = [
        (english, text)
        for english, text in german.items()
        if sorted(re.findall(r"\d+", english)) != sorted(re.findall(r"\d+", text))
    ]

    assert not differing


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(_NUMBERS, id="numbers"),
        pytest.param(_CARDS, id="ranks and suits"),
        pytest.param(_COLOURS, id="suits and colours"),
        pytest.param(_TABLE, id="piles"),
    ],
)
def test_both_languages_name_the_same_things(german: dict[str, str], words: dict[str, str]) -> None:
    differing = [
        (word, english, text)
        for english, text in german.items()
        for word, wort in words.items()
        if _has(word, english) != _has(wort, text)
    ]

    assert not differing


def test_a_summary_fits_a_line_of_a_phone(german: dict[str, str]) -> None:
    texts = [text for english in _SUMMARIES for text in (english, german[english])]
    assert not [text for text in texts if len(text) > _PHONE_LINE]


def _has(word: str, text: str) -> bool:
    """Whether a text has a word outside the names of games."""
    return re.search(rf"\b({word})\b", _NAMES.sub("", text), re.IGNORECASE) is not None
