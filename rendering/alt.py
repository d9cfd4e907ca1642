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
from rendering.wording import game_in_words
from rendering.words import Words

LONGEST: Final = 1024
"""The most characters that a chat takes with a picture."""


def describe_scene(scene: Scene) -> str:
    """A scene in words, at most 1024 characters, in reading order.

    Cards are short (``9♠``), each pile bottom to top; face-down cards are only counted. Where all
    that would be too long, piles are told by their last cards alone, as many as there is room for.
    """
    told = ""
    for most in _MOST_TOLD:
        told = " ".join(
            [_title(scene), *_sentences(scene.board, most, scene.words), *_marks(scene)]
        )
        if len(told) <= LONGEST:
            return told
    return told[: LONGEST - 1] + "…"


_MOST_TOLD: Final = (104, 16, 8, 4, 2, 1)
"""How many cards of a pile are told at most, one tried after the other."""

_FEW: Final = 2
"""So many empty piles in a row are told one by one."""


def _title(scene: Scene) -> str:
    words, title = scene.words, scene.title or scene.board.rules.title
    won = [words.won] if scene.board.is_won else []
    return f"{game_in_words(title, scene.number, words, *won)}."


def _sentences(board: Board, most: int, words: Words) -> Iterator[str]:
    if board.rules.foundations.build is not None:
        yield _only(board, words)
    else:
        yield words.foundations.format(suits=_foundations(board, words))
    if board.is_won:
        return
    yield from _stock(board, words)
    for kind, text in ((PileKind.CELL, words.cells), (PileKind.RESERVE, words.reserve)):
        piles = board.plan.of(kind)
        if piles:
            yield text.format(piles=", ".join(map(" ".join, _told(board, piles, most, words))))
    for pile, cards in _told(board, board.plan.tableau, most, words):
        yield f"{pile}: {cards}."


def _told(
    board: Board, piles: Sequence[Pile], most: int, words: Words
) -> Iterator[tuple[str, str]]:
    """Piles and what lies on them; several empty ones in a row are told together."""
    for is_empty, group in groupby(piles, lambda pile: not board.stacks[pile.index]):
        some = list(group)
        if is_empty and len(some) > _FEW:
            between = words.piles_between.format(first=some[0].name, last=some[-1].name)
            yield between, words.empty
        else:
            yield from ((pile.name, _cards(board, pile, most, words)) for pile in some)


def _foundations(board: Board, words: Words) -> str:
    """How far each suit is built, the foundations of a suit together."""
    plan = board.plan

    def both(one: str, other: str) -> str:
        return words.both.format(one=one, other=other)

    return ", ".join(
        reduce(
            both,
            (
                _height(board, plan.piles[home], words)
                for home in plan.homes
                if plan.suit_of(plan.piles[home]) is suit
            ),
        )
        for suit in list(Suit)[: board.rules.suits]
    )


def _height(board: Board, home: Pile, words: Words) -> str:
    """How far a foundation is built, and which way where there are two."""
    stack, sign = board.stacks[home.index], board.plan.suit_of(home).sign
    if len(stack) == 13:
        return words.suit_complete.format(suit=sign)
    built, missing = "{card}", words.no_suit
    if board.plan.goes_down(home):
        built, missing = words.suit_down_to, words.no_suit_down
    elif board.rules.foundations.descending:
        built, missing = words.suit_up_to, words.no_suit_up
    return built.format(card=stack[-1].words) if stack else missing.format(suit=sign)


def _only(board: Board, words: Words) -> str:
    """How far the foundation is built that takes every suit."""
    stack = board.stacks[board.plan.homes[0]]
    if not stack:
        return words.no_foundation
    return words.foundation.of(len(stack), card=stack[-1].words)


def _stock(board: Board, words: Words) -> Iterator[str]:
    plan, stock = board.plan, board.rules.stock
    if stock is None:
        return
    redeals = _redeals(board, stock, words)
    if board.rules.gathers:
        text = words.no_stock_with_redeals if redeals else words.no_stock
        yield text.format(redeals=redeals)
        return
    text = words.stock_with_redeals if redeals else words.stock
    yield text.format(cards=_number(len(board.stacks[plan.stock]), words), redeals=redeals)
    if plan.waste >= 0:
        waste = board.stacks[plan.waste]
        seen = waste[:-4:-1] if stock.turn > 1 else waste[-1:]
        text = words.waste_with_top if seen else words.waste
        yield text.format(cards=_number(len(waste), words), top=_one_on_another(seen, words))


def _redeals(board: Board, stock: Stock, words: Words) -> str:
    """How many redeals are left; nothing where there never are any."""
    if stock.redeals is None:
        return words.endless_redeals
    if not stock.redeals:
        return ""
    return words.redeals.of(board.redeals) if board.redeals else words.no_redeals


def _one_on_another(cards: Sequence[Card], words: Words) -> str:
    """Cards that lie on one another, the upmost first."""
    upper, *lower = [card.words for card in cards] or [""]
    for card in lower:
        upper = words.one_on_another.format(upper=upper, lower=card)
    return upper


def _number(cards: int, words: Words) -> str:
    return words.cards.of(cards) if cards else words.empty


def _cards(board: Board, pile: Pile, most: int, words: Words) -> str:
    stack = board.stacks[pile.index]
    if not stack:
        return words.empty
    down = board.hidden[pile.index] if board.hidden else 0
    first = max(down, len(stack) - most)
    told = " ".join(card.words for card in stack[first:])
    if first > down:
        told = words.cards_before.format(number=first - down, cards=told)
    return words.face_down.format(number=down, cards=told).rstrip() if down else told


def _marks(scene: Scene) -> Iterator[str]:
    words = scene.words
    if scene.last is not None and not scene.board.is_won:
        pile, count = scene.last
        yield words.last_stock if pile == "s" else words.last_move.of(count, pile=pile)
    if scene.selected is not None:
        yield words.chosen.format(pile=scene.selected)
    if scene.hint is not None:
        yield words.suggested.format(move=scene.hint)
