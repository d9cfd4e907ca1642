"""Flower Garden and its family: building regardless of suit, with a reserve that is all available.

The rules are PySolFC's, except for Thirty, whose rules are those of `Solvitaire
<https://github.com/thecharlieblake/Solvitaire>`_, the program behind its published win rate:
PySolFC deals six piles of five and moves only runs in suit. Thirty is often played with a piquet
pack, in which the seven follows the ace; with the ace to the eight of each suit it is the same
game.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.cards import Rank
from engine.games.sentences import (
    ANY_RUN_FILLS,
    ANY_SUCH_RUN_FILLS,
    CARDS_STAY,
    FOUNDATIONS_GIVE_BACK,
    RESERVE_IS_AVAILABLE,
    RUNS_IN_SUIT_MOVE,
    RUNS_MOVE,
    SINGLES_REGARDLESS_ANY,
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

_FLOWER_GARDEN_DEAL: Final = (
    "Six tableau piles of six cards, the flower beds, all face up. The last sixteen cards form the "
    "reserve, the bouquet."
)

FLOWER_GARDEN: Final = Rules(
    id="flower-garden",
    title="Flower Garden",
    summary="Six flower beds, and sixteen cards to plant.",
    text=(_FLOWER_GARDEN_DEAL, FOUNDATIONS_GIVE_BACK, SINGLES_REGARDLESS_ANY, RESERVE_IS_AVAILABLE),
    source="PySolFC, Flower Garden",
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
    summary="Flower Garden, but runs in suit move.",
    text=(
        _FLOWER_GARDEN_DEAL,
        FOUNDATIONS_GIVE_BACK,
        build_tableau("down regardless of suit", RUNS_IN_SUIT_MOVE, ANY_SUCH_RUN_FILLS),
        RESERVE_IS_AVAILABLE,
    ),
    source="PySolFC, Wildflower",
    tableau=replace(FLOWER_GARDEN.tableau, move_unit=MoveUnit.RUN, run=Build(SuitRule.SAME)),
)

BRIGADE: Final = replace(
    FLOWER_GARDEN,
    id="brigade",
    title="Brigade",
    summary="Seven short piles, a reserve of thirteen.",
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
    tableau=replace(FLOWER_GARDEN.tableau, deal=(5,) * 7),
    reserve=Piles(deal=(1,) * 13, fill=EmptyPileRule.NOTHING),
    foundations=Foundations(start=1),
)

THIRTY: Final = Rules(
    id="thirty",
    title="Thirty",
    summary="A short deck in five piles.",
    text=(
        (
            "A short deck: ace to eight of each suit. Five tableau piles of six cards, all face "
            "up. The remaining two cards form the reserve."
        ),
        f"Build the four foundations up in suit from ace to eight. {CARDS_STAY}",
        build_tableau("down regardless of suit", RUNS_MOVE, ANY_RUN_FILLS),
        RESERVE_IS_AVAILABLE,
    ),
    source="Solvitaire, Thirty",
    last_rank=Rank.EIGHT,
    tableau=Piles(deal=(6,) * 5, build=Build(SuitRule.ANY), move_unit=MoveUnit.RUN),
    reserve=Piles(deal=(1, 1), fill=EmptyPileRule.NOTHING),
)

GAMES: Final = (FLOWER_GARDEN, WILDFLOWER, BRIGADE, THIRTY)
