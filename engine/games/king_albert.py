"""King Albert and its kin: every card dealt at once, some of them to a reserve that is all in play.

The rules are PySolFC's. It deals the longer rows of King Albert and of Northwest Territory first,
which makes other deals of the same shapes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.games.sentences import (
    BLAKE_GENT,
    BUILDS_ALTERNATING_ANY,
    BUILDS_ALTERNATING_KINGS,
    FOUNDATIONS_GIVE_BACK,
    HIDDEN_CARDS_TURN,
    RESERVE_IS_IN_PLAY,
    SINGLES_ALTERNATING_ANY,
)
from engine.rules import (
    IN_PLAY_AND_BACK,
    Build,
    Difficulty,
    EmptyPileRule,
    Foundations,
    MoveUnit,
    Piles,
    Rules,
    SuitRule,
    WinRate,
)

_KING_ALBERT_DEAL: Final = (
    "Nine tableau piles of one to nine cards, all face up; the last seven cards are the reserve."
)
_RAGLAN_DEAL: Final = (
    "The four aces begin the foundations. Nine tableau piles, all face up: one to six cards on the "
    "first six, seven on each of the others; the last six cards are the reserve."
)

KING_ALBERT: Final = Rules(
    id="king-albert",
    title="King Albert",
    summary="Single cards in alternating colours, and seven cards beside the tableau to help.",
    text=(_KING_ALBERT_DEAL, FOUNDATIONS_GIVE_BACK, SINGLES_ALTERNATING_ANY, RESERVE_IS_IN_PLAY),
    source="PySolFC, King Albert",
    difficulty=Difficulty.HARD,
    win_rate=WinRate(68.542, 0.092, BLAKE_GENT),
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
    summary="King Albert whose runs move whole.",
    text=(_KING_ALBERT_DEAL, FOUNDATIONS_GIVE_BACK, BUILDS_ALTERNATING_ANY, RESERVE_IS_IN_PLAY),
    source="PySolFC, Queen Victoria",
    difficulty=Difficulty.MEDIUM,
    win_rate=None,
    tableau=replace(KING_ALBERT.tableau, move_unit=MoveUnit.RUN),
)

RAGLAN: Final = replace(
    KING_ALBERT,
    id="raglan",
    title="Raglan",
    summary="King Albert with the aces out of the way, and six cards in reserve.",
    text=(_RAGLAN_DEAL, FOUNDATIONS_GIVE_BACK, SINGLES_ALTERNATING_ANY, RESERVE_IS_IN_PLAY),
    source="PySolFC, Raglan",
    difficulty=Difficulty.MEDIUM,
    win_rate=WinRate(81.226, 0.085, BLAKE_GENT),
    tableau=replace(KING_ALBERT.tableau, deal=(1, 2, 3, 4, 5, 6, 7, 7, 7)),
    reserve=Piles(deal=(1,) * 6, fill=EmptyPileRule.NOTHING),
    foundations=Foundations(start=1),
)

RELAXED_RAGLAN: Final = replace(
    RAGLAN,
    id="relaxed-raglan",
    title="Relaxed Raglan",
    summary="Raglan whose runs move whole.",
    text=(_RAGLAN_DEAL, FOUNDATIONS_GIVE_BACK, BUILDS_ALTERNATING_ANY, RESERVE_IS_IN_PLAY),
    source="PySolFC, Relaxed Raglan",
    difficulty=Difficulty.EASY,
    win_rate=None,
    tableau=replace(RAGLAN.tableau, move_unit=MoveUnit.RUN),
)

NORTHWEST_TERRITORY: Final = Rules(
    id="northwest-territory",
    title="Northwest Territory",
    summary="A wider Klondike whose stock lies open: sixteen cards, all in play.",
    text=(
        (
            "Eight tableau piles of one to eight cards, only their top cards face up; the last "
            "sixteen cards are the reserve."
        ),
        FOUNDATIONS_GIVE_BACK,
        f"{BUILDS_ALTERNATING_KINGS} {HIDDEN_CARDS_TURN}",
        RESERVE_IS_IN_PLAY,
    ),
    source="PySolFC, Northwest Territory",
    difficulty=Difficulty.HARD,
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
    summary="Northwest Territory with all cards face up.",
    text=(
        (
            "Eight tableau piles of one to eight cards, all face up; the last sixteen cards are "
            "the reserve."
        ),
        FOUNDATIONS_GIVE_BACK,
        BUILDS_ALTERNATING_KINGS,
        RESERVE_IS_IN_PLAY,
    ),
    source="PySolFC, Artic Garden",
    difficulty=Difficulty.MEDIUM,
    tableau=replace(NORTHWEST_TERRITORY.tableau, face_down=()),
)

_SOMERSET_DEAL: Final = (
    "Ten tableau piles, all face up: one to six cards on the first six, seven on the next and "
    "eight on each of the last three."
)

SOMERSET: Final = Rules(
    id="somerset",
    title="Somerset",
    summary="King Albert without a reserve.",
    text=(
        _SOMERSET_DEAL,
        FOUNDATIONS_GIVE_BACK,
        (
            "The tableau builds down in alternating colours; an empty pile takes any card. As many "
            "cards of a run move as a unit as could be carried one by one over the empty piles."
        ),
    ),
    source="PySolFC, Somerset",
    difficulty=Difficulty.HARD,
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
    summary="Somerset built in any suit but a card's own.",
    text=(
        _SOMERSET_DEAL,
        FOUNDATIONS_GIVE_BACK,
        (
            "The tableau builds down in any suit but a card's own. Cards move one at a time; an "
            "empty pile takes any card."
        ),
    ),
    source="PySolFC, Morehead",
    difficulty=Difficulty.EASY,
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
