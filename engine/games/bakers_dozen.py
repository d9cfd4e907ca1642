"""Baker's Dozen, Grandfather's Clock and Cruel: short open piles, and every card in sight.

Baker's Dozen and Grandfather's Clock are PySolFC's. In Baker's Dozen it exchanges each king with a
card dealt to its pile before; here the kings go beneath the others, whose order stays, as on a
table. Cruel is played with single cards, as Microsoft, PySolFC and the books have it; runs move in
PySolFC's Relaxed Cruel.
"""

from __future__ import annotations

from typing import Final

from engine.cards import Card, Rank, Suit
from engine.games.sentences import (
    ANY_CARD_FILLS,
    CARDS_STAY,
    EMPTY_PILES_STAY,
    FOUNDATIONS_GIVE_BACK,
    FOUNDATIONS_KEEP,
    SINGLES_MOVE,
    build_tableau,
)
from engine.rules import (
    IN_PLAY_AND_BACK,
    Build,
    Course,
    EmptyPileRule,
    Foundations,
    Piles,
    Rules,
    Stock,
    StockAction,
    SuitRule,
)

BAKERS_DOZEN: Final = Rules(
    id="bakers-dozen",
    title="Baker's Dozen",
    summary="Thirteen short piles, kings at the bottom.",
    text=(
        (
            "All cards are dealt face up to thirteen tableau piles of four. Then the kings are put "
            "beneath the other cards of their piles."
        ),
        FOUNDATIONS_GIVE_BACK,
        build_tableau("down regardless of suit", SINGLES_MOVE, EMPTY_PILES_STAY),
    ),
    source="PySolFC, Baker's Dozen",
    tableau=Piles(
        deal=(4,) * 13,
        build=Build(SuitRule.ANY),
        build_from=IN_PLAY_AND_BACK,
        fill=EmptyPileRule.NOTHING,
        kings_beneath=True,
    ),
)

_SUITS: Final = (Suit.HEARTS, Suit.SPADES, Suit.DIAMONDS, Suit.CLUBS)
_HOURS: Final = tuple(
    Course(Card.of(Rank(first), suit), Card.of(Rank((first + 2) % 12 + 1), suit))
    for first, suit in zip(range(Rank.TWO, Rank.KING + 1), 3 * _SUITS, strict=True)
)

GRANDFATHERS_CLOCK: Final = Rules(
    id="grandfathers-clock",
    title="Grandfather's Clock",
    summary="Twelve foundations, each up to its hour.",
    text=(
        (
            "Twelve cards start the foundations, one for each hour from five o'clock on: the two "
            "of hearts, three of spades, four of diamonds, five of clubs, and so on in this order "
            "of suits up to the king of clubs, at four o'clock. The other cards are dealt face up "
            "to eight tableau piles of five."
        ),
        (
            "Build each foundation up in suit, an ace on a king, until its card shows its hour; a "
            f"jack is eleven, a queen twelve. {CARDS_STAY}"
        ),
        build_tableau("down regardless of suit", SINGLES_MOVE, ANY_CARD_FILLS),
    ),
    source="PySolFC, Grandfather's Clock",
    tableau=Piles(deal=(5,) * 8, build=Build(SuitRule.ANY)),
    foundations=Foundations(start=1, courses=_HOURS),
)

CRUEL: Final = Rules(
    id="cruel",
    title="Cruel",
    summary="Twelve short piles in suit, redealt at will.",
    text=(
        (
            "The four aces start the foundations. The other cards are dealt face up to twelve "
            "tableau piles of four."
        ),
        FOUNDATIONS_KEEP,
        build_tableau("down in suit", SINGLES_MOVE, EMPTY_PILES_STAY),
        (
            "As often as you like, gather the tableau pile by pile, the first one's bottom card "
            "first, and deal it again in that order, four cards to a pile."
        ),
    ),
    source="Microsoft Entertainment Pack, Cruel",
    tableau=Piles(deal=(4,) * 12, build=Build(SuitRule.SAME), fill=EmptyPileRule.NOTHING),
    foundations=Foundations(start=1),
    stock=Stock(action=StockAction.GATHER, redeals=None),
)

GAMES: Final = (BAKERS_DOZEN, GRANDFATHERS_CLOCK, CRUEL)
