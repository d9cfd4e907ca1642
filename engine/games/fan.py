"""Fan, La Belle Lucie and their kin: many small piles, fanned out so that every card is seen.

The rules are PySolFC's, with one limit: in Free Fan it also lets a foundation card go to a cell,
which is never of use; here it comes back onto the tableau only.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.games.sentences import FOUNDATIONS_GIVE_BACK
from engine.rules import (
    IN_PLAY_AND_BACK,
    Build,
    Difficulty,
    Direction,
    EmptyPileRule,
    Foundations,
    MoveUnit,
    Piles,
    Rules,
    Stock,
    StockAction,
    SuitRule,
)

_FANS: Final = (
    "All cards are dealt face up to eighteen tableau piles: seventeen fans of three cards, and a "
    "single card."
)
_FANS_WITHOUT_ACES: Final = (
    "The four aces begin the foundations. The other cards are dealt face up to sixteen tableau "
    "piles of three."
)
_KINGS: Final = "Cards move one at a time; an empty pile takes only a king."
_EMPTY: Final = "Cards move one at a time; an empty pile stays empty."
_GATHERS: Final = (
    "Twice the stock gathers what is left in the tableau, shuffles it and deals it anew in fans "
    "of three, the last one shorter where the cards do not go round."
)

FAN: Final = Rules(
    id="fan",
    title="Fan",
    summary="Eighteen fans built in suit, and every card in sight.",
    text=(_FANS, FOUNDATIONS_GIVE_BACK, f"The tableau builds down in suit. {_KINGS}"),
    source="PySolFC, Fan",
    difficulty=Difficulty.HARD,
    tableau=Piles(
        deal=(*(3,) * 17, 1),
        build=Build(SuitRule.SAME),
        build_from=IN_PLAY_AND_BACK,
        fill=EmptyPileRule.KING,
        fill_from=IN_PLAY_AND_BACK,
    ),
)

FREE_FAN: Final = replace(
    FAN,
    id="free-fan",
    title="Free Fan",
    summary="Fan with two cells.",
    text=(
        _FANS,
        FOUNDATIONS_GIVE_BACK,
        (
            "The tableau builds down in suit; an empty pile takes only a king or a run headed by "
            "one. As many cards of a run move as a unit as could be carried one by one over the "
            "empty cells: one more than there are empty cells."
        ),
        "Each of the two cells holds any one card from the tableau.",
    ),
    source="PySolFC, Free Fan",
    difficulty=Difficulty.EASY,
    tableau=replace(FAN.tableau, move_unit=MoveUnit.SUPERMOVE),
    cells=Piles(deal=(0,) * 2),
)

CEILING_FAN: Final = replace(
    FAN,
    id="ceiling-fan",
    title="Ceiling Fan",
    summary="Fan built in alternating colours.",
    text=(
        _FANS,
        FOUNDATIONS_GIVE_BACK,
        f"The tableau builds down in alternating colours. {_KINGS}",
    ),
    source="PySolFC, Ceiling Fan",
    difficulty=Difficulty.HARD,
    tableau=replace(FAN.tableau, build=Build(SuitRule.ALTERNATING)),
)

BOX_FAN: Final = replace(
    CEILING_FAN,
    id="box-fan",
    title="Box Fan",
    summary="Sixteen fans built in alternating colours, the aces out of the way.",
    text=(
        _FANS_WITHOUT_ACES,
        FOUNDATIONS_GIVE_BACK,
        f"The tableau builds down in alternating colours. {_KINGS}",
    ),
    source="PySolFC, Box Fan",
    difficulty=Difficulty.MEDIUM,
    tableau=replace(CEILING_FAN.tableau, deal=(3,) * 16),
    foundations=Foundations(start=1),
)

LA_BELLE_LUCIE: Final = replace(
    FAN,
    id="la-belle-lucie",
    title="La Belle Lucie",
    summary="Fans in suit that never fill up again, but are twice shuffled and dealt anew.",
    text=(_FANS, FOUNDATIONS_GIVE_BACK, f"The tableau builds down in suit. {_EMPTY}", _GATHERS),
    source="PySolFC, La Belle Lucie",
    difficulty=Difficulty.HARD,
    tableau=replace(FAN.tableau, fill=EmptyPileRule.NOTHING),
    stock=Stock(action=StockAction.RESHUFFLE, redeals=2),
)

SUPER_FLOWER_GARDEN: Final = replace(
    LA_BELLE_LUCIE,
    id="super-flower-garden",
    title="Super Flower Garden",
    summary="La Belle Lucie built regardless of suit.",
    text=(
        _FANS,
        FOUNDATIONS_GIVE_BACK,
        f"The tableau builds down regardless of suit. {_EMPTY}",
        _GATHERS,
    ),
    source="PySolFC, Super Flower Garden",
    difficulty=Difficulty.EASY,
    tableau=replace(LA_BELLE_LUCIE.tableau, build=Build(SuitRule.ANY)),
)

HOUSE_IN_THE_WOOD: Final = Rules(
    id="house-in-the-wood",
    title="House in the Wood",
    summary="Two decks in thirty-five fans, built up or down in suit.",
    text=(
        (
            "Two decks are dealt face up to 35 tableau piles: 34 fans of three cards, and one of "
            "two."
        ),
        (
            "Build the eight foundations up in suit from ace to king. Their top cards may be "
            "played back onto the tableau."
        ),
        f"The tableau builds up or down in suit. {_EMPTY}",
    ),
    source="PySolFC, House in the Wood",
    difficulty=Difficulty.MEDIUM,
    decks=2,
    tableau=Piles(
        deal=(*(3,) * 34, 2),
        build=Build(SuitRule.SAME, Direction.EITHER),
        build_from=IN_PLAY_AND_BACK,
        fill=EmptyPileRule.NOTHING,
    ),
)

GAMES: Final = (
    FAN,
    FREE_FAN,
    CEILING_FAN,
    BOX_FAN,
    LA_BELLE_LUCIE,
    SUPER_FLOWER_GARDEN,
    HOUSE_IN_THE_WOOD,
)
