"""Memory layout of the beam search: positions, rows and candidates.

Rules are in the tables of :mod:`engine.solver.general.layout`, whose words for piles, kinds and
moves are used here too. A position is unpacked in an array of its own; the states of a level are
packed in a row each. The piles of a position are the tableau, the cells and the reserve.

Bounds: :func:`engine.solver.general.beams.encode.fits` rejects games with more than ``MOST_PILES``
piles besides foundations, or more than ``MOST_FOUNDATIONS``. Moves only permute the cards of a
game, at most ``general.layout.MOST_CARDS``, so no pile is ever higher than its row, ``ROW``.
"""

from __future__ import annotations

from typing import Final

from engine.solver.general import layout

MOST_PILES: Final = 32
"""The most piles of the tableau, the cells and the reserve together."""
MOST_FOUNDATIONS: Final = 8
ROW: Final = layout.ROW
"""The length of a row for the cards of a pile."""

STOCKED, PLAYED = range(2)
"""The scalars at the start of a position: how many cards the stock has, and the foundations."""
FOUNDATIONS: Final = 2
"""The height of each foundation."""
HEIGHTS: Final = FOUNDATIONS + MOST_FOUNDATIONS
"""The height of each pile."""
FACE_DOWN: Final = HEIGHTS + MOST_PILES
"""The number of face-down cards of each pile."""
STACKS: Final = FACE_DOWN + MOST_PILES
"""The cards of each pile."""
POSITION_SIZE: Final = STACKS + MOST_PILES * ROW


VALUES: Final = 0
"""In the array that a state is worked on with: the value of each pile."""
HASHES: Final = VALUES + MOST_PILES
"""The hash of each pile."""
VALUE_OF_ALL: Final = HASHES + MOST_PILES
HASH_OF_ALL: Final = VALUE_OF_ALL + 1
SCRATCH_SIZE: Final = HASH_OF_ALL + 1

KEY, VALUE, PARENT, MOVE = range(4)
"""What is known of a candidate for the next level: its key, its value, its parent's place in this
level, and the move that leads to it."""
CANDIDATE: Final = 4

ZOBRIST_FACE_DOWN: Final = layout.CARD_ROW * ROW
"""The Zobrist numbers of each card at each height are first, then those of numbers of face-down
cards."""
ZOBRIST_PILES: Final = ZOBRIST_FACE_DOWN + ROW
"""Those of piles, and of kinds of piles."""
ZOBRIST_FOUNDATIONS: Final = ZOBRIST_PILES + 2 * MOST_PILES
"""Those of each height of a foundation of each suit, then one to mix with."""
ZOBRIST_SIZE: Final = ZOBRIST_FOUNDATIONS + 4 * layout.FOUNDATION_ROW + 1

BUCKETS: Final = 8192
"""The number of values; higher ones are clipped."""


def row_size(piles: int, cards: int) -> int:
    """The bytes of a packed state: the stock, the foundations, two for each pile, and the cards."""
    return 1 + MOST_FOUNDATIONS + 2 * piles + cards
