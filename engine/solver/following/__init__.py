"""The search for foundations that follow the ones above them, as in Osmosis: depth first.

Nothing but foundations takes cards there, and a foundation with more cards takes all that one with
fewer does. So a card that is not of the waste is played as soon as it can be, unless it begins a
foundation: which suit comes before which matters. And what cannot be won even if every card of
stock and waste could be played at any time cannot be won.

With redeals without limit, turns belong to the play that follows them. Before a round, the last
card of the stock is played as soon as it can be, too: it turns up in every round, and once it is
gone the others turn up as before, and the one before it in its place.
"""

from __future__ import annotations

from engine.solver.following.driver import fits, prepare, search

__all__ = ["fits", "prepare", "search"]
