"""The search for games that only take cards away: depth first, until it is exhaustive.

Where no card is ever put on another, except on a single foundation built up or down, a position is
the set of the cards left, with how far the stock is turned: one machine word. Pyramid, Giza,
Nestor, Elevens, Tri Peaks and Golf are such games.
"""

from __future__ import annotations

from engine.solver.clearing.driver import prepare, search
from engine.solver.clearing.encode import fits

__all__ = ["fits", "prepare", "search"]
