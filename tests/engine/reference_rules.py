"""A reference implementation of the rules: simple, slow, and independent of the engine's.

It interprets a game's declaration directly, without masks, tables or boards. A position maps pile
names to lists of cards such as ``TS``, bottom to top. Every move is tried and every rule checked in
turn. Tests compare the engine with it on every game of the catalogue.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from engine.rules import (
    Base,
    Build,
    Course,
    DealNumbering,
    Direction,
    EmptyPileRule,
    MoveUnit,
    PileKind,
    Piles,
    Rules,
    StockAction,
    SuitRule,
    Win,
)

RANKS = "A23456789TJQK"
SUITS = "SHDC"

ReferenceMove = tuple[str, str, int] | tuple[str, ...]
"""A source, a target and a count; or "+" and the piles whose top cards are discarded together."""


@dataclass
class Position:
    """The piles, the number of face-down cards in each, the redeals left, and the base rank."""

    rules: Rules
    piles: dict[str, list[str]]
    down: dict[str, int]
    redeals: int | None
    base: int

    def copy(self) -> Position:
        """An independent copy."""
        piles = {name: list(pile) for name, pile in self.piles.items()}
        return Position(self.rules, piles, dict(self.down), self.redeals, self.base)

    def text(self) -> str:
        """The position in the text form of boards, face-down cards in brackets."""
        lines = []
        for name, pile in self.piles.items():
            if pile:
                down = self.down.get(name, 0)
                words = [f"({card})" for card in pile[:down]] + pile[down:]
                lines.append(f"{name}: {' '.join(words)}")
        if self.rules.stock is not None and self.rules.stock.redeals:
            lines.append(f"redeals: {self.redeals}")
        return "\n".join(lines)


# Cards and piles.


def rank(card: str) -> int:
    """1 for an ace to 13 for a king."""
    return RANKS.index(card[0]) + 1


def is_red(card: str) -> bool:
    """Whether a card is a heart or a diamond."""
    return card[1] in "HD"


@cache
def fits(build: Build, card: str, onto: str) -> bool:
    """Whether a card may be built on another."""
    if build.suits is SuitRule.OR_RANK:
        return card[1] == onto[1] or card[0] == onto[0]
    if build.suits is SuitRule.ALTERNATING and is_red(card) == is_red(onto):
        return False
    if build.suits is SuitRule.SAME and card[1] != onto[1]:
        return False
    if build.suits is SuitRule.SAME_COLOUR and is_red(card) != is_red(onto):
        return False
    if build.suits is SuitRule.OTHER and card[1] == onto[1]:
        return False
    if build.direction is Direction.ANY:
        return True
    apart = rank(card) - rank(onto)
    ways = {Direction.DOWN: [-1], Direction.UP: [1], Direction.EITHER: [-1, 1]}[build.direction]
    return apart in ways or (build.wraps and (apart + 13 in ways or apart - 13 in ways))


def foundation_count(rules: Rules) -> int:
    """The number of foundations."""
    if rules.win in (Win.ROWS, Win.ONE_PILE):
        return 0
    if rules.foundations.build is not None or rules.foundations.groups:
        return 1
    if rules.foundations.outranked:
        return 1
    if rules.foundations.courses:
        return len(rules.foundations.courses)
    return 8 if rules.foundations.descending or rules.decks == 2 else 4


def pile_names(rules: Rules) -> list[str]:
    """The names of the piles, in listing order."""
    found = [str(number) for number in range(1, len(rules.tableau.deal) + 1)]
    found += list("abcdeghi"[: len(rules.cells.deal)])
    found += [f"r{number}" for number in range(1, len(rules.reserve.deal) + 1)]
    found += [f"f{number}" for number in range(1, foundation_count(rules) + 1)]
    if rules.stock is not None:
        found.append("s")
        if rules.stock.action is StockAction.WASTE:
            found.append("w")
    return found


@cache
def kind(name: str) -> PileKind:
    """The kind of pile with that name."""
    if name.isdigit():
        return PileKind.TABLEAU
    if len(name) > 1:
        return PileKind.RESERVE if name[0] == "r" else PileKind.FOUNDATION
    return {"s": PileKind.STOCK, "w": PileKind.WASTE}.get(name, PileKind.CELL)


def declared(rules: Rules, name: str) -> Piles | None:
    """The declaration of a pile; None for foundations, stock and waste."""
    match kind(name):
        case PileKind.TABLEAU:
            return rules.tableau
        case PileKind.CELL:
            return rules.cells
        case PileKind.RESERVE:
            return rules.reserve
        case _:
            return None


def sequence(position: Position, number: int) -> tuple[str, ...]:
    """The cards that a foundation takes, in order."""
    if position.rules.foundations.courses:
        return _course(position.rules.foundations.courses[number - 1])
    if position.rules.foundations.steps:
        step = position.rules.foundations.steps[number - 1]
        return tuple(RANKS[(step * place - 1) % 13] + "*" for place in range(1, 14))
    if position.rules.foundations.suits is SuitRule.ANY:
        return _sequence("*", position.base, is_descending=False)
    is_descending = position.rules.foundations.descending and number > 4
    suit = SUITS[(number - 1) % position.rules.suits]
    return _sequence(suit, position.base, is_descending=is_descending)[: position.rules.last_rank]


@cache
def _sequence(suit: str, base: int, *, is_descending: bool) -> tuple[str, ...]:
    ranks = RANKS[base - 1 :] + RANKS[: base - 1]
    return tuple(rank + suit for rank in (ranks[::-1] if is_descending else ranks))


@cache
def _course(course: Course) -> tuple[str, ...]:
    found = [str(course.first)]
    ranks = RANKS[::-1] if course.direction is Direction.DOWN else RANKS
    while found[-1] != str(course.last):
        found.append((2 * ranks)[ranks.index(found[-1][0]) + 1] + found[-1][1])
    return tuple(found)


# The deal.


def microsoft(number: int) -> list[str]:
    """The cards of Microsoft's deal, in dealing order."""
    deck = [letter + suit for letter in RANKS for suit in "CDHS"]
    seed, dealt = number, []
    for left in range(52, 0, -1):
        seed = (214013 * seed + 2531011) & 0x7FFFFFFF
        at = (seed >> 16) % left
        dealt.append(deck[at])
        deck[at] = deck[left - 1]
    return dealt


