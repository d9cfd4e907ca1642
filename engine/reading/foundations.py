"""Foundations that are told in short: by their top cards, by suits, by numbers of cards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.cards import CARDS, Card, Rank, Suit
from engine.compiled import CompiledRules, Pile
from engine.reading.faces import Counted, Dialect, Face, Mark, Word, tokens

_DOWN: Final = re.compile(r"\s(?:down|absteigend)$")
_UP: Final = re.compile(r"\s(?:up|aufsteigend)$")
_WHOLE: Final = re.compile(r"(?P<suit>\S+) (?:complete|full|done|vollständig)")
_NONE: Final = re.compile(
    r"(?:no|keine?|without) (?P<suit>\S+)|(?P<first>[^\W\d]+|[♠♥♦♣])[-:= ]?(?:0|-+|none|empty|leer)"
    r"|0(?P<last>[♠♥♦♣]|[^\W\d])",
    re.IGNORECASE,
)
_APART: Final = re.compile(r"\s*[,;|/]\s*|\s+(?:and|und)\s+", re.IGNORECASE)
_SUIT_RANK: Final = re.compile(r"([♠♥♦♣]|\b[^\W\d_]{1,8})\s*[:=]\s*(?=[\w♠♥♦♣-])")

_RANGE: Final = re.compile(
    r"(?P<sign>[♠♥♦♣])A(?:\.{2,}|-)(?P<top>10|[2-9AJQKTBDVR])(?!\w)"
    r"|\bA(?:\.{2,}|-)(?P<last>10|[2-9JQKTBDVR])(?P<suit>[♠♥♦♣SHDC])(?!\w)"
)
"""The cards of a foundation from the ace to its top one."""


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of one foundation.

    Attributes:
        pile: its name; empty if that is not told.
        cards: its cards from the bottom, or the top one alone; None for all of a suit.
        is_down: whether it is built down; None if that is not told.
        beneath: how many cards are under those, if that is told.
    """

    pile: str = ""
    cards: tuple[Card, ...] | None = ()
    suit: Suit | None = None
    is_down: bool | None = None
    beneath: int | None = None


def told(dialect: Dialect, body: str, *, is_one: bool) -> Iterator[Told]:
    """What a line tells of all foundations, one by one.

    Args:
        is_one: whether there is only one foundation.
    """
    if is_one:
        yield _of_one(dialect, body)
        return
    for part in _parts(dialect, body):
        is_down = True if _DOWN.search(part) else False if _UP.search(part) else None
        word = _UP.sub("", _DOWN.sub("", part)).strip()
        whole = _WHOLE.fullmatch(word)
        if whole is not None:
            yield Told(cards=None, suit=_suit(dialect, whole["suit"]), is_down=is_down)
        elif _nothing(dialect, word):
            yield Told(is_down=is_down)
        else:
            yield Told(cards=tuple(_cards(dialect, word)), is_down=is_down)


def _parts(dialect: Dialect, body: str) -> Iterator[str]:
    """The parts of a line, one a foundation."""
    body = _RANGE.sub(
        lambda match: f"{match['top'] or match['last']}{match['sign'] or match['suit']}", body
    )
    body = _SUIT_RANK.sub(r"\1-", body.strip())
    parts = [part for part in _APART.split(body) if part]
    if len(parts) > 1 or _WHOLE.fullmatch(body) or _NONE.fullmatch(body):
        yield from parts
        return
    # Without commas each word is a foundation, unless it goes on with the suit before.
    run = ""
    for word in body.split():
        before, card = dialect.card(run.rpartition(" ")[2]), dialect.card(word)
        goes_on = before is not None and card is not None and card == before + 1
        if run and not (goes_on and card is not None and card.rank > 1):
            yield run
            run = ""
        run = f"{run} {word}".strip()
    if run:
        yield run


def _of_one(dialect: Dialect, body: str) -> Told:
    found = list(tokens(body))
    cards = tuple(
        card for one in found if isinstance(one, Word) for card in _cards(dialect, one.text)
    )
    count = next((one.number for one in found if isinstance(one, Counted)), None)
    if count is None and re.fullmatch(r"\d{1,3}", body.strip()):
        return Told(beneath=int(body))
    return Told(cards=cards, beneath=None if count is None else max(0, count - len(cards)))


