"""What a text leaves unsaid: cards beneath others, a stock that nobody knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.cards import CARDS, Card, Rank
from engine.compiled import CompiledRules, Pile
from engine.errors import InvalidBoard
from engine.reading.faces import Face
from engine.reading.foundations import Told, bases
from engine.reading.placing import UNKNOWN, Written
from engine.rules import DEALT, PileKind


def complete(compiled: CompiledRules, written: Written) -> None:
    """Add what follows from the rest, and say of each unknown card whether it lies face down.

    Raises:
        InvalidBoard: if foundations are told of that there cannot be.
    """
    _foundations(compiled, written)
    _first_cards(compiled, written)
    _unseen(compiled, written)
    for name, faces in written.faces.items():
        pile = compiled.piles[compiled.index_of[name]]
        hides = pile.kind in DEALT and bool(compiled.rules.piles_of(pile.kind).face_down)
        written.faces[name] = [
            Face(face.card, face.card is None and hides) if face.is_down is None else face
            for face in faces
        ]


def _count(written: Written) -> int:
    return sum(map(len, written.faces.values()))


def _known(written: Written) -> Counter[Card]:
    return Counter(
        face.card for faces in written.faces.values() for face in faces if face.card is not None
    )


def _missing(compiled: CompiledRules, written: Written) -> Counter[Card]:
    """The cards of the game that have not been named."""
    rules = compiled.rules
    every = {
        card: rules.copies
        for card in CARDS[: 13 * rules.suits]
        if rules.first_rank <= card.rank <= rules.last_rank
    }
    return Counter(every) - _known(written)


def _foundations(compiled: CompiledRules, written: Written) -> None:
    """Add the cards of foundations that are told of in short."""
    told = written.foundations.told
    alone = _tops(compiled, written)
    short = {name: written.faces.pop(name) for name in alone}
    told += [Told(pile=name, cards=(card,)) for name, card in alone.items()]
    if not told:
        return
    missing, found = _missing(compiled, written), None
    for base in bases(compiled):
        stacks = written.foundations.stacks(compiled, base, missing, written.faces)
        if stacks is None:
            continue
        found = found or stacks
        if _count(written) + sum(map(len, stacks.values())) == compiled.rules.card_count:
            found = stacks
            break
    if found is None and short:
        # As they are written, so that what is wrong with them is said.
        written.faces.update(short)
        return
    if found is None:
        raise InvalidBoard(
            "Line {line}: the foundations cannot hold these cards; cards beneath them are "
            "elsewhere on the board.",
            line=written.foundations.line,
        )
    for name, faces in found.items():
        written.faces[name] = faces
        written.lines.setdefault(name, written.foundations.line or 1)


def _first_cards(compiled: CompiledRules, written: Written) -> None:
    """Add the cards that begin the foundations of a game, if nothing is said of these."""
    declared = compiled.rules.foundations
    height, base = declared.start, declared.base
    named = [compiled.piles[index].name for index in compiled.foundations]
    if any(map(written.faces.get, named)) or written.foundations.told:
        return
    missing = _missing(compiled, written)
    if declared.is_single and not declared.takes_discards:
        # The only card that is nowhere else begins the only foundation.
        if missing.total() == 1 and _count(written) == compiled.rules.card_count - 1 and named:
            _put(written, named[0], [*missing])
        return
    if not height or not isinstance(base, Rank) or not declared.is_by_suit:
        return
    first = {
        name: [CARDS[number] for number in sequence[:height]]
        for name, sequence in zip(named, compiled.foundation_sequences[base - 1], strict=True)
    }
    if Counter(card for cards in first.values() for card in cards) == missing:
        for name, cards in first.items():
            _put(written, name, cards)


def _put(written: Written, name: str, cards: Iterable[Card]) -> None:
    """Add the cards of a pile of which nothing was said."""
    written.faces[name] = [*map(Face, cards)]
    written.lines.setdefault(name, 1)


def _tops(compiled: CompiledRules, written: Written) -> dict[str, Card]:
    """The foundations of which only the top card is written, in lines of their own."""
    declared = compiled.rules.foundations
    if declared.is_single or declared.follows_previous:
        return {}
    named = (compiled.piles[index].name for index in compiled.foundations)
    given = {name: faces for name in named if (faces := written.faces.get(name))}
    single = {
        name: faces[0].card
        for name, faces in given.items()
        if len(faces) == 1 and faces[0].card is not None
    }
    firsts = {faces[0].card.rank for faces in given.values() if faces[0].card is not None}
    possible = bases(compiled)
    if len(possible) > 1:
        return single if len(firsts) > 1 else {}
    sequences = compiled.foundation_sequences[possible[0]]
    return {
        name: card for name, card in single.items() if not _begins(compiled, name, card, sequences)
    }


def _begins(
    compiled: CompiledRules, name: str, card: Card, sequences: tuple[tuple[int, ...], ...]
) -> bool:
    place = compiled.foundations.index(compiled.index_of[name])
    first = sequences[place][0]
    return first == card if compiled.rules.foundations.is_by_suit else first % 13 == card % 13


def _unseen(compiled: CompiledRules, written: Written) -> None:
    """Add the face-down cards of a deal of which only the others are written, and the stock."""
    rules = compiled.rules
    left = rules.card_count - _count(written)
    if left <= 0 or not written.faces:
        return
    down = _not_written(compiled, written)
    stock = _stock(compiled)
    dealt = rules.card_count - rules.dealt_count if stock is not None else 0
    is_open = stock is not None and stock.name not in written.faces
    if down and left == sum(down.values()) + (dealt if is_open else 0):
        for name, count in down.items():
            written.faces[name] = [*[UNKNOWN] * count, *written.faces[name]]
        left -= sum(down.values())
    if stock is not None and is_open and left > 0 and (left <= dealt or written.has_open_stock):
        written.faces[stock.name] = [UNKNOWN] * left
        written.lines[stock.name] = 1


def _not_written(compiled: CompiledRules, written: Written) -> dict[str, int]:
    """How many cards of each pile are face down in a deal of which only the others are written."""
    down = {}
    for kind in DEALT:
        piles = compiled.rules.piles_of(kind)
        if not piles.face_down:
            continue
        for pile, dealt, hidden in zip(
            compiled.piles_of(kind), piles.deal, piles.face_down, strict=True
        ):
            if len(written.faces.get(pile.name, [])) != dealt - hidden:
                return {}
            if hidden and dealt > hidden:
                down[pile.name] = hidden
    return down


def _stock(compiled: CompiledRules) -> Pile | None:
    """The stock, if it has cards of its own."""
    if compiled.rules.stock is None or compiled.rules.redeals_tableau:
        return None
    return next(iter(compiled.piles_of(PileKind.STOCK)), None)
