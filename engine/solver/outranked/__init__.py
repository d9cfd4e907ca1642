"""Proofs of losses where cards leave that others outrank, as in Aces Up: depth first.

A card that a higher one outranks may leave at once, or stay, to outrank another card later. Here it
stays, *marked*: whoever needs what lies under it may take it away at any later time at which it is
on top, as it could have left before. But once it outranks another card it has stayed indeed, and is
no longer marked. So whether a card stays is decided only where that matters, and marked cards are
taken away only by a move that needs what lies under them. All but marked cards and aces must leave,
and be marked for that.

A position is lost if no pile can ever be emptied, and some card can never be marked, even if all
cards that were on top once outrank others ever after. The last round over, marked cards that are
outranked leave, and piles are interchangeable.

While a round is still to be dealt a single card may move to an empty pile, too, so that marked
cards stay marked when what lies on them moves. Of wins the search knows no more than that there are
some: :mod:`engine.solver.general`, which comes first, finds them sooner.
"""

from __future__ import annotations

from engine.solver.outranked.driver import fits, prepare, search

__all__ = ["fits", "prepare", "search"]
