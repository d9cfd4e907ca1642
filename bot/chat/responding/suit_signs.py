"""The suits as emoji of the application, in the colours of the pictures, in texts and on buttons.

Without them, suits are the characters ``♠♥♦♣``: until the emoji are known, where Discord refuses
them, and where a server denies emoji from elsewhere. (Those of an application need no permission;
but who denies emoji does not want to see them.)
"""

from __future__ import annotations

import asyncio
import logging
import re
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.chat.requests.failures import FAILURES, reason
from bot.chat.requests.pace import within
from bot.errors import StoreError
from engine.cards import Suit
from rendering.cards.suit_signs import draw_suit_sign

if TYPE_CHECKING:
    from collections.abc import Callable

    import discord

    from bot.service.claims import Claims


Signs = tuple[str, ...]
"""The emoji of the suits in a text, in their order; none for the characters themselves."""

_CHARACTERS: Final = "".join(suit.sign for suit in Suit)
_SUITS: Final = re.compile(rf"(?<=\w)[{_CHARACTERS}]")
"""The suit of a card, after its rank."""
_BLOCKS: Final = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)
"""Code, in which Discord shows no emoji."""

_signs: ContextVar[Signs] = ContextVar("suit_signs", default=())


@dataclass(frozen=True, slots=True)
class SuitSigns:
    """The emoji that the application has; none until they are known."""

    two_colours: Signs = ()
    four_colours: Signs = ()

    def of(self, suits: int) -> Signs:
        """Those in two or four suit colours."""
        return self.four_colours if suits == 4 else self.two_colours


def use_suit_signs(signs: Signs) -> None:
    """Set the signs in what this task shows, and those that it starts."""
    _signs.set(signs)


def with_signs(text: str) -> str:
    """A text of a message with emoji for its suits."""
    signs = _signs.get()
    if not signs or _SUITS.search(text) is None:
        return text
    emoji = dict(zip(_CHARACTERS, signs, strict=True))
    parts = _BLOCKS.split(text)
    parts[::2] = [_SUITS.sub(lambda match: emoji[match[0]], part) for part in parts[::2]]
    return "".join(parts)


def label_and_sign(label: str) -> tuple[str, str | None]:
    """A label without its only suit, and the emoji to put before it.

    A label that does not begin with a card stays whole, as the emoji would begin it.
    """
    signs, found = _signs.get(), _SUITS.findall(label)
    if not signs or len(found) != 1 or found[0] not in label.partition(" ")[0]:
        return label, None
    return label.replace(found[0], ""), signs[_CHARACTERS.index(found[0])]


_TIMEOUT: Final = 5.0
"""Seconds that a start waits for the emoji."""
_TURN: Final = 0.5
"""Seconds between two looks at whether another process has uploaded them."""
_RED_AND_BLACK: Final = tuple(suit.name.lower() for suit in Suit)
_FOUR_COLOURS: Final = ("spades", "hearts", "blue_diamonds", "green_clubs")
_PICTURES: Final = {
    **{name: (suit, 2) for suit, name in zip(Suit, _RED_AND_BLACK, strict=True)},
    **{name: (suit, 4) for suit, name in [*zip(Suit, _FOUR_COLOURS, strict=True)][2:]},
}
"""By the name of each emoji: its suit, and the number of suit colours in which it is drawn."""

_log = logging.getLogger(__name__)


async def load_suit_signs(
    client: discord.Client, claims: Claims, use: Callable[[SuitSigns], None]
) -> None:
    """Learn the application's emoji within seconds, by name, uploading those it lacks."""
    try:
        await within(_TIMEOUT, _load(client, claims, use))
    except (*FAILURES, StoreError) as error:
        why = "no answer yet" if isinstance(error, TimeoutError) else reason(error)
        _log.warning("Suits are shown without emoji, which could not be uploaded (%s).", why)


async def _load(client: discord.Client, claims: Claims, use: Callable[[SuitSigns], None]) -> None:
    found = await _found(client)
    while _PICTURES.keys() - found.keys():
        # So that of several processes that start at once one uploads them.
        async with claims.lease("suit signs") as is_ours:
            if is_ours:
                found = await _uploaded(client)
                break
        await asyncio.sleep(_TURN)
        found = await _found(client)
    two, four = (tuple(found[name] for name in names) for names in (_RED_AND_BLACK, _FOUR_COLOURS))
    use(SuitSigns(two, four))


async def _uploaded(client: discord.Client) -> dict[str, str]:
    """The emoji, once those that are missing are uploaded."""
    found = await _found(client)
    for name, (suit, suits) in _PICTURES.items():
        if name not in found:
            picture = await asyncio.to_thread(draw_suit_sign, suit, suits)
            found[name] = str(await client.create_application_emoji(name=name, image=picture))
    return found


async def _found(client: discord.Client) -> dict[str, str]:
    emojis = await client.fetch_application_emojis()
    return {emoji.name: str(emoji) for emoji in emojis if emoji.name in _PICTURES}
