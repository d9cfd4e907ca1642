"""The places of the buttons for piles: as the piles lie in the picture, throughout a game.

Each row of piles in the picture has rows of buttons, from left to right. One that is too long is
cut: between two kinds of piles if that will do, else into nearly equal parts. All foundations share
a button, as cards seldom come back from them. So of two piles in a row of buttons, the one on the
left lies further left in the picture, and no pile has its button below that of a lower one.

Exceptions are games with more piles than a message has room for:

- Of piles that lie on others, the upper levels share a row, each button being for several piles
  that are never free at once. Where that row has to be cut, as in Tri Peaks, a pile may have its
  button below those of lower ones.
- If that is not enough, menus take the place of a kind's buttons, as in House in the Wood.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from itertools import combinations_with_replacement, groupby, islice, pairwise, takewhile
from typing import TYPE_CHECKING, Final

from bot.chat.play.rows import evenly
from bot.chat.responding.replies import MAX_BUTTONS_IN_ROW, MAX_COMPONENTS, MAX_OPTIONS
from engine import PileKind
from engine.rules import StockAction
from rendering import Style
from rendering.board.arrangement_search import arrangement_of
from rendering.board.overlap import stands_of
from rendering.metrics import Box

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from engine.compiled import CompiledRules

Names = tuple[str, ...]
"""The names of the piles that share a button: of piles that lie on others, the uppermost first."""

_OTHER_COMPONENTS: Final = 8
"""The components of a board message besides its piles: container, title, picture, controls."""
_BLOCKS: Final = (
    *((PileKind.STOCK, PileKind.WASTE), (PileKind.CELL,), (PileKind.RESERVE,)),
    *((PileKind.FOUNDATION,), (PileKind.TABLEAU,)),
)
"""Kinds of piles; a waste belongs to its stock."""
_MENU_PRIORITY: Final = (PileKind.RESERVE, PileKind.CELL, PileKind.TABLEAU)
"""Which kinds of piles get menus first where there is no room for a button for each pile."""
_SAME_ROW: Final = 1 / 3
"""How much lower than the first a pile of the same row begins at most, in heights of a card."""


@dataclass(frozen=True, slots=True)
class PileRow:
    """A row of buttons, from left to right, or a menu."""

    slots: tuple[Names, ...]
    is_menu: bool = False

    @property
    def components(self) -> int:
        """How many components of a message it takes."""
        return 2 if self.is_menu else 1 + len(self.slots)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a button's piles lie: their first kind, and the box of the uppermost's first card."""

    names: Names
    kind: PileKind
    box: Box


@lru_cache(maxsize=1024)
def pile_rows(compiled: CompiledRules) -> tuple[PileRow, ...]:
    """The rows for the piles of a game, from above."""
    rows: tuple[PileRow, ...] = ()
    for shared, menus in _ways(compiled):
        rows = tuple(_rows(list(_places(compiled, shared)), menus))
        if sum(row.components for row in rows) + _OTHER_COMPONENTS <= MAX_COMPONENTS:
            break
    return rows


def _ways(compiled: CompiledRules) -> Iterator[tuple[int, Sequence[PileKind]]]:
    """How many levels share buttons, and which kinds get menus; what is best first."""
    piles = Counter(_levels(compiled))
    levels = len(piles)
    short = takewhile(lambda level: piles[level] <= MAX_BUTTONS_IN_ROW, sorted(piles, reverse=True))
    for shared in range(max(1, len(list(short))), levels + 1):
        yield shared, ()
    for number in range(len(_MENU_PRIORITY)):
        yield 1, _MENU_PRIORITY[: number + 1]


def _levels(compiled: CompiledRules) -> Sequence[int]:
    """For each pile of the tableau, how many levels of others lie on it."""
    if not compiled.is_layered:
        return [0] * len(compiled.tableau)
    return [stand.level for stand in stands_of(compiled)]


def _places(compiled: CompiledRules, shared: int) -> Iterator[_Place]:
    """Where the piles lie that have buttons, of upper levels so many sharing them."""
    arranged = arrangement_of(compiled.rules, Style().width).piles
    boxes = {place.pile.name: place.box for place in arranged}
    sources = _sources(compiled)
    for kind, *others in _BLOCKS:
        names = [pile.name for pile in compiled.piles if pile.kind in (kind, *others)]
        own = {name: boxes[name] for name in names if name in sources}
        if kind is PileKind.TABLEAU and compiled.is_layered:
            yield from _layered(compiled, shared, own)
        elif kind is PileKind.FOUNDATION and own:
            yield _Place(tuple(own), kind, reduce(Box.union, own.values()))
        else:
            yield from (_Place((name,), kind, box) for name, box in _side_by_side(own).items())


