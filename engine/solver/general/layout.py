"""Where the search keeps what: rules, positions and moves as numbers in arrays.

What is the same for a whole search is one array, the *facts*, and what changes with every move is
another, the *position*; the names here are places in them. (Arrays are costly to hand from one
compiled function to another, so there are few of them.)

A move is ``source | target << 8 | count << 16 | turns << 23``: so many turns of the stock, and then
so many cards from one pile to another. A stock that deals has the stock as its source.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]

TARGET_AT, COUNT_AT, TURNS_AT = 8, 16, 23
"""How far the parts of a move are shifted."""
MOVE_BITS: Final = 31
MOST_MOVES: Final = 4096
"""More moves than any position has."""
MOST_PILES: Final = 64
"""The most piles that a game may have."""
ROW: Final = 112
"""How many places a pile has; more than there are cards."""

TABLEAU, CELL, RESERVE, FOUNDATION, WASTE = range(5)
"""The kinds of piles that cards leave."""
KINDS: Final = 5

TOP_CARD, ANY_PART, TOP_OR_ALL, SUPERMOVE = range(4)
"""Which cards leave a pile together."""

NO_STOCK, TO_WASTE, TO_TABLEAU, TO_FOUNDATION, RESHUFFLE = range(5)
"""What the stock does."""

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
    RESERVE_INTERCHANGEABLE,
    HAS_HIDDEN,
    STOCK_SIZE,
    CARDS,
    SAFE,
    TAKES_BACK,
    CARRIES_OTHERS,
    REACHES_WHOLE_STOCK,
    RESERVE_GROWS,
    SPLITS_FREELY,
) = range(24)
"""What a game says in one number each, at the start of the facts. Piles are numbered tableau first,
then cells, reserve, foundations, stock and waste; ``..._END`` is the first number beyond a kind.
``FOLDS_TURNS``: turns of the stock are part of the move that follows them. ``SPLITS_FREELY``: any
part of a run may be worth moving."""

CARD_ROW: Final = 64
SUIT_ROW: Final = 16
FOUNDATION_ROW: Final = 16
ZOBRIST_HALF: Final = 512
WEIGHT_ROW: Final = 16
MOST_QUEUES: Final = 4

TAKES: Final = 64
"""For each kind and the top card of such a pile, the mask of cards it takes."""
RUNS: Final = TAKES + KINDS * CARD_ROW
"""For each kind and card, the mask of cards that continue a run on it."""
BUILD_FROM: Final = RUNS + KINDS * CARD_ROW
"""For each kind the mask of the kinds it is built on from."""
FILL_FROM: Final = BUILD_FROM + KINDS
"""For each kind the mask of the kinds it is filled from when empty."""
FILLERS: Final = FILL_FROM + KINDS
"""For each kind the mask of the cards that may head what fills it."""
MOVE_UNITS: Final = FILLERS + KINDS
"""For each kind which cards leave it together."""
SUIT_FOUNDATIONS: Final = MOVE_UNITS + KINDS
"""For each suit how many foundations are for it, and which, lowest first."""
FOUNDATION_CARDS: Final = SUIT_FOUNDATIONS + 4 * SUIT_ROW
"""For each foundation, from the first on, the cards it takes one after the other."""
FOUNDATION_MASKS: Final = FOUNDATION_CARDS + 8 * FOUNDATION_ROW
"""For each suit and height the mask of the cards of a foundation of that height."""
RANKS: Final = FOUNDATION_MASKS + 4 * FOUNDATION_ROW
"""For each card how many cards of its suit go home before it."""
IDENTITIES: Final = RANKS + CARD_ROW
"""For each card what tells it from others: itself, or its rank where suits do not matter."""
FOLLOWERS: Final = IDENTITIES + CARD_ROW
"""For each card those that could come to lie on it by and by, where cards come back from the
foundations; else those that may lie on it directly."""
HOLDS_ONE: Final = FOLLOWERS + CARD_ROW
"""For each pile whether it never holds more than one card."""
TURN_ORDER: Final = HOLDS_ONE + MOST_PILES
"""The cards of waste and stock at the start in the order in which they are turned; of a stock that
deals, the next one last."""
ROOT_HEIGHTS: Final = TURN_ORDER + ROW
"""How many cards each pile has at the start."""
ROOT_FACE_DOWN: Final = ROOT_HEIGHTS + MOST_PILES
"""How many of them lie face down."""
ROOT_STACKS: Final = ROOT_FACE_DOWN + MOST_PILES
"""Those cards."""
ROOT_HASH_LOW: Final = ROOT_STACKS + MOST_PILES * ROW
"""A number that stands for each pile at the start up to each height, first half."""
ROOT_HASH_HIGH: Final = ROOT_HASH_LOW + MOST_PILES * ROW
"""The second half."""
ZOBRIST: Final = ROOT_HASH_HIGH + MOST_PILES * ROW
"""Random numbers to tell things apart in keys, first halves, then second ones."""
ZOBRIST_FACE_DOWN, ZOBRIST_PLACES, ZOBRIST_PILES, ZOBRIST_NUMBERS = 64, 128, 256, 384
"""Where those for cards that lie face down, places in the stock, piles and numbers begin."""
WEIGHTS: Final = ZOBRIST + 2 * ZOBRIST_HALF
"""For each queue what counts how much, see :mod:`engine.solver.general.evaluation`."""
TABLES_SIZE: Final = WEIGHTS + MOST_QUEUES * WEIGHT_ROW

REDEALS, IN_WASTE, REMAINING, LOG_LENGTH = range(4)
"""A position's own numbers: the redeals left, -1 where they are not limited; how many cards of
stock and waste lie on the waste; how many cards stock and waste have; the length of its log."""
HEIGHTS: Final = 4
"""How many cards each pile has, but for stock and waste."""
FACE_DOWN: Final = HEIGHTS + MOST_PILES
"""How many of them lie face down."""
REMAINING_PLACES: Final = FACE_DOWN + MOST_PILES
"""Which cards of stock and waste are left, by their places at the start."""
STACKS: Final = REMAINING_PLACES + ROW
"""The cards of each pile."""
HASH_LOW: Final = STACKS + MOST_PILES * ROW
"""A number that stands for each pile up to each height, first half."""
HASH_HIGH: Final = HASH_LOW + MOST_PILES * ROW
"""The second half."""
LOG: Final = HASH_HIGH + MOST_PILES * ROW
"""What was done, to be undone."""
TARGETS: Final = LOG + 1024
"""While moves are looked for: the piles that take cards."""
TARGET_KINDS: Final = TARGETS + MOST_PILES
"""Their kinds."""
TARGET_MASKS: Final = TARGET_KINDS + MOST_PILES
"""The mask of the cards that each takes."""
TARGET_SOURCES: Final = TARGET_MASKS + MOST_PILES
"""The mask of the kinds from which each takes them."""
SOURCE_MASKS: Final = TARGET_SOURCES + MOST_PILES
"""For each kind the mask of the cards that any of them takes from such a pile."""
POSITION_SIZE: Final = SOURCE_MASKS + KINDS

WON, LOST, PAUSED, FULL, NEEDS_RESHUFFLE, STATE_LIMIT = range(6)
"""How a slice of a search ends. ``NEEDS_RESHUFFLE``: the tableau is to be shuffled
before it goes on."""
