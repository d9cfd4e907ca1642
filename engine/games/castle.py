"""Beleaguered Castle, Fortress and their families: every card dealt to open piles, and no stock.

The rules are PySolFC's, except that in Bastion and Ten by One it lets a foundation card return to a
cell, which is never useful; here it returns to the tableau only. Spanish Patience is the game it
calls Spanish Patience II, as Blake and Gent do; Alpha Star and Delta Star are theirs. American
Canister's published win rate is of a game whose foundations give nothing back. Private Lane is also
called Fastness.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.games.sentences import (
    ANY_CARD_FILLS,
    ANY_RUN_FILLS,
    BUILDS_ALTERNATING_ANY,
    BUILDS_SUIT_ANY,
    FOUNDATIONS_GIVE_BACK,
    FOUNDATIONS_KEEP,
    KING_FILLS,
    KING_RUN_FILLS,
    MOVE_BY_CELLS_AND_PILES,
    MOVE_BY_PILES,
    RUNS_MOVE,
    SINGLES_MOVE,
    SINGLES_SUIT_ANY,
    build_tableau,
)
from engine.rules import (
    IN_PLAY_AND_BACK,
    Build,
    Direction,
    EmptyPileRule,
    Foundations,
    MoveUnit,
    Piles,
    Rules,
    SuitRule,
)

_CASTLE_DEAL: Final = (
    "The four aces start the foundations. The other cards are dealt face up to eight tableau piles "
    "of six."
)
_STREETS_DEAL: Final = (
    "All cards are dealt face up to eight tableau piles, seven to each of the first four and six "
    "to each of the others."
)
_BUILDS_REGARDLESS: Final = build_tableau("down regardless of suit", ANY_RUN_FILLS)
_ONE_CELL: Final = "The cell holds one card from the tableau."
_TWO_CELLS: Final = "Each of the two cells holds one card from the tableau."
_SINGLES_IN_SUIT: Final = build_tableau(
    "up or down in suit",
    "King and ace are not neighbours.",
    SINGLES_MOVE,
    ANY_CARD_FILLS,
)

BELEAGUERED_CASTLE: Final = Rules(
    id="beleaguered-castle",
    title="Beleaguered Castle",
    summary="Eight piles around the four aces.",
    text=(_CASTLE_DEAL, FOUNDATIONS_KEEP, _BUILDS_REGARDLESS, MOVE_BY_PILES),
    source="PySolFC, Beleaguered Castle",
    tableau=Piles(deal=(6,) * 8, build=Build(SuitRule.ANY), move_unit=MoveUnit.SUPERMOVE),
    foundations=Foundations(start=1),
)

SIEGECRAFT: Final = replace(
    BELEAGUERED_CASTLE,
    id="siegecraft",
    title="Siegecraft",
    summary="Beleaguered Castle with a cell.",
    text=(
        _CASTLE_DEAL,
        FOUNDATIONS_KEEP,
        _BUILDS_REGARDLESS,
        _ONE_CELL,
        MOVE_BY_CELLS_AND_PILES,
    ),
    source="PySolFC, Siegecraft",
    cells=Piles(deal=(0,)),
)

STREETS_AND_ALLEYS: Final = replace(
    BELEAGUERED_CASTLE,
    id="streets-and-alleys",
    title="Streets and Alleys",
    summary="Beleaguered Castle with the aces shuffled in.",
    text=(_STREETS_DEAL, FOUNDATIONS_KEEP, _BUILDS_REGARDLESS, MOVE_BY_PILES),
    source="PySolFC, Streets and Alleys",
    tableau=replace(BELEAGUERED_CASTLE.tableau, deal=(7, 7, 7, 7, 6, 6, 6, 6)),
    foundations=Foundations(),
)

STRONGHOLD: Final = replace(
    STREETS_AND_ALLEYS,
    id="stronghold",
    title="Stronghold",
    summary="Streets and Alleys with a cell.",
    text=(
        _STREETS_DEAL,
        FOUNDATIONS_KEEP,
        _BUILDS_REGARDLESS,
        _ONE_CELL,
        MOVE_BY_CELLS_AND_PILES,
    ),
    source="PySolFC, Stronghold",
    cells=Piles(deal=(0,)),
)

PRIVATE_LANE: Final = replace(
    STREETS_AND_ALLEYS,
    id="private-lane",
    title="Private Lane",
    summary="Streets and Alleys with two cells.",
    text=(
        _STREETS_DEAL,
        FOUNDATIONS_KEEP,
        _BUILDS_REGARDLESS,
        _TWO_CELLS,
        MOVE_BY_CELLS_AND_PILES,
    ),
    source="PySolFC, Private Lane",
    cells=Piles(deal=(0,) * 2),
)

PENELOPES_WEB: Final = replace(
    STREETS_AND_ALLEYS,
    id="penelopes-web",
    title="Penelope's Web",
    summary="Streets and Alleys, but runs move.",
    text=(
        _STREETS_DEAL,
        FOUNDATIONS_KEEP,
        build_tableau("down regardless of suit", RUNS_MOVE, KING_RUN_FILLS),
    ),
    source="PySolFC, Penelope's Web",
    tableau=replace(STREETS_AND_ALLEYS.tableau, fill=EmptyPileRule.KING, move_unit=MoveUnit.RUN),
)

PORTUGUESE_SOLITAIRE: Final = Rules(
    id="portuguese-solitaire",
    title="Portuguese Solitaire",
    summary="Thirteen short piles; kings fill empty ones.",
    text=(
        "All cards are dealt face up to thirteen tableau piles of four.",
        FOUNDATIONS_GIVE_BACK,
        build_tableau("down regardless of suit", SINGLES_MOVE, KING_FILLS),
    ),
    source="PySolFC, Portuguese Solitaire",
    tableau=Piles(
        deal=(4,) * 13,
        build=Build(SuitRule.ANY),
        build_from=IN_PLAY_AND_BACK,
        fill=EmptyPileRule.KING,
        fill_from=IN_PLAY_AND_BACK,
    ),
)

SPANISH_PATIENCE: Final = replace(
    PORTUGUESE_SOLITAIRE,
    id="spanish-patience",
    title="Spanish Patience",
    summary="Portuguese Solitaire; any card fills a pile.",
    text=(
        *PORTUGUESE_SOLITAIRE.text[:2],
        build_tableau("down regardless of suit", SINGLES_MOVE, ANY_CARD_FILLS),
    ),
    source="PySolFC, Spanish Patience II",
    tableau=replace(PORTUGUESE_SOLITAIRE.tableau, fill=EmptyPileRule.ANY),
)

AMERICAN_CANISTER: Final = replace(
    STREETS_AND_ALLEYS,
    id="american-canister",
    title="American Canister",
    summary="Eight long piles: one in twenty is winnable.",
    text=(_STREETS_DEAL, FOUNDATIONS_GIVE_BACK, BUILDS_ALTERNATING_ANY),
    source="PySolFC, American Canister",
    tableau=replace(
        STREETS_AND_ALLEYS.tableau,
        build=Build(SuitRule.ALTERNATING),
        build_from=IN_PLAY_AND_BACK,
        fill_from=IN_PLAY_AND_BACK,
        move_unit=MoveUnit.RUN,
    ),
)

_STAR_DEAL: Final = (
    "The four aces start the foundations. The other cards are dealt face up to twelve tableau "
    "piles of four."
)

ALPHA_STAR: Final = replace(
    BELEAGUERED_CASTLE,
    id="alpha-star",
    title="Alpha Star",
    summary="Twelve piles around the four aces, in suit.",
    text=(_STAR_DEAL, FOUNDATIONS_KEEP, BUILDS_SUIT_ANY),
    source="Solvitaire, Alpha Star",
    tableau=Piles(deal=(4,) * 12, build=Build(SuitRule.SAME), move_unit=MoveUnit.RUN),
)

DELTA_STAR: Final = replace(
    ALPHA_STAR,
    id="delta-star",
    title="Delta Star",
    summary="Alpha Star, but cards move one at a time.",
    text=(_STAR_DEAL, FOUNDATIONS_KEEP, SINGLES_SUIT_ANY),
    source="Solvitaire, Delta Star",
    tableau=replace(ALPHA_STAR.tableau, move_unit=MoveUnit.SINGLE),
)

FORTRESS: Final = Rules(
    id="fortress",
    title="Fortress",
    summary="Ten piles built up or down in suit.",
    text=(
        (
            "All cards are dealt face up to ten tableau piles, six to each of the first two and "
            "five to each of the others."
        ),
        FOUNDATIONS_GIVE_BACK,
        _SINGLES_IN_SUIT,
    ),
    source="PySolFC, Fortress",
    tableau=Piles(
        deal=(6, 6, *(5,) * 8),
        build=Build(SuitRule.SAME, Direction.EITHER),
        build_from=IN_PLAY_AND_BACK,
        fill_from=IN_PLAY_AND_BACK,
    ),
)

TEN_BY_ONE: Final = replace(
    FORTRESS,
    id="ten-by-one",
    title="Ten by One",
    summary="Fortress with a cell.",
    text=(*FORTRESS.text, _ONE_CELL),
    source="PySolFC, Ten by One",
    cells=Piles(deal=(0,)),
)

BASTION: Final = replace(
    FORTRESS,
    id="bastion",
    title="Bastion",
    summary="Fortress with two cells, both full at first.",
    text=(
        "Ten tableau piles of five cards, all face up. The last two cards are dealt to the cells.",
        FOUNDATIONS_GIVE_BACK,
        _SINGLES_IN_SUIT,
        _TWO_CELLS,
    ),
    source="PySolFC, Bastion",
    tableau=replace(FORTRESS.tableau, deal=(5,) * 10),
    cells=Piles(deal=(1, 1)),
)

GAMES: Final = (
    BELEAGUERED_CASTLE,
    SIEGECRAFT,
    STREETS_AND_ALLEYS,
    STRONGHOLD,
    PRIVATE_LANE,
    PENELOPES_WEB,
    PORTUGUESE_SOLITAIRE,
    SPANISH_PATIENCE,
    AMERICAN_CANISTER,
    ALPHA_STAR,
    DELTA_STAR,
    FORTRESS,
    TEN_BY_ONE,
    BASTION,
)
