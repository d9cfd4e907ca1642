"""Memory layout of the search for free runs: its arrays, positions and moves.

A move is ``kind | card << 4``, followed by the column or the place in the reserve (``<< 10``), or
by the height of the waste after it (``<< 10``) and the redeals left (``<< 16``).

Bounds: :func:`engine.solver.fitting.fits_free_runs` accepts one deck in four suits only, so that
every card, and every count or place of cards, is below ``ROW``. A build has at most 49 groups, one
for each set of takers. :func:`engine.solver.free_runs.encode.encode` rejects boards with more than
``MOST_COLUMNS`` columns or keys of more than two words.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Position(NamedTuple):
    """A position.

    Attributes:
        movable: the mask of the tableau cards that can be moved.
        anchors: the mask of those that lie on a card that cannot be moved yet.
        foundations: the foundations' heights, four bits a suit.
        columns: how many original cards each column has up to its anchor, packed.
        stock: the mask of the cards left in stock and waste, by their places in the turn order.
        waste: how many of those lie on the waste.
        redeals: the redeals left, if limited.
        reserve: the mask of what is left of the reserve.
        cells: the mask of the cards in cells.
        open_columns: how many columns have no fixed cards.
    """

    movable: int
    anchors: int
    foundations: int
    columns: int
    stock: int
    waste: int
    redeals: int
    reserve: int
    cells: int
    open_columns: int


NEXT, END = 10, 11
"""After the position, a frame of the search has the range of its moves left to try."""
FRAME_FIELDS: Final = 12

(
    TABLEAU_TO_FOUNDATION,
    RELEASE_ANCHOR,
    TABLEAU_TO_CELL,
    STOCK_TO_FOUNDATION,
    STOCK_TO_TABLEAU,
    STOCK_TO_CELL,
    FOUNDATION_TO_TABLEAU,
    FOUNDATION_TO_CELL,
    RESERVE_TO_FOUNDATION,
    RESERVE_TO_TABLEAU,
    CELL_TO_FOUNDATION,
    CELL_TO_TABLEAU,
    RELEASE_AND_FILL,
    NULL_MOVE,
) = range(14)
"""The kinds of moves. ``RELEASE_ANCHOR`` moves an anchor off its column; ``RELEASE_AND_FILL`` moves
the last card off a column and another card into it. ``NULL_MOVE`` leads to the root."""
FILLING_AT: Final = 20
"""Where ``RELEASE_AND_FILL`` has the move that fills the column, above that which empties it."""

DEPTH, STATES, KEYS, CHECKS, RELAXED_CHECKS, CONTROL_FIELDS = range(6)
"""The state of a search between slices: its depth, how many states it has visited, how many keys
are in its transposition table, and how many states are still to be checked in a row for being dead
ends, and for being lost in relaxed games."""

(
    COLUMN_COUNT,
    FILL,
    FILLERS,
    BACK_ONTO_CARDS,
    BACK_INTO_COLUMNS,
    BACK_INTO_CELLS,
    CELLS_FROM_TABLEAU,
    CELLS_FROM_WASTE,
    CELL_COUNT,
    TURN,
    UNLIMITED_REDEALS,
    TAKES_BACK,
    BUILDS,
    GROUPS,
    STOCK_CARDS,
    TWO_WORDS,
    TURNS_DOMINATE,
    STOCK_AT,
    WASTE_AT,
    REDEALS_AT,
    RESERVE_AT,
    CELLS_AT,
    LOW_REST,
    HIGH_REST,
    AT_HAND,
    AT_HAND_PLACES,
) = range(26)
"""The scalars at the start of the tables. ``FILLERS`` is the mask of the cards that may fill an
empty column, ``STOCK_CARDS`` that of the initial stock and waste. ``..._AT`` is a field's shift
in a key, plus 64 in the key's second word, which ``TWO_WORDS`` says is in use.

``TURNS_DOMINATE`` says that the stock is turned card by card and its redeals are limited. A state
with less turning then dominates one with more, since it can turn on to every card that the other
still reaches. So turning is no part of the key, and only the least-turned state of a key is
searched.

``LOW_REST`` and ``HIGH_REST`` are masks of all of a key's words but the waste, if several cards are
turned at a time; otherwise of all. Of states that differ in the waste alone, one with fewer cards
there dominates one with whole turns more, since it can turn on to there. With unlimited redeals any
dominates one with an empty waste: it reaches what that does after a redeal. So only the least waste
of each phase of the turns is kept and searched. The line from a dominating state is no longer than
that from a dominated one, so that the shortest of all from states left out is not lost.

``AT_HAND`` is the mask of the cards of the stock that take no place in a relaxed game, see
:mod:`engine.solver.free_runs.relaxation`, and ``AT_HAND_PLACES`` that of their places in the turn
order."""

ROW: Final = 64
"""The length of a row of the tables, for cards, counts or groups."""
COLUMN_AT: Final = 1 * ROW
"""The shift of each column in the packed columns."""
COLUMN_MASK: Final = 2 * ROW
"""The mask of each column there, before it is shifted."""
GROUP: Final = 3 * ROW
"""The mask of each group of cards that go onto the same cards."""
TAKERS: Final = 4 * ROW
"""The mask of the takers of each group."""
GROUP_OF: Final = 5 * ROW
"""The group of each card."""
COLUMN_OF: Final = 6 * ROW
"""For each card, the column that it is dealt to, if any."""
TURN_ORDER: Final = 7 * ROW
"""The cards of waste and stock in the order in which they are turned."""
PLACE: Final = 8 * ROW
"""The place of each card in that order; -1 for other cards."""
RESERVE_CARDS: Final = 9 * ROW
"""The cards of the reserve."""
RESERVE_PLACE: Final = 10 * ROW
"""The place of each card there; -1 for other cards."""
TURN_PHASE: Final = 11 * ROW
"""For each number of cards, what is left of it after whole turns of the stock."""
MOST_COLUMNS: Final = 16
FIXED: Final = 12 * ROW
"""A row for each column: by the number of original cards left, how many of them are fixed, with the
anchor, once those in sequence on top are loose."""
FREED: Final = FIXED + MOST_COLUMNS * ROW
"""Likewise, the mask of the cards that become movable."""
ANCHOR: Final = FREED + MOST_COLUMNS * ROW
"""Likewise, the last of the cards left: the anchor."""
TABLE_FIELDS: Final = ANCHOR + MOST_COLUMNS * ROW

FILL_NOTHING, FILL_KINGS, FILL_ANY = range(3)
"""Which cards may fill an empty column."""

ALTERNATING, SUIT, COLOUR, ANY = range(4)
"""How the tableau builds."""

WON, LOST, PAUSED, FULL, DEEP = range(5)
"""How a slice of a search ends. ``FULL``: the transposition table must grow. ``DEEP``: the frames
and moves must."""
