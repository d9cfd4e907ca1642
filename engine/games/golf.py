"""Golf, Tri Peaks and Black Hole: cards go to one foundation, a rank up or down, whatever the suit.

PySolFC plays Golf's cards to the waste; here that pile is a foundation, which is how it is used.
Tri Peaks, invented by Robert Hogue in 1989, is played as in PySolFC's Three Peaks and Microsoft's
collection: eighteen cards face down, ten face up, king and ace neighbours. Its points for long
sequences are left out; as in Golf, the score is the cards played.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.games.sentences import EMPTY_PILES_STAY
from engine.rules import (
    Base,
    Build,
    Direction,
    EmptyPileRule,
    Foundations,
    PileKind,
    Piles,
    Rules,
    Stock,
    StockAction,
    SuitRule,
)

_GOLF_DEAL: Final = (
    "Seven tableau piles of five cards, all face up. One card starts the foundation. The remaining "
    "16 cards form the stock."
)
_NOTHING_BUILT: Final = f"There is no building on the tableau. {EMPTY_PILES_STAY}"
_GOLF_STOCK: Final = (
    "Deal cards from the stock to the foundation one at a time, whatever lies there. There is no "
    "redeal."
)

GOLF: Final = Rules(
    id="golf",
    title="Golf",
    summary="Clear it all, each card one rank up or down.",
    text=(
        _GOLF_DEAL,
        (
            "Play the top card of any pile to the foundation if it is one rank above or below the "
            "top card there, regardless of suit; king and ace are not neighbours."
        ),
        _NOTHING_BUILT,
        _GOLF_STOCK,
    ),
    source="PySolFC, Golf",
    tableau=Piles(deal=(5,) * 7, fill=EmptyPileRule.NOTHING),
    foundations=Foundations(base=Base.DEALT, build=Build(SuitRule.ANY, Direction.EITHER)),
    stock=Stock(action=StockAction.FOUNDATION),
)

RELAXED_GOLF: Final = replace(
    GOLF,
    id="relaxed-golf",
    title="Relaxed Golf",
    summary="Golf with king and ace as neighbours.",
    text=(
        _GOLF_DEAL,
        (
            "Play the top card of any pile to the foundation if it is one rank above or below the "
            "top card there, regardless of suit; king and ace are neighbours."
        ),
        _NOTHING_BUILT,
        _GOLF_STOCK,
    ),
    source="PySolFC, Relaxed Golf",
    foundations=Foundations(
        base=Base.DEALT, build=Build(SuitRule.ANY, Direction.EITHER, wraps=True)
    ),
)

TRI_PEAKS: Final = replace(
    RELAXED_GOLF,
    id="tri-peaks",
    title="Tri Peaks",
    summary="Clear three peaks, each one rank up or down.",
    text=(
        (
            "Three peaks of six face-down cards stand on a row of ten that is face up. The next "
            "card starts the foundation. The remaining 23 cards form the stock."
        ),
        (
            "Play a card that no other lies on to the foundation if it is one rank above or below "
            "the top card there, regardless of suit; king and ace are neighbours."
        ),
        "A face-down card is turned up when both cards that lie on it have gone.",
        (
            "Deal cards from the stock to the foundation one at a time, whatever lies there. There "
            "is no redeal."
        ),
    ),
    source="PySolFC, Three Peaks",
    tableau=Piles(
        deal=(1,) * 28,
        face_down=(*(1,) * 18, *(0,) * 10),
        covered_by=(
            *((4, 5), (6, 7), (8, 9)),
            *((10, 11), (11, 12), (13, 14), (14, 15), (16, 17), (17, 18)),
            *((pile, pile + 1) for pile in range(19, 28)),
            *((),) * 10,
        ),
        fill=EmptyPileRule.NOTHING,
    ),
)

BLACK_HOLE: Final = Rules(
    id="black-hole",
    title="Black Hole",
    summary="Seventeen fans onto the ace of spades.",
    text=(
        (
            "The ace of spades starts the foundation. The other cards are dealt face up to 17 "
            "tableau piles of three."
        ),
        (
            "Play the top card of any pile to the foundation if it is one rank above or below the "
            "top card there, regardless of suit; king and ace are neighbours."
        ),
        _NOTHING_BUILT,
    ),
    source="PySolFC, Black Hole; invented by David Parlett",
    tableau=Piles(deal=(3,) * 17, fill=EmptyPileRule.NOTHING),
    foundations=Foundations(start=1, build=Build(SuitRule.ANY, Direction.EITHER, wraps=True)),
)

WORM_HOLE: Final = replace(
    BLACK_HOLE,
    id="worm-hole",
    title="Worm Hole",
    summary="Black Hole with a cell: hardly a deal is lost.",
    text=(
        *BLACK_HOLE.text,
        "The cell holds one card from the tableau, which may be played to the foundation.",
    ),
    source="Solvitaire, Worm Hole",
    cells=Piles(deal=(0,), fill_from=frozenset({PileKind.TABLEAU})),
)

GAMES: Final = (GOLF, RELAXED_GOLF, TRI_PEAKS, BLACK_HOLE, WORM_HOLE)