def shuffle(cards: list[str], seed: str) -> list[str]:
    """The cards shuffled by the documented stream of draws."""
    cards = list(cards)
    words: list[int] = []
    block = 0
    for last in reversed(range(1, len(cards))):
        while True:
            if not words:
                digest = hashlib.sha256(f"{seed}:{block}".encode("ascii")).digest()
                words = [int.from_bytes(digest[at : at + 8], "big") for at in (0, 8, 16, 24)]
                block += 1
            word = words.pop(0)
            if word < 2**64 // (last + 1) * (last + 1):
                break
        other = word % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def deal(rules: Rules, number: int) -> Position:
    """The position that a deal starts with."""
    if rules.numbering is DealNumbering.MICROSOFT:
        cards = microsoft(number)
    else:
        deck = [letter + suit for _ in range(rules.decks) for suit in SUITS for letter in RANKS]
        cards = shuffle(deck, f"patience-1:{number}")
    cards = [card[0] + SUITS[SUITS.index(card[1]) % rules.suits] for card in cards]
    stock = rules.stock
    cards = [card for card in cards if rank(card) <= rules.last_rank]
    cards = cards[: rules.cards_in_play]
    position = Position(
        rules, {name: [] for name in pile_names(rules)}, {}, stock.redeals if stock else 0, 1
    )
    if rules.foundations.base is Base.FIRST:
        position.base = rank(cards[0])
        first, cards = cards[0], cards[1:]
        start_foundations(position, cards, 1, skip=first)
        cards.insert(0, first)
    elif rules.foundations.build is not None and rules.foundations.start:
        cards.remove("AS")
        position.piles["f1"].append("AS")
    elif rules.foundations.base is Base.CHOSEN:
        position.base = 0
    elif not isinstance(rules.foundations.base, Base) and not rules.foundations.groups:
        position.base = int(rules.foundations.base)
        start_foundations(position, cards, rules.foundations.start)
    order = list(rules.deal_order)
    if rules.foundations.base is Base.DEALT and PileKind.FOUNDATION not in order:
        order.append(PileKind.FOUNDATION)
    for each in order:
        if each is PileKind.FOUNDATION:
            card = cards.pop(0)
            alone = rules.foundations.build is not None or rules.foundations.follows_previous
            position.piles["f1" if alone else f"f{SUITS.index(card[1]) + 1}"].append(card)
            position.base = 1 if rules.foundations.build is not None else rank(card)
            continue
        piles = [name for name in position.piles if kind(name) is each]
        sizes = dict(zip(piles, declared_deal(rules, each).deal, strict=True))
        for row in range(max(sizes.values(), default=0)):
            for name in piles:
                if sizes[name] > row:
                    if declared_deal(rules, each).distinct_ranks:
                        there = {card[0] for card in position.piles[name]}
                        if any(card[0] not in there for card in cards):
                            while cards[0][0] in there:
                                cards.append(cards.pop(0))
                    position.piles[name].append(cards.pop(0))
        if declared_deal(rules, each).kings_beneath:
            for name in piles:
                pile = position.piles[name]
                kings = [card for card in pile if card[0] == "K"]
                position.piles[name] = kings + [card for card in pile if card[0] != "K"]
        downs = declared_deal(rules, each).face_down
        position.down.update(zip(piles, downs or (0,) * len(piles), strict=True))
    if stock is not None:
        position.piles["s"] = cards[::-1]
    for name, pile in position.piles.items():
        position.piles[name] = [card for card in pile if rank(card) >= rules.first_rank]
    return position


