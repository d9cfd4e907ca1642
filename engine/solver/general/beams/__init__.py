"""A beam search for wins, in stages: all that can be done before the stock deals, then the next.

It is for games that are played on the tableau alone, perhaps with cells and a reserve, and whose
stock, if any, deals to all piles at once. It proves nothing: :mod:`engine.solver.general`, which
proves losses of these games, calls it for those that it has not decided soon.
"""

from __future__ import annotations

from engine.solver.general.beams.driver import Beams, prepare
from engine.solver.general.beams.encode import fits

__all__ = ["Beams", "fits", "prepare"]
