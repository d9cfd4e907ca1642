"""What players read, in their language: texts from catalogues, numbers and days as written there.

English is in the source itself and is the key to every other language. A text is told with
:func:`_`, one that counts something with :func:`ngettext`; :func:`N_` only marks a text that is
told later, and :func:`translate` tells what the engine and the services say in templates.

>>> with use_locale("de"):
...     _("Undo"), ngettext("{number} move", "{number} moves", 2)
('Zurück', '2 Züge')
"""

from __future__ import annotations

from bot.i18n.formats import decimal, long_day, moment, weekday, whole
from bot.i18n.locale import (
    LANGUAGES,
    Locale,
    current_language,
    current_locale,
    set_locale,
    use_locale,
)
from bot.i18n.messages import translate
from bot.i18n.texts import N_, _, command_name, ngettext, option_name

__all__ = [
    "LANGUAGES",
    "N_",
    "Locale",
    "_",
    "command_name",
    "current_language",
    "current_locale",
    "decimal",
    "long_day",
    "moment",
    "ngettext",
    "option_name",
    "set_locale",
    "translate",
    "use_locale",
    "weekday",
    "whole",
]