def declared_deal(rules: Rules, each: PileKind) -> Piles:
    """The declaration of a kind of pile."""
    return {
        PileKind.TABLEAU: rules.tableau,
        PileKind.CELL: rules.cells,
        PileKind.RESERVE: rules.reserve,
    }[each]


def start_foundations(position: Position, cards: list[str], count: int, skip: str = "") -> None:
    """Move the cards that start on the foundations there; the last one for ``skip`` stays empty."""
    numbers = list(range(1, foundation_count(position.rules) + 1))
    if skip:
        numbers.remove(max(each for each in numbers if sequence(position, each)[0] == skip))
    for number in numbers:
        if not (position.rules.foundations.descending and number > 4):
            for wanted in sequence(position, number)[:count]:
                card = next(card for card in cards if is_same(card, wanted))
                cards.remove(card)
                position.piles[f"f{number}"].append(card)


def is_same(card: str, wanted: str) -> bool:
    """Whether a card is the one that is wanted, of which the suit may be left open."""
    return wanted in (card, card[0] + "*")


# Moves.


def is_free(position: Position, name: str) -> bool:
    """Whether no card of another pile lies on a pile, and its own top card is face up."""
    if position.rules.tableau.turns_rank and position.piles[name]:
        return position.down.get(name, 0) < len(position.piles[name])
    covering = position.rules.tableau.covered_by
    if kind(name) is not PileKind.TABLEAU or not covering:
        return True
    return not any(position.piles[str(over)] for over in covering[int(name) - 1])


def discards(position: Position) -> Iterator[ReferenceMove]:
    """Every way to discard cards."""
    rules = position.rules
    tops = [
        (name, pile[-1])
        for name, pile in position.piles.items()
        if pile
        and kind(name) not in (PileKind.FOUNDATION, PileKind.STOCK)
        and is_free(position, name)
    ]
    if len(position.piles.get("w", [])) > 1:
        tops.append(("w", position.piles["w"][-2]))
    for count in sorted({len(group) for group in rules.foundations.groups}):
        for some in itertools.combinations(range(len(tops)), count):
            names = tuple(tops[n][0] for n in some)
            cards = [tops[n][1] for n in some]
            if names.count("w") == 2 and count > 2:
                continue
            # The card beneath the top of the waste leaves only with it.
            if names.count("w") == 1 and cards[names.index("w")] != position.piles["w"][-1]:
                continue
            ranks = sorted(map(rank, cards))
            if not any(sorted(group) == ranks for group in rules.foundations.groups):
                continue
            if rules.foundations.touching and not touch(rules, *names):
                continue
            yield (names[0], "f1", 1) if count == 1 else ("+", *names)


