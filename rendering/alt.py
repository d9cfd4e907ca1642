"""The board in words, for people who hear the picture instead of seeing it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from engine import Board, Kind, Suit
from engine.plan import Pile
from rendering.scene import Scene

LONGEST: Final = 1024
"""The most characters that a chat takes with a picture."""


def describe_scene(scene: Scene) -> str:
    """A scene in words, at most 1024 characters, in reading order.

    Cards are short (``9♠``), each pile bottom to top; face-down cards are only counted. Where all
    that would be too long, piles are told by their last cards alone, as many as there is room for.
    """
    words = ""
    words = ""
    for most in _MOST_TOLD:
        words = " ".join([_title(scene), *_sentences(scene.board, most), *_marks(scene)])
        if len(words) <= LONGEST:
            return words
    return words[: LONGEST - 1] + "…"


_MOST_TOLD: Final = (104, 16, 8, 4, 2, 1)
"""How many cards of a pile are told at most, one tried after the other."""

_FEW: Final = 2
"""So many empty piles in a row are told one by one."""


def _title(scene: Scene) -> str:
    name = scene.board.rules.title
    deal = f", deal {scene.number}" if scene.number is not None else ""
    won = ", won" if scene.board.is_won else ""
    return f"{name}{deal}{won}."


def _sentences(board: Board, most: int) -> Iterator[str]:
    one = board.rules.foundations.build is not None
    yield f"Foundation: {_only(board)}." if one else f"Foundations: {_foundations(board)}."
    if board.is_won:
        return
    yield from _stock(board)
    for kind, name in ((Kind.CELL, "Cells"), (Kind.RESERVE, "Reserve")):
        piles = board.plan.of(kind)
        if piles:
            yield f"{name}: {', '.join(' '.join(pair) for pair in _told(board, piles, most))}."
    for pile, cards in _told(board, board.plan.tableau, most):
        yield f"{pile}: {cards}."


def _told(board: Board, piles: Sequence[Pile], most: int) -> Iterator[tuple[str, str]]:
    """Piles and what lies on them; several empty ones in a row are told together."""
    for is_empty, group in groupby(piles, lambda pile: not board.stacks[pile.index]):
        some = list(group)
        if is_empty and len(some) > _FEW:
            yield f"{some[0].name} to {some[-1].name}", "empty"
        else:
            yield from ((pile.name, _cards(board, pile, most)) for pile in some)


def _foundations(board: Board) -> str:
    """How far each suit is built, the foundations of a suit together."""
    plan = board.plan
    return ", ".join(
        " and ".join(
            _height(board, plan.piles[home])
            for home in plan.homes
            if plan.suit_of(plan.piles[home]) is suit
        )
        for suit in list(Suit)[: board.rules.suits]
    )


def _height(board: Board, home: Pile) -> str:
    stack, sign = board.stacks[home.index], board.plan.suit_of(home).sign
    way = " up" if board.rules.foundations.descending else ""
    way = " down" if board.plan.goes_down(home) else way
    if len(stack) == 13:
        return f"{sign} complete"
    return f"{stack[-1].words}{way}" if stack else f"no {sign}{way}"


def _only(board: Board) -> str:
    """How far the foundation is built that takes every suit."""
    stack = board.stacks[board.plan.homes[0]]
    return f"{_number(len(stack))}, {stack[-1].words} on top" if stack else "empty"


def _stock(board: Board) -> Iterator[str]:
    plan, stock = board.plan, board.rules.stock
    if stock is None:
        return
    redeals = ""
    if stock.redeals is None:
        redeals = ", redeals without limit"
    elif stock.redeals:
        left = board.redeals or 0
        redeals = f", {left or 'no'} redeal{'' if left == 1 else 's'} left"
    if board.rules.gathers:
        yield f"Stock: none{redeals}."
        return
    yield f"Stock: {_number(len(board.stacks[plan.stock]))}{redeals}."
    if plan.waste >= 0:
        waste = board.stacks[plan.waste]
        seen = waste[:-4:-1] if stock.turn > 1 else waste[-1:]
        top = f", {' on '.join(card.words for card in seen)}" if seen else ""
        yield f"Waste: {_number(len(waste))}{top}."


def _number(cards: int) -> str:
    return "empty" if not cards else f"{cards} card{'' if cards == 1 else 's'}"


def _cards(board: Board, pile: Pile, most: int) -> str:
    stack = board.stacks[pile.index]
    if not stack:
        return "empty"
    down = board.hidden[pile.index] if board.hidden else 0
    first = max(down, len(stack) - most)
    left_out = [f"{first - down} more,"] if first > down else []
    faces = [card.words for card in stack[first:]]
    return " ".join([*([f"{down} face down,"] if down else []), *left_out, *faces])


def _marks(scene: Scene) -> Iterator[str]:
    if scene.last is not None and not scene.board.is_won:
        pile, count = scene.last
        yield "Last move: stock." if pile == "s" else f"Last move: {_number(count)} to {pile}."
    if scene.selected is not None:
        yield f"Chosen: {scene.selected}."
    if scene.hint is not None:
        yield f"Suggested: {scene.hint}."
