"""Memory layout of the search: cards, states and steps as numbers in arrays.

A card is its suit, times 13, and its rank from 0; a mask has a bit for each card. A state is the
mask of the cards on the foundations, and its *order*: the suits of the foundations from above, each
plus 1 in three bits, and ``IN_WASTE_AT`` above them how many of the other cards of waste and stock
are turned, 0 after whole turns, which lead to the same tops.

A step is a card to play, ``REDEAL`` for none, and how many cards are turned after it.

Bounds: a deck has 52 cards, so no pile and no state has more cards or plays than ``CARDS``, and one
redeal. A play or two take a card to a foundation for good, as no redeal follows another: no line is
longer than ``MOST_DEPTH``.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

CARDS: Final = 52
RANKS: Final = 13
SUIT: Final = (1 << RANKS) - 1
"""The mask of a suit's ranks."""
ROW: Final = 7
"""The mask of one suit in an order."""
ROW_BITS: Final = 3
IN_WASTE_AT: Final = 4 * ROW_BITS
ROWS: Final = (1 << IN_WASTE_AT) - 1
"""The mask of the suits in an order."""
REDEAL: Final = CARDS
CARD: Final = 63
"""The mask of a step's card."""
TURNED_AT: Final = 6
"""The shift of the number of turned cards in a step."""

ALL, FREE, BASES, TURN, COUNT, PILES = range(6)
"""The scalars at the start of the tables: the masks of all cards, of those of stock and waste, and
of those that begin foundations; how many cards are turned at once, and how many cards stock and
waste have; how many piles there are."""
TURNED: Final = 6
"""The cards of waste and stock in the order in which they are turned."""
ENDS: Final = TURNED + CARDS
"""Where the cards of each pile of the tableau end."""
DEALT: Final = ENDS + CARDS
"""The cards of the tableau, pile by pile, bottom to top."""
ORDERS: Final = DEALT + CARDS
"""All orders of four suits."""
MOST_ORDERS: Final = 24
TABLES: Final = ORDERS + MOST_ORDERS

HOME, ORDER, NEXT, END = range(4)
"""The fields of a frame: its state, its next step, and the end of its steps."""
MOST_STEPS: Final = CARDS + 1
MOST_DEPTH: Final = 2 * CARDS + 2

STATES, DEPTH = range(2)
"""The scalars of the control array: how many states were visited; how many frames there are."""
WON, LOST, PAUSED, FULL = range(4)
"""How a slice of the search ends."""