def outranked(position: Position) -> Iterator[ReferenceMove]:
    """Every card that can be discarded since another pile shows a higher one of its suit."""
    tops = {
        name: pile[-1]
        for name, pile in position.piles.items()
        if pile and kind(name) not in (PileKind.FOUNDATION, PileKind.STOCK)
    }
    high = "23456789TJQKA"
    for name, card in tops.items():
        suit = [other for other in tops.values() if other[1] == card[1]]
        if max(high.index(other[0]) for other in suit) > high.index(card[0]):
            yield name, "f1", 1


def touch(rules: Rules, one: str, other: str) -> bool:
    """Whether two tableau piles lie next to each other, or corner to corner."""
    row, column = divmod(int(one) - 1, rules.tableau.row_length)
    other_row, other_column = divmod(int(other) - 1, rules.tableau.row_length)
    return abs(row - other_row) <= 1 and abs(column - other_column) <= 1


def follows_left(position: Position, card: str, target: str) -> bool:
    """Whether a card may fill an empty place of a row."""
    rules = position.rules
    row, column = divmod(int(target) - 1, rules.tableau.row_length)
    if column == 0:
        is_suit = not rules.tableau.row_suits or card[1] == SUITS[row]
        return rank(card) == rules.first_rank and is_suit
    left = position.piles[str(int(target) - 1)]
    return bool(left) and card[1] == left[-1][1] and rank(card) == rank(left[-1]) + 1


def unit_sizes(position: Position, name: str) -> list[int]:
    """Every number of cards that may leave the top of a pile together."""
    pile, piles = position.piles[name], declared(position.rules, name)
    face_up = pile[position.down.get(name, 0) :]
    if not pile:
        return []
    if piles is None or piles.move_unit in (MoveUnit.SINGLE, MoveUnit.STACK):
        return [1]
    if piles.move_unit is MoveUnit.FACE_UP:
        return list(range(1, len(face_up) + 1))
    rule = piles.run or piles.build
    counts = [1]
    for count in range(2, len(face_up) + 1):
        if rule is None or not fits(rule, face_up[-count + 1], face_up[-count]):
            break
        counts.append(count)
    if piles.move_unit in (MoveUnit.PILE, MoveUnit.WHOLE_PILE):
        return [count for count in counts if count in (1, len(pile))]
    return counts


def supermove_limit(position: Position, target: str) -> int:
    """The most cards that can be carried to a pile one by one."""
    rules = position.rules
    empty = [name for name, pile in position.piles.items() if not pile and name != target]
    cells = sum(kind(name) is PileKind.CELL for name in empty)
    columns = sum(kind(name) is PileKind.TABLEAU for name in empty)
    if rules.cells.fill is EmptyPileRule.NOTHING or not rules.cells.fill_from:
        cells = 0
    if rules.tableau.fill is not EmptyPileRule.ANY or not rules.tableau.fill_from:
        columns = 0
    return (cells + 1) << columns


def is_allowed(position: Position, source: str, target: str, count: int) -> bool:
    """Whether that many cards, which may leave a pile together, may go to another pile."""
    rules, moved = position.rules, position.piles[source][-count:]
    onto, piles = position.piles[target], declared(rules, target)
    if source == target or piles is None:
        return False
    if not (is_free(position, source) and is_free(position, target)):
        return False
    if piles.after_stock and position.piles["s"]:
        return False
    if rules.tableau.steps_left:
        return (
            bool(onto)
            and int(source) - int(target) in rules.tableau.steps_left
            and rules.tableau.build is not None
            and fits(rules.tableau.build, moved[0], onto[-1])
        )
    leaving = declared(rules, source)
    if (
        leaving
        and leaving.move_unit is MoveUnit.SUPERMOVE
        and count > supermove_limit(position, target)
    ):
        return False
    if leaving and leaving.move_unit is MoveUnit.WHOLE_PILE and count < len(position.piles[source]):
        return False
    if kind(target) is PileKind.CELL and (onto or count > 1):
        return False
    if onto:
        build = piles.build
        return (
            build is not None
            and kind(source) in piles.build_from
            and fits(build, moved[0], onto[-1])
        )
    if kind(source) not in piles.fill_from or piles.fill is EmptyPileRule.NOTHING:
        return False
    first = [pile for name, pile in position.piles.items() if kind(name) is piles.fill_first]
    if any(first) and kind(source) is not piles.fill_first:
        return False
    if piles.fill is EmptyPileRule.NEXT:
        return follows_left(position, moved[0], target)
    last = RANKS[position.base - 2]
    if piles.fill is EmptyPileRule.KING and moved[0][0] != last:
        return False
    is_whole = count == len(position.piles[source]) and kind(source) is kind(target)
    return not is_whole or are_told_apart(position, kind(source))


