"""Where the search keeps what: rules, positions and moves as numbers in arrays.

A move is ``source | target << 8 | count << 16 | turns << 23``: so many turns of the stock, and then
so many cards from one pile to another. A stock that deals has the stock as its source.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]

ROW: Final = 128
"""How many places a pile has; more than there are cards."""
TARGET_AT, COUNT_AT, TURNS_AT = 8, 16, 23
"""How far the parts of a move are shifted."""
MOVE_BITS: Final = 31
MOST_MOVES: Final = 4096
"""More moves than any position has."""

TABLEAU, CELL, RESERVE, FOUNDATION, WASTE = range(5)
"""The kinds of piles that cards leave, which are the rows of what the rules say of a kind."""
KINDS: Final = 5

TOP_CARD, ANY_PART, TOP_OR_ALL, AS_SPACES_ALLOW = range(4)
"""Which cards leave a pile together."""

NO_STOCK, TO_WASTE, TO_TABLEAU, TO_FOUNDATION, GATHERED = range(5)
"""What the stock does."""

(
    TABLEAU_END,
    CELLS_END,
    RESERVE_END,
    HOMES_END,
    STOCK_PILE,
    WASTE_PILE,
    DEALING,
    TURN,
    CIRCLES,
    ONTO_EMPTY,
    FOLDS_TURNS,
    WHOLE_SUITS,
    SINGLE_HOME,
    REFILLED,
    RESERVE_ALIKE,
    HAS_HIDDEN,
    PLACES,
    CARDS,
    SAFE,
    GIVES_BACK,
    CARRIES_OTHERS,
    FREES_WASTE,
    RESERVE_GROWS,
    SPLITS_FREELY,
    FACTS,
) = range(25)
"""What a game says in one number each. Piles are numbered tableau first, then cells, reserve,
foundations, stock and waste; ``..._END`` is the first number beyond a kind. ``FOLDS_TURNS``: turns
of the stock are part of the move that follows them. ``SPLITS_FREELY``: any part of a run may be
worth moving."""

REDEALS, TURNED, LEFT, LOGGED, POSITION_NUMBERS = range(5)
"""A position's own numbers: the redeals left, -1 where they are not limited; how many cards of
stock and waste lie on the waste; how many cards stock and waste have; the length of its log."""


class Facts(NamedTuple):
    """What is the same for a whole search.

    Attributes:
        numbers: one number each, as named above.
        takes: for each kind and the top card of such a pile, the mask of cards it takes.
        runs: for each kind and card, the mask of cards that continue a run on it.
        build_from: for each kind the mask of the kinds it is built on from.
        fill_from: for each kind the mask of the kinds it is filled from when empty.
        fillers: for each kind the mask of the cards that may head what fills it.
        groups: for each kind which cards leave it together.
        homes: for each suit how many foundations are for it, and which, lowest first.
        nexts: for each foundation, from the first on, the cards it takes one after the other.
        ranks: for each card how many cards of its suit go home before it.
        faces: for each card what tells it from others, which is its rank where suits do not matter.
        followers: for each card the cards that could come to lie on it, where cards come back from
            the foundations; else those that may lie on it directly.
        single: for each pile whether it never holds more than one card.
        turning: the cards of waste and stock at the start in the order in which they are turned;
            of a stock that deals, the next one last.
        roots: the cards of each pile at the start.
        root_heights: how many those are.
        root_down: how many of them lie face down.
        root_low: a number that stands for each pile at the start up to each height, first half.
        root_high: the second half.
        salts: random numbers for each card, face down as well, pile, place and number; two halves.
        weights: for each queue what counts how much, see :mod:`engine.solver.general.value`.
    """

    numbers: Ints
    takes: Ints
    runs: Ints
    build_from: Ints
    fill_from: Ints
    fillers: Ints
    groups: Ints
    homes: Ints
    nexts: Ints
    ranks: Ints
    faces: Ints
    followers: Ints
    single: Ints
    turning: Ints
    roots: Ints
    root_heights: Ints
    root_down: Ints
    root_low: Ints
    root_high: Ints
    salts: Ints
    weights: Ints


class Position(NamedTuple):
    """One position, in which moves are played and taken back.

    Attributes:
        stacks: the cards of each pile but stock and waste.
        heights: how many there are.
        down: how many of them lie face down.
        low: a number that stands for each pile up to each height, first half.
        high: the second half.
        places: which cards of stock and waste are left, by their places at the start.
        numbers: one number each, as named above.
        log: what was done, to be undone.
    """

    stacks: Ints
    heights: Ints
    down: Ints
    low: Ints
    high: Ints
    places: Ints
    numbers: Ints
    log: Ints


FACE_DOWN_SALTS, PLACE_SALTS, PILE_SALTS, NUMBER_SALTS, SALTS = 64, 128, 256, 512, 1024
"""Where the salts of cards that lie face down, of places, piles and numbers begin."""

WON, LOST, PAUSED, FULL, GATHER, CUT = range(6)
"""How a slice of a search ends. ``GATHER``: the tableau is to be shuffled before it goes on."""
