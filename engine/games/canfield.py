"""Canfield and its kin: a reserve of thirteen cards, and foundations that begin with any rank.

The rules are PySolFC's: the top card of a pile moves or the whole pile, where others move any part
of it, and once the reserve is used up any card fills an empty pile, where others ask for one from
the waste. The first card of the stock, which it turns before the game begins, is left to the player
here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.cards import Rank
from engine.games.sentences import (
    FOUNDATIONS_KEEP,
    TURNS_ONE_ONCE,
    TURNS_ONE_THRICE,
    TURNS_ONE_TWICE,
    TURNS_THREE_FOR_EVER,
)
from engine.rules import (
    Base,
    Build,
    Difficulty,
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
    "The first card begins a foundation. The next thirteen are the reserve, only its top card face "
    "up, and four begin the tableau piles; the other 34 cards are the stock."
)
_ANY_BASE: Final = (
    "The other foundations begin with the same rank as the first. Build them up in suit, an ace on "
    "a king, to thirteen cards each. A card once there stays there."
)
_RESERVE: Final = "The top card of the reserve is in play, and the next one is turned up."
_FILLED: Final = (
    "An empty pile is filled from the reserve at once; when that is used up, it takes any card."
)


def _builds(how: str) -> str:
    """The sentences on building and moving, given how the tableau builds."""
    return (
        f"The tableau builds down {how}, a king on an ace too. The top card of a pile moves, or "
        "the whole pile as a unit."
    )


CANFIELD: Final = Rules(
    id="canfield",
    title="Canfield",
    summary="Thirteen cards wait in the reserve, and the deal says where the foundations begin.",
    text=(
        _DEAL,
        _ANY_BASE,
        _builds("in alternating colours"),
        f"{_FILLED} {_RESERVE}",
        TURNS_THREE_FOR_EVER,
    ),
    source="PySolFC, Canfield",
    difficulty=Difficulty.HARD,
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

SUPERIOR_CANFIELD: Final = replace(
    CANFIELD,
    id="superior-canfield",
    title="Superior Canfield",
    summary="Canfield with the reserve in sight, and empty piles that are yours to fill.",
    text=(
        (
            "The first card begins a foundation. The next thirteen are the reserve, all face up, "
            "and four begin the tableau piles; the other 34 cards are the stock."
        ),
        _ANY_BASE,
        _builds("in alternating colours"),
        "An empty pile takes any card. Only the top card of the reserve is in play.",
        TURNS_THREE_FOR_EVER,
    ),
    source="PySolFC, Superior Canfield",
    difficulty=Difficulty.HARD,
    tableau=replace(CANFIELD.tableau, refilled=False),
    reserve=replace(CANFIELD.reserve, face_down=()),
)

RAINFALL: Final = replace(
    CANFIELD,
    id="rainfall",
    title="Rainfall",
    summary="Canfield a card at a time, three times through the stock.",
    text=(*CANFIELD.text[:4], TURNS_ONE_THRICE),
    source="PySolFC, Rainfall",
    difficulty=Difficulty.MEDIUM,
    stock=Stock(turn=1, redeals=2),
)

RAINBOW: Final = replace(
    CANFIELD,
    id="rainbow",
    title="Rainbow",
    summary="Canfield built regardless of suit, with one pass a card at a time.",
    text=(
        _DEAL,
        _ANY_BASE,
        _builds("regardless of suit"),
        CANFIELD.text[3],
        TURNS_ONE_ONCE,
    ),
    source="PySolFC, Rainbow",
    difficulty=Difficulty.HARD,
    tableau=replace(CANFIELD.tableau, build=Build(SuitRule.ANY, wraps=True)),
    stock=Stock(turn=1, redeals=0),
)

CHAMELEON: Final = replace(
    RAINBOW,
    id="chameleon",
    title="Chameleon",
    summary="Rainbow with three piles and a reserve of twelve.",
    text=(
        (
            "The first card begins a foundation. The next twelve are the reserve, only its top "
            "card face up, and three begin the tableau piles; the other 36 cards are the stock."
        ),
        *RAINBOW.text[1:],
    ),
    source="PySolFC, Chameleon",
    difficulty=Difficulty.HARD,
    tableau=replace(RAINBOW.tableau, deal=(1,) * 3),
    reserve=replace(CANFIELD.reserve, deal=(12,), face_down=(11,)),
)

STOREHOUSE: Final = replace(
    CANFIELD,
    id="storehouse",
    title="Storehouse",
    summary="Canfield in suit from the twos up, three times through the stock.",
    text=(
        (
            "The four twos begin the foundations. Thirteen cards are the reserve, only its top "
            "card face up, and four begin the tableau piles; the other 31 cards are the stock."
        ),
        (
            "Build the four foundations up in suit from two to king and then the ace. A card once "
            "there stays there."
        ),
        _builds("in suit"),
        CANFIELD.text[3],
        TURNS_ONE_THRICE,
    ),
    source="PySolFC, Storehouse",
    difficulty=Difficulty.MEDIUM,
    tableau=replace(CANFIELD.tableau, build=Build(SuitRule.SAME, wraps=True)),
    foundations=Foundations(base=Rank.TWO, start=1),
    stock=Stock(turn=1, redeals=2),
    deal_order=(PileKind.RESERVE, PileKind.TABLEAU, PileKind.CELL),
)

ACME: Final = replace(
    STOREHOUSE,
    id="acme",
    title="Acme",
    summary="Canfield in suit from the aces up, single cards only.",
    text=(
        (
            "The four aces begin the foundations. Thirteen cards are the reserve, only its top "
            "card face up, and four begin the tableau piles; the other 31 cards are the stock."
        ),
        FOUNDATIONS_KEEP,
        "The tableau builds down in suit. Cards move one at a time.",
        f"{_FILLED} {_RESERVE}",
        TURNS_ONE_TWICE,
    ),
    source="PySolFC, Acme",
    difficulty=Difficulty.HARD,
    tableau=replace(CANFIELD.tableau, build=Build(SuitRule.SAME), move_unit=MoveUnit.SINGLE),
    foundations=Foundations(start=1),
    stock=Stock(turn=1, redeals=1),
)

AMERICAN_TOAD: Final = replace(
    CANFIELD,
    id="american-toad",
    title="American Toad",
    summary="Two decks in eight piles, built in suit, with a reserve of twenty in sight.",
    text=(
        (
            "Two decks. The first card begins a foundation. The next twenty are the reserve, all "
            "face up, and eight begin the tableau piles; the other 75 cards are the stock."
        ),
        _ANY_BASE,
        _builds("in suit"),
        f"{_FILLED} Only the top card of the reserve is in play.",
        TURNS_ONE_TWICE,
    ),
    source="PySolFC, American Toad",
    difficulty=Difficulty.EASY,
    decks=2,
    tableau=replace(CANFIELD.tableau, deal=(1,) * 8, build=Build(SuitRule.SAME, wraps=True)),
    reserve=replace(CANFIELD.reserve, deal=(20,), face_down=()),
    stock=Stock(turn=1, redeals=1),
)

GAMES: Final = (
    CANFIELD,
    SUPERIOR_CANFIELD,
    RAINFALL,
    RAINBOW,
    CHAMELEON,
    STOREHOUSE,
    ACME,
    AMERICAN_TOAD,
)
