"""What players read, in their language: texts from catalogues, numbers and days as written there.

English is in the source itself and is the key to every other language. A text is told with
:func:`_`, one that counts something with :func:`ngettext`; :func:`mark` only marks a text that is
told later, and :func:`told` tells what the engine and the services say in templates.

>>> with speaking("de"):
...     _("Undo"), ngettext("{number} move", "{number} moves", 2)
('Zurück', '2 Züge')
"""

from __future__ import annotations

from bot.language.numbers import decimal, long_day, moment, weekday, whole
from bot.language.speech import LANGUAGES, Speech, current, speak, speaking, spoken
from bot.language.telling import told
from bot.language.texts import _, command_name, mark, ngettext, option_name

__all__ = [
    "LANGUAGES",
    "Speech",
    "_",
    "command_name",
    "current",
    "decimal",
    "long_day",
    "mark",
    "moment",
    "ngettext",
    "option_name",
    "speak",
    "speaking",
    "spoken",
    "told",
    "weekday",
    "whole",
]
