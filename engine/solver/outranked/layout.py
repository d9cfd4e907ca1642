"""Memory layout of the search: cards, positions and steps as numbers in arrays.

Bounds: a pile has at most the ``CARDS`` of the deck. In a position each card outranks any other at
most once, and moves to at most seven empty piles: fewer than ``MOST_STEPS`` in all.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]

CARDS: Final = 52
MOST_PILES: Final = 8
MARK: Final = 64
"""The bit of a marked card. A card is its suit, times 16, and its rank from 0; aces are highest."""
SUIT_AT: Final = 4
NO_RANK, ACE = 15, 12
NO_CARD: Final = 63

PILES, ROUNDS = range(2)
DEALS: Final = 2
"""The tables: how many piles there are, and rounds; for each round, the cards dealt to the piles,
``NO_CARD`` if there is none."""

ROUND: Final = 0
HEIGHTS: Final = 1
STACKS: Final = HEIGHTS + MOST_PILES
SIZE: Final = STACKS + MOST_PILES * CARDS
"""A position: how many rounds were dealt, the height of each pile, and its cards."""
PARENT, CHILD, REST = 0, SIZE, 2 * SIZE
BEST: Final = 3 * SIZE
"""The positions worked on, and for each suit the highest card in sight."""
SCRATCH: Final = BEST + 4
WIDTH: Final = 64
"""The bytes of a packed position."""
MOST_STEPS: Final = 4 * CARDS * CARDS

STATES, TOP = range(2)
"""How many states were visited; how many of them are still to be expanded."""
WON, LOST, PAUSED, FULL = range(4)
"""How a slice of the search ends."""

TAKE, MOVE, DEAL = range(3)
"""The kinds of steps: a card outranks one, which is marked; one moves to an empty pile; a round is
dealt. Each takes away the marked cards on top of those it needs."""
PILE_AT, OVER_AT, OTHER_AT, PLACE_AT = 2, 5, 11, 14
"""The shifts of a step's parts: its pile; how many marked cards lie over the card that is outranked
or moves there; the pile of the one that outranks it, or the empty one; and how many lie over that
one that outranks it."""
