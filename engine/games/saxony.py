"""Saxony: two decks, a tableau nothing moves onto, cells and reserve piles to shift cards about.

Where the document is silent: the stock may be dealt at any time, on empty tableau piles too; a
reserve card may go into an empty reserve pile, a tableau card into an empty cell. A foundation
gives its top card back only into an empty cell or an empty reserve pile, never onto a card.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.games.sentences import MEASURED
from engine.rules import (
    Build,
    Difficulty,
    EmptyPileRule,
    Foundations,
    PileKind,
    Piles,
    Rules,
    Stock,
    StockAction,
    SuitRule,
    WinRate,
)

SAXONY: Final = Rules(
    id="saxony",
    title="Saxony",
    summary="Two decks, eight piles without building; four cells and four reserve piles to shift "
    "cards about.",
    text=(
        (
            "Two decks. Four cells and four reserve piles are dealt one card each, then the "
            "eight tableau piles, all face up; the other 88 cards are the stock."
        ),
        (
            "Build the eight foundations up in suit from ace to king. A top card may come back, "
            "but only into an empty cell or an empty reserve pile."
        ),
        (
            "Nothing moves onto the tableau; its top cards may leave it. An empty pile stays "
            "empty until the next deal."
        ),
        "A cell holds any one card, from the tableau, the reserve or a foundation.",
        (
            "The reserve builds down in suit, one card at a time; an empty reserve pile takes "
            "any one card."
        ),
        (
            "The stock deals one card to each of the eight tableau piles, empty or not, "
            "whenever you like. There is no second pass."
        ),
    ),
    source="Saxony as told by solitaire sites, settled after PySolFC and Politaire",
    difficulty=Difficulty.MEDIUM,
    win_rate=WinRate(99.7, 0.3, MEASURED),
    decks=2,
    tableau=Piles(deal=(1,) * 8, fill=EmptyPileRule.NOTHING),
    cells=Piles(
        deal=(1,) * 4,
        fill_from=frozenset({PileKind.TABLEAU, PileKind.RESERVE, PileKind.FOUNDATION}),
    ),
    reserve=Piles(
        deal=(1,) * 4,
        build=Build(SuitRule.SAME),
        build_from=frozenset({PileKind.TABLEAU, PileKind.CELL, PileKind.RESERVE}),
        fill=EmptyPileRule.ANY,
        fill_from=frozenset(
            {PileKind.TABLEAU, PileKind.CELL, PileKind.RESERVE, PileKind.FOUNDATION}
        ),
    ),
    stock=Stock(action=StockAction.TABLEAU, redeals=0),
    deal_order=(PileKind.CELL, PileKind.RESERVE, PileKind.TABLEAU),
)

SAXONY_ACES: Final = replace(
    SAXONY,
    id="saxony-aces",
    title="Saxony, aces up",
    summary="Saxony with the eight aces on the foundations from the start.",
    text=(
        (
            "Two decks. The eight aces start on the foundations. Four cells and four reserve "
            "piles are dealt one card each, then the eight tableau piles, all face up; the other "
            "80 cards are the stock."
        ),
        *SAXONY.text[1:],
    ),
    source="A variant of Saxony",
    difficulty=Difficulty.EASY,
    win_rate=WinRate(99.9, 0.2, MEASURED),
    foundations=Foundations(start=1),
)

GAMES: Final = (SAXONY, SAXONY_ACES)
