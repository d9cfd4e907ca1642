"""Carpet: twenty cards laid out side by side, and nothing is built on them.

PySolFC puts the aces on the foundations first; Basil Dalton leaves them in the pack, as `Solitaire
Forever <http://solitaireforever.com/sf2/games/carpet.html>`_ says. Blake and Gent publish win rates
of both. The player decides when to fill an empty pile, and does so from the waste: measured on
deals 1 to 1000, that gives 85.9 % (83.6 to 88.5) and 95.7 % (94.3 to 96.8), which agrees with them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.games.sentences import FOUNDATIONS_KEEP, TURN_ONE
from engine.rules import (
    Foundations,
    PileKind,
    Piles,
    Rules,
    Stock,
)

_NOTHING_BUILT: Final = (
    "There is no building on the tableau. The top card of the waste may fill an empty pile."
)

CARPET: Final = Rules(
    id="carpet",
    title="Carpet",
    summary="Twenty cards side by side, with nothing built on them.",
    text=(
        "Twenty tableau piles of one card, all face up. The remaining 32 cards form the stock.",
        FOUNDATIONS_KEEP,
        _NOTHING_BUILT,
        TURN_ONE,
    ),
    source="Solitaire Forever, Carpet, as Basil Dalton has it",
    tableau=Piles(deal=(1,) * 20, fill_from=frozenset({PileKind.WASTE})),
    stock=Stock(turn=1, redeals=0),
)

CARPET_FOUNDED: Final = replace(
    CARPET,
    id="carpet-founded",
    title="Carpet, aces founded",
    summary="Carpet with the aces on the foundations from the start.",
    text=(
        (
            "The four aces start the foundations. Twenty tableau piles of one card, all face up. "
            "The remaining 28 cards form the stock."
        ),
        *CARPET.text[1:],
    ),
    source="PySolFC, Carpet",
    foundations=Foundations(start=1),
)

GAMES: Final = (CARPET, CARPET_FOUNDED)
