"""Memory layout of the search: rules, positions and moves as numbers.

A *slot* is a card of the board that the search begins with; slots are numbered by piles, bottom to
top, then through waste and stock in the order in which they are turned. A position is one word: a
bit for each slot that is left, then how many slots of waste and stock are turned, then a small
number: the redeals left, or the rank on top of the foundation.

A move is its slots, six bits each, ``NO_SLOT`` for none, or ``TURN``.

Bounds: a deck has 52 cards, so slots are below ``SLOTS``. A position's moves are at most one for
each pair of its cards, 1,326, and one that turns the stock: ranks that leave in threes leave in no
other way, and have 64 threes for each 12 cards, fewer than the pairs of 12 cards. No line visits a
position twice: while no card leaves it turns 15 passes of at most 52 cards, or, without limit, has
at most 53 positions for each number of cards left. Either way it is shorter than ``MOST_DEPTH``.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

SLOTS: Final = 52
NO_SLOT: Final = 63
TURN: Final = 1 << 18
MOST_MOVES: Final = 1327
MOST_DEPTH: Final = 1 << 12

TURNED_AT: Final = 52
TURNED_MASK: Final = 63
SMALL_AT: Final = 58
"""The shifts of the parts of a position, which has 62 bits."""
LEFT: Final = (1 << SLOTS) - 1
UNLIMITED: Final = 15
"""Stands for redeals without limit."""
NO_RANK: Final = 15
"""Stands for the rank on top of an empty foundation, which takes any card."""

NO_STOCK, TO_WASTE, TO_FOUNDATION, FILLS = range(4)
"""What the stock does."""

(GOAL, STOCK_ACTION, FIRST_IN_STOCK, COUNT, WRAPS, WIDTH, IN_THREES, HAS_FOUNDATION) = range(8)
"""The scalars at the start of the tables. ``GOAL``: the mask of the slots that must go.
``FIRST_IN_STOCK``: the first slot of waste and stock; ``COUNT``: the number of slots. ``WRAPS``:
whether king and ace are neighbours on a foundation that is built. ``WIDTH``: how many piles a
stock fills. ``IN_THREES``: the mask of the slots that leave in threes. ``HAS_FOUNDATION``: whether
cards go to a foundation that is built, and not in groups."""
BLOCKERS: Final = 8
"""For each slot, the mask of the slots that must go first."""
PARTNERS: Final = BLOCKERS + SLOTS
"""For each slot, the mask of the slots with which it leaves."""
REACHABLE: Final = PARTNERS + SLOTS
"""For each slot, the mask of the partners that can ever be free together with it."""
RANKS: Final = REACHABLE + SLOTS
"""The rank of each slot, from 0."""
ALONE: Final = RANKS + SLOTS
"""For each slot, whether it leaves alone."""
TABLES_SIZE: Final = ALONE + SLOTS

STATES, DEPTH = range(2)
"""The scalars of the control array: how many states were visited; how many frames there are."""
POSITION, NEXT, END = range(3)
"""The fields of a frame: its position, its next move, and the end of its moves."""

WON, LOST, PAUSED, FULL = range(4)
"""How a slice of a search ends."""
