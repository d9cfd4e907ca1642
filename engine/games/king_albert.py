"""King Albert and its family: every card dealt, some to a reserve that is all available.

The rules are PySolFC's. It deals the longest rows of King Albert and Northwest Territory first, so
its deals differ from those here. It spells Arctic Garden "Artic Garden".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.games.sentences import (
    ALTERNATING,
    ANY_CARD_FILLS,
    BUILDS_ALTERNATING_ANY,
    BUILDS_ALTERNATING_KINGS,
    FOUNDATIONS_GIVE_BACK,
    HIDDEN_CARDS_TURN,
    MOVE_BY_PILES,
    RESERVE_IS_AVAILABLE,
    SINGLES_ALTERNATING_ANY,
    SINGLES_OTHER_ANY,
    build_tableau,
)
from engine.rules import (
    IN_PLAY_AND_BACK,
    Build,
    EmptyPileRule,
    Foundations,
    MoveUnit,
    Piles,
    Rules,
    SuitRule,
)

_KING_ALBERT_DEAL: Final = (
    "Nine tableau piles of one to nine cards, all face up. The last seven cards form the reserve."
)
_RAGLAN_DEAL: Final = (
    "The four aces start the foundations. Nine tableau piles, all face up: one to six cards in the "
    "first six, and seven in each of the others. The last six cards form the reserve."
)

KING_ALBERT: Final = Rules(
    id="king-albert",
    title="King Albert",
    summary="Alternating colours, and a reserve of seven.",
    text=(_KING_ALBERT_DEAL, FOUNDATIONS_GIVE_BACK, SINGLES_ALTERNATING_ANY, RESERVE_IS_AVAILABLE),
    source="PySolFC, King Albert",
    tableau=Piles(
        deal=(1, 2, 3, 4, 5, 6, 7, 8, 9),
        build=Build(SuitRule.ALTERNATING),
        build_from=IN_PLAY_AND_BACK,
        fill_from=IN_PLAY_AND_BACK,
    ),
    reserve=Piles(deal=(1,) * 7, fill=EmptyPileRule.NOTHING),
)

QUEEN_VICTORIA: Final = replace(
    KING_ALBERT,
    id="queen-victoria",
    title="Queen Victoria",
    summary="King Albert, but runs move as a unit.",
    text=(_KING_ALBERT_DEAL, FOUNDATIONS_GIVE_BACK, BUILDS_ALTERNATING_ANY, RESERVE_IS_AVAILABLE),
    source="PySolFC, Queen Victoria",
    tableau=replace(KING_ALBERT.tableau, move_unit=MoveUnit.RUN),
)

RAGLAN: Final = replace(
    KING_ALBERT,
    id="raglan",
    title="Raglan",
    summary="King Albert with aces out, six in reserve.",
    text=(_RAGLAN_DEAL, FOUNDATIONS_GIVE_BACK, SINGLES_ALTERNATING_ANY, RESERVE_IS_AVAILABLE),
    source="PySolFC, Raglan",
    tableau=replace(KING_ALBERT.tableau, deal=(1, 2, 3, 4, 5, 6, 7, 7, 7)),
    reserve=Piles(deal=(1,) * 6, fill=EmptyPileRule.NOTHING),
    foundations=Foundations(start=1),
)

RELAXED_RAGLAN: Final = replace(
    RAGLAN,
    id="relaxed-raglan",
    title="Relaxed Raglan",
    summary="Raglan, but runs move as a unit.",
    text=(_RAGLAN_DEAL, FOUNDATIONS_GIVE_BACK, BUILDS_ALTERNATING_ANY, RESERVE_IS_AVAILABLE),
    source="PySolFC, Relaxed Raglan",
    tableau=replace(RAGLAN.tableau, move_unit=MoveUnit.RUN),
)

NORTHWEST_TERRITORY: Final = Rules(
    id="northwest-territory",
    title="Northwest Territory",
    summary="Klondike with a reserve instead of a stock.",
    text=(
        (
            "Eight tableau piles of one to eight cards, only the top cards face up. The last "
            "sixteen cards form the reserve."
        ),
        FOUNDATIONS_GIVE_BACK,
        f"{BUILDS_ALTERNATING_KINGS} {HIDDEN_CARDS_TURN}",
        RESERVE_IS_AVAILABLE,
    ),
    source="PySolFC, Northwest Territory",
    tableau=Piles(
        deal=(1, 2, 3, 4, 5, 6, 7, 8),
        face_down=(0, 1, 2, 3, 4, 5, 6, 7),
        build=Build(SuitRule.ALTERNATING),
        build_from=IN_PLAY_AND_BACK,
        fill=EmptyPileRule.KING,
        fill_from=IN_PLAY_AND_BACK,
        move_unit=MoveUnit.RUN,
    ),
    reserve=Piles(deal=(1,) * 16, fill=EmptyPileRule.NOTHING),
)

ARCTIC_GARDEN: Final = replace(
    NORTHWEST_TERRITORY,
    id="arctic-garden",
    title="Arctic Garden",
    summary="Northwest Territory with every card face up.",
    text=(
        (
            "Eight tableau piles of one to eight cards, all face up. The last sixteen cards form "
            "the reserve."
        ),
        FOUNDATIONS_GIVE_BACK,
        BUILDS_ALTERNATING_KINGS,
        RESERVE_IS_AVAILABLE,
    ),
    source="PySolFC, Artic Garden",
    tableau=replace(NORTHWEST_TERRITORY.tableau, face_down=()),
)

_SOMERSET_DEAL: Final = (
    "Ten tableau piles, all face up: one to six cards in the first six, seven in the next, and "
    "eight in each of the last three."
)

SOMERSET: Final = Rules(
    id="somerset",
    title="Somerset",
    summary="King Albert without a reserve.",
    text=(
        _SOMERSET_DEAL,
        FOUNDATIONS_GIVE_BACK,
        build_tableau(ALTERNATING, ANY_CARD_FILLS, MOVE_BY_PILES),
    ),
    source="PySolFC, Somerset",
    tableau=Piles(
        deal=(1, 2, 3, 4, 5, 6, 7, 8, 8, 8),
        build=Build(SuitRule.ALTERNATING),
        build_from=IN_PLAY_AND_BACK,
        fill_from=IN_PLAY_AND_BACK,
        move_unit=MoveUnit.SUPERMOVE,
    ),
)

MOREHEAD: Final = replace(
    SOMERSET,
    id="morehead",
    title="Morehead",
    summary="Somerset built on any other suit.",
    text=(
        _SOMERSET_DEAL,
        FOUNDATIONS_GIVE_BACK,
        SINGLES_OTHER_ANY,
    ),
    source="PySolFC, Morehead",
    tableau=replace(SOMERSET.tableau, build=Build(SuitRule.OTHER), move_unit=MoveUnit.SINGLE),
)

GAMES: Final = (
    KING_ALBERT,
    QUEEN_VICTORIA,
    RAGLAN,
    RELAXED_RAGLAN,
    NORTHWEST_TERRITORY,
    ARCTIC_GARDEN,
    SOMERSET,
    MOREHEAD,
)
