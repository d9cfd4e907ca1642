"""Carpet: twenty cards laid out side by side, and nothing is built on them.

PySolFC puts the aces on the foundations first, and lets foundation cards return to empty piles,
which never helps, as nothing is built on them. Basil Dalton leaves the aces in the pack, as
`Solitaire Forever <http://solitaireforever.com/sf2/games/carpet.html>`_ says. Blake and Gent
publish win rates of both. The player decides when to fill an empty pile, and does so from the
waste.
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

_NOTHING_BUILT: Final = "There is no building on the tableau."

CARPET: Final = Rules(
    id="carpet",
    title="Carpet",
    summary="Twenty cards with nothing built on them.",
    text=(
        "Twenty tableau piles of one card, all face up. The remaining 32 cards form the stock.",
        FOUNDATIONS_KEEP,
        f"{_NOTHING_BUILT} The top card of the waste may fill an empty pile.",
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
    summary="Carpet with the aces on the foundations.",
    text=(
        (
            "The four aces start the foundations. Twenty tableau piles of one card, all face up. "
            "The remaining 28 cards form the stock."
        ),
        "Build the four foundations up in suit from ace to king.",
        (f"{_NOTHING_BUILT} The top card of the waste or of a foundation may fill an empty pile."),
        TURN_ONE,
    ),
    source="PySolFC, Carpet",
    tableau=replace(CARPET.tableau, fill_from=frozenset({PileKind.WASTE, PileKind.FOUNDATION})),
    foundations=Foundations(start=1),
)

GAMES: Final = (CARPET, CARPET_FOUNDED)
