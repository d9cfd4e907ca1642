"""Positions for tests: a few piles as they matter, all other cards out of the way."""

from __future__ import annotations

import random

import engine
from engine import Game
from engine.board import Board
from engine.cards import Card, deck
from engine.rules import Rules

RANKS = "A23456789TJQK"


def position(game: str | Rules, *lines: str, foundations: str = "", rest: str = "s") -> Board:
    """A position with the piles that are given, such as ``"3: 9S 8H"``.

    Args:
        game: the game, by id or as a declaration.
        lines: piles and their cards, or ``redeals: n``.
        foundations: how high the foundations are built, in their order: ``"5S KH"``.
        rest: the pile under whose cards all others lie.
    """
    rules = game if isinstance(game, Rules) else engine.rules_of(game)
    piles = dict(line.split(":") for line in lines)
    for top in foundations.split():
        suit, height = "SHDC".index(top[1]), RANKS.index(top[0]) + 1
        name = f"f{suit + 1}" if f"f{suit + 1}" not in piles else f"f{suit + 5}"
        piles[name] = " ".join(rank + top[1] for rank in RANKS[:height])
    left = deck()[: 13 * rules.suits] * rules.copies
    for name, cards in piles.items():
        if name != "redeals":
            for card in cards.split():
                left.remove(Card.parse(card))
    piles[rest] = f"{' '.join(map(str, left))} {piles.get(rest, '')}"
    text = "\n".join(f"{name}: {cards}" for name, cards in piles.items())
    return engine.parse_board(rules, text)


def moves(board: Board, source: str = "", target: str = "") -> set[str]:
    """The legal moves as they are typed, those from and to certain piles if these are given."""
    return {
        str(move)
        for move in board.legal_moves()
        if source in ("", move.source) and target in ("", move.target)
    }


def play(board: Board, *texts: str) -> Board:
    """The board after some moves."""
    game = engine.Game(board)
    for text in texts:
        game.play(text)
    return game.board


def cards(text: str) -> tuple[Card, ...]:
    """The cards of a text such as ``9S 8H``."""
    return tuple(Card.parse(word) for word in text.split())


def wander(game: Game, steps: int, rng: random.Random) -> Game:
    """Play a random game on, seldom with the stock, until nothing is legal or the steps are up."""
    for _ in range(steps):
        moves = game.legal_moves()
        if not moves:
            break
        game.play(rng.choice([move for move in moves if not move.is_stock] or moves))
        if rng.random() < 0.2 and game.board.can_play_stock:
            game.play("s")
    return game
