"""Rows of cards without a name: which pile each is of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import dropwhile, zip_longest

from engine.compiled import CompiledRules, Pile
from engine.errors import InvalidBoard
from engine.reading.faces import Count, Counted, Mark, Token, Word
from engine.reading.tables import unclear
from engine.rules import PileKind

_Assigned = Iterator[tuple[Pile, list[Token], int]]


def assigned(
    compiled: CompiledRules,
    rows: Sequence[Sequence[Token]],
    numbers: Sequence[int],
    named: Collection[str],
) -> _Assigned:
    """The pile of each row, in the order of the game: tableau, cells, reserve, stock and waste.

    Rows across the tableau, as boards are seen, are read down its piles if only that fits the deal.

    Args:
        numbers: the lines of the rows.
        named: the piles that have a line with a name.

    Raises:
        InvalidBoard: if there are more rows than piles.
    """
    if not rows:
        return
    cards: list[list[Token]] = [[one for one in row if one is not Mark.NEXT] for row in rows]
    tableau = [pile for pile in compiled.tableau if pile.name not in named]
    if is_laid_out(compiled):
        yield from _one_by_one(compiled, tableau, cards, numbers)
        return
    if len(cards) == 1 and len(cards[0]) == len(tableau) > 1:
        yield from ((pile, [one], numbers[0]) for pile, one in zip(tableau, cards[0], strict=True))
        return
    if len(tableau) == len(compiled.tableau) and _is_across(compiled, cards):
        for pile, column in zip(tableau, _down(compiled, cards), strict=True):
            yield pile, column, numbers[0]
        return
    _refuse_unclear(compiled, tableau, cards, numbers, named)
    if len(tableau) == len(compiled.tableau) and _is_table(compiled, cards, named):
        for pile, column in zip(tableau, _columns(cards, len(tableau)), strict=True):
            yield pile, column, numbers[0]
        return
    for pile, row, number in zip(tableau, cards, numbers, strict=False):
        yield pile, row, number
    count = len(tableau)
    yield from _others(compiled, cards[count:], numbers[count:], named)


def is_laid_out(compiled: CompiledRules) -> bool:
    """Whether piles of a card lie in rows, so that a line has cards of several piles."""
    tableau = compiled.rules.tableau
    return bool(tableau.covered_by or tableau.row_length or tableau.steps_left)


def _one_by_one(
    compiled: CompiledRules,
    tableau: Sequence[Pile],
    rows: Sequence[list[Token]],
    numbers: Sequence[int],
) -> _Assigned:
    """The cards of each row, a pile each; a row shorter than the others is filled with gaps."""
    length = compiled.rules.tableau.row_length
    piles = iter(tableau)
    left, count = len(tableau), 0
    places = _sizes_of_rows(compiled)
    for row, number in zip(rows, numbers, strict=True):
        if left <= 0:
            break
        cards = list(row)
        if len(tableau) == sum(places) and len(cards) < sum(places[count : count + 1]):
            raise unclear(number)
        if length and len(cards) < length < left + 1 and not compiled.rules.tableau.covered_by:
            cards += [Mark.GAP] * (length - len(cards))
        for one, pile in zip(cards, piles, strict=False):
            yield pile, [one], number
        left -= len(cards)
        count += 1
    yield from _others(compiled, rows[count:], numbers[count:], ())


def _sizes_of_rows(compiled: CompiledRules) -> list[int]:
    """How many piles each row has of a layout whose cards cover others."""
    if not compiled.rules.tableau.covered_by:
        return []
    depths: dict[int, int] = {}
    for pile in compiled.tableau:
        for index in pile.covered_by:
            depths[index] = max(depths.get(index, 0), depths.get(pile.index, 0) + 1)
    sizes = Counter(depths.get(pile.index, 0) for pile in compiled.tableau)
    return [sizes[depth] for depth in sorted(sizes)]


def _is_across(compiled: CompiledRules, rows: Sequence[Sequence[Token]]) -> bool:
    """Whether rows have the lengths of a deal's rows across, and not those of its piles."""
    deal, sizes = compiled.rules.tableau.deal, [len(row) for row in rows]
    across = [sum(cards > at for cards in deal) for at in range(max(deal))]
    is_plain = not any(isinstance(one, Counted) for row in rows for one in row)
    return is_plain and sizes == across and sizes != list(deal) and len(set(deal)) + len(rows) > 1


