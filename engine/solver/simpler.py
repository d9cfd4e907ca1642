"""Boards that a search knows under a simpler declaration."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from engine.board import Board
from engine.cards import CARDS
from engine.compiled import compile_rules
from engine.rules import DEALT, Rules, SuitRule


def in_one_suit(board: Board) -> Board:
    """The board in spades where suits do not matter, so that equal ranks are one card.

    Piles, and so moves, keep their names; other boards stay as they are.
    """
    rules = _in_one_suit(board.rules)
    if rules is board.rules:
        return board
    stacks = tuple(tuple(CARDS[card % 13] for card in stack) for stack in board.stacks)
    return replace(board, compiled=compile_rules(rules), stacks=stacks)


@lru_cache(maxsize=1024)
def _in_one_suit(rules: Rules) -> Rules:
    foundations, dealt = rules.foundations, map(rules.piles_of, DEALT)
    builds = [build for piles in dealt for build in (piles.build, piles.run) if build]
    if foundations.suits is not SuitRule.ANY or foundations.steps:
        return rules
    if any(build.suits is not SuitRule.ANY for build in builds):
        return rules
    return replace(rules, suits=1, foundations=replace(foundations, suits=SuitRule.SAME))
