"""Every text that a game is declared with can be read in German, and says the same there.

Meaning cannot be tested, but facts can: whatever counts, and every card that is named, has to be
named in both languages.
"""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Final

import pytest

from bot.i18n.catalogue import read
from engine import CATALOGUE

_DESCRIBED: Final = re.compile(r" ([a-z]+|Solitaire)$")
"""How a title ends that is more than a name: ``Klondike by threes``."""
_TITLES: Final = frozenset(rules.title for rules in CATALOGUE.values())
_SUMMARIES: Final = frozenset(rules.summary for rules in CATALOGUE.values())
_SENTENCES: Final = frozenset(line for rules in CATALOGUE.values() for line in rules.text)
_NAMES: Final = re.compile(
    "|".join(
        rf"\b{re.escape(title)}(?!\w)"
        for title in sorted(_TITLES, key=len, reverse=True)
        if not _DESCRIBED.search(title)
    )
)
"""Titles that are names, the longest ones first: they say nothing of cards."""
_LONGEST_CHOICE: Final = 100

_NUMBERS: Final = {
    "two|twos|twice|second|both|every other": "zwei|zweien|zweimal|zweiten?|beiden?",
    "three|threes|third": "drei|dreimal|dritten?",
    "four|fourth": "vier|viermal|vierten?",
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
    """The German of each English text."""
    return {str(entry.id): str(entry.string) for entry in read("games", "de") if entry.id}


def test_every_text_of_every_game_has_an_entry_and_there_are_no_others(
    german: dict[str, str],
) -> None:
    described = {title for title in _TITLES if _DESCRIBED.search(title)}

    assert set(german) == described | _SUMMARIES | _SENTENCES


def test_no_text_stands_in_the_file_twice(german: dict[str, str]) -> None:
    file = (files("bot.i18n") / "games.de.po").read_text(encoding="utf-8")
    header = 1

    assert len(re.findall(r"^msgid ", file, re.MULTILINE)) == header + len(german)


def test_every_entry_is_finished() -> None:
    assert not [entry.id for entry in read("games", "de") if entry.fuzzy or not entry.string]


def test_no_entry_is_left_in_english(german: dict[str, str]) -> None:
    assert not [english for english, text in german.items() if text == english]


def test_no_two_games_have_the_same_title(german: dict[str, str]) -> None:
    assert len({german.get(title, title) for title in _TITLES}) == len(_TITLES)


def test_a_game_is_called_by_its_name_wherever_another_is_told_by_it(
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
        pytest.param(_TABLE, id="what lies on the table"),
    ],
)
def test_what_is_named_in_english_is_named_in_german_and_nothing_else(
    german: dict[str, str], words: dict[str, str]
) -> None:
    differing = [
        (word, english, text)
        for english, text in german.items()
        for word, wort in words.items()
        if _says(word, english) != _says(wort, text)
    ]

    assert not differing


def test_a_summary_can_be_read_to_its_end_where_games_are_chosen(german: dict[str, str]) -> None:
    assert not [german[summary] for summary in _SUMMARIES if len(german[summary]) > _LONGEST_CHOICE]


def _says(word: str, text: str) -> bool:
    """Whether a word is in a text, elsewhere than in a game's name."""
    return re.search(rf"\b({word})\b", _NAMES.sub("", text), re.IGNORECASE) is not None
