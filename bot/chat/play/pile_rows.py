"""Which piles have keys below a board, and where: the same throughout a game.

Columns have a key each that stays, as they lie in the picture: each row of piles in the picture has
rows of keys, from left to right. One that is too long is cut: between two kinds of piles if that
will do, else into nearly equal parts. All foundations share a key.

Where piles are small and many, as in pyramids, fans, carpets and large reserves, most of them have
no move most of the time, and none is known by its place. There a key stands for a card that can be
played, in the order in which the picture is read, and piles without a move have none. As many rows
are kept for these keys as they usually take.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from itertools import combinations_with_replacement, groupby, islice, pairwise
from typing import TYPE_CHECKING, Final

from bot.chat.responding.replies import MAX_BUTTONS_IN_ROW, MAX_COMPONENTS
from engine import PileKind
from rendering import Style
from rendering.board.arrangement_search import arrangement_of
from rendering.board.keys import card_rows_of, loose_kinds, tapped_piles
from rendering.board.scene import FOUNDATIONS
from rendering.metrics import Box

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from engine.compiled import CompiledRules

Names = tuple[str, ...]
"""Piles by what is tapped to move from them: their names, or that of all foundations."""

STOCK: Final = "s"
_OTHER_COMPONENTS: Final = 8
"""The components of a board message besides its piles: container, title, picture, controls."""
_BLOCKS: Final = (
    *((PileKind.STOCK, PileKind.WASTE), (PileKind.CELL,), (PileKind.RESERVE,)),
    *((PileKind.FOUNDATION,), (PileKind.TABLEAU,)),
)
"""Kinds of piles; a waste belongs to its stock."""
_SAME_ROW: Final = 1 / 3
"""How much lower than the first a pile of the same row begins at most, in heights of a card."""


@dataclass(frozen=True, slots=True)
class PileRow:
    """A row of keys that stay, from left to right."""

    names: Names


@dataclass(frozen=True, slots=True)
class CardRows:
    """So many rows of keys for the cards that can be played from some piles, in reading order."""

    names: Names
    count: int


@dataclass(frozen=True, slots=True)
class _Place:
    """Where what is tapped lies: its kind, and the box of its first card."""

    name: str
    kind: PileKind
    box: Box


@lru_cache(maxsize=1024)
def pile_rows(compiled: CompiledRules) -> tuple[PileRow | CardRows, ...]:
    """The rows for the piles of a game, from above."""
    kinds, places = loose_kinds(compiled), list(_places(compiled))
    if not {place.kind for place in places} & kinds - {PileKind.FOUNDATION}:
        kinds = frozenset()
    fixed = [place for place in places if place.kind not in kinds]
    loose = [place for place in places if place.kind in kinds]
    rows: list[tuple[int, PileRow | CardRows]] = [
        (row[0].box.y, PileRow(tuple(place.name for place in part)))
        for row in _joined(_picture_rows(fixed))
        for part in _cut(row)
    ]
    if loose:
        ordered = [place.name for row in _picture_rows(loose) for place in row]
        # Whatever comes and goes, the stock keeps its place.
        ordered.sort(key=lambda name: (name != STOCK, name == FOUNDATIONS))
        taken = sum(1 + len(row.names) for _, row in rows) + _OTHER_COMPONENTS
        room = (MAX_COMPONENTS - taken) // (1 + MAX_BUTTONS_IN_ROW)
        count = max(1, min(card_rows_of(compiled), room))
        rows.append((min(place.box.y for place in loose), CardRows(tuple(ordered), count)))
    return tuple(row for _, row in sorted(rows, key=lambda row: row[0]))


def _places(compiled: CompiledRules) -> Iterator[_Place]:
    """Where the piles lie that can be tapped."""
    arranged = arrangement_of(compiled.rules, Style().width).piles
    boxes = {place.pile.name: place.box for place in arranged}
    sources = tapped_piles(compiled)
    for kind, *others in _BLOCKS:
        names = [pile.name for pile in compiled.piles if pile.kind in (kind, *others)]
        own = {name: boxes[name] for name in names if name in sources}
        if kind is PileKind.FOUNDATION and own:
            yield _Place(FOUNDATIONS, kind, reduce(Box.union, own.values()))
        else:
            yield from (_Place(name, kind, box) for name, box in _side_by_side(own).items())


def _side_by_side(boxes: Mapping[str, Box]) -> Mapping[str, Box]:
    """Piles that are one below the other, in the row of the first; others as they are."""
    if len({box.x for box in boxes.values()}) != 1:
        return boxes
    top = min(box.y for box in boxes.values())
    return {name: replace(box, y=top) for name, box in boxes.items()}


def _picture_rows(places: Iterable[_Place]) -> list[list[_Place]]:
    """The rows in which piles lie in the picture, from above, each from left to right."""
    rows: list[list[_Place]] = []
    for place in sorted(places, key=lambda place: place.box.y):
        if not rows or _is_lower(place.box, rows[-1][0].box):
            rows.append([])
        rows[-1].append(place)
    return [sorted(row, key=lambda place: place.box.x) for row in rows]


def _joined(rows: Sequence[list[_Place]]) -> list[list[_Place]]:
    """Rows in which a pile alone has joined others beside columns, and all foundations the last."""
    joined: list[list[_Place]] = []
    for row in rows:
        is_alone = len(row) == 1 and row[0].kind is not PileKind.TABLEAU
        if is_alone and joined and any(one.kind is not PileKind.TABLEAU for one in joined[-1]):
            joined[-1] = sorted([*joined[-1], *row], key=lambda place: place.box.x)
        else:
            joined.append(row)
    for row in joined:
        if row[0].name == FOUNDATIONS and len(row) == 1:
            joined.remove(row)
            joined[-1].append(replace(row[0], kind=joined[-1][-1].kind))
            break
    return joined


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
