"""FreeCell and its kin: every card in sight, and a few cells to shift cards about.

The rules are PySolFC's, with two limits. It also lets a foundation card go to a cell, which hardly
any other program does: here it comes back onto the tableau only. And where an empty pile takes just
one rank, a run is carried over the empty cells alone.

The published shares of deals that can be won are for games whose foundations give nothing back.
Where the tableau builds in suit that makes no difference; in FreeCell it can at most raise a share
that leaves no room to rise.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.games.sentences import (
    BLAKE_GENT,
    BUILDS_ALTERNATING_ANY,
    FOUNDATIONS_GIVE_BACK,
)
from engine.rules import (
    IN_PLAY_AND_BACK,
    Base,
    Build,
    DealNumbering,
    Difficulty,
    EmptyPileRule,
    Foundations,
    MoveUnit,
    PileKind,
    Piles,
    Rules,
    SuitRule,
    WinRate,
)

_EIGHT_PILES: Final = (
    "All cards are dealt face up to eight tableau piles, seven to each of the first four and six "
    "to the others. The deals are Microsoft's."
)
_MOVES: Final = "As many cards of a run move as a unit as could be carried one by one"
_MOVES_BY_CELLS_AND_PILES: Final = (
    f"{_MOVES} over the empty cells and piles: one more than there are empty cells, doubled for "
    "each empty pile that they do not move into."
)
_MOVES_BY_CELLS: Final = f"{_MOVES} over the empty cells: one more than there are empty cells."
_FROM_TABLEAU: Final = frozenset({PileKind.TABLEAU})
_KINGS_ONLY: Final = "an empty pile takes only a king or a run headed by one."


def _cells(how_many: str) -> str:
    """The sentence on the cells, given how many there are."""
    return f"Each of the {how_many} cells holds any one card from the tableau."


FREECELL: Final = Rules(
    id="freecell",
    title="FreeCell",
    summary="Every card in sight and four cells to shift them: nearly every deal can be won.",
    text=(
        _EIGHT_PILES,
        FOUNDATIONS_GIVE_BACK,
        "The tableau builds down in alternating colours; an empty pile takes any card or run.",
        _cells("four"),
        _MOVES_BY_CELLS_AND_PILES,
    ),
    source="PySolFC, FreeCell; invented by Paul Alfille",
    difficulty=Difficulty.EASY,
    win_rate=WinRate(99.9989, None, BLAKE_GENT),
    numbering=DealNumbering.MICROSOFT,
    tableau=Piles(
        deal=(7, 7, 7, 7, 6, 6, 6, 6),
        build=Build(SuitRule.ALTERNATING),
        build_from=IN_PLAY_AND_BACK,
        fill=EmptyPileRule.ANY,
        fill_from=IN_PLAY_AND_BACK,
        move_unit=MoveUnit.SUPERMOVE,
    ),
    cells=Piles(deal=(0,) * 4, fill_from=_FROM_TABLEAU),
)

RELAXED_FREECELL: Final = replace(
    FREECELL,
    id="relaxed-freecell",
    title="Relaxed FreeCell",
    summary="FreeCell whose runs move whole, however few cells are empty.",
    text=(_EIGHT_PILES, FOUNDATIONS_GIVE_BACK, BUILDS_ALTERNATING_ANY, _cells("four")),
    source="PySolFC, Relaxed FreeCell",
    difficulty=Difficulty.EASY,
    win_rate=None,
    tableau=replace(FREECELL.tableau, move_unit=MoveUnit.RUN),
)

FORECELL: Final = replace(
    FREECELL,
    id="forecell",
    title="ForeCell",
    summary="FreeCell with its cells taken from the start, and empty piles for kings alone.",
    text=(
        (
            "Eight tableau piles of six cards, face up; the last four cards are dealt to the "
            "cells. The deals are Microsoft's."
        ),
        FOUNDATIONS_GIVE_BACK,
        f"The tableau builds down in alternating colours; {_KINGS_ONLY}",
        _cells("four"),
        _MOVES_BY_CELLS,
    ),
    source="PySolFC, ForeCell",
    difficulty=Difficulty.HARD,
    win_rate=None,
    tableau=replace(FREECELL.tableau, deal=(6,) * 8, fill=EmptyPileRule.KING),
    cells=Piles(deal=(1,) * 4, fill_from=_FROM_TABLEAU),
)

BAKERS_GAME: Final = replace(
    FREECELL,
    id="bakers-game",
    title="Baker's Game",
    summary="FreeCell's forerunner, built in suit: three deals in four can be won.",
    text=(
        _EIGHT_PILES,
        FOUNDATIONS_GIVE_BACK,
        "The tableau builds down in suit; an empty pile takes any card or run.",
        _cells("four"),
        _MOVES_BY_CELLS_AND_PILES,
    ),
    source="PySolFC, Baker's Game; told by Martin Gardner after C. L. Baker",
    difficulty=Difficulty.MEDIUM,
    win_rate=WinRate(75.053, 0.028, BLAKE_GENT),
    tableau=replace(FREECELL.tableau, build=Build(SuitRule.SAME)),
)

_BUILDS_IN_SUIT_KINGS: Final = f"The tableau builds down in suit; {_KINGS_ONLY}"

# PySolFC deals four cards to every other of the eight cells, others to the first four.
EIGHT_OFF: Final = replace(
    BAKERS_GAME,
    id="eight-off",
    title="Eight Off",
    summary="Built in suit, with eight cells: almost every deal can be won.",
    text=(
        (
            "Eight tableau piles of six cards, face up; the last four cards are dealt to every "
            "other of eight cells. The deals are Microsoft's."
        ),
        FOUNDATIONS_GIVE_BACK,
        _BUILDS_IN_SUIT_KINGS,
        _cells("eight"),
        _MOVES_BY_CELLS,
    ),
    source="PySolFC, Eight Off",
    difficulty=Difficulty.EASY,
    win_rate=WinRate(99.88, None, BLAKE_GENT),
    tableau=replace(BAKERS_GAME.tableau, deal=(6,) * 8, fill=EmptyPileRule.KING),
    cells=Piles(deal=(1, 0) * 4, fill_from=_FROM_TABLEAU),
)

SEAHAVEN: Final = replace(
    EIGHT_OFF,
    id="seahaven",
    title="Seahaven Towers",
    summary="Ten short piles built in suit, and four cells, of which two are taken.",
    text=(
        (
            "Ten tableau piles of five cards, face up; the last two cards are dealt to the middle "
            "two of four cells."
        ),
        FOUNDATIONS_GIVE_BACK,
        _BUILDS_IN_SUIT_KINGS,
        _cells("four"),
        _MOVES_BY_CELLS,
    ),
    source="PySolFC, Seahaven Towers",
    difficulty=Difficulty.MEDIUM,
    win_rate=WinRate(89.332, 0.020, BLAKE_GENT),
    numbering=DealNumbering.OURS,
    tableau=replace(EIGHT_OFF.tableau, deal=(5,) * 10),
    cells=Piles(deal=(0, 1, 1, 0), fill_from=_FROM_TABLEAU),
)

# PySolFC moves runs whole, however few cells are empty, and keeps what is on the foundations.
PENGUIN: Final = Rules(
    id="penguin",
    title="Penguin",
    summary="The first card dealt is the beak: its equals begin the foundations, and it lies last.",
    text=(
        (
            "The first card dealt, the beak, lies at the bottom of pile 1; the other three cards "
            "of its rank begin the foundations. All others are dealt face up to seven tableau "
            "piles of seven."
        ),
        (
            "Build the four foundations up in suit from the rank of the beak, ace following king. "
            "A card once there stays there."
        ),
        (
            "The tableau builds down in suit, king and ace being neighbours. Any part of a built "
            "run moves as a unit; an empty pile takes only a card of the rank below the beak's or "
            "a run headed by one."
        ),
        _cells("seven"),
    ),
    source="PySolFC, Penguin; invented by David Parlett",
    difficulty=Difficulty.EASY,
    tableau=Piles(
        deal=(7,) * 7,
        build=Build(SuitRule.SAME, wraps=True),
        fill=EmptyPileRule.KING,
        move_unit=MoveUnit.RUN,
    ),
    cells=Piles(deal=(0,) * 7, fill_from=_FROM_TABLEAU),
    foundations=Foundations(base=Base.FIRST),
)

GAMES: Final = (
    FREECELL,
    RELAXED_FREECELL,
    FORECELL,
    BAKERS_GAME,
    EIGHT_OFF,
    SEAHAVEN,
    PENGUIN,
)
