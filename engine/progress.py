"""How far a board is: what the game's own goal counts, and nothing that anybody can do at will.

It is the one number by which unfinished games are compared. Only the cards count that are where the
win wants them, so that no turn of the stock, no redeal and no move within the tableau is worth
anything that does not put a card in its place.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Cards
from engine.compiled import CompiledRules
from engine.places import cards_in_place


def progress_of(compiled: CompiledRules, stacks: Sequence[Cards]) -> int:
    """The progress of a board with these piles.

    That is how many cards have left the tableau where clearing it wins, whatever the stock dealt to
    the foundation; how many are in place where rows or one pile win; else how many are on the
    foundations, those included that were dealt there or discarded.
    """
    rules = compiled.rules
    if rules.clears_tableau:
        left = sum(len(stacks[pile.index]) for pile in compiled.tableau)
        return rules.progress_to_win - left
    if not rules.has_foundations:
        return cards_in_place(compiled, stacks)
    return sum(len(stacks[index]) for index in compiled.foundations)
