"""Texts, numbers and command names in the current language."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime

import pytest

from bot.i18n import (
    Locale,
    _,
    current_language,
    format_decimal,
    format_integer,
    long_day,
    moment,
    ngettext,
    set_locale,
    supported_language,
    translate,
    use_locale,
    weekday,
)
from bot.service.errors import NotYours
from engine import IllegalMove, Move, deal
from engine.messages import Message


def test_english_is_the_default() -> None:
    assert current_language() == "en"
    assert _("Hint") == "Hint"


def test_a_text_is_translated_into_the_current_language() -> None:
    with use_locale("de"):
        assert _("Hint") == "Tipp"


@pytest.mark.parametrize(("number", "text"), [(0, "0 Züge"), (1, "1 Zug"), (2, "2 Züge")])
def test_a_counted_text_takes_the_plural_form_of_its_number(number: int, text: str) -> None:
    with use_locale("de"):
        assert ngettext("{number} move", "{number} moves", number) == text


def test_a_text_without_a_translation_stays_english() -> None:
    with use_locale("de"):
        assert _("Not in any catalogue.") == "Not in any catalogue."


def test_a_games_title_is_translated_where_it_is_more_than_a_name() -> None:
    with use_locale("de"):
        assert _("Klondike, draw three") == "Klondike, drei Karten"
        assert _("Saratoga") == "Saratoga"


async def test_each_task_has_a_language_of_its_own() -> None:
    async def hint_in(language: str) -> str:
        set_locale(Locale(language, language))
        await asyncio.sleep(0)
        return _("Hint")

    tasks = [asyncio.create_task(hint_in(language)) for language in ("de", "en", "de")]

    assert await asyncio.gather(*tasks) == ["Tipp", "Hint", "Tipp"]
    assert current_language() == "en"


def test_an_error_is_translated_with_its_details() -> None:
    error = IllegalMove(
        "{card} does not go onto {onto}: the {kind} builds {how}.",
        card="7♥",
        onto="9♠",
        kind=Message("tableau"),
        how=Message("{order} {suits}", order=Message("down"), suits=Message("in suit")),
    )

    assert str(error) == "7♥ does not go onto 9♠: the tableau builds down in suit."
    with use_locale("de"):
        assert translate(error) == (
            "7♥ passt nicht auf 9♠. So wird gebaut (Tableau): absteigend, in der Kartenfarbe."
        )


def test_a_game_named_in_an_error_is_translated() -> None:
    with use_locale("de"):
        assert translate(IllegalMove("{game} has no stock.", game="Spider, one suit")) == (
            "Spider mit einer Farbe hat keinen Talon."
        )


def test_the_description_of_a_move_is_translated() -> None:
    board = deal("klondike", 1).board

    assert str(board.describe(Move("s", "w"))) == "Turn 1 card from the stock"
    with use_locale("de"):
        assert translate(board.describe(Move("s", "w"))) == "1 Karte vom Talon umdrehen"


def test_texts_name_commands_as_the_readers_discord_does() -> None:
    with use_locale("de"):
        assert "Mit /spielen beginnst" in translate(NotYours(2))
        assert "/tagesspiel spielen" in _(
            "You have not finished today's deal yet. Type /daily play."
        )
    with use_locale("de", "en"):
        assert "Mit /play beginnst" in translate(NotYours(2))
    with use_locale("en", "de"):
        assert "Type /spielen to start" in translate(NotYours(2))


def test_text_that_only_looks_like_a_command_is_left_alone() -> None:
    with use_locale("de"):
        assert _("{text}", text="a/play /playing 3/board </play:1>") == (
            "a/play /playing 3/board </play:1>"
        )


def test_numbers_and_dates_are_written_as_the_language_does() -> None:
    day, at = date(2026, 12, 1), datetime(2026, 12, 1, 9, 5, tzinfo=UTC)

    assert (format_integer(1_000_000), format_decimal(81.945, 3)) == ("1,000,000", "81.945")
    assert (long_day(day), moment(at)) == ("1 December 2026", "1 Dec 2026, 09:05")
    assert weekday(day) == "Tue 1 Dec"
    with use_locale("de"):
        assert (format_integer(1_000_000), format_decimal(81.945, 3)) == ("1.000.000", "81,945")
        assert (long_day(day), moment(at)) == ("1. Dezember 2026", "1. Dez. 2026, 09:05")
        assert weekday(day) == "Di., 1. Dez."


@pytest.mark.parametrize(
    ("locale", "language"), [("de", "de"), ("en-US", "en"), ("en-GB", "en"), ("fr", ""), ("", "")]
)
def test_a_discord_locale_maps_to_a_supported_language_or_none(locale: str, language: str) -> None:
    assert supported_language(locale) == language
