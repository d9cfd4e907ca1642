"""The words of pictures in the language spoken now."""

from __future__ import annotations

from datetime import date
from string import Formatter

import pytest

from bot.chat.picture_strings import picture_strings
from bot.i18n import LANGUAGES, long_day, use_locale
from rendering.strings import ENGLISH, Plural, Signs

OTHERS = LANGUAGES[1:]


def blanks(text: str) -> set[str]:
    return {blank for _, blank, _, _ in Formatter().parse(text) if blank is not None}


def forms(words: str | Plural | Signs) -> tuple[str, ...]:
    match words:
        case str():
            return (words,)
        case Plural(one, many):
            return (one, many)
        case Signs():
            return ()


def test_english_is_that_of_the_pictures_themselves() -> None:
    with use_locale("en"):
        assert picture_strings() is ENGLISH


@pytest.mark.parametrize("language", OTHERS)
def test_words_keep_their_blanks_for_the_pictures_to_fill(language: str) -> None:
    with use_locale(language):
        words = picture_strings().by_name()
    for name, english in ENGLISH.by_name().items():
        for form, source in zip(forms(words[name]), forms(english), strict=True):
            assert blanks(source) - blanks(form) <= {"number"}
            assert blanks(form) <= blanks(source)


def test_what_is_counted_has_both_its_forms() -> None:
    with use_locale("de"):
        moves = picture_strings().moves
    assert [moves.of(number) for number in (0, 1, 2)] == ["0 Züge", "1 Zug", "2 Züge"]


def test_numbers_and_months_are_written_as_in_the_language() -> None:
    with use_locale("de"):
        signs = picture_strings().signs
    assert (signs.decimal, signs.months[2], signs.short_months[11]) == (",", "März", "Dez")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("month", range(1, 13))
def test_days_are_written_on_pictures_as_beside_them(language: str, month: int) -> None:
    day = date(2026, month, 1)
    with use_locale(language):
        assert picture_strings().format_date(day) == long_day(day)


def test_words_are_put_together_once_for_a_language() -> None:
    with use_locale("de"):
        assert picture_strings() is picture_strings()
