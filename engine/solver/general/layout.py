"""Memory layout of the general search: rules, positions and moves as numbers in arrays.

Everything that is constant during a search is in one array, the *tables*; everything that a move
changes is in another, the *position*. The names here are offsets into them. (Passing an array from
one compiled function to another is expensive, so there are few.)

A move is ``source | target << 8 | count << 16 | turns << 23``: first turn the stock ``turns``
times, then move ``count`` cards from one pile to another. A move of a stock that deals has the
stock as its source.

Bounds: no game has more than ``MOST_CARDS`` cards and moves only permute them, so no pile is ever
higher, and ``ROW`` holds a pile's hashes at every height. :func:`engine.solver.general.encode.fits`
rejects games with more than ``MOST_PILES`` piles or ``MOST_REDEALS`` redeals.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]

MOST_CARDS: Final = 104
"""The cards of two decks."""
MOST_PILES: Final = 64
"""The most piles of any game that fits."""
MOST_REDEALS: Final = 250
"""The most redeals of any game that fits; 255 stands for unlimited redeals where bytes count."""
ROW: Final = 112
"""The length of a row for the cards of a pile: more than ``MOST_CARDS`` + 1."""

TARGET_AT, COUNT_AT, TURNS_AT = 8, 16, 23
"""The shifts of a move's parts. A move never turns the stock more than ``2 * MOST_CARDS`` + 1
times, so that turns fit in 8 bits."""
MOVE_BITS: Final = 31
MOST_MOVES: Final = MOST_CARDS * MOST_PILES
"""More than the moves of any position; see ``MAX_MOVES``."""

FEW_PILES: Final = 3
"""With so few piles of the tableau, or fewer, nearly all deals are lost."""

TABLEAU, CELL, RESERVE, FOUNDATION, WASTE = range(5)
"""The kinds of piles that cards can leave."""
KINDS: Final = 5

TOP_CARD, ANY_PART, TOP_OR_ALL, WHOLE_PILE, SUPERMOVE = range(5)
"""Which cards leave a pile together."""

BY_RESERVE, BY_WASTE, BY_STOCK = range(1, 4)
"""What fills an empty tableau pile at once, two bits each in ``REFILLED``, the first one lowest."""

NO_STOCK, TO_WASTE, TO_TABLEAU, TO_FOUNDATION, TO_RESERVE, RESHUFFLE, GATHER, ROTATE = range(8)
"""What the stock does; the last three arrange the tableau anew."""

(
    TABLEAU_END,
    CELLS_END,
    RESERVE_END,
    FOUNDATIONS_END,
    STOCK_PILE,
    WASTE_PILE,
    STOCK_ACTION,
    TURN,
    UNLIMITED_REDEALS,
    ONTO_EMPTY,
    FOLDS_TURNS,
    WHOLE_SUITS,
    SINGLE_FOUNDATION,
    REFILLED,
    RESERVE_ORDERED,
    HAS_HIDDEN,
    STOCK_SIZE,
    CARDS,
    SAFE,
    TAKES_BACK,
    CARRIES_OTHERS,
    REACHES_WHOLE_STOCK,
    RESERVE_GROWS,
    SPLITS_FREELY,
    MAX_MOVES,
    AFTER_STOCK,
    PILE_SIZE,
    FILL_FIRST,
    OUTRANKED,
    FINDS_DEAD_ENDS,
) = range(30)
"""The scalars at the start of the tables. Piles are numbered tableau first, then cells, reserve,
foundations, stock and waste; ``..._END`` is the first number after a kind.

