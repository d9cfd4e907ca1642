"""The search for games whose runs move freely: Klondike, Saratoga, Cassim, Phoenix and their kin.

**The idea.** Where any part of a built run moves as a unit, onto any card that takes it, how the
movable cards are arranged need not be searched. Call *loose* the movable cards but for the deepest
of each column that lies on a card still fixed there, its *anchor*. Cards that go onto the same
cards form a group: in alternating colours the two red sixes and the two black sevens that take
them. Every loose card of a group lies on one of its takers, or heads a column of its own. So two
positions with the same cards at home, the same cards fixed in each column, and the same stock,
waste, reserve and cells allow the same:

- A card can be uncovered when its takers' group has fewer loose cards than takers, or a column to
  spare: the card on it goes there with all that lies on it. If there is no such place, none of the
  group can be moved in the other position either, whichever card lies on which; and once one of
  them goes home or into a cell, the others can be put as in the first.
- A column is to spare when more columns have no fixed card than cards must head one. Cards that
  head a column though a taker is free can be put there, and back.

What is left to search is which cards go home, which anchors leave (and so free what they lay on),
what is played from stock, reserve and cells, and what comes back from the foundations.

The argument needs complete groups: each card of a group goes onto each of its takers. That is so
for building in alternating colours, in suit, in one colour and regardless of suit, not for any
suit but a card's own; and it needs runs to be what is built. The way from a found line to moves on
the board is :mod:`engine.solver.free_runs.solution`, whose moves are held against the rules.
"""

from __future__ import annotations

from engine.solver.free_runs.driver import prepare, search
from engine.solver.free_runs.encode import fits

__all__ = ["fits", "prepare", "search"]
