"""Rows of cards without a name: which pile each is of."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import zip_longest

from engine.compiled import CompiledRules, Pile
from engine.errors import InvalidBoard
from engine.reading.faces import Counted, Mark, Token
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
    if _is_laid_out(compiled):
        yield from _one_by_one(compiled, tableau, cards, numbers)
        return
    if len(cards) == 1 and len(cards[0]) == len(tableau) > 1:
        yield from ((pile, [one], numbers[0]) for pile, one in zip(tableau, cards[0], strict=True))
        return
    if len(tableau) == len(compiled.tableau) and _is_across(compiled, cards):
        for pile, column in zip(tableau, _down(compiled, cards), strict=True):
            yield pile, column, numbers[0]
        return
    for pile, row, number in zip(tableau, cards, numbers, strict=False):
        yield pile, row, number
    count = len(tableau)
    yield from _others(compiled, cards[count:], numbers[count:], named)


def _is_laid_out(compiled: CompiledRules) -> bool:
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
    for row, number in zip(rows, numbers, strict=True):
        if left <= 0:
            break
        cards = list(row)
        if length and len(cards) < length < left + 1 and not compiled.rules.tableau.covered_by:
            cards += [Mark.GAP] * (length - len(cards))
        for one, pile in zip(cards, piles, strict=False):
            yield pile, [one], number
        left -= len(cards)
        count += 1
    yield from _others(compiled, rows[count:], numbers[count:], ())


def columns(
    rows: Sequence[Sequence[Token]], piles: int, *, is_across: bool
) -> list[list[Token]] | None:
    """The piles of a table with a row of their bottom cards, one of the cards above, and so on.

    It is one if that is said, or if a row has an empty place before a card.

    Returns:
        None if the rows are no such table.
    """
    table = [_cells(row) for row in rows]
    if len(table) < 2 or any(cells is None or len(cells) > piles for cells in table):
        return None
    if all(cells and cells[0] is Mark.GAP for cells in table):
        # Dashes before the rows of a list.
        return None
    full = [[*(cells or ()), *[Mark.GAP] * (piles - len(cells or ()))] for cells in table]
    has_holes = any(cells and Mark.GAP in cells and len(cells) == piles for cells in table)
    found = []
    for column in zip(*full, strict=True):
        cards = [one for one in column if one is not Mark.GAP]
        if list(column[: len(cards)]) != cards:
            return None
        found.append(cards)
    return found if is_across or has_holes else None


def _cells(row: Sequence[Token]) -> list[Token] | None:
    """The places of a row, one between two bars; None if there is more in one of them."""
    if Mark.NEXT not in row:
        return list(row)
    cells: list[list[Token]] = [[]]
    for one in row:
        if one is Mark.NEXT:
            cells.append([])
        else:
            cells[-1].append(one)
    inner = cells[not cells[0] : len(cells) - (not cells[-1])]
    if any(len(cell) > 1 for cell in inner):
        return None
    return [cell[0] if cell else Mark.GAP for cell in inner]


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
