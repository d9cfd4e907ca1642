"""Texts in the current language, with their placeholders filled."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from bot.i18n.catalogue import SOURCE, read, translations
from bot.i18n.locale import current_language, current_locale

COMMAND: Final = "command"
"""The catalogues' context of command names."""
MENU: Final = "menu"
"""The catalogues' context of the names of commands in context menus."""
OPTION: Final = "option"
"""The catalogues' context of option names."""


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


def command_name(name: str, language: str) -> str:
    """The name of a command or group in a language."""
    return _in_context(COMMAND, name, language)


def menu_name(name: str, language: str) -> str:
    """The name of a context menu's command in a language."""
    return _in_context(MENU, name, language)


def option_name(name: str, language: str) -> str:
    """The name of a command's option in a language."""
    return _in_context(OPTION, name, language)


def _in_context(context: str, name: str, language: str) -> str:
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
    first = command_name(group, language)
    return f"{first} {command_name(name, language)}" if space else first


@cache
def _command_pattern(language: str) -> re.Pattern[str]:
    """Matches every command in a text by its English name."""
    names = (str(entry.id) for entry in read("bot", language) if entry.context == COMMAND)
    longest_first = sorted(map(re.escape, names), key=len, reverse=True)
    return re.compile(rf"(?<![\w/<])/({'|'.join(longest_first)})(?!\w)")
