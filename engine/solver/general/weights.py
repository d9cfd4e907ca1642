"""The weights of the heuristic evaluation, chosen by what a game declares.

``python -m research.tuning FAMILY`` finds better ones.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import Final, TypeAlias

from engine.rules import Direction, EmptyPileRule, MoveUnit, Rules
from engine.solver.general import evaluation, layout

Weights: TypeAlias = tuple[tuple[int, ...], ...]
"""A row for each queue, in the order of the features, and one for the stages; a single row is for
both."""


class Family(Enum):
    """Games that are played alike, and so share their weights."""

    SPIDER = "spider"  # whole suits leave the tableau
    SIMON = "simon"  # likewise, and runs move, and all is dealt before play begins
    YUKON = "yukon"  # any face-up card moves, with all the cards on it
    CANFIELD = "canfield"  # a stock, a waste that is redealt, and a reserve
    BUILDERS = "builders"  # a stock and a waste
    DEALERS = "dealers"  # a stock that deals to the tableau or to a foundation
    CELLS = "cells"  # no stock, but cells
    CASTLE = "castle"  # neither, nor a reserve, but any card fills an empty pile
    EITHER = "either"  # nothing of these, but two decks that are built up or down
    OPEN = "open"  # nothing of these


_NOVELTY: Final = {evaluation.STALE: 12}
"""The weight of novelty, also in short searches. With 9 or 10 about as many deals are decided, if
not the same ones."""
_USUAL: Final = _NOVELTY | {
    evaluation.CARD_LEFT: 4,
    evaluation.BREAK: 2,
    evaluation.MISFIT: 3,
    evaluation.BLOCKER: 4,
    evaluation.ABOVE_NEXT: 2,
    evaluation.FACE_DOWN: 4,
    evaluation.TO_DEAL: 6,
    evaluation.TO_TURN: 2,
    evaluation.CELL_USED: 4,
    evaluation.COLUMN_USED: 4,
    evaluation.ON_WASTE: 2,
}
_OWN: Final[dict[Family, dict[int, int]]] = {
    Family.SPIDER: {evaluation.BLOCKER: 0, evaluation.TO_DEAL: 2, evaluation.STALE: 6},
    Family.DEALERS: {evaluation.STALE: 0},
    Family.SIMON: {evaluation.BREAK: 3, evaluation.MISFIT: 4, evaluation.BLOCKER: 0},
    Family.CELLS: {
        evaluation.CARD_LEFT: 7,
        evaluation.BREAK: 3,
        evaluation.BLOCKER: 3,
        evaluation.CELL_USED: 9,
        evaluation.COLUMN_USED: 6,
        evaluation.STALE: 0,
        evaluation.PUT_OFF: 14,
    },
    Family.CASTLE: {
        evaluation.CARD_LEFT: 7,
        evaluation.BREAK: 1,
        evaluation.MISFIT: 1,
        evaluation.BLOCKER: 2,
        evaluation.ABOVE_NEXT: 3,
        evaluation.COLUMN_USED: 8,
    },
    Family.EITHER: {
        evaluation.CARD_LEFT: 10,
        evaluation.BREAK: 5,
        evaluation.BLOCKER: 6,
        evaluation.COLUMN_USED: 0,
        evaluation.STALE: 8,
    },
    Family.BUILDERS: {
        evaluation.TO_TURN: 3,
        evaluation.ON_WASTE: 5,
        evaluation.WASTE_BLOCKER: 3,
        evaluation.ABOVE_NEXT_ON_WASTE: 1,
    },
}
"""Where the weights of a family differ from the usual ones."""
_STAGES: Final[dict[Family, dict[int, int]]] = {
    Family.CELLS: {evaluation.BREAK: 0, evaluation.MISFIT: 1, evaluation.BLOCKER: 1},
}
"""Where the weights of a family's stages differ from its others.

