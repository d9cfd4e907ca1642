"""Speaking a language: each task its own, with plurals, numbers and the names of commands."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime

import pytest

from bot.i18n import (
    Locale,
    _,
    current_language,
    decimal,
    long_day,
    moment,
    ngettext,
    set_locale,
    translate,
    use_locale,
    whole,
)
from bot.i18n.locale import supported_language
from bot.service.errors import NotYours
from engine import IllegalMove, Move, deal, description
from engine.messages import Message


def test_english_is_spoken_unless_something_else_is_said() -> None:
    assert current_language() == "en"
    assert _("Hint") == "Hint"


def test_a_text_is_told_in_the_language_spoken() -> None:
    with use_locale("de"):
        assert _("Hint") == "Tipp"


@pytest.mark.parametrize(("number", "text"), [(0, "0 Züge"), (1, "1 Zug"), (2, "2 Züge")])
def test_plurals_are_right(number: int, text: str) -> None:
    with use_locale("de"):
        assert ngettext("{number} move", "{number} moves", number) == text


def test_a_text_that_no_catalogue_has_stays_as_it_is() -> None:
    with use_locale("de"):
        assert _("Nobody says this.") == "Nobody says this."


def test_the_title_and_the_rules_of_a_game_are_told() -> None:
    with use_locale("de"):
        assert _("Klondike by threes") == "Klondike, drei Karten"
        assert _("Saratoga") == "Saratoga"


async def test_two_tasks_speak_each_its_own_language() -> None:
    async def said(language: str) -> str:
        set_locale(Locale(language, language))
        await asyncio.sleep(0)
        return _("Hint")

    tasks = [asyncio.create_task(said(language)) for language in ("de", "en", "de")]

    assert await asyncio.gather(*tasks) == ["Tipp", "Hint", "Tipp"]
    assert current_language() == "en"


def test_an_error_is_told_with_what_fills_its_blanks() -> None:
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


def test_an_error_names_a_game_by_its_title_there() -> None:
    with use_locale("de"):
        assert translate(IllegalMove("{game} has no stock.", game="Spider in one suit")) == (
            "Spider mit einer Farbe hat keinen Talon."
        )


def test_a_move_is_described() -> None:
    board = deal("klondike", 1).board

    assert str(description(board, Move("s", "w"))) == "Turn 1 card from the stock"
    with use_locale("de"):
        assert translate(description(board, Move("s", "w"))) == "1 Karte vom Talon umdrehen"


def test_commands_are_called_as_discord_shows_them_to_the_reader() -> None:
    with use_locale("de"):
        assert "mit /spielen bekommst" in translate(NotYours())
        assert "/tagesspiel spielen" in _(
            "You have not finished today's deal yet; type /daily play."
        )
    with use_locale("de", "en"):
        assert "mit /play bekommst" in translate(NotYours())
    with use_locale("en", "de"):
        assert "type /spielen to deal" in translate(NotYours())


def test_what_only_looks_like_a_command_is_left_alone() -> None:
    with use_locale("de"):
        assert _("{text}", text="a/play /playing 3/board </play:1>") == (
            "a/play /playing 3/board </play:1>"
        )


def test_numbers_days_and_moments_are_written_as_usual_there() -> None:
    day, at = date(2026, 12, 1), datetime(2026, 12, 1, 9, 5, tzinfo=UTC)

    assert (whole(1_000_000), decimal(81.945)) == ("1,000,000", "81.945")
    assert (long_day(day), moment(at)) == ("1 December 2026", "1 Dec 2026, 09:05")
    with use_locale("de"):
        assert (whole(1_000_000), decimal(81.945)) == ("1.000.000", "81,945")
        assert (long_day(day), moment(at)) == ("1. Dezember 2026", "1 Dez. 2026, 09:05")


@pytest.mark.parametrize(
    ("locale", "language"), [("de", "de"), ("en-US", "en"), ("en-GB", "en"), ("fr", ""), ("", "")]
)
def test_a_locale_of_discord_is_a_language_or_none(locale: str, language: str) -> None:
    assert supported_language(locale) == language
