"""Where the piles of a game stand, worked out from its declaration.

A board is as many columns wide as its game needs. The tableau stands in columns that grow
downwards; the other piles stand in rows above it, or beside it where there is room. Of all such
arrangements the one is taken whose cards are largest without making the board too tall or too wide
for a chat, judged at the deal and with columns as long as they usually get.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import combinations
from typing import Final

from engine import Kind, Rules
from engine.plan import Pile, Plan, plan_of
from engine.rules import Dealing, Piles, Suits
from rendering.measures import Box, Measures, Size, measures_of

WIDEST: Final = 1.65
TALLEST: Final = 1.2
"""Width to height: what fits a chat best."""

_FEWEST_COLUMNS: Final = 7
_MOST_COLUMNS: Final = 10
_MANY_SINGLES: Final = 8


class Spread(Enum):
    """How the cards of a pile lie."""

    DOWN = "each below the one it covers, all to be seen"
    ASIDE = "the last three beside each other"
    ENDS = "the first, and on it the last"
    STACK = "one on the other, the last to be seen"


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a pile is.

    Attributes:
        pile: the pile.
        box: the place of its first card.
        size: how much of its cards is drawn.
        spread: how its cards lie.
    """

    pile: Pile
    box: Box
    size: Size
    spread: Spread


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Where all piles of a game are.

    Attributes:
        measures: the lengths it is made of.
        slots: each pile's place, in the order of the plan's piles.
    """

    measures: Measures
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class _Block:
    """Piles that stand together.

    Attributes:
        piles: the piles.
        kind: what they are.
        size: how much of their cards is drawn.
        spread: how their cards lie.
        slots: how many columns they take side by side.
    """

    piles: tuple[Pile, ...]
    kind: Kind
    size: Size
    spread: Spread
    slots: int


@dataclass(frozen=True, slots=True)
class _Style:
    """One way to arrange a game.

    Attributes:
        columns: how many columns the board has.
        beside: the kind of piles that stands beside the tableau; None when all stand above.
        size: how much of the cards outside the tableau is drawn.
    """

    columns: int
    beside: Kind | None
    size: Size


def _reserve_spread(piles: Piles) -> Spread:
    """A reserve built in suit is known by its two ends; any other shows its top card."""
    in_suit = piles.build is not None and piles.build.suits is Suits.SAME
    return Spread.ENDS if in_suit else Spread.STACK


def _blocks(plan: Plan, size: Size) -> Iterator[_Block]:
    """The piles outside the tableau, in the order in which they are read."""
    rules = plan.rules
    if plan.stock >= 0:
        yield _Block((plan.piles[plan.stock],), Kind.STOCK, size, Spread.STACK, 1)
    if plan.waste >= 0:
        fanned = rules.stock is not None and rules.stock.turn > 1
        spread = Spread.ASIDE if fanned else Spread.STACK
        yield _Block((plan.piles[plan.waste],), Kind.WASTE, size, spread, 2 if fanned else 1)
    cells, reserve = plan.of(Kind.CELL), plan.of(Kind.RESERVE)
    if cells:
        yield _Block(cells, Kind.CELL, size, Spread.STACK, len(cells))
    if reserve:
        singles = len(reserve) > _MANY_SINGLES and rules.reserve.build is None
        yield _Block(
            reserve,
            Kind.RESERVE,
            Size.INDEX if singles else size,
            _reserve_spread(rules.reserve),
            len(reserve),
        )
    homes = plan.of(Kind.FOUNDATION)
    yield _Block(homes, Kind.FOUNDATION, size, Spread.STACK, len(homes))


def _split(block: _Block, columns: int) -> list[_Block]:
    """The block in as few even parts as fit into so many columns."""
    parts = -(-block.slots // columns)
    if parts == 1:
        return [block]
    most = -(-len(block.piles) // parts)
    return [
        _Block(
            block.piles[first : first + most],
            block.kind,
            block.size,
            block.spread,
            len(block.piles[first : first + most]),
        )
        for first in range(0, len(block.piles), most)
    ]


def _rows(blocks: Sequence[_Block], columns: int) -> list[list[_Block]]:
    """Blocks in as few rows as may be, keeping their order where that costs no row.

    The waste always follows the stock. Blocks as wide as the board have rows of their own.
    """
    rest = [part for block in blocks for part in _split(block, columns)]
    rows: list[list[_Block]] = []
    while rest:
        row = [rest.pop(0)]
        if rest and rest[0].kind is Kind.WASTE:
            row.append(rest.pop(0))
        room = columns - sum(block.slots for block in row)
        chosen = max(
            (
                pick
                for count in range(len(rest) + 1)
                for pick in combinations(rest, count)
                if sum(block.slots for block in pick) <= room
            ),
            key=lambda pick: sum(block.slots for block in pick),
        )
        row += chosen
        rest = [block for block in rest if block not in chosen]
        rows.append(row)
    return rows


def _depth(size: Size, spread: Spread, m: Measures) -> int:
    """What the cards of a pile outside the tableau take from top to bottom."""
    return m.height(size) + (m.fan if spread is Spread.ENDS else 0)


def floor_of(slots: Sequence[Slot], m: Measures) -> int:
    """Where the places of all piles end, with room for the cards outside the tableau."""
    return max(slot.box.y + _depth(slot.size, slot.spread, m) for slot in slots)


def _columns_of(row: Sequence[_Block], columns: int) -> Iterator[tuple[_Block, int]]:
    """Each block of a row and its first column: the first at the left, the last at the right.

    Foundations that have a row to themselves stand at the right.
    What is free is shared out between blocks, but a waste stays beside its stock.
    """
    free = columns - sum(block.slots for block in row)
    joints = [block.kind is not Kind.WASTE for block in row[1:]]
    column = free if len(row) == 1 and row[0].kind is Kind.FOUNDATION else 0
    for number, block in enumerate(row):
        yield block, column
        column += block.slots
        if number < len(joints) and joints[number]:
            left = sum(joints[number:])
            share = -(-free // left)
            column += share
            free -= share


def _place_rows(rows: Sequence[Sequence[_Block]], m: Measures) -> tuple[list[Slot], int]:
    """The slots of the piles above the tableau, and where the rows end."""
    slots = []
    y = m.edge // 2
    for row in rows:
        y += m.label_row
        for block, column in _columns_of(row, m.columns):
            for number, pile in enumerate(block.piles):
                x = m.edge + (column + number) * (m.card + m.gap)
                box = Box(x, y, m.card, m.height(block.size))
                slots.append(Slot(pile, box, block.size, block.spread))
        y += max(_depth(block.size, block.spread, m) for block in row) + m.gap // 2
    return slots, y


def _place_beside(block: _Block, m: Measures, columns: int, y: int) -> list[Slot]:
    """The slots of piles beside the tableau, at the right edge, two abreast where they can be."""
    abreast = min(2, columns)
    slots = []
    for number, pile in enumerate(block.piles):
        row, column = divmod(number, abreast)
        x = m.edge + (m.columns - abreast + column) * (m.card + m.gap)
        top = y + row * (_depth(block.size, block.spread, m) + m.gap // 2 + m.label_row)
        slots.append(
            Slot(pile, Box(x, top, m.card, m.height(block.size)), block.size, block.spread)
        )
    return slots


def _place_tableau(plan: Plan, m: Measures, y: int, *, alone: bool) -> list[Slot]:
    """The slots of the tableau: at the left when something stands beside it, else in the middle.

    When all but one column is taken up it is spread over that one too.
    """
    count = len(plan.tableau)
    pitch = m.card + m.gap
    x = m.edge
    if alone:
        pitch += pitch // (count - 1) if count == m.columns - 1 else 0
        x = (m.width - (count - 1) * pitch - m.card) // 2
    return [
        Slot(
            pile,
            Box(x + number * pitch, y, m.card, m.height(Size.TALL)),
            Size.TALL,
            Spread.DOWN,
        )
        for number, pile in enumerate(plan.tableau)
    ]


def _arranged(plan: Plan, style: _Style, width: int) -> Arrangement:
    m = measures_of(width, style.columns)
    blocks = list(_blocks(plan, style.size))
    above = [block for block in blocks if block.kind is not style.beside]
    slots, y = _place_rows(_rows(above, style.columns), m)
    y += m.label_row
    for block in blocks:
        if block.kind is style.beside:
            slots += _place_beside(block, m, style.columns - len(plan.tableau), y)
    slots += _place_tableau(plan, m, y, alone=style.beside is None)
    slots.sort(key=lambda slot: slot.pile.index)
    return Arrangement(m, tuple(slots))


def _styles(plan: Plan) -> Iterator[_Style]:
    """Every way to arrange a game that is worth a look."""
    tableau = len(plan.tableau)
    kinds = {block.kind for block in _blocks(plan, Size.TALL)}
    for columns in range(max(tableau, _FEWEST_COLUMNS), _MOST_COLUMNS + 1):
        for size in (Size.TALL, Size.UPPER):
            yield _Style(columns, None, size)
            for beside in (Kind.CELL, Kind.RESERVE, Kind.FOUNDATION):
                if beside in kinds and columns > tableau:
                    yield _Style(columns, beside, size)


def _height(arrangement: Arrangement, longest: int, hidden: int) -> int:
    """The height of a board whose longest column has so many cards, so many face down."""
    m = arrangement.measures
    bottom = floor_of(arrangement.slots, m)
    top = next(s.box.y for s in arrangement.slots if s.pile.kind is Kind.TABLEAU)
    column = max(0, longest - hidden - 1) * m.fan + hidden * m.back_fan + m.height(Size.TALL)
    return max(bottom, top + column) + m.edge


def _usual_columns(rules: Rules) -> Iterator[tuple[int, int]]:
    """Cards in the longest column, and how many of them face down: at the deal, and later on."""
    longest = max(rules.tableau.deal)
    hidden = max(rules.tableau.face_down, default=0)
    yield longest, hidden
    later = max(longest + 2, 6) if rules.tableau.build else longest
    if rules.stock is not None and rules.stock.dealing is Dealing.TABLEAU:
        later += (rules.cards - rules.dealt) // len(rules.tableau.deal) // 2
    yield later, hidden


def _worth(arrangement: Arrangement, rules: Rules) -> float:
    """How good an arrangement is: the width of its cards, less what its shape costs."""
    worth = float(arrangement.measures.card)
    for longest, hidden in _usual_columns(rules):
        aspect = arrangement.measures.width / _height(arrangement, longest, hidden)
        worth *= min(1.0, aspect / TALLEST, (WIDEST / aspect) ** 0.5)
    return worth


@cache
def arrangement_of(rules: Rules, width: int) -> Arrangement:
    """Where the piles of a game are on a board of that width, the same throughout a game."""
    plan = plan_of(rules)
    arrangements = (_arranged(plan, style, width) for style in _styles(plan))
    return max(arrangements, key=lambda arrangement: _worth(arrangement, rules))
