"""The search for games whose runs move freely: Klondike, Saratoga, Cassim, Phoenix and the like.

**The idea.** If any part of a built run moves as a unit, onto any card that takes it, the
arrangement of movable cards need not be searched. Call a movable card *loose* unless it is the
deepest of a column and lies on a card that is still fixed there: that one is the column's *anchor*.
Cards that go onto the same cards form a group; in alternating colours, for instance, the two red
sixes, which both black sevens take. Every loose card of a group lies on one of its takers or heads
a column of its own. So two positions with the same cards on foundations, the same cards fixed in
each column, and the same stock, waste, reserve and cells allow the same:

- A card can be uncovered if its takers' group has fewer loose cards than takers, or if a column is
  spare: the card on it moves there with everything on top. Otherwise no card of the group can be
  moved in the other position either, whichever lies on which; and once one of them goes to a
  foundation or a cell, the others can be arranged as in the first.
- A column is spare if more columns are without fixed cards than loose cards must head one. Cards
  that head a column though a taker is free can be moved there and back.

What is left to search is which cards go to foundations, which anchors leave (and so release what
they lay on), what is played from stock, reserve and cells, and what is taken back. A column is
emptied only in one move with filling it, and nothing is put where it would go to its foundation
for good next: that leaves half of Klondike's positions.

The argument needs complete groups, in which each card goes onto each taker. Building in alternating
colours, in suit, in one colour and regardless of suit has them; building in any suit but a card's
own does not. It also needs runs to be what is built. A solution is translated into moves on the
board by :mod:`engine.solver.free_runs.solution`, and verified by the rules.
"""

from __future__ import annotations

from engine.solver.free_runs.driver import prepare, search

__all__ = ["prepare", "search"]