``FOLDS_TURNS``: turning the stock is part of the move that follows. ``REACHES_WHOLE_STOCK``: every
card of stock and waste can be turned up at any time. ``SPLITS_FREELY``: any part of a run may be
worth moving. ``MAX_MOVES``: an upper bound on a position's moves. A move is identified by the
lowest card it carries and its target, and a card has at most one foundation and each other pile as
a target; with the stock's own move that is ``CARDS * (RESERVE_END + 1) + 1``. ``AFTER_STOCK``: the
mask of the kinds of piles that take cards only once the stock is empty. ``PILE_SIZE``: how many
cards each tableau pile gets when the tableau is gathered. ``FILL_FIRST``: for each kind of pile,
``FILL_FIRST_BITS`` with the kind, plus 1, that alone fills it while one of that kind has cards.
``OUTRANKED``: whether cards are discarded that another pile's top card outranks; then ``TAKES`` of
the foundation has the lower cards of each card's suit, and ``CARDS`` leaves out those that stay.
``FINDS_DEAD_ENDS``: see :mod:`engine.solver.general.dead_ends`. ``RESERVE_ORDERED``: whether the
first pile of the reserve that has a card fills empty piles."""
FILL_FIRST_BITS: Final = 3

CARD_ROW: Final = 64
SUIT_ROW: Final = 16
"""The foundations of one suit, at most 15, after their number."""
MOST_FOUNDATIONS: Final = 16
"""The most foundations of any game that fits."""
FOUNDATION_ROW: Final = 16
"""The 13 cards of a foundation, and what ends them."""
ZOBRIST_HALF: Final = 512
WEIGHT_ROW: Final = 24
MOST_QUEUES: Final = 4

TAKES: Final = 64
"""For each kind of pile and top card, the mask of the cards that can be built on it."""
RUNS: Final = TAKES + KINDS * CARD_ROW
"""For each kind of pile and card, the mask of the cards that continue a run on it."""
BUILD_FROM: Final = RUNS + KINDS * CARD_ROW
"""For each kind of pile, the mask of the kinds it is built on from."""
FILL_FROM: Final = BUILD_FROM + KINDS
"""For each kind of pile, the mask of the kinds it is filled from when empty."""
FILLERS: Final = FILL_FROM + KINDS
"""For each kind of pile, the mask of the cards that can fill it when empty."""
MOVE_UNITS: Final = FILLERS + KINDS
"""For each kind of pile, which cards leave it together."""
SUIT_FOUNDATIONS: Final = MOVE_UNITS + KINDS
"""For each suit, the number of its foundations, then those foundations in ascending order."""
FOUNDATION_CARDS: Final = SUIT_FOUNDATIONS + 4 * SUIT_ROW
"""For each foundation, the cards that it takes in order."""
FOUNDATION_MASKS: Final = FOUNDATION_CARDS + MOST_FOUNDATIONS * FOUNDATION_ROW
"""For each suit and height, the mask of the cards on a foundation of that height."""
RANKS: Final = FOUNDATION_MASKS + 4 * FOUNDATION_ROW
"""For each card, how many cards of its suit precede it on a foundation."""
IDENTITIES: Final = RANKS + CARD_ROW
"""For each card, the number it has in keys: itself, or its rank if suits do not matter."""
FOLLOWERS: Final = IDENTITIES + CARD_ROW
"""For each card, the mask of the cards that can directly be put on it; in games that take cards
back from foundations, of those that can come to lie on it in any number of steps."""
HOLDS_ONE: Final = FOLLOWERS + CARD_ROW
"""For each pile, whether it never holds more than one card."""
TURN_ORDER: Final = HOLDS_ONE + MOST_PILES
"""The cards of the initial waste and stock in the order in which they are turned; of a stock that
deals, the next card last."""
ROOT_HEIGHTS: Final = TURN_ORDER + ROW
"""The initial height of each pile."""
ROOT_FACE_DOWN: Final = ROOT_HEIGHTS + MOST_PILES
"""The initial number of face-down cards of each pile."""
ROOT_STACKS: Final = ROOT_FACE_DOWN + MOST_PILES
"""The initial cards of each pile."""
ROOT_HASH_LOW: Final = ROOT_STACKS + MOST_PILES * ROW
"""The initial hash of each pile up to each height, first half."""
ROOT_HASH_HIGH: Final = ROOT_HASH_LOW + MOST_PILES * ROW
"""Likewise, second half."""
ZOBRIST: Final = ROOT_HASH_HIGH + MOST_PILES * ROW
"""The Zobrist numbers, random, first halves before second halves."""
ZOBRIST_FACE_DOWN, ZOBRIST_PLACES, ZOBRIST_PILES, ZOBRIST_NUMBERS = 64, 128, 256, 384
"""Offsets of the Zobrist numbers of face-down cards, places in the stock, piles and counters."""
WEIGHTS: Final = ZOBRIST + 2 * ZOBRIST_HALF
"""The rows of weights of :mod:`engine.solver.general.evaluation`, at most ``MOST_QUEUES``."""
TABLES_SIZE: Final = WEIGHTS + MOST_QUEUES * WEIGHT_ROW

REDEALS, IN_WASTE, REMAINING, LOG_LENGTH, FIRST_TURNS, NEXT_TURNS, SAFE_CARDS = range(7)
"""The scalars at the start of a position: the redeals left, -1 if unlimited; how many cards lie on
the waste; how many cards stock and waste have; how many entries the log has; if not 0, the only
moves left to try are those that turn the stock so often or more; if not 0, how often those moves
turn it at least that the latest generated ones leave to be tried later; the mask of the cards that
the stock is not turned past, as playing them is safe."""
HEIGHTS: Final = 7
"""The height of each pile except stock and waste."""
FACE_DOWN: Final = HEIGHTS + MOST_PILES
"""The number of face-down cards of each pile."""
REMAINING_PLACES: Final = FACE_DOWN + MOST_PILES
"""The cards left in stock and waste, as places in ``TURN_ORDER``."""
STACKS: Final = REMAINING_PLACES + ROW
"""The cards of each pile."""
HASH_LOW: Final = STACKS + MOST_PILES * ROW
"""The hash of each pile up to each height, first half."""
HASH_HIGH: Final = HASH_LOW + MOST_PILES * ROW
"""Likewise, second half."""
LOG: Final = HASH_HIGH + MOST_PILES * ROW
"""The changes to undo."""
LOG_SIZE: Final = 2 + 2 * MOST_PILES + 3 * MOST_CARDS
"""Room for one move and the safe plays after it; whoever plays more clears the log in between.
A move logs at most two changes, and two for a refill of each pile. Safe plays log two changes for
each card they send to a foundation and refill nothing, and each card is turned face up only
once."""
TARGETS: Final = LOG + LOG_SIZE
"""During move generation: the piles that take cards."""
TARGET_KINDS: Final = TARGETS + MOST_PILES
"""Their kinds."""
TARGET_MASKS: Final = TARGET_KINDS + MOST_PILES
"""The mask of the cards that each takes."""
TARGET_SOURCES: Final = TARGET_MASKS + MOST_PILES
"""The mask of the kinds of piles from which each takes them."""
SOURCE_MASKS: Final = TARGET_SOURCES + MOST_PILES
"""For each kind of pile, the mask of the cards that any target takes from it."""
POSITION_SIZE: Final = SOURCE_MASKS + KINDS

WON, LOST, PAUSED, FULL, NEEDS_RESHUFFLE, STATE_LIMIT = range(6)
"""How a slice of a search ends. ``FULL``: memory must grow. ``NEEDS_RESHUFFLE``: the engine must
reshuffle the tableau of the current state."""