def are_told_apart(position: Position, each: PileKind) -> bool:
    """Whether anything still to come tells two piles of a kind apart that have the same cards."""
    rules = position.rules
    action = rules.stock.action if rules.stock else None
    if each is PileKind.RESERVE:
        first = rules.tableau.refilled and PileKind.RESERVE in rules.tableau.refill_from
        return first or (action is StockAction.RESERVE and bool(position.piles["s"]))
    if each is not PileKind.TABLEAU:
        return False
    if action in (StockAction.GATHER, StockAction.RESHUFFLE):
        return position.redeals != 0
    if action is StockAction.TABLEAU:
        return bool(position.piles["s"])
    if action is StockAction.CLOSE_UP:
        return True
    is_row = rules.tableau.fill is EmptyPileRule.NEXT or rules.foundations.touching
    return is_row or bool(rules.tableau.covered_by or rules.tableau.steps_left)


def foundation_moves(position: Position, name: str) -> Iterator[ReferenceMove]:
    """The moves of a pile's top card, or of a whole suit, to foundations."""
    if not position.rules.foundations.steps:
        one = foundation_move(position, name)
        yield from [one] if one is not None else []
    elif position.piles[name] and kind(name) not in (PileKind.STOCK, PileKind.FOUNDATION):
        for number in (1, 2, 3, 4):
            wanted = sequence(position, number)[len(position.piles[f"f{number}"]) :][:1]
            if wanted and is_same(position.piles[name][-1], wanted[0]):
                yield name, f"f{number}", 1


def is_next_below(position: Position, number: int, card: str) -> bool:
    """Whether a foundation takes a card that follows the one above it."""
    above, there = position.piles.get(f"f{number - 1}"), position.piles[f"f{number}"]
    if there and there[0][1] != card[1]:
        return False
    if not there:
        others = [position.piles[f"f{n}"] for n in (1, 2, 3, 4) if position.piles[f"f{n}"]]
        begun = [pile[0][1] for pile in others]
        return bool(above) and card[1] not in begun and rank(card) == position.base
    return above is None or card[0] in [other[0] for other in above]


def foundation_move(position: Position, name: str) -> ReferenceMove | None:
    """The first move of a pile's top card, or of a whole suit, to a foundation."""
    rules, pile = position.rules, position.piles[name]
    if kind(name) in (PileKind.STOCK, PileKind.FOUNDATION) or not pile:
        return None
    if rules.foundations.groups or rules.foundations.outranked or not is_free(position, name):
        return None
    if position.base == 0:
        own = f"f{SUITS.index(pile[-1][1]) + 1}"
        return (name, own, 1) if kind(name) is PileKind.RESERVE else None
    if rules.foundations.follows_previous:
        taking = [n for n in (1, 2, 3, 4) if is_next_below(position, n, pile[-1])]
        return (name, f"f{taking[0]}", 1) if taking else None
    if rules.foundations.whole_suits:
        top = pile[position.down.get(name, 0) :][-13:]
        if top != [letter + pile[-1][1] for letter in RANKS[::-1]]:
            return None
        for number in range(1, foundation_count(rules) + 1):
            if sequence(position, number)[0] == pile[-1] and not position.piles[f"f{number}"]:
                return name, f"f{number}", 13
        return None
    for number in range(1, foundation_count(rules) + 1):
        there = position.piles[f"f{number}"]
        if rules.foundations.build is not None:
            if not there or fits(rules.foundations.build, pile[-1], there[-1]):
                return name, "f1", 1
        elif any(is_same(pile[-1], card) for card in sequence(position, number)[len(there) :][:1]):
            return name, f"f{number}", 1
    return None


