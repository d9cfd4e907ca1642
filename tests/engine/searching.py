"""Late positions, and an exhaustive search that says whether they can be won."""

from __future__ import annotations

import random
from dataclasses import replace

from engine.board import Board
from engine.cards import CARDS, Card
from engine.compiled import compile_rules
from engine.rules import PileKind, Rules

MAX_BOARDS = 1_500
"""How many boards a search visits before it gives up."""


def late_board(
    rules: Rules, rng: random.Random, heights: tuple[int, int] = (7, 12), hiding: float = 0
) -> Board:
    """A board of one deck with few cards off the foundations, in random places.

    Args:
        rules: the game, with one foundation for each suit.
        rng: deals the cards.
        heights: the least and greatest height of the foundations.
        hiding: the probability of face-down cards in a pile of the tableau, if the game has any.
    """
    compiled = compile_rules(rules)
    stacks: list[list[Card]] = [[] for _ in compiled.piles]
    loose: list[Card] = []
    for suit in range(4):
        height = rng.randint(*heights)
        cards = CARDS[suit * 13 : suit * 13 + 13]
        stacks[compiled.foundations[suit]] = list(cards[:height])
        loose += cards[height:]
    rng.shuffle(loose)
    for card in loose:
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
    """The same game with fewer piles and cells, so that more positions are lost."""
    cells, reserve = rules.cells, rules.reserve
    cells = replace(cells, deal=cells.deal[:1], face_down=cells.face_down[:1])
    reserve = replace(reserve, deal=reserve.deal[:2], face_down=reserve.face_down[:2])
    extra = sum(rules.cells.deal + rules.reserve.deal) - sum(cells.deal + reserve.deal)
    cards = sum(rules.tableau.deal) + extra
    deal = tuple((cards + at) // piles for at in range(piles))
    down = tuple(cards - 1 for cards in deal) if rules.tableau.face_down else ()
    tableau = replace(rules.tableau, deal=deal, face_down=down)
    return replace(rules, tableau=tableau, cells=cells, reserve=reserve)


def winnable(board: Board, most: int = MAX_BOARDS) -> bool | None:
    """Whether a board can be won, by exhaustive search; None if it would take too long."""
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