Deals that are hard with one row rarely are with the other. The first thousand of FreeCell
expand 332 states on average, but 1,426 with a single row."""

_VARIED: Final = (
    evaluation.CARD_LEFT,
    evaluation.BREAK,
    evaluation.MISFIT,
    evaluation.BLOCKER,
    evaluation.ABOVE_NEXT,
    evaluation.TO_TURN,
    evaluation.COLUMN_USED,
    evaluation.ON_WASTE,
    evaluation.WASTE_BLOCKER,
    evaluation.ABOVE_NEXT_ON_WASTE,
)
_RESTARTS: Final[dict[Family, tuple[tuple[int, ...], ...]]] = {
    Family.BUILDERS: (
        (4, 2, 3, 2, 2, 3, 4, 5, 3, 1),
        (4, 2, 3, 4, 0, 3, 2, 5, 3, 2),
        (4, 2, 3, 0, 1, 3, 4, 5, 3, 1),
        (10, 2, 3, 3, 1, 3, 4, 5, 3, 0),
        (4, 2, 3, 0, 1, 4, 4, 5, 0, 1),
        (4, 2, 3, 0, 2, 3, 4, 5, 3, 1),
        (4, 4, 4, 4, 2, 3, 4, 5, 3, 1),
        (2, 2, 6, 4, 3, 4, 4, 5, 3, 0),
        (4, 2, 3, 8, 0, 4, 2, 5, 6, 1),
        (4, 4, 0, 2, 1, 4, 4, 3, 6, 2),
        (2, 0, 3, 8, 2, 3, 8, 5, 9, 2),
        (8, 2, 3, 4, 0, 2, 4, 1, 6, 1),
        (8, 2, 3, 3, 2, 3, 4, 2, 3, 1),
        (2, 2, 3, 3, 3, 0, 4, 8, 12, 4),
        (4, 2, 3, 4, 2, 3, 8, 8, 0, 1),
        (2, 0, 3, 4, 3, 6, 4, 5, 3, 2),
    ),
    Family.EITHER: (
        (4, 2, 3, 4, 2, 0, 4, 0, 0, 0),
        (14, 2, 3, 8, 1, 0, 0, 0, 0, 0),
        (4, 5, 5, 6, 2, 0, 0, 0, 0, 0),
        (7, 5, 3, 14, 1, 0, 0, 0, 0, 0),
        (14, 2, 2, 8, 0, 0, 0, 0, 0, 0),
        (4, 2, 0, 4, 0, 0, 2, 0, 0, 0),
        (10, 5, 3, 4, 1, 0, 0, 0, 0, 0),
        (4, 1, 1, 8, 2, 0, 2, 0, 0, 0),
    ),
}
"""The weights of other, short searches for a win, in the order of ``_VARIED``.

A deal that is hard with one row is easy with another, and hardly any row is better than others on
many deals. Of 110 rows, most of them random, these together won most of the deals 21 to 64 of Forty
Thieves and 21 to 60 of Rainbow that the family's own leave undecided after 120,000 states. Of 90
rows for two decks built up or down, eight were chosen for the deals 1 to 40 of House in the Wood
that they win besides the family's own row.
"""


@lru_cache(maxsize=1024)
def weights_of(rules: Rules) -> Weights:
    """The weights for a game."""
    family = family_of(rules)
    weights = _of_family(family)
    rows = [weights, weights | _STAGES[family]] if family in _STAGES else [weights]
    return tuple(map(_row, rows))


@lru_cache(maxsize=1024)
def restarts_of(rules: Rules) -> tuple[Weights, ...]:
    """The weights of short searches for a win of a game, in their order; often there are none.

    Where nearly all deals are lost they would delay the proofs.
    """
    if len(rules.tableau.deal) <= layout.FEW_PILES:
        return ()
    others = _RESTARTS.get(family_of(rules), ())
    return tuple((_row(dict(zip(_VARIED, row, strict=True)) | _NOVELTY),) for row in others)


def _of_family(family: Family) -> dict[int, int]:
    return _USUAL | _OWN.get(family, {})


def _row(weights: dict[int, int]) -> tuple[int, ...]:
    return tuple(weights.get(feature, 0) for feature in range(evaluation.FEATURES))


def family_of(rules: Rules) -> Family:
    """The family of a game."""
    if rules.foundations.whole_suits:
        is_dealt = rules.stock is None and rules.tableau.move_unit is MoveUnit.RUN
        return Family.SIMON if is_dealt else Family.SPIDER
    if rules.tableau.move_unit is MoveUnit.FACE_UP:
        return Family.YUKON
    if rules.stock is not None and rules.has_waste:
        redealt = rules.stock.redeals != 0
        return Family.CANFIELD if redealt and rules.reserve.deal else Family.BUILDERS
    if rules.stock is None or rules.redeals_tableau:
        if rules.cells.deal:
            return Family.CELLS
        if rules.tableau.fill is EmptyPileRule.ANY and not rules.reserve.deal:
            return Family.CASTLE
        build = rules.tableau.build
        is_either = build is not None and build.direction is Direction.EITHER
        return Family.EITHER if is_either and rules.decks > 1 else Family.OPEN
    return Family.DEALERS
