"""Phoenix: six piles of six and a reserve of sixteen, everything in sight from the start.

Arizona is the same regardless of suit.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.games.sentences import (
    BUILDS_ALTERNATING_ANY,
    FOUNDATIONS_GIVE_BACK,
    FOUNDATIONS_KEEP,
    MEASURED,
)
from engine.rules import (
    IN_PLAY_AND_BACK,
    Build,
    Difficulty,
    EmptyPileRule,
    MoveUnit,
    Piles,
    Rules,
    SuitRule,
    WinRate,
)

_DEAL: Final = (
    "Six tableau piles of six cards and a reserve of sixteen single cards, all face up. There is "
    "no stock."
)
_RESERVE: Final = (
    "Every reserve card may be played to the tableau or a foundation; nothing is ever put into "
    "the reserve."
)

PHOENIX: Final = Rules(
    id="phoenix",
    title="Phoenix",
    summary="All 52 cards in sight: six piles of six, and sixteen in a reserve.",
    text=(_DEAL, FOUNDATIONS_KEEP, BUILDS_ALTERNATING_ANY, _RESERVE),
    source="Phoenix as told by solitaire sites, settled after PySolFC",
    difficulty=Difficulty.HARD,
    win_rate=WinRate(27.6, 2.0, MEASURED),
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
    title="Phoenix, taking back",
    summary="Phoenix, but foundation cards may come back onto the tableau.",
    text=(_DEAL, FOUNDATIONS_GIVE_BACK, BUILDS_ALTERNATING_ANY, _RESERVE),
    source="A variant of Phoenix, after PySolFC",
    difficulty=Difficulty.HARD,
    win_rate=WinRate(27.9, 2.0, MEASURED),
    tableau=replace(PHOENIX.tableau, build_from=IN_PLAY_AND_BACK, fill_from=IN_PLAY_AND_BACK),
)

ARIZONA: Final = replace(
    PHOENIX,
    id="arizona",
    title="Arizona",
    summary="Phoenix regardless of suit: any card goes onto any that is one higher.",
    text=(
        _DEAL,
        FOUNDATIONS_KEEP,
        (
            "The tableau builds down regardless of suit. Any part of a built run moves as a unit; "
            "an empty pile takes any card or run."
        ),
        _RESERVE,
    ),
    source="PySolFC, Arizona",
    difficulty=Difficulty.EASY,
    win_rate=WinRate(97.5, 0.7, MEASURED),
    tableau=replace(PHOENIX.tableau, build=Build(SuitRule.ANY)),
)

GAMES: Final = (PHOENIX, PHOENIX_TAKEBACK, ARIZONA)
