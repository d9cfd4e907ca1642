"""Flower Garden and its family: building regardless of suit, with a reserve that is all available.

The rules are PySolFC's.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.games.sentences import (
    ANY_SUCH_RUN_FILLS,
    FOUNDATIONS_GIVE_BACK,
    RESERVE_IS_AVAILABLE,
    RUNS_IN_SUIT_MOVE,
    SINGLES_REGARDLESS_ANY,
    build_tableau,
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
)

_FLOWER_GARDEN_DEAL: Final = (
    "Six tableau piles of six cards, the flower beds, all face up. The last sixteen cards form the "
    "reserve, the bouquet."
)

FLOWER_GARDEN: Final = Rules(
    id="flower-garden",
    title="Flower Garden",
    summary="Six flower beds, and a bouquet of sixteen cards to plant in them.",
    text=(_FLOWER_GARDEN_DEAL, FOUNDATIONS_GIVE_BACK, SINGLES_REGARDLESS_ANY, RESERVE_IS_AVAILABLE),
    source="PySolFC, Flower Garden",
    difficulty=Difficulty.MEDIUM,
    tableau=Piles(
        deal=(6,) * 6,
        build=Build(SuitRule.ANY),
        build_from=IN_PLAY_AND_BACK,
        fill_from=IN_PLAY_AND_BACK,
    ),
    reserve=Piles(deal=(1,) * 16, fill=EmptyPileRule.NOTHING),
)

WILDFLOWER: Final = replace(
    FLOWER_GARDEN,
    id="wildflower",
    title="Wildflower",
    summary="Flower Garden, but runs in suit move as a unit.",
    text=(
        _FLOWER_GARDEN_DEAL,
        FOUNDATIONS_GIVE_BACK,
        build_tableau("down regardless of suit", RUNS_IN_SUIT_MOVE, ANY_SUCH_RUN_FILLS),
        RESERVE_IS_AVAILABLE,
    ),
    source="PySolFC, Wildflower",
    difficulty=Difficulty.EASY,
    tableau=replace(FLOWER_GARDEN.tableau, move_unit=MoveUnit.RUN, run=Build(SuitRule.SAME)),
)

BRIGADE: Final = replace(
    FLOWER_GARDEN,
    id="brigade",
    title="Brigade",
    summary="Seven short piles, the aces already on the foundations, and a reserve of thirteen.",
    text=(
        (
            "The four aces start the foundations. Seven tableau piles of five cards, all face up. "
            "The last thirteen cards form the reserve."
        ),
        FOUNDATIONS_GIVE_BACK,
        SINGLES_REGARDLESS_ANY,
        RESERVE_IS_AVAILABLE,
    ),
    source="PySolFC, Brigade",
    difficulty=Difficulty.EASY,
    tableau=replace(FLOWER_GARDEN.tableau, deal=(5,) * 7),
    reserve=Piles(deal=(1,) * 13, fill=EmptyPileRule.NOTHING),
    foundations=Foundations(start=1),
)

GAMES: Final = (FLOWER_GARDEN, WILDFLOWER, BRIGADE)
