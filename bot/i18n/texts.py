"""Texts in the language spoken now, with their blanks filled."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from bot.i18n.catalogue import read, translations
from bot.i18n.locale import LANGUAGES, current_locale

_SOURCE: Final = LANGUAGES[0]
COMMAND: Final = "command"
"""The context of the names of commands in the catalogues."""
OPTION: Final = "option"
"""The context of the names of commands' options."""


def _(text: str, /, **blanks: object) -> str:
    """A text in the language spoken now.

    Args:
        text: the text in English, with blanks such as ``{game}``.
        blanks: what fills them.
    """
    language = current_locale().language
    if language != _SOURCE:
        text = translations(language).gettext(text)
    return _finished(text, blanks)


def ngettext(one: str, many: str, number: int, /, **blanks: object) -> str:
    """A text that counts something, in the language spoken now.

    Args:
        one: the text in English for one.
        many: the text for all other numbers.
        number: the number; it also fills a blank of that name.
        blanks: what fills the others.

    >>> ngettext("{number} card", "{number} cards", 1)
    '1 card'
    """
    language = current_locale().language
    if language == _SOURCE:
        text = one if number == 1 else many
    else:
        text = translations(language).ngettext(one, many, number)
    return _finished(text, {"number": number, **blanks})


def N_(text: str) -> str:  # noqa: N802 -- gettext's own name, which extraction tools know
    """The same text, marked as one that is told later."""
    return text


def command_name(name: str, language: str) -> str:
    """The name of a command, or of a group of them, in a language.

    Args:
        name: its name in English, that of its group before it where it is in one.
        language: the code of the language.
    """
    return _named(COMMAND, name, language)


def option_name(name: str, language: str) -> str:
    """The name of a command's option in a language."""
    return _named(OPTION, name, language)


def _named(context: str, name: str, language: str) -> str:
    return name if language == _SOURCE else translations(language).pgettext(context, name)


def _finished(text: str, blanks: dict[str, object]) -> str:
    """A text with its blanks filled, and commands called as the reader's Discord calls them."""
    translate = text.format(**blanks)
    commands = current_locale().commands
    if commands == _SOURCE or "/" not in translate:
        return translate
    return _commands(commands).sub(lambda match: f"/{_path(match[1], commands)}", translate)


def _path(name: str, language: str) -> str:
    """A command's name as it is typed, with that of its group."""
    group, _space, rest = name.partition(" ")
    first = command_name(group, language)
    return f"{first} {command_name(name, language)}" if rest else first


@cache
def _commands(language: str) -> re.Pattern[str]:
    """What a command looks like in a text: a stroke and its name."""
    names = (str(one.id) for one in read("bot", language) if one.context == COMMAND and one.id)
    longest_first = sorted(map(re.escape, names), key=len, reverse=True)
    return re.compile(rf"(?<![\w/<])/({'|'.join(longest_first)})(?!\w)")
