"""Fair play: the move of a player who sees only what lies face up, by a search above playouts.

A solver that is given the hidden cards, or that averages over arrangements of them, plays as if it
were to learn them before its next move. Here each playout arranges the hidden cards anew, and all
walk down one tree, whose nodes are what the player knows: positions that look alike are one node,
and moves that turn up different cards lead to different ones. So a move is chosen by what it is
worth to somebody who goes on without knowing more. Below the tree, a playout goes on by weighted
chance. Which move of a node comes next is weighed by upper confidence bounds with these weights as
priors (L. Kocsis and C. Szepesvári, ECML 2006; P. Cowling, E. Powley and D. Whitehouse,
"Information Set Monte Carlo Tree Search", 2012).

It plays in the positions of :mod:`engine.solver.free_runs`, in which cards that can be moved
freely need no arrangement. It is for games whose stock, if any, is turned over at will: that costs
nothing, so the player looks through it first, and from then on only face-down cards are unknown.
"""

from __future__ import annotations

from engine.solver.fair_play.player import Choice, choose, prepare
from engine.solver.fair_play.playing import play_on, winning_line, wins

__all__ = ["Choice", "choose", "play_on", "prepare", "winning_line", "wins"]
