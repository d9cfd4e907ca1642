r"""A game as readable text: headers, a blank line, then the moves.

>>> from engine import deal, read_record
>>> game = deal("saratoga", 42)
>>> for move in ("1-4", "s", "s"):
...     _ = game.play(move)
>>> text = game.record(player="Ada", date=dt.date(2026, 11, 21))
>>> print(text, end="")
[Game "saratoga"]
[Deal "42"]
[Rules "2"]
[Player "Ada"]
[Date "2026-11-21"]
[Result "playing"]
<BLANKLINE>
1-4 s s
>>> read_record(text).player
'Ada'
>>> read_record(text.replace("1-4", "1-2"))  # doctest: +ELLIPSIS
Traceback (most recent call last):
    ...
engine.errors.InvalidRecord: Line 8: move 1 (1-2) is not allowed. 5♦ does not go onto 7♣: ...

A game that began with an imported board has that board instead of the deal, one line for each pile
as :func:`engine.board_text.parse_board` reads it; a line without a colon continues the pile before.
Face-down cards are in brackets.

In header values, ``\"`` and ``\\`` stand for a quotation mark and a backslash, ``\n`` for a line
break and ``\u2028`` for a character by number. See :mod:`engine.record_text` for the syntax.
"""

from __future__ import annotations

import datetime as dt
import re
import textwrap
from dataclasses import dataclass
from typing import Final

from engine.arguments import check_fields, checked
from engine.board import Board, Status
from engine.board_text import parse_board
from engine.cards import Card
from engine.dealing import opening
from engine.errors import (
    InvalidBoard,
    InvalidCard,
    InvalidRecord,
    PatienceError,
    excerpt,
)
from engine.games import known_rules, rules_of
from engine.legality import why_illegal
from engine.moves import Move
from engine.record_text import (
    MAX_MOVES,
    NO_HEADER,
    WIDTH,
    Header,
    Headers,
    escaped,
    in_line,
    parts,
    unescaped,
    wrapped,
)
from engine.rules import Rules

RULES_VERSION: Final = 2
"""The version of the rules that records are written under.

It increases whenever an existing record could change its meaning: when some move becomes legal or
illegal, a deal or a move leads to another board, or headers or the text of moves change. A new game
or a new kind of rule leaves it unchanged.
"""

MAX_NAME_LENGTH: Final = 200
"""The most characters in the name of a player."""


@dataclass(frozen=True, slots=True)
class Record:
    """The content of a record.

    Attributes:
        opening: the board the game began with.
        number: the deal number; None for an imported board.
        moves: the moves played, all legal.
        result: the status after them.
        player: the player's name; empty if not given.
        date: the day of the game; None if not given.

    Raises:
        InvalidBoard: if the opening is not valid.
        InvalidRecord: if the player's name is longer than :data:`MAX_NAME_LENGTH`, or if rules of
            one's own have the id of another game.
        TypeError: if a field has a value of another type.
    """

    opening: Board
    number: int | None
    moves: tuple[Move, ...]
    result: Status
    player: str = ""
    date: dt.date | None = None

    def __post_init__(self) -> None:
        check_fields(self)
        self.opening.check()
        if len(self.player) > MAX_NAME_LENGTH:
            raise InvalidRecord(
                "The player's name has {length} characters; give at most {most}.",
                length=len(self.player),
                most=MAX_NAME_LENGTH,
            )
        if known_rules(self.rules.id) not in (None, self.rules):
            raise InvalidRecord(
                "Other rules have the id “{id}”, so the game would be read back as another one; "
                "give these rules an id of their own.",
                id=excerpt(self.rules.id),
            )

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.opening.rules

    def __str__(self) -> str:
        """The text that :func:`read_record` reads; ends with a line break."""
        headers = [f'[Game "{escaped(self.rules.id)}"]']
        headers += _position(self.opening) if self.number is None else [f'[Deal "{self.number}"]']
        headers.append(f'[Rules "{RULES_VERSION}"]')
        if self.player:
            headers.append(f'[Player "{escaped(self.player)}"]')
        if self.date is not None:
            day = self.date
            headers.append(f'[Date "{day.year:04}-{day.month:02}-{day.day:02}"]')
        headers.append(f'[Result "{self.result.value}"]')
        moves = wrapped(" ".join(map(str, self.moves)))
        return "\n".join([*headers, "", moves]).rstrip() + "\n"


@checked
def read_record(text: str, *, rules: Rules | None = None, most_moves: int = MAX_MOVES) -> Record:
    """Read a record and play its moves.

    Args:
        rules: the rules of a game of one's own, by whose id the record has to go.
        most_moves: the most moves to accept; a text much longer than that is refused unread.

    Raises:
        InvalidRecord: if the text is not a record; names the line and what is wrong.
    """
    headers, words = parts(text, most_moves)
    _check_version(headers)
    board, number = _opening(headers, rules)
    moves, last = _played(board, words)
    result = last.status
    _check_result(headers, result)
    return Record(board, number, moves, result, _player(headers), _date(headers))


def _position(board: Board) -> list[str]:
    """The headers for an imported board."""
    lines = [
        textwrap.fill(line, WIDTH, initial_indent="  ", subsequent_indent="     ")
        for line in board.text(reveal=True).splitlines()
    ]
    return ['[Board "', *lines, '"]']