def can_play_stock(position: Position) -> bool:
    """Whether the stock may be turned, dealt or redealt."""
    rules, piles = position.rules, position.piles
    if rules.stock is None or position.base == 0:
        return False
    tableau = [pile for name, pile in piles.items() if kind(name) is PileKind.TABLEAU]
    if rules.stock.action is StockAction.FILL:
        return False
    if rules.stock.action in (StockAction.GATHER, StockAction.ROTATE) and position.redeals == 0:
        return False
    if rules.stock.action in (StockAction.CLOSE_UP, StockAction.GATHER, StockAction.ROTATE):
        after = position.copy()
        play_stock(after)
        return after.piles != piles
    if rules.stock.action is StockAction.RESHUFFLE:
        return bool(position.redeals) and any(tableau)
    if piles["s"]:
        return rules.stock.onto_empty or all(tableau)
    return rules.stock.action is StockAction.WASTE and bool(piles["w"]) and position.redeals != 0


def card_moves(position: Position) -> Iterator[ReferenceMove]:
    """The legal moves, the stock's excepted."""
    if position.rules.foundations.groups:
        yield from discards(position)
    if position.rules.foundations.outranked:
        yield from outranked(position)
    for source in position.piles:
        yield from foundation_moves(position, source)
        if kind(source) is not PileKind.STOCK and position.base != 0:
            for count in unit_sizes(position, source):
                for target in position.piles:
                    if is_allowed(position, source, target, count):
                        yield source, target, count


def legal_moves(position: Position) -> list[ReferenceMove]:
    """All legal moves, in any order."""
    if is_won(position):
        return []
    return list(card_moves(position)) + [("s", "", 1)] * can_play_stock(position)


def apply(position: Position, move: ReferenceMove) -> Position:
    """The position after a legal move."""
    position, moved = position.copy(), list[str]()
    if move[0] == "+":
        position.piles["f1"] += [position.piles[str(name)].pop() for name in move[1:]]
    else:
        source, target, count = str(move[0]), str(move[1]), int(move[2])
        if source == "s":
            play_stock(position)
            return position
        if position.rules.tableau.steps_left:
            count = len(position.piles[source])
        moved = position.piles[source][-count:]
        del position.piles[source][-count:]
        if kind(target) is PileKind.FOUNDATION:
            moved.reverse()
        position.piles[target] += moved
        if position.rules.tableau.steps_left:
            close_up(position)
    if position.base == 0:
        position.base = rank(moved[0])
    for filled in (PileKind.TABLEAU, PileKind.RESERVE):
        for name in position.piles if declared_deal(position.rules, filled).refilled else ():
            full = [
                pile
                for each in declared_deal(position.rules, filled).refill_from
                for pile in position.piles
                if kind(pile) is each and position.piles[pile]
            ]
            if kind(name) is filled and not position.piles[name] and full:
                position.piles[name].append(position.piles[full[0]].pop())
    if position.rules.tableau.turns_rank:
        named = str(rank(moved[0]))
        if position.piles[named]:
            position.down[named] = min(position.down[named], len(position.piles[named]) - 1)
        return position
    for name, pile in position.piles.items():
        if position.down.get(name, 0) >= len(pile) and is_free(position, name):
            position.down[name] = max(0, len(pile) - 1)
    return position


def close_up(position: Position) -> None:
    """Move the cards of the tableau into the first piles, in their order."""
    tableau = [name for name in position.piles if kind(name) is PileKind.TABLEAU]
    full = [position.piles[name] for name in tableau if position.piles[name]]
    for name in tableau:
        position.piles[name] = full.pop(0) if full else []


