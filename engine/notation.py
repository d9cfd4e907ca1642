"""Moves as players type them.

:meth:`engine.moves.Move.parse` reads the exact form in which games are stored. Players also type
``3 5``, ``w f``, ``7h 8s`` or ``7h f``, which only mean something on a board, and where cards are
discarded, ``7h 6s`` or ``kh``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import permutations
from typing import Final

from engine.board_state import BoardState
from engine.cards import Card
from engine.compiled import Pile
from engine.errors import IllegalMove, InvalidMove, excerpt
from engine.legality import no_pile, why_illegal
from engine.messages import Message
from engine.moves import Move
from engine.reading.moves import is_stock_told, spelled, told_move
from engine.rules import PileKind
from engine.wording import one_of

_MAX_LENGTH: Final = 60
_MAX_TOLD: Final = 200
"""Characters of a hint's line."""
_STOCK_WORDS: Final = frozenset(
    {"s", "stock", "deal", "turn", "draw", "redeal", "talon", "umdrehen", "geben", "ziehen"}
)
_WORDS: Final = {"waste": "w", "foundation": "f", "foundations": "f", "home": "f", "stock": "s"} | {
    "ablage": "w",
    "grundstapel": "f",
    "talon": "s",
}
_TO: Final = "to|on|onto|into|nach|auf|in"
_CARD: Final = r"(?:10|[a2-9tjqk])\s?[shdc♠♥♦♣♤♡♢♧]\ufe0f?"
_PILE: Final = r"[a-z](?:[0-9]{1,2}|(?![a-z]))|[0-9]{1,2}"
_PLACE: Final = rf"{_CARD}|waste|foundations?|home|stock|ablage|grundstapel|talon|{_PILE}"
_WITH: Final = r"(?:\s*[+&,/–—-]\s*|\s+(?:and|with|und|mit)\s+|\s+)"
_GROUPED: Final = rf"{_CARD}|waste|{_PILE}"
_GROUP: Final = re.compile(rf"({_GROUPED}){_WITH}({_GROUPED})(?:{_WITH}({_GROUPED}))?")
_VERB: Final = re.compile(r"^(?:move|put|play|turn|draw|discard)\s")
_TYPED: Final = re.compile(
    rf"(?:(?:from|von)\s)?(?P<source>{_PLACE})"
    rf"(?:(?:\s*(?:[-–—=]*>|[-–—,/:→]|\b(?:{_TO})\b)\s*|\s+)(?P<target>{_PLACE}))?"
    r"(?:\s*(?:[*x×]|\s)\s*(?P<count>[0-9]{1,2}))?"
    r"(?P<rest>.*)",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class _Place:
    """A place that a player named: a pile, any foundation (``f``), or a card."""

    text: str
    card: Card | None

    def is_source(self, state: BoardState, move: Move) -> bool:
        """Whether a legal move leaves from here."""
        if self.card is None:
            return any(map(self._is_pile, move.sources))
        return not move.is_stock and self.card in moved_cards(state, move)

    def is_target(self, state: BoardState, move: Move) -> bool:
        """Whether a legal move arrives here."""
        if self.card is None:
            return self._is_pile(move.target)
        index = state.compiled.index_of.get(move.target)
        return index is not None and state.stacks[index][-1:] == (self.card,)

    def _is_pile(self, name: str) -> bool:
        return name == self.text or (self.text == "f" and name.startswith("f"))


def parse_move(state: BoardState, text: str) -> Move:
    """The legal move that a player's text means; see :meth:`engine.board.Board.parse_move`."""
    whole = spelled(text) if len(text) <= _MAX_TOLD else text
    if is_stock_told(whole):
        return _stock_move(state)
    told = told_move(state, whole)
    if told is not None:
        return told
    cleaned = _VERB.sub("", whole)
    if cleaned in _STOCK_WORDS:
        return _stock_move(state)
    together = _together(state, cleaned) if len(cleaned) <= _MAX_LENGTH else []
    if together:
        return _discard(state, together, text)
    match = _TYPED.fullmatch(cleaned) if len(cleaned) <= _MAX_LENGTH else None
    if match is None or not (_is_half(match) or (match["target"] and not match["rest"])):
        raise _not_a_move(state, text)
    names = (match["source"], match["target"])
    if match["target"] is None:
        names = _two_piles(state, match["source"]) or names
    source = _place(state, names[0])
    if names[1] is None:
        if alone := _alone(state, source):
            return alone
        raise _half_a_move(state, source)
    target = _place(state, names[1])
    if source.text == "s":
        if target.text != "w":
            raise IllegalMove("Cards cannot be moved off the stock; type s to turn it.")
        return _stock_move(state)
    count = int(match["count"]) if match["count"] else None
    moves = [
        move
        for move in state.legal_moves()
        if source.is_source(state, move)
        and target.is_target(state, move)
        and count in (None, move.count)
        and not move.others
    ]
    if not moves:
        raise _why_none(state, source, target, count)
    return _only(moves, text)


def moved_cards(state: BoardState, move: Move) -> list[Card]:
    """The card that heads those a move takes, or each of several that are discarded together."""
    cards = []
    for place, name in enumerate(move.sources):
        above = move.sources[:place].count(name)
        cards.append(state.stacks[state.compiled.index_of[name]][-move.count - above])
    return cards


def _together(state: BoardState, text: str) -> list[_Place]:
    """The places of cards to be discarded together; empty if a text names no such places."""
    match = _GROUP.fullmatch(text) if state.rules.foundations.groups else None
    names = [_WORDS.get(name, name) for name in match.groups() if name] if match else []
    known = {pile.name for pile in state.compiled.foundation_sources}
    if "+" in text or all(name in known or re.fullmatch(_CARD, name) for name in names):
        return [_place(state, name) for name in names]
    return []


def _discard(state: BoardState, places: list[_Place], text: str) -> Move:
    """The move that discards the cards in these places together."""
    moves = [
        move
        for move in state.foundation_moves()
        if len(move.sources) == len(places)
        and any(
            all(
                place.text == name if place.card is None else place.card == card
                for place, name, card in zip(order, move.sources, cards, strict=True)
            )
            for cards in [moved_cards(state, move)]
            for order in permutations(places)
        )
    ]
    if moves:
        return _only(moves, text)
    piles = []
    for place in places:
        leaving = _leaving(state, place)
        if leaving is None:
            raise _unseen(state, place)
        pile, depth = leaving
        if place.card is not None and depth > 1 + (pile.kind is PileKind.WASTE):
            raise IllegalMove("{card} is covered, so it cannot move.", card=place.card.label)
        piles.append(pile.name)
    move = Move.discarding(*piles)
    raise why_illegal(state, move) or IllegalMove(
        "{move} would move other cards than you named.", move=move
    )


def _two_piles(state: BoardState, text: str) -> tuple[str, str] | None:
    """The two piles that a text such as ``3 c`` names, which could also be a card.

    A card alone is only half a move, so the piles win where both exist and are of two kinds.
    """
    first, _, second = text.partition(" ")
    compiled = state.compiled
    if first not in compiled.index_of or second not in compiled.index_of:
        return None
    source, target = (compiled.piles[compiled.index_of[name]] for name in (first, second))
    is_meant = target in compiled.targets and target.kind is not source.kind
    return (first, second) if is_meant else None


def _stock_move(state: BoardState) -> Move:
    error = why_illegal(state, state.stock_move)
    if error is not None:
        raise error
    return state.stock_move


def _place(state: BoardState, text: str) -> _Place:
    name = _WORDS.get(text, text)
    if re.fullmatch(_CARD, name):
        return _Place(name, Card.parse(name.replace(" ", "")))
    if name != "f" and name not in state.compiled.index_of:
        raise no_pile(state, name)
    return _Place(name, None)


def _only(moves: list[Move], text: str) -> Move:
    """The only move there is, or the only one of a single card between the same two piles."""
    if len(moves) == 1:
        return moves[0]
    singles = [move for move in moves if move.count == 1]
    if len(singles) == 1 and len({(move.source, move.target) for move in moves}) == 1:
        return singles[0]
    raise InvalidMove(
        "“{text}” could be several moves; type {moves}.",
        text=excerpt(text),
        moves=_some(moves),
    )


def _some(moves: list[Move], most: int = 6) -> Message | str:
    return one_of([*map(str, moves[:most]), *(["…"] if len(moves) > most else [])])


def _is_half(match: re.Match[str]) -> bool:
    """Whether a text names a source and then ends, a dangling arrow or preposition aside."""
    rest = match["rest"].strip(" -–—>*x×,/:→=")
    return match["target"] is None and not match["count"] and rest in ("", *_TO.split("|"))


def _not_a_move(state: BoardState, text: str) -> InvalidMove:
    rules = state.rules
    if not rules.has_foundations:
        return InvalidMove(
            "“{text}” is not a move; type where from and where to, such as 3-5 or 7h 8s.",
            text=excerpt(text),
        )
    if rules.foundations.groups and not all(len(group) == 1 for group in rules.foundations.groups):
        return InvalidMove(
            "“{text}” is not a move; type the piles or cards to discard together, such as 3+7 or "
            "7h 6s.",
            text=excerpt(text),
        )
    return InvalidMove(
        "“{text}” is not a move; type where from and where to, such as 3-5, 3-5*2, w f or "
        "7h 8s, or s for the stock.",
        text=excerpt(text),
    )


def _alone(state: BoardState, source: _Place) -> Move | None:
    """The move of a card that is discarded alone, as a king of Pyramid is; a place says it all."""
    if not state.rules.foundations.takes_discards:
        return None
    moves = (move for move in state.foundation_moves() if not move.others)
    return next((move for move in moves if source.is_source(state, move)), None)


def _half_a_move(state: BoardState, source: _Place) -> InvalidMove:
    moves = [move for move in state.legal_moves() if source.is_source(state, move)]
    if source.card is not None:
        if not moves:
            return InvalidMove("{card} has nowhere to go now.", card=source.card.label)
        return InvalidMove(
            "That is half a move; with {card} you can play {moves}.",
            card=source.card.label,
            moves=_some(moves),
        )
    if not moves:
        return InvalidMove("Nothing can move from {pile} right now.", pile=source.text)
    return InvalidMove(
        "That is half a move; from {pile} you can play {moves}.",
        pile=source.text,
        moves=_some(moves),
    )


def _why_none(state: BoardState, source: _Place, target: _Place, count: int | None) -> IllegalMove:
    """Why no legal move is what a player meant."""
    leaving = _leaving(state, source)
    if leaving is None:
        return _unseen(state, source)
    pile, depth = leaving
    moved = depth if count is None else count
    onto = _arriving(state, target, pile, moved)
    if onto is None:
        return IllegalMove(
            "{card} is covered or out of play, so nothing can be put on it.",
            card=target.card.label if target.card is not None else target.text,
        )
    move = Move(pile.name, onto.name, moved)
    return why_illegal(state, move) or IllegalMove(
        "{move} would move other cards than you named.", move=move
    )


def _unseen(state: BoardState, source: _Place) -> IllegalMove:
    """The error for a card in no visible place; it must not reveal where the card is."""
    card = source.card
    if card is None:
        return IllegalMove("That card is not in this game.")
    if card.suit >= state.rules.suits or card.rank > state.rules.last_rank:
        return IllegalMove("{card} is not in this game.", card=card.label)
    if state.rules.hides_cards:
        return IllegalMove("{card} is still face down.", card=card.label)
    return IllegalMove("{card} is still in the stock.", card=card.label)


def _leaving(state: BoardState, place: _Place) -> tuple[Pile, int] | None:
    """The pile that cards would leave, and how many; None if no such card is visible."""
    compiled = state.compiled
    if place.card is None:
        index = compiled.index_of.get(place.text)
        if index is None:
            foundations = compiled.foundations
            index = next((index for index in foundations if state.stacks[index]), foundations[0])
        return compiled.piles[index], 1
    found = [
        (pile, stack[::-1].index(place.card) + 1)
        for pile, stack in zip(compiled.piles, state.stacks, strict=True)
        if pile.kind is not PileKind.STOCK and place.card in stack[state.face_down(pile) :]
    ]
    return min(found, key=lambda pair: pair[1], default=None)


def _arriving(state: BoardState, place: _Place, source: Pile, count: int) -> Pile | None:
    """The pile that cards would go to; None if the card that was named is on top of none."""
    compiled = state.compiled
    if place.card is not None:
        return next(
            (
                pile
                for pile in (*compiled.targets, *compiled.piles)
                if place.card in state.stacks[pile.index][state.face_down(pile) :][-1:]
                and pile.kind is not PileKind.STOCK
            ),
            None,
        )
    if place.text != "f":
        return compiled.piles[compiled.index_of[place.text]]
    stack = state.stacks[source.index]
    suit = stack[-min(count, len(stack))].suit if stack else 0
    return compiled.piles[compiled.foundations_by_suit[suit][0]]
