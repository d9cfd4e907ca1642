"""The lines of a board: what each is called, and what it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from engine.compiled import CompiledRules
from engine.errors import InvalidBoard, excerpt
from engine.reading.characters import plain
from engine.reading.faces import Mark, Token, Word, is_card, tokens
from engine.reading.labels import Beside, Label, label_of
from engine.reading.rows import is_laid_out
from engine.reading.tables import heads, is_header, with_gaps

_SENTENCE: Final = re.compile(
    r"(?<![Cc]ol)(?<![Nn][ro])(?<!^\d)(?<!^\d\d)\.[ \t]+(?=[^\s.:][^.:\n]{0,39}:)"
    r"|\s*[;/|]\s*(?=(?:[^\W\d_]{1,12}[ #]?)?\d{0,2}:\s)"
    r"|,\s*(?=[^\W\d_]{3,12}[ #]?\d{1,2}:\s)"
    r"|(?<=[\dAJQKTBD][SHDC♠♥♦♣])[ \t]+(?=(?:[frTCP]?\d{1,2}|[sw]):\s)"
)
"""Where something ends before what is called something, as in descriptions of pictures."""
_RULE: Final = re.compile(r"[\s\-=_*+|:~.]*")
"""A line that only separates others."""
_QUOTE: Final = re.compile(r"^(?:\s*>)+\s|^\s*(?:[-*+]\s+(?=\S*\s?[^\s:]*:)|\*\*)")
_COMMENT: Final = re.compile(
    r"(?:^\s*(?:-#|#{1,3})\s|(?<=\s)#(?![#\d])|^#(?![#\d])|(?:^|(?<=\s))//).*"
)
_REMARK: Final = re.compile(r"(?<=[\w♠♥♦♣])\s+\((?P<said>[^()\[\]]*)\)\s*$")
_DEAL: Final = re.compile(r"#\d{1,19}|\d{3,19}")
"""The number of a deal, in a line of its own before the board."""
_COVERED: Final = re.compile(
    r"\|\|\s*(?P<spoiler>[^|\n]+?)\s*\|\||~~\s*(?P<struck>[^~\n]+?)\s*~~"
    r"|(?<!\S)[*!#~^-](?P<before>(?:10|[2-9AJQKTBD])[♠♥♦♣SHDC])(?![\w*])"
    r"|(?<!\S)(?P<behind>(?:10|[2-9AJQKTBD])[♠♥♦♣SHDC])(?:[*!^](?!\S)|\s?\((?:face[- ]?)?down\))"
)
"""Face-down cards that are marked as such: as spoilers, struck out, or with a sign."""
_BARRED: Final = re.compile(r"\|([\w♠♥♦♣]{2,4})\|(?![\w♠♥♦♣])")
"""A card between bars of its own, which is face down if no other bars are there."""
_SPOILERS: Final = re.compile(r"\|(?=\|)")
_BAR: Final = re.compile(r"(?<!\|)\|(?!\|)")
_FACE_DOWN: Final = re.compile(r"\s*(?:##\s+)+(?P<first>\S+)(?:\s|$)")
"""A row of cards that begins with face-down ones, and is no heading."""
_NUMBERED: Final = re.compile(
    r"\s*(?:#?(?=\d+\s*[.)\]|>-])|#)(\d{1,2})\s*(?:[.)\]]+|[|>]|\s-)?\s+(\S.*)|\s*#?(\d{1,2})[.)]\s*$"
)
_LETTERED: Final = re.compile(r"[^\W\d_]-?\d{1,2}|[^\W\d_]?[♠♥♦♣]\w*")
"""A name that may be a card; rows tell whether all of them begin with such a name."""
_UPWARDS: Final = re.compile(
    r"(?:from )?(?:the )?bottom(?: card)? (?:to (?:the )?top|up|first)|von unten(?: nach oben)?"
)
"""The order in which cards are written anyway."""
_DOWNWARDS: Final = re.compile(
    r"(?:from )?(?:the )?top(?: card)? (?:to (?:the )?bottom|down|first)|von oben(?: nach unten)?",
    re.IGNORECASE,
)
"""The other order."""
_GROUP: Final = re.compile(
    r"(?P<opening>[(\[<{])(?P<inner>[^()\[\]<>{}]*)(?P<closing>[)\]>}])|[^\s,]+"
)
"""A card, or several in brackets."""
_FROM_ZERO: Final = re.compile(r"^[^\w\n]*+(?:[^\W\d_]+[ #]?)?0\s*[:.)]", re.MULTILINE)
"""A pile called 0, so that they are counted from there."""
_NOTE: Final = re.compile(r"(.*?)\s*(?:\((.*)\)|\[(\d.*)\]|,\s*(\d{1,3} \w+))\s*")
"""The name of a pile and what is said beside it, such as how many cards it has."""
_BULLET: Final = re.compile(r"^\s*[-*+]\s+")
_REDEALS: Final = re.compile(
    r",?\s*(?:(?P<number>\d{1,3}) (?:redeals?|passes|pass) left"
    r"|noch (?P<mal>\d{1,3}) Mal durchzugehen"
    r"|(?P<none>no redeals? left|nicht mehr durchzugehen)"
    r"|redeals without limit|beliebig oft durchzugehen)",
    re.IGNORECASE,
)

_REDEALS_LEFT: Final = re.compile(r"(?:redeals?|passes)(?: left)?[ -]+(\d{1,3})\W*", re.IGNORECASE)
"""How many are left, in a line without a colon."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a board.

    Attributes:
        number: which line of the text it is, from 1.
        label: what it is called; None for a row of cards without a name.
        body: what it says of that.
    """

    number: int
    label: Label | None
    body: str

    @property
    def tokens(self) -> list[Token]:
        """What it says, word by word."""
        return list(tokens(self.body))


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a board, and what they say of redeals, with the line that does."""

    lines: tuple[Line, ...]
    redeals: tuple[int, str] | None = None


