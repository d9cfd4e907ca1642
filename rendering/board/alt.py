"""The alt text of a board, for players who hear the picture instead of seeing it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import groupby
from typing import Final

from engine import Board, Card, PileKind, Suit
from engine.compiled import Pile
from engine.rules import Stock
from rendering.board.scene import FOUNDATIONS, Scene
from rendering.strings import ENGLISH, Strings

MAX_LENGTH: Final = 1024
"""Discord's limit for the description of a picture, in characters."""


def describe_scene(scene: Scene, strings: Strings = ENGLISH) -> str:
    """A scene in at most 1024 characters, in reading order: what has changed comes first.

    Cards are short (``9♠``), each pile bottom to top; face-down cards are only counted. If that is
    too long, piles are described by their top cards, as many as fit.
    """
    text = ""
    before = [_title(scene, strings), *_changes(scene, strings)]
    for most in _MAX_CARDS:
        board = _sentences(scene.board, most, strings)
        text = " ".join([*before, *board, *_highlights(scene, strings)])
        if len(text) <= MAX_LENGTH:
            return text
    return shortened(text)


def shortened(text: str) -> str:
    """An alt text, cut off where it would be longer than Discord accepts."""
    return text if len(text) <= MAX_LENGTH else text[: MAX_LENGTH - 1] + "…"


_MAX_CARDS: Final = (104, 16, 8, 4, 2, 1)
"""How many cards of a pile are named at most, tried in turn."""

_SHOWN: Final = (False, 0, 0)
"""Stands for a pile of which a card is face up."""
_FEW: Final = 2
"""Up to this many empty piles in a row are described one by one."""


def describe_changes(scene: Scene, strings: Strings) -> str:
    """The last move and the cards that it turned face up; empty if there is none."""
    return " ".join(_changes(scene, strings))


def describe_pile(board: Board, pile: Pile, strings: Strings = ENGLISH) -> str:
    """What can be seen of one pile: all cards of a column, else the top one; the stock counted."""
    if pile.index == board.compiled.stock:
        return _number(len(board.stacks[pile.index]), strings)
    is_one_of_many = pile.kind is PileKind.FOUNDATION and not board.rules.foundations.is_single
    if is_one_of_many and board.compiled.suit_of(pile) is not None:
        return _height(board, pile, strings)
    is_column = pile.kind is PileKind.TABLEAU
    return _cards(board, pile, _MAX_CARDS[0] if is_column else 1, strings)


def _title(scene: Scene, strings: Strings) -> str:
    title = scene.title or scene.board.rules.title
    won = [strings.won] if scene.board.is_won else []
    return f"{strings.format_game(title, scene.number, *won)}."


def _changes(scene: Scene, strings: Strings) -> Iterator[str]:
    """The last move, and the cards that it turned face up."""
    board = scene.board
    if scene.last is None or board.is_won:
        return
    pile, _count = scene.last
    cards = " ".join(map(strings.format_card, scene.moved))
    if not cards:
        yield strings.last_stock
    else:
        yield _last_move(board, pile, strings).format(cards=cards, pile=pile)
    for name in scene.turned:
        card = strings.format_card(board.piles[name][-1])
        yield strings.turned_up.format(card=card, pile=name)


def _last_move(board: Board, name: str, strings: Strings) -> str:
    """What is said of cards that came to a pile."""
    match board.compiled.piles[board.compiled.index_of[name]].kind:
        case PileKind.FOUNDATION if board.rules.foundations.takes_discards:
            return strings.last_discard
        case PileKind.FOUNDATION:
            return strings.last_home
        case PileKind.WASTE:
            return strings.last_to_waste
        case PileKind.CELL:
            return strings.last_into_cell
        case _:
            return strings.last_move


def _sentences(board: Board, most: int, strings: Strings) -> Iterator[str]:
    if board.rules.foundations.is_single:
        yield _only(board, strings)
    elif board.compiled.foundations:
        yield strings.foundations.format(suits=_foundations(board, strings))
    if board.is_won:
        return
    yield from _stock(board, strings)
    for kind, text in ((PileKind.CELL, strings.cells), (PileKind.RESERVE, strings.reserve)):
        piles = board.compiled.piles_of(kind)
        if piles:
            yield text.format(
                piles=", ".join(map(" ".join, _contents(board, piles, most, strings)))
            )
    # Cards that others lie on come after those that can be played.
    tableau = sorted(board.compiled.tableau, key=board.is_covered)
    for pile, cards in _contents(board, tableau, most, strings):
        yield f"{pile}: {cards}."


def _contents(
    board: Board, piles: Sequence[Pile], most: int, strings: Strings
) -> Iterator[tuple[str, str]]:
    """Piles and their cards; several that show none, in a row, are described together."""

    def unseen(numbered: tuple[int, Pile]) -> tuple[bool, int, int]:
        """Whether no card of a pile is face up, how many there are, and in which row it is."""
        place, pile = numbered
        cards = len(board.stacks[pile.index])
        return (True, cards, pile.index - place) if board.face_down(pile) == cards else _SHOWN

    for (is_unseen, *_), group in groupby(enumerate(piles), unseen):
        some = [pile for _place, pile in group]
        if is_unseen and len(some) > _FEW:
            between = strings.piles_between.format(first=some[0].name, last=some[-1].name)
            yield between, _cards(board, some[0], most, strings)
        else:
            yield from ((pile.name, _cards(board, pile, most, strings)) for pile in some)


