"""Canfield and its family: a reserve of thirteen cards, and foundations that start at any rank.

The rules are PySolFC's: only the top card of a pile or the whole pile moves, where others move any
part of it, and once the reserve runs out any card may fill an empty pile, where others ask for one
from the waste. PySolFC turns the first card of the stock before play begins; here the player does.

Building goes round the corner wherever the foundations start, as in PySolFC; in the game whose win
rates are published it ends at their base. Canfield by Runs is the one whose runs move in part;
Canfield by Piles is the older one, in which a top card leaves its pile only for a foundation.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.cards import Rank
from engine.games.sentences import (
    ANY_CARD_FILLS,
    CARDS_STAY,
    FOUNDATIONS_KEEP,
    RUNS_MOVE,
    SINGLES_MOVE,
    TURN_ONE,
    TURN_ONE_REDEAL_ONCE,
    TURN_ONE_REDEAL_TWICE,
    TURN_THREE_REDEAL_AT_WILL,
    build_tableau,
)
from engine.rules import (
    Base,
    Build,
    EmptyPileRule,
    Foundations,
    MoveUnit,
    PileKind,
    Piles,
    Rules,
    Stock,
    SuitRule,
)

_DEAL: Final = (
    "The first card starts a foundation, the next thirteen form the reserve, only its top card "
    "face up, and four start the tableau piles. The remaining 34 cards form the stock."
)
_ANY_BASE: Final = (
    "The other foundations start with the same rank. Build them all up in suit, from king to ace "
    f"where needed, until each has thirteen cards. {CARDS_STAY}"
)
_RESERVE: Final = "The top card of the reserve is available for play; the next is turned up."
_FILLED: Final = (
    "Empty piles are filled from the reserve at once; when it runs out, any card may fill them."
)
_PILES_MOVE: Final = (
    "Only a whole pile may be moved to another; its top card may go to a foundation."
)


def _builds(how: str) -> str:
    """State how the tableau is built and which cards move."""
    return build_tableau(
        f"down {how}, with king on ace",
        "Only the top card of a pile or the whole pile may be moved.",
    )


CANFIELD: Final = Rules(
    id="canfield",
    title="Canfield",
    summary="A reserve of thirteen, a first rank by chance.",
    text=(
        _DEAL,
        _ANY_BASE,
        _builds("in alternating colours"),
        f"{_FILLED} {_RESERVE}",
        TURN_THREE_REDEAL_AT_WILL,
    ),
    source="PySolFC, Canfield",
    tableau=Piles(
        deal=(1,) * 4,
        build=Build(SuitRule.ALTERNATING, wraps=True),
        move_unit=MoveUnit.PILE,
        refilled=True,
    ),
    reserve=Piles(deal=(13,), face_down=(12,), fill=EmptyPileRule.NOTHING),
    foundations=Foundations(base=Base.DEALT),
    stock=Stock(turn=3, redeals=None),
    deal_order=(PileKind.FOUNDATION, PileKind.RESERVE, PileKind.TABLEAU, PileKind.CELL),
)

CANFIELD_BY_RUNS: Final = replace(
    CANFIELD,
    id="canfield-by-runs",
    title="Canfield by Runs",
    summary="Canfield, but any part of a run may be moved.",
    text=(
        _DEAL,
        _ANY_BASE,
        build_tableau("down in alternating colours, with king on ace", RUNS_MOVE),
        *CANFIELD.text[3:],
    ),
    source="Solvitaire, Canfield",
    tableau=replace(CANFIELD.tableau, move_unit=MoveUnit.RUN),
)

CANFIELD_BY_PILES: Final = replace(
    CANFIELD,
    id="canfield-by-piles",
    title="Canfield by Piles",
    summary="Canfield, but only whole piles may be moved.",
    text=(
        _DEAL,
        _ANY_BASE,
        build_tableau("down in alternating colours, with king on ace", _PILES_MOVE),
        (
            "Empty piles are filled from the reserve at once; when it runs out, only the top card "
            f"of the waste may fill them. {_RESERVE}"
        ),
        TURN_THREE_REDEAL_AT_WILL,
    ),
    source="Solitaire Forever, Canfield",
    tableau=replace(
        CANFIELD.tableau,
        move_unit=MoveUnit.WHOLE_PILE,
        fill_from=frozenset({PileKind.WASTE}),
    ),
)

SUPERIOR_CANFIELD: Final = replace(
    CANFIELD,
    id="superior-canfield",
    title="Superior Canfield",
    summary="Canfield with the reserve face up.",
    text=(
        (
            "The first card starts a foundation, the next thirteen form the reserve, all face up, "
            "and four start the tableau piles. The remaining 34 cards form the stock."
        ),
        _ANY_BASE,
        _builds("in alternating colours"),
        f"{ANY_CARD_FILLS} Only the top card of the reserve is available for play.",
        TURN_THREE_REDEAL_AT_WILL,
    ),
    source="PySolFC, Superior Canfield",
    tableau=replace(CANFIELD.tableau, refilled=False),
    reserve=replace(CANFIELD.reserve, face_down=()),
)

RAINFALL: Final = replace(
    CANFIELD,
    id="rainfall",
    title="Rainfall",
    summary="Canfield, card by card, in three passes.",
    text=(*CANFIELD.text[:4], TURN_ONE_REDEAL_TWICE),
    source="PySolFC, Rainfall",
    stock=Stock(turn=1, redeals=2),
)

RAINBOW: Final = replace(
    CANFIELD,
    id="rainbow",
    title="Rainbow",
    summary="Canfield regardless of suit, in a single pass.",
    text=(
        _DEAL,
        _ANY_BASE,
        _builds("regardless of suit"),
        CANFIELD.text[3],
        TURN_ONE,
    ),
    source="PySolFC, Rainbow",
    tableau=replace(CANFIELD.tableau, build=Build(SuitRule.ANY, wraps=True)),
    stock=Stock(turn=1, redeals=0),
)

CHAMELEON: Final = replace(
    RAINBOW,
    id="chameleon",
    title="Chameleon",
    summary="Rainbow with three piles, twelve in reserve.",
    text=(
        (
            "The first card starts a foundation, the next twelve form the reserve, only its top "
            "card face up, and three start the tableau piles. The remaining 36 cards form the "
            "stock."
        ),
        *RAINBOW.text[1:],
    ),
    source="PySolFC, Chameleon",
    tableau=replace(RAINBOW.tableau, deal=(1,) * 3),
    reserve=replace(CANFIELD.reserve, deal=(12,), face_down=(11,)),
)

STOREHOUSE: Final = replace(
    CANFIELD,
    id="storehouse",
    title="Storehouse",
    summary="Canfield built in suit, from the twos up.",
    text=(
        (
            "The four twos start the foundations, thirteen cards form the reserve, only its top "
            "card face up, and four start the tableau piles. The remaining 31 cards form the stock."
        ),
        (f"Build the four foundations up in suit from two to king, then the ace. {CARDS_STAY}"),
        _builds("in suit"),
        CANFIELD.text[3],
        TURN_ONE_REDEAL_TWICE,
    ),
    source="PySolFC, Storehouse",
    tableau=replace(CANFIELD.tableau, build=Build(SuitRule.SAME, wraps=True)),
    foundations=Foundations(base=Rank.TWO, start=1),
    stock=Stock(turn=1, redeals=2),
    deal_order=(PileKind.RESERVE, PileKind.TABLEAU, PileKind.CELL),
)

ACME: Final = replace(
    STOREHOUSE,
    id="acme",
    title="Acme",
    summary="Canfield built in suit, from the aces up.",
    text=(
        (
            "The four aces start the foundations, thirteen cards form the reserve, only its top "
            "card face up, and four start the tableau piles. The remaining 31 cards form the stock."
        ),
        FOUNDATIONS_KEEP,
        build_tableau("down in suit", SINGLES_MOVE),
        f"{_FILLED} {_RESERVE}",
        TURN_ONE_REDEAL_ONCE,
    ),
    source="PySolFC, Acme",
    tableau=replace(CANFIELD.tableau, build=Build(SuitRule.SAME), move_unit=MoveUnit.SINGLE),
    foundations=Foundations(start=1),
    stock=Stock(turn=1, redeals=1),
)

AMERICAN_TOAD: Final = replace(
    CANFIELD,
    id="american-toad",
    title="American Toad",
    summary="Two decks and an open reserve of twenty.",
    text=(
        (
            "Two decks. The first card starts a foundation, the next twenty form the reserve, all "
            "face up, and eight start the tableau piles. The remaining 75 cards form the stock."
        ),
        _ANY_BASE,
        _builds("in suit"),
        f"{_FILLED} Only the top card of the reserve is available for play.",
        TURN_ONE_REDEAL_ONCE,
    ),
    source="PySolFC, American Toad",
    decks=2,
    tableau=replace(CANFIELD.tableau, deal=(1,) * 8, build=Build(SuitRule.SAME, wraps=True)),
    reserve=replace(CANFIELD.reserve, deal=(20,), face_down=()),
    stock=Stock(turn=1, redeals=1),
)

DUCHESS: Final = Rules(
    id="duchess",
    title="Duchess",
    summary="You choose the rank the foundations begin on.",
    text=(
        (
            "A reserve of four piles of three cards and four tableau piles of one card, all face "
            "up. The remaining 36 cards form the stock."
        ),
        (
            "Before anything else, choose one of the top cards of the reserve to begin a "
            "foundation with. The other foundations start with the same rank. Build them all up in "
            f"suit, from king to ace where needed, until each has thirteen cards. {CARDS_STAY}"
        ),
        build_tableau("down in alternating colours", "A king goes on an ace.", RUNS_MOVE),
        (
            "Only the top cards of the reserve are available for play. Only they may fill an empty "
            "pile; once there are none, the top card of the waste may."
        ),
        TURN_ONE_REDEAL_ONCE,
    ),
    source="Wikipedia, Duchess",
    tableau=Piles(
        deal=(1,) * 4,
        build=Build(SuitRule.ALTERNATING, wraps=True),
        fill_from=frozenset({PileKind.RESERVE, PileKind.WASTE}),
        fill_first=PileKind.RESERVE,
        move_unit=MoveUnit.RUN,
    ),
    reserve=Piles(deal=(3,) * 4, fill=EmptyPileRule.NOTHING),
    foundations=Foundations(base=Base.CHOSEN),
    stock=Stock(turn=1, redeals=1),
    deal_order=(PileKind.RESERVE, PileKind.TABLEAU, PileKind.CELL),
)

GAMES: Final = (
    CANFIELD,
    CANFIELD_BY_RUNS,
    CANFIELD_BY_PILES,
    SUPERIOR_CANFIELD,
    RAINFALL,
    RAINBOW,
    CHAMELEON,
    STOREHOUSE,
    ACME,
    AMERICAN_TOAD,
    DUCHESS,
)
