"""Memory layout of the search: places and moves as numbers.

A state is a row of ``CELLS`` places, each with a card or ``EMPTY``: the top cards of the tableau's
piles in order, then the cards of the stock as they are dealt. A move is its source and its target,
``source | target << TARGET_AT``, or ``CLOSE_UP``. Where cards fill gaps, five bits above these may
choose an order of the twos.

Bounds: no game that fits has more than 52 piles or 52 cards, so places are below ``CELLS``. Each
move has a source and a target of its own: if piles move to the left there are at most 1,326 of
them; a gap takes one card, or one of each suit; and a card touches four that come after it.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Cells = npt.NDArray[np.int8]

CELLS: Final = 104
MOST_PILES: Final = 52
EMPTY: Final = -1
MOVE_BITS: Final = 19
SOURCE_MASK: Final = 127
TARGET_AT: Final = 7
CLOSE_UP: Final = 1 << 14
MOST_MOVES: Final = 1327

ONE_PILE, GAPS, TOUCHING = range(3)
"""The kinds of games: piles move to the left onto others; cards follow their left neighbours into
gaps; pairs of neighbours are discarded, and the others close up."""

(KIND, PILES, LENGTH, CARDS, LAST_RANK, ROW_SUITS, FIRST_RANK, STEP_COUNT, SIZE) = range(9)
"""The scalars at the start of the tables. ``PILES``: how many tableau piles there are; ``LENGTH``:
how many make a row; ``CARDS``: how many cards must be in place; ``ROW_SUITS``: whether each row has
its suit. Ranks count from 0. ``SIZE``: how many places are in use."""
STEPS: Final = 9
"""How many places piles may move to the left."""
TAKES: Final = STEPS + MOST_PILES
"""For each card, the mask of the cards that may be put on it, or leave with it."""
SALTS: Final = TAKES + 52
"""For each place and card, and once more for the second word of a key, random bits."""
SALTS_HALF: Final = CELLS * 64
TABLES_SIZE: Final = SALTS + 2 * SALTS_HALF

STATES, DEPTH = range(2)
"""The scalars of the control array: how many states were visited; how many frames there are."""

WON, LOST, PAUSED, FULL, DEEP = range(5)
"""How a slice of a search ends."""
