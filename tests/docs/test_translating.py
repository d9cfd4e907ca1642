"""The guide to adding a language, followed to the letter with four plural forms."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po, write_po

from tests.docs.conftest import ROOT, Checkout, commands_in

pytestmark = pytest.mark.slow

GUIDE = ROOT / "docs" / "translating.md"
FOUR_FORMS = (
    "nplurals=4; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : "
    "n!=1 && n%10<=1 || n%10>=5 || n%100>=12 && n%100<=14 ? 2 : 3);"
)
UNTOUCHED = re.compile(r"(\{[^}]*\}|`[^`]*`|(?<![\w/])/[a-z]+(?: [a-z]+)?)")
"""Placeholders, code and commands."""
ACCENTS = str.maketrans("aceosz", "ąćęóśż")


def pseudo(text: str) -> str:
    """A text with accents, its placeholders, code and commands untouched."""
    return "".join(
        part if UNTOUCHED.fullmatch(part) else part.translate(ACCENTS)
        for part in UNTOUCHED.split(text)
    )


def translate(file: Path) -> None:
    """Translate a catalogue as a translator would, every plural form differently."""
    with file.open("rb") as stream:
        catalogue = read_po(stream, locale="pl")
    for entry in catalogue:
        if entry.context:
            entry.string = pseudo(str(entry.id).rpartition(" ")[2])
        elif isinstance(entry.id, tuple | list):
            forms = [entry.id[0]] + [entry.id[1]] * (catalogue.num_plurals - 1)
            entry.string = tuple(f"{pseudo(form)} {index}" for index, form in enumerate(forms))
        elif entry.id:
            entry.string = pseudo(entry.id)
    with file.open("wb") as stream:
        write_po(stream, catalogue, omit_header=False)


def test_a_language_is_added_by_its_two_catalogues_alone(checkout: Checkout) -> None:
    update, begin, *checks = commands_in(GUIDE)
    files = [checkout.path / "bot" / "i18n" / f"{domain}.pl.po" for domain in ("bot", "games")]

    checkout.make(update.removeprefix("make "))
    assert " to translate" in checkout.make(begin.removeprefix("make "))
    for file in files:
        text = file.read_text(encoding="utf-8")
        file.write_text(re.sub(r"nplurals=.*;(?=\\n)", FOUR_FORMS, text), encoding="utf-8")
    checkout.make("texts")
    for file in files:
        translate(file)
    for check in checks:
        said = checkout.make(check.removeprefix("make "))
        if check == update:
            assert said.count(": 0 to translate") == 2 * len(files)

    said = checkout.run(".venv/bin/python", "-m", "tests.docs.polish_samples")
    one, few, many = "1 móvę 0", "3 móvęś 1", "5 móvęś 2"
    assert all(said.count(f"{text}\n") == 2 for text in (one, few, many, "22 móvęś 1"))
    assert "Fóundątiónś" in said
    assert few in said.splitlines()[-1]
