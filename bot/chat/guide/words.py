"""The words that rules are made of, numbered as on a picture of a board that has all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.chat.games.pictures import draw_legend
from bot.i18n import N_, _
from engine import parse_board
from rendering.board.legend import Part

if TYPE_CHECKING:
    from bot.chat.responding.context import Context
    from rendering import Picture

_BOARD: Final = """
s: 29 cards
w: 4H TC 7H
f1: AS 2S
f2: AH
1: KC QD
2: 5C 2D
3: KH 9S 8D 7C
4: 6S
5: 8C JD TD
6: KS 3H QC
7: QS JH
"""
"""A board of Saratoga, whose piles may hold cards in suit from the start."""

WORDS: Final = (
    (
        Part(tuple("1234567")),
        N_("tableau"),
        N_("the piles in the middle, between which most moves are made."),
    ),
    (
        Part(("f1", "f2", "f3", "f4")),
        N_("foundation"),
        N_("where cards are home, in most games a suit from the ace up to the king."),
    ),
    (
        Part(("3",), 3),
        N_("run"),
        N_("cards that follow each other as the game builds its piles; many games move it whole."),
    ),
    (Part(("5",), 2), N_("in suit"), N_("all of one suit, as these two diamonds are.")),
    (Part(("s",)), N_("stock"), N_("the cards that are yet to be dealt or turned, face down.")),
    (
        Part(("w",)),
        N_("waste"),
        N_("where cards from the stock lie face up; the top one can be played."),
    ),
)
"""The part of the board that shows each word, the word, and what it means."""


def word_lines() -> list[str]:
    """Each word with its number, and what it means."""
    return [
        f"{number}. **{_(word)}**: {_(meaning)}"
        for number, (_part, word, meaning) in enumerate(WORDS, start=1)
    ]


async def draw_words(context: Context) -> Picture | None:
    """Draw the board with its numbers; None if drawing fails."""
    named = ", ".join(f"{number} {_(word)}" for number, (_part, word, _m) in enumerate(WORDS, 1))
    alt = _("A board whose parts are numbered: {parts}.", parts=named)
    parts = tuple(part for part, _word, _meaning in WORDS)
    return await draw_legend(context, parse_board("saratoga", _BOARD), parts, alt)
