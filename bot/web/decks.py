"""Pictures of decks: drawn once, served to whoever was told of them."""

from __future__ import annotations

import asyncio
import hmac
from typing import Final

from bot.i18n import LANGUAGES, current_language, use_locale
from bot.images import ImageRenderer
from bot.recent import Recent
from bot.service.tables import Tables
from bot.web.view import DeckChoice, Frame
from rendering import Back, Deck, Indices, Style
from rendering.cards.sheet import strip_height
from rendering.metrics import Index, Size

_MOST: Final = 16
"""How many decks are kept: each takes 40 to 150 kB."""
_HEIGHT: Final = Size.TALL.height(Index.NORMAL)


class Decks:
    """Draws decks in drawing workers, each once while it is remembered.

    The name of a deck says all of its looks. It ends with a mark, so that nobody can have decks
    drawn that no board needs.
    """

    def __init__(self, images: ImageRenderer, tables: Tables) -> None:
        self._images = images
        self._tables = tables
        self._drawn = Recent[str, asyncio.Task[bytes]](_MOST)

    def frame(self, choice: DeckChoice) -> Frame:
        """What a page is told of a deck: its address, and how it is cut."""
        style = choice.style
        looks = (
            *(style.theme, style.suits, style.deck.name, style.back.name, style.indices.name),
            *(current_language(), choice.width, choice.index.name, choice.small.name),
        )
        name = "~".join(map(str, looks))
        return {
            "t": "deck",
            "url": f"deck/{name}~{self._tables.mark(name)[:16]}.webp",
            "width": choice.width,
            "height": round(choice.width * _HEIGHT),
            "low": strip_height(choice.width, choice.small),
            "rows": 5,
        }

    async def get(self, marked: str) -> bytes | None:
        """A deck by the name it was told by; None for any other name."""
        name, _, mark = marked.rpartition("~")
        if not hmac.compare_digest(mark.encode(), self._tables.mark(name)[:16].encode()):
            return None
        drawing = self._drawn.get(name)
        if drawing is None or (drawing.done() and (drawing.cancelled() or drawing.exception())):
            drawing = self._drawn[name] = asyncio.create_task(self._draw(name))
        return await asyncio.shield(drawing)

    async def _draw(self, name: str) -> bytes:
        theme, suits, deck, back, indices, language, width, index, small = name.split("~")
        style = Style(theme, int(suits), deck=Deck[deck], back=Back[back], indices=Indices[indices])
        with use_locale(language if language in LANGUAGES else LANGUAGES[0]):
            return await self._images.deck(style, int(width), Index[index], Index[small])
