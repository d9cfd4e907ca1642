"""Which pile each line of a board is of, and the cards it says are there."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from engine.cards import Card, Guess
from engine.compiled import CompiledRules, Pile
from engine.errors import InvalidBoard, InvalidCard, excerpt
from engine.reading.faces import (
    Count,
    Counted,
    Face,
    Mark,
    Token,
    Word,
    best_dialect,
    is_card,
    tokens,
)
from engine.reading.foundations import Foundations, told
from engine.reading.labels import Label
from engine.reading.lines import Line, Lines
from engine.reading.rows import assigned, is_down, is_laid_out
from engine.reading.tables import between_bars, columns, is_header, unclear
from engine.rules import DEALT, PileKind


@dataclass(slots=True)
class Written:
    """What a text says of a board.

    Attributes:
        faces: the cards of the piles that it names, by name, bottom to top.
        lines: the line that says so.
        foundations: what it says of foundations without giving all of their cards.
        redeals: how many are left, as it is written, and in which line.
        has_open_stock: whether it says that nobody knows how many cards the stock has.
    """

    faces: dict[str, list[Face]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    foundations: Foundations = field(default_factory=Foundations)
    redeals: tuple[int, str] | None = None
    has_open_stock: bool = False

    def put(self, pile: str, faces: list[Face], line: int) -> None:
        """Note the cards of a pile.

        Raises:
            InvalidBoard: if they were noted before.
        """
        if pile in self.faces:
            raise InvalidBoard(
                "Line {line}: {name} was given before, in line {first}.",
                line=line,
                name=excerpt(pile),
                first=self.lines[pile],
            )
        self.faces[pile], self.lines[pile] = faces, line


def place(compiled: CompiledRules, lines: Lines) -> Written:
    """The cards that lines say are in each pile.

    Raises:
        InvalidBoard: if something in them is no card, or of no pile.
    """
    reader = _Reader(compiled, lines)
    rows: list[Line] = []
    header: Label | None = None
    headed: list[Line] = []
    left = reader.rows_beside
    for line in lines.lines:
        if line.label is None and header is not None:
            is_pile = header.kind is PileKind.TABLEAU
            if not headed or (left > 0 and not is_pile):
                headed.append(line)
                left -= not is_pile
                continue
        reader.headed(header, headed)
        header, headed = None, []
        if line.label is None or reader.is_row_of_piles(line, line.label):
            rows.append(line)
        elif not line.body and reader.heads_rows(line.label):
            header = line.label if line.label.pile else None
        else:
            reader.labelled(line, line.label)
    reader.headed(header, headed)
    reader.rows(rows)
    return reader.written


class _Reader:
    """Reads lines into what is written of a board."""

    def __init__(self, compiled: CompiledRules, lines: Lines) -> None:
        self.compiled = compiled
        self.written = Written(redeals=lines.redeals)
        said = {line: list(tokens(line.body)) for line in lines.lines}
        words = [one for each in said.values() for one in each if isinstance(one, Word)]
        # Brackets around every card only adorn them.
        self.has_brackets = not all(one.is_bracketed for one in words)
        self.dialect = best_dialect(compiled, [one.text for one in words])
        unlabelled = [line for line in lines.lines if line.label is None]
        named = [
            line.label.pile
            for line in lines.lines
            if line.label is not None and line.label.kind is PileKind.TABLEAU and line.body
        ]
        self.rows_beside = len(unlabelled) - max(0, len(compiled.tableau) - len(named))
        # Else they are piles, of which a board that is not real may have any, and any cards on one.
        tableau = compiled.rules.tableau
        self.names_rows = (
            bool(tableau.covered_by)
            and max(tableau.deal) == 1
            and 2 * len(named) <= len(compiled.tableau)
            and named == [str(number + 1) for number in range(len(named))]
        )
        self.row_count = len(unlabelled)
        self.is_down_by_case = compiled.rules.hides_cards and _tells_by_case(said.values())
        self.talon_is_waste = bool(compiled.piles_of(PileKind.WASTE)) and any(
            label.kind is PileKind.STOCK and not label.is_talon
            for label in (line.label for line in lines.lines)
            if label is not None
        )

    def is_row_of_piles(self, line: Line, label: Label) -> bool:
        """Whether a line called after a row has a card of each of its piles."""
        is_one = label.kind is not PileKind.TABLEAU or not self.names_rows
        return not is_one and sum(not isinstance(one, Mark) for one in line.tokens) > 1

    def heads_rows(self, label: Label) -> bool:
        """Whether a line that only names something is the heading of the rows below it."""
        if label.kind is PileKind.TABLEAU:
            return True
        has_one = label.kind in (PileKind.STOCK, PileKind.WASTE, PileKind.RESERVE)
        return has_one and bool(label.pile) and self.rows_beside > 0

    def headed(self, header: Label | None, rows: Sequence[Line]) -> None:
        """Read rows below a line that only says what they are."""
        if header is not None and rows:
            self.labelled(replace(rows[0], body=" ".join(row.body for row in rows)), header)

    def labelled(self, line: Line, label: Label) -> None:
        """Read a line that is called something."""
        if label.is_talon and self.talon_is_waste:
            # Beside a stock of another name, as Canfield's rules have it.
            label = Label(PileKind.WASTE, self.compiled.piles_of(PileKind.WASTE)[0].name)
        if label.kind is PileKind.FOUNDATION and self.compiled.foundations:
            self._foundation(line, label)
        elif label.kind is PileKind.STOCK and _OPEN.fullmatch(line.body):
            self.written.has_open_stock = True
        elif label.pile in self.compiled.index_of:
            pile = self.compiled.piles[self.compiled.index_of[label.pile]]
            said = list(tokens(line.body))
            if said and isinstance(said[0], Word) and said[0].text.lower() == pile.name:
                del said[0]
            if pile.kind is PileKind.TABLEAU and _has_parts(said):
                raise unclear(line.number)
            faces = self.stack(line.number, said, pile)
            if label.is_talon and self.row_count > 1:
                faces.reverse()
            self.written.put(label.pile, faces, line.number)
        elif label.pile or not self.compiled.piles_of(label.kind):
            if any(not isinstance(one, Mark) for one in tokens(line.body)):
                name = label.pile or label.kind.value
                raise _no_pile(self.compiled, line.number, name)
        else:
            self._several(line, self.compiled.piles_of(label.kind))

    def stack(self, line: int, said: Sequence[Token], pile: Pile) -> list[Face]:
        """The cards of a pile, from what a line says of it."""
        faces: list[Face] = []
        total = down = 0
        for place, one in enumerate(said):
            if one is Mark.UNKNOWN:
                faces.append(UNKNOWN)
            elif isinstance(one, Counted) and one.what is Count.MORE:
                faces += [Face(None, is_down=False)] * min(one.number, _MOST)
            elif isinstance(one, Counted):
                total = one.number if one.what is Count.CARDS else total
                down += one.number if one.what is Count.DOWN else 0
            elif isinstance(one, Word) and not place and re.fullmatch(r"\d{1,3}", one.text):
                counts_all = pile.kind in (PileKind.STOCK, PileKind.WASTE)
                if int(one.text) == len(said) - 1 and not self._hides(pile):
                    continue
                if not counts_all and not self._hides(pile):
                    raise _no_card(line, one.text)
                total, down = (int(one.text), down) if counts_all else (total, int(one.text))
            elif isinstance(one, Word) and one.text.lower() in _BACKS:
                faces.append(UNKNOWN)
            elif isinstance(one, Word):
                faces += self._faces(line, one, pile)
        faces = [*([UNKNOWN] * min(down, _MOST)), *faces]
        if Mark.ON in said:
            known = [face for face in faces if face.card is not None]
            faces = [*(face for face in faces if face.card is None), *reversed(known)]
        return [*([UNKNOWN] * (min(total, _MOST) - len(faces))), *faces]

    def _faces(self, line: int, word: Word, pile: Pile) -> Iterator[Face]:
        """The cards of a word."""
        cards = self.dialect.cards(word.text)
        if cards is None:
            raise _no_card(line, word.text)
        is_marked = word.is_bracketed and self.has_brackets
        is_lower = self.is_down_by_case and word.text != word.text.upper() and self._hides(pile)
        is_down = (is_marked and pile.kind is not PileKind.STOCK) or is_lower
        for card in cards:
            yield Face(Guess(card) if word.is_guess else card, is_down)

    def _hides(self, pile: Pile) -> bool:
        """Whether cards lie face down in piles of that kind."""
        rules = self.compiled.rules
        return pile.kind in DEALT and bool(rules.piles_of(pile.kind).face_down)

    def _several(self, line: Line, piles: Sequence[Pile]) -> None:
        """Read a line about all piles of a kind: named one by one, with bars, or a card each."""
        names = {pile.name: pile for pile in piles}
        said = list(tokens(line.body))
        named = _by_name(said, names)
        if named is not None:
            for name, part in named.items():
                self.written.put(name, self.stack(line.number, part, names[name]), line.number)
            return
        if Mark.NEXT in said:
            groups = [list(group) for group in between_bars(said)]
        else:
            groups = [[one] for one in said]
        groups = [group for group in groups if group and group != [Mark.NONE]]
        if len(groups) > len(piles):
            raise InvalidBoard(
                "Line {line}: {game} has {number} such piles; name each in a line of its own.",
                line=line.number,
                game=self.compiled.rules.title,
                number=len(piles),
            )
        for pile, group in zip(piles, groups, strict=False):
            self.written.put(pile.name, self.stack(line.number, group, pile), line.number)

    def _foundation(self, line: Line, label: Label) -> None:
        """Read a line about foundations: their cards, or what is told of them in short."""
        declared, body = self.compiled.rules.foundations, line.body
        pile = label.pile
        if pile and pile not in self.compiled.index_of:
            raise _no_pile(self.compiled, line.number, pile)
        if pile and not _tells_in_short(body):
            index = self.compiled.index_of[pile]
            faces = self.stack(line.number, list(tokens(body)), self.compiled.piles[index])
            self.written.put(pile, faces, line.number)
            return
        if label.suit is not None:
            sign = label.suit.sign
            body = " ".join(
                one if self.dialect.card(one) or one.startswith(sign) else f"{sign}-{one}"
                for one in (body.split() or ["0"])
            )
        for one in told(self.dialect, body, is_one=declared.is_single):
            self.written.foundations.told.append(replace(one, pile=pile) if pile else one)
        self.written.foundations.line = line.number

    def rows(self, lines: list[Line]) -> None:
        """Give rows without a name their piles."""
        rows = [list(tokens(line.body)) for line in lines]
        numbers = [line.number for line in lines]
        count = len(self.compiled.tableau)
        groups = _groups([line.body for line in lines])
        if (len(rows) == 1 and Mark.NEXT in rows[0]) or len(rows) < count == len(groups):
            rows = [list(tokens(body)) for _, body in groups]
            numbers = [numbers[at] for at, _ in groups]
        is_across = bool(rows) and _is_header(rows[0])
        if is_across:
            rows, numbers = rows[1:], numbers[1:]
        if not is_laid_out(self.compiled):
            table = columns(rows, count, is_across=is_across)
            if table is not None:
                rows, numbers = table, numbers[:1] * count
            elif is_across and rows:
                raise unclear(numbers[0])
        rows = _without_numbers(rows, hides=self.compiled.rules.hides_cards)
        for pile, group, number in assigned(self.compiled, rows, numbers, self.written.faces):
            self.written.put(pile.name, self.stack(number, group, pile), number)


UNKNOWN: Final = Face(None)
_IN_BRACKETS: Final = re.compile(r"(?:[\s,;|]*[(\[{<][\w♠♥♦♣\s,]+[)\]}>]){2,}[\s,;|]*")
"""A row of groups in brackets."""
_BACKS: Final = ("fd", "down", "back", "hidden", "covered", "verdeckt")
"""Words for a card that lies face down."""
_OPEN: Final = re.compile(
    r"(?=.*[\w?])\W*(?:\d{1,2} deals?(?: left)?|(?:the )?rest|unknown|hidden|unseen|random|"
    r"face[- ]?down|der rest|unbekannt|verdeckt)?\W*(?:cards?|karten)?\W*",
    re.IGNORECASE,
)
"""A stock of which nobody knows anything."""
_MOST: Final = 104
"""The most cards that a number of cards stands for."""


def _tells_by_case(lines: Iterable[Sequence[Token]]) -> bool:
    """Whether face-down cards are in small letters, as all of those and no others are."""
    count = 0
    for said in lines:
        cards = [one.text for one in said if isinstance(one, Word) and is_card(one.text)]
        lower = [text != text.upper() for text in cards]
        if not any(lower):
            continue
        if lower != sorted(lower, reverse=True) or all(lower):
            return False
        count += 1
    return count > 1


def _is_header(row: Sequence[Token]) -> bool:
    """Whether a row only numbers the piles below it."""
    return is_header([one.text for one in row if isinstance(one, Word)])


def _without_numbers(rows: list[list[Token]], *, hides: bool) -> list[list[Token]]:
    """Rows without the numbers of their piles; other numbers before cards are of face-down ones."""
    firsts = [row[0].text.upper() if row and isinstance(row[0], Word) else "" for row in rows]
    letter = firsts[0][:1] if firsts and firsts[0][:1].isalpha() else ""
    begin = (1,) if hides and not letter else (0, 1)
    numbers = [[f"{letter}{at + first}" for at in range(len(rows))] for first in begin]
    return [row[1:] for row in rows] if len(rows) > 2 and firsts in numbers else rows


def _no_card(line: int, text: str) -> InvalidBoard:
    try:
        Card.parse(text)
    except InvalidCard as error:
        return InvalidBoard("Line {line}: {error}", line=line, error=error)
    return InvalidBoard(
        "Line {line}: “{text}” is not a card as the others are written.",
        line=line,
        text=excerpt(text),
    )


def _no_pile(compiled: CompiledRules, line: int, name: str) -> InvalidBoard:
    return InvalidBoard(
        "Line {line}: {game} has no pile “{name}”.",
        line=line,
        game=compiled.rules.title,
        name=excerpt(name),
    )


def _tells_in_short(body: str) -> bool:
    """Whether a foundation's line has a number of cards in place of all of them."""
    found = list(tokens(body))
    is_number = bool(re.fullmatch(r"\s*\d{1,3}\s*", body))
    return is_number or any(isinstance(one, Counted) for one in found)