def split(compiled: CompiledRules, text: str) -> Lines:
    """The lines of a text.

    Raises:
        InvalidBoard: if a line can be nothing of a board.
    """
    lines: list[Line] = []
    redeals: tuple[int, str] | None = None
    heading: tuple[int, str] | None = None
    tableau = compiled.rules.tableau
    if tableau.row_length or not is_laid_out(compiled):
        text = with_gaps(text, tableau.deal[: tableau.row_length or None])
    cleaned = plain(text)
    if compiled.rules.hides_cards and "|" not in _BARRED.sub("", cleaned):
        cleaned = _BARRED.sub(r"(\1)", cleaned)
    if _SPOILERS.search(cleaned) and _BAR.search(cleaned):
        cleaned = _SPOILERS.sub("| ", cleaned)
    elif compiled.rules.hides_cards:
        cleaned = _COVERED.sub(lambda match: f"({match[match.lastgroup or 0]})", cleaned)
    first = 0 if _FROM_ZERO.search(cleaned) else 1
    for number, written in _parts(cleaned):
        if not lines and heading is None and _DEAL.fullmatch(written):
            continue
        part, left = _without_redeals(written)
        if left and compiled.rules.limits_redeals:
            redeals = (number, left)
        if is_header(heads(part)):
            places = range(1, len(heads(part)) + 1)
            lines.append(Line(number, None, " ".join(map(str, places))))
            continue
        label, body = _called(compiled, number, part, first)
        if label is Beside.REDEALS:
            redeals = (number, body)
        elif isinstance(label, Label):
            lines += [Line(number, one, body) for one in _labels(compiled, label)]
        elif label is None and part.strip() == ":":
            lines.append(Line(number, None, ""))
        elif label is None and not _RULE.fullmatch(part):
            if not _is_heading(body):
                lines.append(Line(number, None, body))
            elif lines and number > lines[-1].number + 1 and re.search(r"\s|[!?]$", body):
                continue  # what somebody says apart from the board
            elif lines:
                raise _no_row(number, body)
            else:
                heading = (number, body)
    if heading and not lines:
        raise _no_row(*heading)
    return Lines(tuple(lines), redeals)


def _no_row(number: int, body: str) -> InvalidBoard:
    return InvalidBoard(
        "Line {line}: “{content}” has no colon; write the pile, a colon and its cards, such as "
        "“3: 9S 7D 6H”.",
        line=number,
        content=excerpt(body),
    )


