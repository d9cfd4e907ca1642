"""Boards of any game: those of random games, and those with the piles that matter."""

from __future__ import annotations

import random

import engine
from engine import Board, Rules
from engine.dealing import opening


def boards(rules: Rules, deals: int = 6, moves: int = 60) -> list[Board]:
    """Boards of random games."""
    found = []
    for number in range(1, deals + 1):
        board, rng = opening(rules, number), random.Random(number)
        for _ in range(moves):
            found.append(board)
            legal = board.legal_moves()
            if not legal:
                break
            board = board.apply(rng.choice(legal))
    return found


def with_the_rest(game: str, piles: str, pile: str, decks: int = 1, suits: str = "SHDC") -> Board:
    """A board with these piles; the cards that they leave lie in another one."""
    cards = [f"{rank}{suit}" for suit in suits for rank in "A23456789TJQK"] * (4 // len(suits))
    cards *= decks
    for card in (card for line in piles.splitlines() for card in line.partition(":")[2].split()):
        cards.remove(card)
    return engine.parse_board(game, f"{piles}\n{pile}: {' '.join(cards)}")


def spider(piles: str) -> Board:
    """A board of Spider in one suit with these piles; the other cards lie in pile 10."""
    return with_the_rest("spider-1", piles, "10", decks=2, suits="S")
