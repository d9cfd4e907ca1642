"""The board in words, for people who hear the picture instead of seeing it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine import Board, Kind, Suit
from engine.plan import Pile
from rendering.scene import Scene

LONGEST: Final = 1024
"""The most characters that a chat takes with a picture."""


def describe_scene(scene: Scene) -> str:
    """A scene in words, at most 1024 characters, in reading order.

    Cards are short (``9♠``), each pile bottom to top; face-down cards are only counted.
    """
    sentences = [_title(scene), *_sentences(scene.board), *_marks(scene)]
    return " ".join(sentences)


def _title(scene: Scene) -> str:
    name = scene.board.rules.title
    deal = f", deal {scene.number}" if scene.number is not None else ""
    won = ", won" if scene.board.is_won else ""
    return f"{name}{deal}{won}."


def _sentences(board: Board) -> Iterator[str]:
    yield f"Foundations: {_foundations(board)}."
    if board.is_won:
        return
    yield from _stock(board)
    for kind, name in ((Kind.CELL, "Cells"), (Kind.RESERVE, "Reserve")):
        piles = board.plan.of(kind)
        if piles:
            yield f"{name}: {', '.join(_short_pile(board, pile) for pile in piles)}."
    for pile in board.plan.tableau:
        yield f"{pile.name}: {_cards(board, pile)}."


def _foundations(board: Board) -> str:
    """How high each suit is built, the copies of a suit together."""
    return ", ".join(
        " and ".join(_height(board, home, suit) for home in board.plan.foundations[suit])
        for suit in Suit
    )


def _height(board: Board, home: int, suit: Suit) -> str:
    stack = board.stacks[home]
    return stack[-1].words if stack else f"no {suit.sign}"


def _stock(board: Board) -> Iterator[str]:
    plan, rules = board.plan, board.rules
    if rules.stock is None:
        return
    count = len(board.stacks[plan.stock])
    redeals = ""
    if rules.stock.redeals is None:
        redeals = ", any number of redeals"
    elif rules.stock.redeals:
        left = board.redeals or 0
        redeals = f", {left or 'no'} redeal{'' if left == 1 else 's'} left"
    yield f"Stock: {count or 'empty'}{redeals}."
    if plan.waste >= 0:
        waste = board.stacks[plan.waste]
        if not waste:
            yield "Waste: empty."
        else:
            seen = waste[-3:] if rules.stock.turn > 1 else waste[-1:]
            yield f"Waste: {len(waste)}, top {' on '.join(c.words for c in reversed(seen))}."


def _short_pile(board: Board, pile: Pile) -> str:
    return f"{pile.name} {_cards(board, pile)}"


def _cards(board: Board, pile: Pile) -> str:
    stack = board.stacks[pile.index]
    if not stack:
        return "empty"
    down = board.hidden[pile.index] if board.hidden else 0
    faces = [card.words for card in stack[down:]]
    return " ".join([f"{down} face down", *faces] if down else faces)


def _marks(scene: Scene) -> Iterator[str]:
    if scene.selected is not None:
        yield f"Chosen: {scene.selected}."
    if scene.hint is not None:
        yield f"Suggested: {scene.hint}."
    if scene.last is not None and not scene.board.is_won:
        yield f"Last move to {scene.last[0]}." if scene.last[0] != "s" else "Last move: stock."
