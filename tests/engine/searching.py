"""Positions that are nearly won, and whether they can be, found by trying everything."""

from __future__ import annotations

import random
from dataclasses import replace

from engine.board import Board
from engine.cards import CARDS, Card
from engine.compiled import compile_rules
from engine.rules import PileKind, Rules

MOST_BOARDS = 1_500
"""How many boards a search looks at before it says nothing."""


def late_board(
    rules: Rules, rng: random.Random, heights: tuple[int, int] = (7, 12), hiding: float = 0
) -> Board:
    """A board of one deck with few cards off the foundations, which lie anywhere.

    Args:
        rules: the game, whose foundations are one for each suit.
        rng: deals the cards.
        heights: how high the foundations are at least and at most.
        hiding: how likely cards lie face down in a pile that may hide them.
    """
    compiled = compile_rules(rules)
    stacks: list[list[Card]] = [[] for _ in compiled.piles]
    left: list[Card] = []
    for suit in range(4):
        height = rng.randint(*heights)
        cards = CARDS[suit * 13 : suit * 13 + 13]
        stacks[compiled.foundations[suit]] = list(cards[:height])
        left += cards[height:]
    rng.shuffle(left)
    for card in left:
        single = (PileKind.CELL, PileKind.RESERVE)
        places = [
            stacks[pile.index]
            for pile in compiled.piles
            if pile.kind is not PileKind.FOUNDATION
            and not (pile.kind in single and stacks[pile.index])
        ]
        rng.choice(places).append(card)
    hidden = [0] * len(stacks)
    for pile in compiled.tableau:
        if rules.tableau.face_down and stacks[pile.index] and rng.random() < hiding:
            hidden[pile.index] = rng.randrange(len(stacks[pile.index]))
    redeals = rules.stock.redeals if rules.stock is not None and not rules.reshuffles_tableau else 0
    return Board(compiled, tuple(map(tuple, stacks)), redeals, tuple(hidden) if any(hidden) else ())


def narrow(rules: Rules, piles: int) -> Rules:
    """The same game on fewer tableau piles, reserve piles and cells, where more is lost."""
    cells, reserve = rules.cells, rules.reserve
    cells = replace(cells, deal=cells.deal[:1], face_down=cells.face_down[:1])
    reserve = replace(reserve, deal=reserve.deal[:2], face_down=reserve.face_down[:2])
    left_over = sum(rules.cells.deal + rules.reserve.deal) - sum(cells.deal + reserve.deal)
    cards = sum(rules.tableau.deal) + left_over
    deal = tuple((cards + at) // piles for at in range(piles))
    down = tuple(cards - 1 for cards in deal) if rules.tableau.face_down else ()
    tableau = replace(rules.tableau, deal=deal, face_down=down)
    return replace(rules, tableau=tableau, cells=cells, reserve=reserve)


def winnable(board: Board, most: int = MOST_BOARDS) -> bool | None:
    """Whether a board can be won, by trying everything; None when that would take too long."""
    seen, waiting = {(board.stacks, board.redeals)}, [board]
    while waiting:
        board = waiting.pop()
        if board.is_won:
            return True
        if len(seen) > most:
            return None
        for move in reversed(board.legal_moves()):
            after = board.apply(move)
            if (after.stacks, after.redeals) not in seen:
                seen.add((after.stacks, after.redeals))
                waiting.append(after)
    return False
