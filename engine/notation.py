"""Moves as people type them and as people read them.

:meth:`engine.moves.Move.parse` reads the exact form that games are stored in. People also type
``3 5``, ``w f``, ``7h 8s`` or ``7h f``, which only the board makes sense of: :func:`read_move`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from engine.board import Board
from engine.cards import Card
from engine.compiled import Pile
from engine.dealing import DEALT, declared
from engine.errors import IllegalMove, InvalidMove, excerpt
from engine.legality import pile_names, why_illegal
from engine.messages import Message
from engine.moves import Move
from engine.rules import PileKind
from engine.wording import either

_LONGEST: Final = 60
_STOCK_WORDS: Final = frozenset({"s", "stock", "deal", "turn", "draw", "redeal"})
_WORDS: Final = {"waste": "w", "foundation": "f", "foundations": "f", "home": "f", "stock": "s"}
_CARD: Final = r"(?:10|[a2-9tjqk])\s?[shdc♠♥♦♣♤♡♢♧]\ufe0f?"
_PILE: Final = r"[a-z](?:[0-9]{1,2}|(?![a-z]))|[0-9]{1,2}"
_PLACE: Final = rf"{_CARD}|waste|foundations?|home|stock|{_PILE}"
_TYPED: Final = re.compile(
    rf"(?P<source>{_PLACE})"
    rf"(?:(?:\s*(?:[-–—=]*>|[-–—,/:→]|\b(?:in|on)?to\b)\s*|\s+)(?P<target>{_PLACE}))?"
    r"(?:\s*(?:[*x×]|\s)\s*(?P<count>[0-9]{1,2}))?"
    r"(?P<rest>.*)",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class _Place:
    """Somewhere that a person named: a pile, any foundation (``f``), or a card."""

    text: str
    card: Card | None

    def is_source(self, board: Board, move: Move) -> bool:
        """Whether a legal move leaves from here."""
        if self.card is None:
            return _named(move.source, self.text)
        pile = board.compiled.index_of[move.source]
        return not move.is_stock and board.stacks[pile][-move.count] == self.card

    def is_target(self, board: Board, move: Move) -> bool:
        """Whether a legal move arrives here."""
        if self.card is None:
            return _named(move.target, self.text)
        pile = board.compiled.index_of.get(move.target)
        return pile is not None and board.stacks[pile][-1:] == (self.card,)


def _named(name: str, text: str) -> bool:
    return name == text or (text == "f" and name.startswith("f"))


def read_move(board: Board, text: str) -> Move:
    """The legal move that a person's text means on a board.

    Piles go by their names, ``f`` being whichever foundation takes the card; cards by theirs. The
    count may be left out: then it is one card, or as many as fit where one does not.

    Raises:
        InvalidMove: when the text is no move, or could be several; names what it could be.
        IllegalMove: when it is a move that the rules forbid; says why.
    """
    cleaned = " ".join(text.split()).lower()
    if cleaned in _STOCK_WORDS:
        return _the_stock(board)
    match = _TYPED.fullmatch(cleaned) if len(cleaned) <= _LONGEST else None
    if match is None:
        raise _not_a_move(text)
    if not _is_half(match) and (match["target"] is None or match["rest"]):
        raise _not_a_move(text)
    names = _two_piles(board, match["source"]) if match["target"] is None else None
    source = _place(board, names[0] if names else match["source"])
    if match["target"] is None and names is None:
        raise _half(board, source)
    target = _place(board, names[1] if names else match["target"])
    if source.text == "s":
        if target.text != "w":
            raise IllegalMove("Cards leave the stock only by turning it: type s.")
        return _the_stock(board)
    count = int(match["count"]) if match["count"] else None
    moves = [
        move
        for move in board.legal_moves()
        if source.is_source(board, move)
        and target.is_target(board, move)
        and count in (None, move.count)
    ]
    if not moves:
        raise _why_not(board, source, target, count)
    return _the_one(moves, text)


def _two_piles(board: Board, text: str) -> tuple[str, str] | None:
    """The two piles that a text such as ``3 c`` names, which by itself could be a card.

    A card alone is but half a move, so where there is such a pile and such a cell the whole move
    is meant.
    """
    first, _, second = text.partition(" ")
    number = board.compiled.index_of
    if first not in number or second not in number:
        return None
    onto = board.compiled.piles[number[second]]
    meant = (
        onto in board.compiled.targets and onto.kind is not board.compiled.piles[number[first]].kind
    )
    return (first, second) if meant else None


def _the_stock(board: Board) -> Move:
    refused = why_illegal(board, board.stock_move)
    if refused is not None:
        raise refused
    return board.stock_move


def _place(board: Board, text: str) -> _Place:
    name = _WORDS.get(text, text)
    if re.fullmatch(_CARD, name):
        return _Place(name, Card.parse(name.replace(" ", "")))
    if name != "f" and name not in board.compiled.index_of:
        raise IllegalMove(
            "{game} has no pile “{name}”; its piles are {piles}.",
            game=board.rules.title,
            name=excerpt(name),
            piles=pile_names(board),
        )
    return _Place(name, None)


def _the_one(moves: list[Move], text: str) -> Move:
    if len(moves) == 1:
        return moves[0]
    singles = [move for move in moves if move.count == 1]
    if len(singles) == 1 and len({(move.source, move.target) for move in moves}) == 1:
        return singles[0]
    raise InvalidMove(
        "“{text}” could be several moves; type {moves}.",
        text=excerpt(text),
        moves=_some([str(move) for move in moves]),
    )


def _some(choices: list[str], most: int = 6) -> Message | str:
    return either(choices[:most] + (["…"] if len(choices) > most else []))


def _not_a_move(text: str) -> InvalidMove:
    return InvalidMove(
        "“{text}” is not a move; type where from and where to, such as 3-5, 3-5*2, w f or 7h 8s, "
        "or s for the stock.",
        text=excerpt(text),
    )


def _is_half(match: re.Match[str]) -> bool:
    """Whether a text names where from and then ends, but for the beginnings of where to."""
    rest = match["rest"].strip(" -–—>*x×,/:→=")
    return match["target"] is None and not match["count"] and rest in ("", "to", "onto", "into")


def _half(board: Board, source: _Place) -> InvalidMove:
    moves = [str(move) for move in board.legal_moves() if source.is_source(board, move)]
    if source.card is not None:
        if not moves:
            return InvalidMove("{card} has nowhere to go now.", card=source.card.words)
        return InvalidMove(
            "That is half a move: say where {card} goes, such as {moves}.",
            card=source.card.words,
            moves=_some(moves),
        )
    if not moves:
        return InvalidMove("Nothing can be moved from {pile} now.", pile=source.text)
    return InvalidMove(
        "That is half a move: say where to from {pile}, such as {moves}.",
        pile=source.text,
        moves=_some(moves),
    )


def _why_not(board: Board, source: _Place, target: _Place, count: int | None) -> IllegalMove:
    """Why no legal move is what a person meant."""
    leaving = _standing(board, source)
    if leaving is None:
        return _unseen(board, source)
    pile, depth = leaving
    moved = depth if count is None else count
    onto = _arriving_at(board, target, pile, moved)
    if onto is None:
        return IllegalMove(
            "{card} is covered or out of play, so nothing can be put on it.",
            card=target.card.words if target.card is not None else target.text,
        )
    return why_illegal(board, Move(pile.name, onto.name, moved)) or IllegalMove(
        "{move} would move other cards than you named.", move=Move(pile.name, onto.name, moved)
    )


def _unseen(board: Board, source: _Place) -> IllegalMove:
    """What is said of a card that nobody can see, wherever it lies: the answer must not tell."""
    card = source.card
    if card is None:
        return IllegalMove("That is no card of this game.")
    if card.suit >= board.rules.suits:
        return IllegalMove("{card} is no card of this game.", card=card.words)
    if any(declared(board.rules, kind).face_down for kind in DEALT):
        return IllegalMove("{card} still lies face down.", card=card.words)
    return IllegalMove("{card} is still in the stock.", card=card.words)


def _standing(board: Board, place: _Place) -> tuple[Pile, int] | None:
    """The pile that cards would leave, and how many; None where no such card can be seen."""
    if place.card is None:
        index = board.compiled.index_of.get(place.text)
        if index is None:
            homes = board.compiled.foundations
            index = next((home for home in homes if board.stacks[home]), homes[0])
        return board.compiled.piles[index], 1
    found = [
        (pile, stack[::-1].index(place.card) + 1)
        for pile, stack in zip(board.compiled.piles, board.stacks, strict=True)
        if pile.kind is not PileKind.STOCK and place.card in stack[_hidden(board, pile) :]
    ]
    return min(found, key=lambda pair: pair[1], default=None)


def _hidden(board: Board, pile: Pile) -> int:
    """How many cards at the bottom of a pile lie face down."""
    return board.hidden[pile.index] if board.hidden else 0


def _arriving_at(board: Board, place: _Place, source: Pile, count: int) -> Pile | None:
    """The pile that cards would go to; None where a card is named that is on top of none."""
    compiled = board.compiled
    if place.card is not None:
        return next(
            (
                pile
                for pile in (*compiled.targets, *compiled.piles)
                if board.stacks[pile.index][-1:] == (place.card,)
                and pile.kind is not PileKind.STOCK
            ),
            None,
        )
    if place.text != "f":
        return compiled.piles[compiled.index_of[place.text]]
    stack = board.stacks[source.index]
    suit = stack[-min(count, len(stack))].suit if stack else 0
    return compiled.piles[compiled.foundations_by_suit[suit][0]]
