"""Translation: texts from catalogues, and numbers and dates as each language writes them.

English texts are in the source and are the keys of the catalogues. :func:`_` translates a text,
:func:`ngettext` one that counts something, :func:`translate` a message or error of the engine and
the services; :func:`N_` marks a text to be translated later. :func:`use_locale` sets the language.

>>> with use_locale("de"):
...     _("Undo"), ngettext("{number} move", "{number} moves", 2)
('Rückgängig', '2 Züge')
"""

from __future__ import annotations

from bot.i18n.formats import (
    city,
    clock_time,
    day_and_weekday,
    format_decimal,
    format_integer,
    format_percent,
    language_name,
    long_day,
    moment,
    territory_name,
    weekday,
)
from bot.i18n.locale import (
    LANGUAGES,
    SOURCE,
    Locale,
    current_language,
    current_locale,
    set_locale,
    supported_language,
    use_locale,
)
from bot.i18n.texts import (
    N_,
    _,
    card_label,
    in_notation,
    ngettext,
    translate,
)

__all__ = [
    "LANGUAGES",
    "N_",
    "SOURCE",
    "Locale",
    "_",
    "card_label",
    "city",
    "clock_time",
    "current_language",
    "current_locale",
    "day_and_weekday",
    "format_decimal",
    "format_integer",
    "format_percent",
    "in_notation",
    "language_name",
    "long_day",
    "moment",
    "ngettext",
    "set_locale",
    "supported_language",
    "territory_name",
    "translate",
    "use_locale",
    "weekday",
]
