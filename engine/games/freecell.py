"""FreeCell and its family: every card face up, and a few cells.

The rules are PySolFC's, with two exceptions. It lets a foundation card return to a cell, as hardly
any other program does; here it returns to the tableau only. And where only one rank may fill an
empty pile, the length of a run that moves depends on the empty cells alone.

The published win rates are for games whose foundations give nothing back, such as those "without
takebacks" here; PySolFC's stand first, as its rules do in every family. Where the tableau is built
in suit that makes no difference; in FreeCell it could only raise a rate that is nearly 100 %.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.games.sentences import (
    ANY_RUN_FILLS,
    BUILDS_ALTERNATING_ANY,
    CARDS_STAY,
    FOUNDATIONS_GIVE_BACK,
    FOUNDATIONS_KEEP,
    KING_RUN_FILLS,
    MOVE_BY_CELLS,
    MOVE_BY_CELLS_AND_PILES,
    RUNS_MOVE,
    build_tableau,
)
from engine.rules import (
    IN_PLAY,
    IN_PLAY_AND_BACK,
    Base,
    Build,
    DealNumbering,
    EmptyPileRule,
    Foundations,
    MoveUnit,
    PileKind,
    Piles,
    Rules,
    SuitRule,
)

_MICROSOFT: Final = "The deals are Microsoft's."
_EIGHT_PILES: Final = (
    "All cards are dealt face up to eight tableau piles, seven to each of the first four and six "
    f"to each of the others. {_MICROSOFT}"
)
_FROM_TABLEAU: Final = frozenset({PileKind.TABLEAU})


def _cells(how_many: str) -> str:
    """State what the cells hold."""
    return f"Each of the {how_many} cells holds one card from the tableau."


FREECELL: Final = Rules(
    id="freecell",
    title="FreeCell",
    summary="All face up, four cells: nearly all winnable.",
    text=(
        _EIGHT_PILES,
        FOUNDATIONS_GIVE_BACK,
        build_tableau("down in alternating colours", ANY_RUN_FILLS),
        _cells("four"),
        MOVE_BY_CELLS_AND_PILES,
    ),
    source="PySolFC, FreeCell; invented by Paul Alfille",
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

FREECELL_WITHOUT_TAKEBACKS: Final = replace(
    FREECELL,
    id="freecell-no-takeback",
    title="FreeCell without takebacks",
    summary="FreeCell, but foundations keep their cards.",
    text=(_EIGHT_PILES, FOUNDATIONS_KEEP, *FREECELL.text[2:]),
    source="Solvitaire, FreeCell; invented by Paul Alfille",
    tableau=replace(FREECELL.tableau, build_from=IN_PLAY, fill_from=IN_PLAY),
)

RELAXED_FREECELL: Final = replace(
    FREECELL,
    id="relaxed-freecell",
    title="Relaxed FreeCell",
    summary="FreeCell, but runs of any length move.",
    text=(_EIGHT_PILES, FOUNDATIONS_GIVE_BACK, BUILDS_ALTERNATING_ANY, _cells("four")),
    source="PySolFC, Relaxed FreeCell",
    tableau=replace(FREECELL.tableau, move_unit=MoveUnit.RUN),
)

FORECELL: Final = replace(
    FREECELL,
    id="forecell",
    title="ForeCell",
    summary="FreeCell with full cells at the start.",
    text=(
        (
            "Eight tableau piles of six cards, all face up. The last four cards are dealt to the "
            f"cells. {_MICROSOFT}"
        ),
        FOUNDATIONS_GIVE_BACK,
        build_tableau("down in alternating colours", KING_RUN_FILLS),
        _cells("four"),
        MOVE_BY_CELLS,
    ),
    source="PySolFC, ForeCell",
    tableau=replace(FREECELL.tableau, deal=(6,) * 8, fill=EmptyPileRule.KING),
    cells=Piles(deal=(1,) * 4, fill_from=_FROM_TABLEAU),
)

FORECELL_WITHOUT_TAKEBACKS: Final = replace(
    FORECELL,
    id="forecell-no-takeback",
    title="ForeCell without takebacks",
    summary="ForeCell, but foundations keep their cards.",
    text=(FORECELL.text[0], FOUNDATIONS_KEEP, *FORECELL.text[2:]),
    source="Solvitaire, Fore Cell",
    tableau=replace(FORECELL.tableau, build_from=IN_PLAY, fill_from=IN_PLAY),
)

BAKERS_GAME: Final = replace(
    FREECELL,
    id="bakers-game",
    title="Baker's Game",
    summary="FreeCell's forerunner, built in suit.",
    text=(
        _EIGHT_PILES,
        FOUNDATIONS_GIVE_BACK,
        build_tableau("down in suit", ANY_RUN_FILLS),
        _cells("four"),
        MOVE_BY_CELLS_AND_PILES,
    ),
    source="PySolFC, Baker's Game; described by Martin Gardner, who credits C. L. Baker",
    tableau=replace(FREECELL.tableau, build=Build(SuitRule.SAME)),
)

_BUILDS_IN_SUIT_KINGS: Final = build_tableau("down in suit", KING_RUN_FILLS)

# PySolFC deals the last four cards to every other cell, other programs to the first four.
EIGHT_OFF: Final = replace(
    BAKERS_GAME,
    id="eight-off",
    title="Eight Off",
    summary="In suit, eight cells: nearly all winnable.",
    text=(
        (
            "Eight tableau piles of six cards, all face up. The last four cards are dealt to "
            f"every other one of the eight cells. {_MICROSOFT}"
        ),
        FOUNDATIONS_GIVE_BACK,
        _BUILDS_IN_SUIT_KINGS,
        _cells("eight"),
        MOVE_BY_CELLS,
    ),
    source="PySolFC, Eight Off",
    tableau=replace(BAKERS_GAME.tableau, deal=(6,) * 8, fill=EmptyPileRule.KING),
    cells=Piles(deal=(1, 0) * 4, fill_from=_FROM_TABLEAU),
)

SEAHAVEN: Final = replace(
    EIGHT_OFF,
    id="seahaven",
    title="Seahaven Towers",
    summary="Ten short piles in suit, and four cells.",
    text=(
        (
            "Ten tableau piles of five cards, all face up. The last two cards are dealt to the "
            "middle two of the four cells."
        ),
        FOUNDATIONS_GIVE_BACK,
        _BUILDS_IN_SUIT_KINGS,
        _cells("four"),
        MOVE_BY_CELLS,
    ),
    source="PySolFC, Seahaven Towers",
    numbering=DealNumbering.OURS,
    tableau=replace(EIGHT_OFF.tableau, deal=(5,) * 10),
    cells=Piles(deal=(0, 1, 1, 0), fill_from=_FROM_TABLEAU),
)

# In PySolFC runs of any length move, and foundation cards stay.
PENGUIN: Final = Rules(
    id="penguin",
    title="Penguin",
    summary="The first card, the beak, sets the base rank.",
    text=(
        (
            "The first card dealt, the beak, lies at the bottom of pile 1; the other three cards "
            "of its rank start the foundations. All other cards are dealt face up to seven tableau "
            "piles of seven."
        ),
        (
            "Build the four foundations up in suit from the rank of the beak, with ace following "
            f"king. {CARDS_STAY}"
        ),
        (
            f"Build the tableau down in suit, with king on ace. {RUNS_MOVE} Only a card one rank "
            "below the beak, or a run headed by one, may fill an empty pile."
        ),
        _cells("seven"),
    ),
    source="PySolFC, Penguin; invented by David Parlett",
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
    FREECELL_WITHOUT_TAKEBACKS,
    RELAXED_FREECELL,
    FORECELL,
    FORECELL_WITHOUT_TAKEBACKS,
    BAKERS_GAME,
    EIGHT_OFF,
    SEAHAVEN,
    PENGUIN,
)
