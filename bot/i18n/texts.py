"""Texts in the current language: those of the bot, and messages of the engine and the services.

Their placeholders are filled, and cards are as the reader writes them.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from babel.dates import get_day_names, get_month_names

import rendering.cards.card_design
from bot.i18n.locale import SOURCE, current_language, current_locale, read, translations
from engine import Card, PatienceError
from engine.cards import CARDS
from engine.messages import Message
from rendering.strings import ENGLISH, CalendarNames, Plural, Strings

if TYPE_CHECKING:
    from typing import Any, Literal

    from babel.messages import Catalog

    from engine import Board


def picture_strings() -> Strings:
    """The texts on pictures and of their descriptions in the current language."""
    return _strings(current_language())


@cache
def _strings(language: str) -> Strings:
    if language == SOURCE:
        return ENGLISH
    catalogue = read("bot", language)
    # Each value keeps its type, which a mapping cannot express.
    strings: dict[str, Any] = {
        name: _translated(english, catalogue, language)
        for name, english in ENGLISH.by_name().items()
    }
    return Strings(**strings)


def _translated(
    english: str | Plural | CalendarNames, catalogue: Catalog, language: str
) -> str | Plural | CalendarNames:
    match english:
        case str():
            entry = catalogue.get(english)
            return str(entry.string) if entry and entry.string else english
        case Plural(english_forms):
            entry = catalogue.get(english_forms[0])
            forms = tuple(entry.string or ()) if entry else ()
            return Plural(forms, catalogue.plural_expr) if forms and all(forms) else english
        case CalendarNames():
            return CalendarNames(
                full=_months("wide", "stand-alone", language),
                short=_months("abbreviated", "stand-alone", language),
                in_dates=_months("wide", "format", language),
                weekdays=_weekdays(language),
            )


def _months(
    width: Literal["wide", "abbreviated"],
    context: Literal["format", "stand-alone"],
    language: str,
) -> tuple[str, ...]:
    """The names of the months, abbreviations without a full stop."""
    names = get_month_names(width, context, language)
    return tuple(names[month].removesuffix(".") for month in range(1, 13))


def _weekdays(language: str) -> tuple[str, ...]:
    """The abbreviations of the weekdays, without a full stop."""
    names = get_day_names("abbreviated", "stand-alone", language)
    return tuple(names[day].removesuffix(".") for day in range(7))


COMMAND: Final = "command"
"""The catalogues' context of command names."""
MENU: Final = "menu"
"""The catalogues' context of the names of commands in context menus."""
OPTION: Final = "option"
"""The catalogues' context of option names."""

_ENGLISH: Final = {"b": "j", "d": "q"}
"""The letters of notation by the German ones, where they differ."""

_CARD_CODE: Final = re.compile(r"\b[A2-9TJQK][SHDC]\b")
"""A card in a board as text."""

_TYPED_CARD: Final = re.compile(r"(?<!\w)([bd])(?=[shdc♠♥♦♣♤♡♢♧](?!\w))", re.IGNORECASE)


def _(text: str, /, **values: object) -> str:
    """Translate an English text, and fill placeholders such as ``{game}`` with the values."""
    language = current_language()
    if language != SOURCE:
        text = translations(language).gettext(text)
    return _filled(text, values)


def ngettext(one: str, many: str, number: int, /, **values: object) -> str:
    """Translate a text that counts something.

    >>> ngettext("{number} card", "{number} cards", 1)
    '1 card'
    """
    language = current_language()
    if language == SOURCE:
        text = one if number == 1 else many
    else:
        text = translations(language).ngettext(one, many, number)
    return _filled(text, {"number": number, **values})


def N_(text: str) -> str:  # noqa: N802 -- gettext's conventional name
    """Mark a text for translation and return it unchanged."""
    return text


def in_context(context: str, name: str, language: str) -> str:
    """A name in a language, as the catalogues have it in a context such as :data:`COMMAND`."""
    return name if language == SOURCE else translations(language).pgettext(context, name)


def _filled(text: str, values: dict[str, object]) -> str:
    """Fill a text's placeholders, and name its commands as the reader's Discord does."""
    text = text.format(**values)
    commands = current_locale().commands
    if commands == SOURCE or "/" not in text:
        return text
    return _command_pattern(commands).sub(lambda match: f"/{_typed(match[1], commands)}", text)


def _typed(name: str, language: str) -> str:
    """A qualified command name as it is typed in a language."""
    group, space, _rest = name.partition(" ")
    first = in_context(COMMAND, group, language)
    return f"{first} {in_context(COMMAND, name, language)}" if space else first


@cache
def _command_pattern(language: str) -> re.Pattern[str]:
    """Matches every command in a text by its English name."""
    names = (str(entry.id) for entry in read("bot", language) if entry.context == COMMAND)
    longest_first = sorted(map(re.escape, names), key=len, reverse=True)
    return re.compile(rf"(?<![\w/<])/({'|'.join(longest_first)})(?!\w)")


def card_label(card: Card) -> str:
    """A card in short, with its suit symbol: ``10♠``, ``Q♥`` or ``D♥``."""
    return rendering.cards.card_design.card_label(card, _letters())


def _letters() -> str:
    """The reader's letters of jack, queen and king."""
    return current_locale().letters or picture_strings().court_letters


def board_lines(board: Board) -> str:
    """A board as text, with the cards as a reader's pictures show them, if not in English.

    Other programs read English boards, so there its cards stay as they write them.
    """
    if _letters() == rendering.Indices.ENGLISH.value:
        return str(board)
    return _CARD_CODE.sub(lambda match: card_label(Card.parse(match[0])), str(board))


def in_notation(typed: str) -> str:
    """What a player typed, with German letters of cards replaced by those of the notation.

    No pile has a name of two letters, so this is unambiguous.

    >>> in_notation("Bh d♠"), in_notation("b 3"), in_notation("jh 3")
    ('jh q♠', 'b 3', 'jh 3')
    """
    return _TYPED_CARD.sub(lambda match: _ENGLISH[match[1].lower()], typed)


_CARDS: Final = {card.label: card for card in CARDS}


def translate(message: Message | PatienceError) -> str:
    """Translate a message or an error, with the messages, titles and letters of cards in it."""
    details = {name: _detail(name, value) for name, value in message.details.items()}
    return _(message.template, **details)


def _detail(name: str, value: object) -> object:
    if isinstance(value, Message | PatienceError):
        return translate(value)
    if name == "game" and isinstance(value, str):
        return _(value)
    if isinstance(value, Card):
        return card_label(value)
    card = _CARDS.get(value) if isinstance(value, str) and name != "text" else None
    return value if card is None else card_label(card)