def _nothing(dialect: Dialect, word: str) -> bool:
    """Whether a part says that a foundation is empty: ``S-0``, ``0♠``, ``no ♠``."""
    if all(isinstance(one, Mark) for one in tokens(word)):
        return True
    match = _NONE.fullmatch(word)
    if match is None:
        return False
    suit = match["suit"] or match["first"] or match["last"]
    return _suit(dialect, suit) is not None


def _suit(dialect: Dialect, word: str) -> Suit | None:
    number = dialect.suits.get(word.upper(), dialect.suits.get(word[:1].upper()))
    return None if number is None else Suit(number)


def _cards(dialect: Dialect, text: str) -> Iterator[Card]:
    for word in text.split():
        yield from dialect.cards(word) or ()


@dataclass(slots=True)
class Foundations:
    """What a text tells of foundations, in order, and the last line that does."""

    told: list[Told] = field(default_factory=list)
    line: int = 0

    def stacks(
        self, compiled: CompiledRules, base: int, missing: Counter[Card], taken: Iterable[str]
    ) -> dict[str, list[Face]] | None:
        """The cards of the foundations if they begin with a rank; None if that cannot be.

        Args:
            base: how far that rank lies above the ace.
            missing: the cards that are nowhere else.
            taken: the foundations that are given in full.
        """
        tops = Counter(one.cards[-1] for one in self.told if one.cards)
        if tops - missing:
            return None
        # What lies beneath one is none that another one shows.
        left, found, used = missing - tops, dict[str, list[Face]](), set(taken)
        for place, one in enumerate(self.told):
            if one.cards == () and one.beneath is None:
                continue
            for pile in _candidates(compiled, one, place, used):
                stack = _stack(compiled, pile, one, base, left)
                if stack is not None:
                    found[pile.name] = stack
                    used.add(pile.name)
                    left -= Counter(face.card for face in stack[:-1] if face.card is not None)
                    break
            else:
                return None
        return found


def _candidates(compiled: CompiledRules, one: Told, place: int, used: set[str]) -> Iterator[Pile]:
    """The foundations of which something may be told, the likeliest first."""
    piles = [compiled.piles[index] for index in compiled.foundations]
    if one.pile:
        yield from (pile for pile in piles if pile.name == one.pile)
        return
    free = [pile for pile in piles if pile.name not in used]
    if not compiled.rules.foundations.is_by_suit:
        yield from (pile for pile in piles[place : place + 1] if pile in free)
        yield from free
        return
    suit = one.suit if one.suit is not None else one.cards[0].suit if one.cards else None
    own = [pile for pile in free if compiled.suit_of(pile) is suit]
    wanted = bool(one.is_down)
    yield from (pile for pile in own if compiled.is_descending(pile) == wanted)
    if one.is_down is None:
        yield from (pile for pile in own if compiled.is_descending(pile))


def _stack(
    compiled: CompiledRules, pile: Pile, one: Told, base: int, left: Counter[Card]
) -> list[Face] | None:
    """All cards of a foundation of which something is told; None if that cannot be."""
    declared = compiled.rules.foundations
    if declared.is_single or declared.follows_previous:
        return [*([Face(None, None)] * (one.beneath or 0)), *map(Face, one.cards or ())]
    sequence = compiled.foundation_sequences[base % 13][compiled.foundations.index(pile.index)][:-1]
    if one.cards is None:
        return _taken(sequence, left, by_rank=False)
    top = one.cards[-1]
    by_rank = not declared.is_by_suit
    ranks = [card % 13 if by_rank else card for card in sequence]
    wanted = top % 13 if by_rank else int(top)
    if wanted not in ranks:
        return None
    height = ranks.index(wanted) + 1
    stack = _taken(sequence[: height - 1], left, by_rank=by_rank)
    return None if stack is None else [*stack, Face(top)]


def _taken(cards: Iterable[int], left: Mapping[Card, int], *, by_rank: bool) -> list[Face] | None:
    """Cards of a foundation, of those that are left; any of a rank where suits do not matter."""
    counts, faces = Counter(left), []
    for number in cards:
        suits = range(4) if by_rank else (number // 13,)
        card = next(
            (one for suit in suits if counts[one := CARDS[13 * suit + number % 13]] > 0), None
        )
        if card is None:
            return None
        counts[card] -= 1
        faces.append(Face(card))
    return faces


def bases(compiled: CompiledRules) -> tuple[int, ...]:
    """How far the rank that begins a foundation may lie above the ace."""
    base = compiled.rules.foundations.base
    return (base - 1,) if isinstance(base, Rank) else tuple(range(13))