def _foundations(board: Board, strings: Strings) -> str:
    """How far each suit is built, its foundations together."""
    if not board.foundation_count:
        return strings.empty
    compiled = board.compiled
    piles = [compiled.piles[index] for index in compiled.foundations]
    if compiled.suit_of(piles[0]) is None:
        # Where cards come in any order, those beneath the top one matter, too.
        most = 13 if board.rules.foundations.follows_previous else 1
        stacks = [board.stacks[pile.index][-most:] for pile in piles]
        tops = (" ".join(map(strings.format_card, stack)) for stack in stacks)
        return ", ".join(top or strings.empty for top in tops)
    return ", ".join(_suit(board, suit, strings) for suit in list(Suit)[: board.rules.suits])


def _suit(board: Board, suit: Suit, strings: Strings) -> str:
    """How far the foundations of a suit are built; those of two decks are named if not empty."""
    compiled = board.compiled
    piles = [compiled.piles[foundation] for foundation in compiled.foundations]
    own = [pile for pile in piles if compiled.suit_of(pile) is suit]
    if not board.rules.foundations.descending:
        own = [pile for pile in own if board.stacks[pile.index]] or own[:1]
    return reduce(
        lambda one, other: strings.both.format(one=one, other=other),
        (_height(board, pile, strings) for pile in own),
    )


def _height(board: Board, foundation: Pile, strings: Strings) -> str:
    """How far a foundation is built, and in which direction if there are two."""
    stack, suit = board.stacks[foundation.index], board.compiled.suit_of(foundation)
    sign = suit.sign if suit is not None else ""
    if len(stack) == board.compiled.length_of(foundation):
        return strings.suit_complete.format(suit=sign)
    built, missing = "{card}", strings.no_suit
    if board.compiled.is_descending(foundation):
        built, missing = strings.suit_down_to, strings.no_suit_down
    elif board.rules.foundations.descending:
        built, missing = strings.suit_up_to, strings.no_suit_up
    return built.format(card=strings.format_card(stack[-1])) if stack else missing.format(suit=sign)


def _only(board: Board, strings: Strings) -> str:
    """How far a single foundation is built."""
    stack = board.stacks[board.compiled.foundations[0]]
    if board.rules.foundations.takes_discards:
        return strings.discarded.of(len(stack))
    if not stack:
        return strings.no_foundation
    return strings.foundation.of(len(stack), card=strings.format_card(stack[-1]))


def _stock(board: Board, strings: Strings) -> Iterator[str]:
    compiled, stock = board.compiled, board.rules.stock
    if stock is None:
        return
    redeals = _redeals(board, stock, strings)
    if board.rules.redeals_tableau:
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
    """How many redeals are left; empty if the game has none."""
    if stock.redeals is None:
        return strings.endless_redeals
    if not stock.redeals:
        return ""
    return strings.redeals.of(board.redeals) if board.redeals else strings.no_redeals


def _one_on_another(cards: Sequence[Card], strings: Strings) -> str:
    """Cards on one another, the topmost first."""
    upper, *lower = [strings.format_card(card) for card in cards] or [""]
    for card in lower:
        upper = strings.one_on_another.format(upper=upper, lower=card)
    return upper


def _number(cards: int, strings: Strings) -> str:
    return strings.cards.of(cards) if cards else strings.empty


def _cards(board: Board, pile: Pile, most: int, strings: Strings) -> str:
    stack = board.stacks[pile.index]
    if not stack:
        return strings.empty
    down = board.face_down(pile)
    # What lies under the top card of a pile that moves along its row never comes back.
    first = max(down, len(stack) - (1 if pile.left_targets is not None else most))
    cards = " ".join(strings.format_card(card) for card in stack[first:])
    if first > down:
        cards = strings.cards_before.format(number=first - down, cards=cards)
    return strings.face_down.format(number=down, cards=cards).rstrip(" ,") if down else cards


def _highlights(scene: Scene, strings: Strings) -> Iterator[str]:
    board = scene.board
    if scene.avoided is not None:
        yield strings.avoided.format(pile=_named(board, scene.avoided, strings))
    if scene.selected is not None:
        yield strings.chosen.format(pile=_named(board, scene.selected, strings))
    if scene.hint is not None:
        move = scene.hint
        if move.is_stock:
            yield strings.suggested_stock
            return
        sources = [_named(board, source, strings) for source in move.sources]
        if board.rules.foundations.takes_discards and move.target.startswith("f"):
            yield strings.suggested_discard.format(source=" + ".join(sources))
        else:
            target = _named(board, move.target, strings)
            yield strings.suggested.of(move.count, source=sources[0], target=target)


def _named(board: Board, name: str, strings: Strings) -> str:
    """A pile within a sentence: ``pile 3``, ``cell a``, ``the waste``; or all foundations."""
    if name == FOUNDATIONS:
        return strings.all_foundations
    texts = {
        PileKind.TABLEAU: strings.pile,
        PileKind.CELL: strings.cell,
        PileKind.RESERVE: strings.reserve_pile,
        PileKind.FOUNDATION: strings.foundation_pile,
        PileKind.STOCK: strings.the_stock,
        PileKind.WASTE: strings.the_waste,
    }
    kind = board.compiled.piles[board.compiled.index_of[name]].kind
    return texts[kind].format(name=name)
