"""Phoenix: six piles of six and a reserve of sixteen, all face up.

Arizona is the same game built regardless of suit; as in PySolFC, its foundations give cards back.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.games.sentences import (
    ANY_RUN_FILLS,
    BUILDS_ALTERNATING_ANY,
    FOUNDATIONS_GIVE_BACK,
    FOUNDATIONS_KEEP,
    RESERVE_IS_AVAILABLE,
    RUNS_MOVE,
    build_tableau,
)
from engine.rules import (
    IN_PLAY_AND_BACK,
    Build,
    EmptyPileRule,
    MoveUnit,
    Piles,
    Rules,
    SuitRule,
)

_DEAL: Final = (
    "Six tableau piles of six cards and a reserve of sixteen cards, all face up. There is no stock."
)

PHOENIX: Final = Rules(
    id="phoenix",
    title="Phoenix",
    summary="Six piles and sixteen in reserve, all face up.",
    text=(_DEAL, FOUNDATIONS_KEEP, BUILDS_ALTERNATING_ANY, RESERVE_IS_AVAILABLE),
    source="Phoenix as described on solitaire websites, completed from PySolFC",
    tableau=Piles(
        deal=(6,) * 6,
        build=Build(SuitRule.ALTERNATING),
        fill=EmptyPileRule.ANY,
        move_unit=MoveUnit.RUN,
    ),
    reserve=Piles(deal=(1,) * 16, fill=EmptyPileRule.NOTHING),
)

PHOENIX_TAKEBACK: Final = replace(
    PHOENIX,
    id="phoenix-takeback",
    title="Phoenix with takebacks",
    summary="Phoenix, but foundations give cards back.",
    text=(_DEAL, FOUNDATIONS_GIVE_BACK, BUILDS_ALTERNATING_ANY, RESERVE_IS_AVAILABLE),
    source="A variant of Phoenix, based on PySolFC",
    tableau=replace(PHOENIX.tableau, build_from=IN_PLAY_AND_BACK, fill_from=IN_PLAY_AND_BACK),
)

ARIZONA: Final = replace(
    PHOENIX,
    id="arizona",
    title="Arizona",
    summary="Phoenix built regardless of suit.",
    text=(
        _DEAL,
        FOUNDATIONS_GIVE_BACK,
        build_tableau("down regardless of suit", RUNS_MOVE, ANY_RUN_FILLS),
        RESERVE_IS_AVAILABLE,
    ),
    source="PySolFC, Arizona",
    tableau=replace(PHOENIX_TAKEBACK.tableau, build=Build(SuitRule.ANY)),
)

GAMES: Final = (PHOENIX, PHOENIX_TAKEBACK, ARIZONA)
