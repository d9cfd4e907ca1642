"""Positions with face-down cards."""

from __future__ import annotations

import engine
from engine.board import Board
from engine.rules import Rules
from tests.engine.positions import position


def hiding(game: str | Rules, *lines: str, rest: str = "s") -> Board:
    """A position with cards in brackets face down: ``"1: (9S) 4H"``."""
    bare = [line.replace("(", "").replace(")", "") for line in lines]
    piles = dict(
        line.split(": ", 1) for line in position(game, *bare, rest=rest).text().split("\n")
    )
    piles |= dict(line.split(": ", 1) for line in lines)
    return engine.parse_board(game, "\n".join(f"{name}: {cards}" for name, cards in piles.items()))
