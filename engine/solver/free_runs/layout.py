"""Where the search keeps what: the places in its arrays, and how a move is packed.

A move is ``kind | card << 4``, and where it needs them the column or the place in the reserve
(``<< 10``), or the height of the waste after it (``<< 10``) and the redeals left (``<< 16``).
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Position(NamedTuple):
    """A position; what is searched are these.

    Attributes:
        visible: the mask of the cards of the tableau that can be moved.
        anchors: the mask of those of them that lie on a card that cannot be moved yet.
        home: the foundations' heights, four bits a suit.
        columns: how many original cards each column still has up to its anchor, packed.
        stock: the mask of what is left of stock and waste, by the order in which it is turned.
        waste: how many of those lie on the waste.
        redeals: the redeals left, where they are limited.
        reserve: the mask of what is left of the reserve.
        cells: the mask of the cards in cells.
        open: how many columns have no card that cannot be moved.
    """

    movable: int
    anchors: int
    home: int
    columns: int
    stock: int
    waste: int
    redeals: int
    reserve: int
    cells: int
    open: int


NEXT, END = 10, 11
"""After the position, a frame of the search has the range of its moves, the next one first."""
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
    NOTHING,
) = range(13)
"""The kinds of moves; the last one leads from the first position to itself."""

DEPTH, STATES, KEYS, CONTROL_FIELDS = range(4)
"""What a search keeps between slices: its depth, how many positions it has met, and how many keys
are in its table."""

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
    SAFE,
    GROUPS,
    TWO_WORDS,
    TURNS_DOMINATE,
    STOCK_AT,
    WASTE_AT,
    REDEALS_AT,
    RESERVE_AT,
    CELLS_AT,
) = range(20)
"""The first places of the tables, each for one number. ``FILLERS`` is the mask of the cards that
may head an empty column; ``UNLIMITED_REDEALS`` says that redeals are not limited; ``..._AT`` is
where a field stands in a key: how far it is shifted, 64 more for the key's second word.

``TURNS_DOMINATE`` says that the stock is turned card by card and its redeals are limited. A state
with less turning then dominates one with more, since it can turn on to every card that the other
still reaches. So turning is no part of the key, and only the least-turned state of a key is
searched."""

ROW: Final = 64
"""How many places a row of the tables has; one for each card, count or group."""
COLUMN_AT: Final = 1 * ROW
"""How far the number of each column's original cards is shifted in the packed columns."""
COLUMN_MASK: Final = 2 * ROW
"""The mask of that number, unshifted."""
GROUP: Final = 3 * ROW
"""The mask of each group of cards that go onto the same cards."""
TAKERS: Final = 4 * ROW
"""The mask of the cards that those of each group go onto."""
GROUP_OF: Final = 5 * ROW
"""The group of each card."""
TAKEN_BY: Final = 6 * ROW
"""For each card the group of the cards that go onto it."""
TURN_ORDER: Final = 7 * ROW
"""The cards of waste and stock in the order in which they are turned."""
PLACE: Final = 8 * ROW
"""The place of each card in that order; -1 for others."""
RESERVE_CARDS: Final = 9 * ROW
"""The cards of the reserve."""
RESERVE_PLACE: Final = 10 * ROW
"""The place of each card there; -1 for others."""
MOST_COLUMNS: Final = 16
FIXED: Final = 11 * ROW
"""A row for each column: by the number of original cards left, how many are left once those that
are in sequence on the ones beneath count as loose."""
FREED: Final = FIXED + MOST_COLUMNS * ROW
"""Likewise, the mask of the cards that become visible then."""
ANCHOR: Final = FREED + MOST_COLUMNS * ROW
"""Likewise, the last of the cards left."""
TABLE_FIELDS: Final = ANCHOR + MOST_COLUMNS * ROW

FILL_NOTHING, FILL_KINGS, FILL_ANY = range(3)
"""What may head an empty column."""

SAFE_ALTERNATING, SAFE_SUIT, SAFE_COLOUR, SAFE_ANY = range(4)
"""How the tableau builds, for what is safe; :data:`SAFE_BACK` is added where cards come back."""
SAFE_BACK: Final = 4

WON, LOST, PAUSED, FULL, DEEP = range(5)
"""How a slice of a search ends; at the last two a table or the frames must be enlarged."""