def play_stock(position: Position) -> None:
    """Turn, deal or redeal the stock in place."""
    rules, piles = position.rules, position.piles
    assert rules.stock is not None
    tableau = [name for name in piles if kind(name) is PileKind.TABLEAU]
    if rules.stock.action is StockAction.RESHUFFLE:
        assert position.redeals is not None
        position.redeals -= 1
        gathered = [card for name in tableau for card in piles[name]]
        cards = shuffle(gathered, f"patience-1:{' '.join(gathered)}:{position.redeals}")
        for name in tableau:
            size = rules.tableau.deal[0]
            piles[name], cards = cards[:size], cards[size:]
        piles[tableau[-1]] += cards
    elif rules.stock.action in (StockAction.GATHER, StockAction.ROTATE):
        if position.redeals is not None:
            position.redeals -= 1
        gathered = [card for name in tableau for card in piles[name]]
        for place, name in enumerate(tableau):
            if rules.stock.action is StockAction.ROTATE:
                piles[name] = piles[name][1:] + piles[name][:1]
            else:
                size = len(gathered) if place == len(tableau) - 1 else rules.tableau.deal[0]
                piles[name], gathered = gathered[:size], gathered[size:]
    elif rules.stock.action in (StockAction.TABLEAU, StockAction.RESERVE):
        takes = PileKind.RESERVE if rules.stock.action is StockAction.RESERVE else PileKind.TABLEAU
        for name in [name for name in piles if kind(name) is takes]:
            if piles["s"]:
                piles[name].append(piles["s"].pop())
    elif rules.stock.action is StockAction.CLOSE_UP:
        close_up(position)
        for name in tableau:
            if not piles[name] and piles["s"]:
                piles[name].append(piles["s"].pop())
    elif rules.stock.action is StockAction.FOUNDATION:
        piles["f1"].append(piles["s"].pop())
    elif piles["s"]:
        for _ in range(rules.stock.turn):
            if piles["s"]:
                piles["w"].append(piles["s"].pop())
    else:
        piles["s"], piles["w"] = piles["w"][::-1], []
        if position.redeals is not None:
            position.redeals -= 1


def is_won(position: Position) -> bool:
    """Whether what the game declares as its win is reached."""
    rules = position.rules
    left = [
        name
        for name, pile in position.piles.items()
        if pile and kind(name) is not PileKind.FOUNDATION
    ]
    if rules.win is Win.CLEARED:
        left = [name for name in left if kind(name) is PileKind.TABLEAU]
    if rules.foundations.outranked:
        left = [name for name in left if any(card[0] != "A" for card in position.piles[name])]
    if rules.win is Win.ONE_PILE:
        left = left[1:]
    if rules.win is Win.ROWS:
        length = rules.tableau.row_length
        places = len(rules.tableau.deal)
        rows: list[list[str]] = [[] for _ in range(places // length)]
        for number in range(places):
            rows[number // length] += position.piles[str(number + 1)] or ["-"]
        size = rules.last_rank - rules.first_rank + 1
        wanted = RANKS[rules.first_rank - 1 : rules.last_rank]
        if all(
            [card[0] for card in row[:size]] == list(wanted)
            and len({card[1:] for card in row[:size]}) == 1
            for row in rows
        ):
            return True
    deals_to_foundation = rules.stock is not None and rules.stock.action is StockAction.FOUNDATION
    return not left or (deals_to_foundation and left == ["s"])


def status(position: Position) -> str:
    """The status: ``won``, ``stuck`` or ``playing``."""
    if is_won(position):
        return "won"
    seen = set()
    while next(card_moves(position), None) is None:
        if not can_play_stock(position) or position.text() in seen:
            return "stuck"
        seen.add(position.text())
        position = apply(position, ("s", "", 1))
    return "playing"


def perft(position: Position, depth: int) -> int:
    """The number of sequences of that many moves."""
    if depth == 0:
        return 1
    return sum(perft(apply(position, move), depth - 1) for move in legal_moves(position))


def text_of(move: ReferenceMove) -> str:
    """A move in its text form."""
    if move[0] == "+":
        return "+".join(map(str, move[1:]))
    source, target, count = str(move[0]), str(move[1]), int(move[2])
    if source == "s":
        return "s"
    return f"{source}-{target}" + (f"*{count}" if count > 1 else "")