def _down(compiled: CompiledRules, rows: Sequence[Sequence[Token]]) -> list[list[Token]]:
    """The piles of rows across."""
    deal = compiled.rules.tableau.deal
    piles: list[list[Token]] = [[] for _ in deal]
    for at, row in enumerate(rows):
        reaching = (pile for pile, cards in zip(piles, deal, strict=True) if cards > at)
        for pile, one in zip_longest(reaching, row):
            pile.append(one)
    return piles


def _refuse_unclear(
    compiled: CompiledRules,
    tableau: Sequence[Pile],
    rows: Sequence[list[Token]],
    numbers: Sequence[int],
    named: Collection[str],
) -> None:
    """Refuse rows that may be piles, or else cards of several piles.

    Raises:
        InvalidBoard: if they may.
    """
    for row, number in zip(rows[: len(tableau)], numbers, strict=False):
        said = [*dropwhile(_is_gap, row)]
        if not all(map(_is_gap, dropwhile(lambda one: not _is_gap(one), said))):
            raise unclear(number)
    is_short = len(rows) < len(tableau)
    sizes = [sum(one is not Mark.GAP for one in row) for row in rows]
    is_sorted = sizes == sorted(sizes, reverse=True) and sizes[0] == len(tableau) > 1
    is_other = is_sorted and sizes[: len(tableau)] != [*compiled.rules.tableau.deal]
    if (is_short or is_other) and not _is_table(compiled, rows, named):
        raise unclear(numbers[0])


def _is_gap(one: Token) -> bool:
    return one is Mark.GAP


def _is_table(
    compiled: CompiledRules, rows: Sequence[Sequence[Token]], named: Collection[str]
) -> bool:
    """Whether rows can only be cards across the piles, each row as long as the one above at most.

    No pile has open cards under face-down ones, and no game has more piles than it has.
    """
    sizes = [len(row) for row in rows]
    if sizes != sorted(sizes, reverse=True) or not 1 < sizes[0] <= len(compiled.tableau):
        return False
    others = (PileKind.RESERVE, PileKind.CELL, PileKind.STOCK, PileKind.WASTE)
    more = [pile for kind in others for pile in compiled.piles_of(kind) if pile.name not in named]
    if len(rows) > len(compiled.tableau) + len(more):
        return True
    downs = ([is_down(one) for one in row] for row in rows)
    return compiled.rules.hides_cards and any(row != sorted(row, reverse=True) for row in downs)


def is_down(one: Token) -> bool:
    """Whether a word is of cards that may lie face down."""
    is_count = isinstance(one, Counted) and one.what is Count.DOWN
    return is_count or one is Mark.UNKNOWN or (isinstance(one, Word) and one.is_bracketed)


def _columns(rows: Sequence[list[Token]], count: int) -> list[list[Token]]:
    """The piles of rows across them."""
    return [[row[at] for row in rows if at < len(row)] for at in range(count)]


def _others(
    compiled: CompiledRules,
    rows: Sequence[list[Token]],
    numbers: Sequence[int],
    named: Collection[str],
) -> _Assigned:
    """The piles of the rows below the tableau."""
    rest = list(zip(rows, numbers, strict=True))
    for kind in (PileKind.RESERVE, PileKind.CELL, PileKind.STOCK, PileKind.WASTE):
        piles = [pile for pile in compiled.piles_of(kind) if pile.name not in named]
        is_each = kind is PileKind.CELL or (
            kind is PileKind.RESERVE and max(compiled.rules.reserve.deal, default=0) == 1
        )
        if not rest or not piles:
            continue
        if is_each and len(rest[0][0]) <= len(piles):
            row, number = rest.pop(0)
            yield from ((pile, [one], number) for pile, one in zip(piles, row, strict=False))
        elif not is_each:
            taken, rest = rest[: len(piles)], rest[len(piles) :]
            yield from ((pile, *one) for pile, one in zip(piles, taken, strict=False))
    if rest:
        raise InvalidBoard(
            "Line {line}: {game} has no pile for this row; write the name of the pile and a colon "
            "before it.",
            line=rest[0][1],
            game=compiled.rules.title,
        )
