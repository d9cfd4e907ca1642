"""The board in words, for people who hear the picture instead of seeing it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import groupby
from typing import Final

from engine import Board, Card, PileKind, Suit
from engine.compiled import Pile
from engine.rules import Stock
from rendering.scene import Scene
from rendering.strings import ENGLISH, Strings

MAX_LENGTH: Final = 1024
"""The most characters that a chat takes with a picture."""


def describe_scene(scene: Scene, strings: Strings = ENGLISH) -> str:
    """A scene in words, at most 1024 characters, in reading order.

    Cards are short (``9♠``), each pile bottom to top; face-down cards are only counted. Where all
    that would be too long, piles are told by their last cards alone, as many as there is room for.
    """
    told = ""
    for most in _MOST_TOLD:
        told = " ".join(
            [
                _title(scene, strings),
                *_sentences(scene.board, most, strings),
                *_marks(scene, strings),
            ]
        )
        if len(told) <= MAX_LENGTH:
            return told
    return told[: MAX_LENGTH - 1] + "…"


_MOST_TOLD: Final = (104, 16, 8, 4, 2, 1)
"""How many cards of a pile are told at most, one tried after the other."""

_FEW: Final = 2
"""So many empty piles in a row are told one by one."""


def _title(scene: Scene, strings: Strings) -> str:
    title = scene.title or scene.board.rules.title
    won = [strings.won] if scene.board.is_won else []
    return f"{strings.format_game(title, scene.number, *won)}."


def _sentences(board: Board, most: int, strings: Strings) -> Iterator[str]:
    if board.rules.foundations.build is not None:
        yield _only(board, strings)
    else:
        yield strings.foundations.format(suits=_foundations(board, strings))
    if board.is_won:
        return
    yield from _stock(board, strings)
    for kind, text in ((PileKind.CELL, strings.cells), (PileKind.RESERVE, strings.reserve)):
        piles = board.compiled.piles_of(kind)
        if piles:
            yield text.format(piles=", ".join(map(" ".join, _told(board, piles, most, strings))))
    for pile, cards in _told(board, board.compiled.tableau, most, strings):
        yield f"{pile}: {cards}."


def _told(
    board: Board, piles: Sequence[Pile], most: int, strings: Strings
) -> Iterator[tuple[str, str]]:
    """Piles and what lies on them; several empty ones in a row are told together."""
    for is_empty, group in groupby(piles, lambda pile: not board.stacks[pile.index]):
        some = list(group)
        if is_empty and len(some) > _FEW:
            between = strings.piles_between.format(first=some[0].name, last=some[-1].name)
            yield between, strings.empty
        else:
            yield from ((pile.name, _cards(board, pile, most, strings)) for pile in some)


def _foundations(board: Board, strings: Strings) -> str:
    """How far each suit is built, the foundations of a suit together."""
    compiled = board.compiled

    def both(one: str, other: str) -> str:
        return strings.both.format(one=one, other=other)

    return ", ".join(
        reduce(
            both,
            (
                _height(board, compiled.piles[home], strings)
                for home in compiled.foundations
                if compiled.suit_of(compiled.piles[home]) is suit
            ),
        )
        for suit in list(Suit)[: board.rules.suits]
    )


def _height(board: Board, home: Pile, strings: Strings) -> str:
    """How far a foundation is built, and which way where there are two."""
    stack, sign = board.stacks[home.index], board.compiled.suit_of(home).sign
    if len(stack) == 13:
        return strings.suit_complete.format(suit=sign)
    built, missing = "{card}", strings.no_suit
    if board.compiled.is_descending(home):
        built, missing = strings.suit_down_to, strings.no_suit_down
    elif board.rules.foundations.descending:
        built, missing = strings.suit_up_to, strings.no_suit_up
    return built.format(card=stack[-1].label) if stack else missing.format(suit=sign)


def _only(board: Board, strings: Strings) -> str:
    """How far the foundation is built that takes every suit."""
    stack = board.stacks[board.compiled.foundations[0]]
    if not stack:
        return strings.no_foundation
    return strings.foundation.of(len(stack), card=stack[-1].label)


def _stock(board: Board, strings: Strings) -> Iterator[str]:
    compiled, stock = board.compiled, board.rules.stock
    if stock is None:
        return
    redeals = _redeals(board, stock, strings)
    if board.rules.reshuffles_tableau:
        text = strings.no_stock_with_redeals if redeals else strings.no_stock
        yield text.format(redeals=redeals)
        return
    text = strings.stock_with_redeals if redeals else strings.stock
    yield text.format(cards=_number(len(board.stacks[compiled.stock]), strings), redeals=redeals)
    if compiled.waste >= 0:
        waste = board.stacks[compiled.waste]
        seen = waste[:-4:-1] if stock.turn > 1 else waste[-1:]
        text = strings.waste_with_top if seen else strings.waste
        yield text.format(cards=_number(len(waste), strings), top=_one_on_another(seen, strings))


def _redeals(board: Board, stock: Stock, strings: Strings) -> str:
    """How many redeals are left; nothing where there never are any."""
    if stock.redeals is None:
        return strings.endless_redeals
    if not stock.redeals:
        return ""
    return strings.redeals.of(board.redeals) if board.redeals else strings.no_redeals


def _one_on_another(cards: Sequence[Card], strings: Strings) -> str:
    """Cards that lie on one another, the upmost first."""
    upper, *lower = [card.label for card in cards] or [""]
    for card in lower:
        upper = strings.one_on_another.format(upper=upper, lower=card)
    return upper


def _number(cards: int, strings: Strings) -> str:
    return strings.cards.of(cards) if cards else strings.empty


def _cards(board: Board, pile: Pile, most: int, strings: Strings) -> str:
    stack = board.stacks[pile.index]
    if not stack:
        return strings.empty
    down = board.hidden[pile.index] if board.hidden else 0
    first = max(down, len(stack) - most)
    told = " ".join(card.label for card in stack[first:])
    if first > down:
        told = strings.cards_before.format(number=first - down, cards=told)
    return strings.face_down.format(number=down, cards=told).rstrip() if down else told


def _marks(scene: Scene, strings: Strings) -> Iterator[str]:
    if scene.last is not None and not scene.board.is_won:
        pile, count = scene.last
        yield strings.last_stock if pile == "s" else strings.last_move.of(count, pile=pile)
    if scene.selected is not None:
        yield strings.chosen.format(pile=scene.selected)
    if scene.hint is not None:
        yield strings.suggested.format(move=scene.hint)