def _by_name(said: Sequence[Token], names: Collection[str]) -> dict[str, list[Token]] | None:
    """What is said of each pile that is named before its cards; None if the first is not."""
    parts: dict[str, list[Token]] = {}
    part: list[Token] | None = None
    for one in said:
        word = one.text.lower().strip(".:)") if isinstance(one, Word) else ""
        if word in names:
            part = parts.setdefault(word, [])
        elif part is None:
            return None
        elif word not in ("to", "bis"):
            part.append(one)
    return parts


def _groups(bodies: Sequence[str]) -> list[tuple[int, str]]:
    """What stands between bars, wide gaps or brackets in each row, with the place of the row."""
    found = []
    for at, body in enumerate(bodies):
        if _IN_BRACKETS.fullmatch(body):
            groups = re.split(r"[)\]}>][\s,;|]*[(\[{<]", body.strip(" ,;|()[]{}<>"))
        else:
            groups = re.split(r"\s*\|+\s*|\s+[/;]\s+|;|\s{3,}", body)
        found += [(at, group) for group in groups if group.strip()]
    return found


def _has_parts(said: Sequence[Token]) -> bool:
    """Whether a bar divides what is said of a pile, but not its face-down cards from the others."""
    parts = [part for part in between_bars(said) if part]
    downs = [[is_down(one) for one in part] for part in parts]
    is_turned = len(parts) == 2 and all(downs[0]) and not any(downs[1])
    return len(parts) > 1 and not is_turned and any(len(part) > 1 for part in parts)
