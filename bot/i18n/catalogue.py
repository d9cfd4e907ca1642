"""The catalogues of texts: one file a language and a domain, read once, when first needed.

They are read as people edit them, so that there is nothing to compile.
"""

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

DOMAINS: Final = ("bot", "games")
"""What the bot says, and what the declarations of the games say."""


@cache
def translations(language: str) -> GNUTranslations:
    """All texts of a language but that of the source."""
    first, *others = (_compiled(read(domain, language)) for domain in DOMAINS)
    for other in others:
        first.add_fallback(other)
    return first


def read(domain: str, language: str) -> Catalog:
    """A catalogue as it stands in its file.

    Raises:
        FileNotFoundError: when there is none.
    """
    file = files("bot.i18n") / f"{domain}.{language}.po"
    return read_po(io.BytesIO(file.read_bytes()), locale=language, domain=domain)


def _compiled(catalogue: Catalog) -> GNUTranslations:
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)
