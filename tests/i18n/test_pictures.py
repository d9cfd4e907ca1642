"""The texts of pictures in the current language."""

from __future__ import annotations

from datetime import date

import pytest

from bot.i18n import LANGUAGES, long_day, use_locale
from bot.i18n.texts import picture_strings
from rendering.strings import ENGLISH


def test_english_is_the_pictures_own() -> None:
    with use_locale("en"):
        assert picture_strings() is ENGLISH


def test_a_counted_text_takes_the_plural_form_of_its_number() -> None:
    with use_locale("de"):
        moves = picture_strings().moves
    assert [moves.of(number) for number in (0, 1, 2)] == ["0 Züge", "1 Zug", "2 Züge"]


def test_placeholders_are_left_for_the_picture_to_fill() -> None:
    with use_locale("de"):
        assert picture_strings().chosen == "Gewählt: {pile}."


def test_month_names_are_the_languages_own() -> None:
    with use_locale("de"):
        names = picture_strings().calendar_names
    assert (names.full[2], names.short[11]) == ("März", "Dez")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("month", range(1, 13))
def test_a_date_on_a_picture_is_written_as_in_texts(language: str, month: int) -> None:
    day = date(2026, month, 1)
    with use_locale(language):
        assert picture_strings().format_date(day) == long_day(day)


def test_the_texts_of_a_language_are_built_once() -> None:
    with use_locale("de"):
        assert picture_strings() is picture_strings()
