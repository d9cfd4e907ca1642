"""What the tests of the engine compare with, and how positions for them are made."""

from __future__ import annotations

import random
from collections.abc import Callable

import engine
from engine.board import Board
from engine.moves import Move
from tests.engine import plain

Chooser = Callable[[list[Move]], Move]
"""Picks one of several moves."""


def as_plain(move: Move) -> plain.PlainMove:
    """A move as the plain generator writes it."""
    return move.source, move.target, move.count


def agree(board: Board, position: plain.Position) -> None:
    """Hold the engine against the plain generator: cards, moves and status."""
    assert str(board) == position.text()
    moves = board.legal_moves()
    expected = plain.legal_moves(position)
    assert sorted(map(as_plain, moves)) == sorted(expected), str(board)
    assert len(set(moves)) == len(moves) == len(expected)
    assert board.status.value == plain.status(position), str(board)


def scattered(game: str, chance: random.Random) -> Board:
    """Any position of a game at all: foundations of random height, the other cards anywhere.

    Such positions need not be reachable; the rules must hold in them all the same. Some are a few
    cards from won, some have long built runs, some no empty pile, some little but stock and waste;
    and in some the even ranks lie on top and the odd ones beneath, so that little or nothing moves.
    """
    names = list(plain.deal(game, 1).piles)
    kind = chance.choice(("sparse", "crowded", "blocked"))
    draws = chance.choice((1, 3))
    lowest, highest = chance.choice(((0, 0), (0, 3), (2, 8), (5, 13), (12, 13)))
    if kind == "blocked":
        lowest = highest = 0
    piles: dict[str, list[str]] = {name: [] for name in names}
    cards = []
    for number, suit in enumerate(plain.SUITS * (2 if game in plain.TWO_DECKS else 1)):
        height = max(chance.randint(lowest, highest) for _ in range(draws))
        piles[f"f{number + 1}"] = [rank + suit for rank in plain.RANKS[:height]]
        cards += [rank + suit for rank in plain.RANKS[height:]]
    chance.shuffle(cards)
    single_reserve = "r16" in names
    singles = [name for name in names if name in plain.CELLS or (single_reserve and name[0] == "r")]
    many = [name for name in names if name not in singles and name[0] != "f"]
    if kind == "sparse":
        many = chance.sample(many, chance.randint(1, len(many)))
    if kind == "blocked":
        many = [name for name in many if name not in "sw"]
        cards.sort(key=lambda card: plain.rank(card) % 2 == 0)
    unseen = [name for name in ("s", "w") if name in names]
    built = kind != "blocked" and chance.random() < 0.6
    for card in cards:
        empty = [name for name in singles if not piles[name]]
        if kind == "blocked" and plain.rank(card) % 2:
            empty = []
        onto = [
            name
            for name in many
            if piles[name] and name not in "sw" and plain.builds(game, card, piles[name][-1])
        ]
        if built and onto:
            target = chance.choice(onto)
        elif empty and (kind != "sparse" or chance.random() < 0.15):
            target = chance.choice(empty)
        elif kind == "blocked" and plain.rank(card) % 2 and unseen and chance.random() < 0.2:
            target = chance.choice(unseen)
        elif kind == "blocked":
            target = min(many, key=lambda name: len(piles[name]))
        else:
            target = chance.choice(many)
        piles[target].append(card)
    redeals = chance.randint(0, 2) if game == "saratoga-aisleriot" else plain.REDEALS.get(game, 0)
    return engine.parse_board(game, plain.Position(game, piles, redeals).text())


def position_of(board: Board) -> plain.Position:
    """A board as the plain generator keeps it, made from its text."""
    game = board.rules.id
    piles: dict[str, list[str]] = {name: [] for name in plain.deal(game, 1).piles}
    redeals = plain.REDEALS.get(game, 0)
    for line in str(board).splitlines():
        name, cards = line.split(":")
        if name == "redeals":
            redeals = int(cards)
        else:
            piles[name] = cards.split()
    return plain.Position(game, piles, redeals)
