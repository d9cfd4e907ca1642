"""Tables of cards, each column a pile: with bars, with marks for empty places, of fixed width."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine.errors import InvalidBoard
from engine.reading.characters import plain
from engine.reading.faces import Mark, Token, Word, is_card, tokens

_HEAD: Final = re.compile(
    r"[\[(#*]{0,2}(?:[^\W\d_]{1,7}[ #-]?)?\d{1,2}[\])*.]{0,2}|[\[(]?[^\W\d_][\])]?"
)
"""The number or letter of a pile above it."""
_APART: Final = re.compile(r"(?<!\S)(10|[2-9AJQKTBD])([ \xa0])(?=[♠♥♦♣♤♡♢♧]\ufe0f?(?!\S))(\S+)")
"""A rank and the sign of its suit with a space in between."""
_RULE: Final = re.compile(r"[-=_+*~]{4,}")
"""What separates the rows of a table."""
_LONGEST: Final = 9
"""Characters of a card in a table."""
_LONGEST_LINE: Final = 400
"""Characters of a row of a table."""
_WIDE: Final = 5
"""Characters of a place that is wide."""


class _Cell(NamedTuple):
    """A word of a table, and from where to where it reaches in its line."""

    start: int
    end: int
    text: str


def unclear(line: int) -> InvalidBoard:
    """What to say of cards that may be of one pile or of another."""
    return InvalidBoard(
        "Line {line}: it is not clear which pile each card is in; write a line for each pile, such "
        "as “3: 9S 7D 6H”.",
        line=line,
    )


def with_gaps(text: str, deal: Sequence[int]) -> str:
    r"""A text with dashes in the empty places of tables of fixed width.

    >>> print(with_gaps("9S 7D 6H 5C\n3C    2D", (2, 1, 2, 1)))
    9S 7D 6H 5C
    3C -- 2D --

    Args:
        deal: how many cards are dealt to each pile.

    Raises:
        InvalidBoard: if the first piles of a table may be empty, or else all of it is indented.
    """
    lines = text.splitlines()
    table: list[int] = []
    for at, line in enumerate([*lines, "."]):
        words = _APART.sub(r"\1\3\2", line).split()
        if table and (not words or all(map(_RULE.fullmatch, words))):
            continue
        is_short = len(line) < _LONGEST_LINE and "\t" not in line
        is_head = not table and is_header(words)
        if words and is_short and (is_head or all(map(_is_cell, words))):
            table.append(at)
            continue
        written = _filled([lines[row] for row in table], deal, table[0] + 1 if table else 1)
        for row, filled in zip(table, written, strict=True):
            lines[row] = filled
        table = [at] if is_header(words) else []
    return "\n".join(lines)


@lru_cache(maxsize=4096)
def _is_cell(word: str) -> bool:
    """Whether a word is a card of a table, or stands for one."""
    if len(word) > _LONGEST:
        return False
    said = list(tokens(plain(word)))
    return bool(said) and all(
        one in (Mark.UNKNOWN, Mark.GAP) or (isinstance(one, Word) and is_card(one.text))
        for one in said
    )


def heads(line: str) -> list[str]:
    """The words of a line that may be above piles, each with its number."""
    cells = re.split(r"\s*\|\s*|\s{2,}", line.strip(" |"))
    return cells if len(cells) > 2 else line.split()


def is_header(words: Sequence[str]) -> bool:
    """Whether words only number the piles below them: ``1 2 3``, ``T1 T2 T3``, ``A B C``."""
    if len(words) < 2 or not all(map(_HEAD.fullmatch, words)):
        return False
    names = [re.sub(r"[\W_]", "", word).upper() for word in words]
    if names == [chr(ord("A") + at) for at in range(len(names))]:
        return True
    letters = {name.rstrip("0123456789") for name in names}
    numbers = [name[len(name.rstrip("0123456789")) :] for name in names]
    counted = [[str(at + first) for at in range(len(names))] for first in (0, 1)]
    return len(letters) == 1 and numbers in counted


def _width(text: str) -> int:
    """How many characters wide a text is shown."""
    return sum(
        0 if unicodedata.combining(one) or one in "\u200d\ufe0e\ufe0f\u20e3" else
        2 if unicodedata.east_asian_width(one) in "WF" else 1
        for one in text
    )  # fmt: skip


def _filled(lines: Sequence[str], deal: Sequence[int], number: int) -> list[str]:
    """The lines of a table with its empty places; as they are if they are none of fixed width."""
    if len(lines) < 2:
        return [*lines]
    measures: tuple[Callable[[str], int], ...] = (len, _width)
    rows: list[list[_Cell]] = []
    piles = len(deal)
    columns: dict[int, int] | None = None
    for measure in measures:
        rows = [_cells_of(_APART.sub(r"\1\3\2", line), measure) for line in lines]
        columns = _columns(rows)
        if columns is not None:
            break
    if _has_groups(lines, piles):
        if columns and max(columns.values()) < piles:
            raise unclear(number)
        return [*lines]
    if columns is None:
        if any(map(_is_uneven, lines)):
            raise unclear(number)
        return [*lines]
    if _is_symmetric(rows, deal) and any(re.search(r"\S\s\s+\S", line) for line in lines):
        raise unclear(number)
    places = [[columns[cell.start] for cell in row] for row in rows]
    if all(row == [*range(len(row))] for row in places):
        return [*lines]
    has_head = is_header([cell.text for cell in rows[0]])
    left, width = min(columns), max(columns.values()) + 1
    if not has_head and left and width < piles and left >= _pitch(columns):
        raise unclear(number)
    filled = []
    for row, line in zip(rows, lines, strict=True):
        cells = {columns[cell.start]: cell.text for cell in row}
        is_head = has_head and row is rows[0]
        filled.append(line if is_head else " ".join(cells.get(at, "--") for at in range(width)))
    return filled


def _has_groups(lines: Sequence[str], piles: int) -> bool:
    """Whether lines have as many groups of cards, with wide gaps between, as there are piles."""
    groups = [group for line in lines for group in re.split(r"\s{3,}", line.strip())]
    return len(lines) < piles == len(groups) and any(" " in group for group in groups)


def _is_symmetric(rows: Sequence[Sequence[_Cell]], deal: Sequence[int]) -> bool:
    """Whether the rows of a table are as long as the piles of a deal, and so are its columns."""
    sizes = [len(row) for row in rows]
    return sizes == [*deal] == [sum(size > at for size in sizes) for at in range(len(deal))]


def _is_uneven(line: str) -> bool:
    """Whether a line has a gap in which there is room for a card."""
    gaps = [len(gap) for gap in re.findall(r"(?<=\S)\s+(?=\S)", line)]
    return bool(gaps) and max(gaps) > min(gaps) + 2


def _cells_of(line: str, measure: Callable[[str], int]) -> list[_Cell]:
    return [
        _Cell(measure(line[: one.start()]), measure(line[: one.end()]), one[0])
        for one in re.finditer(r"\S+", line)
    ]


def _columns(rows: Sequence[Sequence[_Cell]]) -> dict[int, int] | None:
    """The column of each place where a cell begins; None if cells are not below each other."""
    edges: list[list[int]] = []
    for start, end in sorted({(cell.start, cell.end) for row in rows for cell in row}):
        if edges and start < edges[-1][1]:
            edges[-1][1] = max(end, edges[-1][1])
        else:
            edges.append([start, end])
    found = {
        cell.start: next(at for at, (start, end) in enumerate(edges) if start <= cell.start < end)
        for row in rows
        for cell in row
    }
    if any(len({found[cell.start] for cell in row}) < len(row) for row in rows):
        return None
    widest = max((cell.end - cell.start for row in rows for cell in row), default=0)
    places = _numbered(edges, widest)
    if places is None:
        return None
    return {start: places[at] for start, at in found.items()}


def _numbered(edges: Sequence[Sequence[int]], widest: int) -> list[int] | None:
    """The numbers of columns that are all as far from each other, or some times as far."""
    starts, ends = ([float(edge[at]) for edge in edges] for at in (0, 1))
    middles = [sum(edge) / 2 for edge in edges]
    # Words in the middle of their places may be off by one in wide ones.
    for places, most in ((starts, 0.0), (ends, 0.0), (middles, 0.5), (middles, 1.0)):
        steps = [after - before for before, after in itertools.pairwise(places)]
        pitch = min(steps, default=0)
        if pitch <= widest or (most == 1 and pitch <= _WIDE):
            continue
        times = [round(step / pitch) for step in steps]
        if all(abs(step - many * pitch) <= most for step, many in zip(steps, times, strict=True)):
            return [*itertools.accumulate(times, initial=0)]
    return None


def _pitch(columns: dict[int, int]) -> int:
    """How far the columns of a table are apart."""
    first, last = min(columns), max(columns)
    return (last - first) // max(1, columns[last] - columns[first])


def columns(
    rows: Sequence[Sequence[Token]], piles: int, *, is_across: bool
) -> list[list[Token]] | None:
    """The piles of a table with a row of their bottom cards, one of the cards above, and so on.

    It is one if that is said, or if a row has an empty place before a card.

    Returns:
        None if the rows are no such table.
    """
    table = _places_of(rows, piles)
    if len(table) < 2 or any(cells is None or len(cells) > piles for cells in table):
        return None
    if len(table) >= piles and all(cells and cells[0] is Mark.GAP for cells in table):
        # Dashes before the rows of a list.
        return None
    full = [[*(cells or ()), *[Mark.GAP] * (piles - len(cells or ()))] for cells in table]
    has_holes = any(_has_hole(cells or (), piles) for cells in table)
    found = []
    for column in zip(*full, strict=True):
        cards = [one for one in column if one is not Mark.GAP]
        if list(column[: len(cards)]) != cards:
            return None
        found.append(cards)
    return found if is_across or has_holes else None


def _has_hole(cells: Sequence[Token], piles: int) -> bool:
    """Whether a row is none of a pile, as places in it are empty."""
    before = [*itertools.takewhile(lambda one: one is not Mark.GAP, cells)]
    after = cells[len(before) :]
    return Mark.GAP in cells and (len(cells) == piles or set(after) != {Mark.GAP})


def _places_of(rows: Sequence[Sequence[Token]], piles: int) -> list[list[Token] | None]:
    """The places of each row, one between two bars; None if there is more in one of them."""
    split = [[*between_bars(row)] if Mark.NEXT in row else [[one] for one in row] for row in rows]
    # Bars around a row, and not the first place of each that is empty.
    has_frame = all(row[:1] == [Mark.NEXT] for row in rows) and {*map(len, split)} != {piles}
    inner = [
        cells[has_frame : len(cells) - (len(cells) > piles and not cells[-1])] for cells in split
    ]
    return [
        None
        if any(len(cell) > 1 for cell in cells)
        else [cell[0] if cell else Mark.GAP for cell in cells]
        for cells in inner
    ]


def between_bars(row: Sequence[Token]) -> Iterator[list[Token]]:
    """What stands between bars."""
    cell: list[Token] = []
    for one in row:
        if one is Mark.NEXT:
            yield cell
            cell = []
        else:
            cell.append(one)
    yield cell
