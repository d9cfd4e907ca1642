"""The catalogues: one ``.po`` file for each language and domain, read as it is edited."""

from __future__ import annotations

import io
from functools import cache
from gettext import GNUTranslations
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

if TYPE_CHECKING:
    from babel.messages import Catalog

SOURCE: Final = "en"
"""The language of the source, which needs no catalogue."""
DOMAINS: Final = ("bot", "games")
"""The texts of the bot, and those of the games' declarations."""
_FOLDER: Final = files("bot.i18n")
LANGUAGES: Final = (
    SOURCE,
    *sorted(
        file.name.split(".")[1]
        for file in _FOLDER.iterdir()
        if file.name.startswith(f"{DOMAINS[0]}.") and file.name.endswith(".po")
    ),
)
"""The code of every language that has a catalogue, the source's first."""


@cache
def translations(language: str) -> GNUTranslations:
    """All texts of a language other than the source's."""
    first, *others = (_compile(read(domain, language)) for domain in DOMAINS)
    for other in others:
        first.add_fallback(other)
    return first


def read(domain: str, language: str) -> Catalog:
    """Parse a catalogue."""
    source = (_FOLDER / f"{domain}.{language}.po").read_bytes()
    return read_po(io.BytesIO(source), locale=language, domain=domain)


def _compile(catalogue: Catalog) -> GNUTranslations:
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)