def _sources(compiled: CompiledRules) -> set[str]:
    """The names of the piles that cards can ever leave by a tap."""
    sources = {pile.name for route in compiled.routes for pile in route.sources}
    sources |= {pile.name for pile in compiled.foundation_sources}
    stock = compiled.rules.stock
    is_tapped = stock is not None and stock.action is not StockAction.FILL
    return (sources - {"s"}) | ({"s", "w"} if is_tapped else set())


def _side_by_side(boxes: Mapping[str, Box]) -> Mapping[str, Box]:
    """Piles that are one below the other, in the row of the first; others as they are."""
    if len({box.x for box in boxes.values()}) != 1:
        return boxes
    top = min(box.y for box in boxes.values())
    return {name: replace(box, y=top) for name, box in boxes.items()}


def _layered(compiled: CompiledRules, shared: int, boxes: Mapping[str, Box]) -> Iterator[_Place]:
    """Where piles lie that lie on others; some of them together.

    In each of the upper levels, a pile shares the button of the leftmost pile that lies on it and
    is shared by none yet. So no two of them are ever free at once, and a card that gets free has
    the button of one that lay on it.

    Args:
        shared: how many levels share the buttons of the lowest of these.
    """
    level_of = dict(zip(boxes, _levels(compiled), strict=True))
    lowest = 1 + max(level_of.values()) - shared
    slots: dict[int, Names] = {}
    for pile in reversed(compiled.tableau):
        over = [index for index in pile.covered_by if index in slots]
        shares = over and level_of[pile.name] > lowest
        slots[pile.index] = (*(slots.pop(over[0]) if shares else ()), pile.name)
    top = min(box.y for box in boxes.values())
    for slot in slots.values():
        box = boxes[slot[0]]
        is_upper = level_of[slot[0]] >= lowest
        yield _Place(slot, PileKind.TABLEAU, replace(box, y=top) if is_upper else box)


def _rows(places: Sequence[_Place], menus: Collection[PileKind]) -> list[PileRow]:
    """The rows for piles, from above; some kinds of piles get menus."""
    buttons = [place for place in places if place.kind not in menus]
    parts = [(row[0].box.y, part, False) for row in _picture_rows(buttons) for part in _cut(row)]
    for kind in menus:
        own = [place for place in places if place.kind is kind]
        parts += [(own[0].box.y, part, True) for part in evenly(own, MAX_OPTIONS)]
    parts.sort(key=lambda part: part[0])
    return [PileRow(tuple(place.names for place in part), is_menu) for _, part, is_menu in parts]


def _picture_rows(places: Iterable[_Place]) -> list[list[_Place]]:
    """The rows in which piles lie in the picture, from above, each from left to right."""
    rows: list[list[_Place]] = []
    for place in sorted(places, key=lambda place: place.box.y):
        if not rows or _is_lower(place.box, rows[-1][0].box):
            rows.append([])
        rows[-1].append(place)
    return [sorted(row, key=lambda place: place.box.x) for row in rows]


def _is_lower(box: Box, first: Box) -> bool:
    """Whether piles lie in a row below another one's first."""
    # A box around several piles is higher than a card.
    return box.y - first.y > min(box.height, first.height) * _SAME_ROW


def _cut(row: Sequence[_Place]) -> list[list[_Place]]:
    """A row of piles in as few rows of buttons as possible, cut in the best way."""
    parts = -(-len(row) // MAX_BUTTONS_IN_ROW)
    spare = parts * MAX_BUTTONS_IN_ROW - len(row)
    shortened = combinations_with_replacement(reversed(range(parts)), spare)
    cuts = (_parted(row, map(short.count, range(parts))) for short in shortened)
    return min((cut for cut in cuts if all(cut)), key=_unevenness)


def _parted(row: Sequence[_Place], short: Iterable[int]) -> list[list[_Place]]:
    """A row in parts that are so much shorter than a row of buttons may be."""
    rest = iter(row)
    return [list(islice(rest, MAX_BUTTONS_IN_ROW - less)) for less in short]


def _unevenness(parts: Sequence[Sequence[_Place]]) -> tuple[int, int, int]:
    """How often a cut parts piles of a kind, and how unequal the parts of kinds and rows are."""
    cuts = sum(one[-1].kind is other[0].kind for one, other in pairwise(parts))
    lengths: dict[PileKind, list[int]] = {}
    for part in parts:
        for kind, some in groupby(part, key=lambda place: place.kind):
            lengths.setdefault(kind, []).append(len(list(some)))
    rows = list(map(len, parts))
    return cuts, sum(max(some) - min(some) for some in lengths.values()), max(rows) - min(rows)