def _check_version(headers: Headers) -> None:
    header = headers.get("rules", NO_HEADER)
    if not header.is_there:
        return
    version = header.content
    if not re.fullmatch(r"[1-9][0-9]*+", version):
        raise InvalidRecord(
            "Line {line}: “{text}” is not a version of the rules; write {newest}, or leave the "
            "line out.",
            line=header.line,
            text=excerpt(version),
            newest=RULES_VERSION,
        )
    if len(version) > 4 or int(version) > RULES_VERSION:
        raise InvalidRecord(
            "Line {line}: the record was written under version {version} of the rules and only "
            "those up to {newest} are known here; read it with a newer program.",
            line=header.line,
            version=excerpt(version),
            newest=RULES_VERSION,
        )


def _opening(headers: Headers, own: Rules | None) -> tuple[Board, int | None]:
    """The board the game begins with, and its deal number if it has one."""
    game, deal = headers.get("game", NO_HEADER), headers.get("deal", NO_HEADER)
    position = headers.get("board", NO_HEADER)
    if not game.is_there:
        raise InvalidRecord(
            'The record does not say which game it is; begin with a line such as [Game "saratoga"].'
        )
    if own is not None and unescaped(game.value) != own.id:
        raise InvalidRecord(
            "Line {line}: the record is of “{text}” and not of “{id}”.",
            line=game.line,
            text=excerpt(game.content),
            id=excerpt(own.id),
        )
    try:
        rules = own or rules_of(game.content)
    except PatienceError as error:
        raise in_line(game.line, error) from None
    if deal.is_there and position.is_there:
        raise InvalidRecord(
            "Line {line}: the record has a deal number and a board as well, in line {first}; leave "
            "one of them out.",
            line=max(deal.line, position.line),
            first=min(deal.line, position.line),
        )
    if position.is_there:
        return _board(rules, position), None
    if not deal.is_there:
        raise InvalidRecord(
            "The record does not say which deal it is; give its number in a line such as "
            '[Deal "42"], or the whole board in [Board "..."].'
        )
    number = _number(deal)
    try:
        return opening(rules, number), number
    except PatienceError as error:
        raise in_line(deal.line, error) from None


def _number(deal: Header) -> int:
    digits = deal.content
    if not (digits.isascii() and digits.isdigit()):
        raise InvalidRecord(
            "Line {line}: “{text}” is not a deal number; write figures only, such as 42.",
            line=deal.line,
            text=excerpt(digits),
        )
    # Bounded, since converting many digits is slow; no deal number has 30.
    return int(digits.lstrip("0")[:30] or "0")


def _board(rules: Rules, header: Header) -> Board:
    """The board of a header, its wrapped lines joined before they are parsed."""
    lines: list[str] = []
    numbers: list[int] = []
    for number, line in enumerate(header.value.split("\n"), start=header.first):
        content = " ".join(re.split("[;#]", line, maxsplit=1)[0].split())
        if content and lines and ":" not in content:
            _check_words(content, number)
            lines[-1] += f" {content}"
        elif content:
            lines.append(content)
            numbers.append(number)
    try:
        return parse_board(rules, "\n".join(lines))
    except InvalidBoard as error:
        where = {
            key: numbers[int(str(error.details[key])) - 1]
            for key in ("line", "first")
            if type(error.details.get(key)) is int  # a card, too, is a number and may come first
        }
        if "line" not in where:
            raise in_line(header.line, error) from None
        raise InvalidRecord(error.template, **{**error.details, **where}) from None


def _check_words(content: str, line: int) -> None:
    """Check the cards of a continuation line, which loses its line number once joined.

    Raises:
        InvalidRecord: if a word is not a card.
    """
    try:
        for word in content.split():
            if word != "??":
                Card.parse(word.strip("()?"))
    except InvalidCard as error:
        raise in_line(line, error) from None


def _played(board: Board, moves: list[tuple[int, Move]]) -> tuple[tuple[Move, ...], Board]:
    """Check and play the moves; returns them and the last board."""
    played = []
    for number, (line, move) in enumerate(moves, start=1):
        error = why_illegal(board, move)
        if error is not None:
            raise InvalidRecord(
                "Line {line}: move {number} ({move}) is not allowed. {reason}",
                line=line,
                number=number,
                move=move,
                reason=error,
            )
        played.append(board.stock_move if move.is_stock else move)
        board = board.apply(played[-1])
    return tuple(played), board


def _check_result(headers: Headers, result: Status) -> None:
    header = headers.get("result", NO_HEADER)
    if not header.is_there or header.content.lower() == result.value:
        return
    if header.content.lower() not in [status.value for status in Status]:
        raise InvalidRecord(
            "Line {line}: “{text}” is not a result; write {results}.",
            line=header.line,
            text=excerpt(header.content),
            results=", ".join(status.value for status in Status),
        )
    raise InvalidRecord(
        "Line {line}: the result is said to be “{said}”, but after the moves it is “{result}”.",
        line=header.line,
        said=header.content.lower(),
        result=result.value,
    )


def _player(headers: Headers) -> str:
    header = headers.get("player", NO_HEADER)
    player = unescaped(header.value)
    if len(player) > MAX_NAME_LENGTH:
        raise InvalidRecord(
            "Line {line}: the player's name has {length} characters; give at most {most}.",
            line=header.line,
            length=len(player),
            most=MAX_NAME_LENGTH,
        )
    return player


def _date(headers: Headers) -> dt.date | None:
    header = headers.get("date", NO_HEADER)
    if not header.is_there:
        return None
    written = header.content
    try:
        if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", written):
            return dt.date.fromisoformat(written)
    except ValueError:
        pass  # well-formed but not a day
    raise InvalidRecord(
        "Line {line}: “{text}” is not a date; write year, month and day, such as 2026-11-21.",
        line=header.line,
        text=excerpt(written),
    )
