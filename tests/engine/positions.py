"""Positions for tests: the piles that matter, and all other cards out of the way."""

from __future__ import annotations

import random
from functools import cache

import engine
from engine import Game, Move
from engine.board import Board
from engine.cards import Card, deck
from engine.rules import Base, Rules

RANKS = "A23456789TJQK"


def position(game: str | Rules, *lines: str, foundations: str = "", rest: str = "s") -> Board:
    """A board with the given piles.

    Args:
        game: the game or its id.
        lines: piles and their cards, such as ``"3: 9S 8H"``, or ``"redeals: 1"``.
        foundations: the top cards of foundations, such as ``"5S KH"``; the second of a suit is that
            of the second deck.
        rest: the pile that gets all other cards, beneath its own.
    """
    rules = game if isinstance(game, Rules) else engine.rules_of(game)
    piles = dict(line.split(":") for line in lines)
    for top in foundations.split():
        suit, height = "SHDC".index(top[1]), RANKS.index(top[0]) + 1
        name = f"f{suit + 1}" if f"f{suit + 1}" not in piles else f"f{suit + 5}"
        piles[name] = " ".join(rank + top[1] for rank in RANKS[:height])
    left = [card for card in deck()[: 13 * rules.suits] if card.rank <= rules.last_rank]
    left *= rules.copies
    for name, cards in piles.items():
        if name != "redeals":
            for card in cards.split():
                left.remove(Card.parse(card.strip("()")))
    piles[rest] = f"{' '.join(map(str, left))} {piles.get(rest, '')}"
    text = "\n".join(f"{name}: {cards}" for name, cards in piles.items())
    return engine.parse_board(rules, text)


def games(text: str) -> list[str]:
    """The ids of games in a text."""
    return text.split()


@cache
def aside(game: str) -> str:
    """The pile for all cards that a position does not name: the stock or else the last pile."""
    piles = engine.deal(game, 7).board.piles
    return "s" if piles.get("s") else max((name for name in piles if name.isdigit()), key=int)


def started(game: str) -> list[str]:
    """What a position of a game needs so that its foundations have a rank to begin with."""
    return ["f3: 4D"] if isinstance(engine.rules_of(game).foundations.base, Base) else []


def moves(board: Board, source: str = "", target: str = "") -> set[str]:
    """The legal moves as text, optionally only those from or to a pile."""
    return {
        str(move)
        for move in board.legal_moves()
        if source in ("", move.source) and target in ("", move.target)
    }


def play(board: Board, *moves: str | Move) -> Board:
    """The board after these moves, which must be legal."""
    game = Game(board)
    for move in moves:
        game.play(move)
    return game.board


def cards(text: str) -> tuple[Card, ...]:
    """The cards in a text such as ``9S 8H``."""
    return tuple(Card.parse(word) for word in text.split())


def wander(game: Game, steps: int, rng: random.Random) -> Game:
    """Play that many random moves, rarely the stock, or until no move is legal."""
    for _ in range(steps):
        legal = game.legal_moves()
        if not legal:
            break
        game.play(rng.choice([move for move in legal if not move.is_stock] or legal))
        if rng.random() < 0.2 and game.board.can_play_stock:
            game.play("s")
    return game
