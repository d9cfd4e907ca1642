"""The syntax of records: headers, comments and words.

Reading ignores case, blank lines and spaces, line ends, comments (``{...}``, and from ``;`` or
``#`` to the end of the line), move numbers such as ``12.``, and the ``>`` of quoted mail. Input is
untrusted: lengths are limited, and reading takes linear time.
"""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from typing import Final

from engine.errors import InvalidMove, InvalidRecord, PatienceError, excerpt
from engine.moves import Move

MAX_MOVES: Final = 4_000
"""The most moves in a record, unless the caller allows more."""

WIDTH: Final = 78
"""The most characters in a line of a record."""

_MAX_HEADER_LENGTH: Final = 4_000
_NAMES: Final = {
    name.lower(): name for name in ("Game", "Deal", "Board", "Rules", "Player", "Date", "Result")
}

# These patterns run on untrusted input in linear time: repeats are possessive, bounded, or followed
# by something they cannot match.
_QUOTED: Final = re.compile(r"^(?:[ \t]*+>)++", re.MULTILINE)
_GAP: Final = re.compile(r"(?:\s++|\{[^}]*+\}|[;#][^\n]*+|[0-9]{1,6}\.++)*+")
_HEADER: Final = re.compile(
    rf'\[\s*+(?P<name>\w++)\s*+"(?P<value>(?:[^"\\]|\\.){{0,{_MAX_HEADER_LENGTH}}}+)"\s*+\]',
    re.DOTALL,
)
_WORD: Final = re.compile(r"[^\s\[{;#]++")
_ESCAPED: Final = re.compile(
    r"\\(?:u([0-9a-fA-F]{4})|U(00(?:0[0-9a-fA-F]|10)[0-9a-fA-F]{4})|(.))", re.DOTALL
)
_JOINERS: Final = "\u200c\u200d"
"""Not printable by themselves, but part of some scripts and emoji."""


@dataclass(frozen=True, slots=True)
class Header:
    """A header of a text, or :data:`NO_HEADER`.

    Attributes:
        line: the line in which it begins, from 1; 0 if it is missing.
        value: the text between the quotation marks, as written.
        first: the line in which the value begins.
    """

    line: int = 0
    value: str = ""
    first: int = 0

    @property
    def is_there(self) -> bool:
        """Whether the text has the header."""
        return self.line > 0

    @property
    def content(self) -> str:
        """The value with its white space normalised."""
        return " ".join(self.value.split())


Headers = dict[str, Header]
"""The headers of a record by name in lower case."""

NO_HEADER: Final = Header()
"""A missing header."""


def wrapped(text: str) -> str:
    """A text wrapped at its spaces into lines short enough for mail."""
    return textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def escaped(value: str) -> str:
    """A text escaped for a header value."""
    return "".join(_escape(character) for character in value)


def _escape(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    if character == "\n":
        return "\\n"
    if character.isprintable() or character in _JOINERS:
        return character
    number = ord(character)
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def unescaped(value: str) -> str:
    """The text of an escaped header value."""
    # A value is written on one line; where it has several, mail broke it at a space.
    return _ESCAPED.sub(_unescape, value.replace("\n", " "))


def _unescape(match: re.Match[str]) -> str:
    number = match[1] or match[2]
    if number:
        return chr(int(number, 16))
    return "\n" if match[3] == "n" else match[3]


def parts(text: str, most_moves: int) -> tuple[Headers, list[tuple[int, Move]]]:
    """The headers of a record, by name in lower case, and its moves with their lines.

    Raises:
        InvalidRecord: if the text is too long, or a word is not a header, a move or a comment.
    """
    if len(text) > 20_000 + 20 * most_moves:
        raise _too_long(most_moves)
    text = _unquoted(text)
    headers: Headers = {}
    moves: list[tuple[int, Move]] = []
    known: dict[str, Move] = {}
    start, line = 0, 1
    while True:
        end = _end(_GAP, text, start)
        line += text.count("\n", start, end)
        if end == len(text):
            return headers, moves
        if text[end] == "{":
            raise InvalidRecord(
                "Line {line}: the comment that begins there has no end; close it with }}.",
                line=line,
            )
        if text[end] == "[":
            start = _add_header(headers, text, end, line)
            line += text.count("\n", end, start)
            continue
        start = _end(_WORD, text, end)
        written = text[end:start]
        if written not in known:
            known[written] = _move(written, line)
        moves.append((line, known[written]))
        if len(moves) > most_moves:
            raise _too_long(most_moves)


def _unquoted(text: str) -> str:
    """The text with uniform line ends, and without the ``>`` of quoted mail."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return _QUOTED.sub("", lines) if ">" in lines else lines


def _end(pattern: re.Pattern[str], text: str, start: int) -> int:
    """The end of a pattern's match at ``start``, or ``start`` if it does not match."""
    match = pattern.match(text, start)
    return match.end() if match else start


def _move(written: str, line: int) -> Move:
    try:
        return Move.parse(written)
    except InvalidMove as error:
        raise in_line(line, error) from None


def _add_header(headers: Headers, text: str, start: int, line: int) -> int:
    """Read the header that begins at ``start``, and return where it ends."""
    match = _HEADER.match(text, start)
    if match is None:
        raise InvalidRecord(
            "Line {line}: “{text}” is not a whole header; write its name and its value in "
            'quotation marks, such as [Game "saratoga"].',
            line=line,
            text=excerpt(text[start : start + 100].split("\n", 1)[0]),
        )
    name = match["name"].lower()
    if name not in _NAMES:
        raise InvalidRecord(
            "Line {line}: there is no header “{name}”; a record has {names}.",
            line=line,
            name=excerpt(match["name"]),
            names=", ".join(_NAMES.values()),
        )
    if name in headers:
        raise InvalidRecord(
            "Line {line}: {name} was given before, in line {first}; a record holds one game.",
            line=line,
            name=_NAMES[name],
            first=headers[name].line,
        )
    first = line + text.count("\n", start, match.start("value"))
    headers[name] = Header(line, match["value"], first)
    return match.end()


def in_line(line: int, error: PatienceError) -> InvalidRecord:
    """An error with the line in which it occurred."""
    return InvalidRecord("Line {line}: {reason}", line=line, reason=error)


def _too_long(most_moves: int) -> InvalidRecord:
    return InvalidRecord(
        "That is too long for a record; give one game of at most {most} moves.", most=most_moves
    )