def _without_redeals(part: str) -> tuple[str, str]:
    """A part without what a description says of redeals at its end, and how many are left."""
    said = _REDEALS.search(part)
    if said is None or not said.start():
        return part, ""
    count = said["number"] or said["mal"] or ("0" if said["none"] else "")
    return part[: said.start()] + part[said.end() :], count


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """The sentences of a text with the numbers of their lines, without comments and quotes."""
    lines = text.splitlines()
    filled = [line for line in lines if line.strip()]
    has_bullets = len(filled) > 2 and all(_BULLET.match(line) for line in filled)
    for number, written in enumerate(lines, start=1):
        line = _BULLET.sub("", written) if has_bullets else written
        down = _FACE_DOWN.match(line)
        is_row = down is not None and is_card(down["first"])
        content = line if is_row else _COMMENT.sub("", line)
        content = _QUOTE.sub("", content).replace("**", "") if "??" not in content else content
        for part in _SENTENCE.split(content.strip()):
            said = _without_remark(part).strip()
            if said:
                is_number = re.fullmatch(r"\d{1,2}\.", said)
                yield number, said if is_number else said.removesuffix(".")


def _without_remark(part: str) -> str:
    """A part without what is said in brackets at its end, if that is nothing of a board."""
    remark = _REMARK.search(part)
    if remark is None:
        return part
    said = list(tokens(remark["said"]))
    is_said = all(isinstance(one, Word) and not is_card(one.text) for one in said)
    is_row = bool(said) and is_card(part[: remark.start()].rsplit(maxsplit=1)[-1])
    return part[: remark.start()] if is_said and is_row else part


def _called(
    compiled: CompiledRules, number: int, part: str, first: int
) -> tuple[Label | Beside | None, str]:
    """What a part is called, and the rest of it."""
    head, colon, rest = part.partition(":")
    if not colon:
        head, colon, rest = part.partition("=")
    if colon:
        if not head.strip():
            return None, rest
        note = _NOTE.fullmatch(" ".join(head.split()))
        more = (note[2] or note[3] or note[4] or "") if note else ""
        name, more = note[1] if note else head, _UPWARDS.sub("", more)
        label = label_of(compiled, name, first)
        if label is not None and _DOWNWARDS.search(more):
            return label, f"{_DOWNWARDS.sub('', more)} {_upwards(rest)}".strip()
        if label is not None:
            return label, f"{more} {rest}".strip()
        if _is_name(head):
            raise InvalidBoard(
                "Line {line}: {game} has no pile “{name}”.",
                line=number,
                game=compiled.rules.title,
                name=excerpt(head.strip().lower()),
            )
    redeals = _REDEALS_LEFT.fullmatch(part)
    if redeals is not None:
        return Beside.REDEALS, redeals[1]
    numbered = _NUMBERED.fullmatch(part)
    if numbered is not None:
        return label_of(compiled, numbered[1] or numbered[3], first), numbered[2] or ""
    words = part.replace("(", " (").split()
    for count in (3, 2, 1):
        name = " ".join(words[:count])
        label = label_of(compiled, name, first) if re.search(r"[^\W\d]", name) else None
        rest = " ".join(words[count:])
        if isinstance(label, Label) and not _LETTERED.fullmatch(name) and _is_row(rest):
            return label, rest
    return None, part


def _upwards(row: str) -> str:
    """A row that is written from the top card down, in the usual order."""
    groups = (
        f"{one['opening']}{_upwards(one['inner'])}{one['closing']}" if one["opening"] else one[0]
        for one in _GROUP.finditer(row)
    )
    return " ".join(reversed([*groups]))


def _labels(compiled: CompiledRules, label: Label) -> Iterator[Label]:
    """The piles of a label such as ``3 to 5``; any other label by itself."""
    first, between, last = label.pile.partition(" to ")
    if not between:
        yield label
        return
    start, end = (compiled.index_of[name] for name in (first, last))
    yield from (replace(label, pile=pile.name) for pile in compiled.piles[start : end + 1])


def _is_row(text: str) -> bool:
    """Whether a text begins with a card, or with a number of cards."""
    first = next(tokens(text), None)
    is_number = bool(re.fullmatch(r"\(\d{1,3}\)", text))
    return (
        is_number
        or not (first is None or isinstance(first, Word))
        or (isinstance(first, Word) and is_card(first.text))
    )


def _is_name(head: str) -> bool:
    """Whether what comes before a colon looks like a name rather than a card."""
    return not any(isinstance(one, Mark) for one in tokens(head)) and "-" not in head


def _is_heading(body: str) -> bool:
    """Whether a line is a sentence or a title, and no row of cards."""
    said = list(tokens(body))
    words = [one.text for one in said if isinstance(one, Word)]
    has_cards = Mark.UNKNOWN in said or any(map(is_card, words))
    return not has_cards and any(re.search(r"[^\W\d_]{3}", word) for word in words)
