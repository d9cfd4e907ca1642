"""How many rows of keys a chat has below a board: the more, the lower its picture has to be.

Columns have a key each that stays. Where piles are small and many, as in pyramids, fans, carpets
and large reserves, most of them have no move most of the time, and none is known by its place.
There a key stands for a card that can be played; a game has as many rows for these as they usually
take.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine import PileKind
from engine.compiled import CompiledRules
from engine.rules import StockAction

KEYS_IN_ROW: Final = 5
_MOST_COLUMNS: Final = 10
"""How many piles of a tableau are columns with a place each."""

_FEW_COLUMNS: Final = 8
"""Up to how many columns there is room for the places of other piles."""

_FEW_SMALL: Final = 4
"""How many cells and piles of a reserve have a place each."""

_MOST_ROWS: Final = 4
"""The most rows of cards, or of moves."""


def offers_moves(compiled: CompiledRules) -> bool:
    """Whether a board offers its moves rather than its piles."""
    rules = compiled.rules
    places_decide = not rules.has_foundations or bool(rules.foundations.groups)
    return places_decide or rules.tableau.turns_rank or compiled.differ


def move_rows_of(compiled: CompiledRules) -> int:
    """How many rows the moves of a game usually take."""
    tableau = compiled.rules.tableau
    if tableau.turns_rank or compiled.differ:
        return 1
    if tableau.row_length:
        return _MOST_ROWS if tableau.steps_left else 2
    # Of the piles that can be free at once few go together, and their labels are long.
    free = sum(not pile.covered_by for pile in compiled.tableau)
    free += _count(compiled, {PileKind.CELL, PileKind.RESERVE, PileKind.WASTE})
    return -(-free // (KEYS_IN_ROW + 1))


def loose_kinds(compiled: CompiledRules) -> frozenset[PileKind]:
    """The kinds of piles whose cards have keys only while they can be played."""
    columns, cells = len(compiled.tableau), compiled.rules.cells.deal
    reserve, stock = (_count(compiled, {kind}) for kind in (PileKind.RESERVE, PileKind.STOCK))
    if compiled.is_layered or columns > _MOST_COLUMNS:
        return frozenset(PileKind)
    # Cells that are all dealt a card are like a reserve.
    is_crowded = len(cells) + max(reserve, stock) > _FEW_SMALL or (len(cells) > 1 and all(cells))
    if columns > _FEW_COLUMNS or is_crowded:
        return frozenset(PileKind) - {PileKind.TABLEAU}
    return frozenset()


def card_rows_of(compiled: CompiledRules) -> int:
    """How many rows the cards of loose piles usually take that can be played."""
    cells, reserve = (_count(compiled, {kind}) for kind in (PileKind.CELL, PileKind.RESERVE))
    if PileKind.TABLEAU not in loose_kinds(compiled):
        # Cells are often empty.
        many = KEYS_IN_ROW * (2 if len(compiled.tableau) > _FEW_COLUMNS else 1)
        return 2 if reserve + cells / 2 > many else 1
    if compiled.rules.tableau.build:
        return _MOST_ROWS - 1
    # Any card can go to a cell, and few onto others.
    return _MOST_ROWS if cells else 1


def key_rows_of(compiled: CompiledRules) -> int:
    """About how many rows of keys a message has, that below those of the piles included."""
    if offers_moves(compiled):
        return 1 + int(compiled.differ) + move_rows_of(compiled)
    kinds, tapped = loose_kinds(compiled), tapped_piles(compiled)
    sources = {pile.kind for pile in compiled.piles if pile.name in tapped}
    rows = 1
    if kinds & sources - {PileKind.FOUNDATION}:
        rows += card_rows_of(compiled)
        sources -= kinds
    columns = _count(compiled, sources & {PileKind.TABLEAU})
    others = _count(compiled, sources - {PileKind.TABLEAU, PileKind.FOUNDATION})
    # All foundations have one key, beside those of other piles.
    if others:
        others += PileKind.FOUNDATION in sources
    else:
        columns += PileKind.FOUNDATION in sources
    return rows - (-columns // KEYS_IN_ROW) - (-others // KEYS_IN_ROW)


def tapped_piles(compiled: CompiledRules) -> set[str]:
    """The names of the piles that cards can ever leave by a tap."""
    sources = {pile.name for route in compiled.routes for pile in route.sources}
    sources |= {pile.name for pile in compiled.foundation_sources}
    stock = compiled.rules.stock
    is_tapped = stock is not None and stock.action is not StockAction.FILL
    return (sources - {"s"}) | ({"s", "w"} if is_tapped else set())


def _count(compiled: CompiledRules, kinds: Iterable[PileKind]) -> int:
    return sum(len(compiled.piles_of(kind)) for kind in kinds)
